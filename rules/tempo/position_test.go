package tempo

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/rulestest"
	"kokyu/rules/tempo/rows"
)

// A GM gives only what differs from the start; all else is as it would begin.
func TestNowMayGiveOnlyWhatDiffers(t *testing.T) {
	start := fieldWith(t, "").Start()
	for now, change := range map[string]func(s *State){
		"now: {}": func(*State) {},
		"now: {seats: {Bea: {wounds: [1, 0, 0]}}}":          func(s *State) { s.seats[1].boxes[0] = 1 },
		"now: {seats: {Bea: {status: on guard, shots: 0}}}": func(s *State) { s.seats[1].status, s.seats[1].shots = onGuard, 0 },
		"now: {round: 3, seats: {Ann: {ap: 7, at: b1}}}":    func(s *State) { s.round, s.seats[0].ap, s.seats[0].square = 2, 7, 2 },
		"now: {waits for: turn, seat: Bea}":                 func(s *State) { s.phase, s.actor, s.first = phTurn, 1, 1 },
		// Wounds take of what one has, where the position does not say what that is.
		"now: {seats: {Bea: {wounds: [0, 0, 2]}}}": func(s *State) { s.seats[1].boxes[2], s.seats[1].ap = 2, s.seats[1].ap-1 },
		// One of whom all but the hand is said has in hand what it has at the start.
		"now: {round: 2, waits for: turn, seat: Ann, first: Ann, seats: {Ann: {status: on guard, ap: 5, at: a1}, Bea: {status: on guard, ap: 5, at: c1}}}": func(s *State) {
			s.round, s.phase = 1, phTurn
			for i := range s.seats[:2] {
				s.seats[i].status, s.seats[i].ap = onGuard, 5
			}
			s.seats[0].square, s.seats[1].square = 1, 3
		},
		`now: {seats: {Ann: {hand: ""}}}`: func(s *State) { s.seats[0].hand = slotNone },
	} {
		want := start
		change(&want)
		g := fieldWith(t, now)
		if got := g.Start(); got != want {
			t.Errorf("%s\ngot  %+v\nwant %+v", now, got, want)
		}
		readsBack(t, g)
	}
}

// A printed position states all of a combatant: what it leaves out is nothing, not what the start had.
func TestAWholePositionLeavesNothingToTheStart(t *testing.T) {
	g := fieldWith(t, "")
	s := g.Start()
	s.seats[1].shots, s.seats[0].hand = 0, slotNone
	text, err := g.Position(&s)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Load("position.yaml", text, rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	if got := again.Start(); got != s {
		t.Errorf("got  %+v\nwant %+v\n%s", got, s, text)
	}
}

// A position carries the rows of its house, and no others: it reads back against the built-in catalogue, and so does what a
// record makes of it.
func TestAPositionCarriesTheRowsOfItsHouse(t *testing.T) {
	own, err := book.Overlay(rows.DefaultBook(), "house.yaml", []byte(`
version: 1
damage: {crush: [2, 4, 6, 8, 10]}
weapons: {oar: {hands: 2h, skill: polearms, notes: for people, surfaces: [{ap: 5, damage: 1d6+2, type: crush, reach: [1, 2]}]}}
armours: {quilt: {rating: 1, protection: {slash: 1}}}
shields: {lid: {with 1h: 1, with 1h/2h: 0}}
combatants:
  ferryman: {armour: quilt, weapons: [oar], skills: {polearms: 3, endurance: 2}}
  cook: {weapons: [dagger], shield: lid, boxes: [2, 2, 1, 1]}
`))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("who: swordsman", "who: ferryman", "who: archer", "who: cook").Replace(encounter)
	g, err := Load("field.yaml", []byte(text), own)
	if err != nil {
		t.Fatal(err)
	}
	position := readsBack(t, g)
	for _, row := range []string{"rows:", "oar:", "quilt:", "lid:", "ferryman:", "cook:", "crush:"} {
		if !strings.Contains(position, row) {
			t.Errorf("the position has no %s\n%s", row, position)
		}
	}
	if strings.Contains(position, "dagger:") || strings.Contains(position, "actions:") {
		t.Errorf("the position carries built-in rows\n%s", position)
	}
	if position := readsBack(t, fieldWith(t, "")); strings.Contains(position, "rows:") {
		t.Errorf("a position of built-in rows carries some\n%s", position)
	}
}

// An empty list of weapons is empty hands, in the file, in positions and in records.
func TestNoWeaponsAreEmptyHands(t *testing.T) {
	g, err := Load("field.yaml", []byte(strings.Replace(encounter, "name: Ann", "name: Ann, weapons: []", 1)), rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	if s := g.Start(); s.seats[0].hand != slotNone || g.seats[0].slots[0].present {
		t.Errorf("Ann has %+v in hand, want nothing", g.seats[0].slots)
	}
	readsBack(t, g)
}

// Where a position stands by itself, at the start and the end of a fight too, and after a GM's edit, it says all there is.
func TestEveryBoundaryIsSaid(t *testing.T) {
	seen := map[phase]bool{}
	said := func(g *Game, s State) {
		t.Helper()
		seen[s.phase] = true
		text, err := g.Position(&s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Load("position.yaml", text, rows.DefaultBook())
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if got := again.Start(); got != s {
			t.Fatalf("got  %+v\nwant %+v\n%s", got, s, text)
		}
	}
	for n := range 12 {
		g, r := builtin(t, []string{"brawl", "archers", "crossing"}[n%3]), rand.New(rand.NewPCG(3, uint64(n)))
		s := g.Start()
		said(g, s)
		ended := s
		g.End(&ended, rules.Side(n%2), "dusk", nil)
		said(g, ended)
		for g.Turn(&s).Kind != rules.Over {
			if r.IntN(8) == 0 {
				change := []string{"ap=3", "minor=1", "severe=1", "status=off guard", "out"}[r.IntN(5)]
				_ = g.Edit(&s, g.name(r.IntN(g.n))+" "+change, nil) // refused where an action is under way
			}
			if rules.Boundary(g, &s) {
				said(g, s)
			}
			if s.phase != phOver {
				g.Play(&s, rulestest.AnyMove(r, g, &s), nil)
			}
		}
	}
	for _, want := range []phase{phOver, phInitiative, phTurn} {
		if !seen[want] {
			t.Errorf("no position waits for %s", rows.PhaseNames[want])
		}
	}
}

// Nobody leaves where dice follow at once: no file says that as a boundary.
func TestNobodyLeavesBeforeDice(t *testing.T) {
	b := setup{us: []man{{name: "Ann"}, {name: "Cho"}}, them: []man{{name: "Bea"}}}.begin(t)
	g, s, _ := b.position()
	for i := range g.n {
		s.seats[i].ap, s.seats[i].boxes[2] = 0, 1
	}
	_, err := g.Leave(&s, rules.Seat(s.actor), nil)
	if want := fmt.Sprintf("without %s stamina is next, want the change when another turn begins", g.name(int(s.actor))); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func fieldWith(t *testing.T, line string) *Game {
	t.Helper()
	g, err := Load("field.yaml", []byte(strings.Replace(encounter, "title: A Field", "title: A Field\n"+line, 1)), rows.DefaultBook())
	if err != nil {
		t.Fatalf("%s\n%v", line, err)
	}
	return g
}

// readsBack wants a fight kept by its position, against the built-in catalogue, and by its record.
func readsBack(t *testing.T, g *Game) string {
	t.Helper()
	return rulestest.WantKept(t, g, loading(rows.DefaultBook()), func() (rules.System[State], error) {
		header, err := json.Marshal(g.File())
		if err != nil {
			return nil, err
		}
		rows, err := g.Data()
		if err != nil {
			return nil, err
		}
		return reload(header, rows)
	})
}

// Who comes has its AP, and what one has who is hurt stays as its Wounds let it, and so for who comes when it is hurt.
func TestWoundsTakeWhatTheyTakeWhoeverComes(t *testing.T) {
	g := fieldWith(t, "now: {waits for: turn, seat: Ann, seats: {Ann: {wounds: [0, 0, 2]}}}")
	s := g.Start()
	next, err := g.Join(&s, 0, "{who: swordsman, name: Cid, at: b1}", nil)
	if err != nil {
		t.Fatal(err)
	}
	g = next.(*Game)
	readsBack(t, g)
	u := g.Start()
	ann, cid := &u.seats[0], &u.seats[1]
	if *ann != s.seats[0] || cid.ap != g.apMax(&seat{}) {
		t.Errorf("Ann is %+v, Cid %+v", *ann, *cid)
	}
	for _, change := range []string{"Cid severe=2", "Cid minor=1"} {
		if err := g.Edit(&u, change, nil); err != nil {
			t.Fatal(err)
		}
	}
	if cid.ap != ann.ap || cid.ap != g.apMax(cid) {
		t.Errorf("with two severe wounds Ann has %d AP, Cid %d", ann.ap, cid.ap)
	}
	text, err := g.Position(&u)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Load("position.yaml", text, rows.DefaultBook()); err != nil || again.Start() != u {
		t.Errorf("%v: it does not read back as it is\n%s", err, text)
	}
}
