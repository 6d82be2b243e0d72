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

// forecastPage is the data of foretold.html: how the fight in the builder is likely to end, for its first
// side. Without a forecast it is empty.
type forecastPage struct {
	Chance, Word string
	Low, High    string // the range, where the chance is a number
	Assumes      string
	Played       agent.PlayoutResults // of the fights that have narrowed the forecast
	Of           string               // the hash of the encounter's file
	CanNarrow    bool                 // more playouts can narrow it
	Without      bool                 // it leaves out what is wrong with the encounter
}

const (
	playoutsStep = 2   // fights that are played out between two forecasts
	playoutsMax  = 100 // fights that narrow a forecast
	// narrowEnough is how far, as a share, the range may reach to either side when no more fights are played out.
	narrowEnough = fair.WithinUsual / 100.
)

// showForecast shows how the fight in the builder is likely to end, without what is wrong with it. If the form has the
// results of playouts, showForecast plays out some more and takes all into account. The page sends them again until the
// forecast is narrow enough: the server keeps nothing.
func (p *Pages) showForecast(w http.ResponseWriter, r *http.Request, b *builder) error {
	data := b.write().String()
	digest := sha256.Sum256([]byte(data))
	which := hex.EncodeToString(digest[:8])
	f, err := p.readFight(r.Context(), data)
	switch {
	case serve.CodeOf(err) == serve.TooMany:
		return err
	case err != nil: // the form shows what is wrong
		f = b.withoutMistakes(err, p.fightReader(r))
	}
	if f == nil {
		return p.show(w, r, http.StatusOK, "foretold.html", forecastPage{})
	}
	without := err != nil
	forecast, err := serve.RunShort(r.Context(), p.fights, "pages", func() (*agent.Forecast, error) {
		var finder agent.FightSearcher
		return finder.Forecast(r.Context(), f)
	})
	if err != nil || forecast == nil {
		return cmp.Or(err, p.show(w, r, http.StatusOK, "foretold.html", forecastPage{}))
	}
	var played agent.PlayoutResults
	if b.form.Get("of") == which { // the results are of this encounter and not of one before a change
		if played, err = readPlayed(b.form); err != nil {
			return err
		}
		err = p.fights.RunSearch(r.Context(), "pages", func(ctx context.Context) error {
			more, err := agent.PlayOut(ctx, f, playoutsStep, 1, uint64(1+played.Fights))
			played.Fights, played.Wins, played.Draws = played.Fights+more.Fights, played.Wins+more.Wins, played.Draws+more.Draws
			return err
		})
		if err != nil {
			return err
		}
	}
	first := f.Roster()[0]
	out := forecastPageOf(forecast.After(played).For(first.Side), first.Team, which, played)
	out.Without, out.CanNarrow = without, out.CanNarrow && !without
	return p.show(w, r, http.StatusOK, "foretold.html", out)
}

// readPlayed reads the results of playouts from the form, in which a browser may send anything.
func readPlayed(form url.Values) (p agent.PlayoutResults, err error) {
	for name, n := range map[string]*int{"played": &p.Fights, "won": &p.Wins, "drawn": &p.Draws} {
		if *n, err = number(name, form.Get(name)); err != nil {
			return p, err
		}
		if *n < 0 || *n > playoutsMax {
			return p, serve.NewError(session.BadInput, fmt.Sprintf("%s is %d", name, *n), fmt.Sprintf("0 to %d", playoutsMax))
		}
	}
	return p, nil
}

// forecastPageOf returns the page of a forecast, of a fight whose file has the hash which.
func forecastPageOf(f agent.Forecast, party, which string, played agent.PlayoutResults) forecastPage {
	out := forecastPage{Chance: f.ShortFor(party), Assumes: f.Assumes, Played: played, Of: which}
	if f.Short() == dice.InHundred(f.Win) {
		out.Word, out.Low, out.High = fair.Word(f.Win), dice.InHundred(f.Low), dice.InHundred(f.High)
	}
	out.CanNarrow = max(f.High-f.Win, f.Win-f.Low) > narrowEnough && played.Fights < playoutsMax
	return out
}

// evenSearch is a search for changes that make a fight even. There is one at a time: the next one ends it.
type evenSearch struct {
	ID   int
	stop context.CancelFunc

	mu     sync.Mutex // guards the fields below, which the search writes and pages read
	doing  string     // what it is fighting out now
	fights int        // how many fights it has fought
	answer *fair.Answer
	err    error
	ended  bool
}

const (
	evenTime   = 5 * time.Minute // the longest search for changes
	evenTarget = 0.5             // the chance to win that is looked for
)

// evenPage is the data of even.html: how far such a search has come.
type evenPage struct {
	Level  int // at which both sides play
	ID     int
	Doing  string
	Fights int
	Ended  bool
	Answer *fair.Answer
	Wrong  string
}

// startEvenSearch begins to look for changes that make the fight in the builder even, and ends the last
// such search. It goes on without the request, on one core, and the page asks how far it has come.
func (p *Pages) startEvenSearch(w http.ResponseWriter, r *http.Request, b *builder) error {
	data := b.write().String()
	f, err := p.readFight(r.Context(), data)
	if err != nil {
		return p.show(w, r, http.StatusOK, "even.html", evenPage{Ended: true, Wrong: "The mistakes come first."})
	}
	source, err := fair.NewSource(p.fights.Catalogue(), "encounter", []byte(data))
	if err != nil || source == nil {
		return p.show(w, r, http.StatusOK, "even.html", evenPage{Ended: true, Wrong: "A fight under way cannot be changed."})
	}
	player := fair.Player{Otherwise: fair.UsualLevel, Limits: search.Limits{Nodes: agent.NodesUsual}}
	ctx, stop := context.WithTimeout(context.Background(), evenTime)
	e := &evenSearch{stop: stop}
	q := &fair.Question{Fight: f, Source: source, Party: f.Roster()[0].Side, Players: [2]fair.Player{player, player},
		Within: fair.WithinUsual / 100., Target: evenTarget, Seed: 1, Cores: 1, Progress: e.setProgress}
	p.mu.Lock()
	if last := p.evenSearch; last != nil {
		last.stop()
		e.ID = last.ID + 1
	}
	p.evenSearch = e
	p.mu.Unlock()
	go func() {
		defer stop()
		answer, err := q.Run(ctx)
		e.mu.Lock()
		defer e.mu.Unlock()
		e.answer, e.err, e.ended = answer, err, true
	}()
	return p.show(w, r, http.StatusOK, "even.html", e.page())
}

// setProgress is told by the search how far it has come.
func (e *evenSearch) setProgress(of fair.Progress) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.doing, e.fights = of.Task, of.Fights
}

// page returns how far the search has come.
func (e *evenSearch) page() evenPage {
	e.mu.Lock()
	defer e.mu.Unlock()
	out := evenPage{Level: fair.UsualLevel, ID: e.ID, Doing: e.doing, Fights: e.fights, Ended: e.ended, Answer: e.answer}
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
	e := p.evenSearch
	p.mu.Unlock()
	if e == nil || strconv.Itoa(e.ID) != r.PathValue("id") {
		return p.show(w, r, http.StatusOK, "even.html", evenPage{Ended: true, Wrong: "Another fight is being looked at."})
	}
	if r.Method == http.MethodPost {
		e.stop()
	}
	return p.show(w, r, http.StatusOK, "even.html", e.page())
}

// useText fills the builder with the text of an encounter, as the search for changes has made it.
func (p *Pages) useText(w http.ResponseWriter, r *http.Request, form url.Values) error {
	return p.showFile(w, r, agent.DefaultSystem, []byte(form.Get("file")), nil)
}
