package tale

// retinueTells is the same for squads, units and breath handed on.
var retinueTells = map[string][]string{
	"order": {
		"word, order, call, calls, voice, cry, shouts, says it",
		"{target} turns, {target} moves, {target} from mouth, feet of {target}, obeys, obey, shifts over, does the same, answers, hears, together, one answer, wants {target}",
	},
	"sent": {
		"fingers, finger, paper, thread, borrowed, lent, sleeve, by hand, on the air, hand of {actor}",
		"{target} stirs, stirs on, {target} moves, {target} goes, {target} wakes, {target} rises, {target} has no thought",
	},
	"rout": {
		"line, row, together, each",
		"breaks, comes apart, scatter, scatters, runs, running, lets go, unravels, melts",
	},
	"gift": {
		"breath, breathes in",
		"breathes out, pours, lets go of what, gives, runs down to, hands, between the shoulders, so much to, goes to {target}, {target} has it",
	},
	"rallied": {
		"shoulder, gaps, row, line, hem",
		"again, steadies, closes, close, holds, stands",
	},
}
