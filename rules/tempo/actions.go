package tempo

// The combat actions and what of them is Go: a row sets prices, statuses and thresholds, not what an action is.

// An Action is the closed form of a combat action.
type Action struct {
	Name     string
	Kind     string
	Statuses []string // the statuses it may be allowed in: those in which the engine can carry it out
	Answers  []string // what it may be made to answer: what the engine knows how to oppose
	Outcomes []string // of its table, the lowest first
	Strikes  bool     // it uses one arm: all that can roll damage, and the Feint (R-TP-46)
	Fixed    bool     // it has no check: its result is 0 (R-TP-12, R-TP-49)
}

// The kinds of combat actions.
const (
	kindProactive = "proactive"
	kindReactive  = "reactive"
	kindTempo     = "counter-tempo"
	kindSpecial   = "special"
)

// The actions that the checks treat by themselves.
const (
	unarmedAttack  = "unarmed attack"
	recoverStamina = "recover stamina"
	reload         = "reload"
)

// Actions are the combat actions in the order of the document, by which the engine numbers them. The first stands for none.
var Actions = []Action{
	{Name: "no reaction", Kind: kindProactive, Statuses: []string{"on guard"}, Outcomes: []string{"failure", "success"}},
	{Name: "aim", Kind: kindProactive, Statuses: []string{"on guard"}, Outcomes: []string{"failure", "success"}, Fixed: true},
	{Name: "move", Kind: kindProactive, Statuses: []string{"off guard", "on guard"}, Outcomes: []string{"failure", "success"}, Fixed: true},
	{Name: "combat move", Kind: kindProactive, Statuses: []string{"on guard"}, Outcomes: []string{"failure", "success", "critical success"}},
	{Name: "disarm", Kind: kindProactive, Statuses: []string{"bound"}, Outcomes: []string{"failure", "success"}},
	{Name: "escape", Kind: kindProactive, Statuses: []string{"grappled", "pinned"}, Outcomes: []string{"failure", "success"}},
	{Name: "feint", Kind: kindProactive, Statuses: []string{"on guard"}, Outcomes: []string{"miss"}, Strikes: true},
	{Name: "grapple", Kind: kindProactive, Statuses: []string{"bound"}, Outcomes: []string{"failure", "success"}},
	{Name: "melee attack", Kind: kindProactive, Statuses: []string{"on guard"}, Outcomes: []string{"miss", "hit", "critical hit"}, Strikes: true},
	{Name: "pin", Kind: kindProactive, Statuses: []string{"grappled"}, Outcomes: []string{"failure", "success"}},
	{Name: "press", Kind: kindProactive, Statuses: []string{"bound"}, Outcomes: []string{"failure", "success", "critical success"}, Strikes: true},
	{Name: "ranged attack", Kind: kindProactive, Statuses: []string{"on guard"}, Outcomes: []string{"miss", "hit", "critical hit"}, Strikes: true},
	{Name: "ready", Kind: kindProactive, Statuses: []string{"off guard"}, Outcomes: []string{"success"}, Fixed: true},
	{Name: unarmedAttack, Kind: kindProactive, Statuses: []string{"grappled", "on guard"}, Outcomes: []string{"miss", "hit", "critical hit"}, Strikes: true},
	{Name: "withdraw", Kind: kindProactive, Statuses: []string{"bound"}, Outcomes: []string{"failure", "success"}},
	{Name: "counter-attack", Kind: kindReactive, Statuses: []string{"on guard"}, Answers: []string{"move", "combat move", "melee attack", "unarmed attack", "pick up", "reload", "draw"}, Outcomes: []string{"miss", "hit", "critical hit"}, Strikes: true},
	{Name: "counter-fire", Kind: kindReactive, Statuses: []string{"on guard"}, Answers: []string{"aim", "move", "combat move", "pick up", "reload", "draw"}, Outcomes: []string{"miss", "hit", "critical hit"}, Strikes: true},
	{Name: "dodge", Kind: kindReactive, Statuses: []string{"on guard"}, Answers: []string{"ranged attack"}, Outcomes: []string{"failure", "success"}},
	{Name: "double", Kind: kindReactive, Statuses: []string{"bound"}, Answers: []string{"disarm", "grapple", "press", "withdraw"}, Outcomes: []string{"miss", "hit", "critical hit"}, Strikes: true},
	{Name: "evade", Kind: kindReactive, Statuses: []string{"on guard"}, Answers: []string{"melee attack", "unarmed attack"}, Outcomes: []string{"failure", "success"}},
	{Name: "parry", Kind: kindReactive, Statuses: []string{"on guard"}, Answers: []string{"melee attack", "unarmed attack"}, Outcomes: []string{"failure", "bind", "success"}},
	{Name: "retreat", Kind: kindReactive, Statuses: []string{"on guard"}, Answers: []string{"move", "combat move"}, Outcomes: []string{"failure", "success", "critical success"}},
	{Name: "struggle", Kind: kindReactive, Statuses: []string{"grappled"}, Answers: []string{"escape", "pin", "unarmed attack"}, Outcomes: []string{"failure", "success"}},
	{Name: "wind", Kind: kindReactive, Statuses: []string{"bound"}, Answers: []string{"disarm", "grapple", "press", "withdraw"}, Outcomes: []string{"failure", "success"}},
	{Name: "ct counter-attack", Kind: kindTempo, Statuses: []string{"on guard"}, Answers: []string{"counter-attack"}, Outcomes: []string{"miss", "hit", "critical hit"}, Strikes: true},
	{Name: "ct parry", Kind: kindTempo, Statuses: []string{"on guard"}, Answers: []string{"counter-attack"}, Outcomes: []string{"failure", "bind", "success"}},
	{Name: recoverStamina, Kind: kindSpecial, Statuses: []string{"off guard", "on guard", "bound", "grappled", "pinned"}, Outcomes: []string{"failure", "success"}},
	{Name: reload, Kind: kindProactive, Statuses: []string{"off guard", "on guard"}, Fixed: true},
	{Name: "draw", Kind: kindProactive, Statuses: []string{"off guard", "on guard"}, Fixed: true},
	{Name: "pick up", Kind: kindProactive, Statuses: []string{"off guard", "on guard"}, Fixed: true},
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

// ofKind are the names of the actions of a kind.
func ofKind(kind string) (names []string) {
	for _, a := range Actions[1:] {
		if a.Kind == kind {
			names = append(names, a.Name)
		}
	}
	return names
}
