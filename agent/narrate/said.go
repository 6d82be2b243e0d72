package narrate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// editWords words the comings and goings of an edit: "Aki joins the bandits"; empty if it has none.
func editWords(s rules.Step) string {
	var parts []string
	for _, e := range s.Events {
		switch seat := text.Escape(e.Seat); {
		case e.Kind != "edit":
		case e.What == rules.EditJoins:
			parts = append(parts, fmt.Sprintf("%s joins %s", seat, text.Escape(text.The(e.At))))
		case e.What == rules.EditLeaves:
			parts = append(parts, seat+" leaves")
		case rules.IsYield(e.What):
			parts = append(parts, seat+" "+e.What)
		}
	}
	return strings.Join(parts, ", ")
}

// noteText returns what a step says besides the law, as a note over the table; empty if nothing.
func noteText(s rules.Step) string {
	switch {
	case s.Word == fight.WordLater: // a change that waits: it is told when it is made
		return ""
	case s.Says():
		return fight.SaidText(s)
	case s.Edit != "":
		return fmt.Sprintf("%s (%s)", cmp.Or(editWords(s), "edit: "+text.Escape(s.Edit)), text.Escape(s.Why))
	case s.Mend > 0:
		return fmt.Sprintf("dice again: %s (%s)", strings.Trim(fmt.Sprint(s.Roll), "[]"), text.Escape(s.Why))
	case s.Word == fight.WordForce:
		says := fmt.Sprintf("the GM: %s %s (%s)", text.Escape(s.Seat), text.Escape(s.Do), text.Escape(s.Why))
		return strings.TrimSuffix(says, " ()")
	}
	return ""
}

// stepName names a step that is taken back or returned.
func stepName(s rules.Step) string {
	switch {
	case s.Says():
		return fight.SaidText(s)
	case s.Secret:
		return text.Escape(s.Seat) + "'s secret choice"
	case s.Edit != "":
		return cmp.Or(editWords(s), "edit "+text.Escape(s.Edit))
	}
	return strings.TrimSpace(text.Escape(s.Seat) + " " + text.Escape(s.Do))
}

// fallenByEdit returns who is down by the GM's change, where no event of the step says so.
func fallenByEdit(s rules.Step) map[string]bool {
	down := map[string]bool{}
	for name, who := range story.PositionAfter(&s).Who {
		isSaid := func(e rules.Event) bool { return e.Kind == "down" && e.Seat == name }
		down[name] = (who.Out == "down" || who.Out == "dead") && !slices.ContainsFunc(s.Events, isSaid)
	}
	return down
}

// gmFacts returns as facts what the GM said or did besides the rules: a note, a ruling, an edit with its reason, or
// that somebody yields or flees. A tale tells them in the GM's words.
func gmFacts(s rules.Step) (facts []rules.Fact) {
	word := func(what string) []rules.Fact {
		return []rules.Fact{{Kind: "word", Step: s.N, What: strings.TrimSuffix(what, "."), P: 1}}
	}
	why := fight.GivenReason(s.Why)
	name, change, yields := fight.YieldOf(s)
	switch {
	case s.Word == fight.WordNote && s.Edit == "":
		return word(strings.TrimPrefix(fight.SaidText(s), "note: "))
	case s.Word == fight.WordRuling:
		for _, e := range s.Events {
			if e.Kind == "ruling" {
				facts = append(facts, rules.Fact{Kind: "ruling", Step: s.N, By: e.Seat, To: e.At,
					What: strings.TrimSuffix(e.What, "."), Answer: e.Of, P: s.P})
			}
		}
		return facts
	case s.Word != "" || s.Edit == "": // who plays whom, and what they may choose, is no part of the tale
		return nil
	case yields:
		return []rules.Fact{{Kind: change, Step: s.N, By: name, What: why, P: 1}}
	}
	out := fallenByEdit(s)
	for _, e := range s.Events {
		f := rules.Fact{Step: s.N, By: e.Seat, What: why, P: 1}
		switch {
		case e.Kind == "end" && len(facts) == 1 && facts[0].By == "": // a side concedes: the end itself says so
			return nil
		case e.Kind != "edit":
			continue
		case out[e.Seat]:
			f.Kind = "sunk"
		case e.What == rules.EditJoins:
			f.Kind, f.What, f.Answer = "joins", e.At, why
		case e.What == rules.EditLeaves:
			f.Kind = "taken out"
		default:
			f.Kind, f.Answer = "word", e.What
		}
		facts = append(facts, f)
	}
	if facts == nil {
		return word(s.Edit)
	}
	return facts
}
