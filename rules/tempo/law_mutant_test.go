package tempo

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kokyu/rules"
)

// Laws that a wrong rule could break unseen: each of these fails where one line of the rules says a little less, or more,
// than the document.

// TP-79: the 5 is for a counter-attack with a melee weapon; a fist against a fist has only the 2 less of every
// Counter-Attack.
// R-TP-26.
func TestABareHandedCounterHasNoFiveMore(t *testing.T) {
	b := duel(t, "", "weapons: []")
	b.play("unarmed attack > Bea", "counter-attack, unarmed", d{0, 0})
	if got := b.events("check")[1]; got.Total != 4-2-4 {
		t.Errorf("%+v, want a total of -2", got)
	}
}

// R-TP-23: in a grapple one answers one's partner alone: a third's fist is not struggled against, the partner's is.
// TP-133.
func TestNobodyStrugglesAgainstAThird(t *testing.T) {
	sc := stage{us: []man{{name: "Ann", at: "b1", row: "skills: {reactions: 4, brawling: 4, wrestling: 4, endurance: 4}"}, {name: "Cid", at: "c2", row: "weapons: []"}},
		them: []man{{name: "Bea", at: "c1"}}, ground: `["....", "...."]`}
	b := sc.begin(t)
	g, s, _ := b.position()
	s.join(0, 2, grappled)
	b = at(t, g, &s)
	b.play("unarmed attack > Bea")
	b.wantOptions("struggle", "no reaction")

	s.actor = 1
	b = at(t, g, &s)
	b.play("unarmed attack > Bea")
	b.wantTurn("Cid", rules.Chance)
}

// R-TP-32: a wound weighs on a reaction's check as on an action's.
func TestAWoundWeighsOnAReaction(t *testing.T) {
	for k, want := range []int{0, -1, -5} {
		for _, answer := range []string{"evade", "parry", "counter-attack, long sword cut"} {
			total := map[string]int{"evade": 4 - 1, "parry": 4 + 4, "counter-attack, long sword cut": 4 - 2}[answer] - 4
			b := duel(t, "", "")
			g, s, _ := b.position()
			s.seats[1].boxes[k] = 1
			s.seats[1].ap = min(s.seats[1].ap, g.apMax(&s.seats[1]))
			b = at(t, g, &s)
			b.play("long sword cut > Bea", "melee attack", answer)
			if b.f.Turn().Kind == rules.Decide {
				b.play("no counter-tempo")
			}
			b.play(d{0, 0})
			if got := b.events("check")[1]; got.Total != total+want {
				t.Errorf("%s after a %s wound: %+v, want %d", answer, categoryNames[k+1], got, total+want)
			}
		}
	}
}

// R-TP-32: a shot loses 1 for each started range increment beyond the first, the answering shot too.
// TP-95.
func TestRangeTakesFromAShot(t *testing.T) {
	const row = "armour: mail, weapons: [throwing knives], skills: {throwing: 4, endurance: 4}" // -2 unaimed, increments of 4
	for at, want := range map[string]int{"b1": 2, "e1": 2, "f1": 1, "i1": 1, "j1": 0} {
		b := stage{us: []man{{name: "Ann", row: row, at: "a1"}}, them: []man{{name: "Bea", row: row, at: at}}, ground: `["............"]`}.begin(t)
		b.play("throwing knives > Bea")
		if b.f.Turn().Kind == rules.Decide {
			b.play("no reaction")
		}
		if c := b.check(); c.Mod != want {
			t.Errorf("a throw from a1 to %s is at %+d, want %+d", at, c.Mod, want)
		}
		b = stage{us: []man{{name: "Ann", row: row, at: "a1"}}, them: []man{{name: "Bea", row: row, at: at}}, ground: `["............"]`}.begin(t)
		b.play("aim throwing knives > Bea", "counter-fire, throwing knives")
		if c := b.check(); c.Mod != want {
			t.Errorf("a knife thrown at who aims from a1 at %s is at %+d, want %+d", at, c.Mod, want)
		}
	}
}

// TP-20: whatever is offered in play, on one's own turn, as an answer or in counter-tempo, the book allows in the status one is
// in; over random fights, with binds, grapples and pins among them.
func TestNothingIsOfferedOutOfItsStatus(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 20))
	met := map[status]int{}
	for n := range 300 {
		var b *bout
		switch n % 3 {
		case 0:
			b = stage{us: []man{{name: "Ann", row: "weapons: [short bow, dagger]"}}, them: []man{{name: "Bea"}}, off: "them"}.begin(t)
		case 1:
			b = inBind(t, "", "")
		case 2:
			b = inGrapple(t)
		}
		g, s, _ := b.position()
		for range 60 {
			turn := g.Turn(&s)
			if turn.Kind == rules.Over {
				break
			}
			if turn.Kind == rules.Chance {
				odds := g.Odds(&s, nil)
				g.Play(&s, odds[r.IntN(len(odds))].Action, nil)
				continue
			}
			acts := g.Actions(&s, nil)
			st := s.seats[turn.Seat].status
			for _, a := range acts {
				if a.Do == doNothing || a.Do >= uint16(deedCount) || s.phase == phStep {
					continue
				}
				met[st]++
				if !slices.Contains(DefaultBook().Actions[deedNames[a.Do]].Status, statusNames[st]) {
					t.Fatalf("%s is offered %s", g.Format(&s, a), statusNames[st])
				}
			}
			g.Play(&s, acts[r.IntN(len(acts))], nil)
		}
	}
	for st := offGuard; st < statusCount; st++ {
		if met[st] == 0 {
			t.Errorf("nobody was %s", statusNames[st])
		}
	}
}
