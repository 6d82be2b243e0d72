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

// oldRulesPage is the data of kept.html, a fight whose record other rules wrote.
type oldRulesPage struct {
	Base, Title, Says string
	GM, GoesOn        bool
	Drawn             template.HTML
}

// showOldRules shows the page of a fight whose record other rules wrote: from its record alone, until its
// GM lets it go on under these. is reports whether it is such a fight; for another one it shows nothing.
func (p *Pages) showOldRules(w http.ResponseWriter, r *http.Request, a serve.Access) (is bool, err error) {
	old, is, err := p.fights.OldRulesFight(a)
	if err != nil || !is {
		return is, err
	}
	title, begin := agent.Beginning(old.Record)
	now := picture.From(old.Record.Last(begin), title)
	now.As = a.Seat
	return true, p.show(w, r, http.StatusOK, "kept.html", oldRulesPage{linkBase(r), title, old.Difference, a.Role == serve.GM, old.GoesOn, template.HTML(now.SVG(picture.Drawing{}))})
}

// oldRulesRecord returns the record of such a fight without the secret decisions of others than the link's holder.
func oldRulesRecord(old serve.OldRulesFight, a serve.Access) fight.Record {
	rec := old.Record
	if a.Role != serve.GM {
		rec.Steps = fight.SeenBy(rec.Steps, a.Seat)
	}
	return rec
}

// oldRulesReview returns the review page of such a fight, with what its record says.
func oldRulesReview(old serve.OldRulesFight) (page bytes.Buffer, err error) {
	title, begin := agent.Beginning(old.Record)
	found := review.ReviewRecord(old.Record, title, begin)
	found.Note, found.Back = agent.RulesDifference(old.Record), true
	err = found.HTML(&page)
	return page, err
}
