package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"slices"
	"time"

	"kokyu/agent/picture"
	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/text"
)

// watched is what the streams of a fight's GM have delivered: the last proposal, and the chance to win as it went.
type watched struct {
	steps    int
	proposal *session.Proposal
	points   []point
}

// point is the chance of the first side to win after a step.
type point struct {
	Step int
	Win  float64
}

// pointsMax is how many points a chart keeps.
const pointsMax = 400

// watchedMax is of how many fights something is kept.
const watchedMax = 200

// watch returns a copy of what is kept of a fight.
func (p *Pages) watch(fight string) watched {
	p.mu.Lock()
	defer p.mu.Unlock()
	if w := p.seen[fight]; w != nil {
		return *w
	}
	return watched{}
}

// keepProposal keeps a proposal.
func (p *Pages) keepProposal(fight string, steps int, of *session.Proposal, side int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w := p.seen[fight]
	if w == nil {
		if len(p.seen) >= watchedMax {
			clear(p.seen)
		}
		w = &watched{}
		p.seen[fight] = w
	}
	w.steps, w.proposal = steps, of
	if of.Advice.Forecast == nil {
		return
	}
	win := of.Advice.Forecast.Win
	if side == 1 {
		win = 1 - win
	}
	for len(w.points) > 0 && w.points[len(w.points)-1].Step >= steps { // taken back
		w.points = w.points[:len(w.points)-1]
	}
	if w.points = append(w.points, point{steps, win}); len(w.points) > pointsMax {
		w.points = w.points[1:]
	}
}

// show fills in the proposal of the present question.
func (w watched) show(l *live) {
	if l.Question.Kind != session.Decision || !l.Question.Proposal {
		return
	}
	if w.proposal == nil || w.steps != l.Steps {
		l.Thinking = true
		return
	}
	a := w.proposal.Advice
	out := &proposal{option: option{Words: w.proposal.Do, Short: w.proposal.Do}, Why: a.Why, Label: say.OutlookLabel(a), Outlook: a.Outlook(),
		Choices: map[string]ranked{}, Looked: a.Coverage.Nodes}
	if a.Forecast != nil {
		out.Label = "chance of " + text.The(l.TeamOf()) + " to win,"
	}
	if w.proposal.Yields != "" {
		out.Why, a.Plan = w.proposal.Yields, nil
	}
	out.Plan = a.Plan[min(1, len(a.Plan)):]
	for i, c := range a.Options {
		out.Choices[c.Do] = ranked{i + 1, say.Worth(a, i), c.Loss / 10}
	}
	l.Proposal = out
}

// settle is how long a stream waits for more before it says that something has changed: the steps of an exchange come together.
const settle = 20 * time.Millisecond

// beat is how often a silent stream shows that it lives.
const beat = 15 * time.Second

// changes returns the stream of a page: an event "changed" whenever its live part should be fetched again, the first at once. What
// has changed the page asks for itself, so that nothing is missed by who was away.
func (p *Pages) changes(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	done, err := p.looks(a)
	if err != nil {
		return err
	}
	defer done()
	stream, err := p.fights.Follow(r.Context(), a, int(^uint(0)>>1))
	if err != nil {
		return err
	}
	defer stream.Close()
	out := http.NewResponseController(w)
	_ = out.SetWriteDeadline(time.Time{})
	_ = out.SetReadDeadline(time.Time{})
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // a proxy would keep it back
	w.WriteHeader(http.StatusOK)
	say := func(line string) error {
		if _, err := fmt.Fprint(w, line); err != nil {
			return err
		}
		return out.Flush()
	}
	if err := say("retry: 500\nevent: changed\ndata: 0\n\n"); err != nil {
		return nil
	}
	step, changed, until := 0, false, time.Now().Add(beat)
	for {
		wait, end := context.WithDeadline(r.Context(), until)
		e, err := stream.Next(wait)
		end()
		line := ": still here\n\n"
		switch {
		case err == nil:
			p.hear(r.Context(), a, e)
			if step = max(step, e.ID); !changed {
				changed, until = true, time.Now().Add(settle)
			}
			continue
		case r.Context().Err() != nil:
			return nil
		case !errors.Is(err, context.DeadlineExceeded):
			_ = say("event: changed\ndata: end\n\n")
			return nil
		case changed:
			line = fmt.Sprintf("event: changed\ndata: %d\n\n", step)
		}
		if say(line) != nil {
			return nil
		}
		changed, until = false, time.Now().Add(beat)
	}
}

// hear keeps the proposals that a stream delivers to the GM.
func (p *Pages) hear(ctx context.Context, a serve.Access, e serve.Event) {
	if e.Proposal == nil || a.Role != serve.GM {
		return
	}
	side := 0
	_ = p.fights.With(ctx, a, func(c session.Client) error {
		for _, f := range c.Roster() {
			if f.Name == e.Proposal.Advice.Seat {
				side = int(f.Side)
			}
		}
		return nil
	})
	p.keepProposal(a.Fight, *e.Steps, e.Proposal, side)
}

// chartOf draws the chance of the first side as it went, with what changed it most; empty if there are fewer than two points.
func chartOf(teams []string, points []point, standing []rules.Step, now int) template.HTML {
	for len(points) > 0 && points[len(points)-1].Step > now {
		points = points[:len(points)-1]
	}
	if len(points) < 2 {
		return ""
	}
	c := picture.Chart{Says: "Chance of " + text.The(teams[0]) + " to win"}
	first, last := points[0].Step, points[len(points)-1].Step
	change := func(i int) float64 { return points[i].Win - points[i-1].Win }
	var turns []int
	for i, pt := range points {
		c.Line = append(c.Line, picture.Point{At: float64(pt.Step-first) / float64(max(1, last-first)), Win: pt.Win})
		if i > 0 && math.Abs(change(i)) >= leastMark {
			turns = append(turns, i)
		}
	}
	slices.SortStableFunc(turns, func(i, k int) int { return cmp.Compare(math.Abs(change(k)), math.Abs(change(i))) })
	for _, i := range turns[:min(marksMax, len(turns))] {
		c.Marks = append(c.Marks, picture.Mark{Point: c.Line[i], What: madeBetween(standing, points[i-1].Step, points[i].Step), Says: text.Points(text.Signed(100*change(i), 0))})
	}
	return template.HTML(c.SVG() + c.Legend()) // escaped by the drawing
}

// What is marked on a chart: changes of so much of the chance, and at most so many.
const (
	leastMark = 0.05
	marksMax  = 3
)

// madeBetween says what was done first after one step and up to another, dice that a choice led to aside.
func madeBetween(standing []rules.Step, after, to int) string {
	for _, s := range standing {
		if after < s.N && s.N <= to && len(s.Roll) == 0 {
			return say.Step(s)
		}
	}
	return "what was decided before"
}
