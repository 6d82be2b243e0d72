package web

import (
	"fmt"
	"slices"

	"kokyu/agent/session"
	"kokyu/rules/fight"
)

// ruling is a throw that no rule asks for, as a page shows it before the dice fall.
type ruling struct {
	Base string // of the addresses of the link
	session.RulingOdds
	Dice thrown
}

// fell returns what the dice of a ruling came to, or what becomes of a change that has to wait; empty if neither was made.
func fell(made session.Made) string {
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
