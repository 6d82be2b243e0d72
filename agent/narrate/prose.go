package narrate

import (
	"slices"
	"strings"

	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/story"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// Passage is one paragraph of a told record, with the law of what it tells.
type Passage struct {
	Text  string   `json:"text"`
	By    string   `json:"by"`    // whose sentences are in it: templates, the program's, or voice, a model's and the program's between them
	Steps []int    `json:"steps"` // of the record, that it tells
	Round int      `json:"round"` // it begins in; 0 before the first
	From  int      `json:"from"`  // the first step of its stretch of the fight
	To    int      `json:"to"`    // the last
	Facts []string `json:"facts"` // the kinds of what it tells, in order
	Law   []string `json:"law"`   // every die, chance and price of the stretch, guards and waits folded

	Fortune bool `json:"fortune"` // somebody falls in it, or the fight ends
}

// Plan returns the story of a record: what a tale of it tells. Win has the chance of the first side after a step, where it is known.
func Plan(o Options, d rules.Dialect, steps []rules.Step, win map[int]float64) *story.Story {
	r, src := newReader(d, o), sourceOf(o, d)
	src.Steps, src.Win, src.Length = fight.StandingSteps(steps), win, o.Length
	var done []*passage
	for _, s := range src.Steps {
		done = append(done, r.read(s)...)
	}
	for _, p := range append(append(done, r.flush()...), &passage{said: r.said}) {
		src.Facts = append(src.Facts, p.facts()...)
	}
	return story.Plan(src)
}

// sourceOf returns what is known of a fight before anything has happened.
func sourceOf(o Options, d rules.Dialect) story.Source {
	return story.Source{Title: o.Title, Roster: o.Roster, Scenery: o.Scenery, Life: d.LifeWord, Stood: o.Stood}
}

// Prose returns the paragraphs of a record's story with the law of their stretches: what no paragraph tells stands with a last one without
// words. What was taken back is not in it.
func Prose(o Options, d rules.Dialect, steps []rules.Step, s *story.Story, words []english.Passage) (all []Passage) {
	o.Voice = "law"
	lines, _ := Tell(o, d, steps) // which there is
	from, last, by := 0, 0, map[bool]string{false: "templates", true: "voice"}
	if standing := fight.StandingSteps(steps); len(standing) > 0 {
		last = standing[len(standing)-1].N
	}
	law := func(n int) (list []string) {
		list = []string{}
		for _, l := range Fold(lines[:n]) {
			list = append(list, l.Text)
		}
		lines = lines[n:]
		return list
	}
	for _, told := range words {
		p := Passage{Text: told.Text, By: by[told.Model], Steps: []int{}, From: from, To: from, Facts: []string{}}
		switch sc := told.Scene; {
		case sc != nil:
			p.Round, p.From, p.To = sc.Round, from+1, sc.To
			for _, b := range told.Beats {
				p.Facts, p.Steps = append(p.Facts, b.Kind), append(p.Steps, b.Steps...)
				p.Fortune = p.Fortune || b.Kind == "fall" || b.Kind == "sunk"
			}
		case told.Ends:
			p.Round, p.From, p.To, p.Steps = s.End.Round, from+1, last, []int{s.End.Step}
			p.Facts, p.Fortune = []string{"end"}, true
		}
		n := 0
		for n < len(lines) && lines[n].Step <= p.To {
			n++
		}
		p.Law, from = law(n), p.To
		all = append(all, p)
	}
	if n := len(lines); n > 0 {
		from = lines[0].Step
		all = append(all, Passage{By: by[false], Steps: []int{}, From: from, To: last, Facts: []string{}, Law: law(n)})
	}
	return all
}

// Side is a side and who is on it.
type Side struct {
	Name string   `json:"name"`
	Who  []string `json:"who"`
}

// Sides returns those of a roster, in its order.
func Sides(roster []rules.Fighter) (sides []Side) {
	for _, f := range roster {
		i := slices.IndexFunc(sides, func(s Side) bool { return s.Name == f.Team })
		if i < 0 {
			i, sides = len(sides), append(sides, Side{Name: f.Team})
		}
		sides[i].Who = append(sides[i].Who, f.Name)
	}
	return sides
}

// Between says who fights whom: "travellers (Masamune, Tomoe) against bandits (Jubei the Cur)".
func Between(sides []Side) string {
	var parts []string
	for _, s := range sides {
		parts = append(parts, s.Name+" ("+strings.Join(s.Who, ", ")+")")
	}
	return strings.Join(parts, " against ")
}

// WonBy says who won; no side is a draw.
func WonBy(side string) string {
	if side == "" {
		return "Nobody wins"
	}
	return "Won by " + english.SideOf(side)
}
