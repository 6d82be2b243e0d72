package web

import (
	"cmp"
	"context"
	"crypto/subtle"
	"io"
	"net/http"
	"slices"
	"time"

	"kokyu/agent"
	"kokyu/agent/picture"
	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/text"
)

// The browser of whoever runs the server is known by a cookie, which it gets once at the address with the owner's key.
// It opens every fight as its GM, at an address that opens nothing for others.
const (
	ownersCookie = "kokyu"
	ownerKeyMark = ".own"               // follows the id of a fight in the key of such an address
	ownersAge    = 400 * 24 * time.Hour // of the cookie; browsers keep none longer
)

// setOwnerCookie gives the owner's cookie to a browser that has the key of the server.
func (p *Pages) setOwnerCookie(w http.ResponseWriter, r *http.Request) error {
	if !p.server.IsOwner(r.PathValue("key")) {
		return noPageError()
	}
	mark, err := p.fights.OwnerSecret()
	if err != nil {
		return err
	}
	http.SetCookie(w, serve.CookieFor(r, http.Cookie{Name: ownersCookie, Value: mark,
		MaxAge: int(ownersAge.Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode}))
	return redirect(w, r, "/")
}

// isOwner reports whether a request comes from the owner's browser. A program in a browser has no other visitor.
func (p *Pages) isOwner(r *http.Request) bool {
	if p.options.Alone {
		return true
	}
	cookie, err := r.Cookie(ownersCookie)
	if err != nil || cookie.Value == "" {
		return false
	}
	mark, err := p.fights.OwnerSecret()
	return err == nil && subtle.ConstantTimeCompare([]byte(mark), []byte(cookie.Value)) == 1
}

// keptFight is a fight that the owner can go on with.
type keptFight struct {
	ID, Title string
	Played    string          // how long ago
	Board     picture.Picture // empty until the page asks for it
	Outlook   string          // who is how likely to win; empty until then
}

// Base returns the path of its pages.
func (b keptFight) Base() string { return ownerPath(b.ID, "") }

// showKeptFight shows how a fight stands on the start page, which asks for each fight once it is scrolled
// to: loading a fight takes longer than listing it.
func (p *Pages) showKeptFight(w http.ResponseWriter, r *http.Request) error {
	if !p.isOwner(r) {
		return noPageError()
	}
	brief, err := p.fights.Brief(r.PathValue("fight"))
	if err != nil {
		return err
	}
	b := keptFight{ID: brief.ID, Title: brief.Title, Played: ago(time.Since(brief.Played))}
	err = p.fights.With(r.Context(), serve.FullAccess(b.ID), func(c session.Client) error {
		state, err := call[session.State](r.Context(), c, "state")
		b.Board = state.Board
		if err == nil && state.Question.Kind == session.Decision {
			b.Outlook = outlook(r.Context(), c)
		}
		return err
	})
	if err != nil {
		b.Outlook = messageOf(err).String()
	}
	return p.show(w, r, http.StatusOK, "kept-card.html", b)
}

// homeNodes is how many nodes are searched for an outlook on the start page: few, because it asks for up to twelve.
const homeNodes = 2000

// outlook returns the chance to win of whoever decides in words; empty if none can be told.
func outlook(ctx context.Context, c session.Client) string {
	out, err := c.Call(ctx, "advise", session.Looked{Nodes: homeNodes})
	a, is := out.(agent.Advice)
	switch {
	case err != nil || !is:
		return ""
	case a.Forecast == nil:
		return say.OutlookLabel(a) + ": " + a.Outlook()
	}
	if seat := slices.Index(rules.Names(c.Roster()), a.Seat); seat >= 0 {
		return text.Capital(a.Forecast.ShortFor(c.Roster()[seat].Team))
	}
	return ""
}

// ago words how long ago something was: "just now", "3 minutes ago", "yesterday".
func ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return text.Count(int(d.Minutes()), "minute") + " ago"
	case d < 24*time.Hour:
		return text.Count(int(d.Hours()), "hour") + " ago"
	case d < 48*time.Hour:
		return "yesterday"
	}
	return text.Count(int(d.Hours()/24), "day") + " ago"
}

// picturedMax is how many fights the start page shows with their pictures; others are named.
const picturedMax = 12

const namedMax = 100

// keptFights returns the fights that the owner's browser can go on with, the last played first, and how many there are.
func (p *Pages) keptFights(r *http.Request) (list, more []keptFight, n int, err error) {
	all, err := p.fights.List()
	if err != nil || !p.isOwner(r) {
		return nil, nil, len(all), err
	}
	slices.SortStableFunc(all, func(a, b serve.Brief) int { return b.Played.Compare(a.Played) })
	for i, f := range all {
		b := keptFight{ID: f.ID, Title: cmp.Or(f.Title, f.ID), Played: ago(time.Since(f.Played))}
		switch {
		case i < picturedMax:
			list = append(list, b)
		case i < picturedMax+namedMax:
			more = append(more, b)
		}
	}
	return list, more, len(all), nil
}

// setReach lets phones reach the server, or this machine alone.
func (p *Pages) setReach(w http.ResponseWriter, r *http.Request) error {
	if p.options.Alone || p.mayOpen(r) != nil {
		return noPageError()
	}
	form, err := fields(r)
	if err != nil {
		return err
	}
	if err := p.server.SetLAN(form.Get("lan") == "on"); err != nil {
		return p.showStart(w, r, http.StatusUnprocessableEntity, startPage{Wrong: new(messageOf(err))})
	}
	return redirect(w, r, "/")
}

// recordsMax is the largest upload of records in bytes, the limit that the server has for every request.
const recordsMax = 1 << 20

func (p *Pages) downloadRecords(w http.ResponseWriter, r *http.Request) error {
	if !p.isOwner(r) {
		return noPageError()
	}
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="kokyu-fights.zip"`)
	return p.fights.Export(r.Context(), w)
}

// uploadRecords makes fights of the records that the owner uploads.
func (p *Pages) uploadRecords(w http.ResponseWriter, r *http.Request) error {
	if !p.isOwner(r) {
		return noPageError()
	}
	r.Body = http.MaxBytesReader(w, r.Body, recordsMax)
	if err := r.ParseMultipartForm(recordsMax); err != nil {
		return serve.NewError(serve.TooLarge, "the files of records cannot be read",
			"at most 1 MB at a time: one record after the other, or a zip")
	}
	for _, head := range r.MultipartForm.File["records"] {
		file, err := head.Open()
		if err != nil {
			return err
		}
		data, err := io.ReadAll(file)
		_ = file.Close() // only read
		if err == nil {
			_, err = p.fights.Import(r.Context(), "pages", data)
		}
		if err != nil {
			return p.showStart(w, r, http.StatusUnprocessableEntity, startPage{Wrong: new(messageOf(err))})
		}
	}
	return redirect(w, r, "/")
}
