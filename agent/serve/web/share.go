package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"time"

	"rsc.io/qr"

	"kokyu/agent"
	"kokyu/agent/picture"
	"kokyu/agent/serve"
	"kokyu/rules/fight"
)

// sharePage is the data of links.html: the links of a fight, and those just made, whose keys are shown once.
type sharePage struct {
	Base   string
	Fight  string
	Title  string
	Chairs []seatLinks
	Stand  []linkStatus
	Phone  bool          // whether a phone can open a link
	Alone  bool          // whether only a phone that is connected by a code can
	Hand   []handedError // to whom this screen can be handed over; empty if it is not the owner's
	Made   []newLink
}

// seatLinks is a combatant, whom somebody can play with a link.
type seatLinks struct {
	picture.Seat
	Person bool   // whether a person plays it
	Here   string // whether its links are in use, see [linkStatus]; empty if it has none
}

// Players reports whether people play any combatant.
func (s sharePage) Players() bool {
	return slices.ContainsFunc(s.Chairs, func(c seatLinks) bool { return c.Person })
}

// linkStatus is a link and whether somebody uses it.
type linkStatus struct {
	serve.Link
	Here string // in words: "the phone is here"
	Now  bool   // somebody follows the fight with it
}

// linkStatus returns whether somebody looks at a fight through a link: a page that is open has a stream,
// which the server counts for its link.
func (p *Pages) linkStatus(fight string, of serve.Link) linkStatus {
	who := "the phone"
	if of.Role != serve.Player {
		who = "somebody"
	}
	switch open, last := p.server.Streams(serve.Access{Fight: fight, Link: of.ID}); {
	case open > 0:
		return linkStatus{of, who + " is here", true}
	case last.IsZero():
		return linkStatus{of, "not opened yet", false}
	default:
		return linkStatus{of, who + " was here " + ago(time.Since(last)), false}
	}
}

// isHere reports whether a player of a combatant has its page open.
func (p *Pages) isHere(fight, seat string, links []serve.Link) bool {
	return slices.ContainsFunc(links, func(of serve.Link) bool {
		return of.Seat == seat && seat != "" && p.linkStatus(fight, of).Now
	})
}

type newLink struct {
	serve.Link
	URL string
	QR  template.HTML
}

func (p *Pages) showLinks(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	return p.showSharing(w, r, a, nil)
}

func (p *Pages) showSharing(w http.ResponseWriter, r *http.Request, a serve.Access, made []newLink) error {
	l, err := p.livePartOf(r, a)
	if err != nil {
		return err
	}
	links, err := p.fights.Links(a)
	if err != nil {
		return err
	}
	_, phone := p.address(r)
	s := sharePage{Base: l.Base, Fight: a.Fight, Title: l.Title, Phone: phone, Alone: p.options.Alone, Made: made}
	for _, link := range links {
		s.Stand = append(s.Stand, p.linkStatus(a.Fight, link))
	}
	for _, seat := range l.Picture.Seats {
		c := seatLinks{Seat: seat, Person: slices.Contains(l.People, seat.Name)}
		// A combatant may have several links. What is shown is the first link in use, else the last one.
		inUse := false
		for _, status := range s.Stand {
			if status.Seat == seat.Name && !inUse {
				c.Here, inUse = status.Here, status.Now
			}
		}
		s.Chairs = append(s.Chairs, c)
	}
	if p.isOwner(r) {
		for _, name := range l.Names {
			s.Hand = append(s.Hand, handedError{ownerPath(a.Fight, name), name})
		}
	}
	return p.show(w, r, http.StatusOK, "links.html", s)
}

// gmAccess returns the access of a request with the GM's link; for others there is no such page.
func (p *Pages) gmAccess(r *http.Request) (serve.Access, error) {
	a, err := p.access(r)
	if err == nil && a.Role != serve.GM {
		err = noPageError()
	}
	return a, err
}

// changeLinks makes the links that the form asks for, of combatants by their names, of watchers and of the
// GM, or revokes one. With unless=here it makes none for a combatant whose player has the page open.
func (p *Pages) changeLinks(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	form, err := fields(r)
	if err != nil {
		return err
	}
	if id := form.Get("revoke"); id != "" {
		if err := p.fights.Revoke(r.Context(), a, id); err != nil {
			return err
		}
		return redirect(w, r, "links")
	}
	links, err := p.fights.Links(a)
	if err != nil {
		return err
	}
	if p.options.Alone {
		form.Del("for") // nobody could open a link
	}
	var made []newLink
	for _, name := range form["for"] {
		if form.Get("unless") == "here" && p.isHere(a.Fight, name, links) {
			continue
		}
		role, seat := serve.Player, name
		switch name { // no combatant's name has a star
		case "*watcher":
			role, seat = serve.Watcher, ""
		case "*gm":
			role, seat = serve.GM, ""
		}
		link, err := p.fights.Link(r.Context(), a, role, seat)
		if err != nil {
			return err
		}
		url, phones := p.address(r)
		url += "/at/" + link.Key + "/"
		l := newLink{Link: link, URL: url}
		if phones {
			l.QR = QR(url)
		}
		made = append(made, l)
	}
	return p.showSharing(w, r, a, made)
}

// address returns the address that goes into a link: the one at which other machines reach the server. If
// they cannot reach it, that is the address of this machine, and phones is false.
func (p *Pages) address(r *http.Request) (address string, phones bool) {
	if !serve.IsLocal(r) {
		return serve.AddressOf(r), true
	}
	if at := p.server.LANAddresses(); len(at) > 0 {
		return at[0], true
	}
	return serve.AddressOf(r), false
}

// quietZone is the margin that a QR code needs on each side, in modules.
const quietZone = 4

// QR draws an address as a QR code, a square for each dark module; it returns nothing for an address that is too long.
func QR(address string) template.HTML {
	code, err := qr.Encode(address, qr.M)
	if err != nil {
		return ""
	}
	var path strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+quietZone, y+quietZone)
			}
		}
	}
	wide := code.Size + 2*quietZone
	return template.HTML(fmt.Sprintf(`<svg role="img" aria-label="QR code of the link" viewBox="0 0 %[1]d %[1]d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%[1]dv%[1]dH0z"/><path d="%[2]s"/></svg>`, wide, &path))
}

func (p *Pages) sendRecord(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	data, err := p.fights.Record(r.Context(), a)
	if err != nil {
		return err
	}
	return sendFile(w, r, "application/x-ndjson", "fight.jsonl", data)
}

// recordToGoOn reads the record of the GM's link for somebody who may begin another fight.
func (p *Pages) recordToGoOn(r *http.Request) (fight.Record, error) {
	a, err := p.gmAccess(r)
	if err := cmp.Or(p.mayOpen(r), err); err != nil {
		return fight.Record{}, err
	}
	return p.readRecord(r.Context(), a)
}

func (p *Pages) readRecord(ctx context.Context, a serve.Access) (rec fight.Record, err error) {
	data, err := p.fights.Record(ctx, a)
	if err == nil {
		rec, _, err = fight.ReadRecord("fight.jsonl", bytes.NewReader(data))
	}
	return rec, err
}

// sendCarry sends the GM the file of what combatants carry out of a fight: the key carry of an encounter names it.
func (p *Pages) sendCarry(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	rec, err := p.readRecord(r.Context(), a)
	if err != nil {
		return err
	}
	left, err := agent.CarryOf(rec)
	if err != nil {
		return err
	}
	file, err := left.Encode()
	if err != nil {
		return err
	}
	return sendFile(w, r, "application/yaml; charset=utf-8", "after.yaml", file)
}
