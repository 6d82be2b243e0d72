package evals

import (
	"context"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
)

// paceMeans explains the figures of [pace] in reports.
const paceMeans = "Undecided fights end with time and nobody has won. Of the breaths and turns that are told, held ones only keep something ready or let others go first; " +
	"idle ones do nothing or change place, with a foe within a blow's reach all the while, or back to where they came from. What a system does not have is not measured"

// pace measures the length of fights of an agent against itself, and how much of them only waits.
type pace struct {
	Encounters []going `json:"encounters"`
	All        going   `json:"all"` // every fight weighs the same, and every stretch
}

// going is the pace of the fights of one encounter. Shares run from 0 to 1; those that a system does not have are null.
type going struct {
	Encounter string         `json:"encounter"`
	Fights    int            `json:"fights"`
	Undecided float64        `json:"undecided"` // share of the fights that only time has ended, and nobody has won
	Stretches int            `json:"stretches"` // breaths or turns with a decision, waiting and closing included
	Held      *float64       `json:"held"`      // share of the stretches that only reserve or wait
	Idle      *float64       `json:"idle"`      // share of the stretches that do nothing or pace
	Rounds    agent.Interval `json:"rounds"`
	duel      bool           // one against one
}

// fightCourse is the pace of one fight: a sample of the run's log.
type fightCourse struct {
	ID        string `json:"id"` // "encounter-seed"
	Encounter string `json:"encounter"`
	Seed      uint64 `json:"seed"`
	Rounds    int    `json:"rounds"`
	Undecided bool   `json:"undecided"`
	Stretches int    `json:"stretches"`
	Held      int    `json:"held"`
	Idle      int    `json:"idle"`
}

// stretch is the breath or turn under way, told as one line.
type stretch struct {
	seat    string
	decided bool
	held    bool // by every decision so far
	still   bool // only places have changed so far
	reached bool // a foe was in reach before it changed place
	back    bool // it came to a place it had left
	left    []string
}

// watcher follows a fight stretch by stretch.
type watcher struct {
	about  book.About
	heads  []rules.Head
	now    stretch
	course *fightCourse
}

// course plays one fight and watches it.
func (m *judgedAgent) course(ctx context.Context, e Encounter, seed uint64) (c fightCourse, err error) {
	c = fightCourse{ID: fmt.Sprintf("%s-%d", e.Name, seed), Encounter: e.Name, Seed: seed}
	f := e.begin(seed).Again(seed)
	seats, err := agent.Seat(f.Roster(), m.agent, nil)
	if err != nil {
		return c, err
	}
	w := watcher{about: agent.Of(f), heads: agent.Dialect(f.Header().System).Heads, course: &c}
	for range agent.StepsMax {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		turn, options, reached := f.Turn(), f.Options(), false
		if turn.Kind == rules.Over {
			w.close()
			c.Rounds = f.Round()
			return c, nil
		}
		for _, o := range options {
			reached = reached || o.At != rules.Nobody && f.Side(o.At) != f.Side(turn.Seat) && !slices.Contains(w.about.MovePhases, o.Phase)
		}
		step, err := agent.Next(ctx, f, seats)
		if err != nil {
			return c, err
		}
		w.step(step, turn.Begins, options, reached)
	}
	return c, fmt.Errorf("%s has not ended after %d steps", c.ID, agent.StepsMax)
}

// step takes one step: where a decision begins its seat's stretch the event that says so comes before it, all others come
// after what was decided.
func (w *watcher) step(s rules.Step, begins bool, options []fight.Option, reached bool) {
	decided := func() { w.decision(s, options, reached) }
	follow(w.heads, s, begins, len(options) > 0, decided, func(e rules.Event, head *rules.Head) {
		if head != nil {
			w.close()
			if opens(head) {
				w.now = stretch{seat: e.Seat, held: true, still: true}
			}
		}
		switch {
		case e.Kind == "move" && e.Seat == w.now.seat:
			w.now.back = w.now.back || slices.Contains(w.now.left, e.To)
			w.now.left = append(w.now.left, e.From)
		case e.Kind == "end":
			w.course.Undecided = e.Seat == "" && slices.Contains(w.about.TimeoutReasons, e.What)
		}
	})
}

// follow goes through the events of a step, each with its head if it has one. The decision of the step, if it waits, comes before
// the first head that is not the beginning of its own seat's breath or turn, else at the end.
func follow(heads []rules.Head, s rules.Step, begins, waits bool, decided func(), each func(e rules.Event, head *rules.Head)) {
	for _, e := range s.Events {
		var head *rules.Head
		if i := slices.IndexFunc(heads, func(h rules.Head) bool { return h.Kind == e.Kind }); i >= 0 {
			head = &heads[i]
		}
		if head != nil && waits && !(begins && e.Seat == s.Seat) {
			decided()
			waits = false
		}
		each(e, head)
	}
	if waits {
		decided()
	}
}

// opens reports whether a breath or turn begins with a head.
func opens(head *rules.Head) bool {
	return head.As == rules.FormPaid || head.As == rules.FormWord || head.As == rules.FormNamed
}

// decision adds a decision to the stretch of its seat; answers in another's are no part of it.
func (w *watcher) decision(s rules.Step, options []fight.Option, reached bool) {
	if w.now.seat == "" || s.Seat != w.now.seat {
		return
	}
	phase := options[slices.IndexFunc(options, func(o fight.Option) bool { return o.Words == s.Do })].Phase
	idle := slices.Contains(w.about.IdleDecisions, s.Do)
	w.now.decided = true
	w.now.reached = w.now.reached || reached && len(w.now.left) == 0
	w.now.held = w.now.held && (idle || slices.Contains(w.about.HoldPhases, phase))
	w.now.still = w.now.still && (idle || slices.Contains(w.about.MovePhases, phase))
}

// close counts the stretch under way, if anything was decided in it.
func (w *watcher) close() {
	s := w.now
	w.now = stretch{}
	if !s.decided {
		return
	}
	w.course.Stretches++
	if s.held {
		w.course.Held++
	}
	if s.still && (s.reached || s.back) {
		w.course.Idle++
	}
}

// pace plays fights of every encounter.
func (r *Run) pace(ctx context.Context, a agent.Agent, found *agentReport) error {
	var err error
	found.courses, err = takeSamples(ctx, r, a, "pace", r.Suite.Fights*len(r.Suite.Encounters), courseJobs.bench(ctx, r.ownFights(a)),
		func(line *sampleLine, c *fightCourse) { line.Course = c })
	if len(found.courses) > 0 {
		found.Pace = new(r.Suite.paceOf(found.courses))
	}
	return err
}

// paceOf sums courses up, encounter by encounter.
func (s *Suite) paceOf(list []fightCourse) (p pace) {
	systems := map[string]book.About{}
	for _, e := range s.Encounters {
		systems[e.Name] = agent.Of(e.Fight)
		own := slices.DeleteFunc(slices.Clone(list), func(c fightCourse) bool { return c.Encounter != e.Name })
		g := goingOf(e.Name, own, systems)
		g.duel = len(e.Fight.Roster()) == 2
		p.Encounters = append(p.Encounters, g)
	}
	p.All = goingOf("all", list, systems)
	return p
}

// goingOf sums courses up; of what some systems do not have only the others' fights count.
func goingOf(name string, list []fightCourse, systems map[string]book.About) going {
	g := going{Encounter: name, Fights: len(list)}
	var rounds []float64
	var held, heldOf, idle, idleOf int
	for _, c := range list {
		rounds = append(rounds, float64(c.Rounds))
		g.Stretches += c.Stretches
		if c.Undecided {
			g.Undecided += 1 / float64(len(list))
		}
		about := systems[c.Encounter]
		if about.HoldPhases != nil {
			held, heldOf = held+c.Held, heldOf+c.Stretches
		}
		if about.MovePhases != nil {
			idle, idleOf = idle+c.Idle, idleOf+c.Stretches
		}
	}
	g.Rounds, g.Held, g.Idle = agent.IntervalOf(rounds), part(held, heldOf), part(idle, idleOf)
	return g
}

// part returns a share of what there is, null of nothing.
func part(n, of int) *float64 {
	if of == 0 {
		return nil
	}
	return new(float64(n) / float64(of))
}

// heldShare returns the share of all stretches that only reserve or wait, 0 where nobody can.
func (p pace) heldShare() float64 {
	if p.All.Held == nil {
		return 0
	}
	return *p.All.Held
}

// worst returns the largest figure of an encounter, of those that have it.
func (p pace) worst(of func(going) *float64) (most float64) {
	for _, g := range p.Encounters {
		if x := of(g); x != nil {
			most = max(most, *x)
		}
	}
	return most
}

// shortest returns the fewest rounds an encounter of more than two takes on average; of duels alone it is the longest's.
func (p pace) shortest() float64 {
	least := p.worst(func(g going) *float64 { return &g.Rounds.Mean })
	for _, g := range p.Encounters {
		if !g.duel {
			least = min(least, g.Rounds.Mean)
		}
	}
	return least
}

// sections returns the pace in words.
func (p *pace) sections(of string) []Section {
	s := Section{Title: "Pace of " + of, Lines: []string{paceMeans + "."},
		Head: []string{"encounter", "fights", "undecided", "stretches", "held", "idle", "rounds", "95 % interval"}}
	for _, g := range append(slices.Clone(p.Encounters), p.All) {
		s.Rows = append(s.Rows, []string{g.Encounter, fmt.Sprint(g.Fights), percent(g.Undecided), fmt.Sprint(g.Stretches), percentIf(g.Held), percentIf(g.Idle),
			fmt.Sprintf("%.2f", g.Rounds.Mean), fmt.Sprintf("%.2f to %.2f", g.Rounds.Low, g.Rounds.High)})
	}
	return []Section{s}
}
