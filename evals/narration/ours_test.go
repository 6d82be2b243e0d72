package narration

import (
	"fmt"
	"testing"
)

func TestOursTry(t *testing.T) {
	_, knowing, _ := verifiers()
	all, _ := fights(t.Context(), 1)
	n := 0
	for _, f := range all {
		told, _ := f.told(t.Context())
		for _, p := range told {
			if v := knowing[p.System].Check(p.Paragraph, p.Draft()); !v.OK && n < 25 {
				n++
				fmt.Println(facts(p.Paragraph), "|", p.Text, "|", v.Reasons[0])
			}
		}
	}
}
