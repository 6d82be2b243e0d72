package evals

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"kokyu/agent"
	"kokyu/rules/bitexact"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// fitForecast fits the map of one system to positions of its fights by a logistic regression on [agent.ForecastTerms],
// which are worked out from each position's [agent.ForecastFeatures], what is known of it to make a forecast.
// The map itself is fitted to encounters that are not built in, as random ones. Then the correction for each built-in
// encounter is fitted to the fights of that encounter alone; the fewer these are, the nearer it stays to no correction.
// Every fight weighs the same. The same positions give the same map on every processor.
func fitForecast(list []endedPosition) (agent.ForecastMap, error) {
	m := agent.ForecastMap{Positions: len(list), Terms: map[string]float64{},
		Builtin: map[string]agent.ForecastCorrection{}}
	fights, builtin := map[string]int{}, map[string][]endedPosition{}
	for _, f := range list {
		fights[f.fightName()]++
		builtin[f.Builtin] = append(builtin[f.Builtin], f)
	}
	if m.Fights = len(fights); m.Fights < fitFightsLeast {
		return m, fmt.Errorf("positions of %d fights, want %d or more", m.Fights, fitFightsLeast)
	}
	if others := builtin[""]; len(others) > 0 {
		list = others
		delete(builtin, "")
	} else {
		clear(builtin) // there is nothing that they could differ from
	}
	w, err := logistic(list, fights, func(f endedPosition) []float64 { return f.Terms() })
	if err != nil {
		return m, err
	}
	for k, name := range agent.ForecastTerms() {
		m.Terms[name] = fourPlaces(w[k])
	}
	for name, own := range builtin {
		w, err = logistic(own, fights, func(f endedPosition) []float64 {
			return []float64{m.UncorrectedLogOdds(f.ForecastFeatures), 1}
		})
		if err != nil {
			return m, err
		}
		m.Builtin[name] = agent.ForecastCorrection{Slope: fourPlaces(w[0]), Add: fourPlaces(w[1])}
	}
	return m, nil
}

// logistic fits the weights of a logistic regression: known returns the factors of a position, and the logistic
// function of their weighted sum predicts the result. fights has the number of positions of each fight, among which the
// weight of the fight is divided.
func logistic(list []endedPosition, fights map[string]int, known func(endedPosition) []float64) ([]float64, error) {
	x := mapped(list, known)
	weights := mapped(list, func(f endedPosition) float64 { return 1 / float64(fights[f.fightName()]) })
	w := make([]float64, len(x[0]))
	w[0] = 1
	for range fitSteps {
		if err := newtonStep(w, x, weights, list); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// Settings of the fit.
const (
	fitFightsLeast = 20  // with fewer fights nothing is fitted
	fitSteps       = 12  // steps of Newton's method, which needs five
	ridgePenalty   = 1.0 // of each weight, in units of Fisher information
)

// fightName returns a name that all positions of one fight share, and no other.
func (f endedPosition) fightName() string { return fmt.Sprintf("%s-%d", f.Encounter, f.Seed) }

// newtonStep makes one step of Newton's method for the logistic regression: w are the weights that it changes, x the
// factors of each position, weights what each position weighs, h and g the negative Hessian and the gradient of the
// penalized log-likelihood. The penalty draws w[0], the slope on the search value, to 1 and the others to 0.
// Products are rounded by float64() before they are added, so that no processor fuses the two.
func newtonStep(w []float64, x [][]float64, weights []float64, list []endedPosition) error {
	n := len(w)
	h, g := make([][]float64, n), make([]float64, n)
	for k := range h {
		h[k] = make([]float64, n)
		h[k][k] = ridgePenalty
		g[k] = float64(-ridgePenalty * w[k])
	}
	g[0] += ridgePenalty
	for i, row := range x {
		y := 0.0
		for k, v := range row {
			y += float64(w[k] * v)
		}
		p := 1 / (1 + bitexact.Exp(-y))
		off, info := float64(weights[i]*(list[i].Result-p)), float64(float64(weights[i]*p)*(1-p))
		for k, v := range row {
			g[k] += float64(off * v)
			at := float64(info * v)
			for l := range k + 1 {
				h[k][l] += float64(at * row[l])
			}
		}
	}
	step, ok := SolveSymmetric(h, g)
	if !ok {
		return fmt.Errorf("the positions do not tell the terms apart")
	}
	for k := range w {
		w[k] += step[k]
	}
	return nil
}

// SolveSymmetric solves h x = g by Cholesky's decomposition, for a positive definite matrix h of which only the lower
// half is read. It overwrites h; ok is false if h is not positive definite.
func SolveSymmetric(h [][]float64, g []float64) (x []float64, ok bool) {
	n := len(g)
	for k := range n {
		for l := range k + 1 {
			sum := h[k][l]
			for j := range l {
				sum -= float64(h[k][j] * h[l][j])
			}
			if k == l {
				if sum <= 0 {
					return nil, false
				}
				h[k][k] = math.Sqrt(sum)
			} else {
				h[k][l] = sum / h[l][l]
			}
		}
	}
	x = slices.Clone(g)
	for k := range n {
		for j := range k {
			x[k] -= float64(h[k][j] * x[j])
		}
		x[k] /= h[k][k]
	}
	for k := n - 1; k >= 0; k-- {
		for j := k + 1; j < n; j++ {
			x[k] -= float64(h[j][k] * x[j])
		}
		x[k] /= h[k][k]
	}
	return x, true
}

// spreadOf returns [agent.ForecastMap.Spread]: how far the true chance scatters about a forecast of one half, as a
// standard deviation; at a forecast p it is scaled by 2√(p(1−p)). It is estimated from the positions that were played
// out; the variance of the playouts' mean is subtracted.
func spreadOf(m agent.ForecastMap, list []endedPosition) float64 {
	var sum, n float64
	for _, f := range list {
		if f.Playouts == nil {
			continue
		}
		p := m.WinChance(f.ForecastFeatures)
		even := 4 * float64(p*(1-p))
		off := f.Playouts.Mean - p
		sum += float64(off*off) - f.Playouts.Variance/float64(f.Playouts.Count)
		n += even
	}
	if n == 0 {
		return 0
	}
	return fourPlaces(math.Sqrt(max(0, sum/n)))
}

// rangePlayoutsLeast is how many playouts a position needs to count for the range of forecasts: with fewer, their mean
// is too far from its chance.
const rangePlayoutsLeast = 20

// With probability rangeConfidence, a range holds the chance of at least rangeShare of all positions, unseen ones
// included. A higher confidence would ask too much of the few positions that there are: of 40, the
// share that a range holds is off by 5 in 100 as often as not.
const (
	rangeShare      = 0.9
	rangeConfidence = 0.8
)

// rangeOf returns [agent.ForecastMap.RangeDeviations]: within how many standard deviations of the forecast the chances
// of 90 of 100 positions lie. The scatter of the playouts is not subtracted: with 40 playouts of a position it widens
// the range by a tenth of a deviation at most.
func rangeOf(m agent.ForecastMap, list []endedPosition) float64 {
	var off []float64
	for _, f := range list {
		if p := m.WinChance(f.ForecastFeatures); f.Playouts != nil && f.Playouts.Count >= rangePlayoutsLeast && m.Deviation(p) > 0 {
			off = append(off, math.Abs(f.Playouts.Mean-p)/m.Deviation(p))
		}
	}
	if len(off) == 0 {
		return 0
	}
	slices.Sort(off)
	return fourPlaces(off[inRangeLeast(len(off))-1])
}

// inRangeLeast returns how many of the n positions to which a range is fitted it must hold: the smallest k such that
// Binomial(n, rangeShare) reaches k with probability at most 1−rangeConfidence, and n if there is none. A range that
// held only rangeShare of all positions would seldom hold so many of n.
func inRangeLeast(n int) int {
	const many = 5000 // so many that the share of them is that of all
	if n > many {
		return int(math.Ceil(float64(n) * rangeShare))
	}
	p := 1.0 // the probability that the range misses as many positions as missed says
	for range n {
		p *= rangeShare
	}
	missed := 0
	for sum := p; sum <= 1-rangeConfidence; sum += p {
		p = float64(p*float64(n-missed)*(1-rangeShare)) / float64(float64(missed+1)*rangeShare)
		missed++
	}
	return min(n, n-missed+1)
}

// forecastReport says how well forecasts predict.
type forecastReport struct {
	Command string          `json:"command,omitempty"`
	Systems []forecastCheck `json:"systems"`
	Passed  bool            `json:"passed"`
}

// forecastCheck is how well the forecasts of one system predict.
type forecastCheck struct {
	System          string         `json:"system"`
	Forecast        forecastFigure `json:"forecast"`
	Search          forecastFigure `json:"search"` // how well the search's value predicts by itself
	Fights          int            `json:"fights"`
	Positions       int            `json:"positions"`
	PositionsPlayed int            `json:"played"` // positions that were played out
	Playouts        int            `json:"playouts"`
	// ConstantBrier is the Brier score of the best constant forecast, on the positions played out: the scale of Skill
	// begins there.
	ConstantBrier float64 `json:"constant"`
	// PlayoutsBrier is the Brier score of the mean of 200 playouts, on the same positions: the scale ends there.
	PlayoutsBrier float64 `json:"brier_of_playouts"`
	// Ranged is how many positions were played out often enough to say what their chance is.
	Ranged int `json:"ranged"`
	// InRange is the share of these whose chance lies in the range of the forecast.
	InRange float64 `json:"within"`
}

// forecastFigure is how well one kind of forecast predicts.
type forecastFigure struct {
	// Error is the expected calibration error, in win chance: the mean of |forecast − result| over the tenths, by their
	// weight.
	Error float64 `json:"calibration_error"`
	// ErrorByChance is about what Error would be by chance if the forecast were right.
	ErrorByChance float64 `json:"chance_error"`
	ErrorByFight  float64 `json:"calibration_error_by_fight"`
	// Brier is the Brier score against how the fights ended, each fight weighing the same.
	Brier       float64 `json:"brier"`
	BrierPlayed float64 `json:"brier_played"` // Brier score against the playouts, on the positions played out
	// Skill is a skill score: how far BrierPlayed comes on the way from that of the best constant forecast (0) to that of
	// playouts (1).
	Skill  float64         `json:"way"`
	Tenths []forecastTenth `json:"tenths"`
}

// forecastTenth is the forecasts in a tenth of the scale, each breath or turn weighing the same.
type forecastTenth struct {
	From      float64        `json:"from"`
	To        float64        `json:"to"`
	Positions int            `json:"positions"`
	Fights    int            `json:"fights"`
	Predicted float64        `json:"predicted"`
	Actual    agent.Interval `json:"actual"`
	OK        bool           `json:"ok"` // within 3 points, or the forecast lies in the interval
}

// tenthWithin is how far the mean forecast in a tenth may be off, in win chance.
const tenthWithin = 0.03

// judgeForecast judges one kind of forecast by how fights ended. A file has at most [EndedEach] positions of a fight,
// drawn from the beginnings of all its breaths or turns. Each of them stands for an equal part of these, so that every
// breath or turn counts once.
func judgeForecast(list []endedPosition, forecast func(endedPosition) float64) (x forecastFigure) {
	written := map[string]int{}
	for _, f := range list {
		written[f.fightName()]++
	}
	x.Tenths, x.Error, x.ErrorByChance = judgeTenths(list, forecast, func(f endedPosition) float64 {
		return float64(f.TurnsBegun) / float64(written[f.fightName()])
	})
	_, x.ErrorByFight, _ = judgeTenths(list, forecast, func(f endedPosition) float64 {
		return 1 / float64(written[f.fightName()])
	})
	for _, f := range list {
		off := f.Result - forecast(f)
		x.Brier += float64(off*off) / float64(written[f.fightName()]) / float64(len(written))
	}
	return x
}

// judgeTenths judges a forecast in each tenth of the scale. off is how far it is off, the mean over all tenths, and
// chance how far a forecast without error would be off by chance. The positions of one fight in a tenth are one sample,
// since their fight has one end.
func judgeTenths(list []endedPosition, forecast,
	weight func(endedPosition) float64) (tenths []forecastTenth, off, chance float64) {
	type fight struct{ off, weight float64 } // sums over its positions in a tenth
	type bin struct {
		forecastTenth
		weight float64
		place  map[string]int
		fights []fight
	}
	var bins [10]bin
	all := 0.0
	for _, f := range list {
		p, w := forecast(f), weight(f)
		bin := &bins[min(int(10*p), 9)]
		at, met := bin.place[f.fightName()]
		if !met {
			if at = len(bin.fights); at == 0 {
				bin.place = map[string]int{}
			}
			bin.place[f.fightName()], bin.fights = at, append(bin.fights, fight{})
		}
		bin.Positions++
		bin.weight += w
		bin.Predicted += float64(w * p)
		bin.Actual.Mean += float64(w * f.Result)
		bin.fights[at].off += float64(w * (f.Result - p))
		bin.fights[at].weight += w
		all += w
	}
	for i := range bins {
		bin := &bins[i]
		if bin.Positions == 0 {
			continue
		}
		bin.From, bin.To, bin.Fights = float64(i)/10, float64(i+1)/10, len(bin.fights)
		bin.Predicted /= bin.weight
		bin.Actual.Mean /= bin.weight
		mean, scatter := bin.Actual.Mean-bin.Predicted, 0.0
		for _, f := range bin.fights {
			d := f.off - float64(mean*f.weight)
			scatter += float64(d * d)
		}
		deviation := math.Sqrt(scatter) / bin.weight
		bin.Actual.Low, bin.Actual.High = max(0, bin.Actual.Mean-float64(1.96*deviation)),
			min(1, bin.Actual.Mean+float64(1.96*deviation))
		bin.OK = math.Abs(mean) <= tenthWithin || bin.Actual.Low <= bin.Predicted && bin.Predicted <= bin.Actual.High
		off += float64(math.Abs(mean)*bin.weight) / all
		chance += float64(math.Sqrt(2/math.Pi)*deviation*bin.weight) / all
		tenths = append(tenths, bin.forecastTenth)
	}
	return tenths, off, chance
}

// checkForecast judges the forecasts of one system, and the values of the search beside them, by how the fights ended
// and by playouts.
func checkForecast(system string, m agent.ForecastMap, list []endedPosition) forecastCheck {
	forecast := func(f endedPosition) float64 { return m.WinChance(f.ForecastFeatures) }
	search := func(f endedPosition) float64 { return f.Value }
	check := forecastCheck{System: system, Forecast: judgeForecast(list, forecast),
		Search: judgeForecast(list, search), Positions: len(list)}
	fights := map[string]bool{}
	var played []endedPosition
	mean := 0.0
	for _, f := range list {
		fights[f.fightName()] = true
		if f.Playouts == nil {
			continue
		}
		played = append(played, f)
		mean += f.Playouts.Mean
		check.Playouts += f.Playouts.Count
		if low, high := m.Range(m.WinChance(f.ForecastFeatures)); f.Playouts.Count >= rangePlayoutsLeast {
			check.Ranged++
			if low <= f.Playouts.Mean && f.Playouts.Mean <= high {
				check.InRange++
			}
		}
	}
	check.InRange /= float64(max(1, check.Ranged))
	check.Fights, check.PositionsPlayed = len(fights), len(played)
	if check.PositionsPlayed == 0 {
		return check
	}
	n := float64(check.PositionsPlayed)
	mean /= n
	// The expected Brier score against single playouts: bias² + variance, less what the error of the playouts' mean
	// adds to the square.
	brier := func(forecast func(endedPosition) float64) (sum float64) {
		for _, f := range played {
			off := f.Playouts.Mean - forecast(f)
			sum += (float64(off*off) + f.Playouts.Variance - f.Playouts.Variance/float64(f.Playouts.Count)) / n
		}
		return sum
	}
	check.ConstantBrier = brier(func(endedPosition) float64 { return mean })
	for _, f := range played {
		check.PlayoutsBrier += float64(f.Playouts.Variance*(1+1./200)) / n
	}
	check.Forecast.BrierPlayed, check.Search.BrierPlayed = brier(forecast), brier(search)
	skill := func(b float64) float64 {
		return (check.ConstantBrier - b) / (check.ConstantBrier - check.PlayoutsBrier)
	}
	check.Forecast.Skill, check.Search.Skill = skill(check.Forecast.BrierPlayed), skill(check.Search.BrierPlayed)
	return check
}

// What forecasts must keep to.
const (
	forecastErrorMost  = 0.03 // expected calibration error, in win chance, each breath or turn counting once
	fightsErrorMost    = 0.02 // the same, each fight counting once
	forecastSkillLeast = 0.4  // see forecastFigure.Skill
)

// isMet reports whether the forecasts keep to all of this.
func (c forecastCheck) isMet() bool {
	ok := c.Forecast.Error <= forecastErrorMost && c.Forecast.ErrorByFight <= fightsErrorMost &&
		(c.PositionsPlayed == 0 || c.Forecast.Skill >= forecastSkillLeast)
	for _, t := range c.Forecast.Tenths {
		ok = ok && t.OK
	}
	return ok
}

// bySystem returns the positions of all files by their systems.
func bySystem(files []EndedFile) map[string][]endedPosition {
	lists := map[string][]endedPosition{}
	for _, file := range files {
		for _, f := range file.List {
			lists[f.System] = append(lists[f.System], f)
		}
	}
	return lists
}

// CheckForecasts judges the forecasts of all systems, see checkForecast.
func CheckForecasts(files []EndedFile) forecastReport {
	r := forecastReport{Systems: []forecastCheck{}, Passed: true}
	lists := bySystem(files)
	for _, system := range slices.Sorted(maps.Keys(lists)) {
		m, _ := agent.Forecaster(system)
		c := checkForecast(system, m, lists[system])
		r.Systems, r.Passed = append(r.Systems, c), r.Passed && c.isMet()
	}
	return r
}

// FitForecasts fits the maps of all systems to the positions in files, and the spreads and ranges of these maps to
// those in played, which were played out. It returns the file that the program embeds.
func FitForecasts(files, played []EndedFile, command string) ([]byte, error) {
	out := agent.ForecastFile{Version: 1, Command: command, Systems: map[string]agent.ForecastMap{}}
	lists, judged := bySystem(files), bySystem(played)
	for _, system := range slices.Sorted(maps.Keys(lists)) {
		m, err := fitForecast(lists[system])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", system, err)
		}
		m.Spread = spreadOf(m, judged[system])
		m.RangeDeviations = rangeOf(m, judged[system])
		out.Systems[system] = m
	}
	data, err := strict.Encode(out)
	return append([]byte("# Maps from the values of a search to win chances: see package agent, forecast.go. Written by the command below.\n"), data...), err
}

// Sections returns the report in words.
func (r forecastReport) Sections() (list []Section) {
	for _, c := range r.Systems {
		s := Section{Title: c.System, Lines: []string{
			fmt.Sprintf("%d positions of %d fights; from %d of them %d further fights were fought.", c.Positions, c.Fights, c.PositionsPlayed, c.Playouts),
			fmt.Sprintf("Expected calibration error %.1f points, %.1f by fight (the search's value: %.1f and %.1f; without any error about %.1f by chance). Brier score %.4f (%.4f).",
				100*c.Forecast.Error, 100*c.Forecast.ErrorByFight, 100*c.Search.Error, 100*c.Search.ErrorByFight, 100*c.Forecast.ErrorByChance, c.Forecast.Brier, c.Search.Brier)},
			Head: []string{"forecast", "positions", "fights", "mean", "won", "95 % interval", ""}}
		if c.PositionsPlayed > 0 {
			s.Lines = append(s.Lines, fmt.Sprintf("Against playouts: the best constant forecast %.4f, the search's value %.4f, the forecast %.4f, 200 playouts %.4f. The forecast comes %.0f %% of the way from the constant to the playouts, the search's value %.0f %%.",
				c.ConstantBrier, c.Search.BrierPlayed, c.Forecast.BrierPlayed, c.PlayoutsBrier,
				100*c.Forecast.Skill, 100*c.Search.Skill))
		}
		if c.Ranged > 0 {
			s.Lines = append(s.Lines, fmt.Sprintf("Of %d positions that were each fought out %d times and more, the share won lies in the range of the forecast in %.0f %%.", c.Ranged, rangePlayoutsLeast, 100*c.InRange))
		}
		for _, t := range c.Forecast.Tenths {
			s.Rows = append(s.Rows, []string{fmt.Sprintf("%.0f to %.0f %%", 100*t.From, 100*t.To), fmt.Sprint(t.Positions), fmt.Sprint(t.Fights),
				fmt.Sprintf("%.1f %%", 100*t.Predicted), fmt.Sprintf("%.1f %%", 100*t.Actual.Mean),
				fmt.Sprintf("%.1f to %.1f", 100*t.Actual.Low, 100*t.Actual.High), text.Either(t.OK, "", "off")})
		}
		list = append(list, s)
	}
	return list
}
