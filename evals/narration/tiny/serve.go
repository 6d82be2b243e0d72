package tiny

import (
	"encoding/json"
	network "net" // net is the transformer
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"kokyu/prompts"
)

// Server answers questions for passages in the form of OpenAI's: with one sentence of the model for each fact. It knows no
// more than it is asked. The same seed and the same questions in the same order have the same answers.
type Server struct {
	Model *Model
	Heat  float64
	Seed  uint64

	asked atomic.Uint64
}

// question is the part of one that it reads.
type question struct {
	Messages []struct {
		Content string `json:"content"`
	} `json:"messages"`
}

// sheet is what is asked for, as far as the model has words for it.
type sheet struct {
	Facts []struct {
		ID     string `json:"id"`
		What   string `json:"what"`
		By     string `json:"by"`
		To     string `json:"to"`
		Weapon string `json:"weapon"`
		Family string `json:"family"`
		First  bool   `json:"first_blood"`
		Last   bool   `json:"last_of_their_side"`
	} `json:"facts"`
}

// sentence is part of an answer.
type sentence struct {
	Text  string   `json:"text"`
	Facts []string `json:"facts"`
}

// Listen serves on a port of the loopback until it is closed, and gives the address.
func (s *Server) Listen() (url string, stop func() error, err error) {
	l, err := network.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: s, ReadHeaderTimeout: time.Second}
	go func() { _ = server.Serve(l) }() // it ends when it is closed
	return "http://" + l.Addr().String(), server.Close, nil
}

// ServeHTTP answers.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q question
	var asked sheet
	if json.NewDecoder(r.Body).Decode(&q) != nil || len(q.Messages) < 2 || json.Unmarshal([]byte(q.Messages[1].Content), &asked) != nil {
		http.Error(w, `{"error":"want a question for a passage"}`, http.StatusBadRequest)
		return
	}
	words, err := prompts.ForModels()
	if err != nil {
		http.Error(w, `{"error":"no words"}`, http.StatusInternalServerError)
		return
	}
	said := []sentence{}
	for _, f := range asked.Facts {
		facts := []string{"frame=" + frameOf(words, f.What, f.By, f.To), "family=" + f.Family, "stage=middle"}
		if f.First {
			facts = append(facts, "first")
		}
		if f.Last {
			facts = append(facts, "last")
		}
		text := s.Model.Say(facts, s.Heat, s.Seed<<32+s.asked.Add(1))
		said = append(said, sentence{strings.NewReplacer("{actor}", f.By, "{target}", f.To, "{weapon}", f.Weapon).Replace(text), []string{f.ID}})
	}
	content, err := json.Marshal(map[string]any{"sentences": said})
	if err != nil {
		panic(err) // strings only
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"role": "assistant", "content": string(content)}, "finish_reason": "stop"}}})
}

// frameOf finds a kind of moment by what it says it is, none if the model has not learned it.
func frameOf(words prompts.Asking, what, by, to string) string {
	for _, frame := range Frames {
		if strings.NewReplacer("{actor}", by, "{target}", to).Replace(words.Means[frame]) == what {
			return frame
		}
	}
	return ""
}
