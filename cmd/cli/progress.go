package cli

import (
	"fmt"
	"kokyu/rules/text"
	"time"
)

// progress shows on a terminal how far work has come, and how long the rest will take at the pace of the last minute.
type progress struct {
	a     *App
	said  time.Time
	marks []mark // the oldest first
}

// mark is how far the work was at some time.
type mark struct {
	at time.Time
	n  int
}

// The pace is that of the last paceSpan, and shown after paceLeast.
const (
	paceSpan  = time.Minute
	paceLeast = 2 * time.Second
	sayEvery  = 100 * time.Millisecond
)

// Progress shows nothing where nobody watches: it is nil there, which all its methods take.
func (a *App) Progress() *progress {
	if !Terminal(a.Err) || a.JSON {
		return nil
	}
	return &progress{a: a}
}

// Count returns a function that tells of n of so many things of a kind.
func (p *progress) Count(thing string) func(n, of int) {
	return func(n, of int) { p.Show(fmt.Sprintf("%d of %s", n, text.Count(of, thing)), n, of) }
}

// Say shows a line for which no end is known. It is safe for a terminal.
func (p *progress) Say(what string) {
	if p != nil {
		fmt.Fprintf(p.a.Err, "\r\x1b[K%s ", what)
	}
}

// Show tells of n of so many. what is safe for a terminal.
func (p *progress) Show(what string, n, of int) {
	if p == nil {
		return
	}
	now := time.Now()
	if now.Sub(p.said) < sayEvery && n < of {
		return
	}
	p.said = now
	if len(p.marks) > 0 && n < p.marks[len(p.marks)-1].n {
		p.marks = nil // other work has begun
	}
	if len(p.marks) == 0 || now.Sub(p.marks[len(p.marks)-1].at) >= time.Second {
		p.marks = append(p.marks, mark{now, n})
	}
	for len(p.marks) > 1 && now.Sub(p.marks[0].at) > paceSpan {
		p.marks = p.marks[1:]
	}
	p.Say(what + p.timeLeft(now, n, of))
}

// timeLeft says how long the rest will take, once that is known.
func (p *progress) timeLeft(now time.Time, n, of int) string {
	took, done := now.Sub(p.marks[0].at), n-p.marks[0].n
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

// Clear ends what is shown.
func (p *progress) Clear() {
	if p != nil {
		fmt.Fprint(p.a.Err, "\r\x1b[K")
	}
}
