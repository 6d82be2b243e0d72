package model

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"kokyu/agent/narrate"
)

// providers are the three wire forms.
var providers = []string{"openai", "anthropic", "ollama"}

// server is a scripted model on this machine: it answers each question with the next of its answers, the last one for ever.
type server struct {
	*httptest.Server
	mu      sync.Mutex
	asked   []map[string]any // the bodies of the questions
	headers []http.Header
}

// reply is one scripted answer.
type reply func(w http.ResponseWriter, r *http.Request)

func serve(t *testing.T, replies ...reply) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := io.ReadAll(r.Body)
		if err != nil {
			return // the one who asks has gone
		}
		var body map[string]any
		if json.Unmarshal(data, &body) != nil {
			t.Errorf("a question that is no JSON: %q", data)
		}
		s.mu.Lock()
		n := len(s.asked)
		s.asked, s.headers = append(s.asked, body), append(s.headers, r.Header.Clone())
		s.mu.Unlock()
		replies[min(n, len(replies)-1)](w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked)
}

// says is a good answer in a provider's form.
func says(provider, text string) reply {
	return sends(200, "application/json", string(forms[provider].write(text, 10)))
}

// sends is any answer.
func sends(status int, kind, body string, headers ...string) reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// secretKey is what must never be seen again.
const secretKey = "sk-0123456789-abcdefghij-very-secret"

// settings to a server of ours.
func settings(t *testing.T, provider, url string) Settings {
	t.Helper()
	t.Setenv("A_KEY_FOR_TESTS", secretKey)
	s := Usual
	s.Provider, s.Model, s.URL, s.Key = provider, "tiny", url, "A_KEY_FOR_TESTS"
	return s
}

// open is a voice that accepts everything and waits for nothing between two tries.
func open(t *testing.T, s Settings, change ...func(*Voice, *guard)) *Voice {
	t.Helper()
	v, err := Open(s, func(narrate.Paragraph, narrate.Draft) []string { return nil }, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := v.asker.guard
	g.wait = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	for _, c := range change {
		c(v, g)
	}
	return v
}

// wound is a paragraph of one fact.
func wound() narrate.Paragraph {
	return narrate.Paragraph{Facts: []narrate.Fact{{ID: "f1", By: "A", To: "B", Required: true, Weapon: "{A's weapon}", Steps: []int{3},
		Moment: narrate.Facts{Frame: "wound", Step: 3, Actor: true, Target: true, Weapon: true, Family: "blade", Stage: narrate.Middle, P: .4, Wounds: 1, Left: 3}}},
		Setting: map[string]string{"weather": "rain"}, Lines: [][]string{{"{A} reaches {B}, lightly.", "{B} looks down at the blood. {A} has knocked once."}}}
}

// passageText is a good answer for it.
const passageText = `{"sentences":[{"text":"{A} reaches {B}, and blood runs.","facts":["f1"]}]}`

func drip(until <-chan struct{}) reply {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for {
			if _, err := io.WriteString(w, " "); err != nil {
				return
			}
			w.(http.Flusher).Flush()
			select {
			case <-until:
				return
			case <-r.Context().Done():
				return
			default:
			}
		}
	}
}

func contains(err error, text string) bool { return err != nil && strings.Contains(err.Error(), text) }
