package rules

import (
	_ "embed"

	"kokyu/rules/strict"
)

// Log collects the events of one step. A nil *Log collects nothing, as in a search.
type Log struct {
	Events []Event
}

// Add appends an event. Callers test the log for nil where it takes work to make the event, and on the hottest paths.
func (l *Log) Add(e Event) {
	if l != nil {
		l.Events = append(l.Events, e)
	}
}

// setEndReason replaces the reason of the end by why, if the last event is an end and why is not empty; [WhyAway]
// stays.
func (l *Log) setEndReason(why string) {
	if l == nil || why == "" || len(l.Events) == 0 {
		return
	}
	if e := &l.Events[len(l.Events)-1]; e.Kind == "end" && e.What != WhyAway {
		e.What = why
	}
}

// Event is one consequence of a step. The closed list [Kinds] says what the fields mean in events of each kind; other
// fields are zero. Seats are names, so that a reader needs no engine. JSON has the fields in this order: those that the
// kind lists always, the others when they are not zero.
type Event struct {
	Kind   string `json:"k"`
	Seat   string `json:"seat,omitempty"` // whose event it is
	At     string `json:"at,omitempty"`   // the other one: the target, or who caused it
	What   string `json:"what,omitempty"` // technique, check, status, reason
	With   string `json:"with,omitempty"` // weapon
	Of     string `json:"of,omitempty"`   // what a number counts: energy, wounds
	From   string `json:"from,omitempty"` // zones
	To     string `json:"to,omitempty"`
	N      int    `json:"n,omitempty"`
	Left   int    `json:"left,omitempty"`
	Total  int    `json:"total,omitempty"`
	Need   int    `json:"need,omitempty"`
	Paid   int    `json:"paid,omitempty"`
	OK     bool   `json:"ok,omitempty"`     // the check succeeded; the status began
	Double bool   `json:"double,omitempty"` // both dice equal
	Secret bool   `json:"secret,omitempty"` // only its seat may see it until the matching reveal
}

// EventKind documents one kind of event.
type EventKind struct {
	Name   string   `yaml:"name"`
	Means  string   `yaml:"means"`  // one line; fields of [Event] stand in backquotes, by their JSON names
	Fields []string `yaml:"fields"` // JSON names the record always writes for this kind, zero or not
}

// Kinds are the kinds of events, a closed list in event.yaml.
var Kinds = strict.Carried[struct {
	Kinds []EventKind `yaml:"kinds"`
}]("rules/event.yaml", eventFile).Kinds

//go:embed event.yaml
var eventFile []byte
