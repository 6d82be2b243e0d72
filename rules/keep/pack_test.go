package keep

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
	"kokyu/search"
	"kokyu/search/searchtest"
)

// worths are what positions of a duel are worth, each played out to the end of every line by itself, and by how they are packed.
type worths struct {
	t      *testing.T
	g      *Game
	known  map[State]float64
	packed map[string]State
}

func (w *worths) of(s State) (v float64) {
	turn := w.g.Turn(&s)
	if turn.Kind == rules.Over {
		return w.g.Score(&s) + 0.01*float64(s.seats[1].wounds) - 0.01*float64(s.seats[0].wounds) // every blow counts
	}
	if v, ok := w.known[s]; ok {
		return v
	}
	if turn.Kind == rules.Chance {
		for _, o := range w.g.Odds(&s, nil) {
			v += o.P * w.after(s, o.Action)
		}
		return v // dice lie between decisions
	}
	v = math.Inf(-1)
	sign := 1 - 2*float64(w.g.Side(turn.Seat))
	for _, a := range w.g.Actions(&s, nil) {
		v = max(v, sign*w.after(s, a))
	}
	v *= sign
	w.known[s] = v
	w.compare(s, v)
	return v
}

func (w *worths) after(s State, a rules.Action) float64 {
	w.g.Play(&s, a, nil)
	return w.of(s)
}

// compare wants a position to be worth what the first that was packed alike is.
func (w *worths) compare(s State, v float64) {
	key := string(w.g.Pack(&s, []byte{s.round}))
	first, ok := w.packed[key]
	if !ok {
		w.packed[key] = s
		return
	}
	if want := w.known[first]; math.Abs(v-want) > 1e-12 {
		w.t.Fatalf("packed alike are\n%+v\nworth %.12f, and\n%+v\nworth %.12f", first, want, s, v)
	}
}

// ending is the end of a duel between two alike: a blow or two left to bear, and few rounds.
type ending struct {
	row, ground, rulings string
	second               int // Bea's Initiative Value; Ann's is 20
	wounds               uint8
	rounds               int
}

func (e ending) begin(t *testing.T) (*Game, State) {
	t.Helper()
	line := func(value int) string { return fmt.Sprintf("initiative: %d, stance: chosen", value) }
	g := setup{us: []man{{name: "Ann", row: e.row, line: line(20)}}, them: []man{{name: "Bea", row: e.row, line: line(e.second)}},
		ground: e.ground, rulings: e.rulings, more: fmt.Sprintf("rounds: %d", e.rounds)}.game(t)
	s := g.Start()
	s.seats[0].wounds, s.seats[1].wounds = e.wounds, e.wounds
	return g, s
}

const (
	able = "attributes: {agility: 3}, rank: 1, skills: {weapon samurai: 5, chain: 5, jujutsu: 2}, "
	mild = `raise cap: void, focused effects: "no", quiet rounds: 1`
	hard = "raise cap: void, quiet rounds: 2"
)

var endings = map[string]ending{
	"swords":                      {able + "void: 1", `[".."]`, mild, 10, 30, 2},
	"the Void stance comes first": {able + "void: 1", `[".."]`, mild, 18, 30, 3},
	"disarmed":                    {able + "void: 3", `[".."]`, mild, 18, 30, 2},
	"struck parts":                {able + "void: 1", `[".."]`, hard, 10, 30, 2},
	"three squares":               {able + "void: 1", `["..."]`, mild, 10, 30, 2},
	"Void Points":                 {able + "void: 1, void points: 1", `[".."]`, mild, 18, 29, 1},
	"knives":                      {able + "void: 1, weapons: [aiguchi, aiguchi]", `[".."]`, mild, 18, 29, 1},
	"a chain":                     {able + "void: 1, weapons: [kusarigama]", `[".."]`, mild, 18, 29, 2},
}

// Whatever a packed position leaves out changes nothing: positions packed alike are worth the same, and some are.
func TestPositionsPackedAlikeAreWorthTheSame(t *testing.T) {
	for name, e := range endings {
		t.Run(name, func(t *testing.T) {
			if !rulestest.Long() && slices.Contains([]string{"a chain", "the Void stance comes first", "three squares"}, name) {
				t.Skip("takes seconds")
			}
			g, s := e.begin(t)
			w := &worths{t: t, g: g, known: map[State]float64{}, packed: map[string]State{}}
			w.of(s)
			if len(w.packed) == len(w.known) {
				t.Errorf("%d positions, and no two are packed alike", len(w.known))
			}
			t.Logf("%d positions, packed %d", len(w.known), len(w.packed))
		})
	}
}

// A solution knows every position of a duel, those between a call and its roll among them.
func TestASolvedDuelKnowsEveryPosition(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	names := []string{"knives"}
	if rulestest.Long() {
		names = append(names, "swords", "the Void stance comes first")
	}
	for _, name := range names {
		g, s := endings[name].begin(t)
		sol, err := search.Solve(t.Context(), search.Solvable[State](g), s, search.SolveLimits{})
		if err != nil {
			t.Fatal(err)
		}
		searchtest.Whole(t, search.Solvable[State](g), s, sol)
	}
}
