package tempo

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/rules/strict"
	"kokyu/rules/tempo/rows"
	"kokyu/rules/text"
)

// Load is Read of a text.
func Load(name string, data []byte, catalogue rows.Book) (*Game, error) {
	return read(strict.Parse(name, data), catalogue)
}

// Laws are shown in fights, in the words people use: a setup says who stands where, a bout plays it, the sheets, the
// options and the events say what happened.

// man is one combatant of a setup. The row is the inside of a catalogue row; what it leaves out is plain: a long sword and a
// 4 in everything but Reactions.
type man struct{ name, row, at string }

func (m man) kind() string { return "the " + strings.ToLower(m.name) }

func (m man) text() string {
	return rulestest.Row(m.kind(), m.row, "weapons: [long sword]",
		"skills: {blades: 4, polearms: 4, bows: 4, brawling: 4, wrestling: 4, footwork: 4, endurance: 4}")
}

// setup is an encounter in few words. The first of us begins, unless the rulings say otherwise.
type setup struct {
	us, them []man
	ground   string // the map: block on one line; none is face to face
	rulings  string // further rulings
	more     string // further lines of the encounter
	off      string // the side that is off guard: us, them
}

func (sc setup) book(t *testing.T) rows.Book {
	t.Helper()
	catalogue := "version: 1\ncombatants:\n"
	for _, m := range slices.Concat(sc.us, sc.them) {
		catalogue += m.text()
	}
	book, err := book.Overlay(rows.DefaultBook(), "rows.yaml", []byte(catalogue))
	if err != nil {
		t.Fatalf("rows\n%s\ngot %v, want rows that load", catalogue, err)
	}
	return book
}

func (sc setup) text() string {
	rulings := "initiative: by rating, beginner: winner"
	if strings.Contains(sc.rulings, "initiative") {
		rulings = "evade: -1"
	}
	if sc.rulings != "" {
		rulings += ", " + sc.rulings
	}
	text := "version: 1\nsystem: tempo\ntitle: A Law\nrulings: {" + rulings + "}\n"
	if sc.ground != "" {
		text += "map: " + sc.ground + "\n"
	}
	text += sc.more + "\nsides:\n"
	for i, side := range [][]man{sc.us, sc.them} {
		name, status := []string{"us", "them"}[i], "on guard"
		if sc.off == name {
			status = "off guard"
		}
		text += fmt.Sprintf("  - name: %s\n    status: %s\n    fighters:\n", name, status)
		for _, m := range side {
			at := ""
			if m.at != "" {
				at = ", at: " + m.at
			}
			text += fmt.Sprintf("      - {who: %s, name: %s%s}\n", m.kind(), m.name, at)
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
	return begun(t, g)
}

// begun returns a fight from its start; a draw of the initiative among equals falls on the first of them.
func begun(t *testing.T, g *Game) *bout {
	t.Helper()
	b := &bout{t: t, f: fight.New[State](g, fight.Header{Seed: 1})}
	if !g.rule.RolledInitiative && b.f.Turn().Kind == rules.Chance && !g.rule.ChosenBeginner {
		b.play(d{1})
	}
	return b
}

// state returns the position a fight has come to.
func (b *bout) state() State {
	_, s, _ := b.position()
	return s
}

// duel is Ann (ours) and Bea (theirs) face to face.
func duel(t *testing.T, ann, bea string) *bout {
	t.Helper()
	return setup{us: []man{{name: "Ann", row: ann}}, them: []man{{name: "Bea", row: bea}}}.begin(t)
}

// bout plays a fight and remembers what the last play told.
type bout struct {
	t    *testing.T
	f    *fight.Fight
	told []rules.Event
}

// d is what the table throws: prismatic results, or the faces of damage dice.
type d []int

// kit returns the bout as every system's tests have it.
func (b *bout) kit() *rulestest.Bout { return &rulestest.Bout{T: b.t, F: b.f, Told: b.told} }

// play makes decisions (words) and throws dice (d) in order. What happened in them is told.
func (b *bout) play(steps ...any) {
	b.t.Helper()
	kit := b.kit()
	kit.Play(func(step any) []int {
		faces, ok := step.(d)
		if !ok {
			b.t.Fatalf("step %v of type %T", step, step)
		}
		return faces
	}, steps...)
	b.told = kit.Told
}

func (b *bout) words() []string { return b.kit().Words() }

// wantOffered says whether options are legal now.
func (b *bout) wantOffered(yes bool, words ...string) {
	b.t.Helper()
	b.kit().WantOffered(yes, words...)
}

// wantOptions says exactly what is legal, moves left out.
func (b *bout) wantOptions(want ...string) {
	b.t.Helper()
	got := slices.DeleteFunc(b.words(), func(w string) bool { return strings.HasPrefix(w, "move > ") || strings.HasPrefix(w, "combat move > ") })
	if !slices.Equal(got, want) {
		b.t.Errorf("legal are %q, want %q", got, want)
	}
}

func (b *bout) wantCost(words string, want int) {
	b.t.Helper()
	b.kit().WantCost(words, want)
}

func (b *bout) wantTurn(name string, kind rules.Kind) {
	b.t.Helper()
	if turn := b.f.Turn(); b.f.Name(turn.Seat) != name || turn.Kind != kind {
		b.t.Errorf("the fight waits for %s of %s, want %s of %s", turn.Kind, b.f.Name(turn.Seat), kind, name)
	}
}

func (b *bout) seat(name string) rules.Seat {
	b.t.Helper()
	return b.kit().Seat(name)
}

func (b *bout) sheet(name, entry string) string {
	b.t.Helper()
	return b.kit().Sheet(name, entry)
}

func (b *bout) wantSheet(name, entry, want string) {
	b.t.Helper()
	b.kit().WantSheet(name, entry, want)
}

func (b *bout) wantAP(name string, want int) {
	b.t.Helper()
	b.kit().WantNumber(name, "ap", want)
}

func (b *bout) wantWounds(name string, minor, moderate, severe int) {
	b.t.Helper()
	want := fmt.Sprintf("minor %d of 4, moderate %d of 3, severe %d of 2", minor, moderate, severe)
	b.wantSheet(name, "wounds", want)
}

// events returns those of a kind among what was told.
func (b *bout) events(kind string) []rules.Event { return b.kit().Events(kind) }

// wantOutcome says which outcome of whose action was told, by check or without one.
func (b *bout) wantOutcome(name, what, of string) {
	b.t.Helper()
	for _, e := range b.told {
		if (e.Kind == "check" || e.Kind == "outcome") && e.Seat == name && e.What == what {
			if e.Of != of {
				b.t.Errorf("%s's %s is a %s, want %s: %+v", name, what, e.Of, of, e)
			}
			return
		}
	}
	b.t.Errorf("no outcome of %s's %s was told, want %s: %+v", name, what, of, b.told)
}

// check returns what the fight throws for now.
func (b *bout) check() rules.Check {
	b.t.Helper()
	if b.f.Turn().Kind != rules.Chance {
		b.t.Fatalf("nothing to throw for; legal: %q", b.words())
	}
	return b.f.Check()
}

// position returns what stands behind the fight.
func (b *bout) position() (*Game, State, bool) {
	sys, s, ok := fight.At[State](b.f)
	return sys.(*Game), s, ok
}

// wantProblem checks one mistake: it has a place and says what it should.
func wantProblem(t *testing.T, spoiled string, err error, want string) {
	t.Helper()
	if len(spoiled) > 60 {
		spoiled = spoiled[:60]
	}
	ps, ok := errors.AsType[text.Problems](err)
	if !ok || len(ps) == 0 {
		t.Errorf("%q: %v, want a mistake with a place", spoiled, err)
		return
	}
	if !strings.Contains(err.Error(), want) {
		t.Errorf("%q:\n\tgot  %v\n\twant %s", spoiled, err, want)
	}
	for _, p := range ps {
		if p.Line < 1 || p.Col < 1 || p.What == "" || p.Want == "" {
			t.Errorf("%q: a mistake without a place or a remedy: %+v", spoiled, p)
		}
	}
}

// conforming returns what the suite needs to know: positions load, and a prismatic die is only asked for its key face, the dice
// of damage for every one.
func conforming(book rows.Book) rulestest.Options[State] {
	prismatic := []int{5, 1}
	return rulestest.Options[State]{
		Walks: 16, Looks: 600, Parallel: true,
		Load: loading(book),
		Alike: func(s *State, sides int) []int {
			if s.phase == phDamage || sides != 6 {
				return nil
			}
			return prismatic
		},
	}
}

// loading reads positions against a catalogue.
func loading(book rows.Book) func(file []byte) (rules.System[State], error) {
	return func(file []byte) (rules.System[State], error) { return Load("position.yaml", file, book) }
}

// builtin returns an encounter of the catalogue.
func builtin(t testing.TB, name string) *Game {
	t.Helper()
	return rulestest.Builtin(t, name, rows.Shipped.Encounter, func(file string, data []byte) (*Game, error) { return Load(file, data, rows.DefaultBook()) })
}
