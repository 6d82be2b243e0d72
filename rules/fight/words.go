package fight

import (
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// SaidText returns a word of the GM as it is read out at the table: "ban thrust for the bandits (they are tired)". It
// returns "" for a change that waits and is hidden.
func SaidText(s rules.Step) string {
	txt := s.Word
	switch {
	case s.Word == WordRuling:
		return "ruling: " + text.Escape(RulingText(s)) + reason(s)
	case s.Word == WordRules:
		return "from here on by the rules of another version" + reason(s)
	case s.Word == WordNote:
		return "note: " + text.Escape(s.What)
	case (s.Word == WordLater || s.Word == WordDropped) && len(s.Changes) == 0:
		return ""
	case s.Word == WordLater:
		return "when what is under way is over: " + text.Escape(ChangesText(s.Changes)) + reason(s)
	case s.Word == WordDropped:
		return "not done: " + text.Escape(ChangesText(s.Changes)) + reason(s)
	case s.Word == WordPlayers && s.What == "nothing":
		txt = "players may neither ask for a hint nor take back"
	case s.Word == WordPlayers:
		txt = "players may " + s.What
	case s.Word == WordSeat:
		txt += " " + s.For + "=" + s.What
	case s.What != "" && s.For != "":
		txt += " " + s.What + " for " + s.For
	default:
		txt = strings.TrimSpace(txt + " " + s.What + s.For)
	}
	return "the GM: " + text.Escape(txt) + reason(s)
}

// ChangesText returns the GM's edits in words: "Kuro joins the bandits, Ume leaves", or as they were said.
func ChangesText(list []string) string {
	says := slices.Clone(list)
	for i, change := range list {
		team, line, joins := strings.Cut(change, joinedBy)
		if !joins {
			continue
		}
		// Those who join are named by the name of their line, else by its row.
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

// reason returns the reason of a step in brackets, as it follows the words of the step; nothing if it has none.
func reason(s rules.Step) string {
	if s.Why == "" {
		return ""
	}
	return " (" + text.Escape(s.Why) + ")"
}
