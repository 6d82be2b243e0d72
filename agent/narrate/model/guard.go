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

// Limits of what is asked for, and of what a server may send.
const (
	answerTokensMax = 6000      // tokens of an answer, with what a model thinks before it writes
	answerBytesMax  = 256 << 10 // bytes of an answer, and of a question
	errorBytesMax   = 16 << 10  // bytes of what a server says with an error
	headerBytesMax  = 64 << 10  // bytes of headers
	triesMax        = 3         // how often one question is sent
	shownBytesMax   = 120       // bytes of what a server says that are shown to the user
)

// guard is the only way from here to a network. The library believes it is an HTTP client; it sends one kind of
// request, to one origin, through no proxy, follows nothing, reads no more than it must, and hands on only answers of
// the right shape. It writes its own headers and sets the key itself: the library never has it.
type guard struct {
	Settings
	llm         llms.Model
	origin      *url.URL
	secret      string // the key
	transport   http.RoundTripper
	after       func(time.Duration) <-chan time.Time // [time.After], but in tests
	calls, used int                                  // calls and tokens used of the budget in the settings
	limitField  string                               // the field by which this server is told the limit of an answer
	without     []string                             // fields that this server rejects
	asking      *question                            // the one on its way through the library
}

// question is a conversation that the model is to continue, and what has become of it.
type question struct {
	turns   []llms.MessageContent
	schema  string   // of the answer
	dry     bool     // it is only shown, not sent
	sent    Request  // what was sent, or would have been
	text    string   // the answer
	failure *failure // why there is none; kept here because the library may lose it
}

// Request is what is sent: this and nothing else.
type Request struct {
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"` // without the one that holds the key
	Body    json.RawMessage   `json:"body"`
}

// newGuard returns a guard that has asked nothing yet.
func newGuard(s Settings) (g *guard, err error) {
	g = &guard{Settings: s, after: time.After}
	if g.origin, err = s.address(); err != nil {
		return nil, err
	}
	if g.secret, err = s.secret(); err != nil {
		return nil, err
	}
	if g.limitField = "max_tokens"; g.origin.Hostname() == "api.openai.com" {
		g.limitField = newLimitField
	}
	g.transport = transportTo(g.origin)
	g.llm, err = openai.New(openai.WithToken("the-guard-has-it"), openai.WithModel(s.Model), openai.WithBaseURL(g.origin.String()),
		openai.WithHTTPClient(&http.Client{Transport: g}))
	return g, err
}

// ask asks a question until it is answered, or has been sent as often as it may be. A question that a server rejects
// because of a field is sent again without it, at once ([guard.adapt]).
func (g *guard) ask(ctx context.Context, q *question) *failure {
	ctx, stop := context.WithTimeout(ctx, g.Timeout)
	defer stop()
	for try := 1; ; {
		f := g.askOnce(ctx, q)
		switch {
		case f != nil && g.adapt(f.What, q.sent.Body): // what was rejected for its form has not been tried
			continue
		case f == nil || f.Kind != passing || try == triesMax || !g.waitToRetry(ctx, try, f.after):
			return f
		}
		try++
	}
}

// adapt changes what this server is sent from now on if its error says what it rejects: a field is left out, or the
// limit goes by its newer name. It reports whether it changed anything.
func (g *guard) adapt(says string, sent []byte) bool {
	if g.limitField != newLimitField && strings.Contains(says, newLimitField) {
		g.limitField = newLimitField
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

// askOnce asks a question once, through the library. Whatever the library does, a panic included, comes back as a
// failure.
func (g *guard) askOnce(ctx context.Context, q *question) (f *failure) {
	defer func() {
		g.asking = nil
		if recover() != nil {
			f = newFailure(lasting, "the library that asks the model broke")
		}
	}()
	g.asking, q.text, q.failure = q, "", nil
	heard, err := g.llm.GenerateContent(ctx, q.turns, llms.WithMaxTokens(answerTokensMax))
	switch {
	case q.failure != nil:
		return q.failure
	case err != nil:
		return newFailure(lasting, "the library cannot read the model's answer")
	case heard == nil || len(heard.Choices) != 1 || heard.Choices[0] == nil || heard.Choices[0].Content != q.text:
		return newFailure(lasting, "the library made something else of the model's answer")
	}
	return nil
}

// RoundTrip is what the library takes for an HTTP client. It sends the question under way with a body and headers of
// its own, and returns an answer that the library can read.
func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	q := g.asking
	if q == nil {
		return nil, newFailure(lasting, "the library asks of its own accord")
	}
	body, err := bodyOf(io.LimitReader(req.Body, answerBytesMax), q.schema,
		servers[g.Provider].extra, g.limitField, g.without)
	q.sent = Request{URL: req.URL.String(), Body: body,
		Headers: map[string]string{"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "kokyu"}}
	switch {
	case req.Method != http.MethodPost || req.URL.Scheme != g.origin.Scheme || req.URL.Host != g.origin.Host:
		q.failure = newFailure(lasting, "the library asks %s, not %s", req.URL.Host, g.origin.Host)
	case err != nil:
		q.failure = newFailure(lasting, "the library's question is no JSON")
	case q.dry:
		q.failure = errDry
	default:
		q.failure = g.send(req.Context(), q)
	}
	if q.failure != nil {
		return nil, q.failure
	}
	return &http.Response{StatusCode: http.StatusOK, Request: req, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(cleanAnswer(q.text))), ContentLength: -1}, nil
}

// send sends a question once. The budget is charged before with the most tokens that it can take, and corrected
// afterwards to what the server says it took.
func (g *guard) send(ctx context.Context, q *question) *failure {
	const bytesAToken = 3 // at least
	most := len(q.sent.Body)/bytesAToken + answerTokensMax
	if g.calls >= g.Calls || g.used+most > g.Tokens {
		return newFailure(lasting, "the budget of %d calls and %d tokens is spent", g.Calls, g.Tokens)
	}
	g.calls++ // before it is sent: a server that never answers must not be asked without end
	g.used += most
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, q.sent.URL, bytes.NewReader(q.sent.Body))
	if err != nil {
		return newFailure(lasting, "the address of the model cannot be used")
	}
	for name, value := range q.sent.Headers {
		req.Header.Set(name, value)
	}
	if g.secret != "" {
		req.Header.Set("Authorization", "Bearer "+g.secret)
	}
	resp, err := g.transport.RoundTrip(req) // a transport follows no redirects
	if err != nil {
		if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" { // nothing was sent
			g.used -= most
		}
		return g.failureOf(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		g.used -= most
		return g.statusFailure(resp)
	}
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind != "application/json" { // a stream may never end
		return newFailure(lasting, "the model answers in %s, not in JSON", cmp.Or(g.showable(kind), "no known form"))
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, answerBytesMax+1))
	switch {
	case err != nil:
		return g.failureOf(ctx, err)
	case len(data) > answerBytesMax:
		return newFailure(lasting, "the model's answer is larger than %d bytes", answerBytesMax)
	}
	said, tokens, wrong := readAnswer(data)
	if wrong != "" {
		return newFailure(lasting, "the model's answer %s", g.showable(wrong))
	}
	if tokens > 0 {
		g.used += tokens - most
	}
	q.text = g.blotKey(said, 8)
	return nil
}

// blotKey replaces the key in what a server says, and every part of it of so many bytes, which might give it away: a
// server may quote the key that it rejects. A key that is shorter than such a part is no secret: it is what servers are
// given that ask for none.
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

// showable returns what a server said as it may be shown to the user: one short line without control characters, and
// nothing at all if any part of the key is in it.
func (g *guard) showable(said string) string {
	if g.blotKey(said, 6) != said {
		return ""
	}
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(said), " ") {
		if !unicode.IsPrint(r) || unicode.Is(unicode.Bidi_Control, r) {
			continue
		}
		if b.Len() >= shownBytesMax {
			return b.String() + "…"
		}
		b.WriteRune(r)
	}
	return b.String()
}

// waitToRetry waits before the next try, as long as the server asks for, and reports whether there is time for one. A
// negative pause means that the server did not say.
func (g *guard) waitToRetry(ctx context.Context, try int, pause time.Duration) bool {
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

// transportTo returns a transport to one host. It connects to this machine only if the user says that the model is
// here, and never to unspecified, multicast or link-local addresses, where clouds serve secrets of their own.
func transportTo(origin *url.URL) *http.Transport {
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return newFailure(lasting, "the address %s cannot be used", address)
		}
		ip := at.Addr().Unmap()
		switch {
		case ip.IsUnspecified(), ip.IsMulticast(), ip.IsLinkLocalUnicast(), ip.IsLinkLocalMulticast():
			return newFailure(lasting, "%s is at %s, an address no model is served at", origin.Hostname(), ip)
		case ip.IsLoopback() != isHere(origin):
			return newFailure(lasting, "%s is at %s: a model on this machine is named as localhost or 127.0.0.1, another is not",
				origin.Hostname(), ip)
		}
		return nil
	}}
	return &http.Transport{Proxy: nil, DialContext: dialer.DialContext, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout: 10 * time.Second, MaxResponseHeaderBytes: headerBytesMax, DisableCompression: true,
		IdleConnTimeout: time.Minute, MaxConnsPerHost: 4}
}

// isHere reports whether an address names this machine.
func isHere(origin *url.URL) bool {
	ip, err := netip.ParseAddr(origin.Hostname())
	return err == nil && ip.Unmap().IsLoopback() || strings.EqualFold(origin.Hostname(), "localhost")
}

// kind says whether a question without an answer is asked again.
type kind string

const (
	lasting kind = "lasting" // no: it would end the same way
	passing kind = "passing" // yes: it may be answered then
	stopped kind = "stopped" // no: nobody waits for the answer any more
)

// failure says in one sentence why a question has no answer. It holds no key and no header, and at most a line of what
// the server said. It is no net.Error and wraps no error of a context, because the library would turn such an error
// into a text.
type failure struct {
	Kind  kind
	What  string        // the sentence
	after time.Duration // how long the server asks to wait before the next try; negative: it does not say
}

func (f *failure) Error() string { return f.What }

// newFailure returns a failure of a kind, for which the server has not said how long to wait.
func newFailure(kind kind, format string, args ...any) *failure {
	return &failure{Kind: kind, What: fmt.Sprintf(format, args...), after: -1}
}

// errDry ends a question that is only shown.
var errDry = newFailure(stopped, "nothing is sent")

// failureOf returns the failure of a question that reached no server, or whose answer broke off.
func (g *guard) failureOf(ctx context.Context, err error) *failure {
	ours, isOurs := errors.AsType[*failure](err) // of transportTo
	netError, isNet := errors.AsType[net.Error](err)
	host := g.origin.Host
	switch {
	case isOurs:
		return ours
	case ctx.Err() == nil && isNet && netError.Timeout(), errors.Is(ctx.Err(), context.DeadlineExceeded):
		return newFailure(lasting, "the model at %s did not answer in time", host)
	case ctx.Err() != nil:
		return newFailure(stopped, "nobody waits for the model's answer any more")
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF):
		return newFailure(passing, "the model at %s broke the connection off", host)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return newFailure(passing, "the model at %s sent less than it had said it would", host)
	}
	for inner := err; inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return newFailure(passing, "the model at %s cannot be reached: %s", host, g.showable(err.Error()))
}

// statusFailures are what the statuses of a server mean; the first row counts whose range a status is in. In a sentence
// %[1] is the host, %[2] the status, %[3] what the server says, and %[4] the path.
var statusFailures = []struct {
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

// statusFailure returns the failure that a server's status means.
func (g *guard) statusFailure(resp *http.Response) (f *failure) {
	data, _ := io.ReadAll(io.LimitReader(resp.Body, errorBytesMax))
	said, path := g.showable(complaint(data)), ""
	if said != "" {
		said = ": " + said
	}
	if resp.Request != nil {
		path = resp.Request.URL.Path
	}
	if resp.StatusCode == http.StatusUnauthorized && g.secret == "" {
		return newFailure(lasting, "%s wants a key (401): voice-key names the variable that holds it", g.origin.Host)
	}
	for _, row := range statusFailures {
		if resp.StatusCode >= row.least && resp.StatusCode <= row.most {
			f = newFailure(row.kind, row.says, g.origin.Host, resp.StatusCode, said, path)
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
