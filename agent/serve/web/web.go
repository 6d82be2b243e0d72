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

// Options are what the pages need to know of where they are shown.
type Options struct {
	// Alone is set where the program runs in its owner's browser: nobody else can reach the pages, and they stand in a
	// frame of a page of the same site.
	Alone bool
	// Frames are the origins of other sites whose pages may frame those of a program that is alone.
	Frames []string
}

// Pages serves the pages of a server's fights.
type Pages struct {
	server  *serve.Server
	fights  *serve.Fights // of the server
	options Options
	pages   *template.Template
	mux     *http.ServeMux

	mu         sync.Mutex            // guards the fields below
	blankForms map[string]*blankForm // of the builder, by system
	evenSearch *evenSearch           // the last search for changes
	reviews    map[string]*reviewJob // by fight
	// screenHolders has the seat that the owner's screen was handed over to, by fight; none while the GM has it.
	screenHolders map[string]string
}

// Mount adds the pages of a server's fights to it, at its root.
func Mount(s *serve.Server, o Options) *Pages {
	p := &Pages{server: s, fights: s.Fights(), options: o, mux: http.NewServeMux(),
		blankForms: map[string]*blankForm{}, reviews: map[string]*reviewJob{}, screenHolders: map[string]string{}}
	p.pages = template.Must(template.New("").Funcs(templateFuncs).ParseFS(files, "pages/*.html"))
	for pattern, handle := range map[string]serve.Handler{
		"GET /{$}":                  serve.WithInput(p.queryOfOpener, p.showStartPage),
		"GET /own/{key}":            p.setOwnerCookie,
		"GET /kept/{fight}":         p.showKeptFight,
		"GET /records":              p.downloadRecords,
		"POST /records":             p.uploadRecords,
		"POST /reach":               p.setReach,
		"POST /open":                serve.WithInput(p.openerForm, p.open),
		"POST /open/own":            serve.WithInput(p.openerForm, p.openWritten),
		"POST /open/check":          serve.WithInput(p.openerForm, p.checkText),
		"GET /open/{system}":        serve.WithInput(p.queryOfOpener, p.showStarter),
		"GET /build":                serve.WithInput(p.queryOfOpener, p.showBuilder),
		"POST /build":               serve.WithInput(p.readForm, p.updateBuilder),
		"POST /build/{then}":        serve.WithInput(p.readForm, p.useBuilt),
		"POST /build/foretell":      serve.WithInput(p.readForm, p.showForecast),
		"POST /build/use":           serve.WithInput(p.openerForm, p.useText),
		"POST /build/even":          serve.WithInput(p.readForm, p.startEvenSearch),
		"GET /build/even/{id}":      serve.WithInput(p.queryOfOpener, p.showEvenSearch),
		"POST /build/even/{id}":     serve.WithInput(p.queryOfOpener, p.showEvenSearch),
		"GET /picture/{name}":       p.drawPicture,
		"GET /static/{name...}":     p.sendStatic,
		"GET /at/{key}/{$}":         serve.WithInput(p.access, p.showLinkPage),
		"GET /at/{key}/now":         serve.WithInput(p.access, p.showLivePart),
		"GET /at/{key}/changes":     serve.WithInput(p.access, p.streamChanges),
		"POST /at/{key}/do/{op}":    serve.WithInput(p.access, p.doOperation),
		"GET /at/{key}/who/{name}":  p.drawerOf(p.fillCard),
		"GET /at/{key}/to/{place}":  p.drawerOf(fillPlace),
		"GET /at/{key}/word/{word}": serve.WithInput(p.access, p.explainWord),
		"GET /at/{key}/act/{act}":   p.drawerOf(p.fillAct),
		"POST /at/{key}/act/{act}":  p.drawerOf(p.fillAct),
		"GET /at/{key}/links":       serve.WithInput(p.gmAccess, p.showLinks),
		"POST /at/{key}/hand":       p.handOver,
		"POST /at/{key}/take":       p.takeScreen,
		"POST /at/{key}/links":      serve.WithInput(p.gmAccess, p.changeLinks),
		"GET /at/{key}/tale":        serve.WithInput(p.access, p.showTale),
		"GET /at/{key}/review":      serve.WithInput(p.gmAccess, p.showReview),
		"GET /at/{key}/again":       serve.WithInput(p.recordToGoOn, p.prepareAgain),
		"GET /at/{key}/next":        serve.WithInput(p.recordToGoOn, p.showNext),
		"GET /at/{key}/after.yaml":  serve.WithInput(p.gmAccess, p.sendCarry),
		"GET /at/{key}/fight.jsonl": serve.WithInput(p.gmAccess, p.sendRecord),
	} {
		p.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := handle(w, r); err != nil {
				p.showError(w, r, err)
			}
		})
	}
	p.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { p.showError(w, r, noPageError()) })
	for _, pattern := range []string{"GET /{$}", "/open", "/open/", "/build", "/build/", "/own/", "/reach", "/records", "/kept/",
		"/picture/", "/static/", "/at/"} {
		// As a function: as a handler the linker would keep, for the program of browsers, all that a server has.
		s.Mount(pattern, http.HandlerFunc(p.ServeHTTP))
	}
	return p
}

// policy is the content security policy of the pages: a page may load what this server has and nothing
// else, and run no script that stands in it. So a script that somebody has put into a name does nothing,
// even where the name is not escaped.
const policy = "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

// Policy returns the policy of the pages: those of a program that is alone may stand in a frame of the site's page.
func (p *Pages) Policy() string {
	if !p.options.Alone {
		return policy
	}
	return strings.Replace(policy, "ancestors 'none'",
		strings.Join(append([]string{"ancestors 'self'"}, p.options.Frames...), " "), 1)
}

// ServeHTTP answers a request. The address of a page contains the key of a link: the browser must tell it
// to nobody else as the referrer, and keep no copy of the page.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", p.Policy())
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	p.mux.ServeHTTP(w, r)
}

// access returns what the key in the address of a request opens: a link, or in the owner's browser also a
// fight by its id. At such an address the page is only for the person who holds the screen now.
func (p *Pages) access(r *http.Request) (serve.Access, error) {
	if fight, seat, own := cutOwnerKey(r.PathValue("key")); own && p.isOwner(r) {
		a, has, err := p.screenAccess(fight, seat)
		if err == nil && has != seat {
			err = handedError{ownerPath(fight, seat), seat}
		}
		return a, err
	}
	return p.fights.Access(r.PathValue("key"))
}

// isSwap reports whether htmx has sent a request and wants a part of a page, not a whole one.
func isSwap(r *http.Request) bool { return r.Header.Get("HX-Request") == "true" }

// showError answers with a page that says what is wrong and what would be right.
func (p *Pages) showError(w http.ResponseWriter, r *http.Request, err error) {
	status := serve.StatusOf(serve.CodeOf(err))
	if errors.Is(err, r.Context().Err()) && r.Context().Err() != nil {
		return // whoever asked is gone
	}
	if handed, ok := errors.AsType[handedError](err); ok {
		_ = p.show(w, r, http.StatusOK, "screen.html", handed)
		return
	}
	_ = p.show(w, r, status, "problem.html", messageOf(err))
}

// messageOf returns an error as a page says it; of several mistakes it says the first.
func messageOf(err error) (s message) {
	f := serve.FaultsOf(err)[0]
	s.What, s.Want = f.What, f.Want
	if l, ok := errors.AsType[serve.LateError](err); ok {
		s.Last = fmt.Sprintf("The last step is %d: %s", l.Last.Step, l.Last.Did)
	}
	return s
}

// message is what a page says of an error.
type message struct {
	What, Want string
	Last       string // the last step, where somebody else may have been faster
}

// String returns the message in one or two sentences, without the last step.
func (s message) String() string {
	if s.Want == "" {
		return withFullStop(s.What)
	}
	return withFullStop(s.What) + " Expected: " + withFullStop(s.Want)
}

// withFullStop returns a sentence with a full stop at its end, or with its question mark.
func withFullStop(s string) string {
	end := "."
	if strings.HasSuffix(s, "?") {
		end = "?"
	}
	return strings.TrimRight(s, ".?") + end
}

// show writes a page or a part of one, made in memory first: after an error there must not be half a page.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name string, data any) error {
	var b bytes.Buffer
	if err := p.pages.ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	return send(w, r, status, "text/html; charset=utf-8", serve.WithBase(r, b.Bytes()))
}

// send writes an answer, compressed where the browser takes that: a step should cost a phone few bytes. It returns an
// error, which is always nil, so that handlers can end with it: a browser that has gone is nobody's mistake.
func send(w http.ResponseWriter, r *http.Request, status int, mediaType string, body []byte) error {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Add("Vary", "Accept-Encoding")
	if len(body) < gzipMin || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.WriteHeader(status)
		_, _ = w.Write(body)
		return nil
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.WriteHeader(status)
	z := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(z)
	z.Reset(w)
	_, _ = z.Write(body)
	_ = z.Close()
	return nil
}

// redirect sends the browser to another page. Its error is always nil.
func redirect(w http.ResponseWriter, r *http.Request, to string) error {
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

func sendFile(w http.ResponseWriter, r *http.Request, mediaType, name string, body []byte) error {
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return send(w, r, http.StatusOK, mediaType, body)
}

// gzipWriters are used again, for making one takes longer than compressing a step.
var gzipWriters = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// gzipMin is the size in bytes from which compression pays: anything smaller is one packet anyway.
const gzipMin = 1400

// sendStatic serves the style sheet, the vendored library and the few lines of script, and the style of
// boards, which package picture has.
func (p *Pages) sendStatic(w http.ResponseWriter, r *http.Request) error {
	name := path.Clean("/" + r.PathValue("name"))
	body, err := fs.ReadFile(files, "static"+name)
	if name == "/board.css" {
		body, err = []byte(picture.Style), nil
	}
	if err != nil {
		return noPageError()
	}
	w.Header().Set("Cache-Control", "public, max-age=3600")
	return send(w, r, http.StatusOK, cmp.Or(mime.TypeByExtension(path.Ext(name)), "text/plain; charset=utf-8"), body)
}

// noPageError returns the error for a page that is not there or that the link does not open. It does not say which.
func noPageError() error {
	return serve.NewError(serve.UnknownFight, "there is no such page, or the link does not open it",
		"the page / or a link that stands, as it was shown when the fight was opened")
}

// templateFuncs are the functions that the pages call.
var templateFuncs = template.FuncMap{
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
	"id":   elementID,
	"add":  func(a, b int) int { return a + b },
}

// Icon returns the icon of the pages, as SVG.
func Icon() []byte {
	icon, _ := files.ReadFile("static/icon.svg") // embedded
	return icon
}
