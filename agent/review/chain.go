package review

import (
	"math"

	"kokyu/agent"
	"kokyu/rules"
)

// Errors of what a step changed. They are shares of it, for what makes a search wrong about one throw makes it wrong
// about the next.
const (
	shareError  = 0.12  // of a throw or a loss
	secretError = 0.5   // of a secret and its answer together
	editError   = 0.5   // of an edit
	leastError  = 0.001 // the least error of a step that is not exact, in win chance
)

// stepChange is what one step changed, in win chance of side 0, by the causes in the package's documentation.
type stepChange struct {
	choice, luck, edits float64
	err                 float64 // the standard error of their sum
}

// changesOf returns what the steps changed. A secret choice changes nothing but what it loses against the best; the
// luck of it and its answer is known after the answer, which therefore takes the loss of the secret into account. An
// edit in between ends that.
func changesOf(moments []moment, assessed []assessment, steps []reviewedStep, win []float64) []stepChange {
	list := make([]stepChange, len(moments)-1)
	var secret float64 // what the secret before changed
	for i := range list {
		before, after, m := assessed[i], assessed[i+1].value, moments[i]
		change, exact := &list[i], assessed[i].exact && assessed[i+1].exact
		sign := agent.Sign(m.position.Side(m.position.Turn().Seat))
		switch s := steps[i]; {
		case s.Kind == kindEdit || s.Kind == kindForced:
			change.edits = win[i+1] - win[i] - secret
			change.err = editError * math.Abs(change.edits)
			secret = 0
		case m.position.Turn().Kind == rules.Chance && before.taken >= 0:
			change.luck = before.outcomes[before.taken].value - before.value
			change.err = shareError * math.Abs(change.luck)
		case m.position.Turn().Kind == rules.Commit:
			change.choice = -sign * s.Loss / 1000
			secret = change.choice
		case before.secret:
			change.choice = -sign * s.Loss / 1000
			change.luck = after - before.value - secret - change.choice
			change.err = secretError * math.Abs(change.luck)
			secret = 0
		default:
			change.choice = -sign * s.Loss / 1000
			change.err = max(s.Error, shareError*s.Loss) / 1000
		}
		if exact {
			change.err = 0
		} else {
			change.err = max(change.err, leastError)
		}
	}
	return list
}

// chances returns the chance of side 0 at each position: the exact value if it is known, else the forecast.
func chances(assessed []assessment) (win []float64) {
	for _, a := range assessed {
		chance := a.value
		if a.forecast != nil && !a.exact {
			chance = a.forecast.Win
		}
		win = append(win, chance)
	}
	return win
}
