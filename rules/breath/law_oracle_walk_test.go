package breath

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/rulestest"
)

// lockstep is a table at which the engine and the oracle sit: each question of the oracle must be the engine's too, with
// the same options, the same odds and the same sheets, and both get the same answer.
type lockstep struct {
	t    *testing.T
	o    *oracle
	g    *Game
	s    State
	r    *rand.Rand
	said []string

	decisions, throws int
}

func (l *lockstep) failf(format string, args ...any) {
	l.t.Helper()
	l.t.Fatalf("%s\nafter %s\n%s", fmt.Sprintf(format, args...), strings.Join(l.said, " · "), positionText(l.g, &l.s))
}

func (l *lockstep) play(act rules.Action, said string) {
	l.said = append(l.said, said)
	l.g.Play(&l.s, act, nil)
}

func (l *lockstep) decide(who *oracleFighter, options []string) string {
	l.t.Helper()
	l.sheets()
	turn := l.g.Turn(&l.s)
	if turn.Kind != rules.Decide || l.g.name(int(turn.Seat)) != who.name {
		l.failf("%s decides between %q; in the engine a %v turn of seat %d", who.name, options, turn.Kind, turn.Seat)
	}
	legal := map[string]rules.Action{}
	for _, act := range l.g.Actions(&l.s, nil) {
		if word := l.g.Format(&l.s, act); act.Do != doStance && (act.Do != doMove || !l.walks(who, word)) {
			legal[word] = act
		}
	}
	want, have := slices.Clone(options), book.Keys(legal)
	slices.Sort(want)
	if !slices.Equal(want, have) {
		l.failf("%s may %q; in the engine %q", who.name, want, have)
	}
	l.decisions++
	choice := options[l.r.IntN(len(options))]
	if choice == "close the round" || choice == "end the breath" { // half as often: fights are longer with more in them
		choice = options[l.r.IntN(len(options))]
	}
	if who.grimoire != nil && l.r.IntN(2) == 0 { // and with more magic
		if spells := slices.DeleteFunc(slices.Clone(options),
			func(o string) bool { _, casts := who.casting(o); return !casts || strings.HasPrefix(o, "let go") }); len(spells) > 0 {
			choice = spells[l.r.IntN(len(spells))]
		}
	}
	if k := slices.IndexFunc(options, func(o string) bool { return strings.HasPrefix(o, "complete ") }); k >= 0 &&
		l.r.IntN(2) == 0 { // what is begun is seldom left
		choice = options[k]
	}
	l.play(legal[choice], who.name+": "+choice)
	return choice
}

// throw compares the odds of every word over the hundred throws, then throws; doubles come up more often than by chance.
func (l *lockstep) throw(who *oracleFighter, what string, need int, word func(a, b int) string) (a, b int) {
	l.t.Helper()
	l.sheets()
	turn, c := l.g.Turn(&l.s), l.g.Check(&l.s)
	if turn.Kind != rules.Chance || l.g.name(int(turn.Seat)) != who.name || c.What != what || c.Need-c.Mod != need {
		l.failf("%s throws for %s, the dice must show %d; in the engine a %v turn of seat %d, %s, %d",
			who.name, what, need, turn.Kind, turn.Seat, c.What, c.Need-c.Mod)
	}
	want := hundred(word)
	reach := want["success"] + want["hit"] + want["critical"]
	// What a table tells apart has the oracle's words. What the search merges has its first throw's: there only success
	// and failure can be compared.
	if have := worded(l.g, &l.s, l.g.fineOdds(&l.s, nil)); !maps.Equal(want, have) {
		l.failf("%s of %s: %v of a hundred throws, in the engine %v", what, who.name, want, have)
	}
	merged := worded(l.g, &l.s, l.g.Odds(&l.s, nil))
	if n := merged["success"] + merged["hit"] + merged["critical"]; n != reach {
		l.failf("%s of %s succeeds %d times in a hundred, in the search %v", what, who.name, reach, merged)
	}
	if c.Num*100 != int64(reach)*c.Den {
		l.failf("%s of %s succeeds %d times in a hundred, in the engine %d of %d", what, who.name, reach, c.Num, c.Den)
	}
	if wrong := merges(l.g, &l.s); wrong != "" {
		l.failf("%s of %s: %s", what, who.name, wrong)
	}
	a, b = twoDice(l.r)
	act, err := l.g.Read(&l.s, []int{a, b})
	if err != nil {
		l.failf("%v", err)
	}
	l.throws++
	l.play(act, fmt.Sprintf("%d %d", a, b))
	return a, b
}

// hundred counts the hundred throws of two dice by their words.
func hundred(word func(a, b int) string) map[string]int {
	words := map[string]int{}
	for a := 1; a <= 10; a++ {
		for b := 1; b <= 10; b++ {
			words[word(a, b)]++
		}
	}
	return words
}

// worded counts throws of a hundred by the engine's word for them.
func worded(g *Game, s *State, odds []rules.Odds) map[string]int {
	words := map[string]int{}
	for _, o := range odds {
		words[g.Format(s, o.Action)] += int(o.P*100 + 0.5)
	}
	return words
}

// twoDice returns a throw in which doubles, 1-1 and 10-10 above all, come up more often than by chance.
func twoDice(r *rand.Rand) (a, b int) {
	a, b = 1+r.IntN(10), 1+r.IntN(10)
	switch r.IntN(10) {
	case 0:
		return 1, 1
	case 1:
		return 10, 10
	case 2, 3:
		b = a
	}
	return a, b
}

// sheets compares everything a person sees.
func (l *lockstep) sheets() {
	l.t.Helper()
	if l.g.Round(&l.s) != l.o.round {
		l.failf("round %d, in the engine %d", l.o.round, l.g.Round(&l.s))
	}
	for i, f := range l.o.fighters {
		var have []string
		for _, e := range l.g.Sheet(&l.s, rules.Seat(i)) {
			if e.Name == "under" {
				words := strings.Split(e.Value, ", ")
				slices.Sort(words)
				e.Value = strings.Join(words, ", ")
			}
			have = append(have, e.Name+": "+e.Value)
		}
		if want := l.o.sheet(f); !slices.Equal(want, have) {
			l.failf("%s: %q, in the engine %q", f.name, want, have)
		}
	}
	if len(l.g.casters) > 0 {
		l.magic()
	}
}

func (o *oracle) sheet(f *oracleFighter) []string {
	if f.down {
		return []string{"state: down"}
	}
	s := []string{fmt.Sprintf("wounds: %d of %d", f.wounds, f.woundsMax), fmt.Sprintf("energy: %d of %d", f.energy, f.energyMax),
		fmt.Sprintf("defense: %d", o.defense(f, 0, false))}
	if f.zone != "" {
		s = append(s, "zone: "+f.zone)
	}
	s = append(s, o.spellSheet(f)...)
	if len(f.held) > 0 {
		s = append(s, fmt.Sprintf("reserved: %s x%d", f.held[0], len(f.held)))
	}
	s = append(s, "weapon: "+oracleWord(f.dropped, "bare hands", f.weapon))
	var is []string
	for _, x := range []struct {
		on   bool
		word string
	}{{f.defenseless(), "defenseless"}, {f.closed, "closed"}, {f.strained, "strained"}, {f.hidden, "hidden"}} {
		if x.on {
			is = append(is, x.word)
		}
	}
	if len(is) > 0 {
		s = append(s, "is: "+strings.Join(is, ", "))
	}
	return s
}

// walks says that a move is left out of the comparison, as zones have laws of their own: nobody goes who is held fast or casts.
func (l *lockstep) walks(who *oracleFighter, word string) bool {
	l.t.Helper()
	if who.bears.fast || who.grimoire.chants() {
		l.failf("%s may %s, held fast or casting", who.name, word)
	}
	return true
}

// stirs is the GM: now and then somebody has moved, hides, is weaker or stronger.
func (l *lockstep) stirs(o *oracle) {
	l.t.Helper()
	if len(o.magic.zones) == 0 || l.r.IntN(4) > 0 {
		return
	}
	f := o.fighters[l.r.IntN(len(o.fighters))]
	if f.down {
		return
	}
	change, zone := "", o.magic.zones[l.r.IntN(len(o.magic.zones))]
	switch n := l.r.IntN(6); {
	case n == 0:
		f.wounds = 1 + l.r.IntN(f.woundsMax)
		change = fmt.Sprintf("wounds=%d", f.wounds)
	case n == 1 && f.energy > 0:
		f.energy = 1 + l.r.IntN(12)
		change = fmt.Sprintf("energy=%d", f.energy)
	case f.zone == "":
		return
	case n == 2 && !o.found(f):
		f.hidden, change = true, "+hidden"
	default:
		f.zone, change = zone, "zone="+zone
		if f.hidden && o.found(f) {
			f.hidden = false
			l.edit(f.name + " -hidden")
		}
	}
	l.edit(f.name + " " + change)
}

// edit is the GM's word.
func (l *lockstep) edit(change string) {
	l.t.Helper()
	l.said = append(l.said, change)
	if err := l.g.Edit(&l.s, change, nil); err != nil {
		l.failf("%v", err)
	}
}

// The engine and a second reading of the document agree on every option, chance, cost and consequence of 1200 fights in one scene
// in which some cast: what document 002 says of stages, checks, focus, forcing, exhaustion, backlash and what spells do, and what
// document 000 says of blows, answers and the count.
// SP-08 to SP-13, SP-15, SP-18 to SP-40.
func TestEngineAgreesWithASecondReadingOfSpells(t *testing.T) { agrees(t, false, 1200) }

// And where they stand in zones: whom and which places spells reach, who is under a boon or behind a barrier, what lies where.
func TestEngineAgreesWithASecondReadingOfSpellsInZones(t *testing.T) { agrees(t, true, 1200) }

func agrees(t *testing.T, zoned bool, fights int) {
	t.Helper()
	if fights = rulestest.Sample(fights); testing.Short() {
		fights /= 4
	}
	rows, err := rows.DefaultBook().Overlay("weapons.yaml", []byte("version: 1\n"+oracleRows()+oracleSpellRows()))
	if err != nil {
		t.Fatal(err)
	}
	decisions, throws := 0, 0
	for n := range fights {
		r := rand.New(rand.NewPCG(2, uint64(n)))
		o, sheets, encounter := oracleFight(r, zoned)
		book, err := rows.Overlay("rows.yaml", []byte(sheets))
		if err != nil {
			t.Fatalf("%v\n%s", err, sheets)
		}
		g, err := Load("fight.yaml", []byte(encounter), book)
		if err != nil {
			t.Fatalf("%v\n%s", err, encounter)
		}
		l := &lockstep{t: t, o: o, g: g, s: g.Start(), r: r}
		o.table = l
		winner := o.fight()
		want := map[int]float64{0: 1, 1: -1, -1: 0}[winner]
		if g.Turn(&l.s).Kind != rules.Over || g.Score(&l.s) != want {
			l.failf("the winner is %d; in the engine a %v turn, score %v", winner, g.Turn(&l.s).Kind, g.Score(&l.s))
		}
		decisions, throws = decisions+l.decisions, throws+l.throws
	}
	t.Logf("%d decisions and %d throws", decisions, throws)
}
