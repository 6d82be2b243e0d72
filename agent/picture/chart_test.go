package picture

import (
	"strings"
	"testing"
)

// A percent sign in the link of a mark stands in the page as it is: it is no verb of a format.
func TestALinkMayHaveAPercentSign(t *testing.T) {
	c := Chart{Marks: []Mark{{Link: "tale%20of.html#s1", What: "Gonta falls", Says: "62 %"}}}
	for _, page := range []string{c.SVG(), c.Legend()} {
		if want := `<a href="tale%20of.html#s1">`; !strings.Contains(page, want) || strings.Contains(page, "%!") {
			t.Errorf("the link is not as it was given, want %s in\n%s", want, page)
		}
	}
}
