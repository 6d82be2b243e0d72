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
	facts := plainFacts(standing)
	if d.Witness != nil {
		facts = factsOf(o, d, standing, spoken)
	}
	slices.SortStableFunc(facts, func(a, b rules.Fact) int { return cmp.Compare(a.Step, b.Step) })
	return story.Plan(story.Source{Title: o.Title, Roster: o.Roster, Scenery: o.Scenery, Facts: facts, Steps: standing, Life: d.Life, Stood: o.Stood, Win: win, Length: o.Length})
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
	case fight.WordLater, fight.WordDropped, fight.WordSeat, fight.WordPlayers, fight.WordRules, fight.WordAuto, fight.WordAsk, fight.WordForce:
		return nil // who plays, and how, is not of the tale
	}
	if s.Edit == "" {
		words := strings.TrimPrefix(strings.TrimPrefix(said(s), "the GM: "), "note: ")
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

// plainFacts returns what the events that all systems share say, of a system whose dialect has no witness.
func plainFacts(standing []rules.Step) (facts []rules.Fact) {
	var deed rules.Event
	blood, most := false, map[string]int{}
	for _, s := range standing {
		facts = append(facts, spoken(s)...)
		for _, e := range s.Events {
			if e.Secret || s.Secret {
				continue
			}
			f := rules.Fact{Step: s.N, By: e.Seat, To: e.At, P: cmp.Or(s.P, 1)}
			switch e.Kind {
			case "turn":
				deed = rules.Event{}
			case "declare":
				deed = e
			case "move":
				f.Kind, f.Spot = "move", e.To
			case "check":
				if e.At != "" && e.Seat == deed.Seat && e.At == deed.At && !e.OK {
					f.Kind, f.What, f.With = "miss", deed.What, deed.With
				}
			case "wound":
				most[e.Seat] = max(most[e.Seat], e.N+e.Left)
				f.Kind, f.By, f.To, f.Wounds, f.First = "wound", e.At, e.Seat, e.N, !blood
				f.Depth, blood = float64(e.N)/float64(max(1, most[e.Seat])), true
				switch {
				case e.At == "" || e.At == e.Seat:
					f.Kind, f.By, f.To = "hurt", e.Seat, ""
				case deed.Seat == e.At && (deed.At == e.Seat || deed.At == ""):
					f.What, f.With = deed.What, deed.With
				}
			case "down":
				f.Kind, f.To, f.Fate = "sunk", "", e.What
				if n := len(facts); n > 0 && facts[n-1].Step == s.N && (facts[n-1].To == e.Seat || facts[n-1].Kind == "hurt" && facts[n-1].By == e.Seat) {
					last := &facts[n-1]
					last.Kind = map[bool]string{true: "sunk", false: "fall"}[last.Kind == "hurt"]
					last.Fate, f.Kind = e.What, ""
				}
			}
			if f.Kind != "" {
				facts = append(facts, f)
			}
		}
	}
	return facts
}
