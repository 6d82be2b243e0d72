package tempo

import (
	"testing"

	"kokyu/rules/rulestest"
)

// The package comment is the map: it names every file, and what a position's fields are in the document.
func TestTheMapNamesEveryFile(t *testing.T) { rulestest.Map(t) }
