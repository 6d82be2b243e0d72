package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"kokyu/agent/serve"
	"kokyu/rules"
)

// lineMax is the longest message in bytes.
const lineMax = 1 << 20

// lines are messages, one a line, in both directions. It hands on what is a message, those of a batch one after the other. What is
// none it answers itself: the library would end the session. The end of the input is held back until all requests are answered.
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

// Read gives the library one message after the other. A line that is no message is refused here, so that the session goes on after it.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, long, err := serve.ReadLine(l.in, lineMax)
		switch {
		case long:
			l.refuse(refusal{code: jsonrpc.CodeInvalidRequest, says: "a message is longer than 1 MiB: want at most 1 MiB on one line"})
		case len(bytes.TrimSpace(line)) == 0:
		default:
			l.hear(line)
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

// hear hands on the messages of a line, and answers what is none.
func (l *lines) hear(line []byte) {
	batch, none := messages(line)
	if none != nil {
		l.refuse(*none)
	}
	for _, m := range batch {
		if none := refuse(m); none != nil {
			l.refuse(*none)
			continue
		}
		l.rest = append(append(l.rest, bytes.TrimSpace(m)...), '\n')
		l.asks(m)
	}
}

// refusal is the error for what is no message, with the id it has if an answer can have it.
type refusal struct {
	code int64
	says string
	id   json.RawMessage
}

// noMessage is what is said of JSON that is no message.
const noMessage = `no message: want JSON-RPC as in {"jsonrpc":"2.0","id":1,"method":"tools/list"}`

// messages returns what a line or a body holds: one, or those of a batch.
func messages(line []byte) ([]json.RawMessage, *refusal) {
	line = bytes.TrimSpace(line)
	if !utf8.Valid(line) || !json.Valid(line) {
		return nil, &refusal{code: jsonrpc.CodeParseError, says: "a line is no JSON in UTF-8: want one JSON-RPC message on each line"}
	}
	if line[0] != '[' {
		return []json.RawMessage{line}, nil
	}
	var batch []json.RawMessage
	if json.Unmarshal(line, &batch) != nil || len(batch) == 0 {
		return nil, &refusal{code: jsonrpc.CodeInvalidRequest, says: "an empty batch is " + noMessage}
	}
	return batch, nil
}

// refuse says why a message is none that the library may have. It would take an id that is no whole number for another one, and
// never be done with one that is given back otherwise.
func refuse(m json.RawMessage) *refusal {
	members, twice := membersOf(m)
	id := members["id"]
	bad := func(says string) *refusal {
		if _, err := strconv.ParseFloat(string(id), 64); err != nil && !bytes.HasPrefix(id, []byte(`"`)) {
			id = nil
		}
		return &refusal{code: jsonrpc.CodeInvalidRequest, says: says, id: id}
	}
	switch {
	case twice != "":
		return bad(fmt.Sprintf("a message has %.40q twice: want it once", twice))
	case id != nil && !bytes.HasPrefix(id, []byte(`"`)) && !isWhole(id):
		return bad(fmt.Sprintf("an id is %.40s: want a text, or a whole number up to 9007199254740991", id))
	}
	if _, err := jsonrpc.DecodeMessage(m); err != nil {
		return bad("a line is " + noMessage)
	}
	return nil
}

// isWhole reports whether a JSON value is a whole number that every client can hold.
func isWhole(id json.RawMessage) bool {
	n, err := strconv.ParseInt(string(id), 10, 64)
	return err == nil && n > -1<<53 && n < 1<<53
}

// membersOf returns the members of a JSON object, and the name of one that is there twice; no members of anything else.
func membersOf(m json.RawMessage) (members map[string]json.RawMessage, twice string) {
	dec := json.NewDecoder(bytes.NewReader(m))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, ""
	}
	members = map[string]json.RawMessage{}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, ""
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, ""
		}
		if _, again := members[name.(string)]; again {
			twice = name.(string)
		}
		members[name.(string)] = value
	}
	return members, twice
}

// envelope is what says of an answer to what it is one.
type envelope struct {
	ID     any
	Method string
}

// key returns an id, whose text an answer may write in another way.
func key(id any) string { return rules.JSONText(id) }

// asks remembers a request until it is answered or taken back.
func (l *lines) asks(m json.RawMessage) {
	members, _ := membersOf(m)
	var id any
	var method string
	_ = json.Unmarshal(members["method"], &method)
	_ = json.Unmarshal(members["id"], &id)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case method == "notifications/cancelled":
		params, _ := membersOf(members["params"])
		_ = json.Unmarshal(params["requestId"], &id)
		delete(l.open, key(id))
	case members["method"] != nil && id != nil:
		l.open[key(id)] = true
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

// refuse answers what is no message.
func (l *lines) refuse(r refusal) {
	text, err := r.answer()
	if err != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, _ = l.out.Write(append(text, '\n')) // who does not listen learns nothing
}

// answer returns a refusal as the protocol has it.
func (r refusal) answer() ([]byte, error) {
	return json.Marshal(map[string]any{"jsonrpc": "2.0", "id": r.id, "error": map[string]any{"code": r.code, "message": r.says}})
}

// Write writes a message. An answer takes its question off those that are open: at the end of the input the answers to these are waited
// for.
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
