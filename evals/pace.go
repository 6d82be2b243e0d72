package evals

import (
	"context"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// paceMeans explains the figures of [paceReport] in reports.
const paceMeans = "Undecided fights end with time and nobody has won. Of the breaths and turns that are told, held ones only keep something ready or let others go first; " +
	"idle ones do nothing or change place, with a foe within a blow's reach all the while, or back to where they came from. What a system does not have is not measured"

// paceReport is how long fights of an agent against itself are and how much of them only waits, see [paceMeans].
type paceReport struct {
	Encounters []paceRow `json:"encounters"`
	All        paceRow   `json:"all"` // every fight weighs the same, and every stretch
	played     []fightPace
}

// paceRow is the pace of the fights of one encounter, or of all. Shares run from 0 to 1. A share that a system cannot
// have is null: one without moves, for example, has no idle ones.
type paceRow struct {
	Encounter string         `json:"encounter"`
	Fights    int            `json:"fights"`
	Undecided float64        `json:"undecided"` // share of the fights that only time has ended, and nobody has won
	Stretches int            `json:"stretches"` // breaths or turns with a decision, waiting and closing included
	Held      *float64       `json:"held"`      // share of the stretches that only reserve or wait
	Idle      *float64       `json:"idle"`      // share of the stretches that do nothing or pace
	Rounds    agent.Interval `json:"rounds"`
	duel      bool           // one against one
}

// fightPace is the pace of one fight.
type fightPace struct {
	Encounter string `json:"encounter"`
	Rounds    int    `json:"rounds"`
	Undecided bool   `json:"undecided"`
	Stretches int    `json:"stretches"`
	Held      int    `json:"held"`
	Idle      int    `json:"idle"`
}

// stretch is one breath or turn, as far as a record tells it in one line.
type stretch struct {
	seat       string   // whose it is; empty between two
	decided    bool     // something was decided in it
	held       bool     // every decision so far kept something ready, waited or did nothing
	still      bool     // every decision so far moved or did nothing
	reached    bool     // a foe was in reach before it changed place
	returned   bool     // it came to a place it had left
	placesLeft []string // the places that it has left
}

// paceWatcher follows a fight and counts its stretches.
type paceWatcher struct {
	about   book.About
	heads   []rules.Head // the events with which a breath, turn or answer begins in a record
	current stretch      // the stretch under way
	pace    *fightPace   // what is counted
}

// paceJobs are fights whose pace is measured. Files of results call them course.
var paceJobs = fightJobs[fightPace]{"course", (*judgedAgent).playForPace}

// playForPace plays one fight and measures its pace. What is legal has to be looked at before each step, since a record
// says only what was done.
func (m *judgedAgent) playForPace(ctx context.Context, e Encounter, seed uint64) (pace fightPace, err error) {
	pace.Encounter = e.Name
	f := e.start(seed).Again(seed)
	seats, err := agent.AssignAgents(f.Roster(), m.agent, nil)
	if err != nil {
		return pace, err
	}
	watcher := paceWatcher{about: agent.AboutFight(f), heads: agent.Dialect(f.Header().System).Heads, pace: &pace}
	turn, options := f.Turn(), f.Options() // before each step
	err = agent.Run(ctx, f, seats, func(step rules.Step) error {
		watcher.addStep(step, turn.Begins, options, slices.ContainsFunc(options, func(o fight.Option) bool {
			isFoe := o.At != rules.Nobody && f.Side(o.At) != f.Side(turn.Seat)
			return isFoe && !slices.Contains(watcher.about.MovePhases, o.Phase)
		}))
		turn, options = f.Turn(), f.Options()
		return nil
	})
	if err != nil {
		return pace, fmt.Errorf("%s-%d: %w", e.Name, seed, err)
	}
	watcher.closeStretch()
	pace.Rounds = f.Round()
	return pace, nil
}

// addStep adds one step. begins says whether a breath or turn began with it, options what was legal before it, reached
// whether whoever decided could do something to a foe.
func (w *paceWatcher) addStep(s rules.Step, begins bool, options []fight.Option, reached bool) {
	decided := func() { w.addDecision(s, options, reached) }
	followStep(w.heads, s, begins, len(options) > 0, decided, func(e rules.Event, head *rules.Head) {
		if head != nil {
			w.closeStretch()
			if beginsStretch(head) {
				w.current = stretch{seat: e.Seat, held: true, still: true}
			}
		}
		switch {
		case e.Kind == "move" && e.Seat == w.current.seat:
			w.current.returned = w.current.returned || slices.Contains(w.current.placesLeft, e.To)
			w.current.placesLeft = append(w.current.placesLeft, e.From)
		case e.Kind == "end":
			w.pace.Undecided = e.Seat == "" && slices.Contains(w.about.TimeoutReasons, e.What)
		}
	})
}

// addDecision adds a decision to the stretch of its seat. Answers to others are no part of it.
func (w *paceWatcher) addDecision(s rules.Step, options []fight.Option, reached bool) {
	if w.current.seat == "" || s.Seat != w.current.seat {
		return
	}
	phase := options[slices.IndexFunc(options, func(o fight.Option) bool { return o.Words == s.Do })].Phase
	idle := slices.Contains(w.about.IdleDecisions, s.Do)
	w.current.decided = true
	w.current.reached = w.current.reached || reached && len(w.current.placesLeft) == 0
	w.current.held = w.current.held && (idle || slices.Contains(w.about.HoldPhases, phase))
	w.current.still = w.current.still && (idle || slices.Contains(w.about.MovePhases, phase))
}

// closeStretch counts the stretch under way, if anything was decided in it.
func (w *paceWatcher) closeStretch() {
	s := w.current
	w.current = stretch{}
	if !s.decided {
		return
	}
	w.pace.Stretches++
	if s.held {
		w.pace.Held++
	}
	if s.still && (s.reached || s.returned) {
		w.pace.Idle++
	}
}

// measurePace plays fights of every encounter.
func (r *Run) measurePace(ctx context.Context, a agent.Agent) (*paceReport, error) {
	played, err := takeFights(ctx, r, a, "pace", paceJobs)
	if len(played) == 0 {
		return nil, err
	}
	return new(sumPace(r.Suite.Encounters, played)), err
}

// sumPace sums fights up by encounter, and all together.
func sumPace(encounters []Encounter, list []fightPace) (p paceReport) {
	systems := map[string]book.About{}
	for _, e := range encounters {
		systems[e.Name] = agent.AboutFight(e.Fights[0])
		own := text.Keep(list, func(c fightPace) bool { return c.Encounter == e.Name })
		g := paceRowOf(e.Name, own, systems)
		g.duel = len(e.Fights[0].Roster()) == 2
		p.Encounters = append(p.Encounters, g)
	}
	p.All, p.played = paceRowOf("all", list, systems), list
	return p
}

// paceRowOf sums fights up. A figure that some systems cannot have is a share of the fights of the others.
func paceRowOf(name string, list []fightPace, systems map[string]book.About) paceRow {
	row := paceRow{Encounter: name, Fights: len(list)}
	var rounds []float64
	var held, heldOf, idle, idleOf int
	for _, c := range list {
		rounds = append(rounds, float64(c.Rounds))
		row.Stretches += c.Stretches
		if c.Undecided {
			row.Undecided += 1 / float64(len(list))
		}
		about := systems[c.Encounter]
		if about.HoldPhases != nil {
			held, heldOf = held+c.Held, heldOf+c.Stretches
		}
		if about.MovePhases != nil {
			idle, idleOf = idle+c.Idle, idleOf+c.Stretches
		}
	}
	row.Rounds, row.Held, row.Idle = agent.IntervalOf(rounds), shareOf(held, heldOf), shareOf(idle, idleOf)
	return row
}

// shareOf returns n as a share of all; nil if all is 0.
func shareOf(n, all int) *float64 {
	if all == 0 {
		return nil
	}
	return new(float64(n) / float64(all))
}

// largest returns the largest figure of some rows, of those that have it; 0 if none does.
func largest(rows []paceRow, figure func(paceRow) *float64) (most float64) {
	for _, g := range rows {
		if x := figure(g); x != nil {
			most = max(most, *x)
		}
	}
	return most
}

// shortest returns the fewest rounds that an encounter of more than two combatants takes on average. Duels may be
// short; if there are only duels it is the average of the longest.
func (p paceReport) shortest() float64 {
	least := largest(p.Encounters, func(g paceRow) *float64 { return &g.Rounds.Mean })
	for _, g := range p.Encounters {
		if !g.duel {
			least = min(least, g.Rounds.Mean)
		}
	}
	return least
}

// sections returns the pace as a part of a report.
func (p *paceReport) sections(agentName string) []Section {
	return []Section{{Title: "Pace of " + agentName, Lines: []string{paceMeans + "."},
		Head: []string{"encounter", "fights", "undecided", "stretches", "held", "idle", "rounds", "95 % interval"},
		Rows: mapped(append(slices.Clone(p.Encounters), p.All), func(g paceRow) []string {
			return []string{g.Encounter, fmt.Sprint(g.Fights), percent(g.Undecided), fmt.Sprint(g.Stretches), percentIf(g.Held), percentIf(g.Idle),
				fmt.Sprintf("%.2f", g.Rounds.Mean), fmt.Sprintf("%.2f to %.2f", g.Rounds.Low, g.Rounds.High)}
		})}}
}
