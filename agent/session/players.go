package session

import (
	"context"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// PlayerRights is what players may do for themselves besides deciding.
type PlayerRights struct {
	Hint bool `json:"hint,omitempty"` // ask what would be best for them, and what speaks against a choice
	Undo bool `json:"undo,omitempty"` // take back their own last choice
}

// String returns the list in words, as a record has it: "hint, undo"; "nothing" if it is empty.
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

// readAllowed reads the list. Words that it does not have allow nothing.
func readAllowed(said string) PlayerRights {
	words := strings.FieldsFunc(said, func(r rune) bool { return r == ' ' || r == ',' })
	return PlayerRights{Hint: slices.Contains(words, "hint"), Undo: slices.Contains(words, "undo")}
}

// PlayersMay returns what players may do now: what the GM has said last, else what the session began with.
func (s *Session) PlayersMay() PlayerRights {
	if may := s.standing().may; may != nil {
		return *may
	}
	return s.Players
}

func (c Client) players(_ context.Context, in PlayerRights) (Made, error) {
	return c.makeOf(c.Say(rules.Step{Word: fight.WordPlayers, What: in.String()}))
}

// mayAskHints refuses a player whom the GM gives no hints.
func (c Client) mayAskHints() error {
	if c.As == "" || c.PlayersMay().Hint {
		return nil
	}
	return as(NotYours, text.Problem{What: "the GM gives players no hints", Want: "a choice of your own, or players hint from the GM"})
}

// own returns how many steps back it is to the last choice of a player, who may take that back if nobody else has chosen since, and
// nothing secret has been shown.
func (c Client) own() (int, error) {
	if !c.PlayersMay().Undo {
		return 0, as(NotYours, text.Problem{What: "the GM lets players take nothing back", Want: "the GM's undo, or players undo from the GM"})
	}
	standing := fight.StandingSteps(c.Fight.Steps())
	for back, t := range slices.Backward(standing) {
		steps := len(standing) - back
		shown := slices.ContainsFunc(t.Events, func(e rules.Event) bool { return e.Kind == "reveal" })
		switch {
		case shown:
			return 0, as(NotNow, text.Problem{What: "what was secret has been shown since", Want: "the GM to take it back"})
		case !c.isChosen(t):
		case t.Seat == c.As && t.Do != "" && t.Word == "":
			return steps, nil
		case t.Seat != "":
			return 0, as(NotNow, text.Problem{What: t.Seat + " has chosen since", Want: "the GM to take it back"})
		default:
			return 0, as(NotNow, text.Problem{What: "the GM has said something since", Want: "the GM to take it back"})
		}
	}
	return 0, as(NotNow, text.Problem{What: c.As + " has chosen nothing yet", Want: "a choice"})
}
