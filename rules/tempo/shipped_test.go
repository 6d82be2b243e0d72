package tempo

import (
	"testing"

	"kokyu/rules/rulestest"
)

// It has all that a listed system has.
func TestAllOfItIsShipped(t *testing.T) { rulestest.WantShipped(t, About()) }
