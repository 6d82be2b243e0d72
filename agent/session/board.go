package session

import (
	"context"

	"kokyu/agent/picture"
)

// drawn is the input of the operation board.
type drawn struct {
	SVG bool `json:"svg,omitempty" jsonschema:"with a drawing, at most 40 KB"`
}

func readDraw(string) drawn { return drawn{} }

// Board is how everybody stands: as data, as text and, if asked for, as a drawing.
type Board struct {
	Board picture.Picture `json:"board"`
	Text  string          `json:"text" jsonschema:"the same for a screen of 80 columns"`
	SVG   string          `json:"svg,omitempty"`
}

// boardColumns is the width of the text of a board, in characters.
const boardColumns = 80

func (c Client) board(_ context.Context, in drawn) (Board, error) {
	p := c.picture()
	b := Board{Board: p, Text: p.Text(boardColumns)}
	if in.SVG {
		b.SVG = p.SVG(picture.Drawing{})
	}
	return b, nil
}

// picture returns the position as a client may see it. The GM's has what is proposed, if a proposal for the present
// question was made.
func (c Client) picture() picture.Picture {
	p := picture.Of(c.Fight, c.Title())
	if p.As = c.As; !c.isGM() || !c.proposed.made || c.proposed.steps != len(c.Fight.Steps()) {
		return p
	}
	for _, o := range c.Options() {
		if c.proposed.Why == "" && o.Action == c.proposed.Action {
			p = p.Propose(c.Fight, o)
		}
	}
	return p
}
