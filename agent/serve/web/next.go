package web

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kokyu/agent"
	"kokyu/agent/fair"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
)

// nextPage is the data of next.html, which leads from a fight that is over to the next one: who goes on, after what
// rest, and against whom. All choices are in the query, so that the browser's way back and bookmarks work.
type nextPage struct {
	Base, Title string
	System      string
	Candidates  []candidate // who can go on: all that have not fallen
	Fallen      []string
	Rests       []choice
	RestEvents  []string // what happened on the days between, a sentence each
	Fights      []encounterCard
	RandomFoes  bool // the chosen fight is against random foes
	Seed        uint64
	Chosen      *preparedFight
	Problem     *message
}

// candidate is a combatant who can go on; Says words its Wounds and the like, Goes tells whether it is chosen.
type candidate struct {
	Name, Team, Says string
	Goes             bool
}

// choice is one option of a select element.
type choice struct {
	Value, Says string
	Selected    bool
}

// rests are the choices of a rest between two fights; [fair.ReadRest] reads their values.
var rests = []choice{
	{"", "none: it follows at once", false}, {"rest 8", "eight hours", false},
	{"interlude", "an interlude, as between two sessions", false}, {"rest 1 day", "a day", false},
	{"rest 3 days", "three days", false}, {"rest 7 days", "a week", false}}

// carriedNumbers are the numbers of a combatant that it takes into the next fight.
var carriedNumbers = []string{"wounds", "wounds taken", "minor", "moderate", "severe", "void", "heads", "cohesion"}

// showNext shows the GM of a fight that is over how to go on, and the next fight once it is chosen.
func (p *Pages) showNext(w http.ResponseWriter, r *http.Request, rec fight.Record) error {
	left, err := serve.RunShort(r.Context(), p.fights, "pages", func() (*fair.FinishedFight, error) {
		return fair.FinishedFightOf(rec)
	})
	if err != nil {
		return err
	}
	q := r.URL.Query()
	n := nextPage{Base: linkBase(r), Title: agent.Title(left.Fight), System: rec.Header.System,
		Fights: encounterCards(rec.Header.System)}
	names := n.setCandidates(left, q, playedByHumans(rec))
	for _, rest := range rests {
		rest.Selected = rest.Value == q.Get("rest")
		n.Rests = append(n.Rests, rest)
	}
	n.Seed, _ = strconv.ParseUint(q.Get("seed"), 10, 64) // a missing or wrong seed is 0, and one is drawn below
	if n.RandomFoes = q.Get("fight") == random; n.RandomFoes && n.Seed == 0 {
		q.Set("seed", strconv.FormatUint(rand.Uint64N(seedMax)+1, 10))
		return redirect(w, r, "next?"+q.Encode()+"#begin")
	}
	status := http.StatusOK
	if q.Get("fight") != "" {
		data, err := serve.RunShort(r.Context(), p.fights, "pages", func() ([]byte, error) {
			return n.compose(p.fights.Catalogue(), left, q, names)
		})
		switch {
		case err != nil:
			says := messageOf(err)
			says.What = "That fight does not take them: " + says.What
			n.Problem, status = &says, http.StatusUnprocessableEntity
		case q.Get("fight") == buildOwn:
			return p.showFile(w, r, n.System, data, playedByHumans(rec))
		default:
			f, err := p.readFight(r.Context(), string(data))
			if err != nil {
				return err
			}
			n.Chosen = &preparedFight{Text: string(data)}
			n.Chosen.prepare("", f, url.Values{"people": playedByHumans(rec)})
		}
	}
	return p.show(w, r, status, "next.html", n)
}

// buildOwn stands in the form's field fight for going on in the builder.
const buildOwn = "build"

// playedByHumans returns the combatants of a record that people play.
func playedByHumans(rec fight.Record) (names []string) {
	for _, seat := range rec.Header.Seats {
		if strings.HasPrefix(seat.Value, session.Person{}.String()) {
			names = append(names, seat.Name)
		}
	}
	return names
}

// setCandidates sets Candidates and Fallen and returns the names of those who go on. Until the form is sent these are
// one side: the one that people play, else the one that has won, else the first.
func (n *nextPage) setCandidates(left *fair.FinishedFight, form url.Values, people []string) (names []string) {
	end := left.Fight.Snapshot()
	side := rules.Side(0)
	for _, f := range end.Roster {
		if f.Team == end.Winner {
			side = f.Side
		}
	}
	if i := slices.IndexFunc(end.Roster, func(f rules.Fighter) bool { return slices.Contains(people, f.Name) }); i >= 0 {
		side = end.Roster[i].Side
	}
	for i, f := range end.Roster {
		if left.Carry.Fighters[f.Name].Down {
			n.Fallen = append(n.Fallen, f.Name)
			continue
		}
		goes := f.Side == side
		if form.Has("asked") {
			goes = slices.Contains(form["who"], f.Name)
		}
		if goes {
			names = append(names, f.Name)
		}
		n.Candidates = append(n.Candidates, candidate{f.Name, f.Team, carryText(end.Stands[i]), goes})
	}
	return names
}

// carryText words the numbers that a combatant takes into the next fight: "2 of 4 Wounds". Numbers that
// count harm are left out where there is none.
func carryText(s rules.Stand) string {
	var says []string
	for _, number := range s.Numbers {
		term := number.Term()
		if slices.Contains(carriedNumbers, number.Name) && number.Max > 0 && (number.N > 0 || !term.CountsUp) {
			means, _, _ := strings.Cut(term.Means, ";")
			says = append(says, fmt.Sprintf("%d of %d %s", number.N, number.Max, means))
		}
	}
	return cmp.Or(strings.Join(says, ", "), "unhurt")
}

// compose returns the file of the chosen encounter with those who go on in place of one side, after the chosen rest.
func (n *nextPage) compose(c agent.Catalogue, left *fair.FinishedFight, form url.Values, names []string) ([]byte, error) {
	if rest, is, err := fair.ReadRest(form.Get("rest")); err != nil {
		return nil, err
	} else if is {
		dice := rand.New(rand.NewPCG(left.Fight.Header().Seed, restDiceStream))
		rest.Calls = &book.RestCalls{Throw: func(sides int) int { return 1 + dice.IntN(sides) },
			Tell: func(says string) { n.RestEvents = append(n.RestEvents, says) }}
		if left.Carry, err = left.Carry.Rest(rest); err != nil {
			return nil, err
		}
	}
	var data []byte
	var err error
	switch name := form.Get("fight"); {
	case name == random:
		return left.DrawEncounter(c, n.Seed, names)
	case name == buildOwn:
		data, err = smallestEncounter(n.System)
	case slices.Contains(agent.Encounters(n.System), name):
		_, data, err = agent.ReadEncounter(name)
	default:
		err = noPageError()
	}
	if err != nil {
		return nil, err
	}
	return left.Into(c, data, names)
}

// restDiceStream numbers the stream of random numbers for a rest: each use of a fight's seed has its own.
const restDiceStream = 29
