package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"kokyu/agent"
	"kokyu/agent/fair"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules/dice"
	"kokyu/search"
)

// The builder says how the fight that is filled in is likely to end, and looks for the smallest changes that make it even.

// foretold is how a fight is likely to end for its first side.
type foretold struct {
	Party, Chance, Word string
	Low, High           string // of the range, where the chance is told as a number
	Assumes             string
	Played              agent.PlayoutResults // fights, by which it is narrowed
	Of                  string               // which encounter it is of
	Goes                bool                 // it can be narrowed more
	Without             bool                 // what is wrong with the encounter
}

// Of the fights that narrow a forecast: how many are played before it is said again, and at most. They end before where it is surer than
// sureEnough to either side.
const (
	playedStep = 2
	playedMost = 100
	sureEnough = fair.WithinUsual / 100.
)

// foretell says it of the fight that is filled in; of one with mistakes as it is without what is wrong. Asked with fights that have been played out it plays some
// more of them and takes those into account, for as long as whoever asks waits for the answer.
func (p *Pages) foretell(w http.ResponseWriter, r *http.Request, b *builder) error {
	data := b.write().String()
	digest := sha256.Sum256([]byte(data))
	which := hex.EncodeToString(digest[:8])
	f, err := p.readFight(r.Context(), data)
	switch {
	case serve.CodeOf(err) == serve.TooMany:
		return err
	case err != nil: // what is wrong stands at its fields
		f = b.without(err, p.reader(r))
	}
	if f == nil {
		return p.show(w, r, http.StatusOK, "foretold.html", foretold{})
	}
	without := err != nil
	of, err := serve.RunShort(r.Context(), p.fights, "pages", func() (*agent.Forecast, error) {
		var x agent.Finder
		return x.Forecast(r.Context(), f)
	})
	if err != nil || of == nil {
		return cmp.Or(err, p.show(w, r, http.StatusOK, "foretold.html", foretold{}))
	}
	var played agent.PlayoutResults
	if b.form.Get("of") == which { // of another one they say nothing
		if played, err = playedOf(b.form); err != nil {
			return err
		}
		err = p.fights.RunSearch(r.Context(), "pages", func(ctx context.Context) error {
			more, err := agent.PlayOut(ctx, f, playedStep, 1, uint64(1+played.Fights), nil)
			played.Fights, played.Wins, played.Draws = played.Fights+more.Fights, played.Wins+more.Wins, played.Draws+more.Draws
			return err
		})
		if err != nil {
			return err
		}
	}
	first := f.Roster()[0]
	out := foretoldOf(of.After(played).For(first.Side), first.Team, which, played)
	out.Without, out.Goes = without, out.Goes && !without
	return p.show(w, r, http.StatusOK, "foretold.html", out)
}

// playedOf reads how the fights that have been played out ended.
func playedOf(form url.Values) (p agent.PlayoutResults, err error) {
	for name, n := range map[string]*int{"played": &p.Fights, "won": &p.Wins, "drawn": &p.Draws} {
		if *n, err = number(name, form.Get(name)); err != nil {
			return p, err
		}
		if *n < 0 || *n > playedMost {
			return p, serve.NewError(session.BadInput, fmt.Sprintf("%s is %d", name, *n), fmt.Sprintf("0 to %d", playedMost))
		}
	}
	return p, nil
}

func foretoldOf(of agent.Forecast, party, which string, played agent.PlayoutResults) foretold {
	out := foretold{Party: party, Chance: of.Short(), Assumes: of.Assumes, Played: played, Of: which}
	if out.Chance == dice.InHundred(of.Win) {
		out.Word, out.Low, out.High = fair.Word(of.Win), dice.InHundred(of.Low), dice.InHundred(of.High)
	}
	out.Goes = max(of.High-of.Win, of.Win-of.Low) > sureEnough && played.Fights < playedMost
	return out
}

// evening is a search for changes that make a fight even. There is one at a time: the next one ends it.
type evening struct {
	ID   int
	stop context.CancelFunc

	mu     sync.Mutex
	doing  string
	fights int
	answer *fair.Answer
	err    error
	ended  bool
}

const (
	evenTime   = 5 * time.Minute // the longest search for changes
	evenTarget = 0.5
)

// evened is how far such a search has come.
type evened struct {
	Level  int // of both sides
	ID     int
	Doing  string
	Fights int
	Ended  bool
	Answer *fair.Answer
	Wrong  string
}

// even begins to look for changes of the fight that is filled in.
func (p *Pages) even(w http.ResponseWriter, r *http.Request, b *builder) error {
	data := b.write().String()
	f, err := p.readFight(r.Context(), data)
	if err != nil {
		return p.show(w, r, http.StatusOK, "even.html", evened{Ended: true, Wrong: "The mistakes come first."})
	}
	source, err := fair.NewSource(p.fights.Catalogue(), "encounter", []byte(data))
	if err != nil || source == nil {
		return p.show(w, r, http.StatusOK, "even.html", evened{Ended: true, Wrong: "A fight under way cannot be changed."})
	}
	player := fair.Player{Otherwise: fair.Usual, Limits: search.Limits{Nodes: agent.NodesForFight, Threads: 1}}
	ctx, stop := context.WithTimeout(context.Background(), evenTime)
	e := &evening{stop: stop}
	q := &fair.Question{Fight: f, Source: source, Party: f.Roster()[0].Side, Players: [2]fair.Player{player, player},
		Within: fair.WithinUsual / 100., Target: evenTarget, Seed: 1, Cores: 1, Progress: e.hear}
	p.mu.Lock()
	if last := p.evening; last != nil {
		last.stop()
		e.ID = last.ID + 1
	}
	p.evening = e
	p.mu.Unlock()
	go func() {
		defer stop()
		answer, err := q.Run(ctx)
		e.mu.Lock()
		defer e.mu.Unlock()
		e.answer, e.err, e.ended = answer, err, true
	}()
	return p.show(w, r, http.StatusOK, "even.html", e.now())
}

func (e *evening) hear(of fair.Progress) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.doing, e.fights = of.Task, of.Fights
}

// now returns how far the search has come, as its page shows it.
func (e *evening) now() evened {
	e.mu.Lock()
	defer e.mu.Unlock()
	out := evened{Level: fair.Usual, ID: e.ID, Doing: e.doing, Fights: e.fights, Ended: e.ended, Answer: e.answer}
	if e.ended && e.answer == nil {
		out.Wrong = "It was stopped before a fight was over."
		if e.err != nil && e.err != fair.ErrStopped {
			out.Wrong = fmt.Sprint(e.err) + "."
		}
	}
	return out
}

// showEvenSearch shows how far the search for an even encounter has come, and ends it if the form asks for that.
func (p *Pages) showEvenSearch(w http.ResponseWriter, r *http.Request, _ url.Values) error {
	p.mu.Lock()
	e := p.evening
	p.mu.Unlock()
	if e == nil || strconv.Itoa(e.ID) != r.PathValue("id") {
		return p.show(w, r, http.StatusOK, "even.html", evened{Ended: true, Wrong: "Another fight is being looked at."})
	}
	if r.Method == http.MethodPost {
		e.stop()
	}
	return p.show(w, r, http.StatusOK, "even.html", e.now())
}

// use fills the builder with the text of an encounter.
func (p *Pages) use(w http.ResponseWriter, r *http.Request, form url.Values) error {
	return p.showFile(w, r, agent.DefaultSystem, []byte(form.Get("file")), nil)
}
