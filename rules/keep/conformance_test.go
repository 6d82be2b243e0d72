package keep

import (
	"testing"
	"unsafe"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
	"kokyu/rules/rulestest"
)

// The built-in encounters pass the conformance suite every system passes.
func TestBuiltInEncountersConform(t *testing.T) {
	for _, name := range rows.Shipped.Encounters() {
		t.Run(name, func(t *testing.T) {
			rulestest.Run(t, builtin(t, name), conforming())
		})
	}
}

// conforming returns the options of an encounter of full size: pools of seven dice that explode cannot be tried throw by throw.
func conforming() rulestest.Options[State] {
	return rulestest.Options[State]{Walks: 6, Looks: 500, Load: load(rows.DefaultBook()), Without: []string{"dice"}, Twins: true}
}

// weaklings are sheets of so few dice that every throw of a fight can be tried.
const weaklings = `
version: 1
weapons:
  stick: {skill: staves, size: medium, uses: [{damage: 0k1, feet: 5}]}
sheets:
  weakling: {attributes: {reflexes: 1, agility: 1, strength: 1, stamina: 1}, void: 1, rank: 1, void points: 1, skills: {jujutsu: 1}, weapons: [stick]}
  dabbler: {mook: true, attributes: {reflexes: 1, agility: 1, strength: 1, stamina: 1}, void: 1, rank: 1, skills: {staves: 1}, weapons: [stick]}
`

// What real dice show, tried throw by throw, has the odds that search sees.
func TestEveryThrowOfAWeakFight(t *testing.T) {
	book, err := book.Overlay(rows.DefaultBook(), "weaklings.yaml", []byte(weaklings))
	if err != nil {
		t.Fatal(err)
	}
	g, err := Load("weak.yaml", []byte("version: 1\nsystem: keep\ntitle: The Weak\nmap: [\"....\"]\nsides:\n- {name: a, fighters: [{who: weakling, name: Ann, at: a1, initiative: 5}]}\n- {name: b, fighters: [{who: dabbler, name: Bea, at: b1}]}\n"), book)
	if err != nil {
		t.Fatal(err)
	}
	rulestest.Run(t, g, rulestest.Options[State]{Walks: 6, Looks: 60, Only: []string{"walks", "odds", "dice"}})
}

func load(book rows.Book) func(file []byte) (rules.System[State], error) {
	return func(file []byte) (rules.System[State], error) { return Load("position.yaml", file, book) }
}

// A position is plain bytes, small enough to copy and to compare without thinking of it.
func TestAPositionIsSmall(t *testing.T) {
	if n := unsafe.Sizeof(State{}); n > 256 {
		t.Errorf("a position has %d bytes, want 256 at most", n)
	}
}
