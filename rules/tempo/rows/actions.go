package rows

import "kokyu/rules/text"

// The combat actions. A row of the catalogue sets prices, statuses and thresholds; what an action is, and so what the
// engine does with it, stands here and cannot be changed by a file.

// Action is what no row may change of a combat action.
type Action struct {
	Name     string
	Kind     string
	Statuses []string // the statuses it may be allowed in: those in which the engine can carry it out
	Answers  []string // what it may be made to answer: what the engine knows how to oppose
	Outcomes []string // of its outcome table, the lowest first
	Strikes  bool     // it uses one arm: all that can roll damage, and the Feint (R-TP-46)
	Is       string   // the kind of decision it is on one's own turn, of [rules.Phases]
	Fixed    bool     // it has no check: its result is 0 (R-TP-12, R-TP-49)
}

// The kinds of combat actions.
const (
	proactive    = "proactive"
	reactive     = "reactive"
	counterTempo = "counter-tempo"
	Special      = "special"
)

// The actions for which checker has rules of their own.
const (
	unarmedAttack  = "unarmed attack"
	recoverStamina = "recover stamina"
	reload         = "reload"
)

// Statuses, outcomes and answers that several actions have.
var (
	onGuard  = []string{"on guard"}
	unbound  = []string{"off guard", "on guard"}
	inBind   = []string{"bound"}
	grappled = []string{"grappled"}

	plainOutcomes  = []string{"failure", "success"}
	gradedOutcomes = []string{"failure", "success", "critical success"}
	attackOutcomes = []string{"miss", "hit", "critical hit"}
	parryOutcomes  = []string{"failure", "bind", "success"}

	blowActions = []string{"melee attack", "unarmed attack"}
	bindActions = []string{"disarm", "grapple", "press", "withdraw"}
)

// Actions are the combat actions. The engine numbers them by this order: that of the document, then those that rulings
// add. The first stands for no action.
var Actions = []Action{
	{Name: "no reaction", Kind: proactive, Statuses: onGuard, Outcomes: plainOutcomes},
	{Name: "aim", Kind: proactive, Is: "upkeep", Statuses: onGuard, Outcomes: plainOutcomes, Fixed: true},
	{Name: "move", Kind: proactive, Is: "move", Statuses: unbound, Outcomes: plainOutcomes, Fixed: true},
	{Name: "combat move", Kind: proactive, Is: "move", Statuses: onGuard, Outcomes: gradedOutcomes},
	{Name: "disarm", Kind: proactive, Is: "bind", Statuses: inBind, Outcomes: plainOutcomes},
	{Name: "escape", Kind: proactive, Is: "grapple", Statuses: []string{"grappled", "pinned"}, Outcomes: plainOutcomes},
	{Name: "feint", Kind: proactive, Statuses: onGuard, Outcomes: []string{"miss"}, Strikes: true},
	{Name: "grapple", Kind: proactive, Is: "bind", Statuses: inBind, Outcomes: plainOutcomes},
	{Name: "melee attack", Kind: proactive, Is: "attack", Statuses: onGuard, Outcomes: attackOutcomes, Strikes: true},
	{Name: "pin", Kind: proactive, Is: "grapple", Statuses: grappled, Outcomes: plainOutcomes},
	{Name: "press", Kind: proactive, Is: "bind", Statuses: inBind, Outcomes: gradedOutcomes, Strikes: true},
	{Name: "ranged attack", Kind: proactive, Is: "attack", Statuses: onGuard, Outcomes: attackOutcomes, Strikes: true},
	{Name: "ready", Kind: proactive, Is: "upkeep", Statuses: []string{"off guard"}, Outcomes: []string{"success"}, Fixed: true},
	{Name: unarmedAttack, Kind: proactive, Is: "attack", Statuses: []string{"grappled", "on guard"}, Outcomes: attackOutcomes, Strikes: true},
	{Name: "withdraw", Kind: proactive, Is: "bind", Statuses: inBind, Outcomes: plainOutcomes},
	{Name: "counter-attack", Kind: reactive, Statuses: onGuard, Outcomes: attackOutcomes, Strikes: true,
		Answers: []string{"move", "combat move", "melee attack", "unarmed attack", "pick up", "reload", "draw"}},
	{Name: "counter-fire", Kind: reactive, Statuses: onGuard, Outcomes: attackOutcomes, Strikes: true,
		Answers: []string{"aim", "move", "combat move", "pick up", "reload", "draw"}},
	{Name: "dodge", Kind: reactive, Statuses: onGuard, Answers: []string{"ranged attack"}, Outcomes: plainOutcomes},
	{Name: "double", Kind: reactive, Statuses: inBind, Answers: bindActions, Outcomes: attackOutcomes, Strikes: true},
	{Name: "evade", Kind: reactive, Statuses: onGuard, Answers: blowActions, Outcomes: plainOutcomes},
	{Name: "parry", Kind: reactive, Statuses: onGuard, Answers: blowActions, Outcomes: parryOutcomes},
	{Name: "retreat", Kind: reactive, Statuses: onGuard, Answers: []string{"move", "combat move"}, Outcomes: gradedOutcomes},
	{Name: "struggle", Kind: reactive, Statuses: grappled, Answers: []string{"escape", "pin", "unarmed attack"}, Outcomes: plainOutcomes},
	{Name: "wind", Kind: reactive, Statuses: inBind, Answers: bindActions, Outcomes: plainOutcomes},
	{Name: "ct counter-attack", Kind: counterTempo, Statuses: onGuard, Answers: []string{"counter-attack"}, Outcomes: attackOutcomes, Strikes: true},
	{Name: "ct parry", Kind: counterTempo, Statuses: onGuard, Answers: []string{"counter-attack"}, Outcomes: parryOutcomes},
	{Name: recoverStamina, Kind: Special, Statuses: inFight, Outcomes: plainOutcomes},
	{Name: reload, Kind: proactive, Is: "upkeep", Statuses: unbound, Fixed: true},
	{Name: "draw", Kind: proactive, Is: "upkeep", Statuses: unbound, Fixed: true},
	{Name: "pick up", Kind: proactive, Is: "upkeep", Statuses: unbound, Fixed: true},
}

// ActionNames are the names of Actions, in the same order.
var ActionNames = text.Each(Actions, func(a Action) string { return a.Name })

// knownActions are the names of the actions for which a catalogue may have a row.
var knownActions = ActionNames[1:]

// replaceable are the actions that a counter-tempo action may take the place of.
var replaceable = []string{"feint", "melee attack"}
