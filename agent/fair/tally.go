package fair

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules"
)

// How long a step takes at a table: a ruling, as no table has been timed.
const (
	decisionSeconds = 20
	throwSeconds    = 10
)

// MinutesSay says how the minutes at a table are counted.
var MinutesSay = fmt.Sprintf("%d seconds a decision and %d a throw", decisionSeconds, throwSeconds)

// tally adds up what happened to whom over many fights.
type tally struct {
	roster    []rules.Fighter
	party     rules.Side // whose falls are counted
	fights    int
	wins      int
	draws     int
	fell      map[int]int // fights in which so many of the party fell
	size      int         // of the party as it begins
	rounds    []float64   // of each fight
	decisions int         // of all fights
	throws    int         // of dice, of all fights
	members   []seatTally // by seat
}

// seatTally is what happened to one seat, over all fights.
type seatTally struct {
	fell  int                // fights in which it fell
	stood int                // fights at whose end it stood
	to    map[rules.Seat]int // by who took it out
	when  map[int]int        // by the round in which it fell
	left  []remainderSum     // by name, in the order in which they were first seen
}

// remainderSum is the sum of what was left of one thing, and of what could have been, over the fights in which the seat
// stood.
type remainderSum struct {
	name     string
	left, of float64 // what was left, what could have been
}

// newTally returns a tally of no fights.
func newTally(roster []rules.Fighter, party rules.Side) *tally {
	t := &tally{roster: roster, party: party, fell: map[int]int{}, members: make([]seatTally, len(roster))}
	for i := range t.members {
		t.members[i].to, t.members[i].when = map[rules.Seat]int{}, map[int]int{}
	}
	return t
}

// add adds a fight. Whoever was out of it from the start, or is out at the end without an event that says so, has
// neither fallen nor stood.
func (t *tally) add(got agent.Account) {
	t.fights++
	switch {
	case got.Score == 0.5:
		t.draws++
	case (got.Score > 0.5) == (t.party == 0):
		t.wins++
	}
	t.rounds = append(t.rounds, float64(got.Rounds))
	t.decisions += got.Decisions
	t.throws += got.Throws
	fell, size := 0, 0
	for i, end := range got.Ends {
		ours := t.roster[i].Side == t.party
		if ours && !end.AtStart.Out {
			size++
		}
		m := &t.members[i]
		at := slices.IndexFunc(got.Falls, func(f agent.Fall) bool { return f.Seat == rules.Seat(i) })
		if !end.Plight.Out || end.AtStart.Out || at < 0 {
			if !end.Plight.Out {
				m.addStanding(end)
			}
			continue
		}
		m.fell++
		m.to[got.Falls[at].By]++
		m.when[got.Falls[at].Round]++
		if ours {
			fell++
		}
	}
	t.fell[fell]++
	t.size = size
}

// addStanding adds what a combatant who stands has left: its life, the values of its sheet that have a maximum ("5 of
// 8"), and what it carries into the next fight. What is in several of these counts once: of a small system "wounds 2.7
// of 3, heart 2.7 of 3" was said.
func (m *seatTally) addStanding(end agent.Ending) {
	m.stood++
	life := cmp.Or(end.Plight.LifeName, "wounds")
	m.add(life, float64(end.Plight.LifeLeft), float64(end.Plight.LifeMax))
	for _, e := range end.Sheet {
		var left, of int
		fmt.Sscanf(e.Value, "%d of %d", &left, &of)
		if e.Value == fmt.Sprintf("%d of %d", left, of) && e.Name != life && e.Name != "heads" {
			m.add(e.Name, float64(left), float64(of))
		}
	}
	carried := end.CarryOver
	add := func(name string, left, of float64) {
		isCounted := func(e rules.Entry) bool { return e.Name == name && strings.Contains(e.Value, " of ") }
		if !slices.ContainsFunc(end.Sheet, isCounted) {
			m.add(name, left, of)
		}
	}
	if carried.Void != nil {
		add("void", float64(carried.Void.Left), float64(carried.Void.Of))
	}
	if carried.Gold != nil {
		add("gold", float64(*carried.Gold), 0)
	}
	if carried.Faith != nil {
		add("faith", float64(*carried.Faith), 0)
	}
	if carried.Cohesion > 0 {
		add("cohesion", float64(carried.Cohesion), 0)
	}
	if carried.Casts != nil {
		for _, list := range slices.Sorted(maps.Keys(carried.Casts.Slots)) {
			s := carried.Casts.Slots[list]
			add("slots of "+list, float64(sumOf(s.Left)), float64(sumOf(s.Of)))
		}
	}
	if n := len(carried.LostWeapons); n > 0 {
		add("lost weapons", float64(n), 0)
	}
}

// sumOf returns the sum of a list.
func sumOf(list []int) (sum int) {
	for _, n := range list {
		sum += n
	}
	return sum
}

// add adds what is left of one thing.
func (m *seatTally) add(name string, left, of float64) {
	i := slices.IndexFunc(m.left, func(s remainderSum) bool { return s.name == name })
	if i < 0 {
		i = len(m.left)
		m.left = append(m.left, remainderSum{name: name})
	}
	m.left[i].left += left
	m.left[i].of += of
}

// remainders returns what was left on average where the seat stood at the end. A thing that is missing in some of these
// fights, as lost weapons, counts as 0 in them.
func (m *seatTally) remainders() []Remainder {
	list := []Remainder{}
	for _, s := range m.left {
		list = append(list, Remainder{s.name, s.left / float64(m.stood), s.of / float64(m.stood)})
	}
	return list
}

// writeTo writes the shares and means into an answer.
func (t *tally) writeTo(answer *Answer) {
	fights := float64(t.fights)
	answer.Fights, answer.Wins, answer.Draws = t.fights, t.wins, t.draws
	if t.fights == 0 {
		return
	}
	share := func(count int) float64 { return float64(count) / fights }
	answer.Nobody, answer.All = agent.Wilson(share(t.fell[0]), fights), agent.Wilson(share(t.fell[t.size]), fights)
	for k := range t.size + 1 {
		answer.Falls = append(answer.Falls, share(t.fell[k]))
	}
	answer.Rounds = agent.IntervalOf(t.rounds).AtLeast(1)
	answer.Decisions, answer.Throws = float64(t.decisions)/fights, float64(t.throws)/fights
	answer.Minutes = (answer.Decisions*decisionSeconds + answer.Throws*throwSeconds) / 60
	for i, m := range t.members {
		r := t.roster[i]
		out := member{Name: r.Name, Kind: r.Kind, Party: r.Side == t.party, Falls: agent.Wilson(share(m.fell), fights),
			To: []takenOutBy{}, When: []float64{}, Remainders: m.remainders()}
		for _, by := range slices.Sorted(maps.Keys(m.to)) {
			name := ""
			if int(by) < len(t.roster) {
				name = t.roster[by].Name
			}
			out.To = append(out.To, takenOutBy{name, share(m.to[by])})
		}
		slices.SortStableFunc(out.To, func(x, y takenOutBy) int { return cmp.Compare(y.Share, x.Share) })
		for round := range slices.Max(append(slices.Collect(maps.Keys(m.when)), 0)) {
			out.When = append(out.When, share(m.when[round+1]))
		}
		answer.Members = append(answer.Members, out)
	}
}
