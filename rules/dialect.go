package rules

// Dialect describes how the events of a system are told: where a new law line begins, the law line of each event, and the
// facts that a tale is made of. It is a plain value. The zero Dialect tells any record plainly, decision by decision, with
// the dice and the totals they needed.
type Dialect struct {
	LifeWord string                 // what wounds take, in the singular, where events are told plainly; empty: "Wound"
	Purse    string                 // what seats pay with, as Of in events has it: "energy"
	Points   string                 // the kind of event that counts a point in sparring, in place of a wound; empty: none
	Heads    []Head                 // the kinds of events that begin a passage; a record that begins without one is told as by the first
	Witness  func(*Passage) Witness // reads the events of a passage; nil tells them plainly
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
