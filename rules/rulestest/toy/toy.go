// Package toy is a small rule system of our own, as an example of what rules/stage makes of one value: who stands in
// four rooms in a row has hit points and an armour class, and on its turn a move and an action. Attacks are d20 with a
// bonus against the armour class, twice with the better or the worse where something speaks for or against them. Who
// leaves a room where foes stand may be struck by each of them. There are three conditions (prone, dazed, dodging),
// draughts that heal, and a blast that all in a room save against.
//
// toy.go has the rows and the values, deeds.go what may be decided and what is thrown, data the rows, the laws and the
// encounters.
package toy

import (
	"embed"
	"fmt"
	"io/fs"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/stage"
)

// game is a fight, State a position of it.
type (
	game  = stage.Game[Row]
	State = stage.State
)

// Row is a combatant of the catalogue.
type Row struct {
	Life     int      `yaml:"hit points" json:"hit_points" limit:"1..60" doc:"How much it bears before it falls."`
	Class    int      `yaml:"armour class" json:"armour_class" limit:"5..25" doc:"What an attack on it has to reach."`
	Quick    int      `yaml:"initiative" json:"initiative" limit:"0..20" doc:"Who has more is earlier in each round."`
	Save     int      `yaml:"save,omitempty" json:"save,omitempty" limit:"-5..15" doc:"What it adds to saving throws."`
	Attacks  []Attack `yaml:"attacks" json:"attacks" max:"3" doc:"What it strikes with, the first one also at who leaves its room."`
	Draughts int      `yaml:"draughts,omitempty" json:"draughts,omitempty" limit:"0..3" doc:"How many healing draughts it carries."`
	Blast    *Blast   `yaml:"blast,omitempty" json:"blast,omitempty" doc:"The spell it casts into a room, if it has one."`
}

// Attack is one way to strike.
type Attack struct {
	Name   string     `yaml:"name" json:"name" clean:"name" doc:"What it is called."`
	Bonus  int        `yaml:"bonus" json:"bonus" limit:"-5..15" doc:"What it adds to the d20."`
	Damage stage.Dice `yaml:"damage" json:"damage" doc:"The hit points it takes, as in 1d8+2."`
	Far    bool       `yaml:"far,omitempty" json:"far,omitempty" doc:"That it reaches other rooms."`
}

// String returns the attack in a line.
func (a Attack) String() string { return fmt.Sprintf("%s %+d (%v)", a.Name, a.Bonus, a.Damage) }

// Blast is a spell that strikes all in a room.
type Blast struct {
	Name   string     `yaml:"name" json:"name" clean:"name" doc:"What it is called."`
	Damage stage.Dice `yaml:"damage" json:"damage" doc:"The hit points it takes; half of them from who saves."`
	Save   int        `yaml:"save" json:"save" limit:"5..25" doc:"What a saving throw against it has to reach."`
	Times  int        `yaml:"times" json:"times" limit:"1..3" doc:"How often it can be cast in a fight."`
}

// String returns the spell in a line.
func (b Blast) String() string {
	return fmt.Sprintf("%s (%v, save %d, %d times)", b.Name, b.Damage, b.Save, b.Times)
}

// Wrong says what is wrong with a row that its values do not say each by itself.
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

// The values of a combatant, in the order of values.
const (
	hitPoints = stage.Life + iota
	armourClass
	move
	action
	reaction
	draughts
	blasts
	prone
	dazed
	dodging
)

// one is the start, or the most, of what there is once.
func one(Row) int { return 1 }

// values are what a combatant has and what it can be.
var values = []stage.Value[Row]{
	hitPoints:   {Name: "hit points", Short: "HP", Means: "how much it still bears", Start: func(r Row) int { return r.Life }},
	armourClass: {Name: "armour class", Short: "AC", Means: "what an attack on it has to reach", Unbounded: true, Start: func(r Row) int { return r.Class }},
	move:        {Name: "move", Short: "mv", Means: "it may still go to the next room, or get up", Most: one, Pays: true},
	action:      {Name: "action", Short: "act", Means: "it may still act on its turn", Most: one, Pays: true},
	reaction:    {Name: "reaction", Short: "re", Means: "it may still strike at who leaves its room", Start: one},
	draughts:    {Name: "draughts", Short: "dr", Means: "healing draughts left", Start: func(r Row) int { return r.Draughts }},
	blasts: {Name: "blasts", Short: "bl", Means: "how often it can still cast its spell", Start: func(r Row) int {
		if r.Blast == nil {
			return 0
		}
		return r.Blast.Times
	}},
	prone:   {Name: "prone", Means: "on the ground: strikes worse, and is struck better from near and worse from afar", Condition: true, Helpless: true},
	dazed:   {Name: "dazed", Means: "reeling until its turn ends: struck better, and without a move and a reaction", Condition: true, Helpless: true},
	dodging: {Name: "dodging", Means: "on its guard until its next turn: struck worse, saves better", Condition: true},
}

//go:embed data
var embedded embed.FS

// files returns the embedded files without the folder data above them.
func files() fs.FS {
	data, err := fs.Sub(embedded, "data")
	if err != nil {
		panic(err)
	}
	return data
}

// places are the rooms in their row.
var places = []string{"stairs", "front room", "back room", "cellar"}

// spec is the system.
var spec = stage.NewSpec(stage.Spec[Row]{
	Name:       "toy",
	Files:      files(),
	Encounters: []string{"toy-cellar", "toy-duel", "toy-den"},
	Places:     places,
	Values:     values,
	Deeds:      deeds,
	Casts:      casts,
	Order:      func(r Row) int { return r.Quick },
	BeginTurn:  begin,
	Decider:    turn,
	Reach: func(g *game, s *State, by, at int) bool {
		for with := range g.Seats[by].Row.Attacks {
			if reaches(g, s, by, at, with) {
				return true
			}
		}
		return false
	},
	OddsDice: stage.Dice{N: 1, Sides: 20},
	Adjust: func(_ stage.Rows[Row], l *stage.Line[Row], d book.Draw) {
		l.Own = book.Values[Row]{"hit points": d.Between(3, 20)}
	},
	Shrink: func(_ stage.Rows[Row], f *stage.Encounter[Row], d book.Draw) {
		f.Rounds = new(d.Between(1, 2))
		f.Objective = nil
		for i := range f.Sides {
			for k := range f.Sides[i].Fighters {
				l := &f.Sides[i].Fighters[k]
				l.At, l.Own = places[d.Between(1, 2)], book.Values[Row]{"hit points": d.Between(2, 5)}
			}
		}
	},
})

// About returns this system as it describes itself.
func About() rules.About[State, *game, stage.Rows[Row]] { return spec.About() }
