package web

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/page"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// told is what the page of a tale shows.
type told struct {
	Base, Title string
	Tale        []passage
	GM          bool // who has the record, too
	Over        bool // it is told as a whole, and can be taken elsewhere
	Forms       []taleForm
}

// taleForm is a form in which a tale can be pasted elsewhere.
type taleForm struct {
	Name, Says string
	write      func(*page.Tale, io.Writer) error
}

var taleForms = []taleForm{
	{"text", "text", (*page.Tale).Text},
	{"markdown", "Markdown", func(t *page.Tale, w io.Writer) error { return t.Markdown(w, "none") }},
	{"fragment", "HTML", func(t *page.Tale, w io.Writer) error { return t.Fragment(w, "none") }},
	{"discord", "Discord, in messages", (*page.Tale).Discord},
}

// pasted is what the page shows from which a form is copied: a piece for each message, where the other place limits their length.
type pasted struct {
	Base, Title string
	Form        taleForm
	Pieces      []string
}

// tale shows the whole tale on a page of its own. While the fight goes on these are the lines that were told so far; once it is over the
// tale is planned and told as a whole, and can be had in the forms of [taleForms].
func (p *Pages) tale(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	of := told{Base: "/at/" + r.PathValue("key") + "/", GM: a.Role == serve.GM}
	var rec fight.Record
	err := p.fights.With(r.Context(), a, func(c session.Client) error {
		of.Title = c.Title()
		if of.Over = c.Turn().Kind == rules.Over; of.Over {
			events, err := call[session.Events](r.Context(), c, "events")
			rec = fight.Record{Header: c.Header(), Steps: events.Steps}
			return err
		}
		tale, err := call[session.Tale](r.Context(), c, "tale")
		of.Tale = passages(tale.Lines)
		return err
	})
	if k, is, unread := p.fights.OldRulesFight(a); err != nil && is && unread == nil {
		of.Title, _ = agent.Beginning(k.Record)
		rec = keptRecord(k, a)
		if of.Over = hasEnded(rec); !of.Over {
			var lines []narrate.Line
			lines, err = session.Retold(rec, "scent", rec.Steps)
			of.Tale = passages(lines)
		} else {
			err = nil
		}
	}
	if err != nil {
		return err
	}
	if of.Over {
		return p.wholeTale(w, r, of, rec)
	}
	switch r.URL.Query().Get("as") {
	case "text", "markdown", "fragment", "discord":
		var b strings.Builder
		for _, passage := range of.Tale {
			for _, line := range passage.Tale {
				fmt.Fprintf(&b, "%s\n\n", text.Escape(line))
			}
		}
		if b.Len() == 0 {
			b.WriteString("Nothing has happened yet.\n")
		}
		return sendText(w, r, []byte(b.String()))
	}
	return p.show(w, r, http.StatusOK, "tale.html", of)
}

// hasEnded reports whether what stands of a record ends its fight.
func hasEnded(rec fight.Record) bool {
	return slices.ContainsFunc(fight.StandingSteps(rec.Steps), func(s rules.Step) bool {
		return slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind == "end" })
	})
}

// wholeTale shows the tale of a fight that is over, in the form that is asked for.
func (p *Pages) wholeTale(w http.ResponseWriter, r *http.Request, of told, rec fight.Record) error {
	o, c := session.OptionsOf(rec, "scent"), page.ChancesOf(r.Context(), rec)
	plan := page.PlanOf(o, rec, c)
	t := page.Of(o, rec, c, plan, english.Tell(plan, o.Seed), "")
	as, paste := r.URL.Query().Get("as"), r.URL.Query().Get("paste")
	if i := slices.IndexFunc(taleForms, func(f taleForm) bool { return f.Name == cmp.Or(as, paste) }); i >= 0 {
		var b bytes.Buffer
		if err := taleForms[i].write(t, &b); err != nil {
			return err
		}
		if as != "" {
			return sendText(w, r, b.Bytes())
		}
		out := pasted{Base: of.Base, Title: of.Title, Form: taleForms[i], Pieces: []string{b.String()}}
		if paste == "discord" {
			out.Pieces = t.Messages()
		}
		return p.show(w, r, http.StatusOK, "paste.html", out)
	}
	of.Forms = taleForms
	round := 0
	for i, told := range t.Passages {
		one := passage{N: i + 1, Head: t.Heading(told, round), Law: told.Law}
		if round = max(round, told.Round); told.Text != "" {
			one.Tale = []string{told.Text}
		}
		of.Tale = append(of.Tale, one)
	}
	return p.show(w, r, http.StatusOK, "tale.html", of)
}

// sendText sends a tale as it can be pasted elsewhere.
func sendText(w http.ResponseWriter, r *http.Request, data []byte) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	return send(w, r, http.StatusOK, data)
}
