package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// lineMax is the longest message in bytes.
const lineMax = 1 << 20

// lines are messages, one a line, in both directions. It hands on what is a message. What is none it answers itself: the
// library would end the session.
type lines struct {
	in   *bufio.Reader
	rest []byte // of the message under way
	mu   sync.Mutex
	out  io.Writer
}

func newLines(in io.Reader, out io.Writer) *lines {
	return &lines{in: bufio.NewReaderSize(in, 1<<16), out: out}
}

func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, long, err := l.line()
		switch {
		case long:
			l.refuse(jsonrpc.CodeInvalidRequest, "a message is longer than 1 MiB, want at most 1 MiB on one line")
		case len(bytes.TrimSpace(line)) == 0:
		case !json.Valid(line):
			l.refuse(jsonrpc.CodeParseError, "a line is no JSON, want one JSON-RPC message on each line")
		case !isMessage(line):
			l.refuse(jsonrpc.CodeInvalidRequest, `a line is no message, want JSON-RPC as in {"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
		default:
			l.rest = append(bytes.TrimSpace(line), '\n')
		}
		if err != nil && len(l.rest) == 0 {
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

// refuse answers what has no id that could be read.
func (l *lines) refuse(code int64, says string) {
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": says}})
	if err == nil {
		_, _ = l.Write(append(text, '\n')) // who does not listen learns nothing
	}
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.Write(p)
}

// Close does nothing: who opened in and out closes them.
func (l *lines) Close() error { return nil }
