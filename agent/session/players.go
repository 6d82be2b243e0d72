package session

import (
	"context"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// PlayerRights is what players may do for themselves besides deciding.
type PlayerRights struct {
	Hint bool `json:"hint,omitempty"` // ask what would be best for them, and what speaks against a choice
	Undo bool `json:"undo,omitempty"` // take back their own last choice
}

// String returns the rights as a record has them: "hint, undo", or "nothing".
func (a PlayerRights) String() string {
	var words []string
	if a.Hint {
		words = append(words, "hint")
	}
	if a.Undo {
		words = append(words, "undo")
	}
	if words == nil {
		return "nothing"
	}
	return strings.Join(words, ", ")
}

// readRights reads the rights. Unknown words give none.
func readRights(text string) PlayerRights {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	return PlayerRights{Hint: slices.Contains(words, "hint"), Undo: slices.Contains(words, "undo")}
}

// PlayersMay returns the present rights of players: those that the GM gave last, else [Session.Players].
func (s *Session) PlayersMay() PlayerRights {
	if may := s.ordersNow().rights; may != nil {
		return *may
	}
	return s.Players
}

func (c Client) players(_ context.Context, in PlayerRights) (Made, error) {
	return c.madeBy(c.Say(rules.Step{Word: fight.WordPlayers, What: in.String()}))
}

// mayAskHints returns an error for a player to whom the GM gives no hints.
func (c Client) mayAskHints() error {
	if c.As == "" || c.PlayersMay().Hint {
		return nil
	}
	return newError(NotYours, "the GM gives players no hints", "a choice of your own, or players hint from the GM")
}

// stepsToOwnChoice returns how many steps back the last choice of a player is. A player may take it back if nobody else
// has chosen since, and nothing secret was shown.
func (c Client) stepsToOwnChoice() (int, error) {
	if !c.PlayersMay().Undo {
		return 0, newError(NotYours, "the GM lets players take nothing back", "the GM's undo, or players undo from the GM")
	}
	standing := fight.StandingSteps(c.Fight.Steps())
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
