package keep

import (
	"fmt"
	"testing"

	"kokyu/rules/book"
	"kokyu/rules/rulestest"
)

// Every law has a test.
func TestEveryLawIsTested(t *testing.T) {
	laws := Laws()
	if len(laws) != 218 {
		t.Errorf("%d laws, want RK-01 to RK-218", len(laws))
	}
	for k, l := range laws {
		if want := fmt.Sprintf("RK-%02d", k+1); l.ID != want {
			t.Errorf("law %d is %s, want %s", k+1, l.ID, want)
		}
		if l.Status != book.Tested {
			t.Errorf("%s is %s: %s", l.ID, l.Status, l.Says)
		}
	}
}

// Every switch is a named value that the game reads: set otherwise, the rules in force are others.
func TestEveryRulingIsRead(t *testing.T) {
	rulestest.Rulings(t, AllRulings(), func(rulings string) any {
		text := "version: 1\nsystem: keep\ntitle: A Ruling\n" + rulings + "\nsides:\n- {name: a, fighters: [{who: ronin}]}\n- {name: b, fighters: [{who: ronin, name: Goro}]}\n"
		g, err := Load("ruling.yaml", []byte(text), DefaultBook())
		if err != nil {
			t.Fatal(err)
		}
		return g.rule
	})
}
