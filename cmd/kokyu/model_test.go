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
)

// models starts a scripted model on this machine and points the settings at it:
//
//	models tells             a plain sentence of every beat
//	models lies              the same, and whoever is struck is killed
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
		case "tells", "lies":
			answer(w, toldOf(data, args[0] == "lies"))
		case "babbles":
			answer(w, "<think>what now?</think> Once upon a time")
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
	ts.Setenv("KOKYU_VOICE_URL", server.URL+"/v1")
}

type modelKey struct{}

// scripted is what such a model was asked.
type scripted struct {
	mu    sync.Mutex
	heard []string
}

// answer says a text.
func answer(w io.Writer, text string) {
	content, _ := json.Marshal(text)
	fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":90,"completion_tokens":10}}`, content)
}

// toldOf returns a tale of the brief of a question.
func toldOf(question []byte, lies bool) string {
	var body struct {
		Messages []struct{ Content string }
	}
	_ = json.Unmarshal(question, &body)
	var brief struct {
		Scenes []struct {
			Beats []struct {
				ID              int
				Who, To, Result string
			}
		}
	}
	for _, m := range body.Messages { // the rules, the brief, and what is asked again
		if len(brief.Scenes) == 0 {
			_ = json.Unmarshal([]byte(m.Content), &brief)
		}
	}
	type sentence struct {
		Text  string `json:"text"`
		Tells []int  `json:"tells"`
	}
	type paragraph struct {
		Sentences []sentence `json:"sentences"`
	}
	var all []paragraph
	for _, sc := range brief.Scenes {
		p := paragraph{Sentences: []sentence{}}
		for _, b := range sc.Beats {
			says := "A breath, and " + b.Who + " is upon " + b.To + "."
			switch {
			case lies && b.To != "":
				says = "A breath, and " + b.Who + " kills " + b.To + "."
			case b.To == "":
				says = "A breath, and it is for " + b.Who + " to say what comes."
			case strings.HasPrefix(b.Result, "down"):
				says = "A breath, and " + b.Who + " is upon " + b.To + ", who falls."
			case b.Result == "killed":
				says = "A breath, and " + b.Who + " is upon " + b.To + ", who dies."
			}
			p.Sentences = append(p.Sentences, sentence{says, []int{b.ID}})
		}
		all = append(all, p)
	}
	data, _ := json.Marshal(map[string]any{"paragraphs": all})
	return string(data)
}
