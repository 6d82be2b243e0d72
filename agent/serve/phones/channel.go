package phones

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// A channel carries requests from a phone to its GM's program, and the answers back, in messages: a letter that says what it is, the number
// of the request and what belongs to it. Both ends tell each other now and then that they are there.

// Kinds of messages.
const (
	greets  = 'h' // the GM's program, at first: a greeting
	asks    = 'a' // the phone: a line that says what, then the body
	begins  = 'b' // the answer: its status and headers
	goesOn  = 'p' // a part of its body
	ends    = 'e' // the answer
	cancels = 'c' // the phone does not want it any more
	lives   = 'l' // whoever sends it
)

const (
	messageMax = 60 << 10
	partMax    = 16 << 10
	bodyMax    = 48 << 10 // of a request
	answerMax  = 4 << 20  // waits to be taken by the phone's browser
	underMax   = 24       // requests of one phone at the same time
	beat       = 5 * time.Second
	silentMax  = 4 // beats in which nothing is heard before a channel is given up
)

// greeting is what the GM's program says at first.
type greeting struct {
	Key     string `json:"key"` // of the seat's link
	Seat    string `json:"seat"`
	Version string `json:"version"`
}

// asked is a request for something below the seat's link.
type asked struct {
	Method string      `json:"method"`
	Path   string      `json:"path"` // with the query, as in do/note or now?x=1
	Header http.Header `json:"header"`
}

// answered is how an answer begins.
type answered struct {
	Status int         `json:"status"`
	Header http.Header `json:"header"`
}

// What of the headers of a request goes to the GM's program, and what of an answer's comes back.
var (
	askedHeaders    = []string{"Accept", "Content-Type", "Last-Event-Id", "Hx-Request"}
	answeredHeaders = []string{"Content-Type", "Location", "Cache-Control", "Hx-Trigger", "Retry-After"}
	answeredTypes   = []string{"text/html", "text/plain", "text/event-stream", "image/svg+xml", "application/problem+json", "application/json"} // none of a script
)

func keepHeaders(h http.Header, names []string) http.Header {
	out := http.Header{}
	for name, values := range h {
		if slices.Contains(names, name) {
			out[name] = values
		}
	}
	return out
}

// channel is one end.
type channel struct {
	send func(message []byte) // to the other end; it does not wait
	fail func(why error)      // the other end is gone or not as it should be

	mu     sync.Mutex
	missed int                           // beats
	under  map[uint32]context.CancelFunc // at the GM's end: what ends the requests under way
	waits  map[uint32]*waiting           // at the phone's: who waits for an answer
	last   uint32
	gone   chan struct{} // closed at the end
}

func newChannel(send func([]byte), fail func(error)) *channel {
	return &channel{send: send, fail: fail, under: map[uint32]context.CancelFunc{}, waits: map[uint32]*waiting{}, gone: make(chan struct{})}
}

func (c *channel) say(kind byte, id uint32, head any, body []byte) {
	message := binary.BigEndian.AppendUint32([]byte{kind}, id)
	if head != nil {
		line, _ := json.Marshal(head) // texts and numbers
		message = append(append(message, line...), '\n')
	}
	c.send(append(message, body...))
}

// live says again and again that this end is there, and gives the other one up that does not.
func (c *channel) live() {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		select {
		case <-c.gone:
			return
		case <-tick.C:
		}
		c.say(lives, 0, nil, nil)
		c.mu.Lock()
		c.missed++
		silent := c.missed > silentMax
		c.mu.Unlock()
		if silent {
			c.fail(errSilent)
			return
		}
	}
}

// close ends what is under way. It may be called once.
func (c *channel) close() {
	close(c.gone)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, end := range c.under {
		end()
	}
}

// hear takes a message. gm answers requests; it is nil at the phone's end.
func (c *channel) hear(message []byte, gm http.Handler, greeted func(greeting)) {
	if len(message) < 5 || len(message) > messageMax {
		c.fail(errWords)
		return
	}
	kind, id, rest := message[0], binary.BigEndian.Uint32(message[1:]), message[5:]
	c.mu.Lock()
	defer c.mu.Unlock()
	c.missed = 0
	switch w := c.waits[id]; {
	case kind == lives:
	case kind == asks && gm != nil:
		go c.answer(id, rest, gm)
	case kind == cancels && gm != nil:
		if end := c.under[id]; end != nil {
			end()
		}
	case kind == greets && gm == nil:
		var g greeting
		if json.Unmarshal(rest, &g) != nil {
			go c.fail(errWords)
			return
		}
		go greeted(g)
	case gm == nil && (kind == begins || kind == goesOn || kind == ends):
		if w != nil && !w.add(kind, rest) {
			go c.fail(errWords)
		}
	default:
		go c.fail(errWords)
	}
}

// answer lets the GM's program answer a request.
func (c *channel) answer(id uint32, message []byte, gm http.Handler) {
	line, body, _ := bytes.Cut(message, []byte("\n"))
	var a asked
	ctx, end := context.WithCancel(context.Background())
	defer end()
	c.mu.Lock()
	tooMany, twice := len(c.under) >= underMax, c.under[id] != nil
	if !tooMany && !twice {
		c.under[id] = end
	}
	c.mu.Unlock()
	w := &reply{c: c, id: id, header: http.Header{}}
	switch {
	case twice || json.Unmarshal(line, &a) != nil:
		c.fail(errWords)
		return
	case tooMany:
		http.Error(w, fmt.Sprintf("This phone asks for too much at the same time, expected at most %d requests.", underMax), http.StatusTooManyRequests)
		w.end()
		return
	}
	defer func() {
		c.mu.Lock()
		delete(c.under, id)
		c.mu.Unlock()
	}()
	defer w.end()
	r, err := http.NewRequestWithContext(ctx, a.Method, "http://phone/"+a.Path, bytes.NewReader(body))
	if err != nil {
		http.Error(w, "This is no request.", http.StatusBadRequest)
		return
	}
	r.Header = keepHeaders(a.Header, askedHeaders)
	gm.ServeHTTP(w, r)
}

// below lets a phone ask for what is below its link, and for nothing else of the program: what it asks for is a path below that, and stays
// one whatever stands in it.
func below(link, host string, program http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p := r.URL.Path; path.Clean(p) != p && path.Clean(p)+"/" != p || r.Method != http.MethodGet && r.Method != http.MethodPost {
			http.Error(w, "A phone may ask for the pages of its seat and for nothing else.", http.StatusForbidden)
			return
		}
		r = r.Clone(r.Context())
		r.URL = &url.URL{Scheme: "http", Host: host, Path: link + strings.TrimPrefix(r.URL.Path, "/"), RawQuery: r.URL.RawQuery}
		r.Host, r.RequestURI, r.RemoteAddr = host, r.URL.RequestURI(), "192.0.2.1:0" // of nobody: a phone is never this machine
		program.ServeHTTP(w, r)
	})
}

// reply is an answer on its way to the phone.
type reply struct {
	c      *channel
	id     uint32
	header http.Header
	begun  bool
	body   []byte
}

func (r *reply) Header() http.Header { return r.header }

func (r *reply) WriteHeader(status int) {
	if !r.begun {
		r.begun = true
		r.c.say(begins, r.id, answered{status, keepHeaders(r.header, answeredHeaders)}, nil)
	}
}

func (r *reply) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	for r.body = append(r.body, p...); len(r.body) >= partMax; r.body = r.body[partMax:] {
		r.c.say(goesOn, r.id, nil, r.body[:partMax])
	}
	return len(p), nil
}

// Flush sends what there is.
func (r *reply) Flush() {
	r.WriteHeader(http.StatusOK)
	if len(r.body) > 0 {
		r.c.say(goesOn, r.id, nil, r.body)
		r.body = nil
	}
}

func (r *reply) end() {
	r.Flush()
	r.c.say(ends, r.id, nil, nil)
}

// waiting is somebody at the phone's end who waits for an answer.
type waiting struct {
	mu    sync.Mutex
	parts []part
	size  int
	come  chan struct{} // there is one more
}

type part struct {
	kind byte
	data []byte
}

// add takes a part of the answer. It reports false of one that is larger than anything that is asked for.
func (w *waiting) add(kind byte, data []byte) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.parts, w.size = append(w.parts, part{kind, data}), w.size+len(data)
	select {
	case w.come <- struct{}{}:
	default:
	}
	return w.size <= answerMax
}

// next takes the part that has waited longest.
func (w *waiting) next() (p part, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.parts) == 0 {
		return p, false
	}
	p, w.parts = w.parts[0], w.parts[1:]
	w.size -= len(p.data)
	return p, true
}

// ask passes a request of the phone's own pages on, for what is below a link, and its answer back. It reports false if the channel ended
// before there was an answer. A stream that it ends gets a last word first.
func (c *channel) ask(w http.ResponseWriter, r *http.Request, link, below, lastWord string) bool {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyMax))
	if err != nil {
		http.Error(w, fmt.Sprintf("The form is too large for a phone, expected at most %d bytes.", bodyMax), http.StatusRequestEntityTooLarge)
		return true
	}
	if r.URL.RawQuery != "" {
		below += "?" + r.URL.RawQuery
	}
	of := &waiting{come: make(chan struct{}, 1)}
	c.mu.Lock()
	c.last++
	id := c.last
	c.waits[id] = of
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.waits, id)
		c.mu.Unlock()
	}()
	c.say(asks, id, asked{r.Method, below, keepHeaders(r.Header, askedHeaders)}, body)
	begun, stream := false, false
	for {
		p, ok := of.next()
		if !ok {
			select {
			case <-of.come:
			case <-r.Context().Done():
				c.say(cancels, id, nil, nil)
				return true
			case <-c.gone:
				if stream {
					_, _ = io.WriteString(w, lastWord)
				}
				return begun
			}
			continue
		}
		switch p.kind {
		case begins:
			var a answered
			if begun || json.Unmarshal(p.data, &a) != nil || a.Status < 200 || a.Status > 599 || !takes(w, a, link) {
				go c.fail(errWords)
				return begun
			}
			begun, stream = true, strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream")
			w.WriteHeader(a.Status)
		case goesOn:
			_, _ = w.Write(p.data)
			if stream {
				_ = http.NewResponseController(w).Flush()
			}
		case ends:
			return begun
		}
	}
}

// takes takes over the headers of an answer: those that are known, of a kind that is no script, and an address below the link.
func takes(w http.ResponseWriter, a answered, link string) bool {
	given := keepHeaders(a.Header, answeredHeaders)
	kind, _, _ := strings.Cut(given.Get("Content-Type"), ";")
	if to := given.Get("Location"); to != "" && !strings.HasPrefix(to, link) || kind != "" && !slices.Contains(answeredTypes, kind) {
		return false
	}
	maps.Copy(w.Header(), given)
	return true
}
