package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kokyu/agent/serve"
)

// junk returns what no client should send: each of it may be answered with an error, and the next good request is answered as ever.
func junk() (all []string) {
	ids := []string{`2.5`, `-0.1`, `1e300`, `1e-300`, `9007199254740993`, `123456789012345678901234567890`,
		`-9223372036854775809`, `true`, `false`, `null`, `[]`, `[1]`, `{}`, `{"a":1}`,
		`""`, `"\ud800"`, `"` + strings.Repeat("x", 1<<16) + `"`, `0`, `-1`}
	for _, id := range ids {
		for _, rest := range []string{`"method":"tools/list"`, `"method":"no/such"`, `"result":{}`, `"error":{"code":1,"message":"x"}`,
			`"method":"notifications/initialized"`, `"method":"notifications/cancelled","params":{"requestId":2.5}`} {
			all = append(all, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, id, rest))
		}
	}
	for _, method := range []string{`1`, `null`, `true`, `[]`, `{}`, `""`, `"\u0000"`, `"tools/list\n"`} {
		all = append(all, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%s}`, method), fmt.Sprintf(`{"jsonrpc":"2.0","method":%s}`, method))
	}
	for _, params := range []string{`1`, `null`, `"x"`, `[]`, `[1]`, `{}`, `{"name":1}`, `{"name":null,"arguments":[]}`,
		`{"name":"state","arguments":"x"}`, `{"name":"state","_meta":1}`, `{"_meta":{"progressToken":{}}}`,
		`{"_meta":{"progressToken":2.5}}`, `{"protocolVersion":7}`, `{"requestId":{}}`, `{"uri":1}`, `{"level":[]}`, `{"ref":1}`} {
		for _, method := range []string{"tools/call", "tools/list", "initialize", "ping", "resources/read", "prompts/get",
			"completion/complete", "logging/setLevel", "resources/subscribe", "notifications/cancelled",
			"notifications/progress", "notifications/initialized", "notifications/roots/list_changed", "server/discover"} {
			all = append(all, fmt.Sprintf(`{"jsonrpc":"2.0","id":"p","method":%q,"params":%s}`, method, params),
				fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
		}
	}
	const list, ping = `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":8,"method":"ping"}`
	return append(all, `[]`, `[[]]`, `[1]`, `[null]`, `[{}]`, "["+list+"]", "["+list+","+ping+"]", "["+list+","+list+"]",
		"[["+list+"]]", "["+list+",1]", `[{"jsonrpc":"2.0","method":"notifications/initialized"}]`,
		`[{"jsonrpc":"2.0","id":7,"result":{}}]`, `[{"jsonrpc":"2.0","id":2.5,"method":"ping"}]`, "["+strings.Repeat(list+",", 1000)+list+"]",
		`[`, `]`, `{`, `}`, `"`, `:`, `,`, `nul`, `{]`, `1`, `"x"`, `null`, `true`, `{}`, `{"jsonrpc":"2.0"}`, `{"jsonrpc":"1.0","id":1,"method":"ping"}`,
		`{"jsonrpc":2,"id":1,"method":"ping"}`, `{"id":1,"method":"ping"}`,
		`{"JSONRPC":"2.0","ID":1,"METHOD":"ping"}`, `{"jsonrpc":"2.0","ID":31,"method":"ping"}`, `{"jsonrpc":"2.0","Id":32,"Method":"ping","method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":"ping","method":"no"}`, list+list, list+" x",
		"\x00", "\x00\x00"+ping, ping[:20]+"\x00"+ping[20:], "\xff\xfe", "{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"ping\"}",
		"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"\xc3\x28\"}", "\ufeff"+ping, strings.Repeat("[", 20_000),
		strings.Repeat("[", 11_000)+strings.Repeat("]", 11_000), `{"jsonrpc":"2.0","id":1,"method":"ping","params":`+
			strings.Repeat(`{"a":`, 9_000)+"1"+strings.Repeat("}", 9_000)+`}`,
		strings.Repeat("x", lineMax+10), `{"jsonrpc":"2.0","id":1,"method":"`+strings.Repeat("x", lineMax-100)+`"}`, "\r", " ", "\t", "\u2028", list, list, ping)
}

// Whatever a client sends, the next good request is answered, and the end of the input ends the server.
func TestJunkEndsNoServer(t *testing.T) {
	fights := folder(t)
	in, send := io.Pipe()
	heard, out := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- Serve(context.WithoutCancel(t.Context()), fights, nil, Options{}, in, out)
		_ = out.Close()
	}()
	answers := bufio.NewReaderSize(heard, 1<<16)
	ask := func(id, request string) {
		t.Helper()
		go func() { _, _ = io.WriteString(send, request+"\n") }()
		for {
			line, err := answers.ReadBytes('\n')
			if err != nil {
				t.Fatalf("%.200q ends the server: %v", request, err)
			}
			var a struct {
				ID     any
				Result json.RawMessage
			}
			if !json.Valid(line) {
				t.Fatalf("%.200q is answered by %.200q", request, line)
			}
			if _ = json.Unmarshal(line, &a); a.ID == id && a.Result != nil {
				return
			}
		}
	}
	ask("begin", `{"jsonrpc":"2.0","id":"begin","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"junk","version":"1"}}}`+"\n"+`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	for i, line := range junk() {
		id := fmt.Sprintf("good %d", i)
		ask(id, line+"\n"+fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":"ping"}`, id))
	}
	go func() {
		_, _ = io.WriteString(send, `{"jsonrpc":"2.0","id":2.5,"method":"tools/list"}`) // without an end
		_ = send.Close()
	}()
	rest, _ := io.ReadAll(answers)
	if err := <-served; err != nil || len(rest) == 0 {
		t.Errorf("at the end: %v, %.200q", err, rest)
	}
}

// The requests of a batch are answered, each on a line of its own; an id is given back as it was sent.
func TestWhatABatchAsksIsAnswered(t *testing.T) {
	answer := func(lines ...string) string {
		t.Helper()
		var out bytes.Buffer
		if err := Serve(t.Context(), folder(t), nil, Options{}, strings.NewReader(strings.Join(lines, "\n")+"\n"), &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	const begin = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"b","version":"1"}}}`
	out := answer(begin, `[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","id":"b","method":"ping"},7]`)
	for _, want := range []string{`"id":"a","result"`, `"id":"b","result"`, `"id":null`} {
		if !strings.Contains(out, want) {
			t.Errorf("nothing of %s: %s", want, out)
		}
	}
	for _, id := range []string{`2.5`, `1e300`, `9007199254740993`} {
		if out := answer(begin, `{"jsonrpc":"2.0","id":`+id+`,"method":"ping"}`); !strings.Contains(out, `"id":`+id) ||
			!strings.Contains(out, "-32600") || strings.Contains(out, `"id":2,`) {
			t.Errorf("%s: %s", id, out)
		}
	}
}

// The same over HTTP: no request ends the server, and what is no JSON-RPC gets an answer that says so.
func TestJunkOverHTTPEndsNothing(t *testing.T) {
	f := folder(t)
	_, keys := begun(t, f, serve.Begin{Encounter: json.RawMessage(`"mirror"`), Seed: 1})
	server := httptest.NewServer(overHTTP(f, Options{}))
	defer server.Close()
	post := func(body string) (int, string) {
		t.Helper()
		req, err := http.NewRequest("POST", server.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+keys["gm"])
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatalf("%.200q: %v", body, err)
		}
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatalf("%.200q: %v", body, err)
		}
		return res.StatusCode, string(b)
	}
	for _, body := range junk() {
		if status, said := post(body); status >= 500 {
			t.Errorf("%.200q: %d %.200s", body, status, said)
		}
	}
	if status, said := post(`{"jsonrpc":"2.0","id":2.5,"method":"ping"}`); status != 400 || !strings.Contains(said, `"id":2.5`) {
		t.Errorf("an id that is no whole number: %d %s", status, said)
	}
	if status, said := post(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`); status != 200 || !strings.Contains(said, `"tools"`) {
		t.Errorf("the next good request: %d %.200s", status, said)
	}
}
