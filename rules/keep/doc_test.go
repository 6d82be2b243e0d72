package keep

import (
	"testing"

	"kokyu/rules/rulestest"
)

// The map of the package is of the package as it is.
func TestTheMapIsTrue(t *testing.T) { rulestest.Map(t) }
