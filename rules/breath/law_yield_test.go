package breath

import (
	"strings"
	"testing"

	"kokyu/rules"
)

// A commander who yields is lost to its squads as one who falls: a Lord's own lose 2 Cohesion and have nobody over them.
//
func TestACommanderWhoYieldsDauntsItsSquads(t *testing.T) {
	b := theLine("grade: lord", "").begin(t)
	b.edit("Musashi yields")
	b.wantNumber("Spears", "cohesion", 3)
	b.wantNumber("Bows", "cohesion", 3)
	b.wantSheet("Musashi", "state", "yielded")
	if s := seatOf(t, b, "Spears"); s.commander() != nobody {
		t.Errorf("the Spears are still under seat %d", s.commander())
	}
	b.wantWaits("over") // leaderless squads keep nobody in a fight
}

// A squad yields as one; it is as many as it was, and has 1 Cohesion left for the next fight.
//
func TestASquadYieldsAsOne(t *testing.T) {
	b := theLine("", "").begin(t)
	b.edit("Levies wounds=4")
	left := int(seatOf(t, b, "Levies").wounds)
	b.edit("Levies yields")
	if c := b.carried("Levies"); c.Down || *c.Wounds != left || c.Cohesion != 1 {
		t.Errorf("the levies take along %+v, want %d heads and 1 Cohesion", c, left)
	}
	b.refuses("order Spears: strike > Levies")
	b.offers("order Spears: strike > Kojiro")
}

// An objective knows who has yielded: the one to be downed or protected is lost by it.
//
func TestAnObjectiveKnowsWhoHasYielded(t *testing.T) {
	for goal, want := range map[string]string{"goal: down, who: Bea": "us", "goal: protect, for: them, who: Bea": "us"} {
		if !strings.Contains(goal, "for:") {
			goal += ", for: us"
		}
		sc := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}, {name: "Cid"}}, more: "objective: {" + goal + "}"}
		b := sc.begin(t)
		step, err := b.f.Edit("Bea yields", "a test")
		if err != nil {
			t.Fatal(err)
		}
		if end := step.Events[len(step.Events)-1]; end.Kind != "end" || end.Seat != want || end.What != "Bea has yielded" {
			t.Errorf("%s: %+v, want %s to win by it", goal, end, want)
		}
	}
}

// What acts on its master's Energy does its will; it goes with a master who yields.
//
func TestAUnitYieldsWithItsMaster(t *testing.T) {
	sc := theStrings("")
	sc.us = append(sc.us, man{name: "Ganryu", zone: "first rear"})
	b := sc.begin(t)
	if _, err := b.f.Edit("Tiger yields", "a test"); err == nil || !strings.Contains(err.Error(), "its master's will, want Seimei to yield") {
		t.Errorf("a tiger yields: %v", err)
	}
	b.edit("Seimei yields")
	if seatOf(t, b, "Tiger") != (seat{flags: isDown}) || b.f.Turn().Kind == rules.Over {
		t.Errorf("of the tiger of one who has yielded %+v is left", seatOf(t, b, "Tiger"))
	}
}

// From a zone with a foe in it nobody leaves the field, nor from one from which no way leads out; nor does one alone whose side is
// to get away.
//
func TestWhereOneFlees(t *testing.T) {
	for _, c := range []struct {
		ann, bea, more string
		may            bool
	}{
		{"first rear", "second rear", "", true}, {"first rear", "first rear", "", false},
		{"first front", "second rear", "", false}, {"second rear", "first front", "", false},
		{"flank", "second rear", "", true}, {"flank", "flank", "", false}, {"outside", "first front", "", true},
		{"first rear", "second rear", "objective: {for: us, goal: escape}", false},
	} {
		sc := setup{zones: "{first rear: {}, first front: {}, second front: {}, second rear: {}, flank: {}, outside: {}}",
			us: []man{{name: "Ann", zone: c.ann}, {name: "Cid", zone: "first front"}}, them: []man{{name: "Bea", zone: c.bea}}, more: c.more}
		if _, err := sc.begin(t).f.Edit("Ann flees", "a test"); (err == nil) != c.may {
			t.Errorf("%+v: Ann flees: %v", c, err)
		}
	}
}
