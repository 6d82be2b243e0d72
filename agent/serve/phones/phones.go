// Package phones lets phones play in a program that runs in a browser's tab, where nothing can listen for them: the
// GM's tab and the phone's tell each other by a code where they are, and then the phone is a link of a seat, by a
// channel between the two browsers.
//
// The GM's page shows a code (an offer) as a QR code, the phone's page takes it and shows one in return (an answer),
// and the GM's page takes that. Then the two browsers connect by WebRTC, and the phone's requests for the pages of its
// seat go through the connection to the GM's program.
package phones

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"kokyu/agent/serve"
	"kokyu/agent/serve/web"
	"kokyu/agent/session"
	"kokyu/rules/text"
)

//go:embed pages
var files embed.FS

// Options are what a program needs for its phones.
type Options struct {
	// Site is the address of the page that frames those of the program, as https://table.example/kokyu/.
	Site string
	// Base is the path of the program's pages, as /kokyu/table.
	Base string
	Host string // of the site
	// Version is that of the site. Tabs of different versions are not connected.
	Version string
	// File is where a phone keeps its links.
	File string
	// Scan reads a QR code; nil if nothing can.
	Scan func(picture []byte) (text string, err error)
}

// Phones is the lines between this program and others. The same program is a GM's for its own fights, and a
// phone's for fights of GMs elsewhere.
type Phones struct {
	fights       *serve.Fights
	program      http.Handler            // the server's, with all its checks
	policy       string                  // the content security policy of all pages
	isHandedOver func(fight string) bool // a player has the screen of the fight
	options      Options
	pages        *template.Template
	mux          *http.ServeMux

	mu          sync.Mutex           // guards the fields below
	lines       []*line              // the oldest first
	keys        map[[2]string]string // of the links that phones have, by fight and seat
	remoteLinks []remoteLink         // the oldest first
}

// remoteLink is a link of a GM's program elsewhere, for which this program is the phone.
type remoteLink struct {
	Key  string `json:"key"`
	Seat string `json:"seat"`
	line *line  // nil if it has ended, or was of an earlier run
}

const (
	linesMax       = 24
	phonesMax      = 12 // connected
	remoteLinksMax = 12
	formMax        = 16 << 20 // bytes: of a picture
	// holdMax is how long a browser may take to describe itself, two to connect, and how long a page's request is held.
	holdMax = 20 * time.Second
)

// New returns the phones of a server and of its pages, without lines. [Phones.Handler] serves its pages.
func New(s *serve.Server, own *web.Pages, o Options) *Phones {
	p := &Phones{fights: s.Fights(), program: s.Handler(), policy: own.Policy(),
		isHandedOver: own.HandedOver, options: o, mux: http.NewServeMux(), keys: map[[2]string]string{}}
	p.pages = template.Must(template.ParseFS(files, "pages/*.html"))
	if data, err := os.ReadFile(o.File); err == nil {
		_ = json.Unmarshal(data, &p.remoteLinks) // if it is damaged, the phone needs a new code
	}
	named := func(r *http.Request) (*line, error) { return p.lineOf(r.PathValue("name")) }
	for pattern, handle := range map[string]serve.Handler{
		"GET /phone/{$}":            p.start,
		"GET /phone/{code}":         p.start,
		"POST /phone/{$}":           p.takeCode,
		"POST /phone/new":           p.offer,
		"GET /phone/at/{name}":      serve.WithInput(named, p.show),
		"GET /phone/at/{name}/held": serve.WithInput(named, p.waitForChange),
		"POST /phone/at/{name}/end": serve.WithInput(named, p.endLine),
	} {
		p.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := handle(w, r); err != nil {
				_ = p.write(w, serve.StatusOf(serve.CodeOf(err)), "start.html", pageData{Wrong: &serve.FaultsOf(err)[0]})
			}
		})
	}
	return p
}

// Handler returns a handler for the pages with codes and for links of programs elsewhere; own handles everything else.
func (p *Phones) Handler(own http.Handler) http.Handler {
	codes := http.StripPrefix(p.options.Base, p.mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, p.options.Base+"/phone/") {
			codes.ServeHTTP(w, r)
			return
		}
		key, below, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, p.options.Base+"/at/"), "/")
		far, is := p.remoteLinkOf(key)
		if !is || !strings.HasPrefix(r.URL.Path, p.linkOf(key)) {
			own.ServeHTTP(w, r)
			return
		}
		p.setHeaders(w)
		if far.line == nil || !far.line.channel().forward(w, r, p.linkOf(key), below) {
			p.answerGone(w, r, far)
		}
	})
}

// linkOf returns the path of the pages of a link. A link elsewhere has the same path here as one of this program.
func (p *Phones) linkOf(key string) string { return p.options.Base + "/at/" + key + "/" }

func (p *Phones) remoteLinkOf(key string) (remoteLink, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.remoteLinks, func(f remoteLink) bool { return f.Key == key })
	if i < 0 {
		return remoteLink{}, false
	}
	return p.remoteLinks[i], true
}

// changedEvent is an event of a page's stream that makes the page fetch its live part.
const changedEvent = "event: changed\ndata: end\n\n"

// answerGone answers for a link whose GM's program is not connected. An open page is made to show that.
func (p *Phones) answerGone(w http.ResponseWriter, r *http.Request, far remoteLink) {
	switch {
	case strings.HasSuffix(r.URL.Path, "/changes"):
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write([]byte(changedEvent))
	case r.Header.Get("HX-Request") == "true":
		w.Header().Set("HX-Redirect", p.linkOf(far.Key))
	default:
		_ = p.write(w, http.StatusServiceUnavailable, "start.html", pageData{Gone: true, Seat: far.Seat})
	}
}

type pageData struct {
	Wrong *serve.Fault // what is wrong with what was sent, or why a line has ended
	Gone  bool         // the connection of a phone is gone
	Code  string       // in the address
	GM    bool         // it is the page of a GM: the code is a phone's answer, or the line is at the GM's end
	Scans bool         // a picture of a QR code can be read; write sets it

	Line, Stun       string
	Fight, Seat, Key string
	State            state
	Link             string // the address with the code of this end
	QR               template.HTML
}

func (p *Phones) setHeaders(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Security-Policy", p.policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
}

// write writes a page. Its error is always nil: a browser that has gone is nobody's mistake.
func (p *Phones) write(w http.ResponseWriter, status int, name string, v pageData) error {
	p.setHeaders(w)
	v.Scans = p.options.Scan != nil
	var b bytes.Buffer
	if err := p.pages.ExecuteTemplate(&b, name, v); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return nil
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	// The base is put before each address; no text matches, because its quotation marks are escaped.
	_, _ = w.Write(bytes.ReplaceAll(b.Bytes(), []byte(`="/`), []byte(`="`+p.options.Base+`/`)))
	return nil
}

func (p *Phones) redirect(w http.ResponseWriter, r *http.Request, to string) error {
	http.Redirect(w, r, p.options.Base+to, http.StatusSeeOther)
	return nil
}

func pageOf(l *line) string { return "/phone/at/" + l.name }

// start asks for a code, or what to do with the one in the address.
func (p *Phones) start(w http.ResponseWriter, r *http.Request) error {
	v := pageData{Code: r.PathValue("code")}
	if v.Code != "" {
		c, err := readCode(v.Code)
		if err != nil {
			return err
		}
		v.GM = c.isAnswer
	}
	return p.write(w, http.StatusOK, "start.html", v)
}

// takeCode takes a code. An offer begins a line at the phone's end; an answer connects one at the GM's end.
func (p *Phones) takeCode(w http.ResponseWriter, r *http.Request) error {
	sent, err := p.codeOf(w, r)
	if err != nil {
		return err
	}
	c, err := readCode(sent)
	if err != nil {
		return err
	}
	var l *line
	if !c.isAnswer {
		l, err = p.addLine(&line{name: serve.NewName(nameLen), offer: &c, stun: c.stun})
	} else if l, err = p.lineOf(c.name); err == nil {
		err = l.connect(c)
	}
	if err != nil {
		return err
	}
	return p.redirect(w, r, pageOf(l))
}

// codeOf returns the code in a form: a text, or a picture of a QR code.
func (p *Phones) codeOf(w http.ResponseWriter, r *http.Request) (string, error) {
	r.Body = http.MaxBytesReader(w, r.Body, formMax)
	if err := r.ParseMultipartForm(formMax); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return "", serve.NewError(serve.TooLarge, "what was sent cannot be read", "a code, or one picture of at most 16 MB")
	}
	code := strings.TrimSpace(r.PostFormValue("code"))
	if code != "" || p.options.Scan == nil || r.MultipartForm == nil || len(r.MultipartForm.File["picture"]) == 0 {
		return code, nil
	}
	f, err := r.MultipartForm.File["picture"][0].Open()
	if err != nil {
		return "", err
	}
	defer f.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(f); err != nil {
		return "", err
	}
	scanned, err := p.options.Scan(b.Bytes())
	if err != nil || scanned == "" {
		return "", serve.NewError(session.BadInput, "no QR code is found in the picture",
			"a sharp one of the whole code, or its text")
	}
	return scanned, nil
}

// offer begins a line at the GM's end, for a seat. If the seat has a line already that waits or is
// connected, the page of that is shown, unless the form wants a new one.
func (p *Phones) offer(w http.ResponseWriter, r *http.Request) error {
	l := &line{name: serve.NewName(nameLen), fight: r.PostFormValue("fight"), seat: r.PostFormValue("seat"),
		stun: strings.TrimSpace(r.PostFormValue("stun"))}
	if l.stun != "" && !strings.HasPrefix(l.stun, "stun:") {
		l.stun = "stun:" + l.stun
	}
	if l.stun != "" && !stunPattern.MatchString(l.stun) {
		return serve.NewError(session.BadInput, "the STUN server is "+text.Quote(l.stun),
			"its name, as in stun.example.org:3478")
	}
	if p.isHandedOver(l.fight) {
		return serve.NewError(session.NotYours, "this screen is handed over to a player", "the GM, whose phones these are")
	}
	if other := p.lineForSeat(l); other != nil && !r.PostForm.Has("anew") {
		return p.redirect(w, r, pageOf(other))
	}
	key, err := p.seatKey(r.Context(), l.fight, l.seat)
	if err != nil {
		return err
	}
	l.key = key
	if l, err = p.addLine(l); err != nil {
		return err
	}
	return p.redirect(w, r, pageOf(l))
}

// lineForSeat returns the last line for the same seat that has its phone or waits for it.
func (p *Phones) lineForSeat(same *line) *line {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range slices.Backward(p.lines) {
		state := l.currentState()
		isSame := l.offer == nil && l.fight == same.fight && l.seat == same.seat
		if isSame && state != stateEnded && (state == stateOpen || l.stun == same.stun) {
			return l
		}
	}
	return nil
}

// seatKey returns the key of the link that phones have for a seat. Keys are in memory only: the first time after a
// start it makes a new link, and revokes those from before, which only phones of this program can use.
func (p *Phones) seatKey(ctx context.Context, fight, seat string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if key := p.keys[[2]string{fight, seat}]; key != "" {
		if _, err := p.fights.Access(key); err == nil {
			return key, nil
		}
	}
	if err := p.revoke(ctx, fight, seat); err != nil {
		return "", err
	}
	made, err := p.fights.Link(ctx, serve.FullAccess(fight), serve.Player, seat)
	p.keys[[2]string{fight, seat}] = made.Key
	return made.Key, err
}

func (p *Phones) revoke(ctx context.Context, fight, seat string) error {
	all, err := p.fights.Links(serve.FullAccess(fight))
	for _, l := range all {
		if l.Role == serve.Player && l.Seat == seat {
			err = errors.Join(err, p.fights.Revoke(ctx, serve.FullAccess(fight), l.ID))
		}
	}
	return err
}

// endLine ends a line. At the GM's end it also revokes the seat's link and ends all lines for the seat.
func (p *Phones) endLine(w http.ResponseWriter, r *http.Request, l *line) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if l.offer == nil {
		if err := p.revoke(r.Context(), l.fight, l.seat); err != nil {
			return err
		}
	}
	for _, other := range p.lines {
		if other == l || other.offer == nil && other.fight == l.fight && other.seat == l.seat {
			go other.end(errLetGo)
		}
	}
	return p.redirect(w, r, pageOf(l))
}

// lineOf returns the line with a name. Lines are in memory only: an unknown one is mostly from before a reload.
func (p *Phones) lineOf(name string) (*line, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.IndexFunc(p.lines, func(l *line) bool { return l.name == name }); i >= 0 {
		return p.lines[i], nil
	}
	return nil, serve.NewError(session.NotNow, "this program has not made the code that this belongs to, or was loaded anew since",
		"a new code, and the answer to that")
}

// addLine adds a line. If there are too many, the oldest that is not connected is ended and removed.
func (p *Phones) addLine(l *line) (*line, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	open := 0
	for _, other := range p.lines {
		if other.currentState() == stateOpen {
			open++
		}
	}
	if open >= phonesMax {
		return nil, serve.NewError(serve.TooMany, fmt.Sprintf("%d phones are connected", open), "one of them let go first")
	}
	if len(p.lines) >= linesMax {
		i := slices.IndexFunc(p.lines, func(l *line) bool { return l.currentState() != stateOpen })
		go p.lines[i].end(errTooManyCodes)
		p.lines = slices.Delete(p.lines, i, i+1)
	}
	l.phones, l.changed = p, make(chan struct{})
	p.lines = append(p.lines, l)
	return l, nil
}

// show shows how a line stands: the code of this end, that it is connected, or why not.
func (p *Phones) show(w http.ResponseWriter, r *http.Request, l *line) error {
	v := p.pageDataOf(l)
	if v.State == stateOpen && !v.GM {
		return p.redirect(w, r, "/at/"+v.Key+"/")
	}
	return p.write(w, http.StatusOK, "line.html", v)
}

// waitForChange answers an open page once its line is in another state than the page shows; the page is
// then shown anew. It is also what notices that a browser does not describe itself, or that two do not
// reach each other: then nothing changes for holdMax.
func (p *Phones) waitForChange(w http.ResponseWriter, r *http.Request, l *line) error {
	shown := state(r.URL.Query().Get("was"))
	timedOut := l.wait(r.Context(), shown)
	switch {
	case r.Context().Err() != nil: // the page is gone
		return nil
	case timedOut && shown == stateMaking:
		l.end(errNoCode)
	case timedOut && shown == stateConnecting:
		l.end(errNotReached)
	}
	v := p.pageDataOf(l)
	if v.State != shown {
		w.Header().Set("HX-Redirect", p.options.Base+pageOf(l))
	}
	return p.write(w, http.StatusOK, "held", v)
}

func (p *Phones) pageDataOf(l *line) pageData {
	l.mu.Lock()
	defer l.mu.Unlock()
	v := pageData{Line: l.name, Stun: l.stun, Seat: l.seat, Fight: l.fight, Key: l.key, GM: l.offer == nil, State: l.state}
	if l.why != nil {
		v.Wrong = &serve.FaultsOf(l.why)[0]
	}
	if l.code != "" {
		v.Link = p.options.Site + "#phone/" + l.code
		v.QR = web.QR(v.Link)
	}
	return v
}

// keepLink keeps the link in the greeting of another program. The other program may send anything: a key of
// another form is refused, and so is one of a fight of this program, whose pages it would take.
func (p *Phones) keepLink(l *line, g greeting) {
	fight, _, _ := strings.Cut(g.Key, ".")
	_, own := p.fights.Brief(fight)
	switch {
	case g.Version != p.options.Version:
		l.end(errVersion)
		return
	case !linkKeyPattern.MatchString(g.Key) || len(g.Seat) > 200 || own == nil:
		l.end(errUnknownMessage)
		return
	}
	p.mu.Lock()
	p.remoteLinks = slices.DeleteFunc(p.remoteLinks, func(f remoteLink) bool { return f.Key == g.Key })
	if len(p.remoteLinks) >= remoteLinksMax {
		p.remoteLinks = slices.Delete(p.remoteLinks, 0, 1)
	}
	p.remoteLinks = append(p.remoteLinks, remoteLink{g.Key, g.Seat, l})
	data, _ := json.Marshal(p.remoteLinks) // cannot fail: it holds texts
	if p.options.File != "" {
		_ = os.WriteFile(p.options.File, data, 0o600) // if it fails, the phone needs a new code after a reload
	}
	p.mu.Unlock()
	l.update(func() { l.state, l.key, l.seat = stateOpen, g.Key, g.Seat })
}

// linkKeyPattern matches the key of a link, see package serve.
var linkKeyPattern = regexp.MustCompile(`^[a-z2-9]{12}\.[A-Za-z0-9_-]{22}$`)

// forgetLine forgets the connection of a link, but not the link.
func (p *Phones) forgetLine(l *line) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.remoteLinks {
		if p.remoteLinks[i].line == l {
			p.remoteLinks[i].line = nil
		}
	}
}
