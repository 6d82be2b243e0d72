package tale

// means is what the frames mean in plain claims of who does what to whom, for reading sentences nobody of ours wrote: those
// that tell the moment, and after a semicolon what else is so by it. Actor and target are those of the frame.
var means = map[string]string{
	"felled":       "actor fells target",
	"grievous":     "actor wounds target gravely",
	"struck":       "actor disarms target",
	"pin":          "actor pins target",
	"countertempo": "actor interrupts target, actor counters target",
	"gash":         "actor wounds target",
	"grapple":      "actor grapples target",
	"escape":       "actor escapes target",
	"bind":         "actor binds target",
	"feigned":      "actor feints target",
	"riposte":      "actor counters target, actor hits target",
	"parry":        "actor parries target",
	"wind":         "actor winds, actor parries target",
	"press":        "actor presses target",
	"evade":        "actor evades target",
	"scratch":      "actor wounds target lightly",
	"turned":       "actor turned target, - unhurt target",
	"roused":       "actor guards",
	"swing":        "actor misses target",
	"shot_wide":    "actor misses target",
	"guard_up":     "actor guards",
	"drawn":        "actor draws, actor picks",
	"loading":      "actor loads",
	"aim":          "actor aims target",
	"pace":         "actor moves, actor steps, actor backs",
	"rested":       "actor rests",
	"won_field":    "actor wins",
}
