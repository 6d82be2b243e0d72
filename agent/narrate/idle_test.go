package narrate

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
)

// What changes nothing that has been told is not told: a grip, a way back, an order given twice.
func TestWhatChangesNothingIsNotTold(t *testing.T) {
	blow := rules.Fact{Kind: "wound", By: "Ann", To: "Cid", With: "katana cut", Family: "blade"}
	take := rules.Fact{Kind: "armed", By: "Ann", With: "katana"}
	lost := rules.Fact{Kind: "disarmed", By: "Ann", With: "katana"}
	thrown := rules.Fact{Kind: "wound", By: "Ann", To: "Cid", With: "yari thrown", Family: "thrown"}
	yari := rules.Fact{Kind: "armed", By: "Ann", With: "yari"}
	order := rules.Fact{Kind: "order", By: "Ann", To: "Guns", What: "advance"}
	obeyed := rules.Fact{Kind: "loaded", By: "Guns"}
	through := func(spot string) rules.Fact { return rules.Fact{Kind: "through", By: "Ann", Spot: spot} }
	middle, front, rear, home := through("the middle of the field"), through("the front of the bandits"),
		through("the rear of the bandits"), through("the front of the road")
	for name, c := range map[string]struct {
		facts []rules.Fact
		told  []int
	}{
		"a grip on what is in hand":   {[]rules.Fact{blow, take}, []int{0}},
		"a weapon for the first time": {[]rules.Fact{take, blow, take}, []int{0, 1}},
		"a weapon that was dropped":   {[]rules.Fact{blow, lost, take}, []int{0, 1, 2}},
		"a weapon that was thrown":    {[]rules.Fact{yari, thrown, yari}, []int{0, 1, 2}},
		"another weapon":              {[]rules.Fact{blow, yari}, []int{0, 1}},
		"a way back":                  {[]rules.Fact{rear, home, rear}, []int{0}},
		"to the front from the rear":  {[]rules.Fact{rear, front}, []int{0}},
		"step by step":                {[]rules.Fact{middle, front, rear}, []int{0, 1, 2}},
		"an order given again":        {[]rules.Fact{order, order}, []int{0}},
		"an order that is obeyed":     {[]rules.Fact{order, obeyed, order, obeyed}, []int{0, 1, 2, 3}},
	} {
		r := newReader(&tongue{}, Options{Roster: []rules.Fighter{{Name: "Ann", Team: "the road"}, {Name: "Cid", Team: "bandits", Side: 1}}})
		var told []int
		for i, f := range c.facts {
			if !r.idle(f, c.facts[i+1:]) {
				told = append(told, i)
			}
		}
		if !slices.Equal(told, c.told) {
			t.Errorf("%s: told %v, want %v", name, told, c.told)
		}
	}
}

// A weapon that falls again was taken up, a spell that wounds several is told once, who has been killed is dead, and a side
// keeps the name it was introduced by.
func TestATaleCanBeFollowed(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann", Team: "the road"}, {Name: "Bea", Team: "the road"}, {Name: "Cid", Team: "tea", Side: 1}},
		Scenery: rules.Scenery{Does: map[string]string{"lotus": ""}, People: []book.Person{{They: "she"}, {They: "she", Wants: "to rest"}, {They: "he"}}}},
		mustWays(t))
	fumble := func() *telling {
		return &telling{Fact: rules.Fact{Kind: "disarmed", By: "Cid", What: "feint", With: "katana", Family: "blade", Causes: []string{"fumble"}}}
	}
	s := a.speaker(&Paragraph{slots: map[string]string{}})
	for _, want := range []string{"drops his katana.", "has picked his katana up, but fumbles a feint and drops it again."} {
		f := s.fact(1, fumble())
		if said := s.Fill(f.Ways[len(f.Ways)-1]); !strings.Contains(said, want) || strings.Contains(said, "up") != strings.Contains(want, "up") {
			t.Errorf("told %q, want %q", said, want)
		}
	}
	p := a.paragraph([]telling{{Fact: rules.Fact{Kind: "wound", By: "Cid", To: "Ann", What: "lotus", Wounds: 1, Depth: .6}},
		{Fact: rules.Fact{Kind: "wound", By: "Cid", To: "Bea", What: "lotus", Wounds: 1, Depth: .6}}})
	if said := p.Fill(p.Facts[1].Ways[0]); said != "The spell also wounds Bea badly." {
		t.Errorf("told %q", said)
	}
	s = a.speaker(&Paragraph{slots: map[string]string{}})
	a.lying["Bea"] = true
	if side, _ := s.ofSide("the road"); s.Fill(side) != "Bea's side" {
		t.Errorf("the side is %q", s.Fill(side))
	}
	a.take(&passage{Passage: rules.Passage{Facts: []rules.Fact{{Kind: "fall", By: "Ann", To: "Cid", Fate: "killed"}}}},
		func(string) (string, string, int) { return "", "", 0 })
	if why := s.Fill(a.why(s, rules.Event{Seat: "the road", What: "nobody stands against them"}, nil)); why != "Cid is dead" {
		t.Errorf("it ends because %q", why)
	}
}

// A side of two is either or neither; a horse is none of them, and is said not to count. Who has no horse is no rider.
func TestTwoAreEitherAndAHorseIsNone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		horse bool
		want  string
		ends  string
	}{
		{false, "Ann and Bay will win if either of them is still standing after six rounds.", "Nobody on Ann's side"}, // who are on foot
		{true, "The riders will win if any of them is still standing after six rounds; their horse does not count.", "None of the riders"},
	} {
		a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann", Team: "riders"},
			{Name: "Bay", Team: "riders", Steed: c.horse}, {Name: "Cid", Team: "road", Side: 1}},
			Scenery: rules.Scenery{Goal: book.Objective{For: "riders", Goal: "last", Rounds: 6}}}, mustWays(t))
		s := a.speaker(&Paragraph{slots: map[string]string{}})
		if got := s.Fill(a.stake(s)); got != c.want {
			t.Errorf("horse %t: told %q, want %q", c.horse, got, c.want)
		}
		if got := s.Fill(s.nobodyOf("riders")); got != c.ends {
			t.Errorf("horse %t: told %q, want %q", c.horse, got, c.ends)
		}
	}
}
