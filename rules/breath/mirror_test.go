package breath

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/rulestest"
)

// Metamorphic tests: what must not matter, does not, and what must only help, does. None of them knows a right answer;
// each knows how two answers hang together.

// mirrorZone is each zone seen from the other side.
var mirrorZone = [zoneCount]uint8{zoneFirstRear: zoneSecondRear, zoneFirstFront: zoneSecondFront, zoneCore: zoneCore, zoneSecondFront: zoneFirstFront, zoneSecondRear: zoneFirstRear,
	zoneFlank: zoneFlank, zoneOutside: zoneOutside, zoneScene: zoneScene}

// mirrorFile copies an encounter as if it were read from its file again.
func mirrorFile(t testing.TB, file rows.EncounterFile) rows.EncounterFile {
	t.Helper()
	data, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	var again rows.EncounterFile
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	return again
}

// mirrorBuild works an altered encounter out.
func mirrorBuild(t testing.TB, file rows.EncounterFile) *Game {
	t.Helper()
	g, bad := build(rows.DefaultBook(), file)
	if len(bad) > 0 {
		t.Fatalf("the altered encounter does not load: %v", bad)
	}
	return g
}

// mirrorRows are combatants whose Finesse the order in the file has to do with; tuning the catalogue does not touch them.
const mirrorRows = `
version: 1
combatants:
  swift: {grade: lord, courage: 1, finesse: 2, armour: light, weapons: [uchigatana], skills: {swordsmanship: 2}}
  plain: {grade: lord, courage: 2, finesse: 1, armour: light, weapons: [uchigatana], skills: {swordsmanship: 2}}
  stout: {grade: lord, courage: 1, finesse: 1, physique: 1, armour: heavy, weapons: [staff], skills: {staff: 2}}
  first foe: {grade: elite, courage: 2, finesse: 1, energy: 11, wounds: 4, defense: 13, weapons: [suyari], skills: {spearmanship: 2}}
  second foe: {grade: elite, courage: 1, finesse: 0, energy: 10, wounds: 3, defense: 12, weapons: [kodachi], skills: {swordsmanship: 2}}
`

// theBridge sets two combatants against two foes, in this order.
func theBridge(t *testing.T, a, b string) *Game {
	t.Helper()
	book, err := rows.DefaultBook().Overlay("rows.yaml", []byte(mirrorRows))
	if err != nil {
		t.Fatal(err)
	}
	g, err := Load("bridge.yaml", []byte(`
version: 1
system: breath
title: The Bridge
sides:
  - name: one
    fighters: [`+a+", "+b+`]
  - name: other
    fighters: [{who: first foe, name: C}, {who: second foe, name: D}]
`), book)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// mirrorLoad reads an inline encounter.
func mirrorLoad(t testing.TB, text string) *Game {
	t.Helper()
	g, err := Load("inline.yaml", []byte(text), rows.DefaultBook())
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return g
}

// swapped lists the second side first. Ties of count stay with whom they were: the allied side is now the second.
func swapped(t testing.TB, g *Game) *Game {
	t.Helper()
	file := mirrorFile(t, g.Encounter)
	slices.Reverse(file.Sides)
	file.Allied = new(2 - int(g.allied))
	zones := map[string]rows.Zone{}
	across := func(name string) string { return rows.Zones[mirrorZone[slices.Index(rows.Zones, name)]] }
	for name, z := range file.Zones {
		zones[across(name)] = z
	}
	file.Zones = zones
	for _, side := range file.Sides {
		for k := range side.Fighters {
			if z := side.Fighters[k].Zone; z != "" {
				side.Fighters[k].Zone = across(z)
			}
		}
	}
	return mirrorBuild(t, file)
}

// actionMap turns g's actions into h's: seats by name, stances by their holder, zones by zone where an action means one.
func actionMap(g, h *Game, zone [zoneCount]uint8) func(rules.Seat, rules.Action) rules.Action {
	seat := rulestest.SeatMap[State](g, h)
	return func(who rules.Seat, act rules.Action) rules.Action {
		act.At = seat(act.At)
		switch act.Do {
		case doMove:
			act.To = zone[act.To]
		case doStance:
			owner := slices.IndexFunc(g.fighters[:g.n], func(f fighter) bool { return slices.Contains(f.stances, act.With) })
			k := slices.Index(g.fighters[owner].stances, act.With)
			act.With = h.fighters[seat(rules.Seat(owner))].stances[k]
		case doOrder:
			act.Mode = uint8(seat(rules.Seat(act.Mode)))
			if act.With == orderAdvance || act.With == orderCharge || act.With == orderWithdraw {
				act.To = zone[act.To]
			}
		case doGeneralOrder:
			if act.With == orderAdvance {
				act.To = zone[act.To]
			}
		case doControl:
			act.Mode = uint8(seat(rules.Seat(act.Mode)))
			if act.With == controlWalk {
				act.To = zone[act.To]
			}
		case doKata:
			if g.fighters[who].katas[act.With].effect == kataDomination {
				act.To = zone[act.To]
			}
		case doDefend:
			if act.Mode == modeWard {
				act.With = uint8(seat(rules.Seat(act.With)))
			}
		case doAnswerSpell:
			act.To = h.fighters[seat(rules.Seat(g.casters[act.To].seat))].casterNumber - 1
		case doCast:
			if act.Mode == castActivate || act.Mode == castForce {
				act.To = castTo(&g.casters[g.fighters[who].casterNumber-1].spells[act.With], act.To, zone)
			}
		}
		return act
	}
}

// castTo turns where a spell is cast: a zone, two of them in their order, or no place at all.
func castTo(sp *spell, to uint8, zone [zoneCount]uint8) uint8 {
	switch sp.targets {
	case atZone, atAll, atAllYoma:
		return zone[to]
	case atFoes:
		if to == zoneScene {
			return to
		}
		a, b := zone[to&15], zone[to>>4]
		return min(a, b) | max(a, b)<<4
	}
	return to
}

var sameZone = func() (z [zoneCount]uint8) {
	for i := range z {
		z[i] = uint8(i)
	}
	return z
}()

// renamed gives everyone and both sides other names.
func renamed(t testing.TB, g *Game) *Game {
	t.Helper()
	file := mirrorFile(t, g.Encounter)
	called := map[string]string{}
	i := 0
	for s := range file.Sides {
		side := &file.Sides[s]
		called[side.Name] = fmt.Sprintf("Side %d", s+1)
		side.Name = called[side.Name]
		var fighters []rows.FighterFile
		for _, f := range side.Fighters {
			for range max(1, f.Count) {
				one := f
				one.Count, one.Name = 0, fmt.Sprintf("Nobody in particular %d", 99-i)
				called[g.name(i)] = one.Name
				fighters = append(fighters, one)
				i++
			}
		}
		for k := range fighters {
			f := &fighters[k]
			f.Under, f.Of, f.Calls = called[f.Under], called[f.Of], slices.Clone(f.Calls)
			for n := range f.Calls {
				f.Calls[n] = called[f.Calls[n]]
			}
		}
		side.Fighters = fighters
	}
	if o := file.Objective; o != nil {
		o.For, o.Who = called[o.For], called[o.Who]
	}
	if d := file.Duel; d != nil && d.Side != "" {
		d.Side = called[d.Side]
	}
	return mirrorBuild(t, file)
}

// crossroadsOfAll has what the built-in encounters do not: every zone, a swamp, high ground, hiding, guns, mobs, riders.
const crossroadsOfAll = `
version: 1
system: breath
title: Everything at Once
zones:
  first rear: {cover: 1}
  first front: {}
  core: {}
  second front: {slow: true}
  second rear: {high: true}
  flank: {}
  outside: {}
sides:
  - name: one
    fighters:
      - {who: shinobi, name: Hanzo, zone: first front}
      - {who: samurai, name: Genzaburo, zone: first front}
      - {who: archer, name: Yoichi, zone: first rear}
      - {who: wildlander, name: Koro, zone: flank}
  - name: other
    fighters:
      - {who: spear lord, name: Tsuna, zone: second front}
      - {who: rider, name: Tomoe, zone: second front}
      - {who: teppo ashigaru, name: Saika, zone: second rear}
      - {who: villager mob, name: Villagers, zone: second rear}
`

// bothBleed opens wounds on both sides, so that lulls have an order of their own.
const bothBleed = `
version: 1
system: breath
title: Two Farmers
sides:
  - name: one
    fighters: [{who: peasant levy, name: A}, {who: hunter, name: B, weapons: [kama]}]
  - name: other
    fighters: [{who: peasant levy, name: C}, {who: hunter, name: D, weapons: [kama]}]
`

// duelsOfAll have what the built-in duels do not: high ground, the sun, stances, a shield, a spear's wall, a bow, lords who
// bend their dice, and rulings the other way.
var duelsOfAll = []string{`
version: 1
system: breath
title: On the Temple Steps
duel: {start: far range, terrain: high ground, side: upper}
rulings: {fate: on}
sides:
  - {name: upper, fighters: [{who: samurai, name: A, weapons: [uchigatana, shield]}]}
  - {name: lower, fighters: [{who: inei of the spear, name: B}]}
`, `
version: 1
system: breath
title: Against the Evening
duel: {start: close fighting, terrain: backlight, side: east}
rulings: {long at close: cramped, step ties: nobody, standing off rests: "yes", location: 0}
sides:
  - {name: west, fighters: [{who: samurai, name: A, weapons: [nodachi, tanto]}]}
  - {name: east, fighters: [{who: hatamoto, name: B, weapons: [suyari, kodachi]}]}
`, `
version: 1
system: breath
title: Points for the Quick
duel: {start: tsubazeriai, points: 4}
sides:
  - {name: one, fighters: [{who: otsu of the kaiken, name: A}]}
  - {name: other, fighters: [{who: archer, name: B}]}
`}

// mirrorGames are the encounters the metamorphic tests run on: the built-in ones, and those that have what these lack.
func mirrorGames(t *testing.T, each func(t *testing.T, g *Game)) {
	for _, name := range rows.Shipped.Encounters() {
		t.Run(name, func(t *testing.T) { each(t, known(t, name)) })
	}
	t.Run("everything", func(t *testing.T) { each(t, mirrorLoad(t, crossroadsOfAll)) })
	for _, text := range duelsOfAll {
		g := mirrorLoad(t, text)
		t.Run(g.Encounter.Title, func(t *testing.T) { each(t, g) })
	}
	t.Run("both bleed", func(t *testing.T) { each(t, mirrorLoad(t, bothBleed)) })
}

// Changing the sides over, with the allied flag where it was, negates every value and changes nothing else.
// Other names change nothing at all.
func TestSidesAndNamesDoNotMatter(t *testing.T) {
	mirrorGames(t, func(t *testing.T, g *Game) {
		h := swapped(t, g)
		var only []string // of a built-in one the other laws have been tested
		if slices.ContainsFunc(rows.Shipped.Encounters(), func(name string) bool { return known(t, name) == g }) {
			only = rulestest.MirrorLaws
		}
		rulestest.Run(t, g, rulestest.Options[State]{
			Looks: 300, Seed: 77, Walks: rulestest.Few(10, 30), Only: only, Parallel: true,
			Load:     loading(rows.DefaultBook()),
			Swapped:  h,
			SwapSeat: rulestest.SeatMap[State](g, h),
			Mirror:   actionMap(g, h, mirrorZone),
			Renamed:  renamed(t, g),
		})
	})
}

// inStep plays g at random and h with the same actions, and compares what is possible before each. Until says where the
// two may part.
func inStep(t *testing.T, g, h *Game, fights int, mirror func(rules.Seat, rules.Action) rules.Action,
	ignore func(rules.Action) bool, until func(s, u *State) bool) {
	t.Helper()
	steps := 0
	for n := range fights {
		r := rand.New(rand.NewPCG(20, uint64(n)))
		s, u := g.Start(), h.Start()
		for range 3000 {
			if until != nil && until(&s, &u) {
				break
			}
			ours, theirs := rulestest.Chances(g, &s), rulestest.Chances(h, &u)
			for act := range theirs {
				if ignore != nil && ignore(act) {
					delete(theirs, act)
				}
			}
			who := g.Turn(&s).Seat
			for act, p := range ours {
				if q, ok := theirs[mirror(who, act)]; !ok || math.Abs(p-q) > 1e-12 {
					t.Fatalf("fight %d: %q has the chance %v, in the altered encounter %v (there: %v)", n, g.Format(&s, act), p, q, ok)
				}
			}
			if len(ours) != len(theirs) {
				t.Fatalf("fight %d: %d possibilities, in the altered encounter %d", n, len(ours), len(theirs))
			}
			if g.Turn(&s).Kind == rules.Over {
				break
			}
			act := rulestest.AnyMove(r, g, &s)
			g.Play(&s, act, nil)
			h.Play(&u, mirror(who, act), nil)
			steps++
		}
	}
	t.Logf("%d fights, %d steps", fights, steps)
}

func sameAction(_ rules.Seat, act rules.Action) rules.Action { return act }

// Somebody who never acts and whom nobody can reach changes no option, no odds and no count, until one side has nobody
// else left.
func TestABystanderOutOfReachChangesNothing(t *testing.T) {
	const text = `
version: 1
system: breath
title: The Ford
zones: {first front: {}, core: {}, second front: {}, outside: {}}
sides:
  - name: one
    fighters: [{who: samurai, name: A}, {who: mikkyo monk, name: B}]
  - name: other
    fighters: [{who: veteran ashigaru, name: C}, {who: road ronin, name: D}%s]
`
	g := mirrorLoad(t, fmt.Sprintf(text, ""))
	h := mirrorLoad(t, fmt.Sprintf(text, ", {who: villager mob, name: Villagers, zone: outside}"))
	inStep(t, g, h, 30, sameAction, nil, func(s, _ *State) bool { return s.phase == phOver })
}

// Where everyone is adjacent a mob is one more target, and nothing else.
func TestABystanderInTheSceneIsOnlyATarget(t *testing.T) {
	const text = `
version: 1
system: breath
title: The Market
sides:
  - name: one
    fighters: [{who: samurai, name: A}, {who: hunter, name: B}]
  - name: other
    fighters: [{who: veteran ashigaru, name: C}, {who: road ronin, name: D}%s]
`
	g := mirrorLoad(t, fmt.Sprintf(text, ""))
	h := mirrorLoad(t, fmt.Sprintf(text, ", {who: villager mob, name: Villagers}"))
	atTheMob := func(act rules.Action) bool { return act.Do == doAttack && act.At == 4 }
	inStep(t, g, h, 30, sameAction, atTheMob, func(s, _ *State) bool { return s.phase == phOver })
}

// With different Finesse the order in the file is nobody's business (R-29 comes after EB-09 and EB-10).
func TestOrderInTheFileDoesNotMatterWithoutTies(t *testing.T) {
	a, b := "{who: swift, name: A}", "{who: stout, name: B}"
	g, h := theBridge(t, a, b), theBridge(t, b, a)
	inStep(t, g, h, 30, actionMap(g, h, sameZone), nil, nil)
}

// With equal Finesse the order in the file decides ties between those two and nothing else: the two encounters
// part at a count that both of them have reached.
func TestOrderInTheFileOnlyDecidesTies(t *testing.T) {
	a, b := "{who: plain, name: A}", "{who: stout, name: B}"
	g, h := theBridge(t, a, b), theBridge(t, b, a)
	seat := rulestest.SeatMap[State](g, h)
	parted := 0
	inStep(t, g, h, 60, actionMap(g, h, sameZone), nil, func(s, u *State) bool {
		if s.phase != phCount || u.phase != phCount || seat(rules.Seat(s.actor)) == rules.Seat(u.actor) {
			return false
		}
		if s.actor != 0 || u.actor != 0 || g.place(s, 0) != g.place(s, 1) {
			t.Fatalf("%s stands at the count, in the altered encounter %s, without a tie of the two", g.name(int(s.actor)), h.name(int(u.actor)))
		}
		parted++
		return true
	})
	if parted == 0 {
		t.Fatal("no tie came up: this shows nothing")
	}
}

// Better armour never makes its wearer easier to hit, whatever the blow ignores of it.
func TestArmourNeverHelpsTheAttacker(t *testing.T) {
	mirrorGames(t, func(t *testing.T, g *Game) {
		better := *g
		for i := range better.n {
			better.fighters[i].armourDefense++
		}
		helped := 0
		rulestest.VisitReached(g, 10, func(s State) {
			if s.phase != phStrike {
				return
			}
			plain, armoured := g.Check(&s), better.Check(&s)
			if armoured.P > plain.P {
				t.Fatalf("%s hits with %v, better armour with %v", g.name(int(plain.Seat)), plain.P, armoured.P)
			}
			if armoured.P < plain.P {
				helped++
			}
		})
		if helped == 0 {
			t.Fatal("armour never helped: this shows nothing")
		}
	})
}

// A Wound more never lowers how its side stands, and the estimate keeps its bounds: only a decided fight is 1.
func TestWoundsNeverHurt(t *testing.T) {
	mirrorGames(t, func(t *testing.T, g *Game) {
		rulestest.VisitReached(g, 10, func(s State) {
			v := g.Score(&s)
			if s.phase == phOver {
				return
			}
			if math.IsNaN(v) || v < -scoreMax || v > scoreMax {
				t.Fatalf("an undecided fight scores %v, want at most %v either way\n%+v", v, scoreMax, s)
			}
			for i := range g.n {
				if f := &g.fighters[i]; !s.isUp(i) || f.isMob || f.isSquad() && s.seats[i].wounds == f.wounds { // a squad is never more than it was
					continue
				}
				more := s
				more.seats[i].wounds++
				sign := 1 - 2*float64(g.fighters[i].side)
				if w := g.Score(&more); sign*(w-v) < 0 {
					t.Fatalf("%s has a Wound more and side 0 goes from %v to %v\n%+v", g.name(i), v, w, s)
				}
			}
		})
	})
}
