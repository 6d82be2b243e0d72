package evals

import (
	"context"
	"fmt"
	"math"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// calibration compares forecasts with the results of fights of an agent against itself. A prediction is the forecast
// for side 0 at the beginning of a breath or turn; in a system without a map of forecasts it is what the agent sees.
// The predictions of one fight are not independent, since they have one result, so only fights count as samples.
type calibration struct {
	Fights      int     `json:"fights"`
	Predictions int     `json:"predictions"`
	Brier       float64 `json:"brier"` // mean of a fight's mean squared error, 0 the best, 0.25 a coin that says so
	// Error is the expected calibration error: the mean distance of the predictions in a tenth of the scale from their
	// results, each prediction weighing the same, in win chance.
	Error  float64 `json:"error"`
	Tenths []tenth `json:"tenths"`
	played []forecastFight
}

// tenth is the predictions in a tenth of the scale.
type tenth struct {
	From        float64 `json:"from"`
	To          float64 `json:"to"`
	Predictions int     `json:"predictions"`
	Predicted   float64 `json:"predicted"` // mean
	Actual      float64 `json:"actual"`    // mean result, a draw is half a win
}

// forecastFight is one fight with its predictions.
type forecastFight struct {
	Predicted []float64 `json:"predicted"`
	Result    float64   `json:"result"` // of side 0
	Brier     float64   `json:"brier"`
}

// measureCalibration plays fights of the agent against itself in every encounter, and compares its forecasts with how
// they ended.
func (r *Run) measureCalibration(ctx context.Context, a agent.Agent) (*calibration, error) {
	played, err := takeFights(ctx, r, a, "calibration", forecastJobs)
	if len(played) == 0 {
		return nil, err
	}
	return new(calibrate(played)), err
}

// forecastJobs are fights with predictions.
var forecastJobs = fightJobs[forecastFight]{"forecast", (*judgedAgent).playForecasting}

// playForecasting plays one fight and predicts its result before every breath or turn. A decision without a choice is
// not searched unless a breath or turn begins with it.
func (m *judgedAgent) playForecasting(ctx context.Context, e Encounter, seed uint64) (played forecastFight, err error) {
	played.Predicted = []float64{}
	f := e.start(seed).Again(seed)
	err = fightOn(ctx, f, func(_ int, options []fight.Option) (rules.Action, error) {
		begins := f.Turn().Begins
		// Nothing is decided and nothing predicted here: the search can be spared.
		if len(options) == 1 && !begins {
			return options[0].Action, nil
		}
		a, sees, err := m.choose(ctx, f)
		if err != nil || !begins {
			return a, err
		}
		p, err := m.finder.Forecast(ctx, f)
		if p != nil {
			sees = p.Win
		}
		played.Predicted = append(played.Predicted, sees)
		return a, err
	}, nil)
	if err != nil {
		return played, fmt.Errorf("%s-%d: %w", e.Name, seed, err)
	}
	played.Result = agent.WinChance(f.Score())
	for _, p := range played.Predicted {
		played.Brier += (p - played.Result) * (p - played.Result) / float64(len(played.Predicted))
	}
	return played, nil
}

// calibrate sums the predictions of fights up by tenths of the scale; a prediction of 1 belongs to the last tenth.
func calibrate(list []forecastFight) calibration {
	sums := calibration{Fights: len(list), Tenths: []tenth{}, played: list}
	// The tenths are sums until the second loop, which makes means of them and leaves out empty ones.
	var bins [10]tenth
	for _, f := range list {
		sums.Brier += f.Brier / float64(len(list))
		for _, p := range f.Predicted {
			b := &bins[min(int(p*10), 9)]
			b.Predictions++
			b.Predicted += p
			b.Actual += f.Result
			sums.Predictions++
		}
	}
	for i, b := range bins {
		if b.Predictions > 0 {
			n := float64(b.Predictions)
			sums.Error += float64(math.Abs(b.Predicted-b.Actual) / float64(sums.Predictions))
			sums.Tenths = append(sums.Tenths, tenth{float64(i) / 10, float64(i+1) / 10, b.Predictions,
				b.Predicted / n, b.Actual / n})
		}
	}
	return sums
}

// sections returns the calibration as parts of a report.
func (c *calibration) sections(agentName string) []Section {
	return []Section{{Title: "Calibration of " + agentName,
		Lines: []string{fmt.Sprintf("%d fights, %d predictions, Brier score %.4f a fight, expected calibration error %.1f points.",
			c.Fights, c.Predictions, c.Brier, 100*c.Error)},
		Head: []string{"win chance", "predictions", "predicted", "actual"},
		Rows: mapped(c.Tenths, func(t tenth) []string {
			return []string{fmt.Sprintf("%.1f to %.1f", t.From, t.To), fmt.Sprint(t.Predictions),
				fmt.Sprintf("%.3f", t.Predicted), fmt.Sprintf("%.3f", t.Actual)}
		})}}
}
