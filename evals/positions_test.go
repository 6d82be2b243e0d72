package evals

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// drawn are positions on the way of best play, with their exact values.
func drawn(t *testing.T, name string, n int, strays float64) []Position {
	t.Helper()
	text, err := os.ReadFile("positions/" + name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	e := Encounter{Name: name, Fights: []*fight.Fight{begin(t, string(text), 1)}}
	k := solved(t, e.Fights[0])
	list, err := bestPlay(k, strays)(t.Context(), e, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		p := &list[i]
		f := begin(t, p.Position, 1)
		ok := false
		if p.Values, ok = k.Options(f); !ok {
			t.Fatalf("%s has no values", p.ID)
		}
		for _, o := range f.Options() {
			p.Options = append(p.Options, o.Words)
		}
		p.Phase = f.Options()[best(gains(t, *p))].Phase
	}
	return list
}

// gains returns the options' win chances for whoever decides, up to a constant.
func gains(t *testing.T, p Position) []float64 {
	t.Helper()
	f := begin(t, p.Position, 1)
	values := slices.Clone(p.Values)
	for i := range values {
		values[i] *= 1 - 2*float64(f.Side(f.Turn().Seat))
	}
	return values
}

// best returns the place of the largest, of equal ones the first.
func best(gains []float64) (best int) {
	for i := range gains {
		if gains[i] > gains[best]+1e-9 {
			best = i
		}
	}
	return best
}

// golden compares a file of positions, packed or not, with what they are now.
func golden(t *testing.T, file string, list []Position) {
	t.Helper()
	var want bytes.Buffer
	if err := WritePositions(&want, list); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(file, ".gz") {
		rulestest.Golden(t, file, want.String())
		return
	}
	packed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	from, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	is, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	if plain := filepath.Join(t.TempDir(), "plain.jsonl"); !*rulestest.Update {
		if err := os.WriteFile(plain, is, 0o644); err != nil {
			t.Fatal(err)
		}
		rulestest.Golden(t, plain, want.String()) // it says where they part
	} else if want.String() != string(is) {
		var to bytes.Buffer
		w, err := gzip.NewWriterLevel(&to, gzip.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(want.Bytes()); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Close(), os.WriteFile(file, to.Bytes(), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
}

// The barn's positions and values are those that playing everything out gives now.
func TestTheBarnIsExact(t *testing.T) {
	golden(t, "positions/barn.jsonl.gz", drawn(t, "barn", 160, 0.15))
}

// A puzzle is a position where one option is best and a tempting one is not: the first such on the way of best play.
func TestPuzzlesAreExact(t *testing.T) {
	found := map[string][]Position{}
	for _, name := range []string{"spear", "bow", "sword"} {
		found[name] = drawn(t, name, 200, 0.4)
	}
	var list []Position
	for _, c := range []struct{ id, encounter, about, best, not string }{
		{"rest-on-a-parry", "spear", "Energy that is left is worth a reserved parry.", "reserve parry", "end the breath"},
		{"no-thrust-into-a-guard", "spear", "A thrust into a guard that strikes back is worse than none.", "take up spear wall", "yari thrust"},
		{"no-stance-for-a-parry", "spear", "At the end a parry is worth more than a stance.", "reserve parry", "take up guard stance"},
		{"strike-before-the-bell", "spear", "A round that is closed with Energy left is a blow not struck.", "thrust", "end the breath"},
		{"nock-first", "bow", "An arrow nocked first flies better than two in haste.", "nock", "light arrow"},
		{"nock-before-the-bell", "bow", "Energy for an arrow is Energy for nocking it.", "nock", "close the round"},
		{"loose-before-the-bell", "bow", "An arrow kept is an arrow wasted.", "light arrow", "close the round"},
		{"cut-where-it-is-soft", "sword", "Which blow suits depends on what it has to pass.", "horizontal cut", "thrust"},
		{"parry-before-the-thrust", "sword", "Who is to be struck next keeps the blade up.", "reserve parry", "thrust"},
		{"take-what-you-reserved", "sword", "A parry that is paid for is used.", "parry (reserved)", "take the blow"},
	} {
		at := -1
		for i, p := range found[c.encounter] {
			if at >= 0 {
				break
			}
			gains := gains(t, p)
			top := best(gains)
			if !strings.HasPrefix(p.Options[top], c.best) {
				continue
			}
			for n, words := range p.Options {
				if strings.HasPrefix(words, c.not) && gains[top]-gains[n] > 0.015 {
					at = i
				}
			}
		}
		if at < 0 {
			t.Errorf("%s: nowhere is %q best and %q not", c.id, c.best, c.not)
			continue
		}
		p := found[c.encounter][at]
		p.ID, p.Source, p.About = c.id, "puzzle", c.about
		list = append(list, p)
	}
	golden(t, "positions/puzzles.jsonl", list)
}

// The solver and plain recursion over every position, two programs that share nothing but the rules, know the same
// values, of every position.
func TestTheSolverKnowsTheSame(t *testing.T) {
	for _, name := range []string{"barn", "spear", "bow", "sword"} {
		text, err := os.ReadFile("positions/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		table, err := agent.Solve(t.Context(), begin(t, string(text), 1), search.SolveLimits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range drawn(t, name, 60, 0.3) {
			values, ok := table.Options(begin(t, p.Position, 1))
			if !ok {
				t.Fatalf("%s: not in the table", p.ID)
			}
			for i := range p.Values {
				if math.Abs(values[i]-p.Values[i]) > 1e-9 {
					t.Errorf("%s: %q is worth %v in the table, want %v", p.ID, p.Options[i], values[i], p.Values[i])
				}
			}
		}
	}
}
