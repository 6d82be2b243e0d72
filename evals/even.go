package evals

import (
	"context"
	"fmt"
	"math"
	"slices"

	"kokyu/agent"
	"kokyu/rules/dice"
	"kokyu/rules/text"
	"kokyu/search"
)

// evenSeries measures whether random encounters that a search found even are even. It draws them as kokyu new does, and
// lets an agent fight itself in each with other dice than those by which they were found.
var evenSeries = Series{Name: "even", Of: "system", Short: "Measure whether even encounters are won by either side",
	HelpValues: []any{100 * agent.EvenWithin[0], 100 * agent.EvenWithin[1], agent.ForecastNodes, partsHelp},
	Asks: []ownFlag{{"count", "`N` encounters of each system", 20, 1, 1000}, {"fights", "`N` fights in each", 100, 2, 10_000},
		{Name: "quick", Help: "measure encounters that are level by the estimate alone"}},
	Nodes: agent.ForecastNodes, RandomSeeds: true, ReportPath: "evals/reports/even.jsonl", take: takeEven}

// evenFight is one encounter, drawn and fought out.
type evenFight struct {
	System string  `json:"system"`
	Seed   uint64  `json:"seed"`
	Sides  [2]int  `json:"sides"`
	Tried  int     `json:"tried"`  // encounters that were fought out to find it
	Played int     `json:"played"` // fights of all of these
	Found  float64 `json:"found"`  // what the first side won when it was found, 0 to 1
	Win    float64 `json:"win"`    // what the first side wins, a draw half a win
	Draws  int     `json:"draws"`
}

// evenReport is what was found. It contains no times.
type evenReport struct {
	Command string      `json:"command"`
	Agent   string      `json:"agent"`
	First   uint64      `json:"first"`
	Count   int         `json:"count"`
	Each    int         `json:"fights_each"`
	Plain   bool        `json:"plain"` // level by the estimate alone: with --quick
	Systems []evenSum   `json:"systems"`
	Fights  []evenFight `json:"encounters"`
	Partial bool        `json:"partial"`
}

// evenSum is the figures of the encounters of one system.
type evenSum struct {
	System string `json:"system"`
	Count  int    `json:"encounters"`
	Within int    `json:"within"` // of them that were won as often as even ones are, as measured
	// Spread is the standard deviation of the true chance about a half: the noise of the fights is taken away.
	Spread float64 `json:"spread"`
	// Likely is the share of encounters within by that spread, if the chances are normally distributed.
	Likely float64 `json:"likely"`
	Drawn  float64 `json:"drawn"`     // share of fights that are drawn
	Idle   int     `json:"idle"`      // encounters with more draws than wins
	Tried  float64 `json:"tried"`     // encounters fought out to find one, the mean
	Played float64 `json:"played"`    // fights for that, the mean
	Worst  float64 `json:"worst_win"` // the measured share that is farthest from a half
}

// takeEven draws encounters and fights each of them out.
func takeEven(ctx context.Context, q Question) (Finding, error) {
	mind, systems := &agent.Search{Limits: search.Limits{Nodes: q.Nodes}}, q.systems()
	report := evenReport{Command: q.line(), Agent: mind.String(), First: q.Seed, Count: q.Count, Each: q.Fights,
		Plain: q.Quick, Fights: []evenFight{}}
	all := q.Count * len(systems)
	err := sampled(ctx, q, "encounters", all, func() func(int) (evenFight, error) {
		return func(k int) (evenFight, error) {
			// Systems take turns, so that a run that was stopped has about as many encounters of each.
			return q.fightEven(ctx, mind, systems[k%len(systems)], q.Seed+uint64(k/len(systems)))
		}
	}, func(_ int, f evenFight) { report.Fights = append(report.Fights, f) })
	report.Partial = err != nil
	report.Systems = mapped(systems, report.sumUp)
	found := Finding{Report: report, Measured: len(report.Fights) > 0, StoppedAfter: fmt.Sprintf("after %d of %d encounters", len(report.Fights), all), Log: q.logLine(q.Count, report.Partial)}
	found.Log.Agent, found.Log.Systems = report.Agent, report.Systems
	if q.series.IsReported(q) && !report.Passed() {
		found.Unmet = "not all that is asked of even encounters is met"
	}
	return found, err
}

// fightEven draws the encounter of a seed and fights it out.
func (q Question) fightEven(ctx context.Context, mind agent.Agent, system string,
	seed uint64) (found evenFight, err error) {
	found = evenFight{System: system, Seed: seed}
	var e agent.Even
	if q.Quick {
		e.Text, e.Fight, err = q.Catalogue.DrawEncounter(system, seed)
	} else {
		e, err = q.Catalogue.DrawEven(ctx, system, seed, 1, nil)
	}
	if err != nil {
		return found, err
	}
	for _, who := range e.Fight.Roster() {
		found.Sides[who.Side]++
	}
	found.Tried, found.Played, found.Found = e.EncountersTried, e.FightsPlayed, e.Win
	// A stream of its own: with the dice by which the encounter was found it would look more even than it is.
	own := uint64(dice.Stream{Seed: seed, Name: "even fights of " + system}.Rand(0).Uint32()) + 1
	t, err := agent.Match{Fight: e.Fight, Agents: [2]agent.Agent{mind, mind}, Count: q.Fights, Seed: own, Cores: 1}.Play(ctx)
	found.Win, found.Draws = t.Side.Mean, t.Draws
	return found, err
}

// sumUp makes the figures of a system. The variance of the measured shares is that of the true chances plus that of the
// fights' noise, so the spread is what is left without the noise. The noise of a share p of n fights is p(1-p)/(n-1),
// less a quarter of the share of draws, since a draw scatters half as far.
func (r evenReport) sumUp(system string) evenSum {
	s := evenSum{System: system, Worst: 0.5}
	square, noise := 0., 0.
	for _, f := range r.Fights {
		if f.System != system {
			continue
		}
		s.Count++
		if agent.EvenWithin[0] <= f.Win && f.Win <= agent.EvenWithin[1] {
			s.Within++
		}
		drawn := float64(f.Draws) / float64(r.Each)
		square += float64((f.Win - 0.5) * (f.Win - 0.5))
		noise += (float64(f.Win*(1-f.Win)) - drawn/4) / float64(r.Each-1)
		if f.Draws > r.Each-f.Draws {
			s.Idle++
		}
		s.Drawn, s.Tried, s.Played = s.Drawn+drawn, s.Tried+float64(f.Tried), s.Played+float64(f.Played)
		if math.Abs(f.Win-0.5) > math.Abs(s.Worst-0.5) {
			s.Worst = f.Win
		}
	}
	if s.Count == 0 {
		return s
	}
	n := float64(s.Count)
	s.Drawn, s.Tried, s.Played = s.Drawn/n, s.Tried/n, s.Played/n
	s.Spread, s.Likely = math.Sqrt(max(0, square/n-noise/n)), 1
	if s.Spread > 0 {
		s.Likely = math.Erf((agent.EvenWithin[1] - 0.5) / s.Spread / math.Sqrt2)
	}
	return s
}

// evenLeast is the share of encounters that is asked to be even.
const evenLeast = 0.95

// Passed reports whether all is met that is asked of each system.
func (r evenReport) Passed() bool {
	return !slices.ContainsFunc(r.Systems, func(s evenSum) bool {
		return float64(s.Within) < float64(evenLeast*float64(s.Count)) || s.Idle > 0
	})
}

// Sections returns the report in words, in order.
func (r evenReport) Sections() []Section {
	what := text.Either(r.Plain, "encounters that are level by the estimate alone",
		"encounters that were fought out and found even")
	first := Section{Title: "Are even encounters even?", Lines: []string{
		fmt.Sprintf("Random %s, seeds %d to %d of each system, %d fights in each of %s against itself with dice of their own.",
			what, r.First, r.First+uint64(r.Count)-1, r.Each, r.Agent),
		fmt.Sprintf("Within are those that the first side wins %.0f to %.0f %% of the time, as measured; the noise of the fights puts some outside that are not. The spread of the true chances about a half is what is left of the spread that was measured when that noise is taken away, and likely is the share within by it, were the chances normally distributed. Asked are %.0f %% within, and none of which most fights are drawn.", 100*agent.EvenWithin[0], 100*agent.EvenWithin[1], 100*evenLeast)},
		Head: []string{"system", "encounters", "within", "spread", "likely", "farthest", "draws", "mostly drawn",
			"tried for one", "fights for one"}}
	if r.Command != "" {
		first.Lines = append(first.Lines, "Made by: "+r.Command)
	}
	if r.Partial {
		first.Lines = append([]string{"Stopped: the figures are of what was done."}, first.Lines...)
	}
	for _, s := range r.Systems {
		first.Rows = append(first.Rows, []string{s.System, fmt.Sprint(s.Count), fmt.Sprint(s.Within),
			fmt.Sprintf("%.3f", s.Spread), fmt.Sprintf("%.0f %%", 100*s.Likely),
			fmt.Sprintf("%.2f", s.Worst), fmt.Sprintf("%.1f %%", 100*s.Drawn), fmt.Sprint(s.Idle), fmt.Sprintf("%.1f", s.Tried),
			fmt.Sprintf("%.0f", s.Played)})
	}
	return []Section{first, {Title: "Each encounter", Head: []string{"encounter", "sides", "won when found", "won", "draws"},
		Rows: mapped(r.Fights, func(f evenFight) []string {
			return []string{fmt.Sprintf("%s %d", f.System, f.Seed), fmt.Sprintf("%d : %d", f.Sides[0], f.Sides[1]), fmt.Sprintf("%.2f", f.Found),
				fmt.Sprintf("%.2f", f.Win), fmt.Sprint(f.Draws)}
		})}}
}
