package keep

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"kokyu/rules"
	"kokyu/rules/keep/rows"
	"kokyu/rules/rulestest"
)

// What must not matter, does not.

// melange has what the built-in encounters do not: chains, nets, bleeding, two weapons, a sheet with hooks, exits, blindness.
const melange = `
version: 1
system: keep
title: Everything at Once
rounds: 8
rulings: {bleeding: 2, void twice: "no"}
exits: [a1, l6]
tests: [{what: the gate, skill: athletics, attribute: strength, number: 15}]
rows:
  sheets:
    catcher: {attributes: {agility: 3, strength: 3}, void: 2, rank: 2, skills: {chain: 3, jujutsu: 2, athletics: 2}, weapons: [kusarigama, net], hooks: [speech]}
    twin: {attributes: {agility: 3, reflexes: 3, awareness: 3}, void: 3, rank: 2, skills: {weapon samurai: 3, knives: 2, jujutsu: 1}, weapons: [katana, tanto], dual: true, ready: 2}
map:
  - "............"
  - "..#..~~.,,.."
  - "............"
  - "..o..^^....."
  - "............"
  - "............"
sides:
  - name: one
    fighters: [{who: catcher, name: Ann, at: e3}, {who: lancer, name: Cid, rides: Ash}, {who: steed, name: Ash, at: b3}, {who: monk, name: Dan, at: d4}]
  - name: other
    fighters: [{who: twin, name: Bea, at: g3}, {who: town guard, name: Eve, at: h4}, {who: archer, name: Fay, at: j2}, {who: peasant, name: Gus, at: g4}]
`

func skirmish(t testing.TB) *Game {
	t.Helper()
	g, err := Load("melange.yaml", []byte(melange), rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The conformance suite on a fight with all there is.
func TestEverythingAtOnceConforms(t *testing.T) {
	o := conforming()
	o.Walks, o.Looks = 8, 300
	rulestest.Run(t, skirmish(t), o)
}

func altered(t testing.TB, g *Game, change func(*rows.EncounterFile)) *Game {
	t.Helper()
	data, err := json.Marshal(g.Encounter)
	if err != nil {
		t.Fatal(err)
	}
	var file rows.EncounterFile
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	file.Rows = g.Encounter.Rows
	change(&file)
	other, bad := build(rows.DefaultBook(), file)
	if len(bad) > 0 {
		t.Fatalf("the altered encounter does not load: %v", bad)
	}
	return other
}

// Other names lead to the same fight.
func TestNamesDoNotMatter(t *testing.T) {
	g := skirmish(t)
	other := altered(t, g, func(file *rows.EncounterFile) {
		for s := range file.Sides {
			file.Sides[s].Name = fmt.Sprintf("Side %d", s+1)
			for k := range file.Sides[s].Fighters {
				f := &file.Sides[s].Fighters[k]
				f.Name = "Nobody like " + f.Name
				if f.Rides != "" {
					f.Rides = "Nobody like " + f.Rides
				}
			}
		}
	})
	rulestest.Run(t, g, rulestest.Options[State]{Walks: 3, Only: []string{"walks", "renamed"}, Renamed: other})
}

// With the sides changed over every value is the other's.
func TestSidesDoNotMatter(t *testing.T) {
	for _, name := range []string{"bridge", "pit"} {
		g := settledStart(t, name)
		other := altered(t, g, func(file *rows.EncounterFile) { slices.Reverse(file.Sides) })
		seat := rulestest.SeatMap[State](g, other)
		arms := func(j uint8) uint8 {
			a := g.arms[j]
			if a.item == noItem {
				return j
			}
			item := uint8(seat(rules.Seat(itemOwner(a.item))))*weaponsMax + a.item%weaponsMax
			k := slices.IndexFunc(other.arms, func(o arm) bool { return o.item == item && o.name == a.name })
			return uint8(k)
		}
		mirror := func(_ rules.Seat, a rules.Action) rules.Action {
			if a.Do != doTieWinner {
				a.At = seat(a.At)
			}
			switch a.Do {
			case doAttack, doGrapple, doHit:
				a.With = arms(a.With)
			case doReady, doStow, doLetGo, doRecover, doString:
				a.With = uint8(seat(rules.Seat(itemOwner(a.With))))*weaponsMax + a.With%weaponsMax
			}
			return a
		}
		rulestest.Run(t, g, rulestest.Options[State]{Walks: 4, Only: []string{"walks", "swapped"}, Swapped: other, SwapSeat: seat, Mirror: mirror})
	}
}

// sane returns what holds in every position, and from one to the next.
func sane(g *Game, s, last *State) error {
	stood := map[uint8]int{}
	var places [2]uint16
	for i := range g.n {
		c, was := &s.seats[i], &last.seats[i]
		places[0] |= 1 << (c.place >> 4)
		places[1] |= 1 << (c.place & 15)
		switch {
		case c.wounds < was.wounds && c.status&gone == 0:
			return fmt.Errorf("%s has healed from %d to %d", g.name(i), was.wounds, c.wounds)
		case c.wounds > g.deadFrom(c, i):
			return fmt.Errorf("%s has %d Wounds", g.name(i), c.wounds)
		case c.voidPoints > was.voidPoints:
			return fmt.Errorf("%s has %d Void Points, and had %d", g.name(i), c.voidPoints, was.voidPoints)
		case !g.isConscious(s, i):
			if c.grapple != 0 || c.mount != 0 || c.guards != 0 {
				return fmt.Errorf("%s is out and still in something: %+v", g.name(i), *c)
			}
			continue
		case g.ground.Wall[c.square] || int(c.square) >= g.ground.Squares():
			return fmt.Errorf("%s stands on %d", g.name(i), c.square)
		case g.freeHands(s, i) < 0:
			return fmt.Errorf("%s has %d hands free", g.name(i), g.freeHands(s, i))
		case c.mount != 0 && (int(s.seats[c.mount-1].mount) != i+1 || s.seats[c.mount-1].square != c.square):
			return fmt.Errorf("%s and its mount are apart", g.name(i))
		case c.guards&(1<<i) != 0:
			return fmt.Errorf("%s guards itself", g.name(i))
		}
		if k, twice := stood[c.square]; twice && !g.seats[i].steed && !g.seats[k].steed {
			return fmt.Errorf("%s and %s on %s", g.name(i), g.name(k), g.ground.Name(c.square))
		}
		stood[c.square] = i
	}
	if all := uint16(1)<<g.n - 1; places[0] != all || places[1] != all {
		return fmt.Errorf("the orders are %b and %b", places[0], places[1])
	}
	for k := range s.grapples {
		n := 0
		for i := range g.n {
			if int(s.seats[i].grapple&grappleNumberBits) == k+1 {
				n++
			}
		}
		if n == 1 || n == 0 && s.grapples[k] != (grapple{}) {
			return fmt.Errorf("%d in grapple %d: %+v", n, k+1, s.grapples[k])
		}
	}
	for i := g.n; i < len(s.seats); i++ {
		if s.seats[i] != (seat{}) {
			return fmt.Errorf("the empty seat %d is %+v", i, s.seats[i])
		}
	}
	return nil
}
