package model

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
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
)

// What a server may send.
const (
	answerMax = 256 << 10 // bytes of an answer, of which a passage is one
	refuseMax = 16 << 10  // of what it says with an error
	headMax   = 64 << 10  // of headers
	triesMax  = 3         // of one question
)

// guard is the only way from here to a network. The library believes it is an HTTP client; it sends one kind of request, to
// one origin, through no proxy, follows nothing, reads no more than it must, and hands on only answers of the right shape.
// It writes its own headers and sets the key itself: the library never has it.
type guard struct {
	origin    *url.URL
	form      *form
	key       string
	budget    *budget
	transport http.RoundTripper
	wait      func(context.Context, time.Duration) error
}

// call is one question on its way through the library, found again by its context.
type call struct {
	schema json.RawMessage // the answer is to keep to
	most   int             // tokens of it
	dry    bool            // nothing is sent
	sent   Request         // what was, or would have been
	text   string          // the answer
	tokens int             // the server says it took; 0: it does not say
	fault  *failure        // why there is none: the library may lose it
}

// The limit of an answer goes by two names: what rejects the old one and names the new is asked by that.
const (
	newLimit = "max_completion_tokens"
	oldLimit = `"max_tokens":`
)

type callKey struct{}

// Request is what is sent: this and nothing else.
type Request struct {
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"` // the key as the name of its variable
	Body    json.RawMessage   `json:"body"`
}

// errDry ends a question that is only shown.
var errDry = fault(stopped, "nothing is sent")

// RoundTrip is Do for a library that wants a whole http.Client.
func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) { return g.Do(req) }

// Do sends the question of a request, as often as it may, and gives an answer the library can read.
func (g *guard) Do(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	c, ok := ctx.Value(callKey{}).(*call)
	if !ok {
		return nil, fault(badAddress, "the library asks of its own accord")
	}
	f := g.pack(req, c)
	if f == nil && c.dry {
		f = errDry
	}
	for try := 1; f == nil; try++ {
		var answer []byte
		if answer, f = g.once(ctx, c); f == nil {
			return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: req,
				Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(answer)), ContentLength: int64(len(answer))}, nil
		}
		switch {
		case f.Kind == rejected && strings.Contains(f.What, newLimit) && bytes.Contains(c.sent.Body, []byte(oldLimit)):
			c.sent.Body = bytes.Replace(c.sent.Body, []byte(oldLimit), []byte(`"`+newLimit+`":`), 1)
			f = nil
		case try < triesMax && f.passing() && g.again(ctx, try, f):
			f = nil
		}
	}
	c.fault = f
	return nil, f
}

// pack makes the request's body and headers ours.
func (g *guard) pack(req *http.Request, c *call) *failure {
	if req.Method != http.MethodPost || req.URL.Scheme != g.origin.Scheme || req.URL.Host != g.origin.Host {
		return fault(badAddress, "the library asks %s, not %s", req.URL.Host, g.origin.Host)
	}
	var fields map[string]json.RawMessage
	if err := json.NewDecoder(io.LimitReader(req.Body, answerMax)).Decode(&fields); err != nil {
		return fault(brokenOff, "the library's question is no JSON")
	}
	g.form.edit(fields, c.schema, g.origin)
	body, err := json.Marshal(fields)
	if err != nil {
		return fault(brokenOff, "the library's question is no JSON")
	}
	c.sent = Request{URL: req.URL.String(), Headers: map[string]string{"Content-Type": "application/json",
		"Accept": "application/json", "User-Agent": "kokyu"}, Body: body}
	for name, value := range g.form.headers {
		c.sent.Headers[name] = value
	}
	return nil
}

// once sends it once.
func (g *guard) once(ctx context.Context, c *call) ([]byte, *failure) {
	estimate := len(c.sent.Body)/bytesAToken + c.most
	if f := g.budget.take(estimate); f != nil {
		return nil, f
	}
	took := estimate // unless the server says otherwise, or never heard of it
	defer func() { g.budget.settle(estimate, took) }()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.sent.URL, bytes.NewReader(c.sent.Body))
	if err != nil {
		return nil, fault(badAddress, "the address of the model cannot be used")
	}
	for name, value := range c.sent.Headers {
		req.Header.Set(name, value)
	}
	if g.key != "" {
		req.Header.Set(g.form.keyHeader, g.form.keyBefore+g.key)
	}
	resp, err := g.transport.RoundTrip(req) // which follows no redirect
	if err != nil {
		if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" {
			took = 0
		}
		return nil, g.unheard(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, g.refusal(resp)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, answerMax+1))
	switch {
	case err != nil:
		return nil, g.unheard(ctx, err)
	case len(data) > answerMax:
		return nil, fault(oversize, "the model's answer is larger than %d bytes", answerMax)
	}
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind != "application/json" {
		return nil, fault(malformed, "the model answers in %s, not in JSON", orNone(show(kind, g.key)))
	}
	if c.text, c.tokens, err = g.form.read(data); err != nil {
		return nil, fault(malformed, "the model's answer %s", show(err.Error(), g.key))
	}
	c.text = g.strikeKey(c.text)
	if c.tokens > 0 {
		took = c.tokens
	}
	return g.form.write(c.text, c.tokens), nil
}

// strikeKey strikes the key, and every part of it that gives it away, from what a server says before anything of it is kept.
func (g *guard) strikeKey(said string) string {
	const part = 8 // bytes
	if g.key == "" {
		return said
	}
	said = strings.ReplaceAll(said, g.key, "…")
	for i := 0; i+part <= len(g.key); i++ {
		said = strings.ReplaceAll(said, g.key[i:i+part], "…")
	}
	return said
}

func orNone(kind string) string {
	if kind == "" {
		return "no known form"
	}
	return kind
}

// unheard returns a question that found no server, or an answer that broke off.
func (g *guard) unheard(ctx context.Context, err error) *failure {
	refused, isRefused := errors.AsType[*failure](err)
	broken, isNet := errors.AsType[net.Error](err)
	switch {
	case isRefused:
		return refused
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fault(timeout, "the model at %s did not answer in time", g.origin.Host)
	case ctx.Err() != nil:
		return fault(stopped, "nobody waits for the model's answer any more")
	case isNet && broken.Timeout():
		return fault(timeout, "the model at %s did not answer in time", g.origin.Host)
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF):
		return fault(unavailable, "the model at %s broke the connection off", g.origin.Host)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fault(unavailable, "the model at %s sent less than it had said it would", g.origin.Host)
	}
	return fault(unavailable, "the model at %s cannot be reached: %s", g.origin.Host, show(cause(err), g.key))
}

// cause returns the innermost of an error.
func cause(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}

// refusal returns what a server's status means.
func (g *guard) refusal(resp *http.Response) *failure {
	data, _ := io.ReadAll(io.LimitReader(resp.Body, refuseMax))
	said := show(complaint(data), g.key)
	if said != "" {
		said = ": " + said
	}
	status, host := resp.StatusCode, g.origin.Host
	where := host
	if resp.Request != nil {
		where += resp.Request.URL.Path
	}
	f := func() *failure {
		switch {
		case status >= 300 && status < 400:
			return fault(redirect, "%s sends the question elsewhere (%d), which is not followed", host, status)
		case status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusPaymentRequired:
			return fault(auth, "%s does not accept the key (%d)", host, status)
		case status == http.StatusNotFound:
			return fault(unknown, "%s has no such model or address (404)%s", where, said)
		case status == http.StatusTooManyRequests:
			return fault(limited, "%s asks for fewer questions (429)", host)
		case status == http.StatusRequestTimeout || status >= 500:
			return fault(unavailable, "%s is in trouble (%d)%s", host, status, said)
		case status >= 400:
			return fault(rejected, "%s rejects the question (%d)%s", host, status, said)
		}
		return fault(malformed, "%s answers with the status %d", host, status)
	}()
	f.Status = status
	after := resp.Header.Get("Retry-After")
	if s, err := strconv.Atoi(after); err == nil && s >= 0 {
		f.after = time.Duration(min(s, 1<<20)) * time.Second
	} else if at, err := http.ParseTime(after); err == nil {
		f.after = max(0, time.Until(at))
	}
	return f
}

// complaint returns what an error's body says, in the forms that servers use.
func complaint(data []byte) string {
	var body struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	if json.Unmarshal(data, &body) != nil {
		return ""
	}
	var inner struct {
		Message string `json:"message"`
	}
	var plain string
	switch {
	case json.Unmarshal(body.Error, &inner) == nil && inner.Message != "":
		return inner.Message
	case json.Unmarshal(body.Error, &plain) == nil && plain != "":
		return plain
	}
	return body.Message
}

// again waits before the next try, as long as the server asks, and says whether there is time for one.
func (g *guard) again(ctx context.Context, try int, f *failure) bool {
	pause := f.after
	if pause < 0 {
		pause = time.Duration(try) * (200 + time.Duration(rand.IntN(100))) * time.Millisecond
	}
	if end, limited := ctx.Deadline(); limited && time.Until(end) <= pause {
		return false
	}
	return g.wait(ctx, pause) == nil
}

// sleep waits, unless the context ends first.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// transportTo returns a transport to one host: on this machine only if that is where the user says the model is, and on no
// address that is nobody's or a cloud's own.
func transportTo(origin *url.URL) *http.Transport {
	here := isHere(origin)
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return fault(badAddress, "the address %s cannot be used", address)
		}
		ip := at.Addr().Unmap()
		switch {
		case ip.IsUnspecified(), ip.IsMulticast(), ip.IsLinkLocalUnicast(), ip.IsLinkLocalMulticast():
			return fault(badAddress, "%s is at %s, an address no model is served at", origin.Hostname(), ip)
		case ip.IsLoopback() != here:
			return fault(badAddress, "%s is at %s: a model on this machine is named as localhost or 127.0.0.1, another is not", origin.Hostname(), ip)
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
