package rows

import (
	"maps"
	"slices"
	"testing"

	"kokyu/rules/book"
)

// Every field of every file a person may write has its sentence: editors show it.
func TestEveryFieldHasItsSentence(t *testing.T) {
	if silent := book.Silent(slices.Collect(maps.Values(book.Schemas(EncounterFile{}, Book{})))...); len(silent) > 0 {
		t.Errorf("nothing is said of %q", silent)
	}
}
