package story

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// planner makes a story of a source. Facts become beats in their order; the events of the steps up to a fact say what was so when it happened.
type planner struct {
	Source
	field *Field
	who   map[string]*known
	next  int // the index of the first step whose events have not been read
	round int
	beats []Beat // the number of one is its index and one
	told  int    // how many of them have been told, of a fight that goes on: they stay as they are
	left  int    // how many facts are in no beat

	// By key:
	counts     map[string]int    // how often something has happened: "KIND|by|to", "spell|WHAT", "effect|by|WHAT"
	upperHand  map[string]string // who has the better of a hold, by the pair
	woundLeft  map[string]leftAt // what the last wound has left, by "who|of whom"
	thrownBack map[string]int    // the beat of somebody's first vain try to break through since they last did
	lasting    map[string]int    // the beat of a hold, by the pair, or of what goes on, by "WHAT| of by"

	// What facts before it add to the next beat ([planner.hasNoBeat]):
	lead   string // at whose order
	winded bool   // it took more breath than by had
	spell  string // the spell that has turned against by
	steps  []int

	end    rules.Event
	ended  int    // the step of it; 0 while the fight goes on
	reason string // of the GM's last change
}

// leftAt is how many Wounds were left to somebody after a step.
type leftAt struct{ step, left int }

// known is what is known of somebody so far.
type known struct {
	rules.Fighter
	left, most int // Wounds; most 0: nothing has shown them
	was        int // Wounds before the GM changed them
	hits       int // blows that have wounded them
	joined     int // the step at which they joined, and why
	why        string
	risen      bool   // somebody has called them
	out        string // how they are out of the fight, as [Person.Out] has it; by whom, and at which step
	by         string
	at         int
	floored    bool // they are on the ground
	up         bool // they have got up since they last struck
	came       bool // they have moved in this turn
	bare       bool // they have lost a weapon, and taken up no other
}

// newPlanner returns the planner of a source, before anything has happened.
func newPlanner(src Source) *planner {
	p := &planner{Source: src, who: map[string]*known{}, counts: map[string]int{}, upperHand: map[string]string{},
		woundLeft: map[string]leftAt{}, lasting: map[string]int{}, thrownBack: map[string]int{}, round: max(src.FirstRound, 1), field: NewField(src.Stood)}
	for i, f := range src.Roster {
		k := &known{Fighter: f}
		if src.Stood != nil && i < len(src.Stood.Stands) {
			k.begin(&src.Stood.Stands[i], src.Life)
		}
		p.who[f.Name] = k
	}
	return p
}

// Plan returns the story of a record.
func Plan(src Source) *Story {
	p := newPlanner(src)
	p.gather(src.Facts)
	p.advance(1 << 30)
	p.countStanding()
	s := p.story()
	p.rankBeats(s)
	p.chooseBeats(s)
	p.setRelations(s)
	p.setFears(s)
	return s
}

// story returns a plan of no scenes yet.
func (p *planner) story() *Story {
	return &Story{Title: p.Title, About: p.About, Place: p.Setting, Length: cmp.Or(p.Length, "usual"), Stake: p.stake(), Sides: p.sides(), Cast: p.cast(),
		Scenes: []Scene{}, End: p.ending()}
}

// begin takes with how many Wounds somebody begins.
func (k *known) begin(t *rules.Stand, life string) {
	for _, n := range t.Numbers {
		switch {
		case isLife(n.Name, life), n.Name == "points to concede":
			k.left, k.most = n.N, n.Max
		case slices.Contains([]string{"wounds taken", "minor", "moderate", "severe"}, n.Name):
			k.left, k.most = k.left+n.Max-n.N, k.most+n.Max
		}
	}
}

// isLife reports whether combatants live by a number.
func isLife(of, life string) bool { return strings.TrimSuffix(of, "s") == cmp.Or(life, "wound") }

// of returns what is known of somebody; of nobody it is an empty note that is not kept.
func (p *planner) of(name string) *known {
	if k := p.who[name]; k != nil {
		return k
	}
	return &known{}
}

// side returns the side of somebody.
func (p *planner) side(name string) string { return p.of(name).Team }

// advance takes the events of the steps up to this one.
func (p *planner) advance(step int) {
	for p.next < len(p.Steps) && p.Steps[p.next].N <= step {
		for _, e := range p.Steps[p.next].Events {
			if !e.Secret && !p.Steps[p.next].Secret {
				p.see(e, p.Steps[p.next])
			}
		}
		p.next++
	}
}

// see takes one event.
func (p *planner) see(e rules.Event, s rules.Step) {
	who := p.of(e.Seat)
	p.field.See(e)
	switch e.Kind {
	case "round":
		p.round = e.N
	case "turn", "breath":
		for _, k := range p.who {
			k.came = false
		}
	case "wound":
		who.most, who.left = max(who.most, e.N+e.Left), e.Left
		p.woundLeft[e.Seat+"|"+e.At] = leftAt{s.N, e.Left}
	case "rank": // who is crippled may act until a later blow takes that as well
		if who.out == "crippled" && (e.What == "out" || e.What == "dead") {
			who.out, who.by, who.at = fateOf(e.What), cmp.Or(e.At, who.by), s.N
		}
	case "edit":
		key, value, _ := strings.Cut(e.What, "=")
		if n, err := strconv.Atoi(value); err == nil && isLife(key, p.Life) {
			who.was, who.left, who.most = who.left, n, max(n, who.most)
			if n > 0 && who.out == "down" {
				who.out = ""
			}
		}
		if s.Why != "" {
			p.reason = s.Why
		}
	case "end":
		p.end, p.ended = e, s.N
		if p.end.N == 0 {
			p.end.N = p.round
		}
	}
}

// join adds who comes in the middle of a fight.
func (p *planner) join(f *rules.Fact) {
	k := &known{Fighter: rules.Fighter{Name: f.By, Team: f.What}, joined: f.Step, why: f.Answer}
	for _, o := range p.who {
		if o.Team == f.What {
			k.Side = o.Side
		}
	}
	step := p.Steps[p.next-1] // which has just been taken
	for _, e := range step.Events {
		if e.Kind == "edit" && e.Seat == f.By {
			k.Kind = e.With
		}
	}
	var now struct {
		Who map[string]struct{ N map[string][2]int }
	}
	if json.Unmarshal(step.Now, &now) == nil { // with how many Wounds they come
		var stand rules.Stand
		for of, n := range now.Who[f.By].N {
			stand.Numbers = append(stand.Numbers, rules.Number{Name: of, N: n[0], Max: n[1]})
		}
		k.begin(&stand, p.Life)
	}
	p.who[f.By] = k
	if !slices.ContainsFunc(p.Roster, func(r rules.Fighter) bool { return r.Name == f.By }) {
		p.Roster = append(slices.Clone(p.Roster), k.Fighter)
	}
}

// sides returns the sides with those who are there from the beginning.
func (p *planner) sides() (list []Side) {
	for _, f := range p.Roster {
		i := slices.IndexFunc(list, func(s Side) bool { return s.Name == f.Team })
		if i < 0 {
			i, list = len(list), append(list, Side{Name: f.Team})
		}
		switch k := p.of(f.Name); {
		case k.joined > 0 || f.OnCall:
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
		k := p.of(f.Name)
		who := Person{Name: f.Name, Kind: f.Kind, Side: f.Team, Joined: k.joined, Why: k.why, Called: f.OnCall,
			Left: k.left, Of: k.most, Out: k.out, By: k.by, At: k.at}
		var o book.Person
		if i < len(p.People) {
			o = p.People[i]
		}
		who.Being, beings[i] = p.being(i)
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
func (p *planner) stake() Stake {
	g := p.Goal
	if g.For == "" {
		return Stake{}
	}
	s := Stake{For: g.For, Goal: g.Goal, Who: g.Who, Rounds: g.Rounds, Within: p.Rounds}
	if g.Goal == "last" {
		s.Within = 0
	}
	return s
}

// isCounted reports whether somebody counts among those who are left of a side: squads and horses do not.
func (k *known) isCounted() bool { return !k.Steed && !k.Several && (!k.OnCall || k.risen) }

// countStanding sets after each fall who is the last of a side, and how many are left on both.
func (p *planner) countStanding() {
	out, alone := map[string]bool{}, map[string]bool{}
	for i := range p.beats {
		b := &p.beats[i]
		who := ""
		switch b.Kind {
		case "fall":
			who = b.To
		case "sunk", "rout", "leaves", "yields", "flees", "taken out":
			who = b.By
		case "joins", "rises":
			delete(out, b.By)
		}
		if who == "" || out[who] || b.Fate == "crippled" && slices.ContainsFunc(p.beats[i+1:], func(o Beat) bool { return o.blow && o.By == who }) {
			continue
		}
		out[who] = true
		var own, foes []string
		squads, ever := false, 0 // squads or horses are left on that side; how many it has had
		for _, f := range p.Roster {
			k := p.of(f.Name)
			if k.joined > b.Steps[len(b.Steps)-1] {
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
				squads = true
			default:
				own = append(own, f.Name)
			}
		}
		if !squads {
			b.Own, b.Other = len(own), len(foes)
		}
		if len(own) == 1 && ever > 1 && !squads && len(foes) > 0 && !alone[own[0]] {
			b.Alone, b.Foes = own[0], foes
			alone[own[0]] = true
		}
	}
}

// ending returns how the fight ends; nothing while it goes on.
func (p *planner) ending() (e End) {
	if p.ended == 0 {
		return e
	}
	e = End{Winner: p.end.Seat, Says: p.end.What, Round: p.end.N, Step: p.ended, Stand: []string{}, Others: []string{}}
	for _, f := range p.Roster {
		k := p.of(f.Name)
		if f.Team != e.Winner && e.Winner != "" {
			e.Loser = f.Team
		}
		if k.out != "" || f.OnCall && !k.risen {
			continue
		}
		if f.Team == e.Winner {
			e.Stand = append(e.Stand, f.Name)
		} else {
			e.Others = append(e.Others, f.Name)
		}
	}
	for i, f := range p.Roster {
		if i < len(p.People) && f.Team == e.Winner && p.People[i].Won != "" && e.Comes == "" {
			e.Comes = strings.TrimSuffix(p.People[i].Won, ".")
		}
	}
	p.setReason(&e)
	return e
}

// setReason sets the reason of an end.
func (p *planner) setReason(e *End) {
	reason, _, _ := strings.Cut(e.Says, ": ")
	g := p.Goal
	gave := ""
	for _, f := range p.Roster {
		if e.Says == rules.YieldedWords(f.Name, rules.EditYields) || e.Says == rules.YieldedWords(f.Name, rules.EditFlees) {
			gave = f.Name
		}
	}
	switch {
	case e.Says == "they held to the last" && g.Rounds > 0:
		e.Why, e.Rounds = "held", g.Rounds
	case e.Says == "nobody stands against them" || e.Says == "nobody else stands" || strings.HasPrefix(reason, "nobody of ") && e.Winner != "":
		e.Why = "none stands"
		squads := func(name string) bool { return p.of(name).Several }
		switch {
		case slices.ContainsFunc(e.Others, squads):
			e.Why = "leaderless"
		case len(e.Others) > 0:
			e.Why = "riderless"
		}
	case e.Says == "the points are made":
		e.Why = "points"
	case e.Says == "the rounds are over" && g.Goal == "down" && e.Winner != "" && e.Winner != g.For:
		e.Why, e.Who, e.Rounds = "late", g.Who, e.Round
	case e.Says == "the rounds are over":
		e.Why, e.Rounds = "time", e.Round
	case g.Who != "" && (e.Says == g.Who+" is down" || gave == g.Who):
		e.Why, e.Who = "out", g.Who
	case gave != "":
		e.Why, e.Who = "yields", gave
	case e.Winner != "" && e.Says == fight.ConcedeEdit(e.Loser):
		e.Why, e.Says = "concedes", p.reason
	default:
		e.Why = "other"
	}
	e.Says = text.Escape(e.Says)
}
