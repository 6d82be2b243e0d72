package web

import (
	"cmp"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
)

// At a table with one screen the owner's browser is handed to a player, and back to the GM. After that it shows
// nothing of the fight until the next person has tapped that they hold it.

// nobodyHolds stands in [Pages].screenHolders for a screen that was handed over and not yet taken. No
// combatant has such a name, and the empty name is the GM.
const nobodyHolds = "\x00"

// handedError is the error for a page of one person while another holds the screen. Its page offers to take it.
type handedError struct{ Base, Seat string }

// To returns whom the page is for.
func (h handedError) To() string { return cmp.Or(h.Seat, "the GM") }

func (h handedError) Error() string { return "the screen is for " + h.To() }

// ownerPath returns the path of the pages of a fight on the owner's screen: those of the GM, or those of a
// seat. The name of the seat is in base64, for it can have any letters.
func ownerPath(fight, seat string) string {
	if seat != "" {
		seat = "-" + base64.RawURLEncoding.EncodeToString([]byte(seat))
	}
	return "/at/" + fight + ownerKeyMark + seat + "/"
}

// cutOwnerKey splits the key in an ownerPath into fight and seat, empty for the GM; ok is false for the key of a link.
func cutOwnerKey(key string) (fight, seat string, ok bool) {
	fight, rest, ok := strings.Cut(key, ownerKeyMark)
	if !ok || rest == "" {
		return fight, "", ok
	}
	coded, ok := strings.CutPrefix(rest, "-")
	name, err := base64.RawURLEncoding.DecodeString(coded)
	return fight, string(name), ok && err == nil && len(name) > 0
}

// screenAccess returns what a path of ownerPath gives access to, and who holds the screen.
func (p *Pages) screenAccess(fight, seat string) (a serve.Access, holder string, err error) {
	if _, err = p.fights.Brief(fight); err != nil {
		return a, "", err
	}
	a = serve.FullAccess(fight)
	if seat != "" {
		a.Role, a.Seat = serve.Player, seat
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return a, p.screenHolders[fight], nil
}

// HandedOver reports whether somebody other than the GM holds the owner's screen of a fight.
func (p *Pages) HandedOver(fight string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.screenHolders[fight] != ""
}

// handOver hands the screen over to the person that the path is for.
func (p *Pages) handOver(w http.ResponseWriter, r *http.Request) error {
	return p.giveScreen(w, r, nobodyHolds)
}

// takeScreen makes the person that the path is for the holder of the screen.
func (p *Pages) takeScreen(w http.ResponseWriter, r *http.Request) error {
	_, seat, _ := cutOwnerKey(r.PathValue("key"))
	return p.giveScreen(w, r, seat)
}

// giveScreen sets who holds the screen, and redirects to the page that the path is for.
func (p *Pages) giveScreen(w http.ResponseWriter, r *http.Request, holder string) error {
	fight, seat, own := cutOwnerKey(r.PathValue("key"))
	if !own || !p.isOwner(r) {
		return noPageError()
	}
	err := p.fights.With(r.Context(), serve.FullAccess(fight), func(c session.Client) error {
		if seat != "" && !slices.Contains(rules.Names(c.Roster()), seat) {
			return noPageError()
		}
		return nil
	})
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.screenHolders[fight] = holder
	p.mu.Unlock()
	return redirect(w, r, ownerPath(fight, seat))
}
