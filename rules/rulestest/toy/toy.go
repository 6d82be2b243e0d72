// Package toy is a small d20 system, written as an example of rules/stage: a whole rule system that is one value, spec.
//
// Combatants stand in four rooms in a row. On its turn each has one move and one action. An attack is d20 plus a bonus
// against the armour class of its target; with advantage or disadvantage the die is thrown twice, and the higher or the
// lower one counts. A combatant who leaves a room may be struck by each foe there. There are three conditions (prone,
// dazed and dodging), draughts that heal, and a spell that everybody in a room saves against.
//
// toy.go has the rows of the catalogue and the values of a combatant, deeds.go the decisions, casts.go the throws of
// dice. The folder data has the rows, the laws (TY-01 to TY-13, which comments here name), the rulings and the
// encounters.
package toy

import (
	"embed"
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/stage"
)

// A game is one encounter and never changes; a State is a position in it, a small value that is copied freely.
type (
	game  = stage.Game[Row]
	State = stage.State
)

// Row is a combatant of the catalogue. The tags have the keys of rows.yaml, their bounds, and the text of schemas and
// lists.
type Row struct {
	HitPoints   int      `yaml:"hit points" json:"hit_points" limit:"1..60" doc:"How much it bears before it falls."`
	ArmourClass int      `yaml:"armour class" json:"armour_class" limit:"5..25" doc:"What an attack on it has to reach."`
	Initiative  int      `yaml:"initiative" json:"initiative" limit:"0..20" doc:"Who has more is earlier in each round."`
	Save        int      `yaml:"save,omitempty" json:"save,omitempty" limit:"-5..15" doc:"What it adds to saving throws."`
	Attacks     []attack `yaml:"attacks" json:"attacks" max:"3" doc:"What it strikes with, the first one also at who leaves its room."`
	Draughts    int      `yaml:"draughts,omitempty" json:"draughts,omitempty" limit:"0..3" doc:"How many healing draughts it carries."`
	Blast       *blast   `yaml:"blast,omitempty" json:"blast,omitempty" doc:"The spell it casts into a room, if it has one."`
}

// attack is one way to strike.
type attack struct {
	Name   string     `yaml:"name" json:"name" clean:"name" doc:"What it is called."`
	Bonus  int        `yaml:"bonus" json:"bonus" limit:"-5..15" doc:"What it adds to the d20."`
	Damage stage.Dice `yaml:"damage" json:"damage" doc:"The hit points it takes, as in 1d8+2."`
	Ranged bool       `yaml:"far,omitempty" json:"far,omitempty" doc:"That it reaches other rooms."`
}

// String returns the attack in a line.
func (a attack) String() string { return fmt.Sprintf("%s %+d (%v)", a.Name, a.Bonus, a.Damage) }

// blast is a spell that strikes everybody in a room, friends of the caster too.
type blast struct {
	Name       string     `yaml:"name" json:"name" clean:"name" doc:"What it is called."`
	Damage     stage.Dice `yaml:"damage" json:"damage" doc:"The hit points it takes; half of them from who saves."`
	Difficulty int        `yaml:"save" json:"save" limit:"5..25" doc:"What a saving throw against it has to reach."`
	Uses       int        `yaml:"times" json:"times" limit:"1..3" doc:"How often it can be cast in a fight."`
}

// String returns the spell in a line.
func (b blast) String() string {
	return fmt.Sprintf("%s (%v, save %d, %d times)", b.Name, b.Damage, b.Difficulty, b.Uses)
}

// Wrong describes a mistake that the tags cannot find, since each of them bounds one field: the key, what is wrong, and
// what would be right. For a sound row it returns empty strings.
func (r Row) Wrong() (key, what, want string) {
	for k, a := range r.Attacks {
		for _, other := range r.Attacks[:k] {
			if other.Name == a.Name {
				return "attacks", "two attacks called " + a.Name, "a name of its own for each"
			}
		}
	}
	if len(r.Attacks) == 0 {
		return "attacks", "nothing to strike with", "an attack, as in {name: claws, bonus: 3, damage: 1d6}"
	}
	return "", "", ""
}

// The indices of a combatant's values: in the table values, and in the Values of a [stage.SeatState].
const (
	hitPoints   = stage.Life + iota // at 0 a combatant falls (TY-05)
	armourClass                     // at most 255: it has no maximum of its own
	move                            // 1 or 0, what is left of this turn, as action and reaction
	action
	reaction
	draughts
	blasts
	prone // the conditions are 1 while they last, else 0
	dazed
	dodging
)

// atMostOne is the maximum, or the start, of a value of which a combatant has one or none.
func atMostOne(Row) int { return 1 }

// values describes what a combatant has and the conditions it can be in. Files of positions, the GM's edits, sheets,
// boards and lists are read off this table.
var values = []stage.Value[Row]{
	hitPoints: {Name: "hit points", Short: "HP", Means: "how much it still bears",
		Start: func(r Row) int { return r.HitPoints }},
	armourClass: {Name: "armour class", Short: "AC", Means: "what an attack on it has to reach", Unbounded: true,
		Start: func(r Row) int { return r.ArmourClass }},
	move: {Name: "move", Short: "mv", Means: "it may still go to the next room, or get up", Pays: true,
		Most: atMostOne},
	action:   {Name: "action", Short: "act", Means: "it may still act on its turn", Pays: true, Most: atMostOne},
	reaction: {Name: "reaction", Short: "re", Means: "it may still strike at who leaves its room", Start: atMostOne},
	draughts: {Name: "draughts", Short: "dr", Means: "healing draughts left",
		Start: func(r Row) int { return r.Draughts }},
	blasts: {Name: "blasts", Short: "bl", Means: "how often it can still cast its spell", Start: func(r Row) int {
		if r.Blast == nil {
			return 0
		}
		return r.Blast.Uses
	}},
	prone: {Name: "prone", Condition: true, Helpless: true,
		Means: "on the ground: strikes worse, and is struck better from near and worse from afar"},
	dazed: {Name: "dazed", Condition: true, Helpless: true,
		Means: "reeling until its turn ends: struck better, and without a move and a reaction"},
	dodging: {Name: "dodging", Condition: true, Means: "on its guard until its next turn: struck worse, saves better"},
}

//go:embed data
var embedded embed.FS

// places are the rooms, each next to the one before it. The sides begin at the two ends.
var places = []string{"stairs", "front room", "back room", "cellar"}

// spec is the system.
var spec = stage.NewSpec(stage.Spec[Row]{
	Name:       "toy",
	Files:      embedded,
	Encounters: []string{"toy-cellar", "toy-duel", "toy-den"},
	Places:     places,
	Values:     values,
	Deeds:      deeds,
	Casts:      casts,
	Order:      func(r Row) int { return r.Initiative }, // TY-01
	BeginTurn:  beginTurn,
	Decider:    decider,
	Reach:      reaches,
	OddsDice:   stage.Dice{N: 1, Sides: 20}, // "kokyu odds 'toy 12'": the chance to reach 12
	Adjust:     adjust,
	Shrink:     shrink,
})

// adjust makes a combatant of a random encounter stronger or weaker, with other hit points than its row's.
func adjust(_ stage.Rows[Row], line *stage.Line[Row], d book.Draw) {
	line.Own = book.Values[Row]{"hit points": d.Between(3, 20)}
}

// shrink makes a random encounter small enough to solve: two rounds at most, no objective, everybody in the two middle
// rooms with few hit points.
func shrink(_ stage.Rows[Row], f *stage.Encounter[Row], d book.Draw) {
	f.Rounds, f.Objective = new(d.Between(1, 2)), nil
	for _, side := range f.Sides {
		for k := range side.Fighters {
			line := &side.Fighters[k]
			line.At, line.Own = places[d.Between(1, 2)], book.Values[Row]{"hit points": d.Between(2, 5)}
		}
	}
}

// About returns this system as it describes itself.
func About() rules.About[State, *game, stage.Rows[Row]] { return spec.About() }
