package rows

import (
	"fmt"
	"testing"

	"kokyu/rules/book"
)

// Every law has a test.
func TestEveryLawIsTested(t *testing.T) {
	laws := Shipped.Laws()
	if len(laws) != 218 {
		t.Errorf("%d laws, want RK-01 to RK-218", len(laws))
	}
	for k, l := range laws {
		if want := fmt.Sprintf("RK-%02d", k+1); l.ID != want {
			t.Errorf("law %d is %s, want %s", k+1, l.ID, want)
		}
		if l.Status == book.StatusUntested || l.Status == book.StatusLater {
			t.Errorf("%s is %s: %s", l.ID, l.Status, l.Says)
		}
	}
}
