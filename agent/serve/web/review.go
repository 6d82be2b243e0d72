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

// reviewTime is the longest time that a review searches: other searches wait for it.
const reviewTime = 8 * time.Second

// reviewPolicy is the security policy of a review, whose page has its style sheet in it and needs nothing else.
const reviewPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// reviewJob is a review that is being made, or is done.
type reviewJob struct {
	steps int           // how many the record had: a review of fewer is out of date
	ended chan struct{} // closed when the review is done
	page  bytes.Buffer  // what came of it, and
	err   error         // what went wrong: to be read when ended is closed
	stop  func()

	mu                  sync.Mutex
	lookedAt, positions int // how many positions were looked at, and how many there are
}

const reviewsMax = 8

// reviewWait is how long a request waits for a review to be done before it answers how far the review is.
const reviewWait = 2 * time.Second

// showReview shows the GM a review of the fight as far as it goes; it tells secrets. While the review is
// made a page says how far it is, and asks again by itself.
func (p *Pages) showReview(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	if !r.URL.Query().Has("now") {
		return p.show(w, r, http.StatusOK, "wait.html", reviewProgress{Most: int(reviewTime.Seconds())})
	}
	rec, err := p.readRecord(r.Context(), a)
	if err != nil {
		return err
	}
	if old, is, err := p.fights.OldRulesFight(a); err != nil {
		return err
	} else if is {
		page, err := oldRulesReview(old)
		if err != nil {
			return err
		}
		return sendReview(w, r, page.Bytes())
	}
	job := p.reviewOf(a.Fight, rec)
	select {
	case <-job.ended:
	case <-time.After(reviewWait):
		job.mu.Lock()
		defer job.mu.Unlock()
		return p.show(w, r, http.StatusOK, "wait.html",
			reviewProgress{int(reviewTime.Seconds()), job.lookedAt, job.positions})
	case <-r.Context().Done():
		return r.Context().Err()
	}
	if job.err != nil {
		return job.err
	}
	return sendReview(w, r, job.page.Bytes())
}

// reviewProgress is the data of wait.html: N of Of positions were looked at, which takes at most Most seconds.
type reviewProgress struct{ Most, N, Of int }

// reviewOf returns the review of a record, which it begins if there is none with as many steps. An older
// review of the same fight is ended; if there are too many, so are those of other fights.
func (p *Pages) reviewOf(id string, rec fight.Record) *reviewJob {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := p.reviews[id]
	if last != nil && last.steps == len(rec.Steps) {
		return last
	}
	for other := range p.reviews {
		if len(p.reviews) >= reviewsMax && other != id {
			p.reviews[other].stop()
			delete(p.reviews, other)
		}
	}
	if last != nil {
		last.stop()
	}
	// Not the context of the request: the browser asks again for the same review.
	ctx, stop := context.WithCancel(context.Background())
	job := &reviewJob{steps: len(rec.Steps), ended: make(chan struct{}), stop: stop}
	p.reviews[id] = job
	go func() {
		defer close(job.ended)
		defer stop()
		job.err = p.fights.RunSearch(ctx, id, func(ctx context.Context) error { return job.run(ctx, rec) })
		if job.err != nil {
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.reviews[id] == job {
				delete(p.reviews, id) // the next request tries again
			}
		}
	}()
	return job
}

func (job *reviewJob) run(ctx context.Context, rec fight.Record) error {
	start, err := agent.Begin(rec)
	if err != nil {
		return err
	}
	noteProgress := func(n, all int) {
		job.mu.Lock()
		defer job.mu.Unlock()
		job.lookedAt, job.positions = n, all
	}
	q := review.Question{Start: start, Steps: fight.StandingSteps(rec.Steps), Cores: 1, TimeLimit: reviewTime,
		Progress: noteProgress}
	found, err := q.Run(ctx)
	if err != nil {
		return err
	}
	found.Record, found.Back = rec.Name, true
	return found.HTML(&job.page)
}

func sendReview(w http.ResponseWriter, r *http.Request, page []byte) error {
	w.Header().Set("Content-Security-Policy", reviewPolicy)
	return send(w, r, http.StatusOK, "text/html; charset=utf-8", page)
}
