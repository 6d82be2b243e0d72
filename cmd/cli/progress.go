package cli

import (
	"fmt"
	"time"

	"kokyu/rules/text"
)

// progress shows on a terminal how far work has come, and how long the rest will take at the pace of the
// last minute: the pace of the whole time would lag behind when work gets slower. It writes to stderr, one
// line over the other.
type progress struct {
	a       *App
	shownAt time.Time // when the line was last renewed
	history []sample  // of the last paceSpan, one a second, the oldest first
}

// sample is how far the work had come at some time.
type sample struct {
	at time.Time
	n  int
}

// The pace is that of the last paceSpan; the time left is shown once that has lasted paceLeast. The line is renewed
// every sayEvery.
const (
	paceSpan  = time.Minute
	paceLeast = 2 * time.Second
	sayEvery  = 100 * time.Millisecond
)

// Progress returns what shows how far a command has come. It is nil if nobody watches; its methods do nothing then.
func (a *App) Progress() *progress {
	if !Terminal(a.Err) || a.JSON {
		return nil
	}
	return &progress{a: a}
}

// Count returns a function that shows that n of so many things are done.
func (p *progress) Count(thing string) func(n, of int) {
	return func(n, of int) { p.Show(fmt.Sprintf("%d of %s", n, text.Count(of, thing)), n, of) }
}

// Say shows a line without saying how long the rest will take. It must be safe for a terminal.
func (p *progress) Say(what string) {
	if p != nil {
		fmt.Fprintf(p.a.Err, "\r\x1b[K%s ", what)
	}
}

// Show shows a line, which must be safe for a terminal, and how long the rest will take when n of so many
// things are done: "37 of 400 fights, about 2 min left". It may be called for each of a million things: it
// writes at most every sayEvery.
func (p *progress) Show(what string, n, of int) {
	if p == nil {
		return
	}
	now := time.Now()
	if now.Sub(p.shownAt) < sayEvery && n < of {
		return
	}
	p.shownAt = now
	if len(p.history) > 0 && n < p.history[len(p.history)-1].n {
		p.history = nil // other work has begun
	}
	if len(p.history) == 0 || now.Sub(p.history[len(p.history)-1].at) >= time.Second {
		p.history = append(p.history, sample{now, n})
	}
	for len(p.history) > 1 && now.Sub(p.history[0].at) > paceSpan {
		p.history = p.history[1:]
	}
	p.Say(what + p.timeLeft(now, n, of))
}

// timeLeft says how long the rest will take, once that can be estimated.
func (p *progress) timeLeft(now time.Time, n, of int) string {
	took, done := now.Sub(p.history[0].at), n-p.history[0].n
	if took < paceLeast || done == 0 || n >= of {
		return ""
	}
	rest := time.Duration(float64(took) / float64(done) * float64(of-n))
	switch {
	case rest < 90*time.Second:
		return fmt.Sprintf(", about %d s left", int(rest.Seconds())+1)
	case rest < 90*time.Minute:
		return fmt.Sprintf(", about %d min left", int(rest.Minutes()+0.5))
	}
	return fmt.Sprintf(", about %.1f h left", rest.Hours())
}

// Clear removes what is shown.
func (p *progress) Clear() {
	if p != nil {
		fmt.Fprint(p.a.Err, "\r\x1b[K")
	}
}
