package book

import (
	"reflect"
	"strings"
)

// Character is how the program plays a combatant: how well, and what it wants besides winning. Encounters set it for a
// combatant or a whole side; no rule reads it.
type Character struct {
	Level  int    `yaml:"level,omitempty" json:"level,omitempty" limit:"1..6" doc:"How well it is played, 1 to 6; as well as can be if not said." group:"How it plays"`
	Temper string `yaml:"temper,omitempty" json:"temper,omitempty" oneof:"bold wary proud cruel loyal hungry craven" doc:"What it wants besides winning."`
}

// LevelMax is the best level.
const LevelMax = 6

// Tempers returns the words a temper may be, in their order.
func Tempers() []string {
	f, _ := reflect.TypeFor[Character]().FieldByName("Temper")
	return strings.Fields(f.Tag.Get("oneof"))
}

// Or returns the character, with the fields that are not set from another one.
func (n Character) Or(other Character) Character {
	if n.Level == 0 {
		n.Level = other.Level
	}
	if n.Temper == "" {
		n.Temper = other.Temper
	}
	return n
}
