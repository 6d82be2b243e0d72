package web

import (
	"cmp"
	"context"
	"crypto/subtle"
	"net/http"
	"slices"
	"time"

	"kokyu/agent"
	"kokyu/agent/picture"
	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules/text"
)

// The browser of whoever runs the server is known by a cookie. It opens every fight as its GM, at an address that opens nothing for others.
const (
	ownersCookie = "kokyu"
	ownKey       = ".own"
	ownersAge    = 400 * 24 * time.Hour // as long as browsers keep one
)

// own makes a browser the owner's, which has the key of the server.
func (p *Pages) own(w http.ResponseWriter, r *http.Request) error {
	if p.o.IsOwner == nil || !p.o.IsOwner(r.PathValue("key")) {
		return noPage()
	}
	mark, err := p.fights.OwnersMark()
	if err != nil {
		return err
	}
	http.SetCookie(w, serve.CookieFor(r, http.Cookie{Name: ownersCookie, Value: mark, MaxAge: int(ownersAge.Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode}))
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}

// owns reports whether a request comes from the owner's browser.
func (p *Pages) owns(r *http.Request) bool {
	if p.o.Alone {
		return true
	}
	cookie, err := r.Cookie(ownersCookie)
	if err != nil || cookie.Value == "" {
		return false
	}
	mark, err := p.fights.OwnersMark()
	return err == nil && subtle.ConstantTimeCompare([]byte(mark), []byte(cookie.Value)) == 1
}

// begun is a fight that can be gone on with.
type begun struct {
	ID, Title string
	Played    string          // how long ago
	Board     picture.Picture // once it has been looked at
	Outlook   string          // who is how likely to win
}

// Base returns the address of its page.
func (b begun) Base() string { return ownBase(b.ID, "") }

// goOn says how a fight stands, for the page without one.
func (p *Pages) goOn(w http.ResponseWriter, r *http.Request) error {
	if !p.owns(r) {
		return noPage()
	}
	brief, err := p.fights.Brief(r.PathValue("fight"))
	if err != nil {
		return err
	}
	b := begun{ID: brief.ID, Title: brief.Title, Played: ago(time.Since(brief.Played))}
	err = p.fights.With(r.Context(), serve.Whole(b.ID), func(c session.Client) error {
		state, err := call[session.State](r.Context(), c, "state")
		b.Board = state.Board
		if err == nil && state.Question.Kind == session.Decision {
			b.Outlook = outlook(r.Context(), c)
		}
		return err
	})
	if err != nil {
		b.Outlook = sentence(err).String()
	}
	return p.show(w, r, http.StatusOK, "kept-card.html", b)
}

// homeNodes is how far the chance on the page without a fight looks ahead: twelve of them are looked at together.
const homeNodes = 2000

// outlook returns the chance to win of who decides in words, nothing where none can be told.
func outlook(ctx context.Context, c session.Client) string {
	out, err := c.Call(ctx, "advise", session.Looked{Nodes: homeNodes})
	a, is := out.(agent.Advice)
	switch {
	case err != nil || !is:
		return ""
	case a.Forecast == nil:
		return say.OutlookLabel(a) + ": " + a.Outlook()
	}
	for _, f := range c.Roster() {
		if f.Name == a.Seat {
			return text.Capital(a.Forecast.Short()) + " for " + text.The(f.Team)
		}
	}
	return ""
}

// ago says how long ago something was.
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

// goneOnMax is how many fights the page shows with their pictures; the others are named.
const goneOnMax = 12

// keptFights returns the fights that the owner's browser can go on with, the last played first, and how many there are.
func (p *Pages) keptFights(r *http.Request) (list, more []begun, n int, err error) {
	all, err := p.fights.List()
	if err != nil || !p.owns(r) {
		return nil, nil, len(all), err
	}
	slices.SortStableFunc(all, func(a, b serve.Brief) int { return b.Played.Compare(a.Played) })
	for i, f := range all {
		b := begun{ID: f.ID, Title: cmp.Or(f.Title, f.ID), Played: ago(time.Since(f.Played))}
		switch {
		case i < goneOnMax:
			list = append(list, b)
		case i < goneOnMax+100:
			more = append(more, b)
		}
	}
	return list, more, len(all), nil
}

// reach lets phones reach the server, or this machine alone.
func (p *Pages) reach(w http.ResponseWriter, r *http.Request) error {
	if err := p.mayOpen(r); err != nil || p.o.Reach == nil {
		return cmp.Or(err, noPage())
	}
	form, err := fields(r)
	if err != nil {
		return err
	}
	if err := p.o.Reach.Reach(form.Get("lan") == "on"); err != nil {
		return p.begin(w, r, http.StatusUnprocessableEntity, starting{Said: new(sentence(err))})
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}

// phones returns the addresses at which phones reach the server; settled says that this cannot be changed here.
func (p *Pages) phones() (at []string, settled bool) {
	if p.o.Reach == nil {
		return nil, true
	}
	return p.o.Reach.Reachable(), false
}
