package narration

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
)

func TestTry(t *testing.T) {
	half := os.Getenv("HALF")
	if half == "" {
		half = Open
	}
	vs := map[string]*narrate.Verifier{}
	for _, s := range agent.Systems() {
		vs[s] = narrate.NewVerifier(agent.Dialect(s))
	}
	ok, n := map[string]int{}, map[string]int{}
	caught, all := map[string]int{}, map[string]int{}
	for i, p := range corpus(t, half) {
		v := vs[p.System].Check(p.Paragraph, p.Draft())
		n[p.Style]++
		if v.OK {
			ok[p.Style]++
			for _, f := range Falsify(p, i, eachMax) {
				fv := vs[p.System].Check(f.Paragraph, f.Draft())
				all[f.Class]++
				if !fv.OK {
					caught[f.Class]++
				} else if half == Open {
					fmt.Println("MISSED", f.Class, f.Text, "|", facts(f.Paragraph), fv.Sentences)
				}
			}
		} else if half == Open && p.Style == os.Getenv("STYLE") {
			fmt.Println(p.Text, "|", facts(p.Paragraph), "|", strings.Join(v.Reasons, "; "))
			for _, s := range v.Sentences {
				fmt.Println("      ", s.Claims)
			}
		}
	}
	fmt.Println(half, ok, n, "caught", caught, all)
}

func facts(p narrate.Paragraph) (s string) {
	for _, f := range p.Facts {
		s += f.Moment.Frame + " " + f.By + f.To + " " + f.Moment.Family + " " + f.Moment.Where + "; "
	}
	return s
}
