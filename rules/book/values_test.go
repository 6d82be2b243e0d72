package book

import (
	"testing"

	"kokyu/rules/strict"
)

// needy has a key that must be there.
type needy struct {
	Life int    `yaml:"life" json:"life" must:"be there"`
	Name string `yaml:"name,omitempty" json:"name,omitempty"`
}

// A row with a key that must be there is written like any other, and a line that says another of its keys leaves that one as it is.
func TestAKeyThatMustBeThereIsOfTheRow(t *testing.T) {
	if text, err := strict.Encode(needy{Life: 3}); err != nil || string(text) != "life: 3\n" {
		t.Errorf("written as %q, %v", text, err)
	}
	if row, err := (Values[needy]{"name": "Aki"}).Row(needy{Life: 4}); err != nil || row != (needy{4, "Aki"}) {
		t.Errorf("a line with a name is %+v, %v", row, err)
	}
	if _, err := (Values[needy]{"nam": "Aki"}).Row(needy{Life: 4}); err == nil {
		t.Error("a key that no row has is accepted")
	}
}
