package review

import (
	"math"

	"kokyu/rules"
)

// The chance at each position is the mean of two judgements, weighted by the squares of their errors:
//
//	the search      its value at the position, with those of the next four carried back. Its error is
//	                searchError * sqrt((n - 1) p (1 - p)) for n combatants: largest where all is open, small near the end.
//	what came of it the chance at the end of the record, less luck, choice and edits since. Its error is the sum of the errors of
//	                these, each of which is a share of its size: what makes a search wrong about one throw makes it wrong about the next.
//
// Exact values have no error. The constants are rounded from a few measurements: the search is right about a duel (crossroads:
// 0.616 at the start, 0.608 by what came of eight fights, of which one varies by 0.18) and a quarter of a win off about many
// (ambush: 0.45 at the start, where 192 fights of kokyu fair say 0.69).
const (
	searchError = 0.18  // of a search of two combatants, at p = 0.5 half of it; of n it grows as the root of n-1
	shareError  = 0.12  // of a throw or a loss, a share of it
	guessError  = 0.5   // of a secret and its answer, a share of what they came to
	editError   = 0.5   // of an edit, a share of what it changed
	leastError  = 0.001 // of any step that is not exact
)

// link is what one step changed, for side 0.
type link struct {
	choice, luck, edits float64
	err                 float64 // the standard error of their sum
}

func (k link) sum() float64 { return k.choice + k.luck + k.edits }

// links are what the steps changed. A secret choice leaves the fight where it was but for what it is worth less than the best;
// what it and its answer came to is known after the answer.
func links(moments []moment, looks []look, steps []Step) []link {
	list := make([]link, len(moments)-1)
	var secret float64 // what the secret before changed
	for i := range list {
		before, after, m := looks[i], looks[i+1].value, moments[i]
		k, exact := &list[i], looks[i].exact && looks[i+1].exact
		sign := 1.0
		if m.at.Side(m.at.Turn().Seat) == 1 {
			sign = -1
		}
		switch s := steps[i]; {
		case s.Kind == KindEdit || s.Kind == KindForced:
			k.edits = after - before.value - secret
			k.err = editError * math.Abs(k.edits)
			secret = 0
		case m.at.Turn().Kind == rules.Chance && before.taken >= 0:
			k.luck = before.next[before.taken].value - before.value
			k.err = shareError * math.Abs(k.luck)
		case m.at.Turn().Kind == rules.Commit:
			k.choice = -sign * s.Loss / 1000
			secret = k.choice
		case before.secret:
			k.choice = -sign * s.Loss / 1000
			k.luck = after - before.value - secret - k.choice
			k.err = guessError * math.Abs(k.luck)
			secret = 0
		default:
			k.choice = -sign * s.Loss / 1000
			k.err = max(s.Error, shareError*s.Loss) / 1000
		}
		if exact {
			k.err = 0
		} else {
			k.err = max(k.err, leastError)
		}
	}
	return list
}

// chances are the chance of side 0 at each position.
func chances(looks []look, list []link, seats int, over bool) []float64 {
	n := len(looks)
	win := make([]float64, n)
	at, err := looks[n-1].value, 0.0
	if !over && !looks[n-1].exact {
		err = searched(at, seats)
	}
	win[n-1] = at
	for i := n - 2; i >= 0; i-- {
		at, err = at-list[i].sum(), err+list[i].err
		if beyond := at - min(1, max(0, at)); beyond != 0 { // no chance is there: so far off it is at least
			at, err = at-beyond, err+math.Abs(beyond)
		}
		if looks[i].exact {
			at, err = looks[i].value, 0
		}
		win[i] = at
		if err > 0 {
			seen := around(looks, list, i)
			direct, later := square(searched(seen, seats)), square(err)
			win[i] = (at*direct + seen*later) / (direct + later)
		}
	}
	return win
}

// aroundMost is how many searches are heard of one position.
const aroundMost = 5

// around is what searches say of a position: its own, and those of the next positions less what happened in between. One search
// ends with the one side's turn and the next with the other's; together they are calmer.
func around(looks []look, list []link, i int) (mean float64) {
	since, n := 0.0, 0
	for k := i; k < len(looks) && n < aroundMost; k++ {
		mean += looks[k].value - since
		n++
		if k < len(list) {
			since += list[k].sum()
		}
	}
	return min(1, max(0, mean/float64(n)))
}

func square(x float64) float64 { return x * x }

// searched is the error of a search of so many combatants that says p.
func searched(p float64, seats int) float64 {
	return searchError * math.Sqrt(float64(max(1, seats-1))*max(0.01, p*(1-p)))
}
