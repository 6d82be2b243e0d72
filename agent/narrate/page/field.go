package page

import (
	"fmt"
	"reflect"
	"strings"

	"kokyu/agent/picture"
	"kokyu/rules"
	"kokyu/rules/text"
)

// Field is where everybody stands, passage by passage: what the pictures of a page are drawn from.
type Field struct {
	Ground rules.Ground     `json:"ground"`
	After  [][]picture.Seat `json:"after"` // for each passage, at its end: who stands where, without numbers
}

// picture draws where everybody stands at the end of a passage, if that differs from the picture before.
func (t *Tale) picture(p writer, passage int, before []picture.Seat) []picture.Seat {
	f := t.Field
	if f == nil || passage >= len(f.After) || len(f.After[passage]) == 0 || reflect.DeepEqual(f.After[passage], before) {
		return before
	}
	now := f.After[passage]
	drawn := picture.Picture{Title: t.Title, Ground: f.Ground, Seats: now}.SVG(picture.Drawing{Bare: true, Field: true})
	fmt.Fprintf(p.to, "<figure class=\"field\">%s", drawn)
	if f.Ground.Kind == "squares" || f.Ground.Kind == "ladder" { // elsewhere the names stand beside the letters
		p.say("<figcaption>%s</figcaption>", letterNames(now))
	}
	p.say("</figure>")
	return now
}

// letterNames says whose the letters are.
func letterNames(now []picture.Seat) string {
	var names []string
	for _, s := range now {
		name := s.Letter + " " + text.Escape(s.Name)
		if s.Out != "" {
			name += " (" + s.Out + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
