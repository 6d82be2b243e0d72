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

// lines carries messages in both directions, one on each line, between a client and the library. The
// library would end the session at a line that is no message, and as soon as the input ends, even if
// requests are not answered yet. So lines answers what is no message itself, passes the messages of a batch
// on one after the other, and holds the end of the input back until all requests are answered.
type lines struct {
	ctx  context.Context
	in   *bufio.Reader
	rest []byte // messages that the library has not read yet

	mu         sync.Mutex
	out        io.Writer
	unanswered map[string]bool // by the idText of the request
	answered   sync.Cond       // signalled when a request was answered
}

func newLines(ctx context.Context, in io.Reader, out io.Writer) *lines {
	l := &lines{ctx: ctx, in: bufio.NewReaderSize(in, 1<<16), out: out, unanswered: map[string]bool{}}
	l.answered.L = &l.mu
	return l
}

// Read gives the library one message after the other, each with a newline.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, long, err := serve.ReadLine(l.in, lineMax)
		switch {
		case long:
			l.writeRefusal(refusal{code: jsonrpc.CodeInvalidRequest,
				message: "a message is longer than 1 MiB: want at most 1 MiB on one line"})
		case len(bytes.TrimSpace(line)) == 0:
		default:
			l.takeLine(line)
		}
		if err != nil && len(l.rest) == 0 {
			l.waitForAnswers()
			return 0, err
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// takeLine passes on the messages of a line, and answers what is none.
func (l *lines) takeLine(line []byte) {
	batch, refused := messages(line)
	if refused != nil {
		l.writeRefusal(*refused)
	}
	for _, m := range batch {
		refused := checkMessage(m)
		if refused == nil {
			refused = l.noteRequest(m)
		}
		if refused != nil {
			l.writeRefusal(*refused)
			continue
		}
		l.rest = append(append(l.rest, bytes.TrimSpace(m)...), '\n')
	}
}

// refusal is the error for something that is no message, with the id of what it answers, if that can be read.
type refusal struct {
	code    int64
	message string
	id      json.RawMessage
}

// noMessage is the error text for JSON that is no message.
const noMessage = `no message: want JSON-RPC as in {"jsonrpc":"2.0","id":1,"method":"tools/list"}`

// messages returns the message of a line or a body, or all those of a batch.
func messages(line []byte) ([]json.RawMessage, *refusal) {
	line = bytes.TrimSpace(line)
	if !utf8.Valid(line) || !json.Valid(line) {
		return nil, &refusal{code: jsonrpc.CodeParseError,
			message: "a line is no JSON in UTF-8: want one JSON-RPC message on each line"}
	}
	if line[0] != '[' {
		return []json.RawMessage{line}, nil
	}
	var batch []json.RawMessage
	if json.Unmarshal(line, &batch) != nil || len(batch) == 0 {
		return nil, &refusal{code: jsonrpc.CodeInvalidRequest, message: "an empty batch is " + noMessage}
	}
	return batch, nil
}

// checkMessage returns why the library may not have a message, nil if it may. It would mistake an id that is no whole
// number for another, and wait forever for an answer whose id has another form.
func checkMessage(m json.RawMessage) *refusal {
	members, twice := membersOf(m)
	id := members["id"]
	refuse := func(message string) *refusal {
		if _, err := strconv.ParseFloat(string(id), 64); err != nil && !bytes.HasPrefix(id, []byte(`"`)) {
			id = nil // JSON-RPC has only texts and numbers for ids
		}
		return &refusal{code: jsonrpc.CodeInvalidRequest, message: message, id: id}
	}
	switch {
	case twice != "":
		return refuse(fmt.Sprintf("a message has %.40q twice: want it once", twice))
	case id != nil && !bytes.HasPrefix(id, []byte(`"`)) && !isSafeInteger(id):
		return refuse(fmt.Sprintf("an id is %.40s: want a text, or a whole number up to 9007199254740991", id))
	}
	if _, err := jsonrpc.DecodeMessage(m); err != nil {
		return refuse("a line is " + noMessage)
	}
	return nil
}

// isSafeInteger reports whether a JSON value is a whole number that a float64, as many clients use, holds exactly.
func isSafeInteger(id json.RawMessage) bool {
	n, err := strconv.ParseInt(string(id), 10, 64)
	return err == nil && n > -1<<53 && n < 1<<53
}

// membersOf returns the members of a JSON object, and the name of one that is there twice. For other values
// there are no members. [json.Unmarshal] would take the last of two members of one name without a word.
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

// envelope is the part of an outgoing message that tells which request it answers, if any.
type envelope struct {
	ID     any
	Method string
	Error  *struct {
		Code    int64
		Message string
	}
}

// idText returns an id in one form, for matching: an answer may write it in another way than its request.
func idText(id any) string { return rules.JSONText(id) }

// noteRequest remembers a request until it is answered or cancelled. It refuses one with the id of another under way:
// nobody could tell the answers apart. A notification has no id and gets no answer.
func (l *lines) noteRequest(m json.RawMessage) *refusal {
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
		delete(l.unanswered, idText(id))
	case members["method"] == nil || id == nil:
	case l.unanswered[idText(id)]:
		return &refusal{jsonrpc.CodeInvalidRequest,
			"an id is that of a request which is not answered yet: want another", members["id"]}
	default:
		l.unanswered[idText(id)] = true
	}
	return nil
}

// waitForAnswers waits until all requests are answered, or the context is done.
func (l *lines) waitForAnswers() {
	defer context.AfterFunc(l.ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.answered.Broadcast()
	})()
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.unanswered) > 0 && l.ctx.Err() == nil {
		l.answered.Wait()
	}
}

// writeRefusal answers something that is no message.
func (l *lines) writeRefusal(r refusal) {
	text, err := r.answer()
	if err != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, _ = l.out.Write(append(text, '\n')) // a client that has gone need not know
}

// answer returns a refusal as a message of the protocol.
func (r refusal) answer() ([]byte, error) {
	return json.Marshal(map[string]any{"jsonrpc": "2.0", "id": r.id,
		"error": map[string]any{"code": r.code, "message": r.message}})
}

// Write writes a message of the library. An answer ends its request; after a cancellation it is dropped. An error
// without a code, which the library can return, gets the code of a wrong request.
func (l *lines) Write(p []byte) (n int, err error) {
	var e envelope
	_ = json.Unmarshal(p, &e)
	l.mu.Lock()
	defer l.mu.Unlock()
	n = len(p)
	if e.Error != nil && e.Error.Code == 0 {
		if p, err = (refusal{jsonrpc.CodeInvalidRequest, e.Error.Message, json.RawMessage(idText(e.ID))}).answer(); err != nil {
			return 0, err
		}
		p = append(p, '\n')
	}
	// A message without a method is an answer. If nobody waits for it any more its request was cancelled.
	if isCancelled := e.Method == "" && e.ID != nil && !l.unanswered[idText(e.ID)]; !isCancelled {
		_, err = l.out.Write(p)
	}
	if e.Method == "" || err != nil {
		delete(l.unanswered, idText(e.ID))
		l.answered.Broadcast()
	}
	if err != nil { // the client has gone, and nobody waits for answers
		clear(l.unanswered)
	}
	return n, err
}

// Close does nothing: whoever has opened in and out closes them.
func (l *lines) Close() error { return nil }
