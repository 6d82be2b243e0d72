package phones

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"
)

// A channel carries requests from a phone to its GM's program, and the answers back: HTTP/2 in messages between the two
// browsers. Each end looks every few seconds whether the other is alive.

const (
	messageMax  = 16 << 10 // bytes that are sent in one message
	bodyMax     = 48 << 10 // bytes of a request
	headerMax   = 16 << 10 // bytes of the headers of a request or an answer
	requestsMax = 24       // of one phone at the same time
	beat        = 5 * time.Second
	silentMax   = 3 * beat // without an answer to a ping, before a channel is given up
)

// greeting is the answer of the GM's program to a phone's first request, which is for greetingHost.
type greeting struct {
	Key     string `json:"key"` // of the seat's link
	Seat    string `json:"seat"`
	Version string `json:"version"`
}

// The hosts that a phone's requests name, over one connection: for what is below the seat's link, and for the greeting.
const (
	phoneHost    = "phone"
	greetingHost = "greeting"
)

// The headers that pass, and the media types that an answer may have.
var (
	requestHeaders = []string{"Accept", "Content-Type", "Last-Event-Id", "Hx-Request"}
	answerHeaders  = []string{"Content-Type", "Location", "Cache-Control", "Hx-Trigger", "Retry-After"}
	answerTypes    = []string{"text/html", "text/plain", "text/event-stream", "image/svg+xml", "application/problem+json", "application/json"} // no scripts
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

// channel is one end of a channel.
type channel struct {
	messages  net.Conn        // the bytes of the messages, from and to the connection of package http
	fail      func(why error) // called if the other end is gone or has sent something wrong
	transport *http.Transport // at the phone's end
}

// newChannel returns one end of a channel. send sends a message to the other end, without waiting; gm answers requests
// and is nil at the phone's end.
func newChannel(send func(message []byte), fail func(error), gm http.Handler) *channel {
	messages, conn := net.Pipe()
	once := make(onlyConn, 1)
	once <- conn
	c := &channel{messages: messages, fail: fail}
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true) // the browsers encrypt what they send each other
	h2 := &http.HTTP2Config{MaxConcurrentStreams: requestsMax, StrictMaxConcurrentRequests: true,
		SendPingTimeout: beat, PingTimeout: silentMax}
	if gm != nil {
		srv := &http.Server{Handler: gm, Protocols: protocols, HTTP2: h2, MaxHeaderBytes: headerMax,
			ErrorLog: log.New(io.Discard, "", 0)}
		go func() { _ = srv.Serve(once) }() // it returns at once, and the connection is served
	} else {
		c.transport = &http.Transport{Protocols: protocols, HTTP2: h2, MaxResponseHeaderBytes: headerMax,
			DialContext: func(context.Context, string, string) (net.Conn, error) { return once.Accept() }}
	}
	go func() {
		for b := make([]byte, messageMax); ; {
			n, err := messages.Read(b)
			if err != nil {
				fail(errSilent)
				return
			}
			send(bytes.Clone(b[:n]))
		}
	}()
	return c
}

// onlyConn is a listener with one connection.
type onlyConn chan net.Conn

func (l onlyConn) Accept() (net.Conn, error) {
	select {
	case c := <-l:
		return c, nil
	default:
		return nil, net.ErrClosed
	}
}

func (l onlyConn) Close() error   { return nil }
func (l onlyConn) Addr() net.Addr { return nil }

// receive takes a message of the other end.
func (c *channel) receive(message []byte) { _, _ = c.messages.Write(message) } // of a channel that is closed it is lost

// close ends the requests under way.
func (c *channel) close() { _ = c.messages.Close() }

// greet asks the GM's program for its greeting.
func (c *channel) greet() (g greeting, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), holdMax)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+phoneHost, http.NoBody)
	if err != nil {
		return g, err
	}
	r.Host = greetingHost
	answer, err := c.transport.RoundTrip(r)
	if err != nil {
		return g, err
	}
	defer answer.Body.Close()
	return g, json.NewDecoder(io.LimitReader(answer.Body, messageMax)).Decode(&g)
}

// below returns a handler for a phone's requests: it answers that for the greeting, passes those for pages below the
// link on to the program, and refuses all others. A path stays below the link whatever it contains.
func below(link, host string, program http.Handler, of greeting) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host == greetingHost {
			_ = json.NewEncoder(w).Encode(of)
			return
		}
		if p := r.URL.Path; path.Clean(p) != p && path.Clean(p)+"/" != p || r.Method != http.MethodGet && r.Method != http.MethodPost {
			http.Error(w, "A phone may ask for the pages of its seat and for nothing else.", http.StatusForbidden)
			return
		}
		r = r.Clone(r.Context())
		r.Header = keepHeaders(r.Header, requestHeaders)
		r.URL = &url.URL{Scheme: "http", Host: host, Path: link + strings.TrimPrefix(r.URL.Path, "/"), RawQuery: r.URL.RawQuery}
		r.Host, r.RequestURI, r.RemoteAddr = host, r.URL.RequestURI(), "192.0.2.1:0" // a documentation address: a phone must not count as this machine
		program.ServeHTTP(w, r)
	})
}

// ask answers a request of the phone's own browser for what is below a link, by passing it on and the answer back. It
// returns false if the channel is closed before the answer began. If it is closed during a stream, the page is made to
// ask again.
func (c *channel) ask(w http.ResponseWriter, r *http.Request, link, below string) bool {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyMax))
	if err != nil {
		http.Error(w, fmt.Sprintf("The form is too large for a phone, expected at most %d bytes.", bodyMax), http.StatusRequestEntityTooLarge)
		return true
	}
	to := url.URL{Scheme: "http", Host: phoneHost, Path: "/" + below, RawQuery: r.URL.RawQuery}
	asks, err := http.NewRequestWithContext(r.Context(), r.Method, to.String(), bytes.NewReader(body))
	if err != nil {
		http.Error(w, "This is no request.", http.StatusBadRequest)
		return true
	}
	asks.Header = keepHeaders(r.Header, requestHeaders)
	answer, err := c.transport.RoundTrip(asks)
	if err != nil {
		return r.Context().Err() != nil
	}
	defer answer.Body.Close()
	if !copyHeaders(w, answer.Header, link) {
		c.fail(errUnknownMessage)
		return false
	}
	w.WriteHeader(answer.StatusCode)
	if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
		_, _ = io.Copy(w, answer.Body)
		return true
	}
	if _, err := io.Copy(flushedWriter{w}, answer.Body); err != nil && r.Context().Err() == nil {
		_, _ = io.WriteString(w, changedEvent)
	}
	return true
}

// flushedWriter sends each part of a stream at once.
type flushedWriter struct{ http.ResponseWriter }

func (f flushedWriter) Write(p []byte) (int, error) {
	n, err := f.ResponseWriter.Write(p)
	_ = http.NewResponseController(f.ResponseWriter).Flush() // of a page that is gone the next write fails
	return n, err
}

// copyHeaders copies the headers of an answer that may pass. It returns false if the answer may be a script, or leads
// away from the link.
func copyHeaders(w http.ResponseWriter, given http.Header, link string) bool {
	given = keepHeaders(given, answerHeaders)
	kind, _, _ := strings.Cut(given.Get("Content-Type"), ";")
	if to := given.Get("Location"); to != "" && !strings.HasPrefix(to, link) || kind != "" && !slices.Contains(answerTypes, kind) {
		return false
	}
	maps.Copy(w.Header(), given)
	return true
}
