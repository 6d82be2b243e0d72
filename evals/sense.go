package evals

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// senseSeries plays fights of the search against itself and counts the decisions that would look absurd to a player, by
// the rules of [senseRules].
var senseSeries = Series{Name: "sense", Of: "encounter", Usual: senseEncounters(), Short: "Count decisions that look absurd to a player",
	HelpValues: []any{senseNodes},
	Flags: []ownFlag{{"count", "`N` fights on each encounter that is not random", 4, 1, 1000},
		{"level", "the search plays at level `N`, which limits --nodes; 0: as well as can be", 0, 0, book.LevelMax}}, Nodes: senseNodes, take: takeSense}

// senseNodes is the budget of a decision without --nodes. It is enough to see what a search does, and two hundred
// fights take only minutes.
const senseNodes = 1000

// senseEncounters returns the names of two hundred random encounters, shared out evenly among the systems. Their seeds
// are from reportFrom on, so that nothing was fitted to them.
func senseEncounters() (names []string) {
	const all = 200
	systems := agent.Systems()
	for i, system := range systems {
		// Shares of all that differ by one at most and add up to it, whatever the number of systems.
		n := all*(i+1)/len(systems) - all*i/len(systems)
		names = append(names, fmt.Sprintf("random %s %d..%d", system, reportFrom, reportFrom+n-1))
	}
	return names
}

// senseReport is what looked absurd in the fights. It contains no times.
type senseReport struct {
	Encounters  []string      `json:"encounters"`
	Agent       string        `json:"agent"`
	Nodes       int           `json:"nodes"`
	Seed        uint64        `json:"seed"`
	PerFight    int           `json:"count"`
	Rules       []senseRule   `json:"rules"`
	Systems     []senseSystem `json:"systems"`
	Absurdities []absurdity   `json:"absurdities"`
	line        string        // the command that makes it again
}

// senseSystem is how much was played of a system.
type senseSystem struct {
	System    string `json:"system"`
	Fights    int    `json:"fights"`
	Stretches int    `json:"stretches"` // breaths or turns with a decision
	Decisions int    `json:"decisions"` // in them, between two options or more
}

// takeSense plays the fights and counts what the onlooker finds.
func takeSense(ctx context.Context, q Question) (Finding, error) {
	strongest := &agent.Search{Limits: search.Limits{Nodes: q.Nodes}}
	mind := agent.WithCharacter(strongest, book.Character{Level: q.Level}).(*agent.Search)
	report := senseReport{Encounters: q.Names, Agent: mind.String(), Nodes: mind.Limits.Nodes, Seed: q.Seed,
		PerFight: q.Count, Rules: senseRules, Absurdities: []absurdity{}, line: q.line()}
	type one struct {
		e    Encounter
		seed uint64
	}
	var all []one
	for _, e := range q.Encounters {
		first, n := q.Seed, q.Count
		if IsRandomName(e.Name) { // every seed is fought once
			first, n = e.first, len(e.Fights)
		}
		for k := range n {
			all = append(all, one{e, first + uint64(k)})
		}
	}
	report.Systems = mapped(agent.Systems(), func(system string) senseSystem { return senseSystem{System: system} })
	taken := 0
	err := sampled(ctx, q, "fights", len(all), func() func(k int) (senseFight, error) {
		return func(k int) (senseFight, error) { return senseOne(ctx, mind, all[k].e, all[k].seed) }
	}, func(_ int, f senseFight) {
		i := slices.IndexFunc(report.Systems, func(t senseSystem) bool { return t.System == f.System })
		t := &report.Systems[i]
		t.Fights, t.Stretches, t.Decisions, taken = t.Fights+1, t.Stretches+f.Stretches, t.Decisions+f.Decisions, taken+1
		report.Absurdities = append(report.Absurdities, f.Found...)
	})
	report.Systems = slices.DeleteFunc(report.Systems, func(t senseSystem) bool { return t.Fights == 0 })
	return Finding{Report: report, Measured: taken > 0, StoppedAfter: fmt.Sprintf("after %d of %d fights", taken, len(all))}, err
}

// senseOne plays one fight and watches it. A breath or turn is judged when the next decision is to be made, or at the
// end of the fight, since only then it can be seen what came of it.
func senseOne(ctx context.Context, mind *agent.Search, e Encounter, seed uint64) (senseFight, error) {
	f := e.start(seed).Again(seed)
	system := f.Header().System
	watcher := onlooker{f: f, about: agent.AboutFight(f), heads: agent.Dialect(system).Heads, goal: f.Scenery().Goal,
		lastTurn: map[rules.Seat][]seenDecision{},
		common:   absurdity{System: system, Encounter: e.Name, Seed: seed}, tally: senseFight{System: system}}
	var next *seenDecision // the decision of the step that is played next
	begins := false        // whether a breath or turn begins with it
	err := fightOn(ctx, f, func(int, []fight.Option) (rules.Action, error) {
		v, err := agent.Look(f)
		if err != nil {
			return rules.Action{}, err
		}
		watcher.judgeClosed(&v)
		a, r, err := mind.Decide(ctx, v)
		if err == nil {
			next, begins = new(watcher.observe(v, r, a)), f.Turn().Begins
		}
		return a, err
	}, func(step rules.Step) error {
		watcher.addStep(step, begins, next)
		// A throw may follow, for which nobody decides: it must not be counted to this decision again.
		next, begins = nil, false
		return nil
	})
	if err != nil {
		return watcher.tally, fmt.Errorf("%s, seed %d: %w", e.Name, seed, err)
	}
	watcher.closeTurn()
	watcher.judgeClosed(nil)
	return watcher.tally, nil
}

// eachMost is how many absurdities a report for people lists; --json lists all.
const eachMost = 100

// Sections returns the report for people.
func (s senseReport) Sections() []Section {
	fights, stretches := 0, 0
	count := Section{Title: "What looks absurd", Head: []string{"rule"}}
	for _, t := range s.Systems {
		fights, stretches = fights+t.Fights, stretches+t.Stretches
		count.Head = append(count.Head, t.System)
	}
	count.Head = append(count.Head, "all", "in 100 breaths or turns")
	count.Lines = []string{
		fmt.Sprintf("%d fights of %s against itself, with %d breaths and turns; counted is what these rules name.", fights, s.Agent, stretches),
		"Made by: " + s.line}
	sum := make([]int, len(s.Systems)+1)
	row := func(name string, n []int) {
		cells := append([]string{name}, mapped(n, func(k int) string { return fmt.Sprint(k) })...)
		count.Rows = append(count.Rows, append(cells, fmt.Sprintf("%.2f",
			100*float64(n[len(n)-1])/float64(max(1, stretches)))))
	}
	checklist := Section{Title: "The checklist"}
	for _, r := range s.Rules {
		n := make([]int, len(s.Systems)+1)
		for _, a := range s.Absurdities {
			if a.Rule == r.Name {
				n[slices.IndexFunc(s.Systems, func(t senseSystem) bool { return t.System == a.System })]++
				n[len(n)-1]++
			}
		}
		for i := range n {
			sum[i] += n[i]
		}
		row(r.Name, n)
		checklist.Lines = append(checklist.Lines, r.Name+": "+r.Says+".")
	}
	row("all", sum)
	each := Section{Title: "Each of them", Head: []string{"rule", "fight", "round", "who", "what", "why"}}
	if len(s.Absurdities) > eachMost {
		each.Title = fmt.Sprintf("The first %d of them", eachMost)
	}
	for _, a := range s.Absurdities[:min(len(s.Absurdities), eachMost)] {
		each.Rows = append(each.Rows, []string{a.Rule, fmt.Sprintf("%s, seed %d", a.Encounter, a.Seed),
			fmt.Sprint(a.Round), a.Seat, a.Did, a.Why})
	}
	return []Section{count, checklist, each}
}
