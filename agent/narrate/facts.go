package narrate

import (
	"slices"
	"strings"

	"kokyu/rules"
)

// Facts is one moment of a fight, decided from its events: all a voice may know. Every word in it is of a closed list and
// no name stands in it; a voice names the slots and never learns who is in them.
type Facts struct {
	Frame    string  `json:"frame"`
	Step     int     `json:"step"`               // of the event
	Actor    bool    `json:"actor,omitempty"`    // there is one who acts; the frame says who that is
	Target   bool    `json:"target,omitempty"`   // and the other one
	Weapon   bool    `json:"weapon,omitempty"`   // the actor's has a name a sentence can use
	Family   string  `json:"family,omitempty"`   // of the actor's weapon, in the way it was used
	Made     string  `json:"made,omitempty"`     // what it was done with is made of and does, of the closed list: "edge steel"
	Named    string  `json:"named,omitempty"`    // what its name says of it, of the words that lines ask for: "claw"
	Stage    Stage   `json:"stage"`              // where the breath began; end if the fight ended in it
	P        float64 `json:"p"`                  // the chance of what the dice showed, 1 without dice
	Cost     int     `json:"cost,omitempty"`     // paid for it
	Wounds   int     `json:"wounds,omitempty"`   // taken
	Left     int     `json:"left,omitempty"`     // Wounds the wounded still has
	First    bool    `json:"first,omitempty"`    // first blood of the fight
	Last     bool    `json:"last,omitempty"`     // the target's side, once more, now has one standing
	Reserved bool    `json:"reserved,omitempty"` // a reservation that paid off
	Spent    bool    `json:"spent,omitempty"`    // it took the last of what the actor pays with
	Fallen   bool    `json:"fallen,omitempty"`   // somebody has fallen in this fight
	Where    string  `json:"where,omitempty"`    // the place a blow of a duel is aimed at: "wrist"
	Distance string  `json:"distance,omitempty"` // the distance of a duel that is entered: "near range"
	Match    bool    `json:"match,omitempty"`    // sparring: blows take points, nobody is hurt
	Times    int     `json:"times,omitempty"`    // how often this has now happened to the same people, of what must be told each time
	Epithet  bool    `json:"epithet,omitempty"`  // the file says what a tale may call the actor
	Wants    bool    `json:"wants,omitempty"`    // and what they want
	Fears    bool    `json:"fears,omitempty"`    // and fear

	world world // what can be seen
}

// Stage is how far the fight has come; it only rises.
type Stage string

const (
	Opening Stage = "opening" // before first blood
	Middle  Stage = "middle"
	Turning Stage = "turning" // someone has fallen, or a side has lost half its Wounds
	End     Stage = "end"     // the fight ends here
)

// Stages and Families are the guards' closed lists.
var (
	Stages   = []Stage{Opening, Middle, Turning, End}
	Families = []string{"blade", "spear", "short", "staff", "bow", "gun", "unarmed", "claw", "shield", "thrown", "makeshift", "wooden", "axe", "club", "pole", "crossbow"}
)

// facts is what of a moment is no name.
func (t *tongue) facts(m rules.Moment, stage Stage, match bool) Facts {
	return Facts{Frame: m.Frame, Step: m.Step, Actor: m.Actor != "", Target: m.Target != "", Weapon: m.Weapon != "",
		Family: among(Families, m.Family), Named: namedIn(m.Weapon + m.Grown), Stage: stage, P: m.P, Cost: m.Cost, Wounds: m.Wounds, Left: m.Left,
		First: m.First, Last: m.Last, Reserved: m.Reserved, Spent: m.Spent, Fallen: m.Fallen,
		Where: among(t.places.names(), m.Where), Distance: among(t.distances.names(), m.Distance), Match: match}
}

// among is a word of a closed list, none if it is not in it: records come from anywhere.
func among(list []string, word string) string {
	if slices.Contains(list, word) {
		return word
	}
	return ""
}

// namedIn is which of the words that lines ask for are in a weapon's name.
func namedIn(name string) string {
	var found []string
	for _, t := range things {
		for part := range strings.FieldsSeq(t.named) {
			if strings.Contains(name, part) && !slices.Contains(found, part) {
				found = append(found, part)
			}
		}
	}
	return strings.Join(found, " ")
}

// has says whether there is something to set into a slot.
func (f Facts) has(slot string) bool {
	switch slot {
	case "actor":
		return f.Actor
	case "target":
		return f.Target
	case "weapon":
		return f.Weapon
	case "times":
		return f.Times > 1
	case "epithet":
		return f.Epithet
	case "wants":
		return f.Wants
	case "fears":
		return f.Fears
	}
	return false
}
