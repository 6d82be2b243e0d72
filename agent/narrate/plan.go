package narrate

import (
	"cmp"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// Plan returns the story of a record: what a tale of it tells. Win has the chance of the first side after a step, where it is
// known.
func Plan(o Options, d rules.Dialect, steps []rules.Step, win map[int]float64) *story.Story {
	standing := fight.Standing(steps)
	facts := factsOf(o, d, standing, spoken)
	slices.SortStableFunc(facts, func(a, b rules.Fact) int { return cmp.Compare(a.Step, b.Step) })
	src := sourceOf(o, d)
	src.Facts, src.Steps, src.Win, src.Length = facts, standing, win, o.Length
	return story.Plan(src)
}

// sourceOf returns what is known of a fight before anything has happened.
func sourceOf(o Options, d rules.Dialect) story.Source {
	return story.Source{Title: o.Title, Roster: o.Roster, Scenery: o.Scenery, Life: d.Life, Stood: o.Stood}
}

// spoken returns what the GM said or did besides the rules, as facts.
func spoken(s rules.Step) (facts []rules.Fact) {
	if !s.Says() && s.Edit == "" {
		return nil
	}
	switch s.Word {
	case fight.WordRuling:
		for _, e := range s.Events {
			if e.Kind == "ruling" {
				facts = append(facts, rules.Fact{Kind: "ruling", Step: s.N, By: e.Seat, To: e.At, What: strings.TrimSuffix(e.What, "."), Answer: e.Of, P: s.P})
			}
		}
		return facts
	case fight.WordNote, "":
	default:
		return nil // who plays, how, and what they may choose is not of the tale
	}
	if s.Edit == "" {
		words := strings.TrimPrefix(said(s), "note: ")
		return []rules.Fact{{Kind: "word", Step: s.N, What: strings.TrimSuffix(words, "."), P: 1}}
	}
	if name, change, ok := fight.Yielded(s); ok {
		return []rules.Fact{{Kind: change, Step: s.N, By: name, P: 1}}
	}
	if slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind == "end" }) { // the end says so
		return nil
	}
	for _, e := range s.Events {
		f := rules.Fact{Step: s.N, By: e.Seat, What: s.Why, P: 1}
		switch {
		case e.Kind != "edit":
			continue
		case e.What == rules.EditJoins:
			f.Kind, f.What, f.Answer = "joins", e.At, s.Why
		case e.What == rules.EditLeaves:
			f.Kind = "taken out"
		default:
			f.Kind, f.Answer = "word", e.What
		}
		facts = append(facts, f)
	}
	if facts == nil {
		facts = []rules.Fact{{Kind: "word", Step: s.N, What: strings.TrimSuffix(s.Edit, "."), P: 1}}
	}
	return facts
}
