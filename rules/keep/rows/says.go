package rows

import (
	"cmp"
	"strings"

	"kokyu/rules/text"
)

// Says words what effects do, for a tale: as a clause in which {to} stands for the one whom they are on, or empty. Only
// the first two are worded, since more would read like a list.
func Says(effects []Effect) string {
	var parts []string
	for _, e := range effects {
		to := cmp.Or(map[string]string{"friends": "every friend", "foes": "every enemy"}[e.On], "{to}")
		if e.Feet != nil && to != "{to}" {
			to += " nearby"
		}
		if says := effectClause(&e); says != "" && len(parts) < 2 {
			parts = append(parts, strings.ReplaceAll(says, "{to}", to))
		}
	}
	return strings.Join(parts, ", and ")
}

// effectClause words what one effect does.
func effectClause(e *Effect) string {
	says, less := effectSays[e.Does], e.By.N < 0 || e.Dice.Roll < 0 || e.Dice.Add < 0
	return text.Either(less && says[1] != "", says[1], says[0])
}

// effectSays words the effects: where they add something, and where they take something off.
var effectSays = map[string][2]string{
	"attack":      {"{to} now strikes more surely", "{to} now strikes less surely"},
	"damage":      {"{to} strikes harder", "{to} strikes less hard"},
	"tests":       {"{to} fights better", "{to} fights worse"},
	"ATN":         {"{to} is now harder to hit", "{to} is now easier to hit"},
	"reduction":   {"wounds do less harm to {to}", "wounds do more harm to {to}"},
	"initiative":  {"{to} acts sooner", "{to} acts later"},
	"water":       {"{to} moves faster", "{to} moves more slowly"},
	"void points": {"{to} gathers new strength", ""},
	"heal":        {"{to} recovers from some wounds", ""},
	"hurt":        {"{to} is hurt", ""},
	"free raises": {"{to} can dare more", ""},
	"stand":       {"{to} is back on both feet", ""},
	"steady":      {"{to} is no longer stunned", ""},
	"blind":       {"{to} cannot see", ""},
	"stun":        {"{to} is stunned", ""},
	"fell":        {"{to} falls to the ground", ""},
	"quell":       {"{to} loses all inner strength", ""},
}
