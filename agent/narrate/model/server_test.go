package model

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"kokyu/agent/narrate/story"
)

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

// says returns a good answer.
func says(text string) reply {
	return sends(200, "application/json", cleanAnswer(text))
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
func settings(t *testing.T, url string) Settings {
	t.Helper()
	t.Setenv("A_KEY_FOR_TESTS", secretKey)
	return Settings{Provider: "openai", Model: "tiny", URL: url, Key: "A_KEY_FOR_TESTS", Timeout: 2 * time.Minute, Calls: 8, Tokens: 100_000}
}

// open returns a voice that waits for nothing between two tries.
func open(t *testing.T, s Settings, change ...func(*guard)) *Voice {
	t.Helper()
	v, err := Open(s)
	if err != nil {
		t.Fatal(err)
	}
	v.guard.after = atOnce
	for _, c := range change {
		c(v.guard)
	}
	return v
}

// atOnce lets no time pass.
func atOnce(time.Duration) <-chan time.Time {
	c := make(chan time.Time)
	close(c)
	return c
}

// duel returns a story of one scene: a parry that comes too late, and a fall.
func duel() *story.Story {
	return &story.Story{Title: "Sake", About: "A secret.", Length: "usual", Place: map[string]string{"weather": "rain"},
		Sides: []story.Side{{Name: "Odani", Who: []string{"Masamune"}}, {Name: "Kuroda", Who: []string{"Tsubame"}}}, Follow: []string{"Masamune", "Tsubame"},
		Cast: []story.Person{{Name: "Masamune", Spoken: "Masamune", Side: "Odani", They: "he", Being: "person", Wants: "revenge", Left: 3, Of: 4},
			{Name: "Tsubame", Spoken: "Tsubame", Side: "Kuroda", They: "she", Being: "person", Of: 3, Out: "down", By: "Masamune"}},
		Scenes: []story.Scene{{Kind: "end", Round: 1, From: 1, To: 6, Beats: []story.Beat{
			{ID: 1, Kind: "wound", By: "Masamune", To: "Tsubame", What: "thrust", With: "uchigatana", Family: "blade", Causes: []string{"late"}, Tries: 1, Hits: 1, Order: "h",
				Wounds: 1, Left: 2, Of: 3, Depth: .3, First: true, Must: true, Round: 1, Steps: []int{2}},
			{ID: 2, Kind: "fall", By: "Masamune", To: "Tsubame", What: "secret blow", With: "Kiku's heirloom", Family: "blade", Tries: 1, Hits: 1, Order: "h",
				Wounds: 2, Of: 3, Depth: .6, Must: true, Round: 1, Steps: []int{5}}}}},
		End: story.End{Winner: "Odani", Loser: "Kuroda", Why: "none stands", Round: 1, Step: 6, Stand: []string{"Masamune"}, Others: []string{}}}
}

// taleText is a good answer for it.
const taleText = `{"paragraphs":[{"sentences":[{"text":"The parry of Clara comes too late, and the thrust of David wounds her: first blood.","tells":[1]},` +
	`{"text":"Rain runs from the eaves.","tells":[]}]},{"sentences":[]}]}`

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

func has(err error, text string) bool { return err != nil && strings.Contains(err.Error(), text) }
