// Package phones lets phones play in a program that runs in a browser's tab, where nothing can listen for them: the GM's tab and the phone's
// tell each other by a code where they are, and then the phone is a link of a seat, by a channel between the two browsers.
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
	Fights  *serve.Fights
	Program http.Handler                                  // with all its checks
	Site    string                                        // the address of the page that frames those of the program, as https://table.example/kokyu/
	Base    string                                        // the path of the program's pages, as /kokyu/table
	Host    string                                        // of the site
	Version string                                        // of the site: two of different ones are not connected
	Policy  string                                        // of content, for all pages
	Handed  func(fight string) bool                       // its screen is with a player
	File    string                                        // where a phone keeps which links it had
	Scan    func(picture []byte) (text string, err error) // reads a QR code; nil where nothing does
}

// Phones are the lines between this program and others, at either end.
type Phones struct {
	o     Options
	pages *template.Template
	mux   *http.ServeMux

	mu    sync.Mutex
	lines []*line              // the oldest first
	keys  map[[2]string]string // of the links that phones have, by fight and seat
	far   []farLink            // the oldest first
}

// farLink is a link of a program elsewhere.
type farLink struct {
	Key  string `json:"key"`
	Seat string `json:"seat"`
	line *line  // nil once it has ended, or another program had it
}

const (
	linesMax = 24
	openMax  = 12 // phones
	farMax   = 12
	formMax  = 16 << 20         // a picture
	holdMax  = 20 * time.Second // a browser says where it is, two are connected, a page that stands asks once more
)

// New returns the lines of a program: none yet. [Phones.Before] answers for their pages.
func New(o Options) *Phones {
	p := &Phones{o: o, mux: http.NewServeMux(), keys: map[[2]string]string{}}
	p.pages = template.Must(template.ParseFS(files, "pages/*.html"))
	if data, err := os.ReadFile(o.File); err == nil {
		_ = json.Unmarshal(data, &p.far) // what was torn is told anew with the next code
	}
	named := func(r *http.Request) (*line, error) { return p.lineOf(r.PathValue("name")) }
	for pattern, handle := range map[string]serve.Handler{
		"GET /phone/{$}":            p.start,
		"GET /phone/{code}":         p.start,
		"POST /phone/{$}":           p.take,
		"POST /phone/new":           p.offer,
		"GET /phone/at/{name}":      serve.WithInput(named, p.show),
		"GET /phone/at/{name}/held": serve.WithInput(named, p.hold),
		"POST /phone/at/{name}/end": serve.WithInput(named, p.end),
	} {
		p.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := handle(w, r); err != nil {
				_ = p.write(w, serve.StatusOf(serve.CodeOf(err)), "start.html", view{Wrong: &serve.FaultsOf(err)[0], Scans: o.Scan != nil})
			}
		})
	}
	return p
}

// Before answers for the pages with codes, which are those of whoever sits at this browser, and for links of a program elsewhere. The own
// one answers everything else.
func (p *Phones) Before(own http.Handler) http.Handler {
	codes := http.StripPrefix(p.o.Base, p.mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, p.o.Base+"/phone/") {
			codes.ServeHTTP(w, r)
			return
		}
		key, below, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, p.o.Base+"/at/"), "/")
		far, is := p.farOf(key)
		if !is || !strings.HasPrefix(r.URL.Path, p.linkOf(key)) {
			own.ServeHTTP(w, r)
			return
		}
		p.secure(w)
		if far.line == nil || !far.line.channel().ask(w, r, p.linkOf(key), below, changed) {
			p.answerGone(w, r, far)
		}
	})
}

func (p *Phones) linkOf(key string) string { return p.o.Base + "/at/" + key + "/" }

func (p *Phones) farOf(key string) (farLink, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.far, func(f farLink) bool { return f.Key == key })
	if i < 0 {
		return farLink{}, false
	}
	return p.far[i], true
}

// changed is the event upon which a page asks for what is new.
const changed = "event: changed\ndata: end\n\n"

// answerGone answers for a link whose GM's program is not connected; an open page is made to say so.
func (p *Phones) answerGone(w http.ResponseWriter, r *http.Request, far farLink) {
	switch {
	case strings.HasSuffix(r.URL.Path, "/changes"):
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write([]byte(changed))
	case r.Header.Get("HX-Request") == "true":
		w.Header().Set("HX-Redirect", p.linkOf(far.Key))
	default:
		_ = p.write(w, http.StatusServiceUnavailable, "start.html", view{Gone: true, Seat: far.Seat, Scans: p.o.Scan != nil})
	}
}

// view is what a page shows.
type view struct {
	Wrong *serve.Fault // with what was sent, or why a line has ended
	Gone  bool         // the connection of a phone
	Code  string       // in the address
	GM    bool         // the code is a phone's answer
	Scans bool         // pictures of QR codes

	Line, Stun       string // of whose page
	Fight, Seat, Key string
	State            state
	Link             string // the address with the code of this end
	QR               template.HTML
}

func (p *Phones) secure(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Security-Policy", p.o.Policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
}

// write writes a page. Its error is always nil: a browser that has gone is nobody's mistake.
func (p *Phones) write(w http.ResponseWriter, status int, name string, v view) error {
	p.secure(w)
	var b bytes.Buffer
	if err := p.pages.ExecuteTemplate(&b, name, v); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return nil
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(bytes.ReplaceAll(b.Bytes(), []byte(`="/`), []byte(`="`+p.o.Base+`/`))) // no text looks like one: its quotation marks are escaped
	return nil
}

// sends sends a browser to another page.
func (p *Phones) sends(w http.ResponseWriter, r *http.Request, to string) error {
	http.Redirect(w, r, p.o.Base+to, http.StatusSeeOther)
	return nil
}

func pageOf(l *line) string { return "/phone/at/" + l.name }

// start asks for a code, or what is to be done with the one in the address.
func (p *Phones) start(w http.ResponseWriter, r *http.Request) error {
	v := view{Code: r.PathValue("code"), Scans: p.o.Scan != nil}
	if v.Code != "" {
		c, err := readCode(v.Code)
		if err != nil {
			return err
		}
		v.GM = c.answers
	}
	return p.write(w, http.StatusOK, "start.html", v)
}

// take takes a code: the GM's offer begins a line at the phone's end, the phone's answer connects it at the GM's.
func (p *Phones) take(w http.ResponseWriter, r *http.Request) error {
	said, err := p.codeOf(w, r)
	if err != nil {
		return err
	}
	c, err := readCode(said)
	if err != nil {
		return err
	}
	var l *line
	if !c.answers {
		l, err = p.add(&line{name: serve.NewName(nameLen), offer: &c, stun: c.stun})
	} else if l, err = p.lineOf(c.name); err == nil {
		err = l.connect(c)
	}
	if err != nil {
		return err
	}
	return p.sends(w, r, pageOf(l))
}

// codeOf returns the code that a form was sent with: as a text, or as a picture of a QR code.
func (p *Phones) codeOf(w http.ResponseWriter, r *http.Request) (string, error) {
	r.Body = http.MaxBytesReader(w, r.Body, formMax)
	if err := r.ParseMultipartForm(formMax); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return "", serve.NewError(serve.TooLarge, "what was sent cannot be read", "a code, or one picture of at most 16 MB")
	}
	if code := strings.TrimSpace(r.PostFormValue("code")); code != "" || p.o.Scan == nil || r.MultipartForm == nil || len(r.MultipartForm.File["picture"]) == 0 {
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
	said, err := p.o.Scan(b.Bytes())
	if err != nil || said == "" {
		return "", serve.NewError(session.BadInput, "no QR code is found in the picture", "a sharp one of the whole code, or its text")
	}
	return said, nil
}

// offer begins a line at the GM's end, for a seat.
func (p *Phones) offer(w http.ResponseWriter, r *http.Request) error {
	l := &line{name: serve.NewName(nameLen), fight: r.PostFormValue("fight"), seat: r.PostFormValue("seat"), stun: strings.TrimSpace(r.PostFormValue("stun"))}
	if l.stun != "" && !strings.HasPrefix(l.stun, "stun:") {
		l.stun = "stun:" + l.stun
	}
	if l.stun != "" && !stuns.MatchString(l.stun) {
		return serve.NewError(session.BadInput, "the STUN server is "+text.Quote(l.stun), "its name, as in stun.example.org:3478")
	}
	if p.o.Handed(l.fight) {
		return serve.NewError(session.NotYours, "this screen is handed over to a player", "the GM, whose phones these are")
	}
	if stands := p.standing(l); stands != nil && !r.PostForm.Has("anew") {
		return p.sends(w, r, pageOf(stands))
	}
	key, err := p.keyOf(r.Context(), l.fight, l.seat)
	if err != nil {
		return err
	}
	l.key = key
	if l, err = p.add(l); err != nil {
		return err
	}
	return p.sends(w, r, pageOf(l))
}

// standing returns the last line for the same seat that waits for its phone or has it.
func (p *Phones) standing(of *line) *line {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range slices.Backward(p.lines) {
		if is := l.is(); l.offer == nil && l.fight == of.fight && l.seat == of.seat && is != ended && (is == opened || l.stun == of.stun) {
			return l
		}
	}
	return nil
}

// keyOf returns the key of the link that phones have for a seat. The first of a program takes the links of the seat back that were made
// before: nobody else can have any.
func (p *Phones) keyOf(ctx context.Context, fight, seat string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if key := p.keys[[2]string{fight, seat}]; key != "" {
		if _, err := p.o.Fights.Access(key); err == nil {
			return key, nil
		}
	}
	if err := p.revoke(ctx, fight, seat); err != nil {
		return "", err
	}
	made, err := p.o.Fights.Link(ctx, serve.Whole(fight), serve.Player, seat)
	p.keys[[2]string{fight, seat}] = made.Key
	return made.Key, err
}

// revoke takes all links of a seat back.
func (p *Phones) revoke(ctx context.Context, fight, seat string) error {
	all, err := p.o.Fights.Links(serve.Whole(fight))
	for _, l := range all {
		if l.Role == serve.Player && l.Seat == seat {
			err = errors.Join(err, p.o.Fights.Revoke(ctx, serve.Whole(fight), l.ID))
		}
	}
	return err
}

// end lets a phone go: the seat's link is taken back, and whoever had it has none.
func (p *Phones) end(w http.ResponseWriter, r *http.Request, l *line) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if l.offer == nil {
		if err := p.revoke(r.Context(), l.fight, l.seat); err != nil {
			return err
		}
	}
	for _, other := range p.lines {
		if other == l || other.offer == nil && other.fight == l.fight && other.seat == l.seat {
			go other.breaks(errLetGo)
		}
	}
	return p.sends(w, r, pageOf(l))
}

// lineOf returns the line of a name. An unknown one is usually a code from before the page was loaded anew: the lines are in memory only.
func (p *Phones) lineOf(name string) (*line, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.lines {
		if l.name == name {
			return l, nil
		}
	}
	return nil, serve.NewError(session.NotNow, "this program has not made the code that this belongs to, or was loaded anew since",
		"a new code, and the answer to that")
}

// add adds a line. There are not many at the same time: of those that are not connected the oldest goes.
func (p *Phones) add(l *line) (*line, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	open := 0
	for _, other := range p.lines {
		if other.is() == opened {
			open++
		}
	}
	if open >= openMax {
		return nil, serve.NewError(serve.TooMany, fmt.Sprintf("%d phones are connected", open), "one of them let go first")
	}
	if len(p.lines) >= linesMax {
		i := slices.IndexFunc(p.lines, func(l *line) bool { return l.is() != opened })
		go p.lines[i].breaks(errMany)
		p.lines = slices.Delete(p.lines, i, i+1)
	}
	l.p, l.turned = p, make(chan struct{})
	p.lines = append(p.lines, l)
	return l, nil
}

// show shows how a line stands: the code of this end, that it is connected, or why not.
func (p *Phones) show(w http.ResponseWriter, r *http.Request, l *line) error {
	v := p.viewOf(l)
	if v.State == opened && !v.GM {
		return p.sends(w, r, "/at/"+v.Key+"/")
	}
	return p.write(w, http.StatusOK, "line.html", v)
}

// hold answers a page that stands when its line does not stand as it shows any more: then the page is shown anew.
func (p *Phones) hold(w http.ResponseWriter, r *http.Request, l *line) error {
	was := state(r.URL.Query().Get("was"))
	stays := l.wait(r.Context(), holdMax, was)
	switch {
	case r.Context().Err() != nil: // the page is gone
		return nil
	case stays && was == making:
		l.breaks(errNoCode)
	case stays && was == connecting:
		l.breaks(errNotReached)
	}
	v := p.viewOf(l)
	if v.State != was {
		w.Header().Set("HX-Redirect", p.o.Base+pageOf(l))
	}
	return p.write(w, http.StatusOK, "held", v)
}

func (p *Phones) viewOf(l *line) view {
	l.mu.Lock()
	defer l.mu.Unlock()
	v := view{Line: l.name, Stun: l.stun, Seat: l.seat, Fight: l.fight, Key: l.key, GM: l.offer == nil, Scans: p.o.Scan != nil, State: l.state}
	if l.why != nil {
		v.Wrong = &serve.FaultsOf(l.why)[0]
	}
	if l.code != "" {
		v.Link = p.o.Site + "#phone/" + l.code
		v.QR = web.QR(v.Link)
	}
	return v
}

// keepLink keeps a link that another program has told.
func (p *Phones) keepLink(l *line, g greeting) {
	fight, _, _ := strings.Cut(g.Key, ".")
	_, own := p.o.Fights.Brief(fight)
	switch {
	case g.Version != p.o.Version:
		l.breaks(errVersion)
		return
	case !linkKeys.MatchString(g.Key) || len(g.Seat) > 200 || own == nil:
		l.breaks(errWords)
		return
	}
	p.mu.Lock()
	p.far = slices.DeleteFunc(p.far, func(f farLink) bool { return f.Key == g.Key })
	if len(p.far) >= farMax {
		p.far = slices.Delete(p.far, 0, 1)
	}
	p.far = append(p.far, farLink{g.Key, g.Seat, l})
	data, _ := json.Marshal(p.far) // texts
	if p.o.File != "" {
		_ = os.WriteFile(p.o.File, data, 0o600) // else the phone asks for a code after it was loaded anew
	}
	p.mu.Unlock()
	l.turn(func() { l.state, l.key, l.seat = opened, g.Key, g.Seat })
}

var linkKeys = regexp.MustCompile(`^[a-z2-9]{12}\.[A-Za-z0-9_-]{22}$`)

// forgetLine forgets the connection of a link, but remembers that there was one.
func (p *Phones) forgetLine(l *line) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.far {
		if p.far[i].line == l {
			p.far[i].line = nil
		}
	}
}
