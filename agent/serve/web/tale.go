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

type talePage struct {
	Base, Title string
	Tale        []passage
	GM          bool       // the GM can fetch the record, too
	Over        bool       // the fight is over, and the tale is told as a whole
	Forms       []taleForm // in which it can then be copied
}

// taleForm is a form in which a tale can be copied to elsewhere.
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

// pastePage is the data of paste.html, from which a tale is copied. Where the other place limits the length of a
// message, there is a piece for each message.
type pastePage struct {
	Base, Title string
	Form        taleForm
	Pieces      []string
}

// showTale shows the whole tale on a page of its own. While the fight goes on the page has the lines told
// so far. Once the fight is over the tale is planned and told as a whole, which reads better, and can be
// copied in the forms of [taleForms].
func (p *Pages) showTale(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	out := talePage{Base: linkBase(r), GM: a.Role == serve.GM}
	var rec fight.Record
	err := p.fights.With(r.Context(), a, func(c session.Client) error {
		out.Title = c.Title()
		if out.Over = c.Turn().Kind == rules.Over; out.Over {
			events, err := call[session.Events](r.Context(), c, "events")
			rec = fight.Record{Header: c.Header(), Steps: events.Steps}
			return err
		}
		tale, err := call[session.Tale](r.Context(), c, "tale")
		out.Tale = passages(withNotes(a.Role, tale.Lines))
		return err
	})
	// A fight under other rules is not loaded: its tale is told from the record alone.
	if old, is, unread := p.fights.OldRulesFight(a); err != nil && is && unread == nil {
		var lines []narrate.Line
		err = nil
		out.Title, _ = agent.Beginning(old.Record)
		rec = oldRulesRecord(old, a)
		if out.Over = hasEnded(rec); !out.Over {
			lines, err = session.TellRecord(rec, narrate.VoiceTale, rec.Steps)
			out.Tale = passages(withNotes(a.Role, lines))
		}
	}
	if err != nil {
		return err
	}
	if out.Over {
		return p.showWholeTale(w, r, out, rec)
	}
	as := r.URL.Query().Get("as")
	if slices.ContainsFunc(taleForms, func(f taleForm) bool { return f.Name == as }) {
		var b strings.Builder
		for _, passage := range out.Tale {
			for _, line := range passage.Tale {
				fmt.Fprintf(&b, "%s\n\n", text.Escape(line))
			}
		}
		if b.Len() == 0 {
			b.WriteString("Nothing has happened yet.\n")
		}
		return sendText(w, r, []byte(b.String()))
	}
	return p.show(w, r, http.StatusOK, "tale.html", out)
}

// hasEnded reports whether the fight of a record is over, by what the record says.
func hasEnded(rec fight.Record) bool {
	return slices.ContainsFunc(fight.StandingSteps(rec.Steps), func(s rules.Step) bool {
		return slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind == "end" })
	})
}

// showWholeTale shows the tale of a fight that is over, or answers with it in one of [taleForms]: as plain
// text (as=), or on a page from which it is copied (paste=).
func (p *Pages) showWholeTale(w http.ResponseWriter, r *http.Request, out talePage, rec fight.Record) error {
	o, c := session.NarrateOptionsOf(rec, narrate.VoiceTale), page.ChancesOf(r.Context(), rec)
	plan := page.PlanOf(o, rec, c)
	t := page.NewTale(o, rec, c, plan, english.Tell(plan, o.Seed), "")
	as, paste := r.URL.Query().Get("as"), r.URL.Query().Get("paste")
	if i := slices.IndexFunc(taleForms, func(f taleForm) bool { return f.Name == cmp.Or(as, paste) }); i >= 0 {
		var b bytes.Buffer
		if err := taleForms[i].write(t, &b); err != nil {
			return err
		}
		if as != "" {
			return sendText(w, r, b.Bytes())
		}
		copied := pastePage{Base: out.Base, Title: out.Title, Form: taleForms[i], Pieces: []string{b.String()}}
		if paste == "discord" {
			copied.Pieces = t.Messages()
		}
		return p.show(w, r, http.StatusOK, "paste.html", copied)
	}
	out.Forms = taleForms
	round := 0
	for i, told := range t.Passages {
		one := passage{N: i + 1, Law: told.Law}
		if one.Head, round = t.Heading(told, round); told.Text != "" {
			one.Tale = []string{told.Text}
		}
		out.Tale = append(out.Tale, one)
	}
	return p.show(w, r, http.StatusOK, "tale.html", out)
}

func sendText(w http.ResponseWriter, r *http.Request, data []byte) error {
	return send(w, r, http.StatusOK, "text/plain; charset=utf-8", data)
}
