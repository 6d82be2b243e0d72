package evals

import (
	"os"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/breath"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
)

// skirmish is a duel small enough to know all of.
var skirmish = func() string {
	text, err := os.ReadFile("positions/barn.yaml")
	if err != nil {
		panic(err)
	}
	return string(text)
}()

// truth is exact values by plain recursion over everything that can happen, remembered by position.
type truth struct {
	game   *breath.Game
	values map[breath.State]float64
}

// solved knows every position of a fight. Afterwards it is only read.
func solved(t testing.TB, f *fight.Fight) *truth {
	t.Helper()
	sys, s, ok := fight.At[breath.State](f)
	if !ok {
		t.Fatal("a fight of another system")
	}
	k := &truth{game: sys.(*breath.Game), values: map[breath.State]float64{}}
	k.value(s)
	return k
}

func (k *truth) value(s breath.State) float64 {
	if v, ok := k.values[s]; ok {
		return v
	}
	if len(k.values) > 200_000 {
		panic("too large to know all of")
	}
	v := 0.0
	switch turn := k.game.Turn(&s); turn.Kind {
	case rules.Over:
		v = (k.game.Score(&s) + 1) / 2
	case rules.Chance:
		for _, o := range k.game.Odds(&s, nil) {
			next := s
			k.game.Play(&next, o.Action, nil)
			v += float64(o.P * k.value(next)) // the same bits everywhere
		}
	default:
		for i, a := range k.game.Actions(&s, nil) {
			next := s
			k.game.Play(&next, a, nil)
			w := k.value(next)
			if i == 0 || (w > v) == (k.game.Side(turn.Seat) == 0) {
				v = w
			}
		}
	}
	k.values[s] = v
	return v
}

func (k *truth) Value(f *fight.Fight) (float64, bool) {
	_, s, ok := fight.At[breath.State](f)
	v, known := k.values[s]
	return v, ok && known
}

func (k *truth) Options(f *fight.Fight) (values []float64, ok bool) {
	for _, o := range f.Options() {
		after, err := f.After(o.Action)
		if err != nil {
			return nil, false
		}
		v, known := k.Value(after)
		if !known {
			return nil, false
		}
		values = append(values, v)
	}
	return values, true
}

// begin returns a fight of a text, or of a built-in encounter.
func begin(t testing.TB, encounter string, seed uint64) *fight.Fight {
	t.Helper()
	data := []byte(encounter)
	if text, ok := rows.Shipped.Encounter(encounter); ok {
		data = text
	}
	f, err := agent.Builtin().NewFight("test.yaml", data, agent.Setup{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

var _ Truth = (*truth)(nil)
