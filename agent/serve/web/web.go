package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"kokyu/agent/narrate"
	"kokyu/agent/picture"
	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

//go:embed pages static
var files embed.FS

// Options are what the pages need besides the fights.
type Options struct {
	// MayOpen reports whether a request may open fights and see which stand; nil lets everybody.
	MayOpen func(*http.Request) bool
	// IsOwner reports whether a key is that of whoever runs the server; nil knows none.
	IsOwner func(key string) bool
	// Reach says and changes who can reach the server; nil where that cannot be changed.
	Reach Reach
	// Alone says that the program runs in its owner's browser: nobody else can reach the pages, which a page of the same site frames.
	Alone bool
	// Frames are the origins of other pages that may frame those of a program that is alone.
	Frames []string
	// Stream counts one more stream of a link, and done counts it off; nil counts none. The error is told to the client.
	Stream func(serve.Access) (done func(), err error)
}

// Reach says who can reach a server: with addresses others than this machine, at those.
type Reach interface {
	Reachable() []string
	Reach(lan bool) error
}

// Pages are the pages of a folder of fights.
type Pages struct {
	fights *serve.Fights
	o      Options
	pages  *template.Template
	mux    *http.ServeMux

	mu      sync.Mutex
	seen    map[string]*watched   // what streams of the GM have delivered, by fight
	blanks  map[string]*blank     // of the builder, by system
	evening *evening              // the last search for changes
	looking map[string]*looking   // through which links somebody looks, by fight and link
	reviews map[string]*reviewing // by fight
	screens map[string]string     // the seat that the owner's screen was handed over to, by fight; none: the GM has it
}

// New returns the pages of a folder of fights. They are served at the root of a server.
func New(f *serve.Fights, o Options) *Pages {
	p := &Pages{fights: f, o: o, mux: http.NewServeMux(), seen: map[string]*watched{}, looking: map[string]*looking{}, blanks: map[string]*blank{},
		reviews: map[string]*reviewing{}, screens: map[string]string{}}
	p.pages = template.Must(template.New("").Funcs(words).ParseFS(files, "pages/*.html"))
	for pattern, handle := range map[string]serve.Handler{
		"GET /{$}":                  serve.WithInput(p.queryOfOpener, p.start),
		"GET /own/{key}":            p.own,
		"GET /kept/{fight}":         p.goOn,
		"GET /records":              p.takeRecords,
		"POST /records":             p.bringRecords,
		"POST /reach":               p.reach,
		"POST /open":                serve.WithInput(p.opening, p.open),
		"POST /open/own":            serve.WithInput(p.opening, p.openOwn),
		"POST /open/check":          serve.WithInput(p.opening, p.checkText),
		"GET /open/{system}":        serve.WithInput(p.queryOfOpener, p.starter),
		"GET /build":                serve.WithInput(p.queryOfOpener, p.build),
		"POST /build":               serve.WithInput(p.readForm, p.rebuild),
		"POST /build/{then}":        serve.WithInput(p.readForm, p.useBuilt),
		"POST /build/foretell":      serve.WithInput(p.readForm, p.foretell),
		"POST /build/use":           serve.WithInput(p.opening, p.use),
		"POST /build/even":          serve.WithInput(p.readForm, p.even),
		"GET /build/even/{id}":      serve.WithInput(p.queryOfOpener, p.showEvenSearch),
		"POST /build/even/{id}":     serve.WithInput(p.queryOfOpener, p.showEvenSearch),
		"GET /picture/{name}":       p.drawPicture,
		"GET /static/{name...}":     p.static,
		"GET /at/{key}/{$}":         serve.WithInput(p.access, p.at),
		"GET /at/{key}/now":         serve.WithInput(p.access, p.now),
		"GET /at/{key}/changes":     serve.WithInput(p.access, p.changes),
		"POST /at/{key}/do/{op}":    serve.WithInput(p.access, p.do),
		"GET /at/{key}/who/{name}":  p.who,
		"GET /at/{key}/to/{place}":  p.to,
		"GET /at/{key}/word/{word}": serve.WithInput(p.access, p.word),
		"GET /at/{key}/act/{act}":   p.act,
		"POST /at/{key}/act/{act}":  p.act,
		"GET /at/{key}/links":       serve.WithInput(p.gm, p.links),
		"POST /at/{key}/hand":       p.hand,
		"POST /at/{key}/take":       p.take,
		"POST /at/{key}/links":      serve.WithInput(p.gm, p.relink),
		"GET /at/{key}/tale":        serve.WithInput(p.access, p.tale),
		"GET /at/{key}/review":      serve.WithInput(p.gm, p.review),
		"GET /at/{key}/again":       serve.WithInput(p.recordToGoOn, p.again),
		"GET /at/{key}/next":        serve.WithInput(p.recordToGoOn, p.next),
		"GET /at/{key}/after.yaml":  p.carry,
		"GET /at/{key}/fight.jsonl": p.record,
	} {
		p.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := handle(w, r); err != nil {
				p.fail(w, r, err)
			}
		})
	}
	return p
}

// Routes returns the patterns of [http.ServeMux] at which the pages are served.
func (p *Pages) Routes() []string {
	return []string{"GET /{$}", "/open", "/open/", "/build", "/build/", "/own/", "/reach", "/records", "/kept/", "/picture/", "/static/", "/at/"}
}

// policy lets a page load what this server has and nothing else, and run no script that stands in it.
const policy = "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

// Policy returns the security policy of the pages: those of a program that is alone stand in a frame of the site's own page.
func (o Options) Policy() string {
	if !o.Alone {
		return policy
	}
	return strings.Replace(policy, "ancestors 'none'", strings.Join(append([]string{"ancestors 'self'"}, o.Frames...), " "), 1)
}

// ServeHTTP answers a request. A link stands in the address of its page, so that no address is told to anybody else.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", p.o.Policy())
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	p.mux.ServeHTTP(w, r)
}

// access returns what the key in a request's address opens.
func (p *Pages) access(r *http.Request) (serve.Access, error) {
	if fight, seat, own := cutOwn(r.PathValue("key")); own && p.owns(r) {
		a, has, err := p.ofScreen(fight, seat)
		if err == nil && has != seat {
			err = handedError{ownBase(fight, seat), seat}
		}
		return a, err
	}
	return p.fights.Access(r.PathValue("key"))
}

// isSwap reports whether htmx asks, which wants no whole page.
func isSwap(r *http.Request) bool { return r.Header.Get("HX-Request") == "true" }

// fail answers with a page that says what is wrong and what would be right.
func (p *Pages) fail(w http.ResponseWriter, r *http.Request, err error) {
	status := serve.StatusOf(serve.CodeOf(err))
	if errors.Is(err, r.Context().Err()) && r.Context().Err() != nil {
		return // whoever asked is gone
	}
	if handed, ok := errors.AsType[handedError](err); ok {
		_ = p.show(w, r, http.StatusOK, "screen.html", handed)
		return
	}
	_ = p.show(w, r, status, "problem.html", sentence(err))
}

// sentence returns an error as a page says it.
func sentence(err error) (s said) {
	f := serve.FaultsOf(err)[0]
	s.What, s.Want = f.What, f.Want
	if l, ok := errors.AsType[serve.Late](err); ok {
		s.Last = fmt.Sprintf("The last step is %d: %s", l.Last.Step, l.Last.Did)
	}
	return s
}

// said is a sentence for whoever looks at a page.
type said struct {
	What, Want string
	Last       string // the last step, where somebody else may have been faster
}

// String returns the whole policy, as its header has it.
func (s said) String() string {
	if s.Want == "" {
		return withFullStop(s.What)
	}
	return withFullStop(s.What) + " Expected: " + withFullStop(s.Want)
}

// withFullStop returns a sentence with a full stop, unless it ends with a mark.
func withFullStop(s string) string {
	return strings.TrimRight(s, ".?") + map[bool]string{true: "?", false: "."}[strings.HasSuffix(s, "?")]
}

// show writes a page or a part of one, compressed where the browser takes that: a step is to cost a phone little.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name string, data any) error {
	var b bytes.Buffer
	if err := p.pages.ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	return send(w, r, status, serve.WithBase(r, b.Bytes()))
}

// send writes an answer. Its error is always nil: a browser that has gone is nobody's mistake.
func send(w http.ResponseWriter, r *http.Request, status int, body []byte) error {
	w.Header().Add("Vary", "Accept-Encoding")
	if len(body) < gzipLeast || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.WriteHeader(status)
		_, _ = w.Write(body)
		return nil
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.WriteHeader(status)
	z := zippers.Get().(*gzip.Writer)
	defer zippers.Put(z)
	z.Reset(w)
	_, _ = z.Write(body)
	_ = z.Close()
	return nil
}

// sendFile sends a file that the browser keeps.
func sendFile(w http.ResponseWriter, r *http.Request, kind, name string, body []byte) error {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return send(w, r, http.StatusOK, body)
}

// zippers compress one answer after the other: a new one costs more than a step's bytes.
var zippers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// gzipLeast is the size from which compression pays: below it an answer is one packet anyway.
const gzipLeast = 1400

// static serves the style sheet, the vendored library and the few lines of script.
func (p *Pages) static(w http.ResponseWriter, r *http.Request) error {
	name := path.Clean("/" + r.PathValue("name"))
	body, err := fs.ReadFile(files, "static"+name)
	if name == "/board.css" {
		body, err = []byte(picture.Style), nil
	}
	if err != nil {
		return noPage()
	}
	w.Header().Set("Content-Type", cmp.Or(mime.TypeByExtension(path.Ext(name)), "text/plain; charset=utf-8"))
	w.Header().Set("Cache-Control", "public, max-age=3600")
	return send(w, r, http.StatusOK, body)
}

func noPage() error {
	return serve.NewError(serve.UnknownFight, "there is no such page, or the link does not open it",
		"the page / or a link that stands, as it was shown when the fight was opened")
}

// words are what the pages say numbers with.
var words = template.FuncMap{
	"percent":  dice.InHundred,
	"fraction": say.Fraction,
	"wonBy":    narrate.WonBy,
	"the":      text.The,
	"count":    text.Count,
	"svg":      func(p picture.Picture) template.HTML { return template.HTML(p.SVG(picture.Drawing{Bare: true})) }, // escaped by the drawing
	"field": func(p picture.Picture) template.HTML {
		return template.HTML(p.SVG(picture.Drawing{Bare: true, Field: true}))
	},
	"join": func(list []string) string { return strings.Join(list, ", ") },
	"list": func(of ...any) []any { return of },
	"id":   idOf,
	"add":  func(a, b int) int { return a + b },
}

// Icon returns the icon of the pages, as SVG.
func Icon() []byte {
	icon, _ := files.ReadFile("static/icon.svg") // embedded
	return icon
}
