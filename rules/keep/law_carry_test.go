package keep

import (
	"reflect"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
)

// What is taken from fight to fight, and what ends one.

// weary is Ann with 5 Wounds and one Void Point of three, Bea a mook who is Out.
func weary(t *testing.T) (*Game, State) {
	b := duel(t, "void points: 3, hungry days: 2", "mook: true")
	g, s := b.position()
	s.seats[0].wounds, s.seats[0].voidPoints = 5, 1
	s.seats[1].wounds = 37 // Out, of Earth 3
	return g, s
}

// Wounds and Void Points are taken out of a fight; a mook has no Void Points.
// RK-54. R-RK-41, R-RK-77.
func TestWoundsAndVoidPointsAreCarriedOn(t *testing.T) {
	g, s := weary(t)
	three := book.Body{Earth: 3, Stamina: 3, Willpower: 3, Rank: 1}
	mook := three
	mook.Mook = true
	for i, want := range []book.CarryOver{
		{Who: "the ann", Wounds: new(5), Void: &book.Pool{Left: 1, Of: 3}, HungryDays: 2, Body: &three},
		{Who: "the bea", Wounds: new(37), Down: true, Body: &mook},
	} {
		if got := g.CarryOut(&s, rules.Seat(i), nil); !reflect.DeepEqual(got, want) {
			t.Errorf("%s takes %+v along, want %+v", g.name(i), got, want)
		}
	}
}

// They are brought into the next fight, as far as one can stand there with them.
// RK-54, RK-67.
func TestWhatIsCarriedIsBroughtAlong(t *testing.T) {
	g, s := weary(t)
	last := 51 // of Earth 3 one is Out from 52 on
	for _, c := range []struct {
		in           book.CarryOver
		wounds, void uint8
		wrong        int
	}{
		{book.CarryOver{Wounds: new(7), Void: &book.Pool{Left: 2, Of: 3}}, 7, 2, 0},
		{book.CarryOver{Wounds: new(0), Void: &book.Pool{Left: 3}}, 0, 3, 0},
		{book.CarryOver{Wounds: &last}, 51, 1, 0},
		{book.CarryOver{Void: &book.Pool{}}, 5, 0, 0},
		{book.CarryOver{}, 5, 1, 0},
		{book.CarryOver{Wounds: new(52)}, 0, 1, 1},
		{book.CarryOver{Void: &book.Pool{Left: 4}}, 5, 0, 1},
	} {
		next := s
		bad := g.CarryIn(&next, 0, c.in)
		if len(bad) != c.wrong {
			t.Errorf("%+v: complaints %v, want %d", c.in, bad, c.wrong)
		}
		if ann := next.seats[0]; c.wrong == 0 && (ann.wounds != c.wounds || ann.voidPoints != c.void) {
			t.Errorf("%+v: %d Wounds and %d Void Points, want %d and %d", c.in, ann.wounds, ann.voidPoints, c.wounds, c.void)
		}
	}
	if bad := g.CarryIn(&s, 1, book.CarryOver{Void: &book.Pool{}}); len(bad) != 1 {
		t.Errorf("a mook's Void Points: complaints %v, want one", bad)
	}
	if bad := g.CarryIn(&s, 1, book.CarryOver{Wounds: new(36)}); len(bad) != 0 || s.seats[1].wounds != 36 {
		t.Errorf("a mook's 36 Wounds of Earth 3: %v, %d Wounds", bad, s.seats[1].wounds)
	}
}

// So are days without food or sleep, each by itself: who has been two days hungry and is one still is so in the next encounter.
// RK-54, RK-67.
func TestDaysAreBroughtAlong(t *testing.T) {
	for _, c := range []struct{ hungry, sleepless int }{{1, 0}, {2, 3}, {0, 0}} {
		g, s := weary(t)
		bad := g.CarryIn(&s, 0, book.CarryOver{HungryDays: c.hungry, SleeplessDays: c.sleepless})
		line := g.Encounter.Sides[0].Fighters[0]
		if len(bad) > 0 || *line.Hungry != c.hungry || line.Sleepless == nil || *line.Sleepless != c.sleepless {
			t.Errorf("%+v: %v, the line has %+v", c, bad, line)
		}
	}
}

// A night's rest gives all Void Points back, an hour less none, and the Hungry get none of either.
// RK-193.
func TestANightGivesVoidPointsBack(t *testing.T) {
	for _, c := range []struct {
		in   book.CarryOver
		rest book.Rest
		want *book.Pool
	}{
		{book.CarryOver{Void: &book.Pool{Left: 1, Of: 3}}, book.Rest{Hours: 8}, &book.Pool{Left: 3, Of: 3}},
		{book.CarryOver{Void: &book.Pool{Left: 1, Of: 3}}, book.Rest{Interlude: true}, &book.Pool{Left: 3, Of: 3}},
		{book.CarryOver{Void: &book.Pool{Left: 1, Of: 3}}, book.Rest{Hours: 7}, &book.Pool{Left: 1, Of: 3}},
		{book.CarryOver{Void: &book.Pool{Left: 1, Of: 3}, HungryDays: 1}, book.Rest{Hours: 8}, &book.Pool{Left: 1, Of: 3}},
		{book.CarryOver{Void: &book.Pool{Left: 4, Of: 3}}, book.Rest{Hours: 8}, &book.Pool{Left: 4, Of: 3}},
		{book.CarryOver{}, book.Rest{Hours: 8}, nil},
	} {
		if got := takeRest(c.in, c.rest).Void; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v after %+v: %+v, want %+v", c.in, c.rest, got, c.want)
		}
	}
}

// A fight may be ended by word: one side has won, or nobody.
// RK-09. R-RK-75.
func TestAFightIsEndedByWord(t *testing.T) {
	for side, want := range map[rules.Side]float64{0: 1, 1: -1, rules.Neither: 0} {
		g, s := duel(t, "", "").position()
		g.End(&s, side, "dusk", nil)
		if turn := g.Turn(&s); turn.Kind != rules.Over || g.Score(&s) != want {
			t.Errorf("side %d: the fight waits for %v and is worth %v, want its end and %v", side, turn.Kind, g.Score(&s), want)
		}
	}
}
