package tempo

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"kokyu/rules/rulestest"
	"kokyu/rules/tempo/rows"
)

// Metamorphic tests: what must not matter, does not. None of them knows a right answer; each knows how two answers hang
// together.

// again copies an encounter as if it were read from its file once more.
func again(t testing.TB, file rows.EncounterFile) rows.EncounterFile {
	t.Helper()
	data, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	var copied rows.EncounterFile
	if err := json.Unmarshal(data, &copied); err != nil {
		t.Fatal(err)
	}
	return copied
}

func rebuilt(t testing.TB, file rows.EncounterFile) *Game {
	t.Helper()
	g, bad := build(rows.DefaultBook(), file)
	if len(bad) > 0 {
		t.Fatalf("the altered encounter does not load: %v", bad)
	}
	return g
}

// swapped lists the second side first. Ties of initiative stay with whom they were: the allied side is now the second.
func swapped(t testing.TB, g *Game) *Game {
	t.Helper()
	file := again(t, g.Encounter)
	slices.Reverse(file.Sides)
	file.Allied = new(2 - int(g.allied))
	return rebuilt(t, file)
}

// renamed gives everyone and both sides other names.
func renamed(t testing.TB, g *Game) *Game {
	t.Helper()
	file := again(t, g.Encounter)
	for s := range file.Sides {
		side := &file.Sides[s]
		if file.AtCap == side.Name {
			file.AtCap = fmt.Sprintf("Side %d", s+1)
		}
		if goal := file.Objective; goal != nil && goal.For == side.Name {
			goal.For = fmt.Sprintf("Side %d", s+1)
		}
		side.Name = fmt.Sprintf("Side %d", s+1)
		for k := range side.Fighters {
			side.Fighters[k].Name = fmt.Sprintf("Nobody in particular %d", 99-10*s-k)
		}
	}
	return rebuilt(t, file)
}

// skirmish has what the built-in encounters do not: firearms, thrown knives, a buckler, a pike, four against four.
const skirmish = `
version: 1
system: tempo
title: Everything at Once
at the cap: one
rounds: 6
map:
  - "............"
  - "..#......#.."
  - "............"
  - "............"
sides:
  - name: one
    status: on guard
    fighters:
      - {who: duellist, name: A, at: c3}
      - {who: pikeman, name: B, at: c4}
      - {who: marine, name: C, at: a1}
      - {who: brawler, name: D, at: d3}
  - name: other
    status: on guard
    fighters:
      - {who: officer, name: E, at: k1}
      - {who: knife thrower, name: F, at: h3}
      - {who: quarterstaff, name: G, at: g3, status: off guard}
      - {who: knight, name: H, at: h4}
`

func mirrorGames(t *testing.T, each func(t *testing.T, g *Game)) {
	for _, name := range rows.Shipped.Encounters() {
		t.Run(name, func(t *testing.T) { each(t, builtin(t, name)) })
	}
	t.Run("everything", func(t *testing.T) {
		g, err := Load("everything.yaml", []byte(skirmish), rows.DefaultBook())
		if err != nil {
			t.Fatal(err)
		}
		each(t, g)
	})
}

// Changing the sides over, with the allied flag where it was, negates every value and changes nothing else. Other names
// change nothing at all.
func TestSidesAndNamesDoNotMatter(t *testing.T) {
	mirrorGames(t, func(t *testing.T, g *Game) {
		h := swapped(t, g)
		o := conforming(rows.DefaultBook())
		o.Seed, o.Walks, o.Looks = 77, 12, 150
		if g.Encounter.Title != "Everything at Once" { // of a built-in one the other laws have been tested
			o.Only = rulestest.MirrorLaws
		}
		o.Swapped, o.SwapSeat, o.Renamed = h, rulestest.SeatMap[State](g, h), renamed(t, g)
		rulestest.Run(t, g, o)
	})
}

// A wound more never raises how its side stands, nor do AP ever lower it; only a decided fight is 1.
func TestTheEstimateHasTheRightSigns(t *testing.T) {
	mirrorGames(t, func(t *testing.T, g *Game) {
		rulestest.VisitReached(g, 6, func(s State) {
			v := g.Score(&s)
			if s.phase == phOver {
				return
			}
			if math.IsNaN(v) || v < -scoreMax || v > scoreMax {
				t.Fatalf("an undecided fight scores %v\n%+v", v, s)
			}
			for i := range g.n {
				if !s.isInFight(i) {
					continue
				}
				sign := 1 - 2*float64(g.seats[i].side)
				for k := range s.seats[i].boxes {
					worse := s
					worse.seats[i].boxes[k]++
					if worse.seats[i].boxes[k] <= g.seats[i].boxes[k] && sign*(g.Score(&worse)-v) > 1e-12 {
						t.Fatalf("%s has a %s wound more and its side stands better\n%+v", g.name(i), rows.CategoryNames[k+1], s)
					}
				}
				more := s
				if more.seats[i].ap < g.apMax(&more.seats[i]) {
					more.seats[i].ap++
					if sign*(g.Score(&more)-v) < -1e-12 {
						t.Fatalf("%s has an AP more and its side stands worse\n%+v", g.name(i), s)
					}
				}
			}
		})
	})
}
