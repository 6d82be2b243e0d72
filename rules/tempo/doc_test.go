package tempo

import (
	"testing"

	"kokyu/rules/rulestest"
)

// The package comment is the map: it names every file.
func TestTheMapNamesEveryFile(t *testing.T) { rulestest.Map(t) }
