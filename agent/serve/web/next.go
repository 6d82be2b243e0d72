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

// A fight that is over goes on in the next one: who goes on, what rest lies between, and against whom. All of it stands in the address
// of the page, so that it can be gone back to.

// following is what the page of the next fight shows.
type following struct {
	Base, Title string
	System      string
	Can         []remaining // who can go on
	Fell        []string
	Rests       []choice
	Told        []string // what the days between did
	Fights      []card
	Drawn       bool // foes are drawn
	Seed        uint64
	Chosen      *chosen
	Said        *said
}

// remaining is somebody who can go on, and as what.
type remaining struct {
	Name, Team, Says string
	Goes             bool
}

// choice is one of a list.
type choice struct {
	Value, Says string
	Is          bool
}

// rests are what can lie between two fights, as [fair.ReadRest] reads it.
var rests = []choice{{"", "none: it follows at once", false}, {"rest 8", "eight hours", false}, {"interlude", "an interlude, as between two sessions", false},
	{"rest 1 day", "a day", false}, {"rest 3 days", "three days", false}, {"rest 7 days", "a week", false}}

// lasting are the numbers of combatants that are carried on.
var lasting = []string{"wounds", "wounds taken", "minor", "moderate", "severe", "void", "heads", "cohesion"}

// next shows the GM of a fight that is over what it can be gone on with, and the next fight once it is chosen.
func (p *Pages) next(w http.ResponseWriter, r *http.Request, rec fight.Record) error {
	left, err := serve.RunShort(r.Context(), p.fights, "pages", func() (*fair.Remains, error) { return fair.RemainsOf(rec) })
	if err != nil {
		return err
	}
	q := r.URL.Query()
	n := following{Base: "/at/" + r.PathValue("key") + "/", Title: agent.Title(left.Fight), System: rec.Header.System, Fights: shelfOf(rec.Header.System)}
	names := n.whoGoes(left, q, peopleOf(rec))
	for _, rest := range rests {
		rest.Is = rest.Value == q.Get("rest")
		n.Rests = append(n.Rests, rest)
	}
	n.Seed, _ = strconv.ParseUint(q.Get("seed"), 10, 64) // what is no seed is none
	if n.Drawn = q.Get("fight") == random; n.Drawn && n.Seed == 0 {
		q.Set("seed", strconv.FormatUint(rand.Uint64N(seedMax)+1, 10))
		http.Redirect(w, r, "next?"+q.Encode()+"#begin", http.StatusSeeOther)
		return nil
	}
	status := http.StatusOK
	if q.Get("fight") != "" {
		data, err := serve.RunShort(r.Context(), p.fights, "pages", func() ([]byte, error) { return n.compose(p.fights.Catalogue(), left, q, names) })
		switch {
		case err != nil:
			says := sentence(err)
			says.What = "That fight does not take them: " + says.What
			n.Said, status = &says, http.StatusUnprocessableEntity
		case q.Get("fight") == built:
			return p.showFile(w, r, n.System, data, peopleOf(rec))
		default:
			f, err := p.reading(r.Context(), string(data))
			if err != nil {
				return err
			}
			n.Chosen = &chosen{Text: string(data)}
			n.Chosen.ready("", f, url.Values{"people": peopleOf(rec)})
		}
	}
	return p.show(w, r, status, "next.html", n)
}

// built is what the builder is called where a fight is chosen.
const built = "build"

// peopleOf returns whom people play in a record.
func peopleOf(rec fight.Record) (names []string) {
	for _, seat := range rec.Header.Seats {
		if strings.HasPrefix(seat.Value, session.Person{}.String()) {
			names = append(names, seat.Name)
		}
	}
	return names
}

// whoGoes lists who can go on, and returns who does: as the form says, or, before there is one, the side that people play or that has won.
func (n *following) whoGoes(left *fair.Remains, form url.Values, people []string) (names []string) {
	stood := left.Fight.Snapshot()
	side := rules.Side(0)
	for _, f := range stood.Roster {
		if f.Team == stood.Winner {
			side = f.Side
		}
	}
	if i := slices.IndexFunc(stood.Roster, func(f rules.Fighter) bool { return slices.Contains(people, f.Name) }); i >= 0 {
		side = stood.Roster[i].Side
	}
	for i, f := range stood.Roster {
		if left.Carry.Fighters[f.Name].Down {
			n.Fell = append(n.Fell, f.Name)
			continue
		}
		goes := f.Side == side
		if form.Has("asked") {
			goes = slices.Contains(form["who"], f.Name)
		}
		if goes {
			names = append(names, f.Name)
		}
		n.Can = append(n.Can, remaining{f.Name, f.Team, lastingOf(stood.Stands[i]), goes})
	}
	return names
}

// lastingOf says what somebody carries on of what is counted.
func lastingOf(s rules.Stand) string {
	var says []string
	for _, number := range s.Numbers {
		term := number.Term()
		if means, _, _ := strings.Cut(term.Means, ";"); slices.Contains(lasting, number.Name) && number.Max > 0 && (number.N > 0 || !term.CountsUp) {
			says = append(says, fmt.Sprintf("%d of %d %s", number.N, number.Max, means))
		}
	}
	return cmp.Or(strings.Join(says, ", "), "unhurt")
}

// compose returns the encounter that is chosen, with those who go on in it, after the rest that lies between.
func (n *following) compose(c agent.Catalogue, left *fair.Remains, form url.Values, names []string) ([]byte, error) {
	if rest, is, err := fair.ReadRest(form.Get("rest")); err != nil {
		return nil, err
	} else if is {
		dice := rand.New(rand.NewPCG(left.Fight.Header().Seed, restStream))
		rest.Calls = &book.RestCalls{Throw: func(sides int) int { return 1 + dice.IntN(sides) }, Tell: func(says string) { n.Told = append(n.Told, says) }}
		if left.Carry, err = left.Carry.Rest(rest); err != nil {
			return nil, err
		}
	}
	switch name := form.Get("fight"); {
	case name == random:
		return left.DrawEncounter(c, n.Seed, names)
	case name == built:
		data, err := smallest(n.System)
		if err != nil {
			return nil, err
		}
		return left.Into(c, data, names)
	case slices.Contains(agent.Encounters(n.System), name):
		_, data, err := agent.ReadEncounter(name)
		if err != nil {
			return nil, err
		}
		return left.Into(c, data, names)
	}
	return nil, noPage()
}

// restStream is the stream of the seed that days throw with.
const restStream = 29
