package web

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"time"

	"kokyu/agent"
	"kokyu/agent/review"
	"kokyu/agent/serve"
	"kokyu/rules/fight"
)

// reviewTime is how long a review may look at a fight: it waits for its turn among those who think, and others wait for it.
const reviewTime = 8 * time.Second

// reviewPolicy lets the page of a review have its own style sheet, and nothing else.
const reviewPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// reviewing is a review that is being made, or has been: of so many steps of a fight.
type reviewing struct {
	steps int
	ended chan struct{} // closed when it is done

	mu      sync.Mutex
	n, of   int // positions that were looked at
	page    bytes.Buffer
	err     error
	stopped func()
}

// reviewsMax is how many reviews are kept to be shown again.
const reviewsMax = 8

// lookedAt is how long the page of a review that is being made stands before it says anew how far it is.
const lookedAt = 2 * time.Second

// review shows the GM a fight gone over, as far as it goes: it tells secrets. While it is thought over a page says how far it is, and
// comes anew by itself.
func (p *Pages) review(w http.ResponseWriter, r *http.Request, _ serve.Access) error {
	if !r.URL.Query().Has("now") {
		return p.show(w, r, http.StatusOK, "wait.html", waiting{Most: int(reviewTime.Seconds())})
	}
	a, rec, err := p.readRecord(r)
	if err != nil {
		return err
	}
	if k, is, err := p.fights.OldRulesFight(a); err != nil {
		return err
	} else if is {
		page, err := keptReview(k)
		if err != nil {
			return err
		}
		return sendReview(w, r, page.Bytes())
	}
	of := p.reviewOf(a.Fight, rec)
	select {
	case <-of.ended:
	case <-time.After(lookedAt):
		of.mu.Lock()
		defer of.mu.Unlock()
		return p.show(w, r, http.StatusOK, "wait.html", waiting{int(reviewTime.Seconds()), of.n, of.of})
	case <-r.Context().Done():
		return r.Context().Err()
	}
	if of.err != nil {
		return of.err
	}
	return sendReview(w, r, of.page.Bytes())
}

// waiting is how far a review is.
type waiting struct{ Most, N, Of int }

// reviewOf returns the review of a record, which is begun if there is none of it yet.
func (p *Pages) reviewOf(id string, rec fight.Record) *reviewing {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := p.reviews[id]
	if last != nil && last.steps == len(rec.Steps) {
		return last
	}
	for other := range p.reviews {
		if len(p.reviews) >= reviewsMax && other != id {
			p.reviews[other].stopped()
			delete(p.reviews, other)
		}
	}
	if last != nil {
		last.stopped()
	}
	ctx, stop := context.WithCancel(context.Background())
	of := &reviewing{steps: len(rec.Steps), ended: make(chan struct{}), stopped: stop}
	p.reviews[id] = of
	go func() {
		defer close(of.ended)
		defer stop()
		if of.err = p.fights.RunSearch(ctx, id, func(ctx context.Context) error { return of.run(ctx, rec) }); of.err != nil {
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.reviews[id] == of {
				delete(p.reviews, id) // the next one who asks tries again
			}
		}
	}()
	return of
}

// run makes the page.
func (of *reviewing) run(ctx context.Context, rec fight.Record) error {
	start, err := agent.Begin(rec)
	if err != nil {
		return err
	}
	q := review.Question{Start: start, Steps: fight.StandingSteps(rec.Steps), Cores: 1, Time: reviewTime, Progress: func(n, all int) {
		of.mu.Lock()
		defer of.mu.Unlock()
		of.n, of.of = n, all
	}}
	found, err := q.Run(ctx)
	if err != nil {
		return err
	}
	found.Record, found.Back = rec.Name, true
	return found.HTML(&of.page)
}

func sendReview(w http.ResponseWriter, r *http.Request, page []byte) error {
	w.Header().Set("Content-Security-Policy", reviewPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	return send(w, r, http.StatusOK, page)
}
