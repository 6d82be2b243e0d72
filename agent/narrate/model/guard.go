package model

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/openai"
)

// What is asked for, and what a server may send.
const (
	answerMost = 6000      // tokens of an answer, with what a model thinks before it writes
	answerMax  = 256 << 10 // bytes of one
	refuseMax  = 16 << 10  // of what it says with an error
	headMax    = 64 << 10  // of headers
	triesMax   = 3         // of one question
	saidMax    = 120       // bytes of what a server says that are shown
)

// guard is the only way from here to a network. The library believes it is an HTTP client; it sends one kind of request, to one origin,
// through no proxy, follows nothing, reads no more than it must, and hands on only answers of the right shape. It writes its own headers
// and sets the key itself: the library never has it.
type guard struct {
	Settings
	llm         llms.Model
	origin      *url.URL
	secret      string // the key
	transport   http.RoundTripper
	after       func(time.Duration) <-chan time.Time
	calls, used int       // of the settings' budget; used are tokens
	limit       string    // what the limit of an answer is called here
	without     []string  // fields that this server rejects
	now         *question // on its way through the library
}

// question is all that is said, the form the answer is to have, and what has become of it.
type question struct {
	turns  []llms.MessageContent
	schema string
	dry    bool     // it is shown, and not sent
	sent   Request  // what was, or would have been
	text   string   // the answer
	fault  *failure // why there is none: the library may lose it
}

// Request is what is sent: this and nothing else.
type Request struct {
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"` // the key as the name of its variable
	Body    json.RawMessage   `json:"body"`
}

// newGuard returns one that has asked nothing.
func newGuard(s Settings) (g *guard, err error) {
	g = &guard{Settings: s, after: time.After}
	if g.origin, err = s.address(); err != nil {
		return nil, err
	}
	if g.secret, err = s.secret(); err != nil {
		return nil, err
	}
	if g.limit = "max_tokens"; g.origin.Hostname() == "api.openai.com" {
		g.limit = newLimit
	}
	g.transport = transportTo(g.origin)
	g.llm, err = openai.New(openai.WithToken("the-guard-has-it"), openai.WithModel(s.Model), openai.WithBaseURL(g.origin.String()),
		openai.WithHTTPClient(&http.Client{Transport: g}))
	return g, err
}

// ask has a question answered, asked as often as it may be.
func (g *guard) ask(ctx context.Context, q *question) *failure {
	ctx, stop := context.WithTimeout(ctx, g.Timeout)
	defer stop()
	for try := 1; ; try++ {
		f := g.askOnce(ctx, q)
		switch {
		case f != nil && g.adapts(f.What, q.sent.Body):
		case f == nil || f.Kind != passing || try == triesMax || !g.again(ctx, try, f.after):
			return f
		}
	}
}

// adapts changes what this server is asked from here on: without a field that it has rejected by name, or by the newer name of the limit. It reports
// whether there was something to change.
func (g *guard) adapts(says string, sent []byte) bool {
	if g.limit != newLimit && strings.Contains(says, newLimit) {
		g.limit = newLimit
		return true
	}
	for _, field := range []string{"response_format", "reasoning_effort", "temperature", "top_p"} {
		if strings.Contains(says, field) && bytes.Contains(sent, []byte(`"`+field+`":`)) {
			g.without = append(g.without, field)
			return true
		}
	}
	return false
}

// askOnce asks it through the library. Nothing that does, a panic included, comes back as anything but a fault.
func (g *guard) askOnce(ctx context.Context, q *question) (f *failure) {
	defer func() {
		g.now = nil
		if recover() != nil {
			f = fault(lasting, "the library that asks the model broke")
		}
	}()
	g.now, q.text, q.fault = q, "", nil
	heard, err := g.llm.GenerateContent(ctx, q.turns, llms.WithMaxTokens(answerMost))
	switch {
	case q.fault != nil:
		return q.fault
	case err != nil:
		return fault(lasting, "the library cannot read the model's answer")
	case heard == nil || len(heard.Choices) != 1 || heard.Choices[0] == nil || heard.Choices[0].Content != q.text:
		return fault(lasting, "the library made something else of the model's answer")
	}
	return nil
}

// RoundTrip sends the question under way with a body and headers of our own, and gives an answer the library can read.
func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	q := g.now
	if q == nil {
		return nil, fault(lasting, "the library asks of its own accord")
	}
	body, err := bodyOf(io.LimitReader(req.Body, answerMax), q.schema, servers[g.Provider].more, g.limit, g.without)
	q.sent = Request{URL: req.URL.String(), Body: body,
		Headers: map[string]string{"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "kokyu"}}
	switch {
	case req.Method != http.MethodPost || req.URL.Scheme != g.origin.Scheme || req.URL.Host != g.origin.Host:
		q.fault = fault(lasting, "the library asks %s, not %s", req.URL.Host, g.origin.Host)
	case err != nil:
		q.fault = fault(lasting, "the library's question is no JSON")
	case q.dry:
		q.fault = errDry
	default:
		q.fault = g.send(req.Context(), q)
	}
	if q.fault != nil {
		return nil, q.fault
	}
	return &http.Response{StatusCode: http.StatusOK, Request: req, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(clean(q.text))), ContentLength: -1}, nil
}

// send sends it once. The budget is charged beforehand with the most it can take, and afterwards with what the server says it took.
func (g *guard) send(ctx context.Context, q *question) *failure {
	const bytesAToken = 3 // at least
	most := len(q.sent.Body)/bytesAToken + answerMost
	if g.calls >= g.Calls || g.used+most > g.Tokens {
		return fault(lasting, "the budget of %d calls and %d tokens is spent", g.Calls, g.Tokens)
	}
	g.calls++
	g.used += most
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, q.sent.URL, bytes.NewReader(q.sent.Body))
	if err != nil {
		return fault(lasting, "the address of the model cannot be used")
	}
	for name, value := range q.sent.Headers {
		req.Header.Set(name, value)
	}
	if g.secret != "" {
		req.Header.Set("Authorization", "Bearer "+g.secret)
	}
	resp, err := g.transport.RoundTrip(req) // which follows no redirect
	if err != nil {
		if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" {
			g.used -= most
		}
		return g.noAnswer(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		g.used -= most
		return g.refusal(resp)
	}
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind != "application/json" { // a stream may never end
		return fault(lasting, "the model answers in %s, not in JSON", cmp.Or(g.show(kind), "no known form"))
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, answerMax+1))
	switch {
	case err != nil:
		return g.noAnswer(ctx, err)
	case len(data) > answerMax:
		return fault(lasting, "the model's answer is larger than %d bytes", answerMax)
	}
	said, tokens, wrong := read(data)
	if wrong != "" {
		return fault(lasting, "the model's answer %s", g.show(wrong))
	}
	if tokens > 0 {
		g.used += tokens - most
	}
	q.text = g.blotKey(said, 8)
	return nil
}

// blotKey strikes the key, and every part of it of so many bytes, which would give it away, from what a server says. A shorter key is none: it is
// what servers that ask for no key are given.
func (g *guard) blotKey(said string, part int) string {
	if len(g.secret) < part {
		return said
	}
	said = strings.ReplaceAll(said, g.secret, "…")
	for i := 0; i+part <= len(g.secret); i++ {
		said = strings.ReplaceAll(said, g.secret[i:i+part], "…")
	}
	return said
}

// show returns what a server said, fit to be read: one short line without signs that move a cursor, and nothing at all if any part of the
// key is in it.
func (g *guard) show(said string) string {
	if g.blotKey(said, 6) != said {
		return ""
	}
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(said), " ") {
		if !unicode.IsPrint(r) || unicode.Is(unicode.Bidi_Control, r) {
			continue
		}
		if b.Len() >= saidMax {
			return b.String() + "…"
		}
		b.WriteRune(r)
	}
	return b.String()
}

// again waits before the next try, as long as the server asks if it does, and says whether there is time for one.
func (g *guard) again(ctx context.Context, try int, pause time.Duration) bool {
	if pause < 0 {
		pause = time.Duration(try) * (200 + time.Duration(rand.IntN(100))) * time.Millisecond
	}
	if end, is := ctx.Deadline(); is && time.Until(end) <= pause {
		return false
	}
	select {
	case <-g.after(pause):
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// transportTo returns a transport to one host: on this machine only if that is where the user says the model is, and on no address that is
// nobody's or a cloud's own.
func transportTo(origin *url.URL) *http.Transport {
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return fault(lasting, "the address %s cannot be used", address)
		}
		ip := at.Addr().Unmap()
		switch {
		case ip.IsUnspecified(), ip.IsMulticast(), ip.IsLinkLocalUnicast(), ip.IsLinkLocalMulticast():
			return fault(lasting, "%s is at %s, an address no model is served at", origin.Hostname(), ip)
		case ip.IsLoopback() != isHere(origin):
			return fault(lasting, "%s is at %s: a model on this machine is named as localhost or 127.0.0.1, another is not", origin.Hostname(), ip)
		}
		return nil
	}}
	return &http.Transport{Proxy: nil, DialContext: dialer.DialContext, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout: 10 * time.Second, MaxResponseHeaderBytes: headMax, DisableCompression: true, IdleConnTimeout: time.Minute, MaxConnsPerHost: 4}
}

// isHere reports whether an address names this machine.
func isHere(origin *url.URL) bool {
	ip, err := netip.ParseAddr(origin.Hostname())
	return err == nil && ip.Unmap().IsLoopback() || strings.EqualFold(origin.Hostname(), "localhost")
}

// kind is whether a question without an answer is asked again.
type kind string

const (
	lasting kind = "lasting" // it would end the same way
	passing kind = "passing" // it may be answered then
	stopped kind = "stopped" // the one who asked has gone
)

// failure is a question without an answer, as one sentence. It holds no key and no header, and of what the server said at most a line. It is
// no net.Error and wraps no error of a context: the library would make a plain text of such a one.
type failure struct {
	Kind  kind
	What  string        // the sentence
	after time.Duration // how long the server asks to wait; negative: it does not say
}

func (f *failure) Error() string { return f.What }

func fault(kind kind, format string, args ...any) *failure {
	return &failure{Kind: kind, What: fmt.Sprintf(format, args...), after: -1}
}

// errDry ends a question that is only shown.
var errDry = fault(stopped, "nothing is sent")

// noAnswer returns a question that found no server, or an answer that broke off.
func (g *guard) noAnswer(ctx context.Context, err error) *failure {
	refused, isRefused := errors.AsType[*failure](err)
	broken, isNet := errors.AsType[net.Error](err)
	host := g.origin.Host
	switch {
	case isRefused:
		return refused
	case ctx.Err() == nil && isNet && broken.Timeout(), errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fault(lasting, "the model at %s did not answer in time", host)
	case ctx.Err() != nil:
		return fault(stopped, "nobody waits for the model's answer any more")
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF):
		return fault(passing, "the model at %s broke the connection off", host)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fault(passing, "the model at %s sent less than it had said it would", host)
	}
	for inner := err; inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return fault(passing, "the model at %s cannot be reached: %s", host, g.show(err.Error()))
}

// refusals are what the statuses of a server mean, the first that fits: [1] is the host, [2] the status, [3] what the server says, [4] the path.
var refusals = []struct {
	least, most int
	kind        kind
	says        string
}{
	{300, 399, lasting, "%[1]s sends the question elsewhere (%[2]d), which is not followed"},
	{401, 401, lasting, "%[1]s does not accept the key (401)"},
	{404, 404, lasting, "%[1]s%[4]s has no such model or address (404)%[3]s"},
	{429, 429, passing, "%[1]s asks for fewer questions (429)%[3]s"},
	{408, 408, passing, "%[1]s is in trouble (%[2]d)%[3]s"},
	{400, 499, lasting, "%[1]s rejects the question (%[2]d)%[3]s"},
	{500, math.MaxInt, passing, "%[1]s is in trouble (%[2]d)%[3]s"},
	{0, math.MaxInt, lasting, "%[1]s answers with the status %[2]d"},
}

// refusal returns what a server's status means.
func (g *guard) refusal(resp *http.Response) (f *failure) {
	data, _ := io.ReadAll(io.LimitReader(resp.Body, refuseMax))
	said, path := g.show(complaint(data)), ""
	if said != "" {
		said = ": " + said
	}
	if resp.Request != nil {
		path = resp.Request.URL.Path
	}
	if resp.StatusCode == http.StatusUnauthorized && g.secret == "" {
		return fault(lasting, "%s wants a key (401): voice-key names the variable that holds it", g.origin.Host)
	}
	for _, r := range refusals {
		if resp.StatusCode >= r.least && resp.StatusCode <= r.most {
			f = fault(r.kind, r.says, g.origin.Host, resp.StatusCode, said, path)
			break
		}
	}
	after := resp.Header.Get("Retry-After")
	if s, err := strconv.Atoi(after); err == nil && s >= 0 {
		f.after = time.Duration(min(s, 1<<20)) * time.Second
	} else if at, err := http.ParseTime(after); err == nil {
		f.after = max(0, time.Until(at))
	}
	return f
}
