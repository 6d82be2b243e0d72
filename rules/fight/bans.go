package fight

import (
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// Bans are the standing steps by which the GM has forbidden decisions.
type Bans []rules.Step

// After returns the bans after one more step. b stays as it is.
func (b Bans) After(s rules.Step) Bans {
	switch s.Word {
	case WordBan:
		return append(slices.Clip(b), s)
	case WordAllow:
		return slices.DeleteFunc(slices.Clone(b), func(of rules.Step) bool {
			return text.Fold(of.What) == text.Fold(s.What) && (s.For == "" || of.For == s.For)
		})
	}
	return b
}

// Forbids reports whether a decision is forbidden to a combatant.
func (b Bans) Forbids(who rules.Fighter, words string) bool {
	return slices.ContainsFunc(b, func(of rules.Step) bool {
		return (of.For == "" || of.For == who.Name || of.For == who.Team) && IsManeuver(words, of.What)
	})
}

// IsManeuver reports whether a decision has the name of a maneuver, whatever its target.
func IsManeuver(words, maneuver string) bool {
	words, maneuver = strings.ToLower(words), strings.ToLower(strings.TrimSpace(maneuver))
	return words == maneuver || strings.HasPrefix(words, maneuver+" ")
}
