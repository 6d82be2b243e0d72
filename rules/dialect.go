package rules

// Dialect describes how the events of a system are told: where a new law line begins, the law line of each event, and the
// facts that a tale is made of. It is a plain value. The zero Dialect tells any record plainly, decision by decision, with
// the dice and the totals they needed.
type Dialect struct {
	Life    string                 // what a wound takes, one of it, where events are told plainly; a Wound if it is not said
	Purse   string                 // what a seat pays with, as events count it: "energy"
	Points  string                 // the kind of event that takes of at's Wounds what sparring counts, if there is one
	Heads   []Head                 // the events that begin a passage; the first is the usual one, where none has begun
	Witness func(*Passage) Witness // reads the events of a passage; nil tells them plainly
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
