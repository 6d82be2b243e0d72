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

// Person is the agent of a seat that a person plays.
type Person struct{}

func (Person) String() string { return "human" }

// Choose always returns [ErrAsked].
func (Person) Choose(context.Context, agent.View) (rules.Action, error) {
	return rules.Action{}, ErrAsked
}

// ErrAsked is returned if a person at the table has to answer before the fight can go on.
var ErrAsked = errors.New("the table is asked")

// ByHand is an agent whose dice are thrown at the table.
type ByHand struct{ agent.Agent }

const handSetting = "dice=hand"

func (b ByHand) String() string { return b.Agent.String() + " " + handSetting }

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

// Player parses the player of a seat: "human" or an agent, which read parses, with or without "dice=hand".
func Player(spec string, read func(spec string) (agent.Agent, error)) (agent.Agent, error) {
	rest, hand, dice := []string{}, false, false
	for _, f := range strings.Fields(spec) {
		isDice := strings.HasPrefix(f, "dice=")
		switch {
		case isDice && dice:
			return nil, fmt.Errorf("dice= is there twice, want it once")
		case !isDice:
			rest = append(rest, f)
		case f == handSetting:
			hand = true
		case f != "dice=seed":
			return nil, fmt.Errorf("dice cannot be %q, want dice=hand or dice=seed", f[len("dice="):])
		}
		dice = dice || isDice
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

// readPlayer parses the player of a seat; agents with [Session.Mind].
func (s *Session) readPlayer(spec string) (agent.Agent, error) {
	return Player(spec, func(spec string) (agent.Agent, error) {
		if s.Mind == nil {
			return nil, fmt.Errorf("nobody can take a seat here")
		}
		return s.Mind(spec)
	})
}

// giveDiceByHand makes the agents of some combatants or sides throw their dice at the table; "" is everybody.
func giveDiceByHand(roster []rules.Fighter, seats agent.Seating, names []string) error {
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

// The kinds of a [Question].
const (
	Decision = "decision"
	Dice     = "dice"
	Over     = "over"
)

// Question is what a person at the table has to answer next. Its kind is empty if the fight can go on without an
// answer.
type Question struct {
	Kind     string `json:"kind" jsonschema:"empty while the program plays on"`
	Seat     string `json:"seat,omitempty"`
	Proposal bool   `json:"proposal,omitempty"` // the program plays the seat, and the GM is asked to confirm
	Check    *Throw `json:"check,omitempty"`    // the throw, if the kind is [Dice]
}

// Throw is the dice that a question is about, in words. If both sides throw and only one of them at the table, the dice
// are that side's: the program throws the others.
type Throw struct {
	agent.Odds
	By string `json:"by,omitempty" jsonschema:"whose throw it is, where only another is asked for dice of it"`

	Dice []int `json:"dice" jsonschema:"the sides of each die; 0 is a prismatic result, which is one number from 0"`
	// Whose is the thrower of each die; nil if one combatant throws all.
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
		asked, told := s.diceToAskFor()
		if len(told) == 0 || s.rememberedFaces() != nil {
			return Question{}
		}
		return Question{Kind: Dice, Seat: s.Name(asked), Check: s.throwOf(asked, told)}
	}
	q := Question{Kind: Decision, Seat: s.Name(turn.Seat), Proposal: !IsPerson(s.agentOf(turn.Seat))}
	isTaken := s.taking.round == s.Round() && s.isMeant(turn.Seat, s.taking.whom)
	if q.Proposal && (!s.Ask || s.ordersNow().automatic[q.Seat] || isTaken) {
		return Question{}
	}
	if v, err := s.allowedView(); err == nil && len(v.Actions()) == 1 {
		return Question{} // there is no choice
	}
	return q
}

// throwOf returns the throw that the fight waits for, as the seat asked sees it. told has the indices of the dice whose
// faces that seat tells, nil for all.
func (s *Session) throwOf(asked rules.Seat, told []int) *Throw {
	c := s.Check()
	t := &Throw{Odds: agent.OddsOf(c, asked, s.Roster()), Open: c.Open, Least: leastSum(c)}
	if asked != c.Seat {
		t.By = s.Name(c.Seat)
	}
	faces := s.NextFaces()
	for i, sides := range c.Dice {
		if len(told) > 0 && !slices.Contains(told, i) {
			t.Fell = append(t.Fell, Fell{s.Name(c.Thrower(i)), faces[i]})
			continue
		}
		t.Dice, t.Whose = append(t.Dice, sides), append(t.Whose, s.Name(c.Thrower(i)))
	}
	if len(slices.Compact(slices.Clone(t.Whose))) == 1 && len(t.Fell) == 0 {
		t.Whose = nil
	}
	return t
}

// Fell is what a die shows that the program has thrown.
type Fell struct {
	Whose string `json:"whose"`
	Shows int    `json:"shows"`
}

// diceToAskFor returns the indices of the dice that are thrown by hand in the throw that the fight waits for, and the
// seat that is asked for them. If more dice may follow, one seat tells all.
func (s *Session) diceToAskFor() (asked rules.Seat, dice []int) {
	turn, c := s.Turn(), s.Check()
	asked = turn.Seat
	for i := range c.Dice {
		thrower := c.Thrower(i)
		if c.Open {
			thrower = turn.Seat
		}
		if !s.throwsByHand(thrower) {
			continue
		}
		if len(dice) == 0 {
			asked = thrower
		}
		dice = append(dice, i)
	}
	return asked, dice
}

// throwAsTold makes the step of a throw with the faces that were told: of all dice, or of those that diceToAskFor
// returns.
func (s *Session) throwAsTold(faces []int) (rules.Step, error) {
	if _, told := s.diceToAskFor(); s.Turn().Kind == rules.Chance && len(faces) == len(told) && len(told) < len(s.Check().Dice) {
		all := s.NextFaces()
		for k, i := range told {
			all[i] = faces[k]
		}
		faces = all
	}
	return s.Dice(faces...)
}

// leastSum returns the least sum of the dice with which a throw succeeds; 0 if more than the sum decides, as doubles
// do, or if nothing can fail.
func leastSum(c rules.Check) int {
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

// throwsByHand reports whether a seat's dice are thrown at the table. Dice that are no seat's are thrown there if any
// seat's are.
func (s *Session) throwsByHand(seat rules.Seat) bool {
	if s.Name(seat) == "" {
		return s.ByHand()
	}
	_, hand := s.agentOf(seat).(ByHand)
	return hand
}

// ByHand reports whether any dice are thrown at the table.
func (s *Session) ByHand() bool {
	return slices.ContainsFunc(s.Seats(), func(a agent.Agent) bool { _, hand := a.(ByHand); return hand })
}

// AtTheTable reports whether a step is a throw of dice at the table, or of a person's seat.
func (s *Session) AtTheTable(step rules.Step) bool {
	seat, err := s.seat(step.Seat)
	return err == nil && len(step.Roll) > 0 && (s.throwsByHand(seat) || IsPerson(s.agentOf(seat)))
}

// step makes the next step, for which nobody has to be asked.
func (s *Session) step(ctx context.Context) (rules.Step, error) {
	if s.CanSettle() {
		return s.Settle()
	}
	turn := s.Turn()
	if turn.Kind == rules.Chance {
		if _, told := s.diceToAskFor(); len(told) > 0 {
			if faces := s.rememberedFaces(); faces != nil {
				return s.Fight.Dice(faces...)
			}
		}
		return s.Fight.Roll()
	}
	v, err := s.allowedView()
	if err != nil {
		return rules.Step{}, err
	}
	if open := v.Actions(); len(open) == 1 {
		return s.Fight.Play(open[0])
	}
	if s.hasProposal() {
		return s.proposed.Make(s.Fight)
	}
	d, err := s.resolve(ctx, v)
	if err != nil {
		return rules.Step{}, err
	}
	return d.Make(s.Fight)
}

// resolve asks the agent of the seat to move for its decision. If the agent would yield and the GM has forbidden that,
// it returns the agent's best action instead.
func (s *Session) resolve(ctx context.Context, v agent.View) (d agent.Decision, err error) {
	a := s.agentOf(v.Seat())
	d, err = runAside(ctx, s, func(ctx context.Context) (agent.Decision, error) { return agent.Resolve(ctx, a, v) })
	if err == nil && s.isBannedFor(v.Seat())(fight.Option{Words: yieldWord}) {
		d = agent.Decision{Action: d.Action}
	}
	return d, err
}

// take makes the proposed step: the program's decision for the seat, or dice from the seed.
func (c Client) take(ctx context.Context, _ Nothing) (Made, error) {
	switch q := c.Question(); {
	case q.Kind == Over:
		return Made{}, c.undecidedError()
	case q.Kind == Decision && !q.Proposal:
		return Made{}, unproposedError(q.Seat)
	case q.Kind == Dice:
		return Made{}, newError(NotNow, "the dice of "+q.Seat+" are thrown at the table", "what they show, or roll")
	}
	return c.madeByChoice(c.step(ctx))
}

// unproposedError returns the error of who asks for a proposal where a person decides.
func unproposedError(seat string) error {
	return newError(NotNow, "nothing is proposed for "+seat+": a person decides", "a number or the words of a choice; hint says what would be best")
}

// proposal is a decision of an agent that the GM has not taken yet.
type proposal struct {
	agent.Decision
	since int  // [Session.AskedSince] when it was made: it is about that question alone
	made  bool // whether there is a proposal
}

// hasProposal reports whether a proposal is made for the present question.
func (s *Session) hasProposal() bool { return s.proposed.made && s.proposed.since == s.AskedSince() }

// autoTaking says whose proposals are taken without asking, and in which round. The zero value takes none.
type autoTaking struct {
	whom  string // a combatant or a side; empty for everybody
	round int
}

// isMeant reports whether a name means a seat: its own name, that of its side, or none.
func (s *Session) isMeant(seat rules.Seat, name string) bool {
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
	v, err := s.allowedView()
	if err != nil {
		return p, s.undecidedError()
	}
	d, err := s.resolve(ctx, v)
	if errors.Is(err, ErrAsked) {
		return p, unproposedError(v.Name())
	}
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
	s.proposed = proposal{d, s.AskedSince(), true}
	found := false
	f, character := s.Copy(), s.character(v.Seat())
	p.Advice, err = runAside(ctx, s, func(ctx context.Context) (a agent.Advice, err error) {
		a, found, err = d.Advice(ctx, f, v, character)
		return a, err
	})
	if !found {
		p.Advice, err = s.Advise(ctx, s.budget(v.Seat()))
	}
	return p, err
}

// budget returns the limits of the search for a proposal: those of the seat's agent, or those of advice.
func (s *Session) budget(seat rules.Seat) search.Limits {
	if s.Name(seat) == "" {
		return s.Advice
	}
	if b, ok := s.agentOf(seat).(agent.BudgetedAgent); ok && b.Budget() != (search.Limits{}) {
		return b.Budget()
	}
	return s.Advice
}

// Advise returns advice on the decision that the fight waits for: among the options that are not banned, the one that
// the character of the seat's agent takes. For a person it is the best one.
func (s *Session) Advise(ctx context.Context, limits search.Limits) (agent.Advice, error) {
	seat := s.Turn().Seat
	f, character, isBanned := s.Copy(), s.character(seat), s.isBannedFor(seat)
	return runAside(ctx, s, func(ctx context.Context) (agent.Advice, error) {
		return agent.AdviseAs(ctx, f, limits, character, isBanned)
	})
}

// character returns the level and temper of the agent of a seat; none for a person or an agent that does not search.
func (s *Session) character(seat rules.Seat) book.Character {
	if s.Name(seat) == "" {
		return book.Character{}
	}
	a := s.agentOf(seat)
	if hand, ok := a.(ByHand); ok {
		a = hand.Agent
	}
	if search, ok := a.(*agent.Search); ok {
		return search.Character
	}
	return book.Character{}
}

// allowedView is [agent.Look] without the decisions that the GM has banned: the fight as the seat to move may know it.
func (s *Session) allowedView() (agent.View, error) {
	v, err := agent.Look(s.Fight)
	if err != nil {
		return v, err
	}
	return v.Without(s.isBannedFor(s.Turn().Seat)), nil
}

// orders is what the GM has ordered for the rest of the fight with ban, allow, auto, ask, seat and players.
type orders struct {
	bans      fight.Bans
	automatic map[string]bool        // by combatant: whether it decides without asking the GM
	seats     map[string]agent.Agent // by combatant: its new agent
	rights    *PlayerRights          // what players may do; nil if the GM has not said
}

// ordersNow returns the orders that are in force. They are computed again if steps since the last call can have changed
// them.
func (s *Session) ordersNow() *orders {
	steps := s.Fight.Steps()
	changed := slices.ContainsFunc(steps[min(s.ordersUpTo, len(steps)):], func(t rules.Step) bool {
		return t.Says() || t.Edit != "" || t.Undo > 0 || t.Redo > 0 || t.Mend > 0
	})
	s.ordersUpTo = len(steps)
	if !changed && s.orders.automatic != nil {
		return &s.orders
	}
	s.orders = orders{automatic: map[string]bool{}, seats: map[string]agent.Agent{}}
	for _, t := range fight.StandingSteps(steps) {
		if t.Says() {
			s.orders.apply(t, s)
		}
	}
	return &s.orders
}

// apply adds one order of the GM. A later one about the same seat replaces an earlier one.
func (o *orders) apply(t rules.Step, s *Session) {
	o.bans = o.bans.After(t)
	if t.Word == fight.WordPlayers {
		o.rights = new(readRights(t.What))
	}
	for _, r := range s.Roster() {
		if t.For != "" && t.For != r.Name && t.For != r.Team {
			continue
		}
		switch t.Word {
		case fight.WordAuto:
			o.automatic[r.Name] = true
		case fight.WordAsk:
			delete(o.automatic, r.Name)
		case fight.WordSeat:
			if a, err := s.readPlayer(t.What); err == nil { // it was checked when it was said
				o.seats[r.Name] = agent.As(a, r.Character)
			}
		}
	}
}

// agentOf returns the agent of a seat: the last one that the GM has given it, else its agent at the beginning. A
// combatant that has joined since is played by the agent of the first combatant of its side.
func (s *Session) agentOf(seat rules.Seat) agent.Agent {
	name := s.Name(seat)
	if a := s.ordersNow().seats[name]; a != nil {
		return a
	}
	at := slices.IndexFunc(s.startRoster, func(r rules.Fighter) bool { return r.Name == name })
	if at < 0 {
		at = slices.IndexFunc(s.startRoster, func(r rules.Fighter) bool { return r.Side == s.Side(seat) })
	}
	return s.startAgents[at]
}

// isBannedFor returns a function that reports whether the GM has banned a decision for a seat.
func (s *Session) isBannedFor(seat rules.Seat) func(fight.Option) bool {
	if s.Name(seat) == "" {
		return func(fight.Option) bool { return false }
	}
	who, bans := s.Roster()[seat], s.ordersNow().bans
	return func(o fight.Option) bool { return bans.Forbids(who, o.Words) }
}

// rememberedFaces returns the faces that were told at the table for the present throw, if it was made before and taken
// back; else nil. So whoever undoes a throw and comes to it again by the same steps gets the same dice. A throw is
// identified by a hash of the steps that stand before it: line has the hashes after each of these steps, gone the
// hashes after the steps that an undo has taken back.
func (s *Session) rememberedFaces() []int {
	var line, gone []uint64
	faces := map[uint64][]int{} // of throws, by the hash of the steps before
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
			faces[top()] = t.Roll
		}
		h := fnv.New64a()
		fmt.Fprint(h, top(), t.Seat, t.Do, t.Edit, t.Roll)
		line, gone = append(line, h.Sum64()), gone[:0]
	}
	return faces[top()]
}

// seat returns the combatant that a typed name means.
func (s *Session) seat(name string) (rules.Seat, error) {
	seat, err := rules.SeatNamed(s.Roster(), name)
	return seat, withCode(UnknownName, err)
}

// side returns the side that a typed name means.
func (s *Session) side(name string) (string, error) {
	team, err := rules.SideNamed(s.Roster(), name)
	return team, withCode(UnknownName, err)
}

// seatOrSide returns the combatant or side that a typed name means; empty for everybody.
func (s *Session) seatOrSide(name string) (string, error) {
	proper, err := rules.SeatOrSideNamed(s.Roster(), name, ", or fight for everybody")
	if err != nil && (name == "" || text.Fold(name) == "fight") {
		return "", nil
	}
	return proper, withCode(UnknownName, err)
}
