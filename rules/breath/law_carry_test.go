package breath

import (
	"slices"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
)

// What is taken from fight to fight, R-165.

// carried returns what somebody takes out of the fight as it stands.
func (b *bout) carried(name string) book.CarryOver {
	g, s, _ := fight.At[State](b.f)
	var told []rules.Event
	for _, step := range b.f.Steps() {
		told = append(told, step.Events...)
	}
	return g.(*Game).CarryOut(&s, b.seat(name), told)
}

// brokenBurst is Seimei, whose burst Kojiro has broken, with his slots.
func brokenBurst(t *testing.T) (*bout, book.CarryOver) {
	b := setup{us: []man{{name: "Seimei", row: mageOf(lights, "talisman burst")}},
		them: []man{{name: "Kojiro", row: "energy: 11, wounds: 6, weapons: [suyari]"}}}.begin(t)
	b.play("begin talisman burst", "end the breath", "check > Seimei", d{9, 8}, "take the blow")
	return b, b.carried("Seimei")
}

// Eight hours give slots back, seven none; an interrupted one returns in an interlude only. SP-06, SP-39.
func TestRestGivesSlotsBack(t *testing.T) {
	_, c := brokenBurst(t)
	full := []int{5, 4, 3, 2, 1}
	if got := c.Casts.Slots["sorcery"]; !slices.Equal(got.Left, []int{5, 3, 3, 2, 1}) ||
		!slices.Equal(got.Of, full) || !slices.Equal(got.Broken, []int{0, 1, 0, 0, 0}) {
		t.Fatalf("a broken burst: got %+v, want a slot of 3 dan gone, and broken", got)
	}
	c.Casts.Slots["sorcery"].Left[0] = 2 // three more were spent
	for _, k := range []struct {
		rest   book.Rest
		left   []int
		broken bool
	}{
		{book.Rest{Hours: 7}, []int{2, 3, 3, 2, 1}, true},
		{book.Rest{Hours: 8}, []int{5, 3, 3, 2, 1}, true},
		{book.Rest{Interlude: true}, full, false},
	} {
		got := takeRest(c, k.rest).Casts.Slots["sorcery"]
		if !slices.Equal(got.Left, k.left) || (got.Broken != nil) != k.broken {
			t.Errorf("%+v: got %+v, want %v", k.rest, got, k.left)
		}
	}
	if c.Casts.Slots["sorcery"].Left[0] != 2 {
		t.Error("a rest changed what it was given")
	}
}

// An interlude brings squads together again, hours do not, and neither brings the fallen back.
func TestAnInterludeBringsCohesionBack(t *testing.T) {
	heads := 2
	c := book.CarryOver{Who: "spear squad", Wounds: &heads, Cohesion: 1}
	if got := takeRest(c, book.Rest{Hours: 12}); got.Cohesion != 1 || *got.Wounds != 2 {
		t.Errorf("after twelve hours: %d Cohesion, %d heads, want 1 and 2", got.Cohesion, *got.Wounds)
	}
	if got := takeRest(c, book.Rest{Interlude: true}); got.Cohesion != cohesionMax || *got.Wounds != 2 {
		t.Errorf("after an interlude: %d Cohesion, %d heads, want 5 and 2", got.Cohesion, *got.Wounds)
	}
}

// The slots left are those of the next fight, and nobody changes from slots to the core's art between them. SP-46.
func TestACastersKindIsCarried(t *testing.T) {
	b, c := brokenBurst(t)
	next, _, _ := fight.At[State](b.f)
	g := next.(*Game)
	s := g.First
	if bad := g.CarryIn(&s, b.seat("Seimei"), c); len(bad) > 0 || s.casters[0].slotsLeft(0, 1) != 3 {
		t.Errorf("carried into the next fight: %v, %d slots of 3 dan, want 3", bad, s.casters[0].slotsLeft(0, 1))
	}
	for list, slots := range c.Casts.Slots { // who has spent the last of a dan has none of it in the next fight
		slots.Left[1] = 0
		c.Casts.Slots[list] = slots
	}
	if bad := g.CarryIn(&s, b.seat("Seimei"), c); len(bad) > 0 || s.casters[0].slotsLeft(0, 1) != 0 {
		t.Errorf("carried into the next fight: %v, %d slots of 3 dan, want none", bad, s.casters[0].slotsLeft(0, 1))
	}
	c.Casts = &book.Casting{Mode: rows.ModeCore}
	if bad := g.CarryIn(&s, b.seat("Seimei"), c); len(bad) != 1 || bad[0].Want != "the same mode, class and school in every fight (SP-46)" {
		t.Errorf("from the core's art: got %v, want a refusal", bad)
	}
}

// into returns the start of the same fight once more, with what somebody has carried into it.
func (b *bout) into(name string, c book.CarryOver) (*bout, error) {
	b.t.Helper()
	sys, _, _ := fight.At[State](b.f)
	g := sys.(*Game)
	s := g.First
	if bad := g.CarryIn(&s, b.seat(name), c); len(bad) > 0 {
		return nil, bad.In(strict.Document{})
	}
	next, err := Load("next.yaml", []byte(positionText(g, &s)), g.Rows)
	if err != nil {
		b.t.Fatal(err)
	}
	return &bout{t: b.t, f: fight.New[State](next, fight.Header{Seed: 1})}, nil
}

// A struck wrist, arm, leg or eye lasts beyond its duel, a struck torso does not. MA-40, MA-41, MA-42, MA-44.
func TestInjuriesLastIntoTheNextDuel(t *testing.T) {
	b := struck(t, "arm", first, "")
	c := b.carried("Kojiro")
	if !slices.Equal(c.Injuries, []string{"arm"}) {
		t.Fatalf("hurt: got %q, want the arm", c.Injuries)
	}
	next, err := b.into("Kojiro", takeRest(c, book.Rest{Interlude: true}))
	if err != nil {
		t.Fatal(err)
	}
	next.wantSheet("Kojiro", "hurt", "arm")
	if torso := struck(t, "torso", first, "").carried("Kojiro"); torso.Injuries != nil {
		t.Errorf("a struck torso: got %q, want nothing that lasts", torso.Injuries)
	}
	c.Injuries = []string{"torso"}
	if _, err := b.into("Kojiro", c); err == nil {
		t.Error("a torso is carried as what lasts, want a refusal")
	}
}

// Who has lost his sword has none in the next fight, and nowhere to pick it up from.
func TestALostWeaponLiesNowhere(t *testing.T) {
	b := duel(t, "", "energy: 11")
	b.play("horizontal cut > Musashi", d{1, 1})
	b.wantSheet("Kojiro", "is", "defenseless")
	c := b.carried("Kojiro")
	if !slices.Equal(c.LostWeapons, []string{"uchigatana"}) {
		t.Fatalf("lost: got %q, want the sword that lies there while nobody has won", c.LostWeapons)
	}
	next, err := b.into("Kojiro", c)
	if err != nil {
		t.Fatal(err)
	}
	next.until("Kojiro counts")
	next.refuses("pick up uchigatana", "horizontal cut > Musashi", "reserve parry")
	if again := next.carried("Kojiro"); !slices.Equal(again.LostWeapons, c.LostWeapons) {
		t.Errorf("carried once more: got %q, want %q", again.LostWeapons, c.LostWeapons)
	}
	c.LostWeapons = []string{"yumi"}
	if _, err := b.into("Kojiro", c); err == nil {
		t.Error("Kojiro loses a bow he never had, want a refusal")
	}
}

// Who holds the field picks up what lies there.
func TestTheWinnerKeepsHisSword(t *testing.T) {
	b := duel(t, "wounds: 1", "energy: 11, weapons: [uchigatana, wakizashi]")
	b.play("horizontal cut > Musashi", d{1, 1}, "end the breath")
	if c := b.carried("Kojiro"); len(c.LostWeapons) != 1 {
		t.Fatalf("lost in the fight: got %q, want one", c.LostWeapons)
	}
	b.edit("Musashi wounds=0")
	if c := b.carried("Kojiro"); b.waits() != "over" || c.LostWeapons != nil {
		t.Errorf("%s: got %q lost, want nothing", b.waits(), c.LostWeapons)
	}
}

// A backlash may leave its caster mad for a session: it is carried as long, and an interlude ends it. SP-40.
func TestABacklashIsCarriedTillAnInterlude(t *testing.T) {
	b := chanting(t, "talisman knot", "")
	if b.carried("Seimei").Mad {
		t.Error("mad before any spell")
	}
	b.play("cast talisman knot > Seimei", d{1, 1})
	c := b.carried("Seimei")
	if !c.Mad || b.carried("Kojiro").Mad {
		t.Errorf("mad: Seimei %v, Kojiro %v, want the caster alone", c.Mad, b.carried("Kojiro").Mad)
	}
	if !takeRest(c, book.Rest{Hours: 8}).Mad || takeRest(c, book.Rest{Interlude: true}).Mad {
		t.Error("want it over with an interlude, not with a night")
	}
}

// Gold, Faith, heads and Cohesion are carried as they were left..
func TestWhatIsLeftIsCarried(t *testing.T) {
	sc := setup{zones: fields,
		us:   []man{{name: "Chobei", row: "command: 1, gold: 9, faith: 7", zone: "first front"}, squad("Spears", spearmen, 5, "Chobei", "first front")},
		them: []man{{name: "Kojiro", zone: "second front"}}}
	b := sc.begin(t)
	if c := b.carried("Chobei"); *c.Gold != 9 || *c.Faith != 7 || c.Cohesion != 0 || *c.Wounds != 3 {
		t.Fatalf("Chobei: got %d gold, %d Faith, %d Cohesion, %d Wounds, want 9, 7, none, 3", *c.Gold, *c.Faith, c.Cohesion, *c.Wounds)
	}
	if c := b.carried("Kojiro"); c.Gold != nil || c.Faith != nil {
		t.Errorf("Kojiro has neither gold nor Faith, got %v and %v", c.Gold, c.Faith)
	}
	if c := b.carried("Spears"); c.Cohesion != cohesionMax || *c.Wounds != 5 {
		t.Errorf("Spears: got %d Cohesion, %d heads, want %d, 5", c.Cohesion, *c.Wounds, cohesionMax)
	}
	n := func(n int) *int { return &n }
	next, err := b.into("Chobei", book.CarryOver{Gold: n(0), Faith: n(7), Wounds: n(1)})
	if err != nil {
		t.Fatal(err)
	}
	if c := next.carried("Chobei"); *c.Gold != 0 || *c.Faith != 7 || *c.Wounds != 1 {
		t.Errorf("carried: got %d gold, %d Faith, %d Wounds, want 0, 7, 1", *c.Gold, *c.Faith, *c.Wounds)
	}
	for _, cohesion := range []int{1, cohesionMax} {
		if next, err = b.into("Spears", book.CarryOver{Wounds: n(2), Cohesion: cohesion}); err != nil {
			t.Fatal(err)
		}
		if c := next.carried("Spears"); c.Cohesion != cohesion || *c.Wounds != 2 {
			t.Errorf("carried: got %d Cohesion, %d heads, want %d, 2", c.Cohesion, *c.Wounds, cohesion)
		}
	}
	for name, c := range map[string]book.CarryOver{
		"more gold than the row has":  {Gold: n(10)},
		"less than no gold":           {Gold: n(-1)},
		"more Faith than the row has": {Faith: n(8)},
		"no Wounds left":              {Wounds: n(0)},
		"more Wounds than there are":  {Wounds: n(4)},
		"Cohesion of one man":         {Cohesion: 1},
		"a lost bow":                  {LostWeapons: []string{"yumi"}},
	} {
		if _, err := b.into("Chobei", c); err == nil {
			t.Errorf("%s: carried, want a refusal", name)
		}
	}
	for name, c := range map[string]book.CarryOver{
		"gold of those who have none":  {Gold: n(1), Cohesion: 3},
		"Faith of those who have none": {Faith: n(1), Cohesion: 3},
		"a squad without Cohesion":     {},
		"a squad of six Cohesion":      {Cohesion: cohesionMax + 1},
		"a squad's lost spears":        {Cohesion: 3, LostWeapons: []string{"yari"}},
		"a squad that casts":           {Cohesion: 3, Casts: &book.Casting{Mode: rows.ModeCore}},
	} {
		if _, err := b.into("Spears", c); err == nil {
			t.Errorf("%s: carried, want a refusal", name)
		}
	}
}

// Of injuries wrist, arm, leg and face last; only real blades leave any, and only a duel feels them. MA-40, MA-41, MA-42, MA-44.
func TestWhichInjuriesLast(t *testing.T) {
	lasting := []string{"wrist", "arm", "leg", "face"}
	b := struck(t, "arm", first, "")
	sys, s, _ := fight.At[State](b.f)
	g, i := sys.(*Game), b.seat("Kojiro")
	s.duel.hurt[i] = hurtWrist | hurtArm | hurtLeg | hurtTorso | hurtFace
	if got := g.CarryOut(&s, i, nil).Injuries; !slices.Equal(got, lasting) {
		t.Errorf("struck everywhere: got %q, want %q", got, lasting)
	}
	if next, err := b.into("Kojiro", book.CarryOver{Injuries: lasting}); err != nil {
		t.Error(err)
	} else {
		next.wantSheet("Kojiro", "hurt", "wrist, arm, leg, face")
	}
	for _, place := range []string{"torso", "hair"} {
		if _, err := b.into("Kojiro", book.CarryOver{Injuries: []string{place}}); err == nil {
			t.Errorf("the %s is carried as what lasts, want a refusal", place)
		}
	}
	if field, err := duel(t, "", "").into("Kojiro", book.CarryOver{Injuries: []string{"arm"}}); err != nil {
		t.Error(err)
	} else {
		field.wantSheet("Kojiro", "hurt", "")
	}
}

// Only what can fall is lost, from either hand, and a fallen combatant carries none of what it cast or led.
func TestWhichWeaponsAreLost(t *testing.T) {
	b := duel(t, "weapons: [uchigatana, shield]", "weapons: [kodachi, kodachi]")
	for _, c := range []struct {
		who, weapon string
		lost        bool
	}{{"Musashi", "uchigatana", true}, {"Musashi", "shield", false}, {"Kojiro", "kodachi", true}, {"Kojiro", "second kodachi", true}} {
		next, err := b.into(c.who, book.CarryOver{LostWeapons: []string{c.weapon}})
		if (err == nil) != c.lost {
			t.Errorf("%s loses the %s: got %v, want it lost: %v", c.who, c.weapon, err, c.lost)
		} else if c.lost {
			if got := next.carried(c.who).LostWeapons; !slices.Equal(got, []string{c.weapon}) {
				t.Errorf("%s carries on: got %q lost, want the %s", c.who, got, c.weapon)
			}
		}
	}
	if _, err := duel(t, "weapons: [unarmed]", "").into("Musashi", book.CarryOver{LostWeapons: []string{"unarmed"}}); err == nil {
		t.Error("bare hands are lost, want a refusal")
	}
}

// A caster's class and school are carried with its slots; one who does not cast brings none, and no list but its own. SP-46.
func TestHowOneCastsIsCarriedWhole(t *testing.T) {
	b, c := brokenBurst(t)
	for name, change := range map[string]func(*book.Casting){
		"another mode":    func(x *book.Casting) { x.Mode = rows.ModeCore },
		"another class":   func(x *book.Casting) { x.Class = "onmyoji" },
		"another school":  func(x *book.Casting) { x.School = "folk sorcery" },
		"another list":    func(x *book.Casting) { x.Slots = map[string]book.Slots{"barrier": {Left: []int{1}}} },
		"too many slots":  func(x *book.Casting) { x.Slots = map[string]book.Slots{"sorcery": {Left: []int{6}}} },
		"slots below one": func(x *book.Casting) { x.Slots = map[string]book.Slots{"sorcery": {Left: []int{-1}}} },
	} {
		changed := *c.Casts
		change(&changed)
		if _, err := b.into("Seimei", book.CarryOver{Casts: &changed}); err == nil {
			t.Errorf("%s: carried, want a refusal", name)
		}
	}
	if _, err := b.into("Seimei", book.CarryOver{}); err == nil {
		t.Error("a caster's slots are left out, want a refusal")
	}
	if _, err := b.into("Kojiro", book.CarryOver{Casts: c.Casts}); err == nil {
		t.Error("a swordsman brings slots, want a refusal")
	}
	for _, list := range []string{"sorcery", "exorcism"} {
		left := []int{0, 1, 2, 0, 1}
		changed := *c.Casts
		changed.Slots = map[string]book.Slots{list: {Left: left}}
		next, err := b.into("Seimei", book.CarryOver{Casts: &changed})
		if err != nil {
			t.Fatal(err)
		}
		if got := next.carried("Seimei").Casts.Slots[list].Left; !slices.Equal(got, left) {
			t.Errorf("%s: got %v left, want %v", list, got, left)
		}
	}
}

// What an interruption took is counted by the dan of the casting under way; what was held and let go is not. SP-39.
func TestBrokenSlotsAreThoseOfTheirDan(t *testing.T) {
	slot := func(who, list string, dan int) rules.Event {
		return rules.Event{Kind: "slot", Seat: who, Of: list, N: dan}
	}
	snap := func(who, list string, held bool) rules.Event {
		return rules.Event{Kind: "snap", Seat: who, Of: list, OK: held}
	}
	told := []rules.Event{snap("Seimei", "sorcery", false), // nothing under way
		slot("Seimei", "sorcery", 1), snap("Seimei", "sorcery", false), slot("Seimei", "sorcery", 3), snap("Seimei", "sorcery", true),
		slot("Seimei", "sorcery", 9), snap("Seimei", "sorcery", false), slot("Seimei", "exorcism", 5), snap("Seimei", "exorcism", false),
		slot("Dojin", "sorcery", 7), snap("Dojin", "sorcery", false), slot("Seimei", "sorcery", 1), snap("Seimei", "sorcery", false)}
	if got, want := brokenSlots("Seimei", "sorcery", told), []int{2, 0, 0, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := brokenSlots("Abe", "sorcery", told); got != nil {
		t.Errorf("of one who cast nothing: got %v, want none", got)
	}
}

// The last slot of a dan may be the broken one, and stays gone overnight. SP-06, SP-39.
func TestABrokenLastSlotStaysGone(t *testing.T) {
	slots := book.Slots{Left: []int{0, 0, 1}, Of: []int{2, 1, 1}, Broken: []int{1, 1, 0}}
	c := book.CarryOver{Casts: &book.Casting{Mode: rows.ModeSpells, Slots: map[string]book.Slots{"sorcery": slots}}}
	if got := takeRest(c, book.Rest{Hours: 8}).Casts.Slots["sorcery"].Left; !slices.Equal(got, []int{1, 0, 1}) {
		t.Errorf("after eight hours: got %v left, want 1, 0, 1", got)
	}
	slots.Broken = []int{0, 2, 0} // more than there are, by a file
	c.Casts.Slots["sorcery"] = slots
	if got := takeRest(c, book.Rest{Hours: 8}).Casts.Slots["sorcery"].Left; !slices.Equal(got, []int{2, 0, 1}) {
		t.Errorf("after eight hours: got %v left, want 2, 0, 1", got)
	}
}

// Who comes back as another kind of caster is told which it was and which it is. SP-46.
func TestAnotherKindOfCasterIsRefusedInWords(t *testing.T) {
	b, c := brokenBurst(t)
	sys, _, _ := fight.At[State](b.f)
	g := sys.(*Game)
	for _, k := range []struct {
		was  *book.Casting
		want string
	}{
		{nil, "Seimei casts by spells here and by nothing as it was carried"},
		{&book.Casting{Mode: rows.ModeSpells, Class: "onmyoji", School: "folk sorcery"},
			"Seimei casts by spells here and by spells of onmyoji of folk sorcery as it was carried"},
		{&book.Casting{Mode: rows.ModeCore, School: "folk sorcery"}, "Seimei casts by spells here and by core of folk sorcery as it was carried"},
	} {
		s := g.First
		c.Casts = k.was
		if bad := g.CarryIn(&s, b.seat("Seimei"), c); len(bad) != 1 || bad[0].What != k.want {
			t.Errorf("got %v, want %q", bad, k.want)
		}
	}
}
