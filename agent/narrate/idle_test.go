package narrate

import (
	"slices"
	"testing"

	"kokyu/rules"
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
		r := newReader(rules.Dialect{}, Options{Roster: []rules.Fighter{{Name: "Ann", Team: "the road"}, {Name: "Cid", Team: "bandits", Side: 1}}})
		var told []int
		for i, f := range c.facts {
			if !r.isIdle(f, c.facts[i+1:]) {
				told = append(told, i)
			}
		}
		if !slices.Equal(told, c.told) {
			t.Errorf("%s: told %v, want %v", name, told, c.told)
		}
	}
}
