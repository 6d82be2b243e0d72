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

// A channel carries requests from a phone to its GM's program, and the answers back, in messages. A message is a letter
// for its kind, the number of the request (four bytes, big endian) and the content. Both ends tell each other every few
// seconds that they are alive. A phone's requests are answered below the link of its seat and nowhere else. The answers
// become pages of the phone's own site, so that they must not be scripts.

// Kinds of messages, with their content.
const (
	msgGreeting = 'h' // from the GM's program, first of all: a greeting
	msgRequest  = 'a' // from the phone: a requestHead on a line, then the body
	msgBegin    = 'b' // an answer begins: an answerHead
	msgPart     = 'p' // a part of its body
	msgEnd      = 'e' // an answer ends
	msgCancel   = 'c' // from the phone: the answer is not wanted any more
	msgAlive    = 'l' // from both ends
)

const (
	messageMax     = 60 << 10 // bytes
	partMax        = 16 << 10 // bytes
	bodyMax        = 48 << 10 // bytes of a request
	answerBytesMax = 4 << 20  // that wait to be read by the phone's browser
	requestsMax    = 24       // of one phone at the same time
	beat           = 5 * time.Second
	missedBeatsMax = 4 // beats without any message before a channel is given up
)

// greeting is what the GM's program sends first.
type greeting struct {
	Key     string `json:"key"` // of the seat's link
	Seat    string `json:"seat"`
	Version string `json:"version"`
}

// requestHead is a request for something below the seat's link.
type requestHead struct {
	Method string      `json:"method"`
	Path   string      `json:"path"` // with the query, as in do/note or now?x=1
	Header http.Header `json:"header"`
}

// answerHead is the status and headers of an answer.
type answerHead struct {
	Status int         `json:"status"`
	Header http.Header `json:"header"`
}

// The headers that pass, and the media types that an answer may have.
var (
	requestHeaders = []string{"Accept", "Content-Type", "Last-Event-Id", "Hx-Request"}
	answerHeaders  = []string{"Content-Type", "Location", "Cache-Control", "Hx-Trigger", "Retry-After"}
	// No scripts: an answer becomes a page of the phone's own site.
	answerTypes = []string{"text/html", "text/plain", "text/event-stream", "image/svg+xml",
		"application/problem+json", "application/json"}
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

type channel struct {
	send func(message []byte) // sends to the other end, without waiting
	fail func(why error)      // called if the other end is gone or has sent something wrong; it closes the channel

	mu          sync.Mutex                    // guards the fields below, but for closed
	missedBeats int                           // since the last message
	running     map[uint32]context.CancelFunc // at the GM's end: cancels each request under way
	pending     map[uint32]*pendingAnswer     // at the phone's end: the answers that are waited for
	lastID      uint32                        // at the phone's end
	closed      chan struct{}                 // closed at the end
}

// newChannel returns an end of a channel: the GM's or the phone's, as it is used.
func newChannel(send func([]byte), fail func(error)) *channel {
	return &channel{send: send, fail: fail, running: map[uint32]context.CancelFunc{},
		pending: map[uint32]*pendingAnswer{}, closed: make(chan struct{})}
}

// sendMessage sends a message with a head, if it is not nil, and a body.
func (c *channel) sendMessage(kind byte, id uint32, head any, body []byte) {
	message := binary.BigEndian.AppendUint32([]byte{kind}, id)
	if head != nil {
		line, _ := json.Marshal(head) // cannot fail: it holds texts and numbers
		message = append(append(message, line...), '\n')
	}
	c.send(append(message, body...))
}

// keepAlive sends a message every few seconds, until the channel is closed or the other end is silent for too long.
func (c *channel) keepAlive() {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		select {
		case <-c.closed:
			return
		case <-tick.C:
		}
		c.sendMessage(msgAlive, 0, nil, nil)
		c.mu.Lock()
		c.missedBeats++
		silent := c.missedBeats > missedBeatsMax
		c.mu.Unlock()
		if silent {
			c.fail(errSilent)
			return
		}
	}
}

// close ends the requests under way. It may be called once.
func (c *channel) close() {
	close(c.closed)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, end := range c.running {
		end()
	}
}

// receive takes a message. gm answers requests and is nil at the phone's end; greeted is called with a greeting. What
// needs the channel's lock, as fail does, runs in a goroutine of its own: receive holds the lock.
func (c *channel) receive(message []byte, gm http.Handler, greeted func(greeting)) {
	if len(message) < 5 || len(message) > messageMax {
		c.fail(errUnknownMessage)
		return
	}
	kind, id, rest := message[0], binary.BigEndian.Uint32(message[1:]), message[5:]
	c.mu.Lock()
	defer c.mu.Unlock()
	c.missedBeats = 0
	switch w := c.pending[id]; {
	case kind == msgAlive:
	case kind == msgRequest && gm != nil:
		go c.answer(id, rest, gm)
	case kind == msgCancel && gm != nil:
		if end := c.running[id]; end != nil {
			end()
		}
	case kind == msgGreeting && gm == nil:
		var g greeting
		if json.Unmarshal(rest, &g) != nil {
			go c.fail(errUnknownMessage)
			return
		}
		go greeted(g)
	case gm == nil && (kind == msgBegin || kind == msgPart || kind == msgEnd):
		if w != nil && !w.add(kind, rest) {
			go c.fail(errUnknownMessage)
		}
	default:
		go c.fail(errUnknownMessage)
	}
}

// answer answers a request by the GM's program. A phone may send anything: if it has too many requests, the answer says
// so; a request with the number of another ends the channel.
func (c *channel) answer(id uint32, message []byte, gm http.Handler) {
	line, body, _ := bytes.Cut(message, []byte("\n"))
	var a requestHead
	ctx, end := context.WithCancel(context.Background())
	defer end()
	c.mu.Lock()
	tooMany, twice := len(c.running) >= requestsMax, c.running[id] != nil
	if !tooMany && !twice {
		c.running[id] = end
	}
	c.mu.Unlock()
	w := &replyWriter{channel: c, id: id, header: http.Header{}}
	switch {
	case twice || json.Unmarshal(line, &a) != nil:
		c.fail(errUnknownMessage)
		return
	case tooMany:
		http.Error(w, fmt.Sprintf("This phone asks for too much at the same time, expected at most %d requests.", requestsMax),
			http.StatusTooManyRequests)
		w.end()
		return
	}
	defer func() {
		c.mu.Lock()
		delete(c.running, id)
		c.mu.Unlock()
	}()
	defer w.end()
	r, err := http.NewRequestWithContext(ctx, a.Method, "http://phone/"+a.Path, bytes.NewReader(body))
	if err != nil {
		http.Error(w, "This is no request.", http.StatusBadRequest)
		return
	}
	r.Header = keepHeaders(a.Header, requestHeaders)
	gm.ServeHTTP(w, r)
}

// linkPagesOnly returns a handler that passes a phone's requests for pages below the link on to the program, and
// refuses all others. A path with "..", which would lead out, is not clean.
func linkPagesOnly(link, host string, program http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := r.URL.Path
		isClean := path.Clean(p) == p || path.Clean(p)+"/" == p
		if !isClean || r.Method != http.MethodGet && r.Method != http.MethodPost {
			http.Error(w, "A phone may ask for the pages of its seat and for nothing else.", http.StatusForbidden)
			return
		}
		r = r.Clone(r.Context())
		r.URL = &url.URL{Scheme: "http", Host: host, Path: link + strings.TrimPrefix(r.URL.Path, "/"),
			RawQuery: r.URL.RawQuery}
		// An address of those for documentation: a request of a phone must not count as one of this machine.
		r.Host, r.RequestURI, r.RemoteAddr = host, r.URL.RequestURI(), "192.0.2.1:0"
		program.ServeHTTP(w, r)
	})
}

// replyWriter sends an answer to the phone in parts: messages have a largest size, and a stream has no end.
type replyWriter struct {
	channel *channel
	id      uint32
	header  http.Header
	begun   bool   // the head was sent
	body    []byte // not sent yet
}

func (r *replyWriter) Header() http.Header { return r.header }

func (r *replyWriter) WriteHeader(status int) {
	if !r.begun {
		r.begun = true
		r.channel.sendMessage(msgBegin, r.id, answerHead{status, keepHeaders(r.header, answerHeaders)}, nil)
	}
}

func (r *replyWriter) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	for r.body = append(r.body, p...); len(r.body) >= partMax; r.body = r.body[partMax:] {
		r.channel.sendMessage(msgPart, r.id, nil, r.body[:partMax])
	}
	return len(p), nil
}

// Flush sends what was written and not sent yet.
func (r *replyWriter) Flush() {
	r.WriteHeader(http.StatusOK)
	if len(r.body) > 0 {
		r.channel.sendMessage(msgPart, r.id, nil, r.body)
		r.body = nil
	}
}

// end sends what is left, and that the answer ends.
func (r *replyWriter) end() {
	r.Flush()
	r.channel.sendMessage(msgEnd, r.id, nil, nil)
}

// pendingAnswer collects the parts of an answer until the phone's browser reads them.
type pendingAnswer struct {
	mu    sync.Mutex
	parts []part
	size  int
	added chan struct{} // receives after parts were added
}

type part struct {
	kind byte
	data []byte
}

// add adds a part. It returns false if more waits than any answer needs: then the other end sends faster
// than the browser reads, or without end.
func (w *pendingAnswer) add(kind byte, data []byte) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.parts, w.size = append(w.parts, part{kind, data}), w.size+len(data)
	select {
	case w.added <- struct{}{}:
	default:
	}
	return w.size <= answerBytesMax
}

// next removes and returns the oldest part.
func (w *pendingAnswer) next() (p part, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.parts) == 0 {
		return p, false
	}
	p, w.parts = w.parts[0], w.parts[1:]
	w.size -= len(p.data)
	return p, true
}

// forward answers a request of the phone's own browser for what is below a link, by passing it on and the
// answer back. It returns false if the channel is closed before the answer began: the caller then says so.
// If it is closed during a stream, the page is made to ask again.
func (c *channel) forward(w http.ResponseWriter, r *http.Request, link, below string) bool {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyMax))
	if err != nil {
		http.Error(w, fmt.Sprintf("The form is too large for a phone, expected at most %d bytes.", bodyMax),
			http.StatusRequestEntityTooLarge)
		return true
	}
	if r.URL.RawQuery != "" {
		below += "?" + r.URL.RawQuery
	}
	answer := &pendingAnswer{added: make(chan struct{}, 1)}
	c.mu.Lock()
	c.lastID++
	id := c.lastID
	c.pending[id] = answer
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.pending, id)
		c.mu.Unlock()
	}()
	c.sendMessage(msgRequest, id, requestHead{r.Method, below, keepHeaders(r.Header, requestHeaders)}, body)
	begun, stream := false, false
	for {
		p, ok := answer.next()
		if !ok {
			select {
			case <-answer.added:
			case <-r.Context().Done():
				c.sendMessage(msgCancel, id, nil, nil)
				return true
			case <-c.closed:
				if stream {
					_, _ = io.WriteString(w, changedEvent)
				}
				return begun
			}
			continue
		}
		switch p.kind {
		case msgBegin:
			var a answerHead
			if begun || json.Unmarshal(p.data, &a) != nil || a.Status < 200 || a.Status > 599 || !copyHeaders(w, a, link) {
				go c.fail(errUnknownMessage)
				return begun
			}
			begun, stream = true, strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream")
			w.WriteHeader(a.Status)
		case msgPart:
			_, _ = w.Write(p.data)
			if stream {
				_ = http.NewResponseController(w).Flush()
			}
		case msgEnd:
			return begun
		}
	}
}

// copyHeaders copies the headers of an answer that may pass. It returns false if the answer may be a
// script, or leads away from the link: the GM's program is another one's, and need not be trusted.
func copyHeaders(w http.ResponseWriter, a answerHead, link string) bool {
	given := keepHeaders(a.Header, answerHeaders)
	kind, _, _ := strings.Cut(given.Get("Content-Type"), ";")
	to := given.Get("Location")
	if to != "" && !strings.HasPrefix(to, link) || kind != "" && !slices.Contains(answerTypes, kind) {
		return false
	}
	maps.Copy(w.Header(), given)
	return true
}
