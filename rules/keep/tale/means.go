package tale

// means is what the frames mean in plain claims of who does what to whom, for reading sentences nobody of ours wrote: those
// that tell the moment, and after a semicolon what else is so by it. Actor and target are those of the frame.
var means = map[string]string{
	"felled":    "actor fells target",
	"grievous":  "actor wounds target gravely",
	"unhorsed":  "actor unhorses target",
	"struck":    "actor disarms target",
	"hurled":    "actor throws target",
	"gash":      "actor wounds target",
	"grapple":   "actor grapples target",
	"escape":    "actor escapes target",
	"grip":      "actor holds target",
	"scratch":   "actor wounds target lightly",
	"turned":    "actor turned target, - unhurt target",
	"called":    "actor misses target",
	"ward":      "actor wards target",
	"swing":     "actor misses target",
	"shot_wide": "actor misses target",
	"leaves":    "actor leaves",
	"spent":     "actor spends",
	"drawn":     "actor draws, actor picks",
	"ride":      "actor rides",
	"pace":      "actor moves, actor steps, actor backs",
	"stance":    "actor stance",
	"won_field": "actor wins",
}
