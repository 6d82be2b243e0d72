package breath

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
)

// Every spell in a fight: cast with good dice and with bad ones, or done before a fight and not done, it must make a position
// that differs in nothing but what the spell does. Energy and slot are gone either way (SP-36).

// trialOf returns a fight for one spell: its caster and two friends against two yoma and a caster of theirs, all in Fronts that meet.
func trialOf(name string, s rows.Spell) setup {
	other := "sorcery"
	if s.List == other {
		other = "barrier"
	}
	known := []string{name}
	if s.At == "barrier" {
		known = append(known, "salt line")
	}
	row := strings.Replace(mageOf([2]string{s.List, other}, strings.Join(known, ", ")), "dan: 9", "dan: 11, class: onmyoji", 1)
	foe := "grade: elite, yoma: true, traits: [fox shape], energy: 14, wounds: 9"
	sc := setup{zones: "{first rear: {}, first front: {}, second front: {}}",
		us: []man{{name: "Seimei", row: strings.Replace(row, "energy: 12", "energy: 15", 1), zone: "first front"},
			{name: "Jubei", zone: "first front"}, {name: "Tomoe", zone: "first front"}},
		them: []man{{name: "Kojiro", row: foe, zone: "second front"}, {name: "Gonza", row: foe, zone: "second front"},
			{name: "Doji", row: strings.Replace(mageOf(lights, "talisman burst"), "energy: 12", "energy: 16", 1), zone: "second front"}}}
	return sc
}

// opens begins it; what a spell calls waits beside its caster.
func (sc setup) opens(t *testing.T, s rows.Spell) *bout {
	t.Helper()
	text := sc.text()
	if call := s.Effects.Call; call != "" {
		text = strings.Replace(text, "name: Seimei,", "name: Seimei, calls: [Shade],", 1)
		text = strings.Replace(text, "      - {who: the jubei", fmt.Sprintf("      - {who: %s, name: Shade, zone: first front}\n      - {who: the jubei", call), 1)
	}
	g, err := Load("setup.yaml", []byte(text), sc.book(t))
	if err != nil {
		t.Fatal(err)
	}
	return &bout{t: t, f: fight.New[State](g, fight.Header{Seed: 1})}
}

// aimOf returns what follows a spell's name where it is cast.
func aimOf(s rows.Spell) string {
	switch s.At {
	case "foe", "yoma":
		return " > Kojiro"
	case "ally", "self or ally":
		return " > Jubei"
	case "zone":
		return " > first front"
	case "all in a zone", "yoma in a zone":
		return " > second front"
	case "foes around":
		return " > first front and second front"
	case "workings":
		return " > Doji"
	case "unit":
		return " > Shade"
	}
	return ""
}

// settles goes on until somebody's breath begins: low dice, the first of several, no answers.
func (b *bout) settles() {
	b.t.Helper()
	for range 30 {
		switch turn := b.f.Turn(); {
		case turn.Kind == rules.Over || turn.Begins:
			return
		case turn.Kind == rules.Chance:
			b.play(d{1, 2})
		case b.can("end the breath"):
			b.play("end the breath")
		case b.can("take the blow"):
			b.play("take the blow")
		case b.can("let it land"):
			b.play("let it land")
		default:
			b.play(b.words()[0])
		}
	}
	b.t.Fatalf("no breath begins: %s", b.waits())
}

// now returns the position as a file has it, from the line now: on.
func (b *bout) now() string {
	b.t.Helper()
	file, err := b.f.Position()
	if err != nil {
		b.t.Fatal(err)
	}
	_, now, _ := strings.Cut(string(file), "\nnow:")
	return now
}

// casts brings a spell to the dice of its check, or of its blow.
func (b *bout) casts(name string, s rows.Spell) {
	b.t.Helper()
	if s.At == "workings" {
		b.play("begin talisman burst", "end the breath")
	}
	if s.Reacts {
		b.edit("Kojiro energy=20")
		b.until("Kojiro counts")
		b.play("horizontal cut > Jubei", d{9, 8}, "take the blow", "cast "+name)
		return
	}
	if s.At == "barrier" {
		b.until("Seimei counts")
		b.play("cast salt line > first front", d{9, 8}, "end the breath")
	}
	stages := s.Form.Stages()
	for n, st := range stages {
		for round := b.f.Round(); st.After == rows.PauseRound && b.f.Round() == round; {
			b.lull()
		}
		b.until("Seimei counts")
		switch {
		case len(stages) == 1:
			b.play("cast " + name + aimOf(s))
		case n == len(stages)-1:
			b.play("complete " + name + aimOf(s))
		case n == 0:
			b.play("begin "+name, "end the breath")
		default:
			b.play("go on with "+name, "end the breath")
		}
	}
}

// does reports whether a spell makes a difference in a fight.
func (sc setup) does(t *testing.T, name string, s rows.Spell) bool {
	t.Helper()
	var now [2]string
	for k, dice := range []d{{10, 9}, {1, 2}} {
		if s.Dan.N == rows.Tatsujin {
			if k == 0 {
				sc.us[0].line = fmt.Sprintf("before: [%q]", name+aimOf(s))
			} else {
				sc.us[0].line = ""
			}
			now[k] = sc.opens(t, s).now()
			continue
		}
		b := sc.opens(t, s)
		if s.Effects.Cleanse {
			b.edit("Jubei +bleeding")
		}
		b.casts(name, s)
		if s.Effects.Beside.N > 0 {
			b.play("name Gonza")
		}
		b.play(dice)
		b.settles()
		now[k] = b.now()
	}
	return now[0] != now[1]
}

// Every spell that says it has a use in a fight has one: it was cast in a fight and a position differs. R-164: a closed list of
// effects.
func TestEverySpellDoesSomethingInAFight(t *testing.T) {
	spells := rows.DefaultBook().Spells
	for _, name := range book.Keys(spells) {
		if s := spells[name]; s.UsableInFight() {
			t.Run(name, func(t *testing.T) {
				if !trialOf(name, s).does(t, name, s) {
					t.Errorf("%s makes no difference in a fight", name)
				}
			})
		}
	}
	idle := rows.Spell{List: "sorcery", Dan: rows.Num{N: 1}, Form: "2", At: "self", Fight: ""}
	sc := trialOf("idle", idle)
	sc.rows = "spells:\n  idle: {list: sorcery, dan: 1, form: 2, at: self, does: {wounds: 1}}\n" // Wounds are taken by what strikes at Defense
	if sc.does(t, "idle", idle) {
		t.Error("a spell that does nothing makes a difference: the test tells nothing")
	}
}

// How many spells there are of each list and dan, and how many of them have a use in a fight. Everything is there for a promotion
// to choose from: SP-03.
func TestEveryListAndDanHasSpellsForAFight(t *testing.T) {
	type page struct{ spells, fights int }
	shelf := map[string]page{}
	var all page
	spells := rows.DefaultBook().Spells
	for _, name := range book.Keys(spells) {
		s := spells[name]
		at := s.List + " " + rows.DanName(s.Dan.N)
		p := shelf[at]
		p.spells++
		all.spells++
		if s.UsableInFight() {
			p.fights++
			all.fights++
		}
		shelf[at] = p
	}
	for _, list := range rows.SpellLists {
		for _, dan := range rows.SpellDans {
			least := page{2, 2}
			if slices.Contains([]string{"barrier", "prophecy"}, list) && dan >= 5 {
				least.spells = 3
			}
			at := list + " " + rows.DanName(dan)
			if p := shelf[at]; p.spells < least.spells || p.fights < least.fights {
				t.Errorf("%s: %d spells, %d of them for a fight; want %d and %d", at, p.spells, p.fights, least.spells, least.fights)
			}
		}
	}
	if want := (page{105, 75}); all != want {
		t.Errorf("%d spells, %d of them for a fight; want %d and %d", all.spells, all.fights, want.spells, want.fights)
	}
}
