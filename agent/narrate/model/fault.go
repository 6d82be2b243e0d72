package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"
)

// kind is what a question without an answer means for the next.
type kind string

const (
	lasting kind = "lasting" // the next would end the same way
	passing kind = "passing" // the same may be answered if it is asked again
	once    kind = "once"    // this answer is none
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

// says returns it with what it means for the tale: what the next question would meet too ends the asking.
func (f *failure) says() string {
	if f.Kind == lasting {
		return f.What + "; the tale is the program's"
	}
	return f.What + "; the program tells that"
}

func fault(kind kind, format string, args ...any) *failure {
	return &failure{Kind: kind, What: fmt.Sprintf(format, args...), after: -1}
}

// errDry ends a question that is only shown.
var errDry = fault(stopped, "nothing is sent")

// unheard returns a question that found no server, or an answer that broke off.
func (g *guard) unheard(ctx context.Context, err error) *failure {
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
	{401, 403, lasting, "%[1]s does not accept the key (%[2]d)"},
	{404, 404, lasting, "%[1]s%[4]s has no such model or address (404)%[3]s"},
	{429, 429, passing, "%[1]s asks for fewer questions (429)"},
	{408, 408, passing, "%[1]s is in trouble (%[2]d)%[3]s"},
	{400, 499, lasting, "%[1]s rejects the question (%[2]d)%[3]s"},
	{500, math.MaxInt, passing, "%[1]s is in trouble (%[2]d)%[3]s"},
	{0, math.MaxInt, once, "%[1]s answers with the status %[2]d"},
}

// refusal returns what a server's status means.
func (g *guard) refusal(resp *http.Response) (f *failure) {
	var body any
	data, _ := io.ReadAll(io.LimitReader(resp.Body, refuseMax))
	_ = json.Unmarshal(data, &body)
	said, path := g.show(complaint(body)), ""
	if said != "" {
		said = ": " + said
	}
	if resp.Request != nil {
		path = resp.Request.URL.Path
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
