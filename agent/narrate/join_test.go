package narrate

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"kokyu/prompts"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
)

// What somebody does next is joined to what they have done, or begins with a pronoun, where it is short and plain and nobody
// else can be meant.
func TestSentencesAreJoinedWhereNobodyElseIsMeant(t *testing.T) {
	p := &Paragraph{slots: map[string]string{"A they": "she", "A him": "her", "B they": "he", "B him": "him", "C they": "she", "C him": "her"}}
	for name, c := range map[string]struct{ before, next, want string }{
		"short and plain":   {"{A} wounds {B}.", "{A} draws the dagger.", "{A} wounds {B} and draws the dagger."},
		"whoever was named": {"{A} takes hold of {B}.", "{A} puts {B} on the ground.", "{A} takes hold of {B} and puts {B him} on the ground."},
		"a weapon dropped and regained": {"{A} fumbles a cut and drops her {w1}.", "{A} picks up her {w1} again.",
			"{A} fumbles a cut and drops her {w1}, but picks it up again."},
		"of somebody else":            {"{A} wounds {B}.", "{B} wounds {A}.", "{A} wounds {B}. {B} wounds {A}."},
		"two clauses":                 {"{A} goes down, and {B} waits.", "{A} rises.", "{A} goes down, and {B} waits. {A they} rises."},
		"one of two who are so named": {"{A} goes down, and {C} waits.", "{A} rises.", "{A} goes down, and {C} waits. {A} rises."},
		"the same verb":               {"{A} breaks through.", "{A} breaks the hold.", "{A} breaks through. {A they} breaks the hold."},
		"what is somebody's":          {"{A} breaks through.", "{A}'s cut misses {B}.", "{A} breaks through. {A they}'s cut misses {B}."},
		"someone else acts before":    {"{B}'s cut misses {A}.", "{A} waits.", "{B}'s cut misses {A}. {A} waits."},
	} {
		if got := strings.Join(join(p, []string{c.before}, c.next), " "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// Of a squad whose name is a plural the verbs are plural, and of nobody else.
func TestVerbsOfSquadsArePlural(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann"}, {Name: "Guns", Several: true}, {Name: "Levy", Several: true}}}, nil)
	s := a.speaker(&Paragraph{slots: map[string]string{}}) // A, B, C
	for words, want := range map[string]string{
		"{B} breaks and runs, out of the fight.":                 "{B} break and run, out of the fight.",
		"{B} does nothing to stop {A}'s cut, and is wounded.":    "{B} do nothing to stop {A}'s cut, and are wounded.",
		"{A} wounds {B} and draws the dagger.":                   "{A} wounds {B} and draws the dagger.",
		"{A} lands a cut on {B}, who goes down.":                 "{A} lands a cut on {B}, who go down.",
		"{B} tries a parry, but {A}'s cut gets past and wounds.": "{B} try a parry, but {A}'s cut gets past and wounds.",
		"{C} breaks and runs.":                                   "{C} breaks and runs.",
		"{A} gives the order, and {B} closes up.":                "{A} gives the order, and {B} close up.",
	} {
		if got := s.agreeing(words); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Every verb that a way has after whoever acts has its plural.
func TestEveryVerbOfAWayHasItsPlural(t *testing.T) {
	ways, err := prompts.TaleWays()
	if err != nil {
		t.Fatal(err)
	}
	verb := regexp.MustCompile(`^\{\{\.By\}\} ([a-z]+)`)
	for kind, list := range ways {
		for _, w := range list {
			if k := rules.KindOfFact(kind); k.Blow || slices.Contains([]string{"rout", "shaken", "rallied", "loaded", "alone", "broke", "through"}, kind) {
				if m := verb.FindStringSubmatch(w.Say); m != nil && plurals[m[1]] == "" && !slices.Contains([]string{"and", "just", "again"}, m[1]) {
					t.Errorf("%s: %q has no plural", kind, m[1])
				}
			}
		}
	}
}

// An order is told in the sentence of what is done at it, and a breath that breaks in that of the blow it was for, which is
// made all the same.
func TestWhatBelongsTogetherIsOneSentence(t *testing.T) {
	fact := func(kind, by, to, what string, causes ...string) rules.Fact {
		return rules.Fact{Kind: kind, By: by, To: to, What: what, Causes: causes, P: 1}
	}
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann"}, {Name: "Guns", Several: true}, {Name: "Cid"}}}, mustWays(t))
	p := &passage{Passage: rules.Passage{Facts: []rules.Fact{fact("order", "Ann", "Guns", "volley fire"), fact("miss", "Guns", "Cid", "volley fire", "order"),
		fact("broke", "Ann", "Cid", "thrust"), fact("fall", "Ann", "Cid", "thrust", "unanswered")}}}
	told := exchanges(p)
	if len(told) != 2 || told[0].with("order") == nil || told[1].with("broke") == nil {
		t.Fatalf("told as %d: %+v", len(told), told)
	}
	s := a.speaker(&Paragraph{slots: map[string]string{}})
	for i := range told {
		f := s.fact(i+1, &told[i])
		if all := f.Tells(); len(all) != 2 {
			t.Errorf("%s tells %d facts, want 2", f.Kind, len(all))
		}
		for _, way := range f.Ways {
			said := s.Fill(way)
			if i == 0 && said != "Ann orders the Guns to attack Cid, but they miss." {
				t.Errorf("whose word it was: %q", said)
			}
			if i == 1 && (!strings.Contains(said, "brings Cid down") && !strings.Contains(said, "goes down") ||
				!strings.Contains(said, "open to attack") || strings.Contains(said, "nothing comes")) {
				t.Errorf("what came of it: %q", said)
			}
		}
	}
}

func mustWays(t *testing.T) prompts.Ways {
	t.Helper()
	ways, err := prompts.TaleWays()
	if err != nil {
		t.Fatal(err)
	}
	return ways
}

// What happens again is said to happen again, and several times together how often: no reader counts to a ninth time.
func TestWhatHappensAgainIsSaidPlainly(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann"}, {Name: "Bea"}}}, mustWays(t))
	said := map[string]bool{}
	for n := range 12 {
		guard := telling{Fact: rules.Fact{Kind: "guard broken", By: "Ann", To: "Bea", P: 1}}
		if n == 5 {
			guard.tries = []rules.Fact{guard.Fact, guard.Fact}
		}
		a.count(&guard)
		for _, way := range a.speaker(&Paragraph{slots: map[string]string{}}).fact(1, &guard).Ways {
			said[way] = true
		}
	}
	for _, want := range []string{"{A} breaks {B}'s guard.", "{A} breaks {B}'s guard again.", "{A} keeps breaking {B}'s guard, but {B} recovers each time."} {
		if !said[want] {
			t.Errorf("%q is not among %v", want, said)
		}
	}
	for way := range said {
		if strings.Contains(way, "th time") {
			t.Errorf("told: %q", way)
		}
	}
}

// Nobody is wounded with a disarm, forces a thrust out, or strikes with a weapon of the same name; who was never told to be
// in a lock does not get out of it.
func TestBlowsAreSaidAsPeopleSayThem(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Oak"}, {Name: "Bea"}}}, mustWays(t))
	for name, c := range map[string]struct {
		fact      rules.Fact
		some, not string
	}{
		"a disarm that wounds":      {rules.Fact{Kind: "wound", What: "disarm", With: "yari", Family: "spear"}, "blow", "disarm"},
		"a disarm that misses":      {rules.Fact{Kind: "miss", What: "disarm", With: "yari", Family: "spear"}, "disarm", "wounds"},
		"a weapon lost to a disarm": {rules.Fact{Kind: "disarmed", What: "disarm", With: "yari", Family: "spear"}, "blow", "disarm"},
		"an overload that lands": {rules.Fact{Kind: "wound", What: "thrust", With: "yari", Family: "spear", Causes: []string{"overload"}},
			"almost out of breath, wounds Bea with a thrust", "puts everything"},
		"an overload that is foiled": {rules.Fact{Kind: "stopped", What: "empty hand", Family: "unarmed", Causes: []string{"overload"}}, "a punch", "an empty hand,"},
		"an overload that breaks":    {rules.Fact{Kind: "broke", What: "feint", With: "yari"}, "too little breath for it", "last breath"},
		"arms of its own":            {rules.Fact{Kind: "miss", What: "needle arm", With: "oak arms"}, "needle-arm stab", "oak arms"},
		"a spear of somebody's":      {rules.Fact{Kind: "miss", What: "needle arm", With: "yari"}, "yari", "oak arms"},
		"out of a lock":              {rules.Fact{Kind: "lock broken"}, "pulls clear of", "lock"},
		"not out of a lock":          {rules.Fact{Kind: "lock kept"}, "pull clear of", "lock"},
	} {
		f := c.fact
		f.By, f.To, f.P = "Oak", "Bea", .5
		a.armed = map[string]string{}
		p := &Paragraph{slots: map[string]string{}}
		var ways []string
		for _, way := range a.speaker(p).fact(1, &telling{Fact: f}).Ways {
			for slot, word := range p.slots {
				way = strings.ReplaceAll(way, "{"+slot+"}", word)
			}
			ways = append(ways, way)
		}
		told := strings.Join(ways, "\n")
		if !strings.Contains(told, c.some) || strings.Contains(told, c.not) {
			t.Errorf("%s: want %q in one way and %q in none of\n%s", name, c.some, c.not, told)
		}
	}
}

// A harry is told as what it does to the weapon that comes, in words that take turns.
func TestAHarryKnocksTheWeaponAside(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann"}, {Name: "Bea"}}}, mustWays(t))
	heard := map[string]bool{}
	for _, with := range []struct{ weapon, family, struck string }{{"uchigatana", "blade", "the blade"}, {"suyari", "spear", "the spear"},
		{"naginata", "spear", "the shaft"}, {"short bow", "bow", "the arrow"}, {"unarmed", "unarmed", "the blow"}, {"katana", "blade", "the blade"}} {
		f := rules.Fact{Kind: "wound", By: "Ann", To: "Bea", With: with.weapon, Family: with.family, Answer: "harry", Causes: []string{"late", "hurried"}, P: 1}
		for _, way := range a.speaker(&Paragraph{slots: map[string]string{}}).fact(1, &telling{Fact: f}).Ways {
			if !strings.Contains(way, "tries too late to ") && !strings.Contains(way, "hurries to ") || !strings.Contains(way, with.struck+" a") {
				t.Errorf("a wound with the %s: %q", with.weapon, way)
			}
			_, way, _ = strings.Cut(strings.Replace(way, "hurries to ", "too late to ", 1), "too late to ")
			heard[strings.Fields(way)[0]] = true
		}
		f.Kind, f.Causes = "stopped", nil
		for _, way := range a.speaker(&Paragraph{slots: map[string]string{}}).fact(1, &telling{Fact: f}).Ways {
			if strings.Contains(way, "harr") || !strings.HasSuffix(way, " aside.") && !strings.HasSuffix(way, " away.") {
				t.Errorf("a blow with the %s is stopped: %q", with.weapon, way)
			}
		}
	}
	if len(heard) < 2 {
		t.Errorf("told as %v alone", heard)
	}
}

// Who has gone down is not brought down again, and no grip on them is told.
func TestWhoIsDownIsNotBroughtDown(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann"}, {Name: "Bea"}, {Name: "Cid"}}}, mustWays(t))
	take := func(facts ...rules.Fact) {
		a.take(&passage{Passage: rules.Passage{Facts: facts}}, func(string) (string, string, int) { return "", "", 0 })
	}
	take(rules.Fact{Kind: "grip", By: "Ann", To: "Bea", P: 1}, rules.Fact{Kind: "fall", By: "Cid", To: "Bea", P: 1})
	take(rules.Fact{Kind: "grip", By: "Ann", To: "Bea", P: 1}, rules.Fact{Kind: "prone", By: "Ann", To: "Bea", P: 1})
	var kinds []string
	for _, f := range a.facts {
		kinds = append(kinds, f.Kind)
	}
	if !slices.Equal(kinds, []string{"grip", "fall", "prone"}) {
		t.Fatalf("told: %v", kinds)
	}
	for _, way := range a.speaker(&Paragraph{slots: map[string]string{}}).fact(1, &a.facts[2]).Ways {
		if !strings.Contains(way, "down already") {
			t.Errorf("%q of one who is down", way)
		}
	}
	take(rules.Fact{Kind: "rises", By: "Bea", P: 1}, rules.Fact{Kind: "prone", By: "Ann", To: "Bea", P: 1})
	if f := a.facts[len(a.facts)-1]; f.lying {
		t.Error("who has risen is told as down")
	}
}

// A side does not stand by a steed or by squads: neither is the last of it, and a squad that has run is gone.
func TestNeitherASteedNorASquadIsTheLast(t *testing.T) {
	r := newReader(&tongue{}, Options{Roster: []rules.Fighter{{Name: "Mitsu", Team: "riders"},
		{Name: "Kage", Team: "riders", Steed: true}, {Name: "Guns", Team: "riders", Several: true},
		{Name: "Ichi", Team: "riders"}, {Name: "Kuro", Side: 1, Team: "road"}, {Name: "San", Side: 1, Team: "road"}}})
	r.see(rules.Event{Kind: "down", Seat: "Ichi"})
	if !r.cast.last(&r.scene, "Ichi") {
		t.Error("Mitsu is not the last of the riders")
	}
	if who, _, _ := r.cast.survivor(&r.scene, "Ichi"); who != "" {
		t.Errorf("%s is left alone, and the Guns still stand", who)
	}
	r.see(rules.Event{Kind: "rout", Seat: "Guns"})
	if who, team, against := r.cast.survivor(&r.scene, "Ichi"); who != "Mitsu" || team != "riders" || against != 2 {
		t.Errorf("left: %s of %s against %d", who, team, against)
	}
	r.see(rules.Event{Kind: "down", Seat: "Kage"})
	if r.cast.last(&r.scene, "Kage") {
		t.Error("the fall of a steed makes a last one")
	}
	if names := r.cast.stand(&r.scene, "riders"); !slices.Equal(names, []string{"Mitsu"}) {
		t.Errorf("%v stand", names)
	}
}

// Who concedes is said with the reason, in the line of the law and in the tale.
func TestAConcededFightSaysWhy(t *testing.T) {
	o := Options{Voice: "plain", Roster: []rules.Fighter{{Name: "Ann", Team: "travellers"},
		{Name: "Bea", Side: 1, Team: "bandits"}, {Name: "Cid", Side: 1, Team: "bandits"}}}
	lines, err := Tell(t.Context(), o, rules.Dialect{}, []rules.Step{{N: 1, Edit: fight.Concedes("bandits"), Why: "they are spent",
		Events: []rules.Event{{Kind: "edit", What: "bandits concedes"}, {Kind: "end", Seat: "travellers", What: "bandits concedes", N: 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	var text []string
	for _, l := range lines {
		text = append(text, l.Text)
	}
	for _, want := range []string{"End in round 1: travellers won, the bandits concede: they are spent", "the bandits have given up, because they are spent"} {
		if !strings.Contains(strings.Join(text, "\n"), want) {
			t.Errorf("%q is not in\n%s", want, strings.Join(text, "\n"))
		}
	}
}

// Somebody's fear is told when it comes true, and then once.
func TestAFearIsToldWhenItComesTrue(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann"}, {Name: "Bea"}}}, nil)
	a.people["Bea"] = a.people["Ann"]
	who := a.people["Bea"]
	who.Fears = "arrows, and the dark"
	a.people["Bea"] = who
	hit := func(family string) *telling {
		return &telling{Fact: rules.Fact{Kind: "wound", By: "Ann", To: "Bea", Wounds: 1, Depth: .5, Family: family}}
	}
	if _, ok := a.fear(hit("spear")); ok {
		t.Error("a spear is no arrow")
	}
	if fear, ok := a.fear(hit("bow")); !ok || fear.By != "Bea" || fear.word != "arrows, and the dark" {
		t.Errorf("told: %v %+v", ok, fear)
	}
	if _, ok := a.fear(hit("bow")); ok {
		t.Error("it is told twice")
	}
}

// A spell is told with what it does to whom, a side by its name or by who leads it, and a blow at one's own side as that.
func TestASpellAndASideAreToldPlainly(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann", Team: "the road"}, {Name: "Bea", Team: "the road"},
		{Name: "Cid", Team: "bandits", Side: 1}, {Name: "Dan", Team: "bandits", Side: 1}},
		Scenery: rules.Scenery{Does: map[string]string{"paper shackle": "{to} cannot move from the spot", "mist": "{to} is now harder to hit", "lotus": ""},
			People: []book.Person{{They: "she"}}}}, mustWays(t))
	for name, c := range map[string]struct {
		of         telling
		some, none string
	}{
		"on another": {telling{Fact: rules.Fact{Kind: "spell", By: "Ann", To: "Cid", What: "paper shackle"}},
			"{A} casts a spell on {C}, “{w2}”: {C} cannot move from the spot.", "works"},
		"on herself": {telling{Fact: rules.Fact{Kind: "spell", By: "Ann", What: "mist"}},
			"{A} casts a spell, “{w2}”: {A they} is now harder to hit.", "takes effect"},
		"that wounds": {telling{Fact: rules.Fact{Kind: "wound", By: "Ann", To: "Cid", What: "lotus", Wounds: 1, Depth: .3}},
			"{A} wounds {C} with the spell “{w1}”.", "takes effect"},
		"at a friend": {telling{Fact: rules.Fact{Kind: "wound", By: "Ann", To: "Bea", What: "lotus", Wounds: 1, Depth: .3}, friend: true},
			"{A}'s spell “{w1}” wounds {B}, who is on the same side.", "draws"},
		"past the only one": {telling{Fact: rules.Fact{Kind: "through", By: "Ann", Spot: "the rear of the bandits"}, foes: []string{"Cid"}},
			"{A} gets past {C}.", "rear"},
		"back from them": {telling{Fact: rules.Fact{Kind: "through", By: "Ann", Spot: "the front of the road"}},
			"{A} fights free and goes back to her own side.", "front"},
		"a fire": {telling{Fact: rules.Fact{Kind: "hurt", By: "Cid", Causes: []string{"fire"}}, word: "Ann's spell"},
			"{C} is hurt by the fire of {w2}.", "still there"},
		"a way through": {telling{Fact: rules.Fact{Kind: "through", By: "Ann", Spot: "the rear of the bandits"}},
			"{A} breaks through to the enemy's rear.", "bandits"},
		"alone": {telling{Fact: rules.Fact{Kind: "alone", By: "Ann"}, side: "the road", many: 2, foes: []string{"Cid", "Dan"}},
			"{A} is left alone against {C} and {D}.", "road"},
		"alone of many": {telling{Fact: rules.Fact{Kind: "alone", By: "Cid"}, side: "bandits", many: 2}, "{C} is left alone against two enemies.", "bandits only"},
	} {
		told := strings.Join(a.speaker(&Paragraph{slots: map[string]string{}}).fact(1, &c.of).Ways, "\n")
		if !strings.Contains(told, c.some) || strings.Contains(told, c.none) {
			t.Errorf("%s: want %q and no %q in\n%s", name, c.some, c.none, told)
		}
	}
	s := a.speaker(&Paragraph{slots: map[string]string{}})
	if side, several := s.ofSide("the road"); side != "{A}'s side" || several {
		t.Errorf("the road is %q, %v", side, several)
	}
	if side, several := s.ofSide("bandits"); s.Fill(side) != "The bandits" || !several {
		t.Errorf("the bandits are %q, %v", side, several)
	}
	if said := join(s.Paragraph, []string{"{A} and {B} break each other's guard."}, "{A} pulls clear of {B}."); len(said) != 2 {
		t.Errorf("joined: %q", said)
	}
}

// Everybody who takes part is introduced before the fight, once, and whoever is not there yet is not.
func TestEverybodyIsIntroduced(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann", Team: "guests"},
		{Name: "Guns", Team: "guests", Several: true}, {Name: "Cid", Team: "callers", Side: 1},
		{Name: "Dan", Team: "callers", Side: 1}, {Name: "Shade", Team: "callers", Side: 1, Called: true}},
		Scenery: rules.Scenery{About: "Cid has come for Ann.", People: make([]book.Person, 5)}}, mustWays(t))
	var told []string
	for _, p := range a.opening(1) {
		for _, f := range p.Facts {
			told = append(told, p.Fill(f.Ways[0]))
		}
	}
	if got := strings.Join(told, " "); got != "Cid has come for Ann. The Guns fight beside Ann. Dan fights beside Cid." {
		t.Errorf("told: %q", got)
	}
	if foes := a.facing("Ann"); !slices.Equal(foes, []string{"Cid", "Dan"}) {
		t.Errorf("facing Ann: %v", foes)
	}
	a.take(&passage{Passage: rules.Passage{Facts: []rules.Fact{{Kind: "rises", By: "Shade", To: "Cid"}, {Kind: "rout", By: "Dan"}}}},
		func(string) (string, string, int) { return "", "", 0 })
	if foes := a.facing("Ann"); !slices.Equal(foes, []string{"Cid", "Shade"}) {
		t.Errorf("facing Ann after the call: %v", foes)
	}
}

// Nobody orders a miss: the order is one to strike. An answer needs an attack before it, a weapon that was dropped is taken
// up before it strikes, and who helped to hold somebody lets go of them.
func TestAnOrderAnAnswerAWeaponAndAHoldAreWhatTheyWere(t *testing.T) {
	roster := []rules.Fighter{{Name: "Ann", Team: "guests"}, {Name: "Bea", Team: "guests"},
		{Name: "Cid", Team: "callers", Side: 1}, {Name: "Dan", Team: "callers", Side: 1}}
	a := newAccount(Options{Roster: roster}, mustWays(t))
	order := rules.Fact{Kind: "order", Step: 1, By: "Ann", To: "Bea"}
	miss := rules.Fact{Kind: "miss", Step: 1, By: "Bea", To: "Cid", What: "thrust", Causes: []string{"order"}}
	got := a.told(t, order, miss)
	if !strings.Contains(got, "Ann orders Bea to attack Cid") || strings.Contains(got, "Ann's order") || strings.Contains(got, "gives the order") {
		t.Errorf("a miss at an order: %q", got)
	}
	order.Step, miss.Step = 3, 3
	if got := a.told(t, order, miss); strings.Contains(got, "Ann") {
		t.Errorf("an order of which nothing comes is told again: %q", got)
	}
	got = newAccount(Options{Roster: roster}, mustWays(t)).told(t, rules.Fact{Kind: "disarmed", Step: 1, By: "Cid", To: "Ann", With: "katana", What: "disarm"},
		rules.Fact{Kind: "wound", Step: 2, By: "Ann", To: "Cid", What: "cut", Wounds: 1, Depth: .4})
	if strings.Contains(got, "In return") || strings.Contains(got, "in return") {
		t.Errorf("an answer to nothing: %q", got)
	}

	r := newReader(&tongue{}, Options{Roster: roster})
	read := func(facts ...rules.Fact) []rules.Fact {
		r.open = &passage{Passage: rules.Passage{Facts: facts}}
		return r.flush()[0].Facts
	}
	facts := read(rules.Fact{Kind: "disarmed", By: "Ann", With: "kaiken"}, rules.Fact{Kind: "miss", By: "Ann", To: "Cid", With: "kaiken"})
	if len(facts) != 3 || facts[1].Kind != "armed" || facts[1].With != "kaiken" {
		t.Errorf("a weapon that was dropped: %+v", facts)
	}
	facts = read(rules.Fact{Kind: "grapple", By: "Cid", To: "Ann"}, rules.Fact{Kind: "grapple", By: "Dan", To: "Ann"},
		rules.Fact{Kind: "escape", By: "Cid", To: "Dan"})
	if f := facts[len(facts)-1]; f.To != "Ann" {
		t.Errorf("who lets go: %+v", f)
	}
	facts = read(rules.Fact{Kind: "grapple", By: "Cid", To: "Ann"}, rules.Fact{Kind: "escape", By: "Ann", To: "Cid"},
		rules.Fact{Kind: "escape", By: "Cid", To: "Ann"})
	if facts[1].What != "" || facts[2].What != "" {
		t.Errorf("who breaks free: %+v", facts)
	}
	r.seats[2].down = true
	facts = read(rules.Fact{Kind: "armed", By: "Cid", With: "tanto"}, rules.Fact{Kind: "through", By: "Bea", Spot: "the rear of the callers"},
		rules.Fact{Kind: "fall", By: "Bea", To: "Cid"})
	if len(facts) != 3 {
		t.Errorf("what comes before a fall: %+v", facts)
	}
	if facts := read(rules.Fact{Kind: "armed", By: "Cid", With: "tanto"},
		rules.Fact{Kind: "through", By: "Ann", Spot: "the rear of the callers"}); len(facts) != 0 {
		t.Errorf("of no consequence: %+v", facts)
	}
}

// An attack is told before the answer to it, whatever comes of it.
func TestAnAttackComesBeforeItsAnswer(t *testing.T) {
	all := mustWays(t)
	for _, kind := range []string{"fall", "wound", "point", "landed", "stopped"} {
		for _, way := range all[kind] {
			for _, answer := range []string{"{{.Late}}", "{{.Hurry}}", "{{.Attempt}}", "{{.Foils}}"} {
				at := strings.Index(way.Say, answer)
				if at >= 0 && !strings.Contains(way.Say[:at], "{{.By}}") && !strings.Contains(way.Say[:at], "{{.Tries}}") {
					t.Errorf("%s: %q", kind, way.Say)
				}
			}
		}
	}
}

// A fist and a fire draw no blood and do not scratch.
func TestOnlyAnEdgeDrawsBlood(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann"}, {Name: "Bea"}}, Scenery: rules.Scenery{Does: map[string]string{"fireball": ""}}}, mustWays(t))
	edged := false
	for _, with := range []rules.Fact{{With: "unarmed", Family: "unarmed"}, {What: "fireball"}, {With: "katana", Family: "blade"}} {
		for _, depth := range []float64{.1, .3} {
			f := with
			f.Kind, f.By, f.To, f.P, f.Depth = "wound", "Ann", "Bea", 1, depth
			for _, way := range a.speaker(&Paragraph{slots: map[string]string{}}).fact(1, &telling{Fact: f}).Ways {
				is := strings.Contains(way, "draws blood") || strings.Contains(way, "scratches") || strings.Contains(way, "grazes")
				if edged = edged || is && f.Family == "blade"; is && f.Family != "blade" {
					t.Errorf("%+v: %q", with, way)
				}
			}
		}
	}
	if !edged {
		t.Error("no edge draws blood")
	}
}

// Of three like blows none but the second is the next one.
func TestTheNextBlowAfterTheNextIsAnother(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann"}, {Name: "Bea"}}}, mustWays(t))
	s := a.speaker(&Paragraph{slots: map[string]string{}})
	for i := range 3 {
		f := rules.Fact{Kind: "miss", Step: i, By: "Ann", To: "Bea", What: "cut", With: "katana", Family: "blade", P: 1}
		ways := strings.Join(s.fact(i, &telling{Fact: f}).Ways, "\n")
		if next := strings.Contains(ways, "next "); next != (i == 1) {
			t.Errorf("blow %d: %s", i+1, ways)
		}
	}
}
