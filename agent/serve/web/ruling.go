package web

import (
	"fmt"
	"slices"

	"kokyu/agent/session"
	"kokyu/rules/fight"
)

// ruling is the form for a throw that no rule asks for.
type ruling struct {
	Base string // the path of the link's pages
	session.RulingOdds
	Dice throwForm
}

// rulingText says what the dice of a ruling showed, or when a change is made that has to wait; empty if there was
// neither.
func rulingText(made session.Made) string {
	for _, step := range made.Steps {
		waits := slices.IndexFunc(made.Waiting, func(w session.Waiting) bool { return w.Step == step.N })
		switch {
		case step.Throw != "" || step.Word == fight.WordDropped:
			return fight.SaidText(step)
		case waits >= 0:
			return fmt.Sprintf("This waits, %v.", made.Waiting[waits])
		}
	}
	return ""
}
