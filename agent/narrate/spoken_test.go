package narrate

import (
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
)

// What readers stumbled over is said so that nothing has to be guessed.
func TestWhatASentenceHingesOnIsTold(t *testing.T) {
	blow := func(step int, kind, by, to string) rules.Fact {
		return rules.Fact{Kind: kind, Step: step, By: by, To: to, What: "cut", With: "katana", Family: "blade", P: .5, Causes: []string{"unanswered"}}
	}
	fall, wound := blow(2, "fall", "Ann", "Cid"), blow(1, "wound", "Ann", "Cid")
	wound.Wounds, wound.Depth = 1, .3
	critical := fall
	critical.Causes = []string{"critical"}
	order := rules.Fact{Kind: "order", Step: 1, By: "Ann", To: "Bea", What: "advance"}
	for name, c := range map[string]struct {
		facts      []rules.Fact
		some, none string
	}{
		"a miss before":              {[]rules.Fact{blow(1, "miss", "Ann", "Cid"), fall}, "Ann misses once, then brings Cid down", "attempt"},
		"a wound before":             {[]rules.Fact{wound, fall}, "Ann's first cut with the katana wounds Cid, and the second brings Cid down.", "Ann brings"},
		"a wound before a great one": {[]rules.Fact{wound, critical}, "lands perfectly, and Cid goes down", "second"},
		"who has got up again": {[]rules.Fact{{Kind: "prone", Step: 1, By: "Cid", To: "Ann"}, {Kind: "up", Step: 2, By: "Ann"}, fall},
			"Up again, Ann ", "gets up"},
		"where an order leads": {[]rules.Fact{order, {Kind: "thrown back", Step: 2, By: "Bea", Spot: "the front of the callers"}},
			"At Ann's order, Bea tries to break through", "“"},
		"an order of which nothing comes": {[]rules.Fact{order}, "Ann orders Bea to advance.", "“"},
		"a ward in the way": {[]rules.Fact{{Kind: "order", Step: 1, By: "Ann", To: "Bea", What: "rend"}, {Kind: "shielded", Step: 2, By: "Cid", What: "ward"}},
			"Ann orders Bea to attack Cid, but Cid's ward takes the blow.", "“"},
		"what took the breath": {[]rules.Fact{{Kind: "broke", Step: 1, By: "Ann", What: "walk"}},
			"Hurrying on leaves Ann out of breath and open to attack.", "too"},
		"what took it and is told": {[]rules.Fact{{Kind: "broke", Step: 1, By: "Ann", What: "pick up"}, {Kind: "armed", Step: 2, By: "Ann", With: "katana"}},
			"Ann draws a katana and is left out of breath and open to attack.", "leaves"},
		"what a spell has cost": {[]rules.Fact{{Kind: "hurt", Step: 1, By: "Cid", What: "lotus", Wounds: 1, Depth: .3}}, "Casting “lotus” hurts Cid too.", "nobody"},
		"a long spell": {[]rules.Fact{{Kind: "chant broken", Step: 1, By: "Cid", What: "lotus"}, {Kind: "disarmed", Step: 2, By: "Ann", With: "katana"},
			{Kind: "chant broken", Step: 3, By: "Cid", To: "Ann", What: "lotus"}},
			"Cid begins the spell “lotus” again, but Ann breaks Cid's concentration, and the spell is lost.", "cannot"},
		"a hold again": {[]rules.Fact{{Kind: "grapple", Step: 1, By: "Ann", To: "Cid"}, {Kind: "disarmed", Step: 2, By: "Cid", With: "katana"},
			{Kind: "grapple", Step: 3, By: "Ann", To: "Cid"}},
			"Ann takes hold of Cid again.", "Cid and holds on again"},
		"a blow that was not named": {[]rules.Fact{{Kind: "order", Step: 1, By: "Ann", To: "Bea", What: "strike"},
			{Kind: "miss", Step: 2, By: "Bea", To: "Cid", What: "cut", With: "katana", Family: "blade", Causes: []string{"order"}}, blow(3, "fall", "Bea", "Cid")},
			"Bea lands a cut of the katana on Cid", "another"},
		"one's own fire": {[]rules.Fact{{Kind: "spell", Step: 1, By: "Cid", To: "Cid", What: "lotus"},
			{Kind: "wound", Step: 1, By: "Cid", To: "Cid", What: "lotus", Wounds: 1, Depth: .3},
			{Kind: "hurt", Step: 2, By: "Cid", Causes: []string{"fire"}, Wounds: 1, Depth: .3}},
			"Cid's own spell “lotus”", "of Cid's spell"},
		"two rallies": {[]rules.Fact{{Kind: "rallied", Step: 1, By: "Bea"}, {Kind: "rallied", Step: 2, By: "Bea"}}, "Bea", "Bea and Bea"},
		"out of a lock": {[]rules.Fact{{Kind: "lock broken", Step: 1, By: "Ann", To: "Cid"}},
			"Ann's weapon is pressed against Cid's until Ann pulls clear of Cid.", "lock"},
		"out of a lock of which": {[]rules.Fact{{Kind: "locked", Step: 1, By: "Ann", To: "Cid"}, {Kind: "lock broken", Step: 2, By: "Ann", To: "Cid"}},
			"Ann pulls clear of Cid.", "pressed"},
	} {
		a := four(t)
		got := a.told(t, c.facts...)
		if !strings.Contains(got, c.some) || strings.Contains(got, c.none) {
			t.Errorf("%s: told %q, want %q, and not %q", name, got, c.some, c.none)
		}
	}
}

// A blow hits a squad and wounds nobody of it by name; a horse is told as one, and fights beside nobody.
func TestSquadsAndHorsesAreNoSingleBodies(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann", Team: "riders"}, {Name: "Kage", Team: "riders", Steed: true},
		{Name: "Spears", Team: "callers", Side: 1, Several: true}},
		Scenery: rules.Scenery{People: []book.Person{{Wants: "to rest"}, {Epithet: "her black mare"}, {Wants: "the money"}}}}, mustWays(t))
	if got := a.begins(); !strings.Contains(got, "Kage is her black mare.") || strings.Contains(got, "beside") {
		t.Errorf("told: %q", got)
	}
	for depth, some := range map[float64]string{.1: "hits the Spears with a cut", .3: "brings some of them down", .6: "hits the Spears hard"} {
		got := a.told(t, rules.Fact{Kind: "wound", Step: 1, By: "Ann", To: "Spears", What: "cut", Family: "blade", Wounds: 1, Depth: depth, First: true, P: .5})
		if !strings.Contains(got, some) || strings.Contains(got, "wounds") || strings.Contains(got, "draws") {
			t.Errorf("a squad that has lost %g: told %q", depth, got)
		}
	}
}
