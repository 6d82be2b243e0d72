package rules

// Log collects the events of one step. A nil *Log collects nothing, as in a search.
type Log struct {
	Events []Event
}

// Add appends an event. Callers test the log for nil where they have to work something out for it, and on the hottest paths.
func (l *Log) Add(e Event) {
	if l != nil {
		l.Events = append(l.Events, e)
	}
}

// EndAway is why a fight ends that is won by getting away.
const EndAway = "they are away"

// EndsBy replaces the reason of the end with why if the last event is an end and why is not empty. Getting away remains the
// reason where it is one.
func (l *Log) EndsBy(why string) {
	if l == nil || why == "" || len(l.Events) == 0 {
		return
	}
	if e := &l.Events[len(l.Events)-1]; e.Kind == "end" && e.What != EndAway {
		e.What = why
	}
}

// Event is one consequence of a step: a flat struct, a closed list of kinds ([Kinds]). Which fields a kind carries is
// written beside it; the others are zero. Seats are names, so that a reader needs no engine. JSON has the fields in this
// order: those of the kind always, the others when they are not zero.
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
	Name   string
	Means  string   // one line
	Fields []string // JSON names the record always writes for this kind, zero or not
}

// Kinds is the closed list: the dozen every system shares, then those of one system after the other.
var Kinds = []EventKind{
	{"round", "a round begins and Energy returns", []string{"n"}},
	{"breath", "a seat's breath begins; n is its limit", []string{"seat", "n", "left"}},
	{"spend", "a seat paid; left is what it still has", []string{"seat", "of", "n", "left"}},
	{"gain", "a seat regained; left is what it now has", []string{"seat", "of", "n", "left"}},
	{"declare", "a maneuver is declared", []string{"seat", "what"}},
	{"react", "a defence is declared; paid 0 means it was reserved", []string{"seat", "at", "what", "paid"}},
	{"check", "dice were thrown; ok says whether total reached need", []string{"seat", "what", "total", "need", "ok"}},
	{"wound", "a seat lost n Wounds to at; left is what remains", []string{"seat", "n", "left"}},
	{"down", "a seat is out of the fight", []string{"seat"}},
	{"status", "a state began (ok) or ended on a seat", []string{"seat", "what", "ok"}},
	{"move", "a seat changed zones", []string{"seat", "from", "to"}},
	{"wait", "a seat waits for a lower count", []string{"seat"}},
	{"close", "a seat leaves the count for this round", []string{"seat"}},
	{"end", "the fight is over; what is the reason, seat the winning side, empty for a draw", []string{"what"}},
	{"reveal", "a secret choice is shown; what is the choice", []string{"seat", "what"}},
	{"edit", "the GM changed something; what is the change", []string{"what"}},
	{"ruling", "dice of a ruling were thrown for what; of is what came of it, total is seat's, need the number or at's total",
		[]string{"seat", "of", "total", "need", "ok"}},

	{"reserve", "a defence technique is held ready; n are held", []string{"seat", "what", "n"}},
	{"overload", "a breath went n over its limit", []string{"seat", "n"}},
	{"stance", "a stance is taken (ok) or dropped", []string{"seat", "what", "ok"}},
	{"counter", "a stance strikes by itself at at", []string{"seat", "at", "what"}},
	{"fate", "a Lord shifted a die: the faces are now n and left", []string{"seat", "n", "left"}},
	{"lull", "nobody is left in the count: the lull", []string{"n"}},

	{"slot", "a slot of list of and dan n is used for a spell; left are left", []string{"seat", "what", "of", "n", "left"}},
	{"chant", "a stage of a casting is paid, the n-th; left are to come, ok says whether none was forced", []string{"seat", "what", "n", "left", "ok"}},
	{"snap", "a casting is broken after n stages, or what it held is let go (ok); its slot is of list of and dan left",
		[]string{"seat", "what", "of", "n", "left", "ok"}},
	{"spell", "a spell works (ok), or its check has failed", []string{"seat", "what", "ok"}},
	{"backlash", "a spell turns on its caster, for n Wounds", []string{"seat", "what", "n"}},
	{"shield", "a barrier or a ward took n Wounds for seat; left is what it still takes", []string{"seat", "what", "n", "left"}},
	{"lay", "a barrier, fire, a gate or what else lies on the zone to begins (ok) with n, or ends", []string{"what", "to", "n", "ok"}},

	{"distance", "seat has moved the distance of a duel from one rung to another; what is how", []string{"seat", "at", "what", "from", "to"}},
	{"contest", "the dice of both were thrown for what; total is seat's, need at's, ok says whether seat won",
		[]string{"seat", "at", "what", "total", "need", "ok"}},
	{"guard", "a duelist lost n of its guard to at, or regained it (ok); what is why, left what it has", []string{"seat", "what", "n", "left", "ok"}},
	{"break", "a duelist's guard is broken by at: an opening", []string{"seat", "at"}},
	{"opening", "a duelist's opening: its window is used, or it is past; left is the guard there is then", []string{"seat", "what", "left"}},
	{"location", "a blow of at struck seat's location what; ok says whether it does so for the first time", []string{"seat", "at", "what", "ok"}},
	{"point", "in a sparring match seat scored n against at, which may concede left more", []string{"seat", "at", "n", "left"}},

	{"obey", "a squad or a unit does what it is told, at at if it is a blow", []string{"seat", "what"}},
	{"heads", "a squad lost n heads or gained them (ok); left is what stands", []string{"seat", "n", "left", "ok"}},
	{"cohesion", "a squad lost n Cohesion or regained it (ok); what is why, left what it has", []string{"seat", "what", "n", "left", "ok"}},
	{"rout", "a squad's Cohesion is gone: it breaks and is out of the fight", []string{"seat"}},
	{"give", "a seat handed n Energy to at, which now has left", []string{"seat", "at", "n", "left"}},
	{"silver", "a seat scattered silver among the other side's men in a zone", []string{"seat", "to"}},
	{"called", "a shikigami rises at at's call", []string{"seat", "at"}},

	{"initiative", "a seat won the initiative and chooses who begins", []string{"seat"}},
	{"turn", "a seat's turn begins; left is its AP", []string{"seat", "left"}},
	{"intent", "what an attack is meant to be: what is melee attack or feint; secret until revealed", []string{"seat", "at", "what"}},
	{"tempo", "a counter-tempo action replaces the one declared; paid is the surcharge", []string{"seat", "at", "what", "paid"}},
	{"outcome", "an action nobody threw for has the outcome of", []string{"seat", "what", "of", "ok"}},
	{"foil", "what seat did stopped the action of at: it does nothing", []string{"seat", "at", "what"}},
	{"harm", "at's blow did seat total damage, a wound of the category of; ok says that armour did not count",
		[]string{"seat", "at", "what", "with", "of", "n", "total", "ok"}},
	{"drop", "a weapon is struck from a hand and lies on the square to", []string{"seat", "at", "with", "to"}},
	{"take", "a weapon is drawn or picked up", []string{"seat", "what", "with"}},
	{"reload", "n AP went into loading a weapon; left is what it still takes", []string{"seat", "with", "n", "left"}},

	{"order", "a seat has its Initiative Value, n: it was rolled, or drawn among equals", []string{"seat", "what", "n"}},
	{"value", "a seat's Initiative Value becomes n; what is why", []string{"seat", "what", "n"}},
	{"call", "a maneuver is called on the roll, for n raises; fewer than none are free", []string{"seat", "what", "n"}},
	{"damage", "at's damage roll against seat with the pool of comes to total; n is the Reduction", []string{"seat", "at", "with", "of", "total", "n"}},
	{"rank", "a seat's Wounds reach a rank; n is its penalty", []string{"seat", "what", "n"}},
	{"spared", "a blow of at did seat no damage; what is why", []string{"seat", "at", "what"}},
	{"part", "a blow of at struck a part of seat's body", []string{"seat", "at", "what"}},
	{"ward", "a seat guards at", []string{"seat", "at"}},
	{"pool", "a seat's side puts n Free Raises by; left is what it has", []string{"seat", "n", "left"}},
	{"put", "a weapon leaves the hand of its own will", []string{"seat", "what", "with"}},
	{"leave", "a seat leaves the field", []string{"seat", "from"}},
	{"effect", "what seat has brought, a technique, a spell or a thing, does of to n (to at alone), or it is over", []string{"seat", "what", "of", "n", "ok"}},
}
