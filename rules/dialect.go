package rules

// Dialect describes how the events of a system are told. Events are told in passages, each of which is a breath, a turn
// or the like: a Head begins one, and a Witness reads its events and makes its law line (exact, for questions about the
// rules) and its facts (for the tale). The zero Dialect tells any record plainly, decision by decision, with the dice
// and the totals they needed.
type Dialect struct {
	LifeWord string // what wounds take, in the singular, where events are told plainly; empty: "Wound"
	Purse    string // what seats pay with, as the field Of of events names it: "energy"
	Points   string // the kind of event that counts a point in sparring, in place of a wound; empty: none
	// Heads are the kinds of events that begin a passage. Events before any of these form a passage of the first kind.
	Heads   []Head
	Witness func(*Passage) Witness // reads the events of a passage; nil tells them plainly
}

// Head is a kind of event that begins a passage.
type Head struct {
	Kind string
	Says string // the whole law line of a FormPause or FormWord passage: "lull", "waits"
	As   Form
}

// Form is the form of a passage's law line: what stands in it.
type Form uint8

const (
	FormPaid  Form = iota // the seat, what it paid of what it had, and what was done
	FormWord              // the seat and one word; the passage ends with the event that begins it
	FormPause             // of no seat: what happened, and who is hurt
	FormBare              // only what happened
	FormNamed             // the seat, and what was done
)
