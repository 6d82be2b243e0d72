package session

import (
	"context"

	"kokyu/agent/picture"
)

// boardInput is the input of the operation board.
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
	p.As = c.As // the seat whose picture it is
	if !c.isGM() || !c.hasProposal() {
		return p
	}
	yields := c.proposed.Why != "" // a yield is none of the options
	for _, o := range c.Options() {
		if !yields && o.Action == c.proposed.Action {
			p = p.Propose(c.Fight, o)
		}
	}
	return p
}
