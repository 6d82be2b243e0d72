package rows

// The combat actions and what of them is Go: a row sets prices, statuses and thresholds, not what an action is.

// An Action is the closed form of a combat action.
type Action struct {
	Name     string
	Kind     string
	Statuses []string // the statuses it may be allowed in: those in which the engine can carry it out
	Answers  []string // what it may be made to answer: what the engine knows how to oppose
	Outcomes []string // of its table, the lowest first
	Strikes  bool     // it uses one arm: all that can roll damage, and the Feint (R-TP-46)
	Is       string   // what kind of decision it is on one's own turn, for measures
	Fixed    bool     // it has no check: its result is 0 (R-TP-12, R-TP-49)
}

// The kinds of combat actions.
const (
	proactive    = "proactive"
	reactive     = "reactive"
	counterTempo = "counter-tempo"
	Special      = "special"
)

// The actions that the checks treat by themselves.
const (
	unarmedAttack  = "unarmed attack"
	recoverStamina = "recover stamina"
	reload         = "reload"
)

// Statuses, outcomes and answers that several actions have.
var (
	onGuard  = []string{"on guard"}
	upright  = []string{"off guard", "on guard"}
	inBind   = []string{"bound"}
	grappled = []string{"grappled"}

	plain   = []string{"failure", "success"}
	graded  = []string{"failure", "success", "critical success"}
	attack  = []string{"miss", "hit", "critical hit"}
	parried = []string{"failure", "bind", "success"}

	blows = []string{"melee attack", "unarmed attack"}
	binds = []string{"disarm", "grapple", "press", "withdraw"}
)

// Actions are the combat actions in the order of the document, by which the engine numbers them. The first stands for none.
var Actions = []Action{
	{Name: "no reaction", Kind: proactive, Statuses: onGuard, Outcomes: plain},
	{Name: "aim", Kind: proactive, Is: "upkeep", Statuses: onGuard, Outcomes: plain, Fixed: true},
	{Name: "move", Kind: proactive, Is: "move", Statuses: upright, Outcomes: plain, Fixed: true},
	{Name: "combat move", Kind: proactive, Is: "move", Statuses: onGuard, Outcomes: graded},
	{Name: "disarm", Kind: proactive, Is: "bind", Statuses: inBind, Outcomes: plain},
	{Name: "escape", Kind: proactive, Is: "grapple", Statuses: []string{"grappled", "pinned"}, Outcomes: plain},
	{Name: "feint", Kind: proactive, Statuses: onGuard, Outcomes: []string{"miss"}, Strikes: true},
	{Name: "grapple", Kind: proactive, Is: "bind", Statuses: inBind, Outcomes: plain},
	{Name: "melee attack", Kind: proactive, Is: "attack", Statuses: onGuard, Outcomes: attack, Strikes: true},
	{Name: "pin", Kind: proactive, Is: "grapple", Statuses: grappled, Outcomes: plain},
	{Name: "press", Kind: proactive, Is: "bind", Statuses: inBind, Outcomes: graded, Strikes: true},
	{Name: "ranged attack", Kind: proactive, Is: "attack", Statuses: onGuard, Outcomes: attack, Strikes: true},
	{Name: "ready", Kind: proactive, Is: "upkeep", Statuses: []string{"off guard"}, Outcomes: []string{"success"}, Fixed: true},
	{Name: unarmedAttack, Kind: proactive, Is: "attack", Statuses: []string{"grappled", "on guard"}, Outcomes: attack, Strikes: true},
	{Name: "withdraw", Kind: proactive, Is: "bind", Statuses: inBind, Outcomes: plain},
	{Name: "counter-attack", Kind: reactive, Statuses: onGuard, Outcomes: attack, Strikes: true,
		Answers: []string{"move", "combat move", "melee attack", "unarmed attack", "pick up", "reload", "draw"}},
	{Name: "counter-fire", Kind: reactive, Statuses: onGuard, Outcomes: attack, Strikes: true,
		Answers: []string{"aim", "move", "combat move", "pick up", "reload", "draw"}},
	{Name: "dodge", Kind: reactive, Statuses: onGuard, Answers: []string{"ranged attack"}, Outcomes: plain},
	{Name: "double", Kind: reactive, Statuses: inBind, Answers: binds, Outcomes: attack, Strikes: true},
	{Name: "evade", Kind: reactive, Statuses: onGuard, Answers: blows, Outcomes: plain},
	{Name: "parry", Kind: reactive, Statuses: onGuard, Answers: blows, Outcomes: parried},
	{Name: "retreat", Kind: reactive, Statuses: onGuard, Answers: []string{"move", "combat move"}, Outcomes: graded},
	{Name: "struggle", Kind: reactive, Statuses: grappled, Answers: []string{"escape", "pin", "unarmed attack"}, Outcomes: plain},
	{Name: "wind", Kind: reactive, Statuses: inBind, Answers: binds, Outcomes: plain},
	{Name: "ct counter-attack", Kind: counterTempo, Statuses: onGuard, Answers: []string{"counter-attack"}, Outcomes: attack, Strikes: true},
	{Name: "ct parry", Kind: counterTempo, Statuses: onGuard, Answers: []string{"counter-attack"}, Outcomes: parried},
	{Name: recoverStamina, Kind: Special, Statuses: inFight, Outcomes: plain},
	{Name: reload, Kind: proactive, Is: "upkeep", Statuses: upright, Fixed: true},
	{Name: "draw", Kind: proactive, Is: "upkeep", Statuses: upright, Fixed: true},
	{Name: "pick up", Kind: proactive, Is: "upkeep", Statuses: upright, Fixed: true},
}

// ActionNames are the names of the actions, in the same order.
var ActionNames = namesOf(Actions)

// knownActions are the names of those that a catalogue may have a row for.
var knownActions = ActionNames[1:]

// replaceable are the actions that a counter-tempo action may take the place of.
var replaceable = []string{"feint", "melee attack"}

func namesOf(actions []Action) (names []string) {
	for _, a := range actions {
		names = append(names, a.Name)
	}
	return names
}
