package narrate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Said puts a word of the GM into words, as a note over the table: "ban thrust for the bandits (they are tired)". A change that waits and is
// hidden has none.
func Said(s rules.Step) string {
	txt := s.Word
	switch {
	case s.Word == fight.WordRuling:
		return "ruling: " + text.Escape(fight.RulingText(s)) + reason(s)
	case s.Word == fight.WordRules:
		return "from here on by the rules of another version" + reason(s)
	case s.Word == fight.WordNote:
		return "note: " + text.Escape(s.What)
	case (s.Word == fight.WordLater || s.Word == fight.WordDropped) && len(s.Changes) == 0:
		return ""
	case s.Word == fight.WordLater:
		return "when what is under way is over: " + text.Escape(Changes(s.Changes)) + reason(s)
	case s.Word == fight.WordDropped:
		return "not done: " + text.Escape(Changes(s.Changes)) + reason(s)
	case s.Word == fight.WordPlayers && s.What == "nothing":
		txt = "players may neither ask for a hint nor take back"
	case s.Word == fight.WordPlayers:
		txt = "players may " + s.What
	case s.Word == fight.WordSeat:
		txt += " " + s.For + "=" + s.What
	case s.What != "" && s.For != "":
		txt += " " + s.What + " for " + s.For
	default:
		txt = strings.TrimSpace(txt + " " + s.What + s.For)
	}
	return "the GM: " + text.Escape(txt) + reason(s)
}

// Changes puts the GM's edits into words: "Kuro joins the bandits, Ume leaves", or as they were said.
func Changes(list []string) string {
	says := slices.Clone(list)
	for i, change := range list {
		team, line, joins := fight.Joined(change)
		if !joins {
			continue
		}
		who := line
		for part := range strings.SplitSeq(strings.Trim(line, "{}"), ",") {
			key, value, _ := strings.Cut(part, ":")
			key, value = strings.TrimSpace(key), strings.Trim(strings.TrimSpace(value), `"'`)
			if key == "name" || key == "who" && who == line {
				who = value
			} else if who == line && value != "" {
				who = key + ": " + value
			}
		}
		says[i] = who + " joins " + text.The(team)
	}
	return strings.Join(says, ", ")
}

func reason(s rules.Step) string {
	if s.Why == "" {
		return ""
	}
	return " (" + text.Escape(s.Why) + ")"
}

// done words what somebody did without being asked by the rules; a plain edit is as it was said.
func done(s rules.Step) string {
	var parts []string
	for _, e := range s.Events {
		switch seat := text.Escape(e.Seat); {
		case e.Kind != "edit":
		case e.What == rules.EditJoins:
			parts = append(parts, fmt.Sprintf("%s joins %s", seat, text.Escape(text.The(e.At))))
		case e.What == rules.EditLeaves:
			parts = append(parts, seat+" leaves")
		case rules.Yields(e.What):
			parts = append(parts, seat+" "+e.What)
		}
	}
	return strings.Join(parts, ", ")
}

// note returns what a step says over the table besides the law; empty if nothing.
func note(s rules.Step) string {
	switch {
	case s.Word == fight.WordLater: // it is told when it is done
		return ""
	case s.Says():
		return Said(s)
	case s.Edit != "":
		return fmt.Sprintf("%s (%s)", cmp.Or(done(s), "edit: "+text.Escape(s.Edit)), text.Escape(s.Why))
	case s.Mend > 0:
		return fmt.Sprintf("dice again: %s (%s)", strings.Trim(fmt.Sprint(s.Roll), "[]"), text.Escape(s.Why))
	case s.Word == fight.WordForce:
		return fmt.Sprintf("the GM: %s %s%s", text.Escape(s.Seat), text.Escape(s.Do), reason(s))
	}
	return ""
}

// stepName words a step that is taken back or returned.
func stepName(s rules.Step) string {
	switch {
	case s.Says():
		return Said(s)
	case s.Secret:
		return text.Escape(s.Seat) + "'s secret choice"
	case s.Edit != "":
		return cmp.Or(done(s), "edit "+text.Escape(s.Edit))
	}
	return strings.TrimSpace(text.Escape(s.Seat) + " " + text.Escape(s.Do))
}

// spoken returns what the GM said or did besides the rules, as facts.
func spoken(s rules.Step) (facts []rules.Fact) {
	word := func(what string) []rules.Fact {
		return []rules.Fact{{Kind: "word", Step: s.N, What: strings.TrimSuffix(what, "."), P: 1}}
	}
	name, change, yields := fight.Yielded(s)
	switch {
	case s.Word == fight.WordNote && s.Edit == "":
		return word(strings.TrimPrefix(Said(s), "note: "))
	case s.Word == fight.WordRuling:
		for _, e := range s.Events {
			if e.Kind == "ruling" {
				facts = append(facts, rules.Fact{Kind: "ruling", Step: s.N, By: e.Seat, To: e.At, What: strings.TrimSuffix(e.What, "."), Answer: e.Of, P: s.P})
			}
		}
		return facts
	case s.Word != "" || s.Edit == "": // who plays, how, and what they may choose is not of the tale
		return nil
	case yields:
		return []rules.Fact{{Kind: change, Step: s.N, By: name, P: 1}}
	}
	for _, e := range s.Events {
		f := rules.Fact{Step: s.N, By: e.Seat, What: s.Why, P: 1}
		switch {
		case e.Kind == "end": // which says so
			return nil
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
		return word(s.Edit)
	}
	return facts
}
