package session

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/big"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// Seats played by people, dice thrown by hand, and the standing instructions of the GM.

// Person is the agent of a seat that a person plays.
type Person struct{}

func (Person) String() string { return "human" }

// Choose always returns [ErrAsked].
func (Person) Choose(context.Context, agent.View) (rules.Action, error) {
	return rules.Action{}, ErrAsked
}

// ErrAsked is returned if a person at the table has to answer before the fight can go on.
var ErrAsked = errors.New("the table is asked")

// ByHand is the agent of a seat whose dice are thrown at the table.
type ByHand struct{ agent.Agent }

const handWords = "dice=hand"

func (b ByHand) String() string { return b.Agent.String() + " " + handWords }

// Resolve asks the agent that decides.
func (b ByHand) Resolve(ctx context.Context, v agent.View) (agent.Decision, error) {
	return agent.Resolve(ctx, b.Agent, v)
}

// Budget returns the budget of the agent that decides; zero if it does not search.
func (b ByHand) Budget() (lim search.Limits) {
	if a, ok := b.Agent.(agent.BudgetedAgent); ok {
		lim = a.Budget()
	}
	return lim
}

// As returns the agent with a character; its dice are still thrown at the table.
func (b ByHand) As(c book.Character) agent.Agent { return ByHand{agent.As(b.Agent, c)} }

// Player parses the player of a seat: "human" or an agent, which read parses, each with or without "dice=hand".
func Player(spec string, read func(spec string) (agent.Agent, error)) (agent.Agent, error) {
	rest, hand, dice := []string{}, false, false
	for _, f := range strings.Fields(spec) {
		if of := strings.HasPrefix(f, "dice="); of && dice {
			return nil, fmt.Errorf("dice= is there twice, want it once")
		} else if of {
			dice = true
		}
		switch {
		case f == handWords:
			hand = true
		case f == "dice=seed":
		case strings.HasPrefix(f, "dice="):
			return nil, fmt.Errorf("dice cannot be %q, want dice=hand or dice=seed", f[len("dice="):])
		default:
			rest = append(rest, f)
		}
	}
	var a agent.Agent = Person{}
	if len(rest) != 1 || rest[0] != a.String() {
		var err error
		if a, err = read(strings.Join(rest, " ")); err != nil {
			return nil, err
		}
	}
	if hand {
		a = ByHand{a}
	}
	return a, nil
}

func (s *Session) player(spec string) (agent.Agent, error) {
	return Player(spec, func(spec string) (agent.Agent, error) {
		if s.Mind == nil {
			return nil, fmt.Errorf("nobody can take a seat here")
		}
		return s.Mind(spec)
	})
}

// byHand gives seats dice of the table, by the names of combatants or sides; "" is everybody.
func byHand(roster []rules.Fighter, seats agent.Seating, names []string) error {
	for _, name := range names {
		if name != "" {
			var err error
			if name, err = rules.SeatOrSideNamed(roster, name, ""); err != nil {
				return err
			}
		}
		for i, r := range roster {
			if name != "" && name != r.Name && name != r.Team {
				continue
			}
			if _, already := seats[i].(ByHand); !already {
				seats[i] = ByHand{seats[i]}
			}
		}
	}
	return nil
}

// IsPerson reports whether a is played by a person.
func IsPerson(a agent.Agent) bool {
	if hand, ok := a.(ByHand); ok {
		a = hand.Agent
	}
	return a == Person{}
}

// Kinds of questions.
const (
	Decision = "decision"
	Dice     = "dice"
	Over     = "over"
)

// Question is what a person at the table has to answer next. Its kind is empty if the fight goes on without an answer.
type Question struct {
	Kind     string `json:"kind"`
	Seat     string `json:"seat,omitempty"`
	Proposal bool   `json:"proposal,omitempty"` // the program plays the seat, and the GM is asked to confirm
	Check    *Throw `json:"check,omitempty"`    // of dice
}

// Throw is the dice a question is about, in words. Where both throw and only one of them at the table, they are that one's: the program
// has thrown the others.
type Throw struct {
	agent.Odds
	By string `json:"by,omitempty" jsonschema:"whose throw it is, where only another is asked for dice of it"`

	Dice []int `json:"dice" jsonschema:"the sides of each die; 0 is a prismatic result, which is one number from 0"`
	// Whose each die is, where they are not all one combatant's.
	Whose []string `json:"whose,omitempty"`
	Open  bool     `json:"open,omitempty" jsonschema:"more dice may follow: each that is thrown on stands behind its first face, a draw at the end"`
	Fell  []Fell   `json:"fell,omitempty" jsonschema:"what the dice show that the program has thrown for others"`
	Least int      `json:"least,omitempty" jsonschema:"the least sum of the dice that succeeds; absent where more than the sum decides"`
}

// Question returns the present question.
func (s *Session) Question() Question {
	turn := s.Turn()
	switch {
	case s.CanSettle():
		return Question{}
	case turn.Kind == rules.Over:
		return Question{Kind: Over}
	case turn.Kind == rules.Chance:
		asked, told := s.diceToTell()
		if len(told) == 0 || s.facesHere() != nil {
			return Question{}
		}
		return Question{Kind: Dice, Seat: s.Name(asked), Check: s.throwOf(asked, told)}
	}
	q := Question{Kind: Decision, Seat: s.Name(turn.Seat), Proposal: !IsPerson(s.plays(turn.Seat))}
	if q.Proposal && (!s.Ask || s.standing().auto[q.Seat] || s.takes(turn.Seat)) {
		return Question{}
	}
	if v, err := s.look(); err == nil && len(v.Actions()) == 1 {
		return Question{} // there is nothing to ask
	}
	return q
}

// Throw returns the dice that the fight waits for, nil if it waits for none.
func (s *Session) Throw() *Throw {
	if s.Turn().Kind != rules.Chance {
		return nil
	}
	return s.throwOf(s.Turn().Seat, nil)
}

// throwOf words the throw that the fight waits for, for the one who is asked: told are the places of the dice it tells, nil for all.
func (s *Session) throwOf(asked rules.Seat, told []int) *Throw {
	c := s.Check()
	t := &Throw{Odds: agent.OddsOf(c, asked, s.Roster()), Open: c.Open, Least: leastOf(c)}
	if asked != c.Seat {
		t.By = s.Name(c.Seat)
	}
	fell := s.NextFaces()
	for i, sides := range c.Dice {
		if len(told) > 0 && !slices.Contains(told, i) {
			t.Fell = append(t.Fell, Fell{s.Name(c.Thrower(i)), fell[i]})
			continue
		}
		t.Dice, t.Whose = append(t.Dice, sides), append(t.Whose, s.Name(c.Thrower(i)))
	}
	if len(slices.Compact(slices.Clone(t.Whose))) == 1 && len(t.Fell) == 0 {
		t.Whose = nil
	}
	return t
}

// Fell is what a die shows, and whose it is.
type Fell struct {
	Whose string `json:"whose"`
	Shows int    `json:"shows"`
}

// diceToTell returns which dice of the throw that the fight waits for are thrown by hand, and who is asked for what they show. Where more
// dice may follow all are told by one.
func (s *Session) diceToTell() (asked rules.Seat, dice []int) {
	turn, c := s.Turn(), s.Check()
	asked = turn.Seat
	for i := range c.Dice {
		of := c.Thrower(i)
		if c.Open {
			of = turn.Seat
		}
		if !s.byHand(of) {
			continue
		}
		if len(dice) == 0 {
			asked = of
		}
		dice = append(dice, i)
	}
	return asked, dice
}

// takeTold makes the step of a throw from the dice that were told: all of them, or those that the program has not thrown itself.
func (s *Session) takeTold(faces []int) (rules.Step, error) {
	if _, told := s.diceToTell(); s.Turn().Kind == rules.Chance && len(faces) == len(told) && len(told) < len(s.Check().Dice) {
		all := s.NextFaces()
		for k, i := range told {
			all[i] = faces[k]
		}
		faces = all
	}
	return s.Dice(faces...)
}

// leastOf returns the least sum of the dice of a throw that succeeds; 0 where more than the sum decides, as doubles do, or nothing.
func leastOf(c rules.Check) int {
	least := c.Need - c.Mod
	if c.Verb == "" || c.Contest || c.Says != "" || c.Den == 0 || least < 1 || len(c.Dice) == 0 {
		return 0
	}
	sum := dice.Sum(1, c.Dice[0])
	for _, sides := range c.Dice[1:] {
		sum = sum.Plus(dice.Sum(1, sides))
	}
	if sum.AtLeast(least).Cmp(big.NewRat(c.Num, c.Den)) != 0 {
		return 0
	}
	return least
}

// byHand reports whether a seat's dice are thrown at the table.
func (s *Session) byHand(seat rules.Seat) bool {
	if s.Name(seat) == "" {
		return s.ByHand()
	}
	_, hand := s.plays(seat).(ByHand)
	return hand
}

// ByHand reports whether any dice are thrown at the table.
func (s *Session) ByHand() bool {
	return slices.ContainsFunc(s.Seats(), func(a agent.Agent) bool { _, hand := a.(ByHand); return hand })
}

// AtTheTable reports whether a step is a throw of dice at the table or for a person's seat.
func (s *Session) AtTheTable(step rules.Step) bool {
	seat, err := s.seat(step.Seat)
	return err == nil && len(step.Roll) > 0 && (s.byHand(seat) || IsPerson(s.plays(seat)))
}

// step makes the next step for whom nobody has to be asked.
func (s *Session) step(ctx context.Context) (rules.Step, error) {
	if s.CanSettle() {
		return s.Settle()
	}
	turn := s.Turn()
	if turn.Kind == rules.Chance {
		if _, told := s.diceToTell(); len(told) > 0 {
			if fell := s.facesHere(); fell != nil {
				return s.Fight.Dice(fell...)
			}
		}
		return s.Fight.Roll()
	}
	v, err := s.look()
	if err != nil {
		return rules.Step{}, err
	}
	if open := v.Actions(); len(open) == 1 {
		return s.Fight.Play(open[0])
	}
	if s.proposed.at == len(s.Fight.Steps()) && s.proposed.view {
		return s.proposed.Make(s.Fight)
	}
	d, err := s.resolve(ctx, v)
	if err != nil {
		return rules.Step{}, err
	}
	return d.Make(s.Fight)
}

// resolve asks the agent that plays the seat to move for its decision. A seat that the GM has forbidden to yield takes the decision it
// would take instead.
func (s *Session) resolve(ctx context.Context, v agent.View) (d agent.Decision, err error) {
	who := s.plays(v.Seat())
	err = s.aside(ctx, func(ctx context.Context) (err error) {
		d, err = agent.Resolve(ctx, who, v)
		return err
	})
	if err == nil && s.bannedFor(v.Seat())(fight.Option{Words: yieldWord}) {
		d = agent.Decision{Action: d.Action}
	}
	return d, err
}

// Take makes the proposed step: the program's decision for the seat, or the dice of the seed.
func (s *Session) Take(ctx context.Context) (rules.Step, error) {
	switch q := s.Question(); {
	case q.Kind == Over:
		return rules.Step{}, s.undecidedError()
	case q.Kind == Decision && !q.Proposal:
		return rules.Step{}, as(NotNow, text.Problem{What: "nothing is proposed for " + q.Seat + ": a person decides",
			Want: "a number or the words of a choice; hint says what would be best"})
	case q.Kind == Dice:
		return rules.Step{}, as(NotNow, text.Problem{What: "the dice of " + q.Seat + " are thrown at the table", Want: "what they show, or roll"})
	}
	return s.step(ctx)
}

// proposal is what an agent has decided and nobody has taken yet.
type proposal struct {
	agent.Decision
	at   int  // how many steps there were: it is out of date when there are more
	view bool // there is one
}

// taking is whose proposals are taken without asking, and in which round.
type taking struct {
	name  string // a combatant, a side, or empty for everybody
	round int    // 0: nobody's
}

// takes reports whether what is proposed for a seat is taken without asking.
func (s *Session) takes(seat rules.Seat) bool {
	return s.taking.round == s.Round() && s.isOf(seat, s.taking.name)
}

// isOf reports whether a seat is meant by a name: its own, that of its side, or none.
func (s *Session) isOf(seat rules.Seat, name string) bool {
	r := s.Roster()[seat]
	return name == "" || name == r.Name || name == r.Team
}

// Proposal is the program's decision for the seat to move, with its value.
type Proposal struct {
	Do     string       `json:"do"`
	Yields string       `json:"yields,omitempty" jsonschema:"it would stop fighting: do is yield or flee, and this is why; advice is about fighting on"`
	Advice agent.Advice `json:"advice"`
}

// Propose asks the agent of the seat to move for its decision.
func (s *Session) Propose(ctx context.Context) (p Proposal, err error) {
	v, err := s.look()
	if err != nil {
		return p, s.undecidedError()
	}
	d, err := s.resolve(ctx, v)
	if err != nil {
		return p, err
	}
	for _, o := range v.Options() {
		if o.Action == d.Action {
			p.Do = o.Words
		}
	}
	if d.Why != "" {
		p.Do, p.Yields = d.Word(), d.Why
	}
	s.proposed = proposal{d, len(s.Fight.Steps()), true}
	found := false
	f, as := s.Copy(), s.character(v.Seat())
	err = s.aside(ctx, func(ctx context.Context) (err error) {
		p.Advice, found, err = d.Advice(ctx, f, v, as)
		return err
	})
	if !found {
		p.Advice, err = s.Advise(ctx, s.budget(v.Seat()))
	}
	return p, err
}

// budget returns how far a proposal for a seat looks ahead: as far as who plays it, or as advice does.
func (s *Session) budget(seat rules.Seat) search.Limits {
	if s.Name(seat) == "" {
		return s.Advice
	}
	if b, ok := s.plays(seat).(agent.BudgetedAgent); ok && b.Budget() != (search.Limits{}) {
		return b.Budget()
	}
	return s.Advice
}

// Advise returns what the search found for the decision the fight waits for, among what is open, as who plays the seat chooses
// among it; for a person it is the best there is.
func (s *Session) Advise(ctx context.Context, lim search.Limits) (a agent.Advice, err error) {
	seat := s.Turn().Seat
	f, as, closed := s.Copy(), s.character(seat), s.bannedFor(seat)
	err = s.aside(ctx, func(ctx context.Context) (err error) {
		a, err = agent.AdviseAs(ctx, f, lim, as, closed)
		return err
	})
	return a, err
}

// character returns the level and temper of the agent that plays a seat; none of a person, nor of an agent that does not search.
func (s *Session) character(seat rules.Seat) book.Character {
	if s.Name(seat) == "" {
		return book.Character{}
	}
	a := s.plays(seat)
	if hand, ok := a.(ByHand); ok {
		a = hand.Agent
	}
	if mind, ok := a.(*agent.Search); ok {
		return mind.Character
	}
	return book.Character{}
}

// look returns the fight as the seat to move may know it, with what is open to it.
func (s *Session) look() (agent.View, error) {
	v, err := agent.Look(s.Fight)
	if err != nil {
		return v, err
	}
	return v.Without(s.bannedFor(s.Turn().Seat)), nil
}

// orders is the sum of the instructions of the GM that are in force.
type orders struct {
	bans  fight.Bans
	auto  map[string]bool        // by combatant
	seats map[string]agent.Agent // by combatant
	may   *PlayerRights          // what players may do; nil: nothing has been said
}

// standing returns the orders that stand now: worked out anew when something was said or taken back.
func (s *Session) standing() *orders {
	steps := s.Fight.Steps()
	said := slices.ContainsFunc(steps[min(s.heard, len(steps)):], func(t rules.Step) bool {
		return t.Says() || t.Edit != "" || t.Undo > 0 || t.Redo > 0 || t.Mend > 0
	})
	s.heard = len(steps)
	if !said && s.orders.auto != nil {
		return &s.orders
	}
	s.orders = orders{auto: map[string]bool{}, seats: map[string]agent.Agent{}}
	for _, t := range fight.StandingSteps(steps) {
		if t.Says() {
			s.orders.hear(t, s)
		}
	}
	return &s.orders
}

// hear adds one instruction of the GM. A later one about the same seat replaces an earlier one.
func (o *orders) hear(t rules.Step, s *Session) {
	o.bans = o.bans.After(t)
	if t.Word == fight.WordPlayers {
		o.may = new(readAllowed(t.What))
	}
	for _, r := range s.Roster() {
		if t.For != "" && t.For != r.Name && t.For != r.Team {
			continue
		}
		switch t.Word {
		case fight.WordAuto:
			o.auto[r.Name] = true
		case fight.WordAsk:
			delete(o.auto, r.Name)
		case fight.WordSeat:
			if a, err := s.player(t.What); err == nil { // it was read when it was said
				o.seats[r.Name] = agent.As(a, r.Character)
			}
		}
	}
}

// plays returns the agent that plays a seat now: the one the GM has named last, else the one of the beginning. Somebody who has joined since
// is played by the agent of the first of its side.
func (s *Session) plays(seat rules.Seat) agent.Agent {
	name := s.Name(seat)
	if a := s.standing().seats[name]; a != nil {
		return a
	}
	at := slices.IndexFunc(s.cast, func(r rules.Fighter) bool { return r.Name == name })
	if at < 0 {
		at = slices.IndexFunc(s.cast, func(r rules.Fighter) bool { return r.Side == s.Side(seat) })
	}
	return s.seats[at]
}

// bannedFor says which decisions of a seat the GM has banned.
func (s *Session) bannedFor(seat rules.Seat) func(fight.Option) bool {
	if s.Name(seat) == "" {
		return func(fight.Option) bool { return false }
	}
	who, bans := s.Roster()[seat], s.standing().bans
	return func(o fight.Option) bool { return bans.Forbids(who, o.Words) }
}

// facesHere returns the dice that were told at the table where the fight stands now, if they were told there before and taken back: whoever
// undoes a throw and comes to it again by the same steps gets the same dice. A place is known by a hash of the standing steps that lead to
// it; line are the hashes of those steps, gone those that an undo has taken back.
func (s *Session) facesHere() []int {
	var line, gone []uint64
	fell := map[uint64][]int{}
	top := func() uint64 {
		if len(line) == 0 {
			return 0
		}
		return line[len(line)-1]
	}
	for _, t := range s.Fight.Steps() {
		switch {
		case t.Undo > 0:
			for range t.Undo {
				gone, line = append(gone, top()), line[:len(line)-1]
			}
			continue
		case t.Redo > 0:
			for range t.Redo {
				line, gone = append(line, gone[len(gone)-1]), gone[:len(gone)-1]
			}
			continue
		}
		line = line[:len(line)-t.Mend]
		if t.Says() {
			line, gone = append(line, top()), gone[:0]
			continue
		}
		if len(t.Roll) > 0 {
			fell[top()] = t.Roll
		}
		h := fnv.New64a()
		fmt.Fprint(h, top(), t.Seat, t.Do, t.Edit, t.Roll)
		line, gone = append(line, h.Sum64()), gone[:0]
	}
	return fell[top()]
}

// seat finds a combatant by its name.
func (s *Session) seat(name string) (rules.Seat, error) {
	seat, err := rules.SeatNamed(s.Roster(), name)
	return seat, as(UnknownName, err)
}

// side finds a side by its name.
func (s *Session) side(name string) (string, error) {
	team, err := rules.SideNamed(s.Roster(), name)
	return team, as(UnknownName, err)
}

// whom finds a combatant or a side by its name; the empty name is everybody's.
func (s *Session) whom(name string) (string, error) {
	whom, err := rules.SeatOrSideNamed(s.Roster(), name, ", or fight for everybody")
	if err != nil && (name == "" || text.Fold(name) == "fight") {
		return "", nil
	}
	return whom, as(UnknownName, err)
}
