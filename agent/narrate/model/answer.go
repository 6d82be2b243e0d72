package model

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"kokyu/agent/narrate"
)

// Answer is what a model has said of a paragraph: pieces, or a text of its own.
type Answer struct {
	Pieces []narrate.Piece `json:"pieces,omitempty"`
	Free   string          `json:"free,omitempty"`
}

// piecesMax is how many pieces of an answer are read: more than any paragraph has.
const piecesMax = 100

// answerOf reads an answer of the form that was asked for; false if it is none. What it chooses is repaired later, never
// refused.
func (v *Voice) answerOf(txt string) (a Answer, ok bool) {
	if v.settings.Way == free {
		var body struct {
			Text string `json:"text"`
		}
		ok = parse(txt, &body) && strings.TrimSpace(body.Text) != ""
		return Answer{Free: body.Text}, ok
	}
	var body struct {
		Pieces []narrate.Piece `json:"pieces"`
	}
	ok = parse(txt, &body) && len(body.Pieces) > 0 && len(body.Pieces) <= piecesMax
	if v.settings.Way == choose {
		body.Pieces = slices.DeleteFunc(body.Pieces, func(p narrate.Piece) bool { return len(p.Own) > 0 })
		ok = ok && len(body.Pieces) > 0
	}
	return Answer{Pieces: body.Pieces}, ok
}

// parse reads one JSON object of known keys and nothing besides, but for the fence and the thoughts that some models put
// around it.
func parse(answer string, into any) bool {
	text := strings.TrimSpace(answer)
	if inner, ok := strings.CutPrefix(text, "<think>"); ok {
		_, said, ended := strings.Cut(inner, "</think>")
		if !ended {
			return false
		}
		text = strings.TrimSpace(said)
	}
	if inner, ok := strings.CutPrefix(text, "```"); ok {
		text = strings.TrimSuffix(strings.TrimPrefix(inner, "json"), "```")
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if d.Decode(into) != nil {
		return false
	}
	_, err := d.Token()
	return err == io.EOF
}
