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

// fillProposal fills in the proposal for the present question; nil means that it is being made. It is there
// only where the GM confirms what the program decides.
func (l *livePart) fillProposal(of *session.Proposal) {
	if l.Question.Kind != session.Decision || !l.Question.Proposal {
		return
	}
	if of == nil {
		l.Thinking = true
		return
	}
	a := of.Advice
	out := &proposal{option: option{Words: of.Do, Short: of.Do}, Why: a.Why, Label: say.OutlookLabel(a), Outlook: a.Outlook(),
		Choices: map[string]rankedChoice{}, Looked: a.Coverage.Nodes}
	if a.Forecast != nil {
		out.Label = "chance of " + text.The(l.TeamOf()) + " to win,"
	}
	if of.Yields != "" {
		out.Why, a.Plan = of.Yields, nil
	}
	out.Plan = a.Plan[min(1, len(a.Plan)):]
	for i, c := range a.Options {
		out.Choices[c.Do] = rankedChoice{i + 1, say.Worth(a, i), c.Loss / 10}
	}
	l.Proposal = out
}

// settleTime is how long a stream waits for more before it tells of a change: steps of an exchange come together.
const settleTime = 20 * time.Millisecond

// heartbeat is after what time without a change a stream sends a comment, so that proxies keep it open.
const heartbeat = 15 * time.Second

// streamChanges is the stream of a page: an event "changed" whenever it should fetch its live part, the first at once.
// The event does not say what has changed, so that a page that was away misses nothing.
func (p *Pages) streamChanges(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	done, err := p.server.CountStream(a)
	if err != nil {
		return err
	}
	defer done()
	stream, err := p.fights.Follow(r.Context(), a, math.MaxInt) // no step that was made before
	if err != nil {
		return err
	}
	defer stream.Close()
	out := http.NewResponseController(w)
	// The server has set deadlines for a request; a stream has none.
	_ = out.SetWriteDeadline(time.Time{})
	_ = out.SetReadDeadline(time.Time{})
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // so that a proxy passes each event on at once
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
	// Whatever happens within settleTime after a change is of the same event, whose data is the last step's number.
	step, changed, until := 0, false, time.Now().Add(heartbeat)
	for {
		wait, end := context.WithDeadline(r.Context(), until)
		e, err := stream.Next(wait)
		end()
		line := ": still here\n\n"
		switch {
		case err == nil:
			if step = max(step, e.ID); !changed {
				changed, until = true, time.Now().Add(settleTime)
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
		changed, until = false, time.Now().Add(heartbeat)
	}
}

// chartOf draws the chance of the first side to win as it went, and marks the steps that changed it most;
// empty if there are fewer than two points. Points behind the last step are of steps that were taken back.
func chartOf(teams []string, points []serve.WinPoint, standing []rules.Step, now int) template.HTML {
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
		if i > 0 && math.Abs(change(i)) >= markMin {
			turns = append(turns, i)
		}
	}
	slices.SortStableFunc(turns, func(i, k int) int { return cmp.Compare(math.Abs(change(k)), math.Abs(change(i))) })
	for _, i := range turns[:min(marksMax, len(turns))] {
		c.Marks = append(c.Marks, picture.Mark{Point: c.Line[i], What: stepBetween(standing, points[i-1].Step, points[i].Step),
			Says: text.Points(text.Signed(100*change(i), 0))})
	}
	return template.HTML(c.SVG() + c.Legend()) // escaped by the drawing
}

const (
	markMin  = 0.05 // the least change of the chance that is marked on a chart
	marksMax = 3    // of one chart
)

// stepBetween says what was done in the first step behind one and up to another that is no throw of dice.
func stepBetween(standing []rules.Step, after, to int) string {
	for _, s := range standing {
		if after < s.N && s.N <= to && len(s.Roll) == 0 {
			return say.Step(s)
		}
	}
	return "what was decided before"
}
