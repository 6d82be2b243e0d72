package narrate

import (
	"strings"
	"testing"

	"kokyu/prompts"
	"kokyu/rules"
	"kokyu/rules/book"
)

// told returns what is told of facts, composed by Go.
func (a *account) told(t *testing.T, facts ...rules.Fact) string {
	t.Helper()
	done := a.take(&passage{Passage: rules.Passage{Facts: facts}}, func(string) (string, string, int) { return "", "", 0 })
	c := newComposer(1, prompts.Images{}, true, nil)
	var all []string
	for _, p := range append(done, a.close()...) {
		words, _ := c.word(p, c.choose(p))
		all = append(all, p.Fill(words))
	}
	return strings.Join(all, " ")
}

// begins returns what the opening tells, in its usual ways.
func (a *account) begins() string {
	var all []string
	for _, p := range a.opening(1) {
		for _, f := range p.Facts {
			all = append(all, p.Fill(f.Ways[0]))
		}
	}
	return strings.Join(all, " ")
}

// four returns two against two, with a spell that burns and one that leaves a fire.
func four(t *testing.T) *account {
	return newAccount(Options{Roster: []rules.Fighter{{Name: "Ann", Team: "guests"}, {Name: "Bea", Team: "guests"},
		{Name: "Cid", Team: "callers", Side: 1}, {Name: "Dan", Team: "callers", Side: 1}},
		Scenery: rules.Scenery{Does: map[string]string{"fireball": "", "lotus": "fire is left burning where it strikes"},
			People: []book.Person{{Wants: "to rest", Fears: "arrows"}, {Epithet: "her friend", Fears: "swords"},
				{Wants: "the money", Fears: "swords", Won: "The money is theirs"}, {}}}}, mustWays(t))
}

// A fire is of the spell that hit whoever burns, not of one that somebody has only begun to cast.
func TestAFireIsOfTheSpellThatWasCast(t *testing.T) {
	a := four(t)
	got := a.told(t, rules.Fact{Kind: "chant", Step: 1, By: "Cid", What: "lotus"}, rules.Fact{Kind: "spell", Step: 2, By: "Cid", To: "Ann", What: "fireball"},
		rules.Fact{Kind: "wound", Step: 2, By: "Cid", To: "Ann", What: "fireball", Wounds: 1, Depth: .3},
		rules.Fact{Kind: "hurt", Step: 3, By: "Ann", Causes: []string{"fire"}, Wounds: 1, Depth: .3})
	if !strings.Contains(got, "Ann is hurt by the fire of Cid's spell “fireball”.") || strings.Contains(got, "lotus") {
		t.Error(got)
	}
}

// A spell that leaves a fire says so where it is cast, or nobody knows what burns them later.
func TestAFireIsToldWhereItIsCast(t *testing.T) {
	a := four(t)
	wound := func(step int) rules.Fact {
		return rules.Fact{Kind: "wound", Step: step, By: "Cid", To: "Ann", What: "lotus", Wounds: 1, Depth: .3}
	}
	got := a.told(t, rules.Fact{Kind: "spell", Step: 1, By: "Cid", To: "Ann", What: "lotus"}, wound(1),
		rules.Fact{Kind: "hurt", Step: 2, By: "Ann", Causes: []string{"fire"}, Wounds: 1, Depth: .3}, wound(3))
	if !strings.Contains(got, " The spell leaves fire burning around Ann. Ann is hurt by the fire of Cid's spell “lotus”.") ||
		strings.Count(got, "leaves fire") != 1 {
		t.Error(got)
	}
}

// Who has been thrown to the ground does not go down: the tale would say it twice.
func TestWhoIsOnTheGroundDoesNotGoDown(t *testing.T) {
	a := four(t)
	got := a.told(t, rules.Fact{Kind: "prone", Step: 1, By: "Ann", To: "Cid"}, rules.Fact{Kind: "fall", Step: 2, By: "Bea", To: "Cid", What: "cut"})
	if !strings.Contains(got, "Cid does not get up again") || strings.Contains(got, "goes down") || strings.Contains(got, "brings") {
		t.Error(got)
	}
}

// Shots in a row of the same two are one sentence, which counts those that wound.
func TestShotsInARowAreCounted(t *testing.T) {
	a := four(t)
	arrow := func(kind string, step int, w int) rules.Fact {
		return rules.Fact{Kind: kind, Step: step, By: "Cid", To: "Ann", What: "light arrow", With: "short bow", Family: "bow", Wounds: w, Depth: .3 * float64(w)}
	}
	got := a.told(t, rules.Fact{Kind: "wound", Step: 1, By: "Bea", To: "Dan", What: "cut", Wounds: 1, Depth: .3, First: true},
		arrow("wound", 2, 1), arrow("miss", 3, 0),
		rules.Fact{Kind: "broke", Step: 4, By: "Cid", To: "Ann", What: "light arrow", With: "short bow", Family: "bow"}, arrow("miss", 4, 0))
	if !strings.Contains(got, "with one of three light arrows from the short bow and wounds Ann. The effort of shooting leaves Cid out of breath and open to attack.") {
		t.Error(got)
	}
}

// What happens in a hold is told as wrestling, and not as a blow of no weapon; a feint stands in a sentence of its own.
func TestAHoldIsWrestlingAndAFeintIsASentence(t *testing.T) {
	hold := rules.Fact{Kind: "wound", Step: 1, By: "Ann", To: "Cid", With: "unarmed", Family: "unarmed", Causes: []string{"grapple"}, Wounds: 1, Depth: .3}
	if got := four(t).told(t, hold); !strings.Contains(got, "Ann wrestles with Cid and hurts Cid.") {
		t.Error(got)
	}
	hold.Kind, hold.Fate = "fall", "killed"
	if got := four(t).told(t, hold); !strings.Contains(got, "Ann kills Cid with bare hands as they wrestle.") {
		t.Error(got)
	}
	before, back := &rules.Fact{Kind: "wound", By: "A", To: "B"}, &rules.Fact{Kind: "wound", By: "B", To: "A"}
	if got := answerSentence(before, back, "{A} wounds {B}.", "In return {B} feints, then wounds {A}."); got != "" {
		t.Error(got)
	}
}

// Where a blow went is said as people say it, and a first wound stands where the sentence ends.
func TestAWoundIsInAPlaceAndTheFirstIsSaidOfIt(t *testing.T) {
	for part, want := range map[string]string{"arm": " in the arm", "wrist": " on the wrist"} {
		if got := four(t).told(t, rules.Fact{Kind: "wound", Step: 1, By: "Ann", To: "Cid", What: "cut",
			Part: part, Wounds: 1, Depth: .3}); !strings.Contains(got, want) {
			t.Error(got)
		}
	}
	got := four(t).told(t, rules.Fact{Kind: "wound", Step: 1, By: "Ann", To: "Cid", What: "cut", Causes: []string{"spent"}, Wounds: 1, Depth: .3, First: true})
	if !strings.HasSuffix(got, "is wounded: first blood.") {
		t.Error(got)
	}
}

// Nobody is left alone beside a horse that stands.
func TestNobodyIsAloneBesideTheirHorse(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann", Team: "riders"}, {Name: "Bea", Team: "riders"},
		{Name: "Roan", Team: "riders", Steed: true}, {Name: "Cid", Team: "callers", Side: 1}}}, mustWays(t))
	for _, steed := range []bool{true, false} {
		if a.rides("riders") != steed {
			t.Errorf("a horse stands: want %t", steed)
		}
		a.lying["Roan"] = true
	}
}

// A spell that goes wrong and hurts its caster is one sentence, and a casting after another of the same spell is another.
func TestASpellThatGoesWrongIsToldOnce(t *testing.T) {
	a := four(t)
	got := a.told(t, rules.Fact{Kind: "spell", Step: 1, By: "Cid", To: "Ann", What: "fireball"},
		rules.Fact{Kind: "wound", Step: 1, By: "Cid", To: "Ann", What: "fireball", Wounds: 1, Depth: .3},
		rules.Fact{Kind: "backlash", Step: 2, By: "Cid", What: "fireball"}, rules.Fact{Kind: "close", Step: 3, By: "Bea"},
		rules.Fact{Kind: "hurt", Step: 4, By: "Cid", Causes: []string{"backlash"}, Wounds: 1, Depth: .3})
	if !strings.HasSuffix(got, "Cid casts another “fireball”, but it goes wrong, and Cid is hurt by it instead.") || strings.Count(got, "wrong") != 1 {
		t.Error(got)
	}
}

// Nobody's fear comes true that the opening has not told; it tells one.
func TestAFearIsToldBeforeItComesTrue(t *testing.T) {
	a := four(t)
	if got := a.begins(); !strings.Contains(got, "Ann wants to rest, but fears arrows.") || strings.Contains(got, "swords") {
		t.Errorf("told: %q", got)
	}
	hit := func(to, family string) *telling {
		return &telling{Fact: rules.Fact{Kind: "wound", By: "Dan", To: to, Wounds: 1, Depth: .5, Family: family}}
	}
	if _, ok := a.fear(hit("Bea", "blade")); ok {
		t.Error("a fear comes true that nobody knows of")
	}
	if _, ok := a.fear(hit("Ann", "bow")); !ok {
		t.Error("the fear that was told does not come true")
	}
}

// A breath that was too short for a blow is told in its sentence, or names it.
func TestTheEffortIsNamed(t *testing.T) {
	for range 3 {
		a := four(t)
		got := a.told(t, rules.Fact{Kind: "broke", Step: 1, By: "Ann", To: "Cid", What: "thrust"},
			rules.Fact{Kind: "miss", Step: 2, By: "Ann", To: "Cid", What: "thrust"})
		if !strings.Contains(got, "thrust") || !strings.Contains(got, "out of breath and open to attack.") || strings.Count(got, ".") != 1 {
			t.Error(got)
		}
	}
}

// A hold and what the other makes of it are one sentence, two wounds are two; of a duel it is told when both are wounded.
func TestAnExchangeIsOneSentence(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann", Team: "guests"}, {Name: "Cid", Team: "callers", Side: 1}}}, mustWays(t))
	got := a.told(t, rules.Fact{Kind: "grapple", Step: 1, By: "Ann", To: "Cid"}, rules.Fact{Kind: "prone", Step: 2, By: "Cid", To: "Ann"},
		rules.Fact{Kind: "wound", Step: 3, By: "Cid", To: "Ann", What: "cut", Wounds: 1, Depth: .3},
		rules.Fact{Kind: "wound", Step: 4, By: "Ann", To: "Cid", What: "thrust", Wounds: 1, Depth: .3})
	if !strings.Contains(got, ", but Cid ") || !strings.HasSuffix(got, "Now both are wounded.") || strings.Count(got, ".") != 4 {
		t.Error(got)
	}
}

// A side that still stands against as many as it has is told, once, and a fall says who is left alone by it.
func TestTheTurnIsTold(t *testing.T) {
	a := newAccount(Options{Roster: []rules.Fighter{{Name: "Ann", Team: "guests"}, {Name: "Bea", Team: "guests"},
		{Name: "Cid", Team: "callers", Side: 1}, {Name: "Dan", Team: "callers", Side: 1},
		{Name: "Eve", Team: "callers", Side: 1}}}, mustWays(t))
	if got := a.told(t, rules.Fact{Kind: "fall", Step: 1, By: "Ann", To: "Eve", What: "cut"}); !strings.HasSuffix(got, "Now it is two against two.") {
		t.Error(got)
	}
	if got := lonely("{A} strikes, and {B} goes down.",
		"{C} is left alone against {A}."); got != "{A} strikes, and {B} goes down, which leaves {C} alone against {A}." {
		t.Error(got)
	}
	if got := lonely("{B} goes down. The cut leaves {A} out of breath and open to attack.", "{C} is left alone against {A}."); got != "" {
		t.Errorf("a breath leaves somebody alone: %q", got)
	}
}

// Nobody breaks through to where they have been.
func TestNobodyIsThrownBackFromWhereTheyAre(t *testing.T) {
	r := newReader(&tongue{}, Options{Roster: []rules.Fighter{{Name: "Ann", Team: "guests"}, {Name: "Cid", Team: "callers", Side: 1}}})
	if r.idle(rules.Fact{Kind: "through", By: "Ann", Spot: "the rear of the callers"}, nil) {
		t.Fatal("a way into their rear is idle")
	}
	if !r.idle(rules.Fact{Kind: "thrown back", By: "Ann", Spot: "the front of the callers"}, nil) {
		t.Error("thrown back from the enemy's front, from behind it")
	}
}

// The end says what it comes to that a side has won, where its people say so.
func TestTheEndSaysWhatItCameTo(t *testing.T) {
	a := four(t)
	for side, want := range map[string]string{"callers": "The money is theirs.", "guests": ""} {
		if got := a.comes(side); got != want {
			t.Errorf("%s: %q", side, got)
		}
	}
}
