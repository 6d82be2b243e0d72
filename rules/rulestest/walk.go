package rulestest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
)

// Chances returns the outcomes of a turn with their chances, or its decisions, each with the chance 1.
func Chances[S comparable](sys rules.System[S], st *S) map[rules.Action]float64 {
	all := map[rules.Action]float64{}
	switch sys.Turn(st).Kind {
	case rules.Over:
	case rules.Chance:
		for _, o := range sys.Odds(st, nil) {
			all[o.Action] = o.P
		}
	default:
		for _, a := range sys.Actions(st, nil) {
			all[a] = 1
		}
	}
	return all
}

// AnyMove picks a decision, or a throw by its odds.
func AnyMove[S comparable](r *rand.Rand, sys rules.System[S], st *S) rules.Action {
	if sys.Turn(st).Kind != rules.Chance {
		legal := sys.Actions(st, nil)
		return legal[r.IntN(len(legal))]
	}
	return rules.Draw(sys.Odds(st, nil), r.Float64())
}

// VisitReached calls each with every position of random fights.
func VisitReached[S comparable](sys rules.System[S], fights int, each func(st S)) {
	for n := range fights {
		r := rand.New(rand.NewPCG(7, uint64(n)))
		st := sys.Start()
		for range 3000 { // the suite has a law for games that never end
			each(st)
			if sys.Turn(&st).Kind == rules.Over {
				break
			}
			sys.Play(&st, AnyMove(r, sys, &st), nil)
		}
	}
}

// SeatMap returns a function that returns the seat in another encounter with the same name.
func SeatMap[S comparable](from, to rules.System[S]) func(rules.Seat) rules.Seat {
	ours, theirs := from.Roster(), to.Roster()
	return func(seat rules.Seat) rules.Seat {
		if seat == rules.Nobody {
			return seat
		}
		return rules.Seat(slices.IndexFunc(theirs, func(f rules.Fighter) bool { return f.Name == ours[seat].Name }))
	}
}

// Choices makes choices from bytes, so that a fuzzer changes a fight by changing bytes. When they are used up it draws
// from Rest.
type Choices struct {
	Data []byte
	Rest *rand.Rand
}

// NewChoices returns choices that draw from a fixed seed when the bytes are used up.
func NewChoices(data []byte) *Choices { return &Choices{data, rand.New(rand.NewPCG(1, 2))} }

// Of chooses one of n things.
func (c *Choices) Of(n int) int {
	if n <= 0 {
		return 0
	}
	if len(c.Data) == 0 {
		return c.Rest.IntN(n)
	}
	b := c.Data[0]
	c.Data = c.Data[1:]
	return int(b) % n
}

// Next chooses a decision, or the faces of dice, which it also returns.
func Next[S comparable](c *Choices, sys rules.System[S], st *S) (a rules.Action, faces []int, err error) {
	if sys.Turn(st).Kind != rules.Chance {
		legal := sys.Actions(st, nil)
		return legal[c.Of(len(legal))], nil, nil
	}
	// Faces and not outcomes are chosen, so that a fuzzer also tries how a system reads real dice.
	faces = rules.Throw(sys, st, func(sides int) int { return 1 + c.Of(sides) })
	a, err = sys.Read(st, faces)
	return a, faces, err
}

// Watch plays up to steps steps that c chooses, and calls look with each position. If load is not nil, it also prints
// and reads back one position in 53, which takes far longer than a step.
func Watch[S comparable](t testing.TB, sys rules.System[S], c *Choices, steps int, look func(st *S) error,
	load func(file []byte) (rules.System[S], error)) {
	t.Helper()
	// at has the moves up to st, from which the file of its position is made.
	st, at := sys.Start(), rules.StartPath(sys)
	var said []string
	for n := range steps {
		if err := look(&st); err != nil {
			file, _ := at.Position(sys)
			t.Fatalf("step %d: %v\nafter %s\n%+v\n%s", n, err, strings.Join(said, " · "), st, file)
		}
		if sys.Turn(&st).Kind == rules.Over {
			return
		}
		if n%53 == 20 && load != nil {
			if wrong := readAgain(sys, at, st, load); wrong != "" {
				t.Fatal(wrong)
			}
		}
		a, faces, err := Next(c, sys, &st)
		if err != nil {
			t.Fatalf("step %d: %v", n, err)
		}
		said = append(said, sys.Format(&st, a))
		quiet := st
		var log rules.Log
		sys.Play(&st, a, &log)
		// A search plays without a log, which must not change what happens.
		if sys.Play(&quiet, a, nil); quiet != st {
			t.Fatalf("step %d: %s leads elsewhere without a log", n, said[len(said)-1])
		}
		move := book.Move{Roll: faces}
		if len(faces) == 0 {
			move.Do = said[len(said)-1]
		}
		at = at.WithMove(sys, &st, move)
	}
}

// SameAgain fails a test unless the start of a game, printed as a position, loads as an equal one and prints the same.
func SameAgain[S comparable](t testing.TB, sys rules.System[S], load func(file []byte) (rules.System[S], error)) {
	t.Helper()
	if wrong := readAgain(sys, rules.StartPath(sys), sys.Start(), load); wrong != "" {
		t.Fatal(wrong)
	}
}

// readAgain prints a position and reads it again, and returns what is wrong then; empty for nothing.
func readAgain[S comparable](sys rules.System[S], p rules.Path[S], st S,
	load func(file []byte) (rules.System[S], error)) string {
	file, err := p.Position(sys)
	if err != nil {
		return fmt.Sprintf("Position: %v", err)
	}
	read, err := load(file)
	if err != nil {
		return fmt.Sprintf("the position does not load: %v\n%s", err, file)
	}
	back := read.Start()
	if back != st {
		return fmt.Sprintf("the position loads as\n\t%+v, want\n\t%+v\n%s", back, st, file)
	}
	if twice, err := rules.StartPath(read).Position(read); err != nil || !bytes.Equal(twice, file) {
		return fmt.Sprintf("the loaded position prints otherwise (%v):\n%s\nwant:\n%s", err, twice, file)
	}
	return ""
}
