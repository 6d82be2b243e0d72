package evals

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"kokyu/agent"
	"kokyu/rules/bitexact"
	"kokyu/rules/strict"
)

// fitForecast fits the map of one system to positions of fights: a logistic regression on [agent.ForecastTerms], drawn
// towards the system's own line where there are few positions to tell anything else. What is fitted so are random
// encounters and others that nobody ships; each built-in one is then fitted by itself, to its fights. Every fight
// weighs the same. The same positions give the same map on every processor.
func fitForecast(list []endedPosition) (agent.ForecastMap, error) {
	m := agent.ForecastMap{Positions: len(list), Terms: map[string]float64{}, Builtin: map[string]agent.ForecastOwn{}}
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
		if w, err = logistic(own, fights, func(f endedPosition) []float64 { return []float64{m.Plain(f.Prospect), 1} }); err != nil {
			return m, err
		}
		m.Builtin[name] = agent.ForecastOwn{Slope: fourPlaces(w[0]), Add: fourPlaces(w[1])}
	}
	return m, nil
}

// fourPlaces rounds a number for a file: what is fitted or played out knows no more.
func fourPlaces(x float64) float64 { return math.Round(1e4*x) / 1e4 }

// logistic fits a weight to each number that is known of a position, so that the logistic function of their sum
// predicts the result. fights has how many positions there are of each fight, by which they are weighed.
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

// Of the fit.
const (
	fitFightsLeast = 20  // fewer tell nothing
	fitSteps       = 12  // of Newton's method, which needs five
	fitPull        = 1.0 // how strongly a term is drawn to nothing, as the information of so much
)

// fightName names the fight of a position.
func (f endedPosition) fightName() string { return fmt.Sprintf("%s-%d", f.Encounter, f.Seed) }

// newtonStep makes one step of Newton's method for the penalized logistic regression: w are the weights, x what is
// known of each position, h and g the matrix of second derivatives and the gradient of the log-likelihood. The first
// term, the plain slope, is drawn to 1, the others to 0. Products are rounded by float64() before they are added, so
// that no processor fuses the two.
func newtonStep(w []float64, x [][]float64, weights []float64, list []endedPosition) error {
	n := len(w)
	h, g := make([][]float64, n), make([]float64, n)
	for k := range h {
		h[k] = make([]float64, n)
		h[k][k] = fitPull
		g[k] = float64(-fitPull * w[k])
	}
	g[0] += fitPull
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

// SolveSymmetric solves h x = g for a positive matrix of which the lower half is given, by Cholesky's decomposition.
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

// spreadOf returns how far the chances of positions that were played out lie from their forecasts: the standard
// deviation at an even forecast, with what the playouts scatter taken off.
func spreadOf(m agent.ForecastMap, list []endedPosition) float64 {
	var sum, n float64
	for _, f := range list {
		if f.Played == nil {
			continue
		}
		p := m.Of(f.Prospect)
		even := 4 * float64(p*(1-p))
		off := f.Played.Mean - p
		sum += float64(off*off) - f.Played.Variance/float64(f.Played.Fights)
		n += even
	}
	if n == 0 {
		return 0
	}
	return fourPlaces(math.Sqrt(max(0, sum/n)))
}

// withinPlayouts is how many fights of a position say what its chance is, for the range of a forecast.
const withinPlayouts = 20

// Of ranges: the share of positions whose chance they are to hold, and how sure that is to be of other positions than
// those it was fitted to. So many as there are do not tell it better: the share that held of 40 is off by 5 in 100 as
// often as not.
const (
	withinShare = 0.9
	withinSure  = 0.8
)

// rangeOf returns how many standard deviations from their forecasts the chances of 90 of 100 positions lie at most.
// What their playouts scatter themselves is not taken off: of 40 it widens the range by a tenth of a deviation at most.
func rangeOf(m agent.ForecastMap, list []endedPosition) float64 {
	var off []float64
	for _, f := range list {
		if p := m.Of(f.Prospect); f.Played != nil && f.Played.Fights >= withinPlayouts && m.Deviation(p) > 0 {
			off = append(off, math.Abs(f.Played.Mean-p)/m.Deviation(p))
		}
	}
	if len(off) == 0 {
		return 0
	}
	slices.Sort(off)
	return fourPlaces(off[leastHeld(len(off))-1])
}

// leastHeld returns how many of n positions a range must hold, so that one which holds no more than [withinShare] of
// all would hold so many by chance in at most one of five cases, see [withinSure].
func leastHeld(n int) int {
	const many = 5000 // of which chance hides little
	if n > many {
		return int(math.Ceil(float64(n) * withinShare))
	}
	p := 1.0 // of so many misses
	for range n {
		p *= withinShare
	}
	missed := 0
	for sum := p; sum <= 1-withinSure; sum += p {
		p = float64(p*float64(n-missed)*(1-withinShare)) / float64(float64(missed+1)*withinShare)
		missed++
	}
	return min(n, n-missed+1)
}

// forecastReport says how well forecasts come true.
type forecastReport struct {
	Command string          `json:"command,omitempty"`
	Systems []forecastCheck `json:"systems"`
	Passed  bool            `json:"passed"`
}

// forecastCheck is the forecasts of one system.
type forecastCheck struct {
	System    string         `json:"system"`
	Forecast  forecastFigure `json:"forecast"`
	Search    forecastFigure `json:"search"` // the same of the search's value
	Fights    int            `json:"fights"`
	Positions int            `json:"positions"`
	Played    int            `json:"played"` // positions that were played out
	Playouts  int            `json:"playouts"`
	Constant  float64        `json:"constant"`          // Brier score of the best constant forecast, on the positions played out
	PlayedOut float64        `json:"brier_of_playouts"` // and of 200 playouts of each
	Ranged    int            `json:"ranged"`            // positions that were played out often enough to say what their chance is
	Within    float64        `json:"within"`            // share of them whose chance lies in the range of the forecast
}

// forecastFigure is how well one forecast comes true.
type forecastFigure struct {
	Error  float64         `json:"calibration_error"` // expected: the mean distance of a tenth's forecast from its result, in win chance
	Chance float64         `json:"chance_error"`      // what that would be about if the forecast had no error
	Fights float64         `json:"calibration_error_by_fight"`
	Brier  float64         `json:"brier"`        // against how the fights ended, by fight
	Played float64         `json:"brier_played"` // against further fights from the positions played out
	Way    float64         `json:"way"`          // of the way from the best constant forecast to playouts
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

// tenthWithin is how far a tenth may be off, in win chance.
const tenthWithin = 0.03

// judgeForecast judges one forecast. Of a fight at most [EndedEach] positions are written, drawn from the beginnings of
// all its breaths or turns; each stands for an equal part of these, so that every breath or turn counts once.
func judgeForecast(list []endedPosition, of func(endedPosition) float64) (x forecastFigure) {
	drawn := map[string]int{}
	for _, f := range list {
		drawn[f.fightName()]++
	}
	x.Tenths, x.Error, x.Chance = judgeTenths(list, of, func(f endedPosition) float64 { return float64(f.Begins) / float64(drawn[f.fightName()]) })
	_, x.Fights, _ = judgeTenths(list, of, func(f endedPosition) float64 { return 1 / float64(drawn[f.fightName()]) })
	for _, f := range list {
		off := f.Result - of(f)
		x.Brier += float64(off*off) / float64(drawn[f.fightName()]) / float64(len(drawn))
	}
	return x
}

// judgeTenths judges the forecast of in each tenth of the scale, and returns how far it is off, the mean of all tenths,
// and how far a forecast without error would be by chance. The positions of one fight in a tenth are one sample, as
// they end alike.
func judgeTenths(list []endedPosition, of, weight func(endedPosition) float64) (tenths []forecastTenth, off, chance float64) {
	type fight struct{ off, weight float64 } // summed up over the positions of a tenth
	type bin struct {
		forecastTenth
		weight float64
		place  map[string]int
		fights []fight
	}
	var bins [10]bin
	all := 0.0
	for _, f := range list {
		p, w := of(f), weight(f)
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
		bin.Actual.Low, bin.Actual.High = max(0, bin.Actual.Mean-float64(1.96*deviation)), min(1, bin.Actual.Mean+float64(1.96*deviation))
		bin.OK = math.Abs(mean) <= tenthWithin || bin.Actual.Low <= bin.Predicted && bin.Predicted <= bin.Actual.High
		off += float64(math.Abs(mean)*bin.weight) / all
		chance += float64(math.Sqrt(2/math.Pi)*deviation*bin.weight) / all
		tenths = append(tenths, bin.forecastTenth)
	}
	return tenths, off, chance
}

// checkForecast judges the forecasts of one system, and the search's values beside them, by what became of positions.
func checkForecast(system string, m agent.ForecastMap, list []endedPosition) forecastCheck {
	forecast := func(f endedPosition) float64 { return m.Of(f.Prospect) }
	search := func(f endedPosition) float64 { return f.Value }
	check := forecastCheck{System: system, Forecast: judgeForecast(list, forecast), Search: judgeForecast(list, search), Positions: len(list)}
	fights := map[string]bool{}
	var played []endedPosition
	mean := 0.0
	for _, f := range list {
		fights[f.fightName()] = true
		if f.Played == nil {
			continue
		}
		played = append(played, f)
		mean += f.Played.Mean
		check.Playouts += f.Played.Fights
		if low, high := m.Range(m.Of(f.Prospect)); f.Played.Fights >= withinPlayouts {
			check.Ranged++
			if low <= f.Played.Mean && f.Played.Mean <= high {
				check.Within++
			}
		}
	}
	check.Within /= float64(max(1, check.Ranged))
	check.Fights, check.Played = len(fights), len(played)
	if check.Played == 0 {
		return check
	}
	n := float64(check.Played)
	mean /= n
	brier := func(of func(endedPosition) float64) (sum float64) {
		for _, f := range played { // without what the mean of the playouts itself scatters
			off := f.Played.Mean - of(f)
			sum += (float64(off*off) + f.Played.Variance - f.Played.Variance/float64(f.Played.Fights)) / n
		}
		return sum
	}
	check.Constant = brier(func(endedPosition) float64 { return mean })
	for _, f := range played {
		check.PlayedOut += float64(f.Played.Variance*(1+1./200)) / n
	}
	check.Forecast.Played, check.Search.Played = brier(forecast), brier(search)
	way := func(b float64) float64 { return (check.Constant - b) / (check.Constant - check.PlayedOut) }
	check.Forecast.Way, check.Search.Way = way(check.Forecast.Played), way(check.Search.Played)
	return check
}

// Bounds of what is asked of forecasts.
const (
	forecastErrorMost = 0.03 // expected calibration error, in win chance, each breath or turn counting once
	fightsErrorMost   = 0.02 // and each fight
	forecastWayLeast  = 0.4  // of the way from the best constant forecast to playouts
)

// isMet reports whether the forecasts keep to all bounds.
func (c forecastCheck) isMet() bool {
	ok := c.Forecast.Error <= forecastErrorMost && c.Forecast.Fights <= fightsErrorMost && (c.Played == 0 || c.Forecast.Way >= forecastWayLeast)
	for _, t := range c.Forecast.Tenths {
		ok = ok && t.OK
	}
	return ok
}

// bySystem sorts positions by their systems.
func bySystem(files []EndedFile) map[string][]endedPosition {
	lists := map[string][]endedPosition{}
	for _, file := range files {
		for _, f := range file.List {
			lists[f.System] = append(lists[f.System], f)
		}
	}
	return lists
}

// CheckForecasts judges the forecasts of all systems by what became of positions.
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

// FitForecasts fits the maps of all systems to files of positions, and their spreads to positions played out. It
// returns the file that the program embeds.
func FitForecasts(files, played []EndedFile, command string) ([]byte, error) {
	out := agent.ForecastFile{Version: 1, Command: command, Systems: map[string]agent.ForecastMap{}}
	lists, judged := bySystem(files), bySystem(played)
	for _, system := range slices.Sorted(maps.Keys(lists)) {
		m, err := fitForecast(lists[system])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", system, err)
		}
		m.Spread = spreadOf(m, judged[system])
		m.Within = rangeOf(m, judged[system])
		out.Systems[system] = m
	}
	data, err := strict.Encode(out)
	return append([]byte("# How often what a search sees is won: see package agent, forecast.go. Written by the command below.\n"), data...), err
}

// Sections returns the report in words.
func (r forecastReport) Sections() (list []Section) {
	for _, c := range r.Systems {
		s := Section{Title: c.System, Lines: []string{
			fmt.Sprintf("%d positions of %d fights; from %d of them %d further fights were fought.", c.Positions, c.Fights, c.Played, c.Playouts),
			fmt.Sprintf("Expected calibration error %.1f points, %.1f by fight (the search's value: %.1f and %.1f; without any error about %.1f by chance). Brier score %.4f (%.4f).",
				100*c.Forecast.Error, 100*c.Forecast.Fights, 100*c.Search.Error, 100*c.Search.Fights, 100*c.Forecast.Chance, c.Forecast.Brier, c.Search.Brier)},
			Head: []string{"forecast", "positions", "fights", "mean", "won", "95 % interval", ""}}
		if c.Played > 0 {
			s.Lines = append(s.Lines, fmt.Sprintf("Against playouts: the best constant forecast %.4f, the search's value %.4f, the forecast %.4f, 200 playouts %.4f. The forecast comes %.0f %% of the way from the constant to the playouts, the search's value %.0f %%.",
				c.Constant, c.Search.Played, c.Forecast.Played, c.PlayedOut, 100*c.Forecast.Way, 100*c.Search.Way))
		}
		if c.Ranged > 0 {
			s.Lines = append(s.Lines, fmt.Sprintf("Of %d positions that were each fought out %d times and more, the share won lies in the range of the forecast in %.0f %%.", c.Ranged, withinPlayouts, 100*c.Within))
		}
		for _, t := range c.Forecast.Tenths {
			ok := ""
			if !t.OK {
				ok = "off"
			}
			s.Rows = append(s.Rows, []string{fmt.Sprintf("%.0f to %.0f %%", 100*t.From, 100*t.To), fmt.Sprint(t.Positions), fmt.Sprint(t.Fights),
				fmt.Sprintf("%.1f %%", 100*t.Predicted), fmt.Sprintf("%.1f %%", 100*t.Actual.Mean), fmt.Sprintf("%.1f to %.1f", 100*t.Actual.Low, 100*t.Actual.High), ok})
		}
		list = append(list, s)
	}
	return list
}
