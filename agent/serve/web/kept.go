package web

import (
	"bytes"
	"html/template"
	"net/http"

	"kokyu/agent"
	"kokyu/agent/picture"
	"kokyu/agent/review"
	"kokyu/agent/serve"
	"kokyu/rules/fight"
)

// A fight whose record other rules wrote is shown by its record alone until its GM lets it go on.

// showKept shows its page if the fight of a link is such a one.
func (p *Pages) showKept(w http.ResponseWriter, r *http.Request, a serve.Access) (is bool, err error) {
	k, is, err := p.fights.OldRulesFight(a)
	if err != nil || !is {
		return is, err
	}
	title, begin := agent.Beginning(k.Record)
	now := picture.From(k.Record.Last(begin), title)
	now.As = a.Seat
	return true, p.show(w, r, http.StatusOK, "kept.html", struct {
		Base, Title, Says string
		GM, GoesOn        bool
		Drawn             template.HTML
	}{"/at/" + r.PathValue("key") + "/", title, k.Difference, a.Role == serve.GM, k.GoesOn, template.HTML(now.SVG(picture.Drawing{}))})
}

// keptRecord returns what a link may know of the record of such a fight.
func keptRecord(k serve.OldRulesFight, a serve.Access) fight.Record {
	rec := k.Record
	if a.Role != serve.GM {
		rec.Steps = fight.SeenBy(rec.Steps, a.Seat)
	}
	return rec
}

// keptReview returns the review of such a fight.
func keptReview(k serve.OldRulesFight) (page bytes.Buffer, err error) {
	title, begin := agent.Beginning(k.Record)
	found := review.Recall(k.Record, title, begin)
	found.Note, found.Back = agent.OtherRules(k.Record), true
	err = found.HTML(&page)
	return page, err
}
