package rules

// Dialect describes how the events of a system are told: where a new line begins, the law line of each event, the kinds of
// moments (frames), and what the words for each must say. It is a plain value. The zero Dialect tells any record plainly,
// decision by decision, with the dice and the totals they needed.
type Dialect struct {
	Purse   string                 // what a seat pays with, as events count it: "energy"
	Points  string                 // the kind of event that takes of at's Wounds what sparring counts, if there is one
	Heads   []Head                 // the events that begin a passage; the first is the usual one, where none has begun
	Witness func(*Passage) Witness // reads the events of a passage; nil tells them plainly

	Frames    []Frame
	Tells     map[string][]string // by frame: lists of words; the text must have one word of each list
	Means     map[string]string   // by frame: its meaning as claims, see package agent/narrate/clause: "actor parries target; actor guards"
	Silent    map[string]string   // kinds of events that tales leave out, and why
	Places    []Sense             // where blows can be aimed, in the words of events
	Distances []Sense             // of a duel, in the words of events

	Script []string // the line files of the package prompts that are written for its frames
	Fight  Pieces
	Duel   Pieces // of one against one, if it differs from Fight
	Match  Pieces // of a sparring match
}

// Head is a kind of event that begins a passage.
type Head struct {
	Kind string
	Says string // the law line of a passage that is nobody's doing, or only a word: "lull", "waits"
	As   Form
}

// Form is the form of a passage's law line.
type Form uint8

const (
	Paid  Form = iota // whose it is, what it cost of what was there, and what was done
	Word              // a single word of a seat's, over with the event itself
	Pause             // nobody's: what happened in it, and who is hurt
	Bare              // what happened and nothing else
	Named             // whose it is, and what was done
)

// Pieces are the frames told at a fixed place of a fight; an empty one is not told.
type Pieces struct {
	Opening, Lull, Turning, Draw string
	Won                          string // its actor is the winning side
	WonBy                        string // its actor is the winner
}

// Sense is a name that events use and the words that mean it, separated by commas; a star after a word stands for any ending.
type Sense struct{ Name, Words string }

// Frame is a kind of moment: the slots and words that text about it may use, and the events from which it is recognized. Lists are separated by spaces.
type Frame struct {
	Name     string
	Slots    string // those the text may use, of actor, target and weapon
	Needs    string // those the text must use
	Kinds    string // the event kinds from which it is recognized
	Families string // the families of the actor's weapon; empty: the frame has no weapon
	Sure     bool   // the weapon is always known to be one of them
	May      string // outcomes its words may claim
	Rank     int    // importance; the most important moment of a passage is told
	Must     bool   // it is always told, whatever else is
	Fold     string // what several seats did who did nothing else: "guard, reservation" is told of them in one line of law
	Match    string // whether it occurs in sparring matches: "" for in all fights, NoMatch or OnlyMatch
	Rung     string // the distance it tells of
	Placed   bool   // its words may name the place aimed at
}

// Values of a frame's Match besides empty.
const (
	NoMatch   = "never"
	OnlyMatch = "only"
)

// Moment is one moment of a fight, decided from its events. Its names are data, as the record has them.
type Moment struct {
	Frame    string
	Step     int     // of the event
	Actor    string  // who acts; the frame says who that is
	Target   string  // the other one
	Weapon   string  // the actor's, if it has a name a sentence can use
	Grown    string  // a natural weapon's name: "wolf fangs"
	Family   string  // of the actor's weapon, in the way it was used
	With     string  // what it was done with, whether or not a sentence can use it
	Kind     string  // of what family that is
	P        float64 // the chance of what the dice showed, 1 without dice
	Cost     int     // paid for it
	Wounds   int     // taken
	Left     int     // Wounds the wounded still has
	First    bool    // first blood of the fight
	Last     bool    // the target's side, once more, now has one standing
	Reserved bool    // a reservation that paid off
	Spent    bool    // it took the last of what the actor pays with
	Fallen   bool    // somebody has fallen in this fight
	Where    string  // the place a blow is aimed at: "wrist"
	Distance string  // the distance that is entered: "near range"
}
