package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"kokyu/agent/narrate"
)

// models starts a scripted model on this machine and points the settings at it:
//
//	models selects           it picks the last way of every fact
//	models offers            the same, and after the first fact an image of its own that is a lie, and one at the end that is none
//	models writes            whatever it is asked, {A} kills {B}
//	models babbles           it answers in no JSON
//	models breaks            it says what no library should have to read
//	models locked            it wants another key
//	models gone              nobody is there
//	models asked N           it has been asked so often since it was started
//	models never TEXT        nothing it was asked held this text
func models(ts *testscript.TestScript, neg bool, args []string) {
	s := ts.Value(modelKey{}).(*scripted)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch args[0] {
	case "asked":
		if got := fmt.Sprint(len(s.heard)); got != args[1] {
			ts.Fatalf("the model was asked %s times, want %s", got, args[1])
		}
		return
	case "never":
		if all := strings.Join(s.heard, "\n"); strings.Contains(all, args[1]) {
			ts.Fatalf("the model was asked %s", all)
		}
		return
	}
	s.heard = nil
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := io.ReadAll(r.Body)
		if err != nil {
			return // the one who asked has gone
		}
		s.mu.Lock()
		s.heard = append(s.heard, string(data)+r.Header.Get("Authorization"))
		s.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		switch args[0] {
		case "selects":
			answer(w, r, selected(data))
		case "offers":
			answer(w, r, offered(data))
		case "writes":
			answer(w, r, `{"text":"{A} kills {B}, who dies of it."}`)
		case "babbles":
			answer(w, r, "<think>what now?</think> Once upon a time")
		case "breaks":
			io.WriteString(w, `{"choices":[null]}`)
		case "locked":
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprintf(w, `{"error":{"message":"bad key %s"}}`, r.Header.Get("Authorization"))
		default:
			ts.Fatalf("no model %s", args[0])
		}
	}))
	ts.Defer(server.Close)
	if args[0] == "gone" {
		server.Close()
	}
	at := server.URL + "/v1"
	if ts.Getenv("KOKYU_VOICE_PROVIDER") == "ollama" {
		at = server.URL
	}
	ts.Setenv("KOKYU_VOICE_URL", at)
}

type modelKey struct{}

// scripted is what such a model was asked.
type scripted struct {
	mu    sync.Mutex
	heard []string
}

// answer says a text as the provider does whose address was asked.
func answer(w io.Writer, r *http.Request, text string) {
	content, _ := json.Marshal(text)
	switch {
	case strings.HasSuffix(r.URL.Path, "/messages"):
		fmt.Fprintf(w, `{"type":"message","content":[{"type":"text","text":%s}],"stop_reason":"end_turn","usage":{"input_tokens":90,"output_tokens":10}}`, content)
	case strings.HasSuffix(r.URL.Path, "/api/chat"):
		fmt.Fprintf(w, `{"message":{"role":"assistant","content":%s},"done":true,"done_reason":"stop","prompt_eval_count":90,"eval_count":10}`, content)
	default:
		fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":90,"completion_tokens":10}}`, content)
	}
}

// paragraphOf returns the paragraph of a question, in any provider's form.
func paragraphOf(question []byte) (p struct {
	Facts []struct {
		Fact int
		Ways []string
	}
}) {
	var body struct {
		Messages []struct{ Content json.RawMessage }
	}
	if json.Unmarshal(question, &body) != nil || len(body.Messages) == 0 {
		return p
	}
	var text string
	var parts []struct{ Text string }
	last := body.Messages[len(body.Messages)-1].Content
	if json.Unmarshal(last, &text) != nil && json.Unmarshal(last, &parts) == nil && len(parts) > 0 {
		text = parts[0].Text
	}
	_ = json.Unmarshal([]byte(text), &p)
	return p
}

// selected returns the last way of every fact of a question.
func selected(question []byte) string {
	pieces := []narrate.Piece{}
	for _, f := range paragraphOf(question).Facts {
		pieces = append(pieces, narrate.Piece{Fact: f.Fact, Way: len(f.Ways)})
	}
	data, _ := json.Marshal(map[string]any{"pieces": pieces})
	return string(data)
}

// offered returns the same with images.
func offered(question []byte) string {
	pieces := []narrate.Piece{}
	for i, f := range paragraphOf(question).Facts {
		pieces = append(pieces, narrate.Piece{Fact: f.Fact, Way: 1})
		if i == 0 {
			pieces = append(pieces, narrate.Piece{Own: []string{"{B} is dead.", "The blade goes in deep."}})
		}
	}
	data, _ := json.Marshal(map[string]any{"pieces": append(pieces, narrate.Piece{Own: []string{"Lamplight lies on the wall."}})})
	return string(data)
}
