package session

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// Subject is the choice that the present question is about or, if none is under way, whose breath or turn it is.
type Subject struct {
	// Says is "Aki's thrust, 15 against 10, which hits", or "Aki's breath begins"; empty if the fight is over, or nobody's
	// breath has begun.
	Says   string
	By, At string // whose choice it is, and the combatant that it is aimed at
	Own    bool   // whether whoever is asked made the choice, and now goes on with it
	Acts   bool   // whether no choice is under way, so that whoever is asked acts freely
}

// Subject returns what the present question is about, as everybody at the table knows it: another's choice that is
// under way, with what its dice showed, or one's own. If nothing is under way it says whose breath or turn it is.
//
// The rules do not tell what a question answers. So the events of the steps that stand are read from the last one back,
// until a choice is found or a breath begins.
func (s *Session) Subject() (b Subject) {
	turn := s.Turn()
	asked := s.Name(turn.Seat)
	switch {
	case turn.Kind == rules.Over || asked == "":
		return b
	case turn.Begins:
		return s.actsFreely(asked, "begins")
	}
	owner := s.turnOwner()
	idle := agent.AboutFight(s.Fight).IdleDecisions
	answers := slices.ContainsFunc(s.Options(), func(o fight.Option) bool {
		return o.Phase == "reaction" || o.Phase == "counter-tempo"
	})
	isAlly := func(name string) bool {
		by, err := s.seat(name)
		return err == nil && by != turn.Seat && s.Side(by) == s.Side(turn.Seat)
	}
	begins := func(e rules.Event) bool { return e.Kind == "round" || e.Kind == "breath" || e.Kind == "turn" }
	isReaction := func(e rules.Event) bool { return e.Kind == "react" }
	isAimed := func(e rules.Event) bool { return e.Kind == "declare" && e.At != "" }
	steps := fight.SeenBy(s.StandingSteps(), "")
	result := "" // of the last attack's dice
	for _, t := range slices.Backward(steps) {
		for _, e := range slices.Backward(t.Events) {
			if e.Kind == "check" && result == "" && e.Need > 0 && e.At != "" {
				result = fmt.Sprintf(", %d against %d", e.Total, e.Need)
				if e.OK {
					result += ", which hits"
				}
			}
		}
		switch {
		case t.Do == "" || len(t.Roll) > 0 || t.Says():
			if slices.ContainsFunc(t.Events, begins) { // what was before it is over
				return s.actsFreely(owner, "goes on")
			}
		case slices.Contains(idle, t.Do), isAlly(t.Seat) && (answers || slices.ContainsFunc(t.Events, isReaction)):
			// another answer to the same action
		case t.Seat == asked && (result != "" || !slices.ContainsFunc(t.Events, isAimed)),
			t.Seat != asked && owner == asked && !answers: // the last step was the answer
			return s.actsFreely(owner, "goes on")
		default:
			word, at, aimed := strings.Cut(t.Do, " > ")
			b.By, b.Own = t.Seat, t.Seat == asked
			switch _, err := s.seat(at); {
			case !aimed:
			case err != nil: // at a place
				word += " to " + at
			case at == asked:
				b.At = at
			default:
				b.At = at
				word += " at " + at
			}
			b.Says = t.Seat + "'s " + word + result
			return b
		}
	}
	return s.actsFreely(owner, "goes on")
}

// actsFreely returns the Subject of a decision that answers nothing: it tells whose breath or turn begins or goes on.
func (s *Session) actsFreely(owner, how string) Subject {
	if owner == "" {
		return Subject{Acts: true}
	}
	return Subject{Says: fmt.Sprintf("%s's %s %s", owner, agent.AboutFight(s.Fight).TurnWord, how), Acts: true}
}

// turnOwner returns whose breath or turn it is; empty before the first.
func (s *Session) turnOwner() string {
	for _, t := range slices.Backward(s.StandingSteps()) {
		for _, e := range slices.Backward(t.Events) {
			if e.Kind == "breath" || e.Kind == "turn" {
				return e.Seat
			}
		}
	}
	return ""
}

// PastChoice is a choice or a word of the GM that can be taken back, with all that followed.
type PastChoice struct {
	UndoSteps int // how many steps have to be undone
	Words     string
}

// PastChoices returns the last choices that were made at the table, at most so many, the latest first.
func (c Client) PastChoices(most int) (list []PastChoice) {
	standing := c.StandingSteps()
	for back, t := range slices.Backward(standing) {
		if !c.isChosen(t) || len(list) == most {
			continue
		}
		s := PastChoice{UndoSteps: len(standing) - back, Words: t.Seat + ": " + t.Do}
		if t.Do == "" {
			s.Words = strings.TrimSpace(t.Word + " " + t.What + t.Edit)
		}
		list = append(list, s)
	}
	return list
}
