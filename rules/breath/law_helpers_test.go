package breath

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kokyu/rules"
)

// Laws are shown in fights, in the words people use: a stage says who stands where, a bout plays it, the sheets, the
// options and the events say what happened.

// man is one combatant of a stage. The row is the inside of a catalogue row; what it leaves out is plain: a lord of
// zeros with an uchigatana, three Wounds, Defense 10, Energy 10, a Novice with everything (+0).
type man struct{ name, row, zone string }

func (m man) kind() string { return "the " + strings.ToLower(m.name) }

func (m man) text() string {
	row := m.row
	for _, plain := range []string{"grade: lord", "weapons: [uchigatana]",
		"skills: {swordsmanship: 1, footwork: 1, spearmanship: 1, staff: 1, archery: 1, teppo: 1, throwing: 1, unarmed combat: 1}"} {
		key, _, _ := strings.Cut(plain, ":")
		if !strings.Contains(row, key+":") {
			row += ", " + plain
		}
	}
	return fmt.Sprintf("  %s: {%s}\n", m.kind(), strings.Trim(row, ", "))
}

// stage is an encounter in few words.
type stage struct {
	us, them []man
	zones    string // the zones: block on one line
	rulings  string // the rulings: block on one line
	more     string // further lines of the encounter
	rows     string // further rows of the catalogue
}

// everywhere is every zone, none with terrain.
const everywhere = "{first rear: {}, first front: {}, core: {}, second front: {}, second rear: {}, flank: {}, outside: {}}"

func (sc stage) book(t *testing.T) Book {
	t.Helper()
	rows := "version: 1\n" + sc.rows + "\ncombatants:\n"
	for _, m := range slices.Concat(sc.us, sc.them) {
		rows += m.text()
	}
	book, err := DefaultBook().Overlay("rows.yaml", []byte(rows))
	if err != nil {
		t.Fatalf("rows\n%s\ngot %v, want rows that load", rows, err)
	}
	return book
}

func (sc stage) text() string {
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
			text += fmt.Sprintf("      - {who: %s, name: %s%s}\n", m.kind(), m.name, zone)
		}
	}
	return text
}

func (sc stage) begin(t *testing.T) *bout {
	t.Helper()
	g, err := Load("stage.yaml", []byte(sc.text()), sc.book(t))
	if err != nil {
		t.Fatalf("stage\n%s\ngot %v, want a stage that loads", sc.text(), err)
	}
	return &bout{t: t, f: rules.NewFight[State](g, rules.Header{Seed: 1})}
}

// duel is Musashi (ours) and Kojiro (theirs) in one scene without zones.
func duel(t *testing.T, musashi, kojiro string) *bout {
	t.Helper()
	return stage{us: []man{{name: "Musashi", row: musashi}}, them: []man{{name: "Kojiro", row: kojiro}}}.begin(t)
}

// bout plays a fight and remembers what the last play told.
type bout struct {
	t    *testing.T
	f    *rules.Fight
	told []rules.Event
}

// d is what the two dice on the table show; dd those of a contest, the mover's two first.
type (
	d  [2]int
	dd [4]int
)

// play makes decisions (words) and throws dice (d) in order. What happened in them is told.
func (b *bout) play(steps ...any) {
	b.t.Helper()
	b.told = nil
	for _, step := range steps {
		var made rules.Step
		var err error
		switch v := step.(type) {
		case string:
			made, err = b.f.Do(v)
		case d:
			made, err = b.f.Dice(v[0], v[1])
		case dd:
			made, err = b.f.Dice(v[0], v[1], v[2], v[3])
		case int: // a lot
			made, err = b.f.Dice(v)
		}
		if err != nil {
			b.t.Fatalf("%v: %v (it is %s)", step, err, b.waits())
		}
		b.told = append(b.told, made.Events...)
	}
}

// edit is the GM's word.
func (b *bout) edit(changes ...string) {
	b.t.Helper()
	for _, c := range changes {
		if _, err := b.f.Edit(c, "to show a law"); err != nil {
			b.t.Fatalf("edit %q: %v", c, err)
		}
	}
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
	for i, f := range b.f.Roster() {
		if f.Name == name {
			return rules.Seat(i)
		}
	}
	b.t.Fatalf("nobody is called %s", name)
	return 0
}

// sheet is one line of a combatant's sheet, empty where it has none.
func (b *bout) sheet(name, line string) string {
	b.t.Helper()
	for _, e := range b.f.Sheet(b.seat(name)) {
		if e.Name == line {
			return e.Value
		}
	}
	return ""
}

// number is the first number of a line of a sheet: "7 of 10" is 7.
func (b *bout) number(name, line string) int {
	b.t.Helper()
	text := b.sheet(name, line)
	word, _, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(word)
	if err != nil {
		b.t.Fatalf("%s's %s: got %q, want a number", name, line, text)
	}
	return n
}

func (b *bout) energy(name string) int { b.t.Helper(); return b.number(name, "energy") }
func (b *bout) wounds(name string) int { b.t.Helper(); return b.number(name, "wounds") }

func (b *bout) wantNumber(name, line string, want int) {
	b.t.Helper()
	if got := b.number(name, line); got != want {
		b.t.Errorf("%s's %s: got %d, want %d", name, line, got, want)
	}
}

func (b *bout) wantSheet(name, line, want string) {
	b.t.Helper()
	if got := b.sheet(name, line); got != want {
		b.t.Errorf("%s's %s: got %q, want %q", name, line, got, want)
	}
}

// option is a legal decision by its words.
func (b *bout) option(words string) (rules.Option, bool) {
	for _, o := range b.f.Options() {
		if o.Words == words {
			return o, true
		}
	}
	return rules.Option{}, false
}

func (b *bout) words() (all []string) {
	for _, o := range b.f.Options() {
		all = append(all, o.Words)
	}
	return all
}

func (b *bout) offers(words ...string) {
	b.t.Helper()
	for _, w := range words {
		if _, ok := b.option(w); !ok {
			b.t.Errorf("%s: got no %q among %q, want it offered", b.waits(), w, b.words())
		}
	}
}

func (b *bout) refuses(words ...string) {
	b.t.Helper()
	for _, w := range words {
		if _, ok := b.option(w); ok {
			b.t.Errorf("%s: got %q offered, want it not", b.waits(), w)
		}
	}
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
	o, ok := b.option(words)
	if !ok {
		b.t.Errorf("%s: got no %q among %q, want it at %d Energy", b.waits(), words, b.words(), want)
		return
	}
	if o.Cost != want {
		b.t.Errorf("%q costs: got %d Energy, want %d", words, o.Cost, want)
	}
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

// events are those of one kind among what was told.
func (b *bout) events(kind string) (found []rules.Event) {
	for _, e := range b.told {
		if e.Kind == kind {
			found = append(found, e)
		}
	}
	return found
}

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
