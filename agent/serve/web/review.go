package web

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"kokyu/agent"
	"kokyu/agent/review"
	"kokyu/rules/fight"
)

// reviewTime is how long a review may look at a fight: it waits for its turn among those who think, and others wait for it.
const reviewTime = 8 * time.Second

// reviewPolicy lets the page of a review have its own style sheet, and nothing else.
const reviewPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// review shows the GM a fight gone over, as far as it goes: it tells secrets.
func (p *Pages) review(w http.ResponseWriter, r *http.Request) error {
	if _, err := p.gm(r); err != nil {
		return err
	}
	if !r.URL.Query().Has("now") {
		return p.show(w, r, http.StatusOK, "wait.html", int(reviewTime.Seconds()))
	}
	a, rec, err := p.readRecord(r)
	if err != nil {
		return err
	}
	var page bytes.Buffer
	if k, is, err := p.fights.Kept(a); err != nil {
		return err
	} else if is {
		if page, err = keptReview(k); err != nil {
			return err
		}
		return sendReview(w, r, page.Bytes())
	}
	start, err := agent.Begin(rec)
	if err != nil {
		return err
	}
	err = p.fights.Think(r.Context(), a.Fight, func(ctx context.Context) error {
		q := review.Question{Start: start, Steps: fight.Standing(rec.Steps), Cores: 1, Time: reviewTime}
		found, err := q.Run(ctx)
		if err != nil {
			return err
		}
		found.Record = rec.Name
		return found.HTML(&page)
	})
	if err != nil {
		return err
	}
	return sendReview(w, r, page.Bytes())
}

func sendReview(w http.ResponseWriter, r *http.Request, page []byte) error {
	w.Header().Set("Content-Security-Policy", reviewPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	return send(w, r, http.StatusOK, page)
}
