package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"kokyu/rules"
)

// lineMax is the longest message in bytes.
const lineMax = 1 << 20

// lines are messages, one a line, in both directions. It hands on what is a message. What is none it answers itself: the
// library would end the session. The end of the input is held back until all requests are answered.
type lines struct {
	ctx  context.Context
	in   *bufio.Reader
	rest []byte // of the message under way

	mu       sync.Mutex
	out      io.Writer
	open     map[string]bool // the ids of requests that wait for their answer
	answered sync.Cond
}

func newLines(ctx context.Context, in io.Reader, out io.Writer) *lines {
	l := &lines{ctx: ctx, in: bufio.NewReaderSize(in, 1<<16), out: out, open: map[string]bool{}}
	l.answered.L = &l.mu
	return l
}

func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, long, err := l.line()
		switch {
		case long:
			l.refuse(jsonrpc.CodeInvalidRequest, "a message is longer than 1 MiB: want at most 1 MiB on one line")
		case len(bytes.TrimSpace(line)) == 0:
		case !json.Valid(line):
			l.refuse(jsonrpc.CodeParseError, "a line is no JSON: want one JSON-RPC message on each line")
		case !isMessage(line):
			l.refuse(jsonrpc.CodeInvalidRequest, `a line is no message: want JSON-RPC as in {"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
		default:
			l.rest = append(bytes.TrimSpace(line), '\n')
			l.asks(l.rest)
		}
		if err != nil && len(l.rest) == 0 {
			l.wait()
			return 0, err
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// line is the next line, or that it was too long.
func (l *lines) line() (line []byte, long bool, err error) {
	for {
		part, err := l.in.ReadSlice('\n')
		if long = long || len(line)+len(part) > lineMax; !long {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, long, err
		}
	}
}

// isMessage says whether a line is a message, or a batch of them.
func isMessage(line []byte) bool {
	var batch []json.RawMessage
	if json.Unmarshal(line, &batch) != nil {
		batch = []json.RawMessage{line}
	}
	for _, m := range batch {
		if _, err := jsonrpc.DecodeMessage(m); err != nil {
			return false
		}
	}
	return len(batch) > 0
}

// envelope is what says of a message whether it is a request or an answer, and to what.
type envelope struct {
	ID     any
	Method string
	Params struct{ RequestID any }
}

// key is an id, whose text an answer may write in another way.
func key(id any) string { return rules.JSONText(id) }

// asks remembers a request until it is answered or taken back.
func (l *lines) asks(line []byte) {
	var e envelope
	_ = json.Unmarshal(line, &e) // a batch is not waited for
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case e.Method == "notifications/cancelled":
		delete(l.open, key(e.Params.RequestID))
	case e.Method != "" && e.ID != nil:
		l.open[key(e.ID)] = true
	}
}

// wait waits until all requests are answered.
func (l *lines) wait() {
	defer context.AfterFunc(l.ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.answered.Broadcast()
	})()
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.open) > 0 && l.ctx.Err() == nil {
		l.answered.Wait()
	}
}

// refuse answers what has no id that could be read.
func (l *lines) refuse(code int64, says string) {
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": says}})
	if err == nil {
		_, _ = l.Write(append(text, '\n')) // who does not listen learns nothing
	}
}

func (l *lines) Write(p []byte) (int, error) {
	var e envelope
	_ = json.Unmarshal(p, &e)
	l.mu.Lock()
	defer l.mu.Unlock()
	n, err := l.out.Write(p)
	if e.Method == "" || err != nil {
		delete(l.open, key(e.ID))
		l.answered.Broadcast()
	}
	if err != nil { // nobody listens any more
		clear(l.open)
	}
	return n, err
}

// Close does nothing: who opened in and out closes them.
func (l *lines) Close() error { return nil }
