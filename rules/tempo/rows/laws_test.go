package rows

import (
	"fmt"
	"testing"

	"kokyu/rules/book"
)

// A tested fight comes to every law, but for the seconds of a round: those are told, and nothing in a fight counts them.
func TestEveryLawIsPlayed(t *testing.T) {
	laws := Shipped.Laws()
	if len(laws) != 167 {
		t.Errorf("%d laws, want TP-01 to TP-167", len(laws))
	}
	for k, l := range laws {
		if want := fmt.Sprintf("TP-%02d", k+1); l.ID != want {
			t.Errorf("law %d is %s, want %s", k+1, l.ID, want)
		}
		if want := map[bool]string{true: book.StatusFunctionOnly, false: book.StatusPlayed}[l.ID == "TP-01"]; l.Status != want {
			t.Errorf("%s is %s: %s", l.ID, l.Status, l.Says)
		}
	}
}
