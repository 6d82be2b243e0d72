package narrate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The package's doc is its map: it names every file.
func TestTheDocNamesEveryFile(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if name != "doc.go" && !strings.HasSuffix(name, "_test.go") && !strings.Contains(string(doc), " "+name+" ") {
			t.Errorf("doc.go does not name %s", name)
		}
	}
}
