package web

import (
	"cmp"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"kokyu/agent/serve"
	"kokyu/agent/session"
)

// At a table with one screen the owner's browser is handed over: to a player, and back to the GM. It shows the fight to whoever has it,
// and to nobody from when it is handed over until the one it goes to has tapped that they have it.

// nobody stands in screens for who has a screen that is handed over and not yet taken. No combatant can be called so.
const nobody = "\x00"

// handedError is the error of a page of the owner's screen for one while another has the screen. Its page offers to take it.
type handedError struct{ Base, Seat string }

// To returns whom the page is for.
func (h handedError) To() string { return cmp.Or(h.Seat, "the GM") }

func (h handedError) Error() string { return "the screen is for " + h.To() }

// ownBase returns the address of a fight for the owner's screen: its GM's, or that of a seat.
func ownBase(fight, seat string) string {
	if seat != "" {
		seat = "-" + base64.RawURLEncoding.EncodeToString([]byte(seat))
	}
	return "/at/" + fight + ownKey + seat + "/"
}

// cutOwn reads a key of the owner's screen.
func cutOwn(key string) (fight, seat string, ok bool) {
	fight, rest, ok := strings.Cut(key, ownKey)
	if !ok || rest == "" {
		return fight, "", ok
	}
	coded, ok := strings.CutPrefix(rest, "-")
	name, err := base64.RawURLEncoding.DecodeString(coded)
	return fight, string(name), ok && err == nil && len(name) > 0
}

// ofScreen returns what an address of the owner's screen gives access to, the whole fight or what a seat sees, and who has the screen.
func (p *Pages) ofScreen(fight, seat string) (a serve.Access, has string, err error) {
	if _, err = p.fights.Brief(fight); err != nil {
		return a, "", err
	}
	a = serve.Whole(fight)
	if seat != "" {
		a.Role, a.Seat = serve.Player, seat
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return a, p.screens[fight], nil
}

// HandedOver reports whether the owner's screen of a fight is another's than the GM's.
func (p *Pages) HandedOver(fight string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.screens[fight] != ""
}

// hand hands the owner's screen over to whom a key is for: until that one takes it, it shows the fight to nobody.
func (p *Pages) hand(w http.ResponseWriter, r *http.Request) error { return p.give(w, r, nobody) }

// take gives the owner's screen to whom a key is for.
func (p *Pages) take(w http.ResponseWriter, r *http.Request) error {
	_, seat, _ := cutOwn(r.PathValue("key"))
	return p.give(w, r, seat)
}

// give makes one the holder of the owner's screen, and sends the browser to the page of whom the key is for.
func (p *Pages) give(w http.ResponseWriter, r *http.Request, to string) error {
	fight, seat, own := cutOwn(r.PathValue("key"))
	if !own || !p.owns(r) {
		return noPage()
	}
	err := p.fights.With(r.Context(), serve.Whole(fight), func(c session.Client) error {
		if seat != "" && !slices.Contains(namesOf(c), seat) {
			return noPage()
		}
		return nil
	})
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.screens[fight] = to
	p.mu.Unlock()
	http.Redirect(w, r, ownBase(fight, seat), http.StatusSeeOther)
	return nil
}

func namesOf(c session.Client) (names []string) {
	for _, r := range c.Roster() {
		names = append(names, r.Name)
	}
	return names
}
