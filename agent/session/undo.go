package session

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// undo takes back choices, or an exact number of steps. A player takes back its own last choice alone, since all that
// comes after it is taken back with it.
func (c Client) undo(_ context.Context, in back) (StepsMade, error) {
	if c.As != "" {
		if in.N > 1 || in.Steps > 0 {
			return StepsMade{}, newError(NotYours, "more than one choice is to be taken back", "a player's own last one")
		}
		n, err := c.stepsToOwnChoice()
		if err != nil {
			return StepsMade{}, err
		}
		return c.resultOf(c.Undo(n))
	}
	c.taking = autoTaking{} // so that the GM is asked again
	if in.Steps > 0 {
		return c.resultOf(c.Undo(in.Steps))
	}
	n, err := c.stepsToChoice(max(1, in.N))
	if err != nil {
		return StepsMade{}, err
	}
	return c.resultOf(c.Undo(n))
}

// stepsToChoice returns how many steps back the n-th last choice is.
func (s *Session) stepsToChoice(n int) (int, error) {
	standing, chosen := s.StandingSteps(), 0
	for steps := 1; steps <= len(standing); steps++ {
		if s.isChosen(standing[len(standing)-steps]) {
			chosen++
		}
		if chosen == n {
			return steps, nil
		}
	}
	if chosen == 0 {
		return 0, newError(NotNow, "there is no earlier choice to take back", "a choice")
	}
	return 0, newError(BadInput, fmt.Sprintf("%s to take back, and there are %d", text.Count(n, "choice"), chosen),
		fmt.Sprintf("1 to %d", chosen))
}

// stepsToOwnChoice returns how many steps back the last choice of a player is. A player may take it back if nobody else
// has chosen since, and nothing secret was shown: what was seen cannot be unseen.
func (c Client) stepsToOwnChoice() (int, error) {
	if !c.PlayersMay().Undo {
		return 0, newError(NotYours, "the GM lets players take nothing back", "the GM's undo, or players undo from the GM")
	}
	standing := c.StandingSteps()
	isOwn := func(t rules.Step) bool { return c.isChosen(t) && t.Seat == c.As && t.Do != "" && t.Word == "" }
	own := len(standing) - 1
	for own >= 0 && !isOwn(standing[own]) {
		own--
	}
	for i, t := range slices.Backward(standing[max(0, own):]) {
		switch shown := slices.ContainsFunc(t.Events, func(e rules.Event) bool { return e.Kind == "reveal" }); {
		case shown:
			return 0, newError(NotNow, "what was secret has been shown since", "the GM to take it back")
		case own < 0 || i == 0 || !c.isChosen(t):
		case t.Seat != "":
			return 0, newError(NotNow, t.Seat+" has chosen since", "the GM to take it back")
		default:
			return 0, newError(NotNow, "the GM has said something since", "the GM to take it back")
		}
	}
	if own < 0 {
		return 0, newError(NotNow, "no choice of "+c.As+"'s stands", "a choice")
	}
	return len(standing) - own, nil
}

// isChosen reports whether somebody at the table chose a step: the table was asked where it was made, or it is the GM's
// own. An undo goes back to such a step, since the program would make all others again at once. A record does not say
// who chose. Of the steps before a session was resumed, those count that the table is asked for today.
func (s *Session) isChosen(t rules.Step) bool {
	// A change that waits is chosen when it is said, not when it is made.
	if _, _, yields := fight.YieldOf(t); yields && t.N > s.stepsAtResume || t.KeptAt > 0 {
		return slices.Contains(s.chosenSteps, t.N)
	}
	if t.Edit != "" || t.Word != "" {
		return true
	}
	if t.N <= s.stepsAtResume {
		seat, err := s.seat(t.Seat)
		return t.Do != "" && len(t.Roll) == 0 && err == nil && (s.Ask || IsPerson(s.agentOf(seat)))
	}
	return slices.Contains(s.chosenSteps, t.N)
}

func (c Client) redo(_ context.Context, in count) (StepsMade, error) {
	return c.resultOf(c.Redo(max(1, in.N)))
}

// rememberedFaces returns the faces that were told at the table for the present throw, if it was made before and taken
// back; else nil. So whoever undoes a throw and comes to it again by the same steps gets the same dice, and nobody gets
// better ones by an undo. A throw is identified by a hash of the steps that stand before it: standing has the hashes
// after each of these steps, undone those after the steps that were taken back. What the GM says changes no hash, so
// that a note or a ban in between does not bring other dice.
func (s *Session) rememberedFaces() []int {
	var standing, undone []uint64
	faces := map[uint64][]int{} // of throws, by the hash of the steps before
	top := func() uint64 {
		if len(standing) == 0 {
			return 0
		}
		return standing[len(standing)-1]
	}
	for _, t := range s.Fight.Steps() {
		switch {
		case t.Undo > 0:
			for range t.Undo {
				undone, standing = append(undone, top()), standing[:len(standing)-1]
			}
			continue
		case t.Redo > 0:
			for range t.Redo {
				standing, undone = append(standing, undone[len(undone)-1]), undone[:len(undone)-1]
			}
			continue
		}
		standing = standing[:len(standing)-t.Mend]
		if t.Says() {
			standing, undone = append(standing, top()), undone[:0]
			continue
		}
		if len(t.Roll) > 0 {
			faces[top()] = t.Roll
		}
		h := fnv.New64a()
		fmt.Fprint(h, top(), t.Seat, t.Do, t.Edit, t.Roll)
		standing, undone = append(standing, h.Sum64()), undone[:0]
	}
	return faces[top()]
}
