package web

import (
	"html/template"
	"io/fs"
	"os"
	"regexp"
	"testing"

	"github.com/jba/templatecheck"
)

// pageData has a value of the type that each page is shown with.
var pageData = map[string]any{
	"at.html": &livePart{}, "now.html": &livePart{}, "said.html": formResult{}, "drawer.html": &drawer{}, "word.html": &meaning{},
	"links.html": sharePage{}, "next.html": nextPage{}, "tale.html": talePage{}, "paste.html": pastePage{}, "wait.html": reviewProgress{},
	"build.html": builderPage{}, "built.html": builderPage{}, "foretold.html": forecastPage{}, "even.html": evenPage{},
	"start.html": startPage{}, "problems.html": startPage{}, "text.html": startPage{}, "kept-card.html": keptFight{}, "kept.html": oldRulesPage{},
	"screen.html": handedError{}, "problem.html": message{},
}

// The fields that a page names are those of what it is shown with, in every branch, which only this looks at: a field
// renamed in Go is renamed in its pages.
func TestPagesNameFieldsThatThereAre(t *testing.T) {
	pages := template.Must(template.New("").Funcs(templateFuncs).ParseFS(files, "pages/*.html"))
	for name, data := range pageData {
		if err := templatecheck.CheckHTML(pages.Lookup(name), data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	sources, err := fs.Glob(os.DirFS("."), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range regexp.MustCompile(`"([a-z-]+\.html)"`).FindAllStringSubmatch(string(text), -1) {
			if pageData[page[1]] == nil {
				t.Errorf("%s shows %s, and pageData does not say with what", source, page[1])
			}
		}
	}
}
