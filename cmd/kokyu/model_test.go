package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// models starts a scripted model on this machine and points the settings at it:
//
//	models selects           it picks the last line of every fact
//	models lies              whatever it is asked, {A} kills {B}
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
			answer(w, selected(data))
		case "lies":
			answer(w, `{"sentences":[{"text":"{A} kills {B}, who dies of it.","facts":["f1"]}]}`)
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

func answer(w io.Writer, text string) {
	content, _ := json.Marshal(text)
	fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":90,"completion_tokens":10}}`, content)
}

// selected is the last line of every fact of a question.
func selected(question []byte) string {
	var body struct {
		Messages []struct{ Content string }
	}
	var sheet struct {
		Facts []struct{ Lines map[int]string }
	}
	if json.Unmarshal(question, &body) != nil || len(body.Messages) < 2 || json.Unmarshal([]byte(body.Messages[1].Content), &sheet) != nil {
		return ""
	}
	picked := []int{}
	for _, f := range sheet.Facts {
		var numbers []int
		for n := range f.Lines {
			numbers = append(numbers, n)
		}
		if len(numbers) > 0 {
			picked = append(picked, slices.Max(numbers))
		}
	}
	data, _ := json.Marshal(map[string][]int{"lines": picked})
	return string(data)
}
