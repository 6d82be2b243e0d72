package web

import (
	"bytes"
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

// shared is the links of a fight: those that stand, and those that were just made, which are shown once.
type shared struct {
	Base   string
	Fight  string
	Title  string
	Chairs []chair
	Stand  []standing
	Phone  bool          // can open a link
	Alone  bool          // only one that is connected by a code can
	Hand   []handedError // to whom this screen can be handed over; nobody if it is not the owner's
	Made   []madeLink
}

// chair is a combatant whom somebody can play.
type chair struct {
	picture.Seat
	Person bool   // plays it
	Here   string // whether anybody looks through its links; empty: it has none
}

// Players reports whether people play anybody.
func (s shared) Players() bool {
	return slices.ContainsFunc(s.Chairs, func(c chair) bool { return c.Person })
}

// standing is a link that stands, with whether somebody looks through it.
type standing struct {
	serve.Link
	Here string // "not opened yet"
	Now  bool   // somebody does
}

// looking is who looks at a fight through one link.
type looking struct {
	pages int       // that are open
	last  time.Time // when one was
}

// looks counts one more page of a link that is open, whose stream the server counts too; done counts it off.
func (p *Pages) looks(a serve.Access) (done func(), err error) {
	ends := func() {}
	if p.o.Stream != nil {
		if ends, err = p.o.Stream(a); err != nil {
			return nil, err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	link := a.Fight + " " + a.Link
	l := p.looking[link]
	if l == nil {
		if len(p.looking) >= lookingMax {
			for link, l := range p.looking {
				if l.pages == 0 {
					delete(p.looking, link)
				}
			}
		}
		l = &looking{}
		p.looking[link] = l
	}
	l.pages++
	return func() {
		ends()
		p.mu.Lock()
		defer p.mu.Unlock()
		l.pages--
		l.last = time.Now()
	}, nil
}

// lookingMax is of how many links it is kept who looks through them, besides those whose pages are open.
const lookingMax = 2000

// here says whether somebody looks at a fight through a link.
func (p *Pages) here(fight string, of serve.Link) standing {
	who := "the phone"
	if of.Role != serve.Player {
		who = "somebody"
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch l := p.looking[fight+" "+of.ID]; {
	case l == nil:
		return standing{of, "not opened yet", false}
	case l.pages > 0:
		return standing{of, who + " is here", true}
	default:
		return standing{of, who + " was here " + ago(time.Since(l.last)), false}
	}
}

// isHere reports whether the phone of a combatant's player is here.
func (p *Pages) isHere(fight, seat string, links []serve.Link) bool {
	return slices.ContainsFunc(links, func(of serve.Link) bool { return of.Seat == seat && seat != "" && p.here(fight, of).Now })
}

// madeLink is a new link with its address.
type madeLink struct {
	serve.Link
	URL string
	QR  template.HTML
}

// links shows the links of a fight to its GM.
func (p *Pages) links(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	return p.showSharing(w, r, a, nil)
}

func (p *Pages) showSharing(w http.ResponseWriter, r *http.Request, a serve.Access, made []madeLink) error {
	l, err := p.look(r.Context(), r, a)
	if err != nil {
		return err
	}
	stand, err := p.fights.Links(a)
	if err != nil {
		return err
	}
	_, phone := p.base(r)
	s := shared{Base: l.Base, Fight: a.Fight, Title: l.Title, Phone: phone, Alone: p.o.Alone, Made: made}
	for _, of := range stand {
		s.Stand = append(s.Stand, p.here(a.Fight, of))
	}
	for _, seat := range l.Picture.Seats {
		c := chair{Seat: seat, Person: slices.Contains(l.People, seat.Name)}
		now := false
		for _, of := range s.Stand {
			if of.Seat == seat.Name && !now {
				c.Here, now = of.Here, of.Now
			}
		}
		s.Chairs = append(s.Chairs, c)
	}
	if p.owns(r) {
		for _, name := range l.Names {
			s.Hand = append(s.Hand, handedError{ownBase(a.Fight, name), name})
		}
	}
	return p.show(w, r, http.StatusOK, "links.html", s)
}

// gm returns the access of a request that is the GM's; others find no such page.
func (p *Pages) gm(r *http.Request) (serve.Access, error) {
	a, err := p.access(r)
	if err == nil && a.Role != serve.GM {
		err = noPage()
	}
	return a, err
}

// relink makes a link, for a seat or for watchers, or revokes one.
func (p *Pages) relink(w http.ResponseWriter, r *http.Request, a serve.Access) error {
	form, err := fields(r)
	if err != nil {
		return err
	}
	if id := form.Get("revoke"); id != "" {
		if err := p.fights.Revoke(r.Context(), a, id); err != nil {
			return err
		}
		http.Redirect(w, r, "links", http.StatusSeeOther)
		return nil
	}
	stand, err := p.fights.Links(a)
	if err != nil {
		return err
	}
	if p.o.Alone {
		form.Del("for") // nobody could open one
	}
	var made []madeLink
	for _, name := range form["for"] {
		if form.Get("unless") == "here" && p.isHere(a.Fight, name, stand) {
			continue
		}
		role, seat := serve.Player, name
		switch name {
		case "*watcher":
			role, seat = serve.Watcher, ""
		case "*gm":
			role, seat = serve.GM, ""
		}
		link, err := p.fights.Link(r.Context(), a, role, seat)
		if err != nil {
			return err
		}
		url, phones := p.base(r)
		url += "/at/" + link.Key + "/"
		l := madeLink{Link: link, URL: url}
		if phones {
			l.QR = QR(url)
		}
		made = append(made, l)
	}
	return p.showSharing(w, r, a, made)
}

// base returns the address that others than this machine reach the server at, if there is one, else its own.
func (p *Pages) base(r *http.Request) (address string, phones bool) {
	if !serve.IsLocal(r) {
		return serve.AddressOf(r), true
	}
	if at, _ := p.phones(); len(at) > 0 {
		return at[0], true
	}
	return serve.AddressOf(r), false
}

// quiet is the margin that a QR code needs on each side, in modules.
const quiet = 4

// QR draws an address as a QR code, nothing if it is too long for one.
func QR(address string) template.HTML {
	code, err := qr.Encode(address, qr.M)
	if err != nil {
		return ""
	}
	var path strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	wide := code.Size + 2*quiet
	return template.HTML(fmt.Sprintf(`<svg role="img" aria-label="QR code of the link" viewBox="0 0 %[1]d %[1]d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%[1]dv%[1]dH0z"/><path d="%[2]s"/></svg>`, wide, &path))
}

// record sends the record of a fight to its GM.
func (p *Pages) record(w http.ResponseWriter, r *http.Request) error {
	_, data, err := p.recordOf(r)
	if err != nil {
		return err
	}
	return sendFile(w, r, "application/x-ndjson", "fight.jsonl", data)
}

// recordToGoOn reads the record of a link for who may begin another fight.
func (p *Pages) recordToGoOn(r *http.Request) (rec fight.Record, err error) {
	if err = p.mayOpen(r); err == nil {
		_, rec, err = p.readRecord(r)
	}
	return rec, err
}

// readRecord reads the record of the fight that a request of its GM is about.
func (p *Pages) readRecord(r *http.Request) (a serve.Access, rec fight.Record, err error) {
	a, data, err := p.recordOf(r)
	if err == nil {
		rec, _, err = fight.ReadRecord("fight.jsonl", bytes.NewReader(data))
	}
	return a, rec, err
}

// recordOf returns the record of the fight that a request of its GM is about, as far as it goes.
func (p *Pages) recordOf(r *http.Request) (a serve.Access, data []byte, err error) {
	if a, err = p.gm(r); err != nil {
		return a, nil, err
	}
	data, err = p.fights.Record(r.Context(), a)
	return a, data, err
}

// carry sends the GM what combatants carry out of a fight that is over, as the file that an encounter names with carry.
func (p *Pages) carry(w http.ResponseWriter, r *http.Request) error {
	_, rec, err := p.readRecord(r)
	if err != nil {
		return err
	}
	left, err := agent.CarryOf(rec)
	if err != nil {
		return err
	}
	file, err := left.File()
	if err != nil {
		return err
	}
	return sendFile(w, r, "application/yaml; charset=utf-8", "after.yaml", file)
}
