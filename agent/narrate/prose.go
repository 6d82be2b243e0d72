package narrate

import (
	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/story"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Passage is one paragraph of a told record, with the law of the stretch of the fight that it tells.
type Passage struct {
	Text  string   `json:"text"`
	By    string   `json:"by"`    // templates: all sentences are the program's; voice: some are a model's
	Steps []int    `json:"steps"` // the steps of the record that it tells
	Round int      `json:"round"` // the round it begins in; 0 before the first
	From  int      `json:"from"`  // the first step of its stretch
	To    int      `json:"to"`    // the last step of its stretch
	Facts []string `json:"facts"` // the kinds of facts that it tells, in order
	Law   []string `json:"law"`   // every die, chance and price of the stretch, guards and waits folded ([Fold])

	Fortune bool `json:"fortune"` // somebody falls in it, or the fight ends
}

// Plan returns the story of a record, which is what a tale of it tells. win has, by step, the chance of the first side
// to win after it, where it is known.
func Plan(o Options, d rules.Dialect, steps []rules.Step, win map[int]float64) *story.Story {
	r, src := newReader(d, o), sourceOf(o, d)
	src.Steps, src.Win, src.Length = fight.StandingSteps(steps), win, o.Length
	var passages []*passage
	for _, s := range src.Steps {
		passages = append(passages, r.read(s)...)
	}
	passages = append(passages, r.flush()...)
	for _, p := range append(passages, &passage{said: r.said}) {
		src.Facts = append(src.Facts, p.facts()...)
	}
	return story.Plan(src)
}

// sourceOf returns what a plan is made of before anything has happened.
func sourceOf(o Options, d rules.Dialect) story.Source {
	return story.Source{Title: o.Title, Roster: o.Roster, Scenery: o.Scenery, Life: d.LifeWord, Stood: o.Stood}
}

// Prose returns the paragraphs of a record's story, each with the law of its stretch. The stretches follow each other
// without a gap: every law line is in one of them, also if the tale has left out what it is about. Law behind the last
// paragraph stands with one more that has no text. What was taken back is left out.
func Prose(o Options, d rules.Dialect, steps []rules.Step, s *story.Story, words []english.Passage) (all []Passage) {
	o.Voice = "law"
	lines, _ := Tell(o, d, steps) // the error would be of an unknown voice
	from, last := 0, 0
	if standing := fight.StandingSteps(steps); len(standing) > 0 {
		last = standing[len(standing)-1].N
	}
	takeLaw := func(n int) []string { // of the next n lines
		list := []string{}
		for _, l := range Fold(lines[:n]) {
			list = append(list, l.Text)
		}
		lines = lines[n:]
		return list
	}
	for _, told := range words {
		p := Passage{Text: told.Text, By: text.Either(told.Model, "voice", "templates"), Steps: []int{},
			From: from, To: from, Facts: []string{}}
		switch sc := told.Scene; {
		case sc != nil:
			p.Round, p.From, p.To = sc.Round, from+1, sc.To
			for _, b := range told.Beats {
				p.Facts, p.Steps = append(p.Facts, b.Kind), append(p.Steps, b.Steps...)
				p.Fortune = p.Fortune || b.Falls()
			}
		case told.Ends:
			p.Round, p.From, p.To, p.Steps = s.End.Round, from+1, last, []int{s.End.Step}
			p.Facts, p.Fortune = []string{"end"}, true
		}
		n := 0
		for n < len(lines) && lines[n].Step <= p.To {
			n++
		}
		p.Law, from = takeLaw(n), p.To
		all = append(all, p)
	}
	if len(lines) > 0 {
		from = lines[0].Step
		all = append(all, Passage{By: "templates", Steps: []int{}, From: from, To: last,
			Facts: []string{}, Law: takeLaw(len(lines))})
	}
	return all
}

// WonBy says which side won; an empty one is a draw.
func WonBy(side string) string {
	if side == "" {
		return "Nobody wins"
	}
	return "Won by " + english.SideOf(side)
}
