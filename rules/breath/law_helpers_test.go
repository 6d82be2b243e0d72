package breath

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/rules/strict"
)

// Load is Read of a text.
func Load(name string, data []byte, catalogue rows.Book) (*Game, error) {
	return Read(strict.Parse(name, data), catalogue)
}

// Laws are shown in fights, in the words people use: a setup says who stands where, a bout plays it, the sheets, the
// options and the events say what happened.

// man is one combatant of a setup. The row is the inside of a catalogue row; what it leaves out is plain: a lord of
// zeros with an uchigatana, three Wounds, Defense 10, Energy 10, a Novice with everything (+0).
// The line is what else its line of the side says: heads, a commander, a master.
type man struct{ name, row, zone, line string }

func (m man) kind() string { return "the " + strings.ToLower(m.name) }

func (m man) text() string {
	return rulestest.Row(m.kind(), m.row, "grade: lord",
		"weapons: [uchigatana]",
		"skills: {swordsmanship: 1, footwork: 1, spearmanship: 1, staff: 1, archery: 1, teppo: 1, throwing: 1, unarmed combat: 1}")
}

// setup is an encounter in few words.
type setup struct {
	us, them []man
	zones    string // the zones: block on one line
	rulings  string // the rulings: block on one line
	more     string // further lines of the encounter
	rows     string // further rows of the catalogue
}

// everywhere is every zone, none with terrain.
const everywhere = "{first rear: {}, first front: {}, core: {}, second front: {}, second rear: {}, flank: {}, outside: {}}"

func (sc setup) book(t *testing.T) rows.Book {
	t.Helper()
	catalogue := "version: 1\n" + sc.rows + "\ncombatants:\n"
	for _, m := range slices.Concat(sc.us, sc.them) {
		catalogue += m.text()
	}
	book, err := rows.DefaultBook().Overlay("rows.yaml", []byte(catalogue))
	if err != nil {
		t.Fatalf("rows\n%s\ngot %v, want rows that load", catalogue, err)
	}
	return book
}

func (sc setup) text() string {
	text := "version: 1\nsystem: breath\ntitle: A Law\n"
	if sc.zones != "" {
		text += "zones: " + sc.zones + "\n"
	}
	if sc.rulings != "" {
		text += "rulings: " + sc.rulings + "\n"
	}
	text += sc.more + "\nsides:\n"
	for i, side := range [][]man{sc.us, sc.them} {
		text += fmt.Sprintf("  - name: %s\n    fighters:\n", []string{"us", "them"}[i])
		for _, m := range side {
			zone := ""
			if m.zone != "" {
				zone = ", zone: " + m.zone
			}
			if m.line != "" {
				zone += ", " + m.line
			}
			text += fmt.Sprintf("      - {who: %s, name: %s%s}\n", m.kind(), m.name, zone)
		}
	}
	return text
}

func (sc setup) begin(t *testing.T) *bout {
	t.Helper()
	g, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
	if err != nil {
		t.Fatalf("setup\n%s\ngot %v, want a setup that loads", sc.text(), err)
	}
	return &bout{t: t, f: fight.New[State](g, fight.Header{Seed: 1})}
}

// duel is Musashi (ours) and Kojiro (theirs) in one scene without zones.
func duel(t *testing.T, musashi, kojiro string) *bout {
	t.Helper()
	return setup{us: []man{{name: "Musashi", row: musashi}}, them: []man{{name: "Kojiro", row: kojiro}}}.begin(t)
}

// bout plays a fight and remembers what the last play told.
type bout struct {
	t    *testing.T
	f    *fight.Fight
	told []rules.Event
}

// d is what the two dice on the table show; dd those of a contest, the mover's two first.
type (
	d  [2]int
	dd [4]int
)

// kit returns the bout as every system's tests have it.
func (b *bout) kit() *rulestest.Bout { return &rulestest.Bout{T: b.t, F: b.f, Told: b.told} }

// play makes decisions (words) and throws dice (d) in order. What happened in them is told.
func (b *bout) play(steps ...any) {
	b.t.Helper()
	kit := b.kit()
	kit.Play(func(step any) []int {
		switch v := step.(type) {
		case d:
			return v[:]
		case dd:
			return v[:]
		case int: // a lot
			return []int{v}
		}
		b.t.Fatalf("step %v of type %T", step, step)
		return nil
	}, steps...)
	b.told = kit.Told
}

// edit is the GM's word.
func (b *bout) edit(changes ...string) {
	b.t.Helper()
	b.kit().Edit(changes...)
}

// waits words what the fight waits for: "Musashi counts" (a breath begins), "Musashi decides", "Kojiro rolls defense".
func (b *bout) waits() string {
	turn := b.f.Turn()
	switch {
	case turn.Kind == rules.Over:
		return "over"
	case turn.Kind == rules.Chance:
		return b.f.Name(turn.Seat) + " rolls " + b.f.Check().What
	case turn.Begins:
		return b.f.Name(turn.Seat) + " counts"
	}
	return b.f.Name(turn.Seat) + " decides"
}

func (b *bout) wantWaits(want string) {
	b.t.Helper()
	if got := b.waits(); got != want {
		b.t.Errorf("the fight waits for: got %q, want %q", got, want)
	}
}

func (b *bout) seat(name string) rules.Seat {
	b.t.Helper()
	return b.kit().Seat(name)
}

// sheet returns one line of a combatant's sheet, empty where it has none.
func (b *bout) sheet(name, line string) string {
	b.t.Helper()
	return b.kit().Sheet(name, line)
}

// number returns the first number of a line of a sheet: "7 of 10" is 7.
func (b *bout) number(name, line string) int {
	b.t.Helper()
	return b.kit().Number(name, line)
}

func (b *bout) energy(name string) int { b.t.Helper(); return b.number(name, "energy") }
func (b *bout) wounds(name string) int { b.t.Helper(); return b.number(name, "wounds") }

func (b *bout) wantNumber(name, line string, want int) {
	b.t.Helper()
	b.kit().WantNumber(name, line, want)
}

func (b *bout) wantSheet(name, line, want string) {
	b.t.Helper()
	b.kit().WantSheet(name, line, want)
}

// option returns a legal decision by its words.
func (b *bout) option(words string) (fight.Option, bool) { return b.kit().Option(words) }

func (b *bout) words() []string { return b.kit().Words() }

func (b *bout) offers(words ...string) {
	b.t.Helper()
	b.kit().WantOffered(true, words...)
}

func (b *bout) refuses(words ...string) {
	b.t.Helper()
	b.kit().WantOffered(false, words...)
}

// wantOptions is the whole list, in any order.
func (b *bout) wantOptions(want ...string) {
	b.t.Helper()
	got := b.words()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		b.t.Errorf("%s: options got %q, want %q", b.waits(), got, want)
	}
}

func (b *bout) wantCost(words string, want int) {
	b.t.Helper()
	b.kit().WantCost(words, want)
}

// check is the throw the fight waits for.
type check struct {
	What      string
	Mod, Need int
}

func (b *bout) wantCheck(what string, mod, need int) {
	b.t.Helper()
	c := b.f.Check()
	if got, want := (check{c.What, c.Mod, c.Need}), (check{what, mod, need}); got != want {
		b.t.Errorf("%s: got %+v, want %+v", b.waits(), got, want)
	}
}

// events returns those of one kind among what was told.
func (b *bout) events(kind string) []rules.Event { return b.kit().Events(kind) }

func (b *bout) wantEvents(kind string, want ...rules.Event) {
	b.t.Helper()
	for i := range want {
		want[i].Kind = kind
	}
	if got := b.events(kind); len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
		b.t.Errorf("%s events:\ngot  %+v\nwant %+v", kind, got, want)
	}
}

// lull ends a round: whoever is asked answers with nothing and leaves the count.
func (b *bout) lull() {
	b.t.Helper()
	round := b.f.Round()
	for range 200 {
		if b.f.Round() != round || b.f.Turn().Kind == rules.Over {
			return
		}
		if _, ok := b.option("close the round"); ok {
			b.play("close the round")
		} else if _, ok := b.option("end the breath"); ok {
			b.play("end the breath")
		} else if _, ok := b.option("take the blow"); ok {
			b.play("take the blow")
		} else {
			b.t.Fatalf("the lull does not come: %s", b.waits())
		}
	}
	b.t.Fatalf("the round does not end: %s", b.waits())
}

// builtin returns an encounter of the catalogue.
func builtin(t testing.TB, name string) *Game {
	t.Helper()
	return rulestest.Builtin(t, name, rows.Shipped.Encounter, func(file string, data []byte) (*Game, error) { return Load(file, data, rows.DefaultBook()) })
}

// positionText returns a fight under way as a file.
func positionText(g *Game, s *State) string {
	file, err := g.Position(s)
	if err != nil {
		return err.Error()
	}
	return string(file)
}

// needed returns what the dice must show on the check the fight waits for.
func (b *bout) needed() int {
	b.t.Helper()
	c := b.f.Check()
	return c.Need - c.Mod
}

func (b *bout) wantNeeded(what string, want int) {
	b.t.Helper()
	if got := b.needed(); b.f.Check().What != what || got != want {
		b.t.Errorf("%s: the dice must show %d, want %s to need %d", b.waits(), got, what, want)
	}
}
