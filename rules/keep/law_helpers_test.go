package keep

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/keep/rows"
	"kokyu/rules/rulestest"
	"kokyu/rules/strict"
)

// Load is Read of a text.
func Load(name string, data []byte, catalogue rows.Book) (*Game, error) {
	return read(strict.Parse(name, data), catalogue)
}

// Laws are shown in fights, in the words people use: a setup says who stands where, a bout plays it, the sheets, the
// options and the events say what happened.

// man is one combatant of a setup. The row is the inside of a sheet; what it leaves out is plain: 3 in everything, a katana
// and no armour. line is what else its line of the encounter says.
type man struct{ name, row, at, line string }

func (m man) kind() string { return "the " + strings.ToLower(m.name) }

const threes = "attributes: {reflexes: 3, awareness: 3, stamina: 3, willpower: 3, agility: 3, intelligence: 3, strength: 3, perception: 3}"

func (m man) text() string {
	return rulestest.Row(m.kind(), m.row, threes, "void: 2", "rank: 1", "void points: 0", "weapons: [katana]",
		"skills: {weapon samurai: 2, jujutsu: 2, defense: 2, athletics: 2, spears: 2, knives: 2, kyujutsu: 2}")
}

// setup is an encounter in few words. Whoever is listed first has the higher initiative; everybody opens in Water.
type setup struct {
	us, them []man
	ground   string // the map: block on one line; none is eight squares in a row
	rulings  string
	more     string // further lines of the encounter
	rows     string // further rows: techniques and the like
}

func (sc setup) book(t testing.TB) rows.Book {
	t.Helper()
	catalogue := "version: 1\n" + sc.rows + "sheets:\n"
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
	ground := sc.ground
	if ground == "" {
		ground = `["........"]`
	}
	text := "version: 1\nsystem: keep\ntitle: A Law\nrulings: {" + sc.rulings + "}\nmap: " + ground + "\n" + sc.more + "\nsides:\n"
	value, square := 90, 'a'
	for i, side := range [][]man{sc.us, sc.them} {
		text += fmt.Sprintf("  - name: %s\n    fighters:\n", []string{"us", "them"}[i])
		for _, m := range side {
			line := m.line
			if line != "" {
				line = ", " + line
			}
			if m.at == "" && !strings.Contains(line, "rides:") {
				m.at = string(square) + "1"
				square++
			}
			if m.at != "" {
				line += ", at: " + m.at
			}
			if !strings.Contains(line, "initiative:") {
				line += fmt.Sprintf(", initiative: %d", value)
				value -= 10
			}
			if !strings.Contains(line, "stance:") {
				line += ", stance: water"
			}
			text += fmt.Sprintf("      - {who: %s, name: %s%s}\n", m.kind(), m.name, strings.ReplaceAll(line, ", stance: chosen", ""))
		}
	}
	return text
}

func (sc setup) game(t testing.TB) *Game {
	t.Helper()
	g, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
	if err != nil {
		t.Fatalf("setup\n%s\ngot %v, want a setup that loads", sc.text(), err)
	}
	return g
}

func (sc setup) begin(t testing.TB) *bout { return begun(t, sc.game(t)) }

func begun(t testing.TB, g *Game) *bout {
	return &bout{t: t, f: fight.New[State](g, fight.Header{Seed: 1})}
}

// duel is Ann (ours) and Bea (theirs) side by side.
func duel(t testing.TB, ann, bea string) *bout {
	t.Helper()
	return setup{us: []man{{name: "Ann", row: ann}}, them: []man{{name: "Bea", row: bea}}}.begin(t)
}

// bout plays a fight and remembers what the last play told.
type bout struct {
	t    testing.TB
	f    *fight.Fight
	told []rules.Event
}

// d is the faces on the table; to is what pools come to, whatever their dice: one total, of a contest one for each.
type d []int

type to []int

func (b *bout) kit() *rulestest.Bout { return &rulestest.Bout{T: b.t, F: b.f, Told: b.told} }

// play makes decisions (words) and throws dice (d, to) in order. What happened in them is told.
func (b *bout) play(steps ...any) {
	b.t.Helper()
	kit := b.kit()
	kit.Play(func(step any) []int {
		switch dice := step.(type) {
		case d:
			return dice
		case to:
			return b.faces(dice)
		}
		b.t.Fatalf("step %v of type %T", step, step)
		return nil
	}, steps...)
	b.told = kit.Told
}

// faces are dice that come to these totals.
func (b *bout) faces(totals []int) (all []int) {
	b.t.Helper()
	g, s := b.position()
	ps := g.pools(&s)
	if len(ps) != len(totals) {
		b.t.Fatalf("%d totals for %d pools", len(totals), len(ps))
	}
	for k, p := range ps {
		all = append(all, b.faced(p.Normalize(), totals[k])...)
	}
	if len(all) == 0 {
		return []int{1} // a pool without dice
	}
	return all
}

func (b *bout) faced(p dice.Pool, total int) (faces []int) {
	b.t.Helper()
	sum := total - p.Add
	sums := make([]int, p.Keep)
	for k := range sums {
		sums[k] = sum / p.Keep
		if k < sum%p.Keep {
			sums[k]++
		}
	}
	for k := range sums { // no die that explodes comes to a multiple of ten
		if p.Explode && sums[k]%10 == 0 && sums[k] > 0 {
			o := (k + 1) % p.Keep
			sums[k]++
			sums[o]--
			if p.Keep == 1 || sums[o]%10 == 0 {
				sums[k], sums[o] = sums[k]+1, sums[o]-1
			}
		}
	}
	rest := 0
	for k := range p.Roll {
		v := 1
		if k < p.Keep {
			v = sums[k]
			rest += v
		}
		if p.Emphasis && v == 1 {
			faces = append(faces, 1)
		}
		for p.Explode && v > 10 {
			faces = append(faces, 10)
			v -= 10
		}
		faces = append(faces, v)
	}
	if rest != sum {
		b.t.Fatalf("%v cannot come to %d: %v", p, total, faces)
	}
	return faces
}

func (b *bout) position() (*Game, State) {
	b.t.Helper()
	sys, s, ok := fight.At[State](b.f)
	if !ok {
		b.t.Fatal("not a fight of this system")
	}
	return sys.(*Game), s
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
	got := slices.DeleteFunc(b.words(), func(w string) bool {
		for _, move := range []string{"step > ", "move > ", "crawl > ", "trot > ", "ride > "} {
			if strings.HasPrefix(w, move) {
				return true
			}
		}
		return false
	})
	if !slices.Equal(got, want) {
		b.t.Errorf("legal are %q, want %q", got, want)
	}
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

func (b *bout) wantSheet(name, entry, want string) {
	b.t.Helper()
	b.kit().WantSheet(name, entry, want)
}

func (b *bout) wantWounds(name string, want int) {
	b.t.Helper()
	b.kit().WantNumber(name, "wounds", want)
}

func (b *bout) wantATN(name string, want int) {
	b.t.Helper()
	b.kit().WantNumber(name, "ATN", want)
}

// wantStatus says whether a condition is on a sheet.
func (b *bout) wantStatus(name, what string, on bool) {
	b.t.Helper()
	if got := strings.Contains(b.kit().Sheet(name, "status"), what); got != on {
		b.t.Errorf("%s's status is %q; %s: want %v", name, b.kit().Sheet(name, "status"), what, on)
	}
}

// wantCheck says what the dice waited for are.
func (b *bout) wantCheck(says string) {
	b.t.Helper()
	if got := b.f.Check().Says; got != says {
		b.t.Errorf("the dice are %q, want %q", got, says)
	}
}

// events returns those of a kind among what was told.
func (b *bout) events(kind string) []rules.Event { return b.kit().Events(kind) }

// wantEvent says that one of a kind was told of somebody, with these words.
func (b *bout) wantEvent(kind, seat, what string) {
	b.t.Helper()
	for _, e := range b.events(kind) {
		if e.Seat == seat && e.What == what {
			return
		}
	}
	b.t.Errorf("no %s %q of %s among %+v", kind, what, seat, b.told)
}

func (b *bout) wantNoEvent(kind string) {
	b.t.Helper()
	if found := b.events(kind); len(found) > 0 {
		b.t.Errorf("told: %+v, want no %s", found, kind)
	}
}

// until goes on to a turn of somebody's: it finishes the turn under way, and those of others up to a name's; stances are Water.
func (b *bout) until(name string) {
	b.t.Helper()
	for range 60 {
		turn := b.f.Turn()
		if turn.Kind == rules.Over {
			b.t.Fatalf("the fight is over before %s's turn", name)
		}
		mine := b.f.Name(turn.Seat) == name
		if mine && turn.Kind != rules.Chance && turn.Begins && !slices.Contains(b.words(), "no more") || mine && b.f.Check().What == "grapple" {
			return
		}
		b.pass()
	}
	b.t.Fatalf("no turn of %s", name)
}

// pass takes the plainest way on: no Void Points, Water, the end of the turn, dice that come to little.
func (b *bout) pass() {
	b.t.Helper()
	if b.f.Turn().Kind == rules.Chance {
		if _, err := b.f.Roll(); err != nil {
			b.t.Fatal(err)
		}
		return
	}
	for _, words := range []string{"no more", "end the turn", "water", "air", "earth", "take it", "leave it", "refuse", "no extra attack", "roll"} {
		if slices.Contains(b.words(), words) {
			b.play(words)
			return
		}
	}
	b.t.Fatalf("nothing plain among %q", b.words())
}

// builtin returns an encounter that comes with the program.
func builtin(t testing.TB, name string) *Game {
	t.Helper()
	return rulestest.Builtin(t, name, rows.Shipped.Encounter, func(file string, data []byte) (*Game, error) { return Load(file, data, rows.DefaultBook()) })
}

// roundOrder returns the order of the round.
func (g *Game) roundOrder(s *State) order {
	_, round := g.orders(s)
	return round
}
