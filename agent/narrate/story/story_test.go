package story

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
)

// two are Ann against Cid and Dan, on a field of five by five squares.
func two(facts []rules.Fact, events ...rules.Event) Source {
	src := Source{Roster: []rules.Fighter{{Name: "Ann", Team: "road"}, {Name: "Cid", Team: "bandits", Side: 1}, {Name: "Dan", Team: "bandits", Side: 1}},
		Scenery: rules.Scenery{People: []book.Person{{Wants: "to go home", They: "she"}, {}, {Fears: "the sword"}}}, Facts: facts,
		Stood: &fight.Snapshot{Board: rules.Board{Ground: rules.Ground{Kind: "squares", Wide: 5, High: 5}}}}
	for i, at := range []string{"a3", "d3", "e5"} {
		src.Stood.Stands = append(src.Stood.Stands, rules.Stand{At: at, Numbers: []rules.Number{{Name: "wounds", N: 4, Max: 4}}})
		src.Stood.Roster = append(src.Stood.Roster, src.Roster[i])
	}
	for i, e := range events {
		src.Steps = append(src.Steps, rules.Step{N: i + 1, Events: []rules.Event{e}})
	}
	return src
}

// brief returns the beats of a plan in short.
func brief(s *Story) (list []string) {
	for _, sc := range s.Scenes {
		for _, b := range sc.Beats {
			says := fmt.Sprintf("%s %s>%s %s", b.Kind, b.By, b.To, b.Order)
			if b.Into != nil {
				says += fmt.Sprintf(" into %s%s", b.Into.With, b.Into.Way)
			}
			list = append(list, strings.TrimSpace(says))
		}
	}
	return list
}

// What combatants live by is told of all, in the word of their system: of who was never wounded it is all there, and the GM can change it.
func TestWhatIsLeftIsOfWhatCombatantsLiveBy(t *testing.T) {
	src := two(nil, rules.Event{Kind: "wound", Seat: "Cid", At: "Ann", N: 3, Left: 6}, rules.Event{Kind: "edit", Seat: "Dan", What: "hit points=2"})
	src.Life = "hit point"
	for i := range src.Stood.Stands {
		src.Stood.Stands[i].Numbers = []rules.Number{{Name: "armour class", N: 12}, {Name: "hit points", N: 9, Max: 9}}
	}
	src.Facts = []rules.Fact{{Kind: "word", Step: 3, What: "x", P: 1}} // the events are read up to it
	src.Steps = append(src.Steps, rules.Step{N: 3})
	for i, want := range []int{9, 6, 2} {
		if got := Plan(src).Cast[i]; got.Left != want || got.Of != 9 {
			t.Errorf("%s has %d of %d left, want %d of 9", got.Name, got.Left, got.Of, want)
		}
	}
}

// What the same does to the same with the same weapon is one beat that counts; an answer is told with the attack it answers.
func TestWhatOneSentenceTellsIsOneBeat(t *testing.T) {
	blow := func(step int, kind, by, to, with string, causes ...string) rules.Fact {
		f := rules.Fact{Kind: kind, Step: step, By: by, To: to, With: with, Family: "blade", Causes: causes, P: 0.5}
		if kind == "wound" {
			f.Wounds, f.Depth = 1, 0.25
		}
		return f
	}
	for name, c := range map[string]struct {
		facts []rules.Fact
		want  []string
	}{
		"a row of blows": {[]rules.Fact{blow(1, "wound", "Ann", "Cid", "axe"), blow(2, "miss", "Ann", "Cid", "axe"), blow(3, "wound", "Ann", "Cid", "axe")},
			[]string{"wound Ann>Cid hmh"}},
		"a row that fells": {[]rules.Fact{blow(1, "miss", "Ann", "Cid", "axe"), blow(2, "wound", "Ann", "Cid", "axe"), blow(3, "fall", "Ann", "Cid", "axe")},
			[]string{"fall Ann>Cid mhh"}},
		"another weapon": {[]rules.Fact{blow(1, "wound", "Ann", "Cid", "axe"), blow(2, "wound", "Ann", "Cid", "knife")},
			[]string{"wound Ann>Cid h", "wound Ann>Cid h"}},
		"another one": {[]rules.Fact{blow(1, "wound", "Ann", "Cid", "axe"), blow(2, "wound", "Ann", "Dan", "axe")},
			[]string{"wound Ann>Cid h", "wound Ann>Dan h"}},
		"nobody is summed over two": {[]rules.Fact{blow(1, "wound", "Ann", "Cid", "axe"), blow(2, "wound", "Ann", "Dan", "axe"), blow(3, "wound", "Ann", "Cid", "axe")},
			[]string{"wound Ann>Cid h", "wound Ann>Dan h", "wound Ann>Cid h"}},
		"an answer": {[]rules.Fact{blow(1, "miss", "Cid", "Ann", "club"), blow(2, "wound", "Ann", "Cid", "axe", "counter")},
			[]string{"wound Ann>Cid h into club"}},
		"an answer to another": {[]rules.Fact{blow(1, "miss", "Dan", "Ann", "club"), blow(2, "wound", "Ann", "Cid", "axe", "counter")},
			[]string{"miss Dan>Ann m", "wound Ann>Cid h into"}},
	} {
		s := Plan(two(c.facts))
		if got := brief(s); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Whoever is struck on the move comes toward the other one, goes past or backs away: the squares decide.
func TestWaysAreThoseOfTheSquares(t *testing.T) {
	for to, want := range map[string]string{"c3": "away", "e4": "away", "b3": "away", "e3": "past", "c5": "away"} {
		src := two([]rules.Fact{{Kind: "wound", Step: 1, By: "Dan", To: "Cid", With: "axe", Causes: []string{"counter", "moving"}, Wounds: 1, Depth: 0.3, P: 1}},
			rules.Event{Kind: "move", Seat: "Cid", From: "d3", To: to})
		src.Stood.Stands[2].At = "e2"
		s := Plan(src)
		if b := s.Scenes[0].Beats[0]; b.Into == nil || b.Into.Way != want {
			t.Errorf("from d3 to %s, with e2 striking: %+v, want %s", to, b.Into, want)
		}
	}
	src := two([]rules.Fact{{Kind: "wound", Step: 1, By: "Ann", To: "Cid", With: "axe", Causes: []string{"counter", "moving"}, Wounds: 1, Depth: 0.3, P: 1}},
		rules.Event{Kind: "move", Seat: "Cid", From: "d3", To: "b3"})
	if b := Plan(src).Scenes[0].Beats[0]; b.Into.Way != "toward" {
		t.Errorf("from d3 to b3, with a3 striking: %+v", b.Into)
	}
}

// What nobody understands without another beat is told with it: who is thrown out of a hold has been held.
func TestABeatIsToldWithWhatItNeeds(t *testing.T) {
	facts := []rules.Fact{{Kind: "grapple", Step: 1, By: "Cid", To: "Ann", P: 1}}
	for n := range 30 { // enough to fill the tale
		facts = append(facts, rules.Fact{Kind: "fall", Step: n + 2, By: "Ann", To: fmt.Sprint("Foe ", n), With: "axe", P: 1})
	}
	facts = append(facts, rules.Fact{Kind: "pin", Step: 40, By: "Cid", To: "Ann", P: 1})
	p := newPlanner(two(facts))
	p.gather(p.Facts)
	p.setNeeds()
	if last := p.beats[len(p.beats)-1]; last.Kind != "pin" || !slices.Equal(last.Needs, []int{1}) {
		t.Errorf("%+v", last)
	}
}

// Of whoever is held by two both holds are needed, in the same order every time.
func TestAPlanIsTheSameEveryTime(t *testing.T) {
	src := two([]rules.Fact{{Kind: "grapple", Step: 1, By: "Cid", To: "Ann", P: 1}, {Kind: "grapple", Step: 2, By: "Dan", To: "Ann", P: 1},
		{Kind: "fall", Step: 3, By: "Cid", To: "Ann", With: "axe", Causes: []string{"held"}, P: 1}})
	for range 50 {
		if got := Plan(src).Scenes[0].Beats[2].Needs; !slices.Equal(got, []int{1, 2}) {
			t.Fatalf("the fall needs %v, want [1 2]", got)
		}
	}
}

// Who is thrown by the one who holds them is thrown out of the hold, which is over then.
func TestAThrowEndsTheHoldItIsOf(t *testing.T) {
	p := newPlanner(two([]rules.Fact{{Kind: "grapple", Step: 1, By: "Cid", To: "Ann", P: 1}, {Kind: "prone", Step: 2, By: "Ann", To: "Cid", P: 1},
		{Kind: "prone", Step: 3, By: "Ann", To: "Cid", P: 1}}))
	p.gather(p.Facts)
	p.setNeeds()
	if first, next := p.beats[1], p.beats[2]; !slices.Equal(first.Needs, []int{1}) || !slices.Equal(first.Causes, []string{"grapple"}) || next.Causes != nil {
		t.Errorf("%+v, then %+v", first, next)
	}
}

// A hold and what a technique does say how they end, and when; what is not over says nothing.
func TestWhatLastsSaysHowItEnds(t *testing.T) {
	hold := rules.Fact{Kind: "grapple", Step: 1, By: "Cid", To: "Ann", P: 1}
	cry := rules.Fact{Kind: "effect", Step: 1, By: "Cid", What: "battle cry", P: 1}
	for want, f := range map[string]rules.Fact{
		"":            {Kind: "wound", By: "Cid", To: "Ann", With: "club", Wounds: 1, Depth: 0.3},
		"escape at 2": {Kind: "escape", By: "Ann", To: "Cid"}, "let go at 2": {Kind: "escape", By: "Cid", To: "Ann", What: "hold"},
		"thrown at 2": {Kind: "prone", By: "Ann", To: "Cid", Causes: []string{"grapple"}}, "agreed at 2": {Kind: "let go", By: "Ann", What: "agreed"},
		"fall at 2": {Kind: "fall", By: "Dan", To: "Ann", Fate: "downed"}, "gone at 2": {Kind: "yields", By: "Cid"},
		"over at 2": {Kind: "over", By: "Cid", What: "battle cry"},
	} {
		first := hold
		if f.Kind == "over" {
			first = cry
		}
		f.Step, f.P = 2, 1
		p, got := newPlanner(two([]rules.Fact{first, f})), ""
		p.gather(p.Facts)
		b := p.beats[0]
		if b.Ends != "" {
			got = fmt.Sprint(b.Ends, " at ", b.Until)
		}
		if got != want {
			t.Errorf("%s: it ends by %q, want %q", f.Kind, got, want)
		}
	}
}

// How a beat follows the one before is what the record bears.
func TestABeatFollowsTheOneBefore(t *testing.T) {
	blow := func(by, to string) *Beat { return &Beat{Kind: "wound", By: by, To: to, Round: 1, blow: true} }
	into := func(by, to string) *Beat {
		b := blow(by, to)
		b.Into = &Into{Way: "toward"}
		return b
	}
	p := &planner{byName: map[string]*known{}}
	for _, f := range []rules.Fighter{{Name: "Ann", Team: "road"}, {Name: "Bob", Team: "road"}, {Name: "Cid", Team: "bandits"}, {Name: "Dan", Team: "bandits"}} {
		p.byName[f.Name] = newKnown(f)
	}
	for _, c := range []struct {
		a, b *Beat
		want string
	}{
		{blow("Ann", "Cid"), blow("Ann", "Cid"), "again"},
		{blow("Ann", "Cid"), blow("Cid", "Ann"), "returns"},
		{blow("Ann", "Cid"), blow("Bob", "Cid"), "joins"},
		{blow("Ann", "Cid"), blow("Ann", "Dan"), "turns"},
		{blow("Ann", "Cid"), blow("Bob", "Dan"), "meanwhile"},
		{blow("Ann", "Cid"), blow("Cid", "Bob"), ""},
		{into("Ann", "Cid"), into("Ann", "Dan"), "alike"},
		{into("Ann", "Cid"), blow("Cid", "Ann"), ""}, // it is the attack that was answered, or one after it
		{&Beat{Kind: "fall", By: "Ann", To: "Cid", blow: true}, blow("Bob", "Cid"), ""},
	} {
		if got := p.relationOf(c.a, c.b); got != c.want {
			t.Errorf("%s>%s, then %s>%s: %q, want %q", c.a.By, c.a.To, c.b.By, c.b.To, got, c.want)
		}
	}
}

// What the GM changes of somebody is a beat with what it took, in the GM's words; who has been fallen is told by whom.
func TestTheWordOfTheGMIsInThePlan(t *testing.T) {
	src := two([]rules.Fact{{Kind: "word", Step: 1, By: "Ann", Answer: "wounds=2", What: "the fall", P: 1}, {Kind: "word", Step: 2, What: "it rains", P: 1}},
		rules.Event{Kind: "edit", Seat: "Ann", What: "wounds=2"})
	s := Plan(src)
	b := s.Scenes[0].Beats[0]
	if b.Wounds != 2 || b.Left != 2 || b.Of != 4 || b.Says != "the fall" || b.What != "wounds" {
		t.Errorf("%+v", b)
	}
	if s.Cast[0].Left != 2 || s.Scenes[0].Beats[1].Says != "it rains" {
		t.Errorf("%+v", s)
	}
}

// Where Wounds are counted as taken, who has taken one of four and is given two has lost one more.
func TestTheGMMayGiveWoundsTaken(t *testing.T) {
	src := two([]rules.Fact{{Kind: "word", Step: 1, By: "Ann", Answer: "wounds=2", What: "the fall", P: 1}}, rules.Event{Kind: "edit", Seat: "Ann", What: "wounds=2"})
	src.Stood.Stands[0].Numbers = []rules.Number{{Name: "wounds taken", N: 1, Max: 4}}
	if b := Plan(src).Scenes[0].Beats[0]; b.Wounds != 1 || b.Left != 2 {
		t.Errorf("%+v", b)
	}
}

// What a row of blows has left is what its last wound has: who bleeds in the step of a miss after it has less only then.
func TestBleedingIsNotOfTheBlowThatMisses(t *testing.T) {
	s := Plan(two([]rules.Fact{{Kind: "wound", Step: 1, By: "Ann", To: "Cid", With: "axe", Wounds: 1, Depth: 0.25, P: 1}, {Kind: "miss", Step: 2, By: "Ann", To: "Cid", With: "axe", P: 1}},
		rules.Event{Kind: "wound", Seat: "Cid", At: "Ann", N: 1, Left: 3}, rules.Event{Kind: "wound", Seat: "Cid", What: "bleeding", N: 1, Left: 2}))
	if b := s.Scenes[0].Beats[0]; b.Order != "hm" || b.Left != 3 {
		t.Errorf("%+v", b)
	}
}

// Who tries to break through again and again is told once, with how often: as what they did in vain, or with the way they got through.
func TestASiegeIsCounted(t *testing.T) {
	back := func(step int) rules.Fact { return rules.Fact{Kind: "thrown back", Step: step, By: "Ann", P: .5} }
	blow := rules.Fact{Kind: "wound", Step: 3, By: "Cid", To: "Ann", With: "axe", Wounds: 1, Depth: 0.3, P: 1}
	for name, c := range map[string]struct {
		facts []rules.Fact
		want  []string
	}{
		"through at last": {[]rules.Fact{back(1), back(2), blow, {Kind: "through", Step: 4, By: "Ann", Spot: "the rear of the bandits", P: .5}}, []string{"wound 0", "through 2"}},
		"never":           {[]rules.Fact{back(1), back(2), blow, back(4)}, []string{"thrown back 3", "wound 0"}},
		"once":            {[]rules.Fact{back(1), blow}, []string{"wound 0"}},
	} {
		var got []string
		for _, sc := range Plan(two(c.facts)).Scenes {
			for _, b := range sc.Beats {
				got = append(got, fmt.Sprintf("%s %d", b.Kind, b.Vainly))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Blows of one after another at the same are one beat up to the fall, whatever each is called: cuts are cuts.
func TestWhatLeadsToAFallIsToldWithIt(t *testing.T) {
	wound := func(step int, what string) rules.Fact {
		return rules.Fact{Kind: "wound", Step: step, By: "Ann", To: "Cid", What: what, With: "sword", Family: "blade", Wounds: 1, Depth: 0.25, P: 1, Causes: []string{"critical"}}
	}
	fall := rules.Fact{Kind: "fall", Step: 3, By: "Ann", To: "Cid", What: "great cut", With: "sword", Family: "blade", Causes: []string{"late"}, P: 1}
	for first, want := range map[string]string{"horizontal cut": "cut", "great cut": "cut", "thrust": ""} {
		b := Plan(two([]rules.Fact{wound(1, first), wound(2, "straight cut"), fall})).Scenes[0].Beats[0]
		if b.Kind != "fall" || b.Order != "hhh" || b.What != want || !slices.Equal(b.Causes, []string{"late"}) {
			t.Errorf("%s: %+v", first, b)
		}
	}
}

// Who is out of breath has spent it on whom they struck at last, and who has lost a weapon has none until they take one up.
func TestWhatABlowFinds(t *testing.T) {
	miss := rules.Fact{Kind: "miss", Step: 1, By: "Cid", To: "Dan", With: "axe", P: 1}
	fall := rules.Fact{Kind: "fall", Step: 4, By: "Ann", To: "Cid", With: "sword", Family: "blade", Causes: []string{"spent"}, P: 1}
	lost := rules.Fact{Kind: "disarmed", Step: 2, By: "Cid", To: "Ann", With: "axe", P: 1}
	armed := rules.Fact{Kind: "armed", Step: 3, By: "Cid", With: "axe", P: 1}
	for _, c := range []struct {
		facts   []rules.Fact
		spent   string
		unarmed bool
	}{{[]rules.Fact{miss, fall}, "Dan", false}, {[]rules.Fact{fall}, "", false}, {[]rules.Fact{lost, fall}, "", true}, {[]rules.Fact{lost, armed, fall}, "", false}} {
		for _, sc := range Plan(two(c.facts)).Scenes {
			for _, b := range sc.Beats {
				if b.Kind == "fall" && (b.Spent != c.spent || b.Unarmed != c.unarmed) {
					t.Errorf("%v: spent on %q, unarmed %v", c.facts, b.Spent, b.Unarmed)
				}
			}
		}
	}
}

// A weapon is told apart from the way it is used in, and what a beast is born with is not called after the beast again.
func TestAWeaponIsApartFromItsWay(t *testing.T) {
	for _, c := range []struct{ with, weapon, use string }{{"yari thrown", "yari", "thrown"}, {"yumi flesh cutter", "yumi", "flesh cutter"},
		{"long sword", "long sword", ""}, {"wolf fangs", "fangs", ""}, {"tiger claws", "tiger claws", ""}, {"a thing of no row", "a thing of no row", ""}} {
		src := two([]rules.Fact{{Kind: "miss", Step: 1, By: "Ann", To: "Cid", With: "axe", P: 1},
			{Kind: "wound", Step: 2, By: "Cid", To: "Ann", With: c.with, Causes: []string{"counter"}, Wounds: 1, Depth: 0.3, P: 1},
			{Kind: "stopped", Step: 3, By: "Ann", To: "Cid", With: "axe", Against: c.with, P: 1}})
		src.Made = map[string][]string{"axe": nil, "yari": nil, "yumi": nil, "sword": nil, "long sword": nil, "wolf fangs": nil}
		src.Roster[1].Kind = "grey wolf"
		beats := Plan(src).Scenes[0].Beats
		if b := beats[0]; b.With != c.weapon || b.Use != c.use || b.Into.With != "axe" || beats[1].Guard != c.weapon {
			t.Errorf("%s: %q used as %q", c.with, b.With, b.Use)
		}
	}
}

// What somebody fears comes true where what hits them is what they fear.
func TestAFearComesTrue(t *testing.T) {
	s := Plan(two([]rules.Fact{{Kind: "wound", Step: 1, By: "Ann", To: "Dan", With: "katana", Family: "blade", Wounds: 1, Depth: 0.25, P: 1}}))
	if s.Cast[2].Feared != 1 || s.Cast[0].Feared != 0 {
		t.Errorf("%+v", s.Cast)
	}
}

// Planning takes time linear in the steps: a fight of twelve over so many rounds.
func BenchmarkPlan(b *testing.B) {
	for _, rounds := range []int{20, 40, 80} {
		src := Source{Win: map[int]float64{}}
		for i := range 12 {
			src.Roster = append(src.Roster, rules.Fighter{Name: fmt.Sprint("N", i), Team: []string{"a", "b"}[i%2], Side: rules.Side(i % 2)})
		}
		for n := range 12 * 3 * rounds {
			by, to := fmt.Sprint("N", n%12), fmt.Sprint("N", (n*7+1)%12)
			src.Steps = append(src.Steps, rules.Step{N: n + 1, Events: []rules.Event{{Kind: "wound", Seat: to, At: by, N: 1, Left: 9}}})
			src.Win[n+1] = float64(n%7) / 7
			src.Facts = append(src.Facts, rules.Fact{Kind: "wound", Step: n + 1, By: by, To: to, With: "axe", Wounds: 1, Depth: 0.1, P: 0.5})
		}
		b.Run(fmt.Sprint(rounds, " rounds"), func(b *testing.B) {
			for b.Loop() {
				Plan(src)
			}
		})
	}
}

// Everybody has a name that can be said: that of a row is a noun, one of several with its number, and a squad is many.
func TestNamesCanBeSaid(t *testing.T) {
	one := func(name, kind string) rules.Fighter { return rules.Fighter{Name: name, Kind: kind, Team: "a"} }
	several := func(name, kind string) rules.Fighter {
		return rules.Fighter{Name: name, Kind: kind, Team: "a", Several: true}
	}
	src := Source{Roster: []rules.Fighter{one("Gaki 1", "gaki"), one("Gaki 2", "gaki"), one("Kuro the Lame", "bandit"), one("Jubei the Cur", "ronin"),
		one("Jubei the Younger", "ronin"), one("Wolf", "wolf"), one("Guard 3", "bandit"), one("Guard 4", "bandit"), one("Musashi", "musashi"),
		one("Takezo", "musashi"), one("Tiger", "paper tiger"), one("Oak", "oak puppet"), several("Spears", "spear squad"), several("Takeda's men", "levy squad"),
		several("Gun squad 1", "gun squad"), several("Red Company", "levy squad"), one("Bandit chief", "bandit chief"), one("Bandit chief 1", "bandit chief"),
		one("Unit 7", "ronin"), {Name: "Kage", Kind: "steed", Team: "a", Steed: true}}}
	src.People = make([]book.Person, len(src.Roster))
	for i, b := range map[int]book.Being{0: {Is: "beast"}, 1: {Is: "beast"}, 5: {Is: "beast"}, 8: {TaleName: "Musashi", They: "he"}, 9: {TaleName: "Musashi", They: "he"},
		10: {Is: "thing"}, 11: {Is: "thing"}, 19: {Is: "beast"}} {
		src.People[i] = book.Person{They: map[int]string{9: "she"}[i]}.As(&b)
	}
	src.Facts = []rules.Fact{{Kind: "joins", Step: 1, By: "Gaki 3", What: "a", P: 1}}
	src.Steps = []rules.Step{{N: 1, Events: []rules.Event{{Kind: "edit", Seat: "Gaki 3", What: rules.EditJoins, At: "a", With: "gaki"}}}}
	want := strings.Fields("gaki~1|it|beast gaki~2|it|beast Kuro||person Jubei_the_Cur||person Jubei_the_Younger||person wolf~|it|beast Guard~3||person " +
		"Guard~4||person Musashi|he|person Takezo|she|person tiger~|it|thing Oak|it|thing spears~|they|squad Takeda's_men|they|squad " +
		"gun_squad~|they|squad Red_Company~|they|squad bandit_chief~1||person bandit_chief~2||person Unit_7||person Kage|it|horse gaki~3|it|beast")
	for i, who := range Plan(src).Cast {
		got := who.Spoken
		if who.Noun {
			got += "~"
		}
		if who.Nth > 0 {
			got += fmt.Sprint(who.Nth)
		}
		if got += "|" + who.They + "|" + who.Being; strings.ReplaceAll(got, " ", "_") != want[i] {
			t.Errorf("%s of %s: %s, want %s", who.Name, who.Kind, got, want[i])
		}
	}
}

// Who comes in the middle of a fight is as hurt at the end as the record says.
func TestWithHowManyWoundsSomebodyComes(t *testing.T) {
	src := two([]rules.Fact{{Kind: "joins", Step: 1, By: "Eve", What: "road", P: 1}})
	src.Steps = []rules.Step{{N: 1, Events: []rules.Event{{Kind: "edit", Seat: "Eve", What: rules.EditJoins, At: "road", With: "bandit"}},
		Now: []byte(`{"who":{"Eve":{"n":{"defense":[12,0],"wounds":[2,3]}}}}`)}}
	if cast := Plan(src).Cast; cast[3].Left != 2 || cast[3].Of != 3 {
		t.Errorf("%+v", cast[3])
	}
}

// What a fall means is counted: how many are left on both sides by it; what was dropped and taken up again means nothing.
func TestWhatAFallMeans(t *testing.T) {
	src := two([]rules.Fact{{Kind: "disarmed", Step: 1, By: "Ann", With: "axe", P: 1}, {Kind: "armed", Step: 2, By: "Ann", With: "axe", P: 1},
		{Kind: "fall", Step: 3, By: "Ann", To: "Cid", With: "axe", P: 1}, {Kind: "fall", Step: 4, By: "Dan", To: "Ann", With: "axe", P: 1}})
	src.Win = map[int]float64{2: 0.3, 3: 0.7, 4: 0}
	s := Plan(src)
	grown := Grow(src)
	grown.Add(src.Facts, src.Steps, 4)
	for name, s := range map[string]*Story{"of the whole record": s, "as it grows": grown.Next()} {
		if got := brief(s); !slices.Equal(got, []string{"fall Ann>Cid h", "fall Dan>Ann h"}) {
			t.Fatalf("%s: %q", name, got)
		}
	}
	for i, want := range []string{"1 1 road", "0 1 bandits"} {
		if b := s.Scenes[0].Beats[i]; fmt.Sprint(b.Own, " ", b.Other, " ", b.Turns) != want {
			t.Errorf("%+v, want %s", b, want)
		}
	}
}

// A fight is one-sided whose winner had the better of it from the beginning, and lost nobody.
func TestAOneSidedFightWasNeverInDoubt(t *testing.T) {
	blow := func(step int, kind, by, to string) rules.Fact {
		return rules.Fact{Kind: kind, Step: step, By: by, To: to, Family: "blade", Wounds: 1, Depth: 0.5, P: 0.5}
	}
	facts := []rules.Fact{blow(1, "wound", "Ann", "Cid"), blow(2, "wound", "Dan", "Ann"), blow(4, "fall", "Ann", "Cid"), blow(8, "fall", "Ann", "Dan")}
	downs := []rules.Event{{}, {}, {}, {Kind: "down", Seat: "Cid", At: "Ann"}, {}, {}, {}, {Kind: "down", Seat: "Dan", At: "Ann"}}
	for name, c := range map[string]struct {
		win  []float64 // of Ann after steps 0, 2, 4, 6
		want bool
	}{
		"nobody knows the chances": {nil, false},
		"never below 60 %":         {[]float64{0.7, 0.6, 0.8, 0.9}, true},
		"once below":               {[]float64{0.7, 0.5, 0.8, 0.9}, false},
		"before the last blow":     {[]float64{0.7, 0.6, 0.8, 0.4}, false},
	} {
		src := two(facts, downs...)
		src.Steps = append(src.Steps, rules.Step{N: 9, Events: []rules.Event{{Kind: "end", Seat: "road", What: rules.WhyFallen, N: 2}}})
		src.Win = map[int]float64{8: 1}
		for i, win := range c.win {
			src.Win[2*i] = win
		}
		if s := Plan(src); s.End.OneSided != c.want {
			t.Errorf("%s: %v, want %v; the cast is %+v", name, s.End.OneSided, c.want, s.Cast)
		}
	}
}
