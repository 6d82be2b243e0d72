package phones

import (
	"html/template"
	"testing"

	"github.com/jba/templatecheck"
)

// The fields that a page names are those of what it is shown with, in every branch.
func TestPagesNameFieldsThatThereAre(t *testing.T) {
	pages := template.Must(template.ParseFS(files, "pages/*.html"))
	for _, name := range []string{"start.html", "line.html"} {
		if err := templatecheck.CheckHTML(pages.Lookup(name), pageData{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
