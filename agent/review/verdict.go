package review

import (
	"cmp"
	"fmt"
	"math"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// verdictLeast is the least change that a verdict mentions, in win chance.
const verdictLeast = 0.005

// sayVerdict returns the review in two sentences: how the end came about, and where it turned. Its subject is the
// winner or, after a draw and if the fight is not over, the first side.
func (r *Review) sayVerdict() []string {
	side := rules.Side(0)
	if r.Winner != "" && r.Winner == r.Sides[1] {
		side = 1
	}
	us, them := r.nameOf(side), r.nameOf(1-side)
	begin, end := r.sideStands(r.Begin, side), r.sideStands(r.End, side)
	var head string
	switch {
	case r.Positions < r.PositionsInRecord:
		head = fmt.Sprintf("In the first %d of %d positions %s went from %s to %s", r.Positions, r.PositionsInRecord,
			us, begin, end)
	case !r.Over:
		head = fmt.Sprintf("The record ends in round %d; %s went from %s to %s", r.Rounds, us, begin, end)
	case r.Winner == "":
		head = fmt.Sprintf("Nobody won; %s began with %s", us, begin)
	default:
		head = fmt.Sprintf("%s won from %s", us, begin)
	}
	sign, mine, theirs := 1.0, r.Choice.First, r.Choice.Second
	if side == 1 {
		sign, mine, theirs = -1, -r.Choice.Second, -r.Choice.First
	}
	// A choice of the others can only give, and an own one only take: no decision is better than the best.
	var parts []string
	add := func(x float64, gave, took string) {
		switch {
		case x >= verdictLeast:
			parts = append(parts, fmt.Sprintf("%s %s", gave, unsignedPoints(x)))
		case x <= -verdictLeast:
			parts = append(parts, fmt.Sprintf("%s %s", took, unsignedPoints(x)))
		}
	}
	add(sign*r.Luck.Sum(), "the dice gave", "the dice took")
	add(theirs, fmt.Sprintf("what %s chose gave", them), "")
	add(mine, "", "own choices cost")
	add(sign*r.Edits, r.editors()+" gave", r.editors()+" took")
	if len(parts) == 0 {
		parts = []string{"neither dice nor choices changed it"}
	}
	return []string{text.Capital(head + ": " + text.List(parts, "and") + "." + r.sayRest()), r.sayTurn()}
}

// verdictRestLeast is the least rest that a verdict mentions, in win chance.
const verdictRestLeast = 0.05

// sayRest says that the rest is the larger part of the change, and what it is; empty if it is not.
func (r *Review) sayRest() string {
	if rest := math.Abs(r.Rest); rest < verdictRestLeast || rest <= math.Abs(r.End-r.Begin)/2 {
		return ""
	}
	return fmt.Sprintf(" The larger part, %s for %s, is the rest: what was expected at the beginning differs by so much"+
		" from what the searches make of the steps.", text.Signed(100*r.Rest, 1), r.firstSide())
}

// sayTurn says where the fight turned most, and by what cause.
func (r *Review) sayTurn() string {
	if len(r.Turns) == 0 {
		return fmt.Sprintf("It never turned: no step moved the chance by %.0f points.", turningPointLeast/10)
	}
	most := r.Turns[0]
	s := r.Steps[most.at]
	cause := fmt.Sprintf("with the dice of %s's %s: %s", s.Seat, s.Phase, wordOdds(s))
	switch most.Cause {
	case "choice":
		cause = fmt.Sprintf("when %s chose \"%s\" where \"%s\" wins %s more", s.Seat, s.Do, s.Better, wordPoints(s.Loss))
	case "secret":
		cause = fmt.Sprintf("when %s answered a secret with \"%s\"", s.Seat, s.Do)
	case "GM":
		cause = "when the GM changed it: " + cmp.Or(s.editWords(), s.Says)
	case "yield":
		cause = "when somebody stopped fighting: " + s.Says
	}
	return fmt.Sprintf("It turned most in round %d, by %s for %s, %s.", most.Round, text.Signed(most.Points/10, 1),
		r.firstSide(), cause)
}

// editWords returns what a step changed: "Kuro joins the bandits".
func (s *reviewedStep) editWords() string { return fight.ChangesText([]string{s.Do}) }

// sideStands is Stands for a side; p is the figure of the first side.
func (r *Review) sideStands(p float64, side rules.Side) string {
	says := r.Stands(agent.ForSide(p, side))
	return text.Either(says == agent.NobodyCanTell, "an open fight", says)
}

// nameOf returns the name of a side or, if it has only one, of its combatant.
func (r *Review) nameOf(side rules.Side) string {
	if one := r.members(side); len(one) == 1 {
		return one[0]
	}
	return text.The(r.Sides[side])
}

// members returns the names of the people of a side.
func (r *Review) members(side rules.Side) []string {
	own := text.Keep(r.People, func(p personReview) bool { return p.Side == r.Sides[side] })
	return text.Each(own, func(p personReview) string { return p.Name })
}

// unsignedPoints returns a change of a win chance as points, without its sign.
func unsignedPoints(x float64) string { return text.Points(fmt.Sprintf("%.0f", math.Abs(100*x))) }
