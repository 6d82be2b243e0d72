package rules

// Dialect is how a system's events are told: where a new line begins, what the law says of each event, which moments the
// fights of the system have and what words must say of each. It is a plain value; the zero one tells any record plainly,
// decision by decision, with the dice and what they had to reach.
type Dialect struct {
	Purse   string                 // what a seat pays with, as events count it: "energy"
	Points  string                 // the kind of event that takes of at's Wounds what sparring counts, if there is one
	Heads   []Head                 // the events that begin a passage; the first is the usual one, where none has begun
	Witness func(*Passage) Witness // what reads the events of a passage; nil tells plainly

	Frames    []Frame
	Tells     map[string][]string // by frame: lists of words, one of each must be in what is said of it
	Silent    map[string]string   // kinds of events no tale is told of, and why
	Places    []Sense             // where blows can be aimed, as events say it
	Distances []Sense             // of a duel, as events say it

	Script []string // the line files of the package prompts that are written for its frames
	Fight  Pieces
	Duel   Pieces // of one against one, if that is told otherwise
	Match  Pieces // of a sparring match
}

// Head is a kind of event that begins a passage.
type Head struct {
	Kind string
	Says string // the law line of a passage that is nobody's doing, or only a word: "lull", "waits"
	As   Form
}

// Form is what a passage's law line looks like.
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

// Sense is a name events use and the words that mean it, separated by commas; a word with a star is a beginning.
type Sense struct{ Name, Words string }

// Frame is a kind of moment words can be written for: which slots and words they may use, and from which events it is
// decided. Lists are separated by spaces.
type Frame struct {
	Name     string
	Slots    string // those words may use, of actor, target and weapon
	Needs    string // those they must use
	Kinds    string // event kinds it is decided from
	Families string // what the actor's weapon can be; empty: the frame has no weapon
	Sure     bool   // the weapon is always known to be one of them
	May      string // outcomes its words may claim
	Rank     int    // how telling it is; the most telling moment of a passage is told
	Must     bool   // whatever else is told, this is, every time
	Fold     string // what several seats did who did nothing else: "guard, reservation" is told of them in one line of law
	Match    string // whether it can be in a sparring match: "" it can as in any fight, or NoMatch, or OnlyMatch
	Rung     string // the distance it tells of
	Placed   bool   // its words may name the place aimed at
}

// What a frame's Match can be besides empty.
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
