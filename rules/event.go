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

// EndAway is the reason of an end that a side wins by getting away.
const EndAway = "they are away"

// EndsBy replaces the reason of the end by why, if the last event is an end and why is not empty; [EndAway] stays.
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

// Kinds is the closed list: first those that every system shares, then those of one system after the other. Fields of [Event] stand in
// backquotes, by their JSON names.
var Kinds = []EventKind{
	{"round", "a round begins and Energy returns", []string{"n"}},
	{"breath", "a seat's breath begins; `n` is its limit", []string{"seat", "n", "left"}},
	{"spend", "a seat paid; `left` is what it still has", []string{"seat", "of", "n", "left"}},
	{"gain", "a seat regained; `left` is what it now has", []string{"seat", "of", "n", "left"}},
	{"declare", "a maneuver is declared", []string{"seat", "what"}},
	{"react", "a defence is declared; `paid` 0 means that it was reserved", []string{"seat", "at", "what", "paid"}},
	{"check", "dice were thrown; `ok`: `total` reached `need`", []string{"seat", "what", "total", "need", "ok"}},
	{"wound", "`seat` lost `n` Wounds to `at`; `left` is what remains", []string{"seat", "n", "left"}},
	{"down", "a seat is out of the fight", []string{"seat"}},
	{"status", "a state began (`ok`) or ended on a seat", []string{"seat", "what", "ok"}},
	{"move", "a seat changed zones", []string{"seat", "from", "to"}},
	{"wait", "a seat waits for a lower count", []string{"seat"}},
	{"close", "a seat leaves the count for this round", []string{"seat"}},
	{"end", "the fight is over; `what` is the reason, `seat` the winning side, empty for a draw", []string{"what"}},
	{"reveal", "a secret choice is shown; `what` is the choice", []string{"seat", "what"}},
	{"edit", "the GM changed something; `what` is the change", []string{"what"}},
	{"ruling", "dice of the GM's ruling `what` were thrown; `of` is the result, `total` that of `seat`, `need` the number to reach or the total of `at`",
		[]string{"seat", "of", "total", "need", "ok"}},

	{"reserve", "a defence technique is held ready; `n` are held", []string{"seat", "what", "n"}},
	{"overload", "a breath went `n` over its limit", []string{"seat", "n"}},
	{"stance", "a stance is taken (`ok`) or dropped", []string{"seat", "what", "ok"}},
	{"counter", "a stance strikes at `at` by itself", []string{"seat", "at", "what"}},
	{"fate", "a Lord shifted a die: the two faces are now `n` and `left`", []string{"seat", "n", "left"}},
	{"lull", "nobody is left in the count of round `n`: its lull", []string{"n"}},

	{"slot", "a slot of the list `of` and the dan `n` is used for a spell; `left` such slots remain", []string{"seat", "what", "of", "n", "left"}},
	{"chant", "the stage `n` of a casting is paid; `left` are to come; `ok`: no stage was forced", []string{"seat", "what", "n", "left", "ok"}},
	{"snap", "a casting is broken after `n` stages, or what it held is let go (`ok`); its slot is of the list `of` and the dan `left`",
		[]string{"seat", "what", "of", "n", "left", "ok"}},
	{"spell", "a spell works (`ok`), or its check has failed", []string{"seat", "what", "ok"}},
	{"backlash", "a spell turns on its caster, for `n` Wounds", []string{"seat", "what", "n"}},
	{"shield", "a barrier or a ward took `n` Wounds for `seat`; `left` is what it still takes", []string{"seat", "what", "n", "left"}},
	{"lay", "something that lies on the zone `to` (a barrier, fire, a gate) begins (`ok`) with the strength `n`, or ends", []string{"what", "to", "n", "ok"}},

	{"distance", "`seat` has moved the distance of a duel from one rung to another; `what` says how", []string{"seat", "at", "what", "from", "to"}},
	{"contest", "the dice of both were thrown for `what`; `total` is that of `seat`, `need` that of `at`; `ok`: `seat` won",
		[]string{"seat", "at", "what", "total", "need", "ok"}},
	{"guard", "a duelist lost `n` of its guard to `at`, or regained it (`ok`); `what` says why, `left` is what it has", []string{"seat", "what", "n", "left", "ok"}},
	{"break", "a duelist's guard is broken by `at`: an opening", []string{"seat", "at"}},
	{"opening", "a duelist's opening is used, or has passed unused; `left` is its guard after that", []string{"seat", "what", "left"}},
	{"location", "a blow of `at` struck `seat` on the location `what`; `ok`: for the first time", []string{"seat", "at", "what", "ok"}},
	{"point", "in a sparring match `seat` scored `n` against `at`, which may concede `left` more", []string{"seat", "at", "n", "left"}},

	{"obey", "a squad or a unit does what it is told; `at` is whom it strikes, if it is a blow", []string{"seat", "what"}},
	{"heads", "a squad lost `n` heads or gained them (`ok`); `left` is what stands", []string{"seat", "n", "left", "ok"}},
	{"cohesion", "a squad lost `n` Cohesion or regained it (`ok`); `what` says why, `left` is what it has", []string{"seat", "what", "n", "left", "ok"}},
	{"rout", "a squad's Cohesion is gone: it breaks and is out of the fight", []string{"seat"}},
	{"give", "`seat` handed `n` Energy to `at`, which now has `left`", []string{"seat", "at", "n", "left"}},
	{"silver", "a seat scattered silver among the other side's men in a zone", []string{"seat", "to"}},
	{"called", "a shikigami rises at the call of `at`", []string{"seat", "at"}},

	{"initiative", "a seat won the initiative and chooses who begins", []string{"seat"}},
	{"turn", "a seat's turn begins; `left` is its AP", []string{"seat", "left"}},
	{"intent", "what an attack is meant to be: `what` is melee attack or feint; secret until revealed", []string{"seat", "at", "what"}},
	{"tempo", "a counter-tempo action replaces the one declared; `paid` is the surcharge", []string{"seat", "at", "what", "paid"}},
	{"outcome", "an action without a throw has the outcome `of`", []string{"seat", "what", "of", "ok"}},
	{"foil", "what `seat` did stopped the action of `at`: it does nothing", []string{"seat", "at", "what"}},
	{"harm", "a blow of `at`, with dice of `n`, did `total` damage of the kind `what` to `seat`, a wound of the category `of`; `ok`: armour did not count",
		[]string{"seat", "at", "what", "with", "of", "n", "total", "ok"}},
	{"drop", "a weapon is struck from a hand and lies on the square `to`", []string{"seat", "at", "with", "to"}},
	{"take", "a weapon is drawn or picked up", []string{"seat", "what", "with"}},
	{"reload", "`n` AP went into loading a weapon; `left` is what it still takes", []string{"seat", "with", "n", "left"}},

	{"order", "a seat has its Initiative Value `n`: it was rolled, or drawn among equals", []string{"seat", "what", "n"}},
	{"value", "a seat's Initiative Value becomes `n`; `what` says why", []string{"seat", "what", "n"}},
	{"call", "a maneuver is called on the roll, for `n` raises; a negative `n` counts free ones", []string{"seat", "what", "n"}},
	{"damage", "the damage roll of `at` against `seat`, with the pool `of`, comes to `total`; `n` is the Reduction", []string{"seat", "at", "with", "of", "total", "n"}},
	{"rank", "a seat's Wounds reach a rank; `n` is its penalty", []string{"seat", "what", "n"}},
	{"spared", "a blow of `at` did no damage to `seat`; `what` says why", []string{"seat", "at", "what"}},
	{"part", "a blow of `at` struck `seat` on the part `what` of the body", []string{"seat", "at", "what"}},
	{"ward", "`seat` guards `at`", []string{"seat", "at"}},
	{"pool", "the side of `seat` puts `n` Free Raises by; `left` is what it has", []string{"seat", "n", "left"}},
	{"put", "a seat lets a weapon go, or puts it away", []string{"seat", "what", "with"}},
	{"leave", "a seat leaves the field", []string{"seat", "from"}},
	{"effect", "a technique, spell or thing `what` of `seat` does `of` to `n` combatants (`ok`; `at` is the one, if it is another than `seat`), or is over", []string{"seat", "what", "of", "n", "ok"}},
}
