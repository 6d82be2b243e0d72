package tempo

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// The initiative, thrown from the seed or at a table.

// R-TP-28: the highest prismatic result and Reactions wins the initiative, ties go to the higher Reactions, then to an even
// draw: the odds are those of throwing for everyone.
// TP-03.
func TestTheInitiativeIsWonAsOftenAsItIsThrown(t *testing.T) {
	for _, rated := range [][]int{{4, 4, 4}, {2, 4, 3}, {3, 3, 5}, {5, 3, 3}, {1, 2, 2}} {
		t.Run(fmt.Sprint(rated), func(t *testing.T) {
			row := func(i int) string { return fmt.Sprintf("skills: {reactions: %d}", rated[i]) }
			sc := setup{us: []man{{name: "Ann", row: row(0)}, {name: "Cat", row: row(1)}}, them: []man{{name: "Bea", row: row(2)}}, rulings: "initiative: rolled"}
			g, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
			if err != nil {
				t.Fatal(err)
			}
			var want [3]float64
			var thrown [3]int
			var count func(seat int, p float64)
			count = func(seat int, p float64) {
				if seat < 3 {
					for n := range 70 {
						thrown[seat] = n
						count(seat+1, p*math.Pow(5.0/6, float64(n))/6)
					}
					return
				}
				best := []int{0}
				for i := 1; i < 3; i++ {
					switch d := thrown[i] + rated[i] - thrown[best[0]] - rated[best[0]]; {
					case d > 0 || d == 0 && rated[i] > rated[best[0]]:
						best = []int{i}
					case d == 0 && rated[i] == rated[best[0]]:
						best = append(best, i)
					}
				}
				for _, i := range best {
					want[i] += p / float64(len(best))
				}
			}
			count(0, 1)
			s := g.Start()
			for _, o := range g.Odds(&s, nil) {
				if i := o.Action.At; math.Abs(o.P-want[i]) > 1e-4 {
					t.Errorf("%s wins with the chance %v, counting says %v", g.name(int(i)), o.P, want[i])
				}
				want[o.Action.At] = 0
			}
			if want != [3]float64{} {
				t.Errorf("left out: %v", want)
			}
		})
	}
}

// R-TP-28: thrown from the seed, the initiative goes to the highest of result and Reactions, or to one of the even as the draw
// says.
func TestTheSeedThrowsForTheInitiative(t *testing.T) {
	names, drawn := []string{"Ann", "Cat", "Bea"}, 0
	for _, row := range []string{"skills: {reactions: 4}", "skills: {reactions: 1}"} {
		sc := setup{us: []man{{name: "Ann", row: "skills: {reactions: 4}"}, {name: "Cat", row: row}},
			them: []man{{name: "Bea", row: "skills: {reactions: 2}"}}, rulings: "initiative: rolled"}
		for seed := range uint64(120) {
			b := sc.begin(t)
			step, err := b.f.Again(seed).Roll()
			if err != nil {
				t.Fatal(err)
			}
			g, s, _ := b.position()
			var even []int
			for i, n := range step.Roll[:3] {
				switch best := total(g, even, step.Roll); {
				case total(g, []int{i}, step.Roll) > best:
					even = []int{i}
				case total(g, []int{i}, step.Roll) == best:
					even = append(even, i)
				}
				if n < 0 {
					t.Errorf("a result of %d", n)
				}
			}
			winner := even[0]
			if len(step.Roll) == 4 {
				winner = even[step.Roll[3]-1]
				drawn++
			} else if len(even) > 1 || len(step.Roll) != 3 {
				t.Errorf("%v are thrown where %v are even", step.Roll, even)
			}
			if got := step.Events[0]; got.Kind != "initiative" || got.Seat != names[winner] {
				t.Errorf("of %v the winner is %+v, want %s", step.Roll, got, names[winner])
			}
			if a, err := g.Read(&s, step.Roll); err != nil || int(a.At) != winner {
				t.Errorf("%v is read as %+v (%v), want %s", step.Roll, a, err, names[winner])
			}
		}
	}
	if drawn == 0 {
		t.Error("nobody was ever even")
	}
}

// total returns what the first of some seats has thrown, Reactions added and, for ties, counted again as the smallest part.
func total(g *Game, seats, thrown []int) int {
	if len(seats) == 0 {
		return -1
	}
	r := int(g.seats[seats[0]].skills[reactions])
	return 1000*(thrown[seats[0]]+r) + r
}

// R-TP-28: what a table throws for the initiative must be that: a result for each, and a draw where it takes one.
func TestWhatIsNoThrowForTheInitiative(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", row: "skills: {reactions: 4}"}, {name: "Cat", row: "skills: {reactions: 4}"}},
		them: []man{{name: "Bea", row: "skills: {reactions: 2}"}}, rulings: "initiative: rolled"}
	for _, c := range []struct {
		thrown d
		want   string // the winner, or what is wrong
	}{
		{d{1, 2}, "2 numbers, want a prismatic result for each of 3"},
		{d{1, 2, 3, 1, 1}, "5 numbers, want a prismatic result for each of 3"},
		{d{1, -1, 0}, "want"},
		{d{200, 0, 0}, "Ann"},
		{d{0, 0, 200}, "Bea"},
		{d{201, 0, 0}, "result 1 is 201, want 0 to 200"},
		{d{1, 2, 0}, "Cat"},
		{d{1, 1, 4}, "Bea"},
		{d{2, 0, 4}, "Ann"},
		{d{1, 2, 0, 1}, "a draw where nobody is even, want 3 results"},
		{d{2, 2, 0}, "2 are even, want one number more: a draw from 1 to 2"},
		{d{2, 2, 0, 0}, "the draw shows 0, want 1 to 2"},
		{d{2, 2, 0, 3}, "the draw shows 3, want 1 to 2"},
		{d{2, 2, 0, 1}, "Ann"},
		{d{2, 2, 0, 2}, "Cat"},
	} {
		step, err := sc.begin(t).f.Dice(c.thrown...)
		switch {
		case err != nil && (len(c.want) == 3 || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%v: %v, want %s", c.thrown, err, c.want)
		case err == nil && step.Events[0].Seat != c.want:
			t.Errorf("%v: %+v, want %s", c.thrown, step.Events[0], c.want)
		}
	}
}

// R-TP-64: by rating there is nothing to throw but a draw among the highest, one number.
func TestByRatingTheHighestDraw(t *testing.T) {
	sc := setup{us: []man{{name: "Ann", row: "skills: {reactions: 2}"}, {name: "Cat", row: "skills: {reactions: 4}"}},
		them: []man{{name: "Bea", row: "skills: {reactions: 4}"}}, rulings: "initiative: by rating, beginner: chosen"}
	for _, c := range []struct {
		drawn d
		want  string // the winner, or what is wrong
	}{{d{1}, "Cat"}, {d{2}, "Bea"}, {d{0}, "want one number from 1 to 2"}, {d{3}, "want one number from 1 to 2"}, {d{1, 1}, "want one number from 1 to 2"}} {
		step, err := sc.begin(t).f.Dice(c.drawn...)
		switch {
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%v: %v, want %s", c.drawn, err, c.want)
		case err == nil && step.Events[0].Seat != c.want:
			t.Errorf("%v: %+v, want %s", c.drawn, step.Events[0], c.want)
		}
	}
	for seed := range uint64(20) {
		step, err := sc.begin(t).f.Again(seed).Roll()
		if err != nil || len(step.Roll) != 1 || step.Roll[0] < 1 || step.Roll[0] > 2 {
			t.Errorf("the seed throws %v (%v), want 1 or 2", step.Roll, err)
		}
	}
}
