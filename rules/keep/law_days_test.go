package keep

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules/book"
	"kokyu/rules/dice"
)

// §Hunger, §Exhaustion: days between fights. Everybody comes out of a fight, lives through days, and stands in the next one.

// days are so many days after a fight that Ann, of Earth and Stamina 3, came out of with some Wounds; the dice show faces, and what
// comes of it is told.
type days struct {
	t    *testing.T
	told []string
	book.CarryOver
}

func afterAFight(t *testing.T, row string, wounds int) *days {
	t.Helper()
	b := duel(t, strings.TrimSuffix("void points: 2, "+row, ", "), "")
	b.play("no more")
	b.until("Bea")
	if wounds > 0 {
		b.play("katana > Ann", "roll", to{25}, to{wounds})
		for _, w := range b.words() {
			if w == "take it" {
				b.play(w)
			}
		}
	}
	g, s := b.position()
	return &days{t: t, CarryOver: g.CarryOut(&s, 0, nil)}
}

// live lives through them; every face has to be thrown.
func (d *days) live(r book.Rest, faces ...int) {
	d.t.Helper()
	d.told = nil
	tell := func(says string) { d.told = append(d.told, says) }
	r.Calls = &book.RestCalls{Tell: tell, Throw: func(sides int) int {
		if sides != 10 || len(faces) == 0 {
			d.t.Fatalf("a die of %d sides with %d faces left; told %q", sides, len(faces), d.told)
		}
		face := faces[0]
		faces = faces[1:]
		return face
	}}
	d.CarryOver = takeRest(d.CarryOver, r)
	if len(faces) > 0 {
		d.t.Fatalf("%d faces are left; told %q", len(faces), d.told)
	}
}

func (d *days) want(wounds, starved, void, hungry, awake int) {
	d.t.Helper()
	if *d.Wounds != wounds || d.HungerWounds != starved || d.Void.Left != void || d.HungryDays != hungry || d.SleeplessDays != awake {
		d.t.Errorf("%d Wounds, %d of hunger, %d Void Points, %d days hungry, %d awake; want %d, %d, %d, %d, %d; told %q",
			*d.Wounds, d.HungerWounds, d.Void.Left, d.HungryDays, d.SleeplessDays, wounds, starved, void, hungry, awake, d.told)
	}
}

// After more days without food and water than Earth there are 2k1 damage a day, until one eats or dies.
// RK-195. R-RK-87: no Reduction.
func TestHungerHurtsAfterAsManyDaysAsEarth(t *testing.T) {
	d := afterAFight(t, "armour: light", 0)
	d.live(book.Rest{Days: 3, WithoutFood: true})
	d.want(0, 0, 2, 3, 0)
	d.live(book.Rest{Days: 2, WithoutFood: true}, 7, 3, 10, 4, 2) // the fourth and the fifth day; the ten goes on
	d.want(21, 21, 2, 5, 0)
	if want := "day 2: hunger 2k1: 10+4 [2] = 14, 21 Wounds"; !slices.Contains(d.told, want) {
		t.Errorf("told %q, want %q", d.told, want)
	}
	d.live(book.Rest{Days: 1}) // a meal
	d.want(21, 21, 2, 0, 0)
	d.live(book.Rest{Days: 3, WithoutFood: true})
	d.want(21, 21, 2, 3, 0)

	d = afterAFight(t, "", 0)
	d.live(book.Rest{Days: 30, WithoutFood: true}, slices.Repeat([]int{9, 1}, 7)...) // 63, and 58 are death
	if *d.Wounds != 58 || !d.Down || !strings.HasSuffix(d.told[len(d.told)-1], "hunger brings the rank to dead") {
		t.Errorf("%d Wounds, down %v, told %q, want a death", *d.Wounds, d.Down, d.told)
	}
}

// Rest heals Wounds that are not of hunger, and those never.
// RK-196. R-RK-87: two for each Stamina and one for each Insight Rank, by a whole day with sleep.
func TestRestDoesNotHealTheWoundsOfHunger(t *testing.T) {
	d := afterAFight(t, "", 20)
	d.want(20, 0, 2, 0, 0)
	d.live(book.Rest{Hours: 8})
	d.want(20, 0, 2, 0, 0) // a night is no whole day
	d.live(book.Rest{Days: 1})
	d.want(13, 0, 2, 0, 0)
	d.live(book.Rest{Days: 4, WithoutFood: true}, 8, 2)
	d.want(8, 8, 2, 4, 0) // seven and six healed, then the hunger of the fourth day
	d.live(book.Rest{Days: 30})
	d.want(8, 8, 2, 0, 0)
}

// Who was Out stands again on the day on which rest brings the Wounds below that, and falls again if hunger does.
// RK-196, RK-195.
func TestWhoWasOutStandsAgainOnTheDayOfIt(t *testing.T) {
	d := afterAFight(t, "", 20)
	*d.Wounds, d.Down = 52, true
	d.live(book.Rest{Days: 3})
	if want := []string{"day 1: rest heals 7, 45 Wounds", "day 1: stands again", "day 2: rest heals 7, 38 Wounds", "day 3: rest heals 7, 31 Wounds"}; !slices.Equal(d.told, want) || d.Down {
		t.Errorf("told %q, down %v", d.told, d.Down)
	}
}

// The Hungry regain no Void Points by rest.
// RK-193.
func TestTheHungryRegainNoVoidPoints(t *testing.T) {
	d := afterAFight(t, "", 0)
	d.Void = &book.Pool{Left: 0, Of: 2}
	d.live(book.Rest{Days: 1, WithoutFood: true})
	d.want(0, 0, 0, 1, 0)
	d.live(book.Rest{Hours: 8})
	d.want(0, 0, 0, 1, 0)
	d.live(book.Rest{Days: 1})
	d.want(0, 0, 2, 0, 0)
}

// After more days without sleep than Stamina Willpower is tested against 20 every two hours; who fails falls asleep. The tests bear
// what all tests do.
// RK-199. RK-198: five less for each day. RK-194: five on the number for each day without food. RK-60: the penalty of Wounds.
func TestWillpowerKeepsOneAwakeEveryTwoHours(t *testing.T) {
	d := afterAFight(t, "", 0)
	d.live(book.Rest{Days: 3, WithoutSleep: true})
	d.want(0, 0, 2, 0, 3)
	high := []int{10, 10, 9, 10, 8, 9} // 3k3: 29 and 18 and 9 are 56
	all := slices.Repeat(high, 12)
	d.live(book.Rest{Days: 1, WithoutSleep: true}, all...)
	d.want(0, 0, 2, 0, 4)
	d.live(book.Rest{Days: 1, WithoutSleep: true}, append(slices.Clone(high), 10, 9, 10, 8, 8, 9, 9, 9)...) // 45 less 25 is 20, 27 less 25 is not
	d.want(0, 0, 2, 0, 0)
	if want := "day 1: asleep after 6 hours, Willpower 3k3-25: 9 9 9 = 27 - 25 vs 20"; len(d.told) != 1 || d.told[0] != want {
		t.Errorf("told %q, want %q", d.told, want)
	}
	d = afterAFight(t, "sleepless days: 3, hungry days: 1", 20) // Nicked: three less
	d.live(book.Rest{Days: 1, WithoutSleep: true, WithoutFood: true}, 9, 9, 9)
	if want := "day 1: asleep after 2 hours, Willpower 3k3-23: 9 9 9 = 27 - 23 vs 30"; d.told[0] != want {
		t.Errorf("told %q, want %q", d.told, want)
	}
}

// A die of the days is thrown as any: what is told of a pool is what was thrown.
// RK-195.
func TestTheDiceOfDaysAreThoseOfTheirPools(t *testing.T) {
	if p, any := hungerDamage(4, 3); !any || p != (dice.Pool{Roll: 2, Keep: 1, Explode: true}) {
		t.Errorf("the fourth day does %v", p)
	}
	if p, number, due := sleepTest(4, 3, 4); !due || number != 20 || p != (dice.Pool{Roll: 4, Keep: 4, Add: -20, Explode: true}) {
		t.Errorf("the fourth night is tested with %v against %d", p, number)
	}
}

// What days have done stands in the next fight: Wounds, Void Points, the numbers of the Hungry and the maluses of the sleepless. Of
// several of a line each has its own.
// RK-194, RK-198. R-RK-43.
func TestDaysAreFeltInTheNextFight(t *testing.T) {
	d := afterAFight(t, "", 20)
	d.live(book.Rest{Days: 2, WithoutFood: true, WithoutSleep: true})
	d.want(20, 0, 2, 2, 2)
	sc := setup{us: []man{{name: "Ann", row: "void points: 2"}}, them: []man{{name: "Bea", line: "count: 2"}}}
	g := sc.game(t)
	s := g.Start()
	if bad := g.CarryIn(&s, 0, d.CarryOver); len(bad) > 0 {
		t.Fatal(bad)
	}
	text, err := g.Position(&s)
	if err != nil {
		t.Fatal(err)
	}
	next, err := Load("next.yaml", text, sc.book(t))
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	b := begun(t, next)
	b.wantWounds("Ann", 20)
	b.pass() // who of the two of one line comes first
	b.play("no more", "katana > Bea 1", "roll")
	b.wantCheck("5k3-13 >= 30") // Nicked and two nights, two days without food
	if again := next.CarryOut(&s, 0, nil); again.HungryDays != 2 || again.SleeplessDays != 2 {
		t.Errorf("carried on are %+v", again)
	}
}

// A carry without a body is of an earlier version: days do what can be known.
// R-RK-87.
func TestDaysWithoutABodySaySo(t *testing.T) {
	d := &days{t: t, CarryOver: book.CarryOver{Void: &book.Pool{Of: 2}, Wounds: new(4)}}
	d.live(book.Rest{Days: 2})
	d.want(4, 0, 2, 0, 0)
	if len(d.told) != 1 || !strings.Contains(d.told[0], "without body:") {
		t.Errorf("told %q", d.told)
	}
}
