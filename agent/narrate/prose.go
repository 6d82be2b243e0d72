package narrate

import (
	"slices"

	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/story"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// Prose returns the paragraphs of a record's story with the law of their stretches. What was taken back is not in it.
func Prose(o Options, d rules.Dialect, steps []rules.Step, s *story.Story, words []english.Passage) (all []Passage, err error) {
	law := o
	law.Voice = "law"
	lines, err := Tell(law, d, steps)
	if err != nil {
		return nil, err
	}
	lines = slices.DeleteFunc(lines, func(l Line) bool { return l.Kind == Note && l.Step == 0 })
	last := 0
	if standing := fight.Standing(steps); len(standing) > 0 {
		last = standing[len(standing)-1].N
	}
	from := 0
	for _, told := range words {
		p := Passage{Text: told.Text, By: ByProgram, Steps: []int{}, From: from, To: from, Facts: []string{}, Law: []string{}}
		if told.Model {
			p.By = ByModel
		}
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
		from = p.To
		all = append(all, p)
	}
	return lawOf(all, lines, last), nil
}

// lawOf sets law lines with the passages of their steps; what no passage tells stands with a last one without words.
func lawOf(all []Passage, lines []Line, last int) []Passage {
	for i := range all {
		n := 0
		for n < len(lines) && lines[n].Step <= all[i].To {
			n++
		}
		all[i].Law, lines = texts(Fold(lines[:n])), lines[n:]
	}
	if len(lines) > 0 {
		all = append(all, Passage{By: ByProgram, Steps: []int{}, From: lines[0].Step, To: last, Facts: []string{}, Law: texts(Fold(lines))})
	}
	return all
}

func texts(lines []Line) []string {
	list := []string{}
	for _, l := range lines {
		list = append(list, l.Text)
	}
	return list
}
