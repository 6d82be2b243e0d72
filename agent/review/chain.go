package review

import (
	"math"

	"kokyu/rules"
)

// The chance at each position is the game's own value where it is known, else the forecast, which is the same in every
// face. What made it change comes from searches of each position, which tell decisions and throws apart far better than
// they tell how a whole fight ends; what the two differ by is the rest. The error of a step is a share of its size, for
// what makes a search wrong about one throw makes it wrong about the next, or what the rest has of it, if that is more.
const (
	shareError = 0.12  // of a throw or a loss, a share of it
	guessError = 0.5   // of a secret and its answer, a share of what they came to
	editError  = 0.5   // of an edit, a share of what it changed
	leastError = 0.001 // of any step that is not exact
)

// stepChange is what one step changed, in win chance of side 0, by its causes. A decision changes by choice, a throw by
// luck, an answer to a secret by both, and the GM by edits.
type stepChange struct {
	choice, luck, edits float64 // see the package's documentation
	err                 float64 // the standard error of their sum
}

// changesOf returns what the steps changed. A secret choice leaves the fight where it was but for what it is worth less
// than the best; what it and its answer came to is known after the answer. So the change by the secret is remembered
// until the answer, and taken off what both came to. An edit in between ends that.
func changesOf(moments []moment, looks []assessment, steps []reviewedStep, win []float64) []stepChange {
	list := make([]stepChange, len(moments)-1)
	var secret float64 // what the secret before changed
	for i := range list {
		before, after, m := looks[i], looks[i+1].value, moments[i]
		change, exact := &list[i], looks[i].exact && looks[i+1].exact
		sign := signOf(m.position.Side(m.position.Turn().Seat))
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
			change.err = guessError * math.Abs(change.luck)
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

// chances returns the chance of side 0 at each position.
func chances(looks []assessment) (win []float64) {
	for _, l := range looks {
		chance := l.value
		if l.forecast != nil && !l.exact {
			chance = l.forecast.Win
		}
		win = append(win, chance)
	}
	return win
}
