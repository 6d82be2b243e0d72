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

// says returns a good answer in a provider's form.
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
	s := usual
	s.Provider, s.Model, s.URL, s.Key = provider, "tiny", url, "A_KEY_FOR_TESTS"
	return s
}

// open returns a voice that waits for nothing between two tries.
func open(t *testing.T, s Settings, change ...func(*Voice, *guard)) *Voice {
	t.Helper()
	v, err := Open(s, nil)
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

// wound returns a paragraph of one fact.
func wound() narrate.Paragraph {
	return narrate.Paragraph{From: 3, To: 3, Facts: []narrate.Fact{{ID: 1, Kind: "wound", Cause: "late", Required: true, Steps: []int{3},
		Ways: []string{"{A}'s thrust wounds {B}.", "{B} takes a wound from {A}'s thrust."}}}, Setting: map[string]string{"weather": "rain"},
		Images: []narrate.Image{{ID: 14, Text: "What is seen late is answered late.", After: []int{1}}}}
}

// passageText is a good answer for it, and freeText where the model writes.
const (
	passageText = `{"pieces":[{"fact":1,"way":2},{"image":14}]}`
	freeText    = `{"text":"{A} reaches {B}, and blood runs."}`
)

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
