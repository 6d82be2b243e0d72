package review

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// accuracyMeans explains the figure of [personReview].
const accuracyMeans = "Accuracy is the mean over the decisions where the best and the worst option differ by more than 1 point: 100 for one that loses " +
	"nothing, 50 for one that loses 15 points, and half again for every 15 more. Halving means that one great mistake does not weigh as much as many: a " +
	"fight is lost by the sum of the losses, which stands beside it."

// Limits of what is counted and listed, in mWP but for listedMost.
const (
	somethingToLose  = 10.0  // between the best and the worst option, from which a decision counts
	halfAccuracyLoss = 150.0 // the loss for an accuracy of 50
	negligibleLoss   = 0.5   // a smaller loss is none
	mistakeLeast     = 5.0   // the least loss that is listed as a mistake
	listedMost       = 5     // steps in one list
)

// personReview is how one combatant was played. A decision in which there was little to lose does not count for the
// means.
type personReview struct {
	Name      string   `json:"name"`
	Side      string   `json:"side"`
	Decisions int      `json:"decisions"` // that were judged
	Counted   int      `json:"counted"`   // of them, those with something to lose
	Lost      float64  `json:"lost_mwp" jsonschema:"by all decisions that were judged, in thousandths of a win"`
	Mean      *float64 `json:"mean_mwp" jsonschema:"lost by one that counts, in thousandths of a win; null if none counts"`
	MeanError *float64 `json:"mean_error_mwp" jsonschema:"the standard error of mean_mwp; null of fewer than two"`
	// Accuracy is explained by accuracyMeans.
	Accuracy *float64   `json:"accuracy" jsonschema:"0 to 100, the mean over the decisions that count: 50 for one that loses 150 thousandths of a win; null if none counts"`
	Throws   int        `json:"throws"`
	Luck     float64    `json:"luck_mwp" jsonschema:"what the dice of its throws changed in the chance of the first side, whichever its own is, in thousandths of a win"`
	Worst    []int      `json:"worst"` // numbers of steps, the largest loss first
	Best     []int      `json:"best"`  // numbers of steps whose next best option would have lost most
	Kinds    []kindLost `json:"kinds"` // the largest loss first
	Level    *level     `json:"level,omitempty"`
}

// kindLost is what the decisions of one kind lost. Kinds are the phases of the system: attack, reaction, reserve.
type kindLost struct {
	Kind      string  `json:"kind"`
	Decisions int     `json:"decisions"`
	Lost      float64 `json:"lost_mwp" jsonschema:"by all of them, in thousandths of a win"`
}

// Accuracy returns the figure of a decision that loses so many mWP, see [accuracyMeans].
func Accuracy(loss float64) float64 { return 100 * math.Exp2(-loss/halfAccuracyLoss) }

// reviewPeople returns how the combatants of the fight were played, in the order of its roster; who joined later comes
// last. They are told apart by name, since seats change when somebody leaves.
func reviewPeople(steps []reviewedStep, moments []moment) (list []personReview) {
	list = []personReview{}
	for _, m := range moments {
		for _, r := range m.position.Roster() {
			if !slices.ContainsFunc(list, func(p personReview) bool { return p.Name == r.Name }) {
				list = append(list, personReview{Name: r.Name, Side: r.Team})
			}
		}
	}
	system := moments[0].position.Header().System
	for i := range list {
		list[i].addUp(steps, system)
	}
	return list
}

// addUp sums up a person's steps. A decision with a loss is among the worst, one without a loss whose next best option
// has one among the best.
func (p *personReview) addUp(steps []reviewedStep, system string) {
	var own, losses []float64
	kinds := map[string]kindLost{}
	var worst, best []reviewedStep
	for _, s := range steps {
		if s.Seat != p.Name {
			continue
		}
		p.Luck += s.Luck
		if s.Kind == kindDice {
			p.Throws++
		}
		if !s.isJudged {
			continue
		}
		p.Decisions++
		p.Lost += s.Loss
		kind := kinds[s.Phase]
		kinds[s.Phase] = kindLost{s.Phase, kind.Decisions + 1, kind.Lost + s.Loss}
		if s.isCounted {
			p.Counted++
			losses, own = append(losses, s.Loss), append(own, Accuracy(s.Loss))
		}
		switch {
		case s.Loss >= mistakeLeast:
			worst = append(worst, s)
		case s.Loss < negligibleLoss && s.Gap >= mistakeLeast:
			best = append(best, s)
		}
	}
	mean, err := meanAndError(losses)
	accuracy, _ := meanAndError(own)
	if len(losses) > 0 {
		p.Mean, p.Accuracy = &mean, &accuracy
	}
	if len(losses) > 1 {
		p.MeanError = &err
	}
	p.Worst = stepsByFigure(worst, func(s reviewedStep) float64 { return s.Loss })
	p.Best = stepsByFigure(best, func(s reviewedStep) float64 { return s.Gap })
	p.Kinds = slices.AppendSeq([]kindLost{}, maps.Values(kinds))
	slices.SortFunc(p.Kinds, func(a, b kindLost) int {
		return cmp.Or(cmp.Compare(b.Lost, a.Lost), cmp.Compare(a.Kind, b.Kind))
	})
	p.Level = levelOf(system, mean, err, p.Counted)
}

// stepsByFigure returns the numbers of the steps with the largest figure, the largest first; of equal ones the earlier.
func stepsByFigure(steps []reviewedStep, by func(reviewedStep) float64) []int {
	slices.SortStableFunc(steps, func(a, b reviewedStep) int { return cmp.Compare(by(b), by(a)) })
	list := []int{}
	for _, s := range steps[:min(len(steps), listedMost)] {
		list = append(list, s.N)
	}
	return list
}

// meanAndError returns the mean of some figures and its standard error.
func meanAndError(of []float64) (mean, err float64) {
	if len(of) == 0 {
		return 0, 0
	}
	n := float64(len(of))
	for _, x := range of {
		mean += x / n
	}
	squares := 0.0
	for _, x := range of {
		squares += float64((x - mean) * (x - mean))
	}
	if len(of) > 1 { // else the error is not known
		err = math.Sqrt(squares / (n - 1) / n)
	}
	return mean, err
}
