package story

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// planner makes a story of a source. Facts become beats, in their order; events of the steps up to a fact tell how
// everybody was when it happened. So facts and events are read side by side: [planner.gather] takes the next fact, and
// before that [planner.readStepsTo] the events up to its step.
type planner struct {
	Source
	byName  map[string]*known
	next    int // the index of the first step whose events have not been read
	round   int
	beats   []Beat // a beat's ID is its index plus one
	told    int    // how many of them have been told, in a fight that goes on: they stay as they are
	leftOut int    // how many facts are in no beat

	// By key:
	counts          map[string]int    // how often something has happened: "KIND|by|to", "spell|WHAT", "effect|by|WHAT"
	upperHand       map[string]string // who has the better of a hold, by [pairOf]
	woundLeft       map[string]leftAt // what the last wound has left, by "wounded|striker"
	firstThrownBack map[string]int    // by name: the beat that threw somebody back first, since they last broke through
	lasting         map[string]int    // the beat that began a hold, by [pairOf], or an effect, by its name and whose it is

	// What facts without a beat add to the next one ([planner.hasNoBeat]):
	lead   string // at whose order it is done
	winded bool   // it took more breath than By had
	spell  string // the spell that has turned against By
	why    string // the GM's reason for a change that brings By down
	steps  []int

	end    rules.Event
	ended  int    // the step of the end; 0 while the fight goes on
	reason string // the GM's for the last change, whatever it was
}

// leftAt is how many Wounds were left to somebody after a step.
type leftAt struct{ step, left int }

// known is somebody with what the events and facts read so far tell of them.
type known struct {
	Person
	fighter    rules.Fighter
	leftBefore int    // Wounds before the GM last changed them
	countsUp   bool   // the system counts the Wounds taken, not those left
	hits       int    // blows that have wounded them
	risen      bool   // they were on call, and somebody has called them
	at         string // where they stand, if that is known
	from, to   string // where their last move began and where it leads
	floored    bool   // they are on the ground
	up         bool   // they have got up since they last struck
	came       bool   // they have moved in this turn
	unarmed    bool   // they have lost a weapon, and taken up no other
	answered   string // how they have last answered a blow, and in which round
	answeredIn int
}

// newKnown returns somebody of whom nothing has been read yet.
func newKnown(f rules.Fighter) *known {
	return &known{fighter: f, Person: Person{Name: f.Name, Kind: f.Kind, Side: f.Team, OnCall: f.OnCall}}
}

// newPlanner returns a planner that has read nothing of its source but the beginning of the fight.
func newPlanner(src Source) *planner {
	p := &planner{Source: src, byName: map[string]*known{}, counts: map[string]int{}, upperHand: map[string]string{},
		woundLeft: map[string]leftAt{}, lasting: map[string]int{}, firstThrownBack: map[string]int{},
		round: max(src.FirstRound, 1)}
	for i, f := range src.Roster {
		k := newKnown(f)
		if src.Stood != nil && i < len(src.Stood.Stands) {
			k.at = src.Stood.Stands[i].At
			k.setLife(&src.Stood.Stands[i], src.Life)
		}
		p.byName[f.Name] = k
	}
	return p
}

// Plan returns the story of a record.
func Plan(src Source) *Story {
	p := newPlanner(src)
	p.gather(src.Facts)
	p.readStepsTo(math.MaxInt)
	p.countStanding()
	s := p.newStory()
	p.rankBeats(s)
	p.chooseBeats(s)
	p.setRelations(s)
	p.setFears(s)
	s.End.OneSided = p.isOneSided(s)
	return s
}

// newStory returns the plan of what is known now, without scenes.
func (p *planner) newStory() *Story {
	return &Story{Title: p.Title, About: p.About, Place: p.Setting, Length: cmp.Or(p.Length, "usual"), Stake: p.stake(),
		Sides: p.sides(), Cast: p.cast(), Scenes: []Scene{}, End: p.ending()}
}

// setLife sets how many Wounds somebody begins with. Systems count what is left of one number ("wounds", or points in a
// match), or what is taken of several: a level of Wounds that says 2 of 3 leaves one.
func (k *known) setLife(t *rules.Stand, life string) {
	for _, n := range t.Numbers {
		switch {
		case isLifeNumber(n.Name, life), n.Name == "points to concede":
			k.Left, k.Of = n.N, n.Max
		case n.Name == "wounds taken", slices.Contains(woundLevels, n.Name):
			k.Left, k.Of = k.Left+n.Max-n.N, k.Of+n.Max
			k.countsUp = n.Name == "wounds taken"
		}
	}
}

// woundLevels are the numbers of Wounds taken of a system that counts them by how bad they are.
var woundLevels = []string{"minor", "moderate", "severe"}

// numberBefore returns a number of somebody's before the step that is being read, by the positions in the record.
func (p *planner) numberBefore(name, number string) int {
	for i := p.next - 1; i >= 0; i-- {
		if now := PositionAfter(&p.Steps[i]); len(now.Who[name].N[number]) > 0 {
			return now.Who[name].N[number][0]
		}
	}
	if p.Stood != nil {
		for i, f := range p.Roster[:min(len(p.Roster), len(p.Stood.Stands))] {
			for _, n := range p.Stood.Stands[i].Numbers {
				if f.Name == name && n.Name == number {
					return n.N
				}
			}
		}
	}
	return 0
}

// Position is what a tale reads of the position that a record has after a step.
type Position struct {
	Who map[string]struct {
		N   map[string][]int // numbers by name, each with its most
		Out string           // empty: still in the fight
	}
}

// PositionAfter returns the position after a step; an empty one if the record has none.
func PositionAfter(s *rules.Step) (now Position) {
	if json.Unmarshal(s.Now, &now) != nil {
		return Position{}
	}
	return now
}

// isLifeNumber reports whether a number is the one that combatants live by, [Source.Life].
func isLifeNumber(name, life string) bool {
	return strings.TrimSuffix(name, "s") == cmp.Or(life, "wound")
}

// person returns what is known of somebody; an empty value, which is not kept, if nobody has the name.
func (p *planner) person(name string) *known { return cmp.Or(p.byName[name], &known{}) }

// side returns the side of somebody.
func (p *planner) side(name string) string { return p.person(name).Side }

// readStepsTo reads the events of the steps up to this one, those of secret ones excepted: a tale may be read by every
// player.
func (p *planner) readStepsTo(step int) {
	for ; p.next < len(p.Steps) && p.Steps[p.next].N <= step; p.next++ {
		s := p.Steps[p.next]
		for _, e := range s.Events {
			if !e.Secret && !s.Secret {
				p.readEvent(e, s)
			}
		}
	}
}

// readEvent notes what an event tells.
func (p *planner) readEvent(e rules.Event, s rules.Step) {
	who := p.person(e.Seat)
	switch e.Kind {
	case "round":
		p.round = e.N
	case "turn", "breath": // who moved in an earlier turn has not come to strike
		for _, k := range p.byName {
			k.came = false
		}
	case "move":
		who.from, who.to, who.at = e.From, e.To, e.To
	case "declare":
		if e.To != "" { // a move that may yet be stopped
			who.from, who.to = who.at, e.To
		}
	case "wound":
		who.Of, who.Left = max(who.Of, e.N+e.Left), e.Left
		p.woundLeft[e.Seat+"|"+e.At] = leftAt{s.N, e.Left}
	case "rank": // of Wounds: who is crippled may act until a later blow leaves them out or dead
		if who.Out == "crippled" && (e.What == "out" || e.What == "dead") {
			who.Out, who.By, who.At = outOf(e.What), cmp.Or(e.At, who.By), s.N
		}
	case "edit":
		key, value, _ := strings.Cut(e.What, "=")
		n, err := strconv.Atoi(value)
		if err == nil && slices.Contains(woundLevels, key) {
			who.leftBefore, who.Left = who.Left, who.Left-n+p.numberBefore(e.Seat, key)
		} else if err == nil && isLifeNumber(key, p.Life) {
			if who.countsUp {
				n = max(0, who.Of-n)
			}
			who.leftBefore, who.Left, who.Of = who.Left, n, max(n, who.Of)
			if n > 0 && who.Out == "down" {
				who.Out = ""
			}
		}
		p.reason = s.Why
	case "end":
		p.end, p.ended = e, s.N
		p.end.N = cmp.Or(e.N, p.round)
	}
}

// join adds somebody who comes in the middle of a fight. The fact has only the name and the team; the row of the
// catalogue is in the edit of its step, and the Wounds are in the position after it.
func (p *planner) join(f *rules.Fact) {
	who := rules.Fighter{Name: f.By, Team: f.What}
	for _, o := range p.byName {
		if o.Side == f.What {
			who.Side = o.fighter.Side
		}
	}
	step := p.Steps[p.next-1] // of the fact, which has just been read
	for _, e := range step.Events {
		if e.Kind == "edit" && e.Seat == f.By {
			who.Kind = e.With
		}
	}
	k := newKnown(who)
	k.Joined, k.Why = f.Step, f.Answer
	var stand rules.Stand
	for name, n := range PositionAfter(&step).Who[f.By].N {
		if len(n) == 2 {
			stand.Numbers = append(stand.Numbers, rules.Number{Name: name, N: n[0], Max: n[1]})
		}
	}
	k.setLife(&stand, p.Life)
	p.byName[f.By] = k
	if !slices.ContainsFunc(p.Roster, func(r rules.Fighter) bool { return r.Name == f.By }) {
		p.Roster = append(slices.Clone(p.Roster), who)
	}
}

// sides returns the sides, each with those who are there from the beginning. Who joins or is called later is in the
// cast only, so that the opening does not introduce them.
func (p *planner) sides() (list []Side) {
	for _, f := range p.Roster {
		i := slices.IndexFunc(list, func(s Side) bool { return s.Name == f.Team })
		if i < 0 {
			i, list = len(list), append(list, Side{Name: f.Team})
		}
		switch k := p.person(f.Name); {
		case k.Joined > 0 || f.OnCall:
		case f.Steed:
			list[i].Horses = append(list[i].Horses, f.Name)
		default:
			list[i].Who = append(list[i].Who, f.Name)
		}
	}
	return list
}

// cast returns everybody, with how it ends for them.
func (p *planner) cast() (all []Person) {
	beings := make([]book.Being, len(p.Roster))
	for i, f := range p.Roster {
		who := p.person(f.Name).Person
		who.Kind, who.Side, who.OnCall = f.Kind, f.Team, f.OnCall
		var o book.Person
		if i < len(p.People) {
			o = p.People[i]
		}
		who.Being, beings[i] = p.beingOf(i)
		if o = o.As(&beings[i]); who.Being == "squad" {
			o.They = "they"
		}
		who.Epithet, who.Wants, who.Fears, who.They = o.Epithet, o.Wants, o.Fears, o.They
		all = append(all, who)
	}
	nameCast(all, beings)
	return all
}

// stake returns what one side wants of the fight.
func (p *planner) stake() stake {
	g := p.Goal
	if g.For == "" {
		return stake{}
	}
	s := stake{For: g.For, Goal: g.Goal, Who: g.Who, Rounds: g.Rounds}
	if g.Goal != "last" && p.SaysRounds {
		s.Within = p.Rounds
	}
	return s
}

// isCounted reports whether somebody counts among those who are left of a side. Squads, horses and whoever has not been
// called yet do not: nobody is "alone" beside thirty spears, and a horse is nobody to be alone with.
func (k *known) isCounted() bool {
	return !k.fighter.Steed && !k.fighter.Several && (!k.OnCall || k.risen)
}

// countStanding sets, for each beat that puts somebody out of the fight, how many that leaves on either side, and who is
// alone then. Somebody is said to be alone once: "Only Aki is left against three". The fall of somebody crippled who
// strikes again later is not counted.
func (p *planner) countStanding() {
	out, alone := map[string]bool{}, map[string]bool{}
	for i := range p.beats {
		b := &p.beats[i]
		who := b.leaver()
		strikes := func(o Beat) bool { return o.blow && o.By == who }
		if b.Kind == "joins" || b.Kind == "rises" {
			delete(out, b.By)
		}
		if who == "" || out[who] || b.Fate == "crippled" && slices.ContainsFunc(p.beats[i+1:], strikes) {
			continue
		}
		out[who] = true
		var own, foes []string
		hasUncounted, ever := false, 0 // squads or horses are left on that side; how many people it has had
		for _, f := range p.Roster {
			k := p.person(f.Name)
			if k.Joined > b.Steps[len(b.Steps)-1] {
				continue
			}
			if f.Team == p.side(who) && k.isCounted() {
				ever++
			}
			switch {
			case out[f.Name] || f.OnCall && !k.risen:
			case f.Team != p.side(who):
				if !f.Steed {
					foes = append(foes, f.Name)
				}
			case f.Several || f.Steed:
				hasUncounted = true
			default:
				own = append(own, f.Name)
			}
		}
		if !hasUncounted {
			b.Own, b.Other = len(own), len(foes)
		}
		if len(own) == 1 && ever > 1 && !hasUncounted && len(foes) > 0 && !alone[own[0]] {
			b.Alone, b.Foes = own[0], foes
			alone[own[0]] = true
		}
	}
}

// ending returns how the fight ends; the zero End while it goes on.
func (p *planner) ending() (e End) {
	if p.ended == 0 {
		return e
	}
	e = End{Winner: p.end.Seat, Says: p.end.What, Round: p.end.N, Step: p.ended, Stand: []string{}, Others: []string{}}
	for i, f := range p.Roster {
		k := p.person(f.Name)
		if f.Team != e.Winner && e.Winner != "" {
			e.Loser = f.Team
		}
		if f.Team == e.Winner && i < len(p.People) && e.Comes == "" {
			e.Comes = strings.TrimSuffix(p.People[i].Won, ".")
		}
		switch {
		case k.Out != "" || f.OnCall && !k.risen:
		case f.Team == e.Winner:
			e.Stand = append(e.Stand, f.Name)
		default:
			e.Others = append(e.Others, f.Name)
		}
	}
	p.setReason(&e)
	return e
}

// setReason sets why a fight ended, by the words that the record has for it: those of the rule systems, of the GM's
// edits, or of a player who concedes. The tale has rows for the reasons in [End], so words that are none of these go
// into the tale as they are (other).
func (p *planner) setReason(e *End) {
	goal := p.Goal
	gaveUp := "" // who has yielded or fled
	for _, f := range p.Roster {
		if e.Says == rules.YieldedWords(f.Name, rules.EditYields) || e.Says == rules.YieldedWords(f.Name, rules.EditFlees) {
			gaveUp = f.Name
		}
	}
	switch {
	case e.Says == rules.WhyHeld && goal.Rounds > 0:
		e.Why, e.Rounds = "held", goal.Rounds
	case e.Says == rules.WhyFallen || e.Says == rules.WhyNoneElse,
		e.Winner != "" && strings.HasPrefix(e.Says, rules.WhyNobodyOf(e.Loser)):
		e.Why = "none stands"
		isSquad := func(name string) bool { return p.person(name).fighter.Several }
		if len(e.Others) > 0 {
			e.Why = text.Either(slices.ContainsFunc(e.Others, isSquad), "leaderless", "riderless")
		}
	case e.Says == rules.WhyPoints:
		e.Why = "points"
	case e.Says == rules.WhyTimeUp && goal.Goal == "down" && e.Winner != "" && e.Winner != goal.For:
		e.Why, e.Who, e.Rounds = "late", goal.Who, e.Round
	case e.Says == rules.WhyTimeUp:
		e.Why, e.Rounds = "time", e.Round
	case goal.Who != "" && (e.Says == rules.WhyDown(goal.Who) || gaveUp == goal.Who):
		e.Why, e.Who = "out", goal.Who
	case gaveUp != "":
		e.Why, e.Who = "yields", gaveUp
	case e.Winner != "" && e.Says == fight.ConcedeEdit(e.Loser):
		e.Why, e.Says = "concedes", p.reason
	default:
		e.Why = "other"
	}
	e.Says = text.Escape(fight.GivenReason(e.Says))
}
