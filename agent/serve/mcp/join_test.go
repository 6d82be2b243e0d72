package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kokyu/agent/serve"
)

// running returns a server of a folder of fights, and what stops it.
func running(t *testing.T, dir string) (f *serve.Fights, stop func()) {
	t.Helper()
	f, err := serve.Open(dir, serve.Options{Nodes: 50})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := serve.NewServer(f, serve.ServerOptions{})
	Mount(s, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error)
	go func() { over <- s.Serve(ctx, l) }()
	for { // a server that answers has told where it is
		if r, err := http.Get("http://" + l.Addr().String() + "/readyz"); err == nil {
			r.Body.Close()
			return f, func() {
				cancel()
				if err := <-over; err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// joined is an assistant that has joined a server, as lines.
type joined struct {
	in   *io.PipeWriter
	out  *bufio.Reader
	over chan error
}

func joins(t *testing.T, at serve.ServerInfo) joined {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	j := joined{inW, bufio.NewReader(outR), make(chan error, 1)}
	go func() {
		err := Join(context.WithoutCancel(t.Context()), at, inR, outW)
		outW.Close()
		inR.Close()
		j.over <- err
	}()
	return j
}

// calls calls a tool and returns the answer.
func (j joined) calls(t *testing.T, id int, tool, in string) string {
	t.Helper()
	if id == 1 {
		fmt.Fprintln(j.in, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
		if line, err := j.out.ReadString('\n'); err != nil || !strings.Contains(line, `"serverInfo"`) {
			t.Fatalf("%s: %v", line, err)
		}
	}
	fmt.Fprintf(j.in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`+"\n", id, tool, in)
	line, err := j.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return line
}

// An assistant joins the server that has its folder: fights of one are the other's, a link is its seat alone, nothing is left when the
// assistant goes, and when the server goes it is told in a sentence. Only this user can read where the server is.
func TestAnAssistantJoinsAServer(t *testing.T) {
	dir := t.TempDir()
	f, stop := running(t, dir)
	if _, err := serve.Open(dir, serve.Options{}); err == nil || !strings.Contains(err.Error(), serve.ErrServed.Error()) {
		t.Fatalf("%v", err)
	}
	at, ok := serve.RunningAt(dir)
	if info, err := os.Stat(filepath.Join(dir, "running")); !ok || err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v %v", at, ok, err)
	}
	j := joins(t, at)
	if said := j.calls(t, 1, "new_fight", `{"encounter":"mirror","seed":7}`); !strings.Contains(said, "has begun") {
		t.Fatal(said)
	}
	list, err := f.List()
	if err != nil || len(list) != 1 {
		t.Fatalf("%v %v", list, err)
	}
	fmt.Fprintln(j.in, "no message")
	if line, err := j.out.ReadString('\n'); err != nil || !strings.Contains(line, "a line is no JSON") {
		t.Errorf("%s: %v", line, err)
	}
	var many strings.Builder
	for i := range 50 {
		fmt.Fprintf(&many, `{"jsonrpc":"2.0","id":%d,"method":"ping"}`+"\n", 10+i)
	}
	fmt.Fprint(j.in, many.String())
	j.in.Close()
	if rest, err := io.ReadAll(j.out); err != nil || strings.Count(string(rest), `"result"`) != 50 {
		t.Errorf("of 50 requests before the end are answered: %s, %v", rest, err)
	}
	if err := <-j.over; err != nil {
		t.Errorf("the assistant has gone: %v", err)
	}
	_, keys := begun(t, f, serve.Begin{Encounter: json.RawMessage(`"ambush"`), Seats: map[string]string{"Tomoe": "human"}})
	seat := joins(t, serve.ServerInfo{URL: at.URL, Key: keys["Tomoe"]})
	if said := seat.calls(t, 1, "state", `{}`); !strings.Contains(said, "Tomoe") || strings.Contains(said, "seed") {
		t.Errorf("a seat: %s", said)
	}
	for _, none := range []string{"x", ""} {
		if err := <-joins(t, serve.ServerInfo{URL: at.URL, Key: none}).over; err == nil || serve.CodeOf(err) != serve.UnknownFight {
			t.Errorf("with the key %q: %v", none, err)
		}
	}
	r, err := http.NewRequest("GET", at.URL+linesPath, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+at.Key)
	back, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	back.Body.Close()
	if back.StatusCode != http.StatusBadRequest {
		t.Errorf("another program: %s", back.Status)
	}
	stop()
	if err := <-seat.over; err == nil || !strings.Contains(err.Error(), "the server at "+at.URL+" has gone") {
		t.Errorf("the server has gone: %v", err)
	}
	if _, ok := serve.RunningAt(dir); ok {
		t.Error("it is told where the server is that has gone")
	}
	if err := <-joins(t, at).over; err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Errorf("nobody listens: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "running"), []byte(`{"url":"http://127.0.0.1:1","key":"x"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err = serve.Open(dir, serve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if at, ok := serve.RunningAt(dir); ok {
		t.Errorf("what a program has left that was killed is believed: %v", at)
	}
}
