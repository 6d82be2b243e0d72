package model

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// shaped returns an answer with this content as it is written and this end.
func shaped(content, ended string) string {
	return `{"choices":[{"message":{"role":"assistant","content":` + content + `},"finish_reason":"` + ended + `"}]}`
}

// A server can fail in all these ways, and in each the asker gets one typed fault with one sentence, no text, and no key.
func TestEveryFaultIsOneSentence(t *testing.T) {
	big := strings.Repeat("x", answerBytesMax)
	answer := func(body string) reply { return sends(200, "application/json", body) }
	for name, fault := range map[string]struct {
		replies []reply
		kind    kind
		calls   int
		says    string
	}{
		"64 MB of an answer": {[]reply{func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for range 64 << 20 / answerBytesMax {
				if _, err := w.Write([]byte(big)); err != nil {
					return
				}
			}
		}}, lasting, 1, "larger than 262144 bytes"},
		"8 MB of an error": {[]reply{sends(400, "application/json", `{"error":{"message":"`+strings.Repeat("no ", 3<<20)+`"}}`)},
			lasting, 1, "rejects the question (400)"},
		"429": {[]reply{sends(429, "application/json", `{"error":{"message":"You exceeded your current quota"}}`)},
			passing, 3, "fewer questions (429): You exceeded your current quota"},
		"503": {[]reply{sends(503, "text/html", `<h1>busy</h1>`)}, passing, 3, "in trouble (503)"},
		"529": {[]reply{sends(529, "application/json", `{"error":{"message":"overloaded"}}`)},
			passing, 3, "in trouble (529): overloaded"},
		"408": {[]reply{sends(408, "application/json", ``)}, passing, 3, "(408)"},
		"401 that shows the key": {[]reply{sends(401, "application/json", `{"error":{"message":"bad key `+secretKey+`"}}`)},
			lasting, 1, "does not accept the key (401)"},
		"400 that shows half of the key": {[]reply{sends(400, "application/json", `{"error":{"message":"key `+secretKey[:12]+`…"}}`)},
			lasting, 1, "rejects the question (400)"},
		"402": {[]reply{sends(402, "application/json", `{"error":{"message":"Insufficient Balance"}}`)}, lasting, 1, "(402): Insufficient Balance"},
		"403": {[]reply{sends(403, "application/json", `{"error":{"message":"Country not supported"}}`)}, lasting, 1, "(403): Country not supported"},
		"404": {[]reply{sends(404, "application/json", `{"error":"model 'tiny' not found"}`)},
			lasting, 1, "no such model or address (404): model 'tiny' not found"},
		"an error that is a text":             {[]reply{sends(422, "application/json", `{"error":"no such field"}`)}, lasting, 1, "(422): no such field"},
		"200 with nothing":                    {[]reply{answer("")}, lasting, 1, "is not the JSON"},
		"200 with a page":                     {[]reply{sends(200, "text/html", "<html>log in</html>")}, lasting, 1, "in text/html, not in JSON"},
		"200 with a page that says it is not": {[]reply{answer("<html>log in</html>")}, lasting, 1, "is not the JSON"},
		"200 with an empty object":            {[]reply{answer("{}")}, lasting, 1, "has not one"},
		"200 with a list":                     {[]reply{answer("[]")}, lasting, 1, "is not the JSON"},
		"200 with an error":                   {[]reply{answer(`{"error":{"message":"out of memory"}}`)}, lasting, 1, "is an error: out of memory"},
		"content null":                        {[]reply{answer(shaped("null", "stop"))}, lasting, 1, "is empty"},
		"content blank":                       {[]reply{answer(shaped(`" \n"`, "stop"))}, lasting, 1, "is empty"},
		"content a list":                      {[]reply{answer(shaped(`["a"]`, "stop"))}, lasting, 1, "is not the JSON"},
		"only thoughts": {[]reply{answer(`{"choices":[{"message":{"content":null,"reasoning_content":"{A} falls."},"finish_reason":"stop"}]}`)},
			lasting, 1, "is empty"},
		"it declines": {[]reply{answer(`{"choices":[{"message":{"content":"I won't.","refusal":"I won't."},"finish_reason":"stop"}]}`)},
			lasting, 1, "it declines"},
		"cut off":            {[]reply{answer(shaped(`"{A} does not"`, "length"))}, lasting, 1, "was cut off: length"},
		"held back":          {[]reply{answer(shaped(`"{A} does"`, "content_filter"))}, lasting, 1, "was cut off: content_filter"},
		"null for an answer": {[]reply{answer(`{"choices":[null]}`)}, lasting, 1, "has not one choice"},
		"two answers": {[]reply{answer(`{"choices":[{"message":{"content":"a"}},{"message":{"content":"b"}}]}`)},
			lasting, 1, "has not one choice"},
		"bytes behind it": {[]reply{answer(shaped(`"a"`, "stop") + "x")}, lasting, 1, "is not the JSON"},
		"bad UTF-8":       {[]reply{answer(shaped("\"a\xff\"", "stop"))}, lasting, 1, "no UTF-8"},
		"a stream without its end": {[]reply{sends(200, "text/event-stream", "data: {\"choices\":[{\"delta\":{\"content\":\"half a\"}}]}\n\n")},
			lasting, 1, "in text/event-stream"},
		"a stream that never ends": {[]reply{func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}}, lasting, 1, "in text/event-stream"},
		"a stream with a line of 70 KB": {[]reply{sends(200, "text/event-stream", "data: "+strings.Repeat("x", 70<<10)+"\n\n")},
			lasting, 1, "in text/event-stream"},
		"a stream with an error": {[]reply{sends(200, "text/event-stream", "event: error\ndata: {}\n\n")}, lasting, 1, "in text/event-stream"},
		"a stream that loses a not": {[]reply{sends(200, "application/json", "data: {\"choices\":[]}\n\ndata: {NOT\n\ndata: [DONE]\n\n")},
			lasting, 1, "is not the JSON"},
		"an answer cut off by the network": {[]reply{func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "1000")
			w.Write([]byte(`{"choices":[`))
		}}, passing, 3, "sent less than it had said it would"},
		"a server that hangs up": {[]reply{func(w http.ResponseWriter, _ *http.Request) {
			if c, _, err := w.(http.Hijacker).Hijack(); err == nil {
				c.Close()
			}
		}}, passing, 3, "broke the connection off"},
		"300 KB of headers": {[]reply{sends(200, "application/json", shaped(`"a"`, "stop"), "X-Long", strings.Repeat("x", 300<<10))},
			passing, 3, "cannot be reached"},
		"304": {[]reply{sends(304, "application/json", ``)}, lasting, 1, "elsewhere (304)"},
		"204": {[]reply{sends(204, "application/json", ``)}, lasting, 1, "status 204"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, fault.replies...)
			v := open(t, settings(t, s.URL))
			_, told, err := v.Tell(t.Context(), duel(), 1)
			f, typed := errors.AsType[*failure](err)
			if told.Own != 0 || !typed || f.Kind != fault.kind || !has(err, fault.says) {
				t.Errorf("got %v, %v (%T), want %s …%s…", told, err, err, fault.kind, fault.says)
			}
			if got := s.calls(); got != fault.calls {
				t.Errorf("asked %d times, want %d", got, fault.calls)
			}
			fit(t, err)
		})
	}
}

// fit says whether an error may be shown: one short line, without the key or any part of it.
func fit(t *testing.T, err error) {
	t.Helper()
	text := err.Error()
	if len(text) > 300 || strings.ContainsAny(text, "\n\x1b\x00") {
		t.Errorf("the error is %q", text)
	}
	for i := range len(secretKey) - 8 {
		if strings.Contains(text, secretKey[i:i+8]) {
			t.Fatalf("the error shows the key: %q", text)
		}
	}
}

// A server that is silent, and one that never ends, are left when the time is up or nobody waits any more.
func TestNoAnswerIsWaitedForForEver(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	for name, r := range map[string]reply{"silent before the headers": hang, "dripping for ever": drip(nil)} {
		t.Run(name, func(t *testing.T) {
			s := settings(t, serve(t, r).URL)
			s.Timeout = 50 * time.Millisecond
			_, _, err := open(t, s).Tell(t.Context(), duel(), 1)
			if f, ok := errors.AsType[*failure](err); !ok || f.Kind != lasting || !has(err, "did not answer in time") {
				t.Errorf("got %v, want a timeout", err)
			}
			s.Timeout = time.Hour
			ctx, cancel := context.WithCancel(t.Context())
			asked := serve(t, func(w http.ResponseWriter, q *http.Request) { cancel(); r(w, q) })
			s.URL = asked.URL
			_, _, err = open(t, s).Tell(ctx, duel(), 1)
			if f, ok := errors.AsType[*failure](err); !ok || f.Kind != stopped || asked.calls() != 1 {
				t.Errorf("got %v after %d calls, want that nobody waits", err, asked.calls())
			}
		})
	}
}

// No lasting is followed: not to another host, not to another port of this one, with no status; neither the key nor a
// word of the question arrives there, and what is served there is no answer.
func TestNothingIsFollowed(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		other := serve(t, says(taleText))
		s := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL+r.URL.Path, status) })
		_, _, err := open(t, settings(t, s.URL)).Tell(t.Context(), duel(), 1)
		if f, ok := errors.AsType[*failure](err); !ok || f.Kind != lasting || !has(err, fmt.Sprintf("(%d)", status)) || s.calls() != 1 || other.calls() != 0 {
			t.Errorf("%d: got %v, %d calls here and %d there", status, err, s.calls(), other.calls())
		}
		fit(t, err)
	}
}

// A server may ask for patience: it is given where there is time, and else no other try is made. What passes is tried at
// most three times.
func TestRetryAfterIsObeyed(t *testing.T) {
	for _, c := range []struct {
		after string
		waits string
		calls int
		ok    bool
	}{{"2", "2s", 2, true}, {"0", "0s", 2, true}, {"3600", "", 1, false}, {"Mon, 01 Jan 2001 00:00:00 GMT", "0s", 2, true}} {
		s := serve(t, sends(429, "application/json", `{}`, "Retry-After", c.after), says(taleText))
		var waited []string
		v := open(t, settings(t, s.URL), func(g *guard) {
			g.after = func(d time.Duration) <-chan time.Time { waited = append(waited, d.String()); return atOnce(d) }
		})
		_, told, err := v.Tell(t.Context(), duel(), 1)
		if (err == nil) != c.ok || (told.Own != 0) != c.ok || s.calls() != c.calls || strings.Join(waited, " ") != c.waits {
			t.Errorf("Retry-After %s: %v, %v after %d calls, waited %v", c.after, told, err, s.calls(), waited)
		}
	}
}

// A panic anywhere in the library, or in what it is given, is a fault and no end of the fight.
func TestALibraryThatBreaksIsAFault(t *testing.T) {
	v := open(t, settings(t, serve(t, says(taleText)).URL), func(g *guard) {
		g.transport = broken{}
	})
	_, _, err := v.Tell(t.Context(), duel(), 1)
	if f, ok := errors.AsType[*failure](err); !ok || f.Kind != lasting {
		t.Errorf("got %v", err)
	}
}

type broken struct{}

func (broken) RoundTrip(*http.Request) (*http.Response, error) { panic("choices[0] is nil") }

// What stands in the environment for other programs moves nothing: neither address, proxy, model, organisation nor key.
func TestTheEnvironmentRedirectsNothing(t *testing.T) {
	other := serve(t, says(taleText))
	for _, name := range []string{"OPENAI_BASE_URL", "OPENAI_API_BASE", "OLLAMA_HOST", "ANTHROPIC_BASE_URL",
		"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"} {
		t.Setenv(name, other.URL)
	}
	for _, name := range []string{"OPENAI_MODEL", "OPENAI_ORGANIZATION", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"} {
		t.Setenv(name, "somebody-elses")
	}
	s := serve(t, says(taleText))
	if _, _, err := open(t, settings(t, s.URL)).Tell(t.Context(), duel(), 1); err != nil {
		t.Error(err)
	}
	if s.calls() != 1 || other.calls() != 0 || s.asked[0]["model"] != "tiny" {
		t.Errorf("%d calls here, %d there, for the model %v", s.calls(), other.calls(), s.asked[0]["model"])
	}
	for name, values := range s.headers[0] {
		if strings.Contains(strings.Join(values, " "), "somebody-elses") || strings.Contains(strings.Join(values, " "), "langchaingo") {
			t.Errorf("the header %s says %v", name, values)
		}
	}
	if key := s.headers[0].Get("Authorization"); key != "Bearer "+secretKey {
		t.Errorf("the key arrives as %q", key)
	}
}

// A server that is not there is a sentence with the cause.
func TestADeadServerIsASentence(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	v := open(t, settings(t, s.URL))
	_, _, err := v.Tell(t.Context(), duel(), 1)
	if f, ok := errors.AsType[*failure](err); !ok || f.Kind != passing || !has(err, "cannot be reached: connection refused") {
		t.Error(err)
	}
	if got, want := v.BudgetUsed(), "3 of 8 calls, 0 of 100000 tokens"; got != want {
		t.Errorf("it has taken %s, want %s", got, want)
	}
}

// The dialer looks at the address itself, so no name leads anywhere else.
func TestAddressesThatAreNoModels(t *testing.T) {
	for at, want := range map[string]bool{"http://127.0.0.1:1/": true, "http://[::1]:1": true, "http://localhost:1": true,
		"https://169.254.169.254": false, "https://[fe80::1]": false, "https://224.0.0.1": false, "https://0.0.0.0": false, "https://[::]": false} {
		u, err := Settings{Provider: "openai", Model: "tiny", URL: at}.address()
		if err != nil {
			t.Fatal(at, err)
		}
		conn, err := transportTo(u).DialContext(t.Context(), "tcp", net.JoinHostPort(u.Hostname(), "1"))
		if err == nil {
			conn.Close()
		}
		f, refused := errors.AsType[*failure](err)
		if refused == want || refused && f.Kind != lasting {
			t.Errorf("%s: %v, allowed %t", at, err, want)
		}
	}
	elsewhere, err := Settings{Provider: "openai", Model: "tiny", URL: "https://models.example"}.address()
	if err != nil {
		t.Fatal(err)
	}
	_, err = transportTo(elsewhere).DialContext(t.Context(), "tcp", "127.0.0.1:1")
	if f, ok := errors.AsType[*failure](err); !ok || f.Kind != lasting {
		t.Errorf("a name that leads to this machine: %v", err)
	}
}

// What a library of a later version may try is refused before anything is sent.
func TestTheLibraryGoesNowhereElse(t *testing.T) {
	s, other := serve(t, says(taleText)), serve(t, says(taleText))
	v := open(t, settings(t, s.URL))
	for _, to := range []string{other.URL + "/v1", "https://example.com/", strings.Replace(s.URL, "http:", "https:", 1)} {
		v.guard.asking = &question{}
		req, err := http.NewRequestWithContext(t.Context(), "POST", to, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := v.guard.RoundTrip(req); err == nil || v.guard.asking.failure.Kind != lasting {
			t.Errorf("%s: %v", to, err)
		}
	}
	if s.calls()+other.calls() != 0 {
		t.Error("something was sent")
	}
}

// Who has set no key is told that one is wanted.
func TestAKeyThatIsWanted(t *testing.T) {
	set := settings(t, serve(t, sends(401, "", "")).URL)
	set.Key = ""
	if _, _, err := open(t, set).Tell(t.Context(), duel(), 1); !has(err, "wants a key (401): voice-key names the variable that holds it") {
		t.Errorf("said %v", err)
	}
}

// A question that was rejected for its form has not been tried: whatever a server has made the guard leave out, a passing failure is
// tried three times.
func TestAPassingFailureIsTriedThreeTimes(t *testing.T) {
	for n := range 4 {
		var replies []reply
		for _, field := range []string{"max_completion_tokens", "response_format", "reasoning_effort"}[:n] {
			replies = append(replies, sends(400, "application/json", `{"error":{"message":"unknown: `+field+`"}}`))
		}
		s := serve(t, append(replies, sends(503, "text/plain", "busy"))...)
		set := settings(t, s.URL)
		set.Provider = "ollama"
		_, _, _ = open(t, set).Tell(t.Context(), duel(), 1)
		if got := s.calls() - n; got != triesMax {
			t.Errorf("after %d rejections a passing failure is tried %d times, want %d", n, got, triesMax)
		}
	}
}
