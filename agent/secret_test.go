package agent

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// hide is a fight of hide and seek: Aka strikes high or low unseen, Kojiro guards, and a guard in the wrong place costs a
// Wound, of which he has two, or both if the blow was low. Three blows, and who still stands has won.
type hide struct{ rules.System[hideState] }

type hideState struct{ Wounds, Blow, Phase, Low uint8 }

const (
	hideStrike = iota // Aka, in secret
	hideGuard         // Kojiro
	hideOver
)

const (
	doHigh = iota
	doLow
	guardHigh
	guardLow
)

var hideWords = []string{"high", "low", "guard high", "guard low"}

func (hide) Side(x rules.Seat) rules.Side { return rules.Side(1 - x) }

func (hide) Turn(s *hideState) rules.Turn {
	switch s.Phase {
	case hideStrike:
		return rules.Turn{Kind: rules.Commit, Seat: 1, Begins: true}
	case hideGuard:
		return rules.Turn{Kind: rules.Decide, Seat: 0}
	}
	return rules.Turn{Seat: rules.Nobody}
}

func (hide) Actions(s *hideState, buf []rules.Action) []rules.Action {
	for i := range uint16(2) {
		buf = append(buf, rules.Action{Do: i + 2*uint16(s.Phase), At: rules.Nobody})
	}
	return buf
}

func (hide) Odds(*hideState, []rules.Odds) []rules.Odds { panic("there are no dice") }

func (hide) Play(s *hideState, a rules.Action, log *rules.Log) {
	if a.Do <= doLow {
		s.Phase, s.Low = hideGuard, uint8(a.Do)
		return
	}
	if s.Low != uint8(a.Do-guardHigh) {
		s.Wounds -= min(s.Wounds, 1+s.Low)
	}
	s.Phase, s.Low, s.Blow = hideStrike, 0, s.Blow+1
	if s.Wounds == 0 || s.Blow == 3 {
		s.Phase = hideOver
	}
}

func (hide) Score(s *hideState) float64 {
	switch {
	case s.Phase != hideOver:
		return 0.2 * (1 - float64(s.Wounds))
	case s.Wounds == 0:
		return 1
	}
	return -1
}

func (hide) Veil(s *hideState) hideState {
	v := *s
	if s.Phase == hideGuard {
		v.Phase, v.Low = hideStrike, 0
	}
	return v
}

func (g hide) Hooks() rules.Hooks[hideState] { return rules.Hooks[hideState]{Veil: g.Veil} }

func (hide) Harm(s *hideState) [2]int { return [2]int{1: 2 - int(s.Wounds)} }

func (hide) Start() hideState { return hideState{Wounds: 2} }
func (hide) Roster() []rules.Fighter {
	return []rules.Fighter{{Name: "Kojiro", Side: 1, Team: "Sasaki"}, {Name: "Aka", Side: 0, Team: "oni"}}
}
func (hide) Board(*hideState) rules.Board               { return rules.Board{Stands: make([]rules.Stand, 2)} }
func (hide) Round(*hideState) int                       { return 1 }
func (hide) SetRound(*hideState, int)                   {}
func (hide) Rounds() int                                { return 0 }
func (hide) Format(_ *hideState, a rules.Action) string { return hideWords[a.Do] }
func (hide) Phase(*hideState, rules.Action) string      { return "attack" }
func (hide) Cost(*hideState, rules.Action) int          { return 0 }
func (hide) Check(*hideState) rules.Check               { return rules.Check{} }
func (hide) Sheet(*hideState, rules.Seat) rules.Sheet   { return nil }
func (hide) Position(s *hideState, since ...book.Move) ([]byte, error) {
	return fmt.Append(nil, *s, since), nil
}
func (hide) Since() (hideState, []book.Move)                  { return hide{}.Start(), nil }
func (hide) Edit(*hideState, string, *rules.Log) error        { return nil }
func (hide) Motive(*hideState, rules.Action) (m rules.Motive) { return m }
func (hide) End(*hideState, rules.Side, string, *rules.Log)   {}
func (hide) Read(*hideState, []int) (a rules.Action, _ error) { return a, nil }

func (hide) Pack(s *hideState, buf []byte) []byte {
	return append(buf, s.Wounds, s.Blow, s.Phase, s.Low)
}

func (hide) Unpack(packed []byte, s *hideState) error {
	*s = hideState{packed[0], packed[1], packed[2], packed[3]}
	return nil
}

// atGuard are fights that wait for Kojiro's guard: the one with a high blow hidden, the other with a low one.
func atGuard(t *testing.T, seed uint64) (fights [2]*fight.Fight) {
	t.Helper()
	for i := range fights {
		fights[i] = fight.New[hideState](hide{}, fight.Header{Seed: seed, Encounter: []byte(`{}`)})
		if _, err := fights[i].Play(rules.Action{Do: uint16(i), At: rules.Nobody}); err != nil {
			t.Fatal(err)
		}
	}
	return fights
}

// at returns a fight's position joined with the search, and its playouts.
func at(f *fight.Fight) (*player, *Playouts) {
	bound := func() *player { return newPlayer(&book.About{}, f.Moment, f.Header(), newSearcher[hideState]) }
	r := newPlayouts(bound(), f.Moment)
	r.now = f.Moment
	return bound(), r
}

func solvedHide(t *testing.T, f *fight.Fight) *Solved {
	t.Helper()
	start := fight.New[hideState](hide{}, f.Header())
	sol, err := search.Solve[hideState](t.Context(), hide{}, hide{}.Start(), search.SolveLimits{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := newTablebase(&solved[hideState]{now: start.Moment, game: hide{}, Solution: sol}, f)
	if err != nil {
		t.Fatal(err)
	}
	return &Solved{Tablebase: table}
}

// Swapping the secret behind one declaration changes nothing: not what any agent answers, whatever the seed, nor one byte
// of what it would be advised.
func TestNoAnswerKnowsTheSecret(t *testing.T) {
	for seed := range uint64(40) {
		fights := atGuard(t, seed)
		lim := search.Limits{Nodes: 500}
		for _, a := range []Agent{Random{}, Greedy{}, &Search{Limits: lim}, &Search{Limits: search.Limits{}}, solvedHide(t, fights[0])} {
			var got [2]rules.Action
			for i, f := range fights {
				_, h := at(f)
				d, err := h.resolve(t.Context(), a, seed, 2, false)
				if got[i] = d.Action; err != nil {
					t.Fatalf("%v: %v", a, err)
				}
			}
			if got[0] != got[1] {
				t.Errorf("seed %d: %v answers %v to a high blow and %v to a low one", seed, a, got[0], got[1])
			}
		}
		var advised [2]string
		for i, f := range fights {
			p, _ := at(f)
			a, err := searchAdvice(t.Context(), f, View{player: p}, lim, book.Character{})
			if err != nil {
				t.Fatal(err)
			}
			advised[i] = fmt.Sprintf("%+v", a)
		}
		if advised[0] != advised[1] {
			t.Fatalf("advised\n%s\nand\n%s", advised[0], advised[1])
		}
		looked, _ := at(fights[0])
		r, _ := looked.search(t.Context(), lim, nil)
		low, high, err := solvedHide(t, fights[0]).Tablebase.Bounds(fights[1])
		if v := (r.Value + 1) / 2; err != nil || v < low-1e-12 || v > high+1e-12 {
			t.Fatalf("found %v, looked up %v to %v: %v", v, low, high, err)
		}
	}
}

// Many draws come to the mix, the same for search and table, and the same draw is made by an agent in a fight and in the
// ring, at the secret and at its answer.
func TestAgentsDrawFromTheMix(t *testing.T) {
	t.Parallel()
	fights := rulestest.Few(1000, 4000)
	start := fight.New[hideState](hide{}, fight.Header{Encounter: []byte(`{}`)})
	p, _ := at(start)
	r, err := p.search(t.Context(), search.Limits{Nodes: 5000}, nil)
	if err != nil || !r.Solved || !r.IsMixed() {
		t.Fatalf("%+v, %v", r, err)
	}
	known := solvedHide(t, start)
	count := map[string]map[rules.Action]float64{}
	for seed := range uint64(fights) {
		for _, a := range []Agent{&Search{Limits: search.Limits{Nodes: 5000}}, known} {
			kind, _, _ := strings.Cut(a.String(), " ")
			f := fight.New[hideState](hide{}, fight.Header{Seed: seed, Encounter: []byte(`{}`)})
			for range 2 {
				p, h := at(f)
				d, err := h.resolve(t.Context(), a, seed, len(f.Steps())+1, false)
				got := d.Action
				if err != nil {
					t.Fatal(err)
				}
				var again rules.Action
				again, err = a.Choose(t.Context(), View{player: p, seed: seed, step: len(f.Steps())})
				if again != got || err != nil {
					t.Fatalf("seed %d: %v chooses %v in the ring and %v in the fight: %v", seed, a, got, again, err)
				}
				if count[kind] == nil {
					count[kind] = map[rules.Action]float64{}
				}
				count[kind][got]++
				if _, err := f.Play(got); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	sides := []search.Result{r}
	next := atGuard(t, 1)
	p, _ = at(next[1])
	answer, _ := p.search(t.Context(), search.Limits{Nodes: 5000}, nil)
	for kind, drawn := range count {
		for _, r := range append(sides, answer) {
			for _, o := range r.Options {
				got, sigma := drawn[o.Action]/float64(fights), math.Sqrt(o.Mix*(1-o.Mix)/float64(fights))
				if math.Abs(got-o.Mix) > 4*sigma+1e-9 {
					t.Errorf("%s draws %s with %v, want %v", kind, hideWords[o.Action.Do], got, o.Mix)
				}
			}
		}
	}
}

// Advice on a secret and on its answer shows the mix, the plan, and a reason that holds for a mix.
func TestAdviceShowsTheMix(t *testing.T) {
	start := fight.New[hideState](hide{}, fight.Header{Encounter: []byte(`{}`)})
	for _, f := range []*fight.Fight{start, atGuard(t, 1)[0]} {
		p, _ := at(f)
		a, err := searchAdvice(t.Context(), f, View{player: p}, search.Limits{Nodes: 5000}, book.Character{})
		if err != nil {
			t.Fatal(err)
		}
		r, _ := p.search(t.Context(), search.Limits{Nodes: 5000}, nil)
		sum := 0.0
		for i, s := range a.Mix {
			sum += s.P
			if s.Do != a.Options[i].Do || s.P != r.Options[i].Mix {
				t.Errorf("%s: share %v of %v", a.Seat, s, r.Options[i])
			}
		}
		if math.Abs(sum-1) > 1e-9 || len(a.Mix) != 2 || a.Best != a.Mix[0].Do || a.Win != win(r.Value, f.Side(f.Turn().Seat)) ||
			a.Plan[0] != a.Best || !drawn(a) || len(a.Options[0].PV) == 0 || a.Options[0].PV[0] != a.Best {
			t.Errorf("%+v", a)
		}
	}
}

// drawn reports whether the reason of an advice says that it is drawn by lot, why, and with what chance each.
func drawn(a Advice) bool {
	for _, s := range a.Mix {
		if !strings.Contains(a.Why, fmt.Sprintf("%q %s", s.Do, dice.InHundred(s.P))) {
			return false
		}
	}
	return strings.HasPrefix(a.Why, "Drawn by lot on purpose") && strings.Contains(a.Why, "foresee") &&
		strings.HasSuffix(a.Why, "would be punished.")
}

// Where one secret is right whatever is answered, nothing is said to be drawn.
func TestWhatIsNotDrawnIsNotSaidToBe(t *testing.T) {
	start := fight.New[hideState](hide{}, fight.Header{Encounter: []byte(`{}`)})
	a := Advice{Options: make([]Choice, 2), Mix: []Share{{"low", 1}}}
	if says := explainMix(start, a); strings.Contains(says, "Drawn by lot") || !strings.Contains(says, "nothing else is worth more") {
		t.Error(says)
	}
}

// Greedy at a secret takes what does best against an even answer, at an answer what does best against an even secret.
func TestGreedyWeighsTheOtherSideEvenly(t *testing.T) {
	start := fight.New[hideState](hide{}, fight.Header{Encounter: []byte(`{}`)})
	p, _ := at(start)
	if got := p.greedy(p.Actions()); got.Do != doLow {
		t.Errorf("it strikes %s: low costs two Wounds half the time, high one", hideWords[got.Do])
	}
	p, _ = at(atGuard(t, 1)[0])
	if got := p.greedy(p.Actions()); got.Do != guardLow {
		t.Errorf("its answer is to %s: a low blow is the worse one to let through", hideWords[got.Do])
	}
}
