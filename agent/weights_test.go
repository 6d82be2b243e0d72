package agent

import (
	"context"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/search"
)

// What the leaves of one agent are weighed by is its own: the same fight, looked at by both, has two values.
func TestWeightsOfLeavesAreTheAgentsOwn(t *testing.T) {
	f := builtinFight(t, "oni", 1)
	v, err := Look(f)
	if err != nil {
		t.Fatal(err)
	}
	lim := search.Limits{Nodes: 2000}
	plain, err := v.SearchWith(context.Background(), lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	steep, err := v.SearchWith(context.Background(), lim, Weights{{Name: "steep", Value: 3}})
	if err != nil {
		t.Fatal(err)
	}
	again, err := v.SearchWith(context.Background(), lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	if plain.Value == steep.Value || plain.Value != again.Value {
		t.Errorf("plain %v, steep %v, plain again %v", plain.Value, steep.Value, again.Value)
	}
}

func TestASettingOfLeavesIsReadAndSaid(t *testing.T) {
	for text, want := range map[string]string{
		"search nodes=500 leaf=rest:0.9,nearly:0.25": "search nodes=500 leaf=rest:0.9,nearly:0.25",
		"search nodes=500 leaf=rest":                 `weights cannot be "rest", want names and numbers`,
		"search nodes=500 leaf=rest:NaN":             `weights cannot be`,
		"search nodes=500 leaf=rest:1,rest:2":        `weights name "rest" twice`,
		"search nodes=500 leaf=:2":                   `weights cannot be ":2"`,
	} {
		a, err := Parse(context.Background(), text, search.Limits{Nodes: 500}, Kinds)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = a.String()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	f := builtinFight(t, "oni", 1)
	v, err := Look(f)
	if err != nil {
		t.Fatal(err)
	}
	for weight, want := range map[string]string{
		"rset:1": `no weight "rset": want`,
		"rest:9": `the weight rest is 9: want 0 to 1.5`,
	} {
		w, err := parseWeights(weight)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := v.SearchWith(context.Background(), search.Limits{Nodes: 500}, w); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want it to say %s", weight, err, want)
		}
	}
	for f = builtinFight(t, "stockade", 1); f.Turn().Kind == rules.Chance; {
		if _, err := f.Roll(); err != nil {
			t.Fatal(err)
		}
	}
	if v, err = Look(f); err != nil {
		t.Fatal(err)
	}
	_, err = v.SearchWith(context.Background(), search.Limits{Nodes: 500}, Weights{{Name: "rest", Value: 1}})
	if want := "leaves of this fight have no weights that can be changed: want none named"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
