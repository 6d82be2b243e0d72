package session

import (
	"context"
	"slices"

	"kokyu/agent"
	"kokyu/agent/picture"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// View is what one seat may know of the fight, including its own secret choices and those that were revealed.
type View struct {
	Seat    string               `json:"seat"` // empty for a watcher
	Round   int                  `json:"round"`
	Turn    string               `json:"turn"`    // whose turn it is; empty if the fight is over
	Decides bool                 `json:"decides"` // whether the fight waits for a decision, not dice
	Sheets  []Known              `json:"sheets"`
	Options []agent.PricedOption `json:"options"` // empty if the decision is not this seat's
	Steps   []rules.Step         `json:"steps"`   // without those that were taken back
}

// Known is what a seat knows of a combatant.
type Known struct {
	rules.Fighter
	Plays string      `json:"plays"`
	Sheet rules.Sheet `json:"sheet"`
}

// View returns what a seat may know. The error is that of an unknown name.
func (s *Session) View(name string) (View, error) {
	seat, err := s.seat(name)
	if err != nil {
		return View{}, err
	}
	return s.viewOf(seat, s.Name(seat))
}

// viewOf returns what a seat may know. With [rules.Nobody] and no name it is what all seats may know, for watchers. The
// sheets are those of the view of whoever decides, which has no secret of others; the steps are cut by [fight.SeenBy].
func (s *Session) viewOf(seat rules.Seat, name string) (View, error) {
	roster, turn := s.Roster(), s.Turn()
	v := View{Seat: name, Round: s.Round(), Options: []agent.PricedOption{},
		Steps: fight.SeenBy(s.StandingSteps(), name)}
	sheet := s.Fight.Sheet
	if turn.Kind != rules.Over {
		v.Turn, v.Decides = s.Name(turn.Seat), turn.Kind != rules.Chance
	}
	if v.Decides {
		shown, err := s.allowedView()
		if err != nil {
			return View{}, err
		}
		// A seat knows its own secret choice. All others are shown what the seat to move is shown.
		if !s.ownsSecret(name) {
			sheet = shown.Sheet
		}
		if turn.Seat == seat {
			v.Options = shown.PricedOptions()
		}
	}
	for i, r := range roster {
		v.Sheets = append(v.Sheets, Known{Fighter: r, Plays: s.agentOf(rules.Seat(i)).String(), Sheet: sheet(rules.Seat(i))})
	}
	return v, nil
}

// ownsSecret reports whether the last step is a secret choice of a seat, apart from what the GM has said since: then
// its sheet shows what it has chosen, and everybody else's view the position before.
func (s *Session) ownsSecret(name string) bool {
	for _, step := range slices.Backward(s.StandingSteps()) {
		if !step.Says() {
			return step.Secret && step.Seat == name
		}
	}
	return false
}

type boardInput struct {
	SVG bool `json:"svg,omitempty" jsonschema:"with a drawing, at most 40 KB"`
}

// readBoardInput ignores its argument: a prompt shows no drawing, and the line of this operation is empty.
func readBoardInput(string) boardInput { return boardInput{} }

// Board is how everybody stands: as data, as text and, if asked for, as a drawing.
type Board struct {
	Board picture.Picture `json:"board"`
	Text  string          `json:"text" jsonschema:"the same for a screen of 80 columns"`
	SVG   string          `json:"svg,omitempty"`
}

// boardColumns is the width of the text of a board, in characters.
const boardColumns = 80

// board returns the board in all its forms. The drawing is left out unless it is asked for: it is most of the answer.
func (c Client) board(_ context.Context, in boardInput) (Board, error) {
	p := c.picture()
	b := Board{Board: p, Text: p.Text(boardColumns)}
	if in.SVG {
		b.SVG = p.SVG(picture.Drawing{})
	}
	return b, nil
}

// picture returns the position as a client may see it. The GM's picture includes the proposed decision, if one was
// proposed for the present question.
func (c Client) picture() picture.Picture {
	p := picture.Of(c.Fight, c.Title())
	p.As = c.As                                                // the seat whose picture it is
	if !c.isGM() || !c.hasProposal() || c.proposed.Why != "" { // a yield, which has a reason, is none of the options
		return p
	}
	for _, o := range c.Options() {
		if o.Action == c.proposed.Action {
			p = p.Propose(c.Fight, o)
		}
	}
	return p
}
