package session

import (
	"math/big"
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// The kinds of a [Question].
const (
	Decision = "decision"
	Dice     = "dice"
	Over     = "over"
)

// Question is what a person at the table has to answer next. Its kind is empty if the fight can go on without an
// answer: the program decides and throws, there is only one choice, or a change that has waited is to be made.
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
	Whose []string   `json:"whose,omitempty"`
	Open  bool       `json:"open,omitempty" jsonschema:"more dice may follow: each that is thrown on stands behind its first face, a draw at the end"`
	Fell  []shownDie `json:"fell,omitempty" jsonschema:"what the dice show that the program has thrown for others"`
	Least int        `json:"least,omitempty" jsonschema:"the least sum of the dice that succeeds; absent where more than the sum decides"`
}

// shownDie is what a die shows that the program has thrown.
type shownDie struct {
	Whose string `json:"whose"`
	Shows int    `json:"shows"`
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
	isTaken := s.taking.round == s.Round() && s.isNamedBy(turn.Seat, s.taking.whom)
	if q.Proposal && (!s.Ask || s.ordersNow().automatic[q.Seat] || isTaken) {
		return Question{}
	}
	if v, err := s.allowedView(); err == nil && len(v.Actions()) == 1 {
		return Question{} // there is no choice
	}
	return q
}

// throwOf returns the throw that the fight waits for, as the seat asked sees it. told has the indices of the dice whose
// faces that seat tells, nil for all. The other faces are those that the seed gives this throw, whenever it is made.
func (s *Session) throwOf(asked rules.Seat, told []int) *Throw {
	c := s.Check()
	t := &Throw{Odds: agent.OddsOf(c, asked, s.Roster()), Open: c.Open, Least: leastSum(c)}
	if asked != c.Seat {
		t.By = s.Name(c.Seat)
	}
	faces := s.NextFaces()
	for i, sides := range c.Dice {
		if len(told) > 0 && !slices.Contains(told, i) {
			t.Fell = append(t.Fell, shownDie{s.Name(c.Thrower(i)), faces[i]})
			continue
		}
		t.Dice, t.Whose = append(t.Dice, sides), append(t.Whose, s.Name(c.Thrower(i)))
	}
	if len(text.Unique(t.Whose)) == 1 && len(t.Fell) == 0 {
		t.Whose = nil
	}
	return t
}

// diceToAskFor returns the indices of the dice that are thrown by hand in the throw that the fight waits for, and the
// seat that is asked for them. If more dice may follow, one seat tells all: which further dice there are is known only
// from the faces of the first. A contest has dice of both sides; each fighter throws its own.
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

// leastSum returns the least sum of the dice with which a throw succeeds; 0 if other things decide, as doubles, or
// nothing can fail.
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

// throwAsTold makes the step of a throw with the faces that were told: of all dice, or of those that diceToAskFor
// returns. Any other number of faces is an error of the fight, which knows how many dice there are.
func (s *Session) throwAsTold(faces []int) (rules.Step, error) {
	_, told := s.diceToAskFor()
	if s.Turn().Kind == rules.Chance && len(faces) == len(told) && len(told) < len(s.Check().Dice) {
		all := s.NextFaces()
		for k, i := range told {
			all[i] = faces[k]
		}
		faces = all
	}
	return s.Dice(faces...)
}

// throwsByHand reports whether a seat's dice are thrown at the table; dice that are no seat's are if any seat's are.
func (s *Session) throwsByHand(seat rules.Seat) bool {
	if s.Name(seat) == "" {
		return s.HasTableDice()
	}
	_, hand := s.agentOf(seat).(ByHand)
	return hand
}

// HasTableDice reports whether any dice are thrown at the table.
func (s *Session) HasTableDice() bool {
	return slices.ContainsFunc(s.Seats(), func(a agent.Agent) bool { _, hand := a.(ByHand); return hand })
}

// IsTableThrow reports whether a step is a throw of dice at the table, or of a person's seat.
func (s *Session) IsTableThrow(step rules.Step) bool {
	seat, err := s.seat(step.Seat)
	return err == nil && len(step.Roll) > 0 && (s.throwsByHand(seat) || IsPerson(s.agentOf(seat)))
}
