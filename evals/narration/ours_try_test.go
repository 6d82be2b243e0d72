package narration

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/prompts"
)

func TestOursTry(t *testing.T) {
	total, good := 0, 0
	reasons := map[string]int{}
	for _, sys := range agent.Systems() {
		d := agent.Dialect(sys)
		v := narrate.NewVerifier(d)
		if os.Getenv("HEART") != "" {
			all, _ := prompts.Scent(d.Script...)
			v = v.Knowing(all)
		}
		for _, name := range d.Script {
			lines, err := prompts.Scent(name)
			if err != nil {
				t.Fatal(err)
			}
			for frame, list := range lines {
				for _, l := range list {
					fam := ""
					for _, fr := range d.Frames {
						if fr.Name == frame && fr.Families != "" {
							fam = strings.Fields(fr.Families)[0]
						}
					}
					if len(l.When.Family) > 0 {
						fam = l.When.Family[0]
					}
					text := strings.NewReplacer("{actor}", "{A}", "{target}", "{B}", "{weapon}", "{A's weapon}").Replace(l.Text)
					f := narrate.Fact{ID: "f1", By: "A", To: "B", Required: true, Weapon: "{A's weapon}", Moment: narrate.Facts{Frame: frame, Family: fam}}
					p := Passage{System: sys, Text: text, Paragraph: narrate.Paragraph{Facts: []narrate.Fact{f}}}
					total++
					ver := v.Check(p.Paragraph, p.Draft())
					if ver.OK {
						good++
						if os.Getenv("SHOW") != "" {
							fmt.Println("GOOD", frame, text)
						}
					} else {
						r := ver.Reasons[0]
						if i := strings.LastIndex(r, ": "); i > 0 {
							r = r[i+2:]
						}
						reasons[r]++
					}
				}
			}
		}
	}
	fmt.Println(total, good)
	if os.Getenv("WHY") != "" {
		for r, n := range reasons {
			fmt.Println(n, r)
		}
	}
}
