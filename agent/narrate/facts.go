package narrate

// Facts is one moment of a fight, decided from its events: all a voice may know. Names are data; a voice gets them
// only to set them into slots.
type Facts struct {
	Frame    Frame   `json:"frame"`
	Step     int     `json:"step"`               // of the event
	Actor    string  `json:"actor,omitempty"`    // who acts; the frame says who that is
	Target   string  `json:"target,omitempty"`   // the other one
	Weapon   string  `json:"weapon,omitempty"`   // the actor's, if it has a name a sentence can use
	Family   string  `json:"family,omitempty"`   // of the actor's weapon, in the way it was used
	Grown    string  `json:"grown,omitempty"`    // a natural weapon's name: "wolf fangs"
	Stage    Stage   `json:"stage"`              // where the breath began; end if the fight ended in it
	P        float64 `json:"p"`                  // the chance of what the dice showed, 1 without dice
	Cost     int     `json:"cost,omitempty"`     // Energy paid for it
	Wounds   int     `json:"wounds,omitempty"`   // taken
	Left     int     `json:"left,omitempty"`     // Wounds the wounded still has
	First    bool    `json:"first,omitempty"`    // first blood of the fight
	Last     bool    `json:"last,omitempty"`     // the target's side, once more, now has one standing
	Reserved bool    `json:"reserved,omitempty"` // a reservation that paid off
	Spent    bool    `json:"spent,omitempty"`    // it took the actor's last Energy
	Fallen   bool    `json:"fallen,omitempty"`   // somebody has fallen in this fight
	Where    string  `json:"where,omitempty"`    // the location a blow of a duel is aimed at: "wrist"
	Distance string  `json:"distance,omitempty"` // the distance of a duel that is entered: "near range"
	Match    bool    `json:"match,omitempty"`    // sparring: blows take points, nobody is hurt
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

// Places and distances are what a duel's events call them.
var (
	places    = []string{"wrist", "arm", "leg", "torso", "face"}
	distances = []string{"far range", "issoku itto", "near range", "close fighting", "tsubazeriai"}
)

// slot is the value of a slot, empty if the moment has none.
func (f Facts) slot(name string) string {
	switch name {
	case "actor":
		return f.Actor
	case "target":
		return f.Target
	case "weapon":
		return f.Weapon
	}
	return ""
}
