package english

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// Outcome returns which outcome a blow has.
func (t *Teller) Outcome(b *story.Beat) string {
	dull := slices.Contains(t.Blunt, b.Family) || b.Spell || slices.Contains(t.Bloodless, text.LastWord(b.What))
	switch {
	case b.Kind == "fall":
		switch {
		case b.Fate == "killed" || b.Fate == "dead":
			return "killed"
		case b.Fate == "crippled" || b.Fate == "repelled":
			return b.Fate
		case b.Floored:
			return "stays down"
		}
		return "fall"
	case b.Kind == "point":
		return "point"
	}
	if p := t.people[b.To]; p != nil && p.Being == "squad" && !b.Spell {
		return "thinned"
	}
	switch deep := float64(b.Wounds) / float64(max(b.Of, 1)); {
	case (b.Depth >= 0.5 || deep >= 0.5) && !t.isNearlyDone(b) && !t.person(b.To).low: // which is said in another way
		if dull {
			return "bruise deep"
		}
		return "deep"
	case b.Depth > 0 && b.Depth <= 0.2 && b.Hits == 1 && !dull:
		return "graze"
	case dull:
		return "bruise"
	}
	return "wound"
}

// allHit returns a beat of so many blows, all of which hit.
func allHit(b *story.Beat, n int) *story.Beat {
	several := *b
	several.Tries, several.Hits, several.Order = n, n, strings.Repeat("h", n)
	return &several
}

// Blow returns a blow as a noun: by its whole name when somebody strikes it first, then by the last word of it where that is one.
func (t *Teller) Blow(b *story.Beat) string {
	first, _, several := strings.Cut(b.What, " ")
	last := text.LastWord(b.What)
	plain, known := t.Nouns[b.What]
	if b.Family == "unarmed" && t.person(b.By).Being == "horse" {
		return "kick"
	}
	thrown := b.Family == "thrown" && b.With != ""
	switch {
	case thrown && strings.HasPrefix(b.With, "throwing "): // of which one is thrown
		return "thrown " + cmp.Or(t.Singulars[b.With[9:]], strings.TrimSuffix(text.Escape(b.With[9:]), "s"))
	case thrown:
		return "thrown " + text.Escape(b.With)
	case b.Family == "unarmed" && t.person(b.By).Being == "beast":
		return t.NaturalBlows["bite"]
	case known && plain != "":
		return plain
	case strings.Contains(b.What, "'s ") || t.used["blow "+b.By+b.What] > 0 && slices.Contains(t.LastWords, last): // "Sayo's brawler's cut"
		return last
	case b.What != "" && !known && !(several && slices.Contains(t.Imperatives, first)):
		return text.Escape(b.What)
	case slices.Contains(t.UseNouns, b.Use):
		return b.Use
	case b.Family == "claw" && t.NaturalBlows[text.LastWord(b.With)] != "":
		return t.NaturalBlows[text.LastWord(b.With)]
	}
	noun := cmp.Or(t.Strokes[b.Family], "blow")
	if p := t.person(b.By); b.Family == "unarmed" && p.armed != "" && !t.disarmed[b.By] && p.Being == "person" && !slices.Contains(t.FistFighters, t.trade(b.By)) {
		return "quick " + noun
	}
	return noun
}

func at(b *story.Beat) string {
	if b.Part == "" {
		return ""
	}
	return map[bool]string{true: " on the ", false: " in the "}[slices.Contains([]string{"head", "hand", "foot", "wrist", "back", "shoulder"}, b.Part)] + b.Part
}

// attackAnswered returns the attack that a blow answers, as a blow.
func attackAnswered(b *story.Beat) *story.Beat {
	return &story.Beat{By: b.To, What: b.Into.What, With: b.Into.With, Use: b.Into.Use, Family: b.Into.Family}
}

func (t *Teller) answer(b *story.Beat) *answer {
	first, _, _ := strings.Cut(b.Answer, " ")
	for _, name := range []string{b.Answer, text.LastWord(b.Answer), first} {
		for i := range t.Answers {
			if a := &t.Answers[i]; a.Name == name && !(t.disarmed[b.To] && (a.Noun == "parry" || a.Noun == "block")) {
				return a
			}
		}
	}
	return &t.Answers[0]
}

// shots are the families of weapons that strike from afar.
var shots = []string{"bow", "gun", "crossbow"}

// wields reports whether a blow can be told as what its weapon does: "Riku's kanabo".
func (t *Teller) wields(b *story.Beat) bool {
	return b.With != "" && !b.Spell && !slices.Contains([]string{"unarmed", "claw", "thrown"}, b.Family) && !slices.Contains(shots, b.Family) && text.The(b.With) != b.With
}

// tool returns the weapon where it has not been named since its owner last used another.
func (t *Teller) tool(b *story.Beat) string {
	weapon := b.With
	noun := t.Blow(b)
	if weapon == "" || slices.Contains([]string{"unarmed", "claw", "thrown"}, b.Family) || b.Spell || alike(noun, weapon) || t.person(b.By).armed == weapon ||
		b.Kind != "fall" && t.prev != nil && t.prev.With == weapon && strings.Contains(t.last.text, text.Escape(weapon)) { // it has just been said, of another's
		return ""
	}
	if b.Tries <= 1 && slices.Contains(shots, b.Family) {
		return " from " + text.Escape(text.The(weapon))
	}
	return " with " + text.Escape(text.The(weapon))
}

// ofTool returns the weapon of a blow that is a noun: a cut of the katana, an arrow from the yumi.
func (t *Teller) ofTool(b *story.Beat) string {
	if slices.Contains(shots, b.Family) {
		return strings.Replace(t.tool(b), " with ", " from ", 1)
	}
	return strings.Replace(t.tool(b), " with ", " of ", 1)
}

// alike reports whether two names have a word in common: an oar fall needs no oar sword.
func alike(a, b string) bool {
	return slices.ContainsFunc(strings.Fields(a), func(word string) bool { return slices.Contains(strings.Fields(b), word) })
}

// aBlow returns a blow as a noun with its article and its weapon.
func (t *Teller) aBlow(b *story.Beat) string {
	noun := t.Blow(b)
	if b.Into != nil && b.Into.What+b.Into.With != "" && noun == t.Blow(attackAnswered(b)) && t.tool(b) == "" {
		return "another"
	}
	if last := text.LastWord(noun); b.Rel == "again" && t.lastBlow == b.By+"|"+b.To+"|"+last {
		return "another " + last
	}
	if strings.HasPrefix(t.lastBlow, b.By+"|") && strings.HasSuffix(t.lastBlow, "|"+noun) && t.tool(b) == "" {
		return "another " + noun
	}
	return article(noun) + noun + t.ofTool(b)
}

// with returns the blow or blows of a beat as what it is done with.
func (t *Teller) with(b *story.Beat) string {
	if b.Spell {
		return " with the spell “" + text.Escape(b.What) + "”"
	}
	if b.Tries <= 1 {
		return " with " + t.aBlow(b)
	}
	return " with " + Count(b.Tries) + " " + plural(t.Blow(b)) + t.ofTool(b)
}

// repeatsMiss reports whether a blow is like the one before, of which nothing came.
func (t *Teller) repeatsMiss(b *story.Beat) bool {
	return t.prev != nil && t.prev.Tries == 1 && t.prev.Hits == 0 && t.prev.Into == nil && b.Into == nil && t.lastBlow == b.By+"|"+b.To+"|"+text.LastWord(t.Blow(b))
}

// blowOfStriker returns a blow with whose it is: thrust of Aki's yari, cut from him.
func (f *filler) blowOfStriker() string {
	noun, weapon := f.t.Blow(f.b), text.Escape(f.b.With)
	if f.t.tool(f.b) != "" && text.The(weapon) != weapon {
		return noun + " of " + f.owner(f.b.By) + " " + weapon
	}
	return noun + strings.Replace(f.t.tool(f.b), " with ", " of ", 1) + " from " + f.object(f.b.By)
}

// defend returns what somebody would do against a blow. Nobody parries a shot.
func (f *filler) defend() string {
	says := strings.Replace(f.t.answer(f.b).Defends, "{self}", selves[f.t.person(f.b.To).They], 1)
	if slices.Contains(shots, f.b.Family) && (says == "parry" || says == "block") {
		return f.t.Elude
	}
	return says
}

// selves are what somebody defends.
var selves = map[string]string{"she": "herself", "he": "himself", "it": "itself", "they": "themselves", "": "in time"}

// foils returns what an answer does to a blow.
func (f *filler) foils(blow string) string {
	says := f.withActor(f.agreeFirst(f.t.answer(f.b).Foils, f.b.To), f.b.To)
	if blow == "it" {
		return parryIt(says)
	}
	return says + " " + blow
}

// parryIt returns what is done against a blow, with it: "knock it aside".
func parryIt(verb string) string {
	for _, away := range []string{" aside", " off"} {
		if knock, is := strings.CutSuffix(verb, away); is {
			return knock + " it" + away
		}
	}
	return verb + " it"
}

func article(noun string) string {
	switch {
	case text.The(noun) == noun:
		return ""
	case noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) && !strings.HasPrefix(noun, "one-"):
		return "an "
	}
	return "a "
}

func plural(noun string) string {
	_, l := load()
	switch several := l.PluralNouns[noun]; {
	case several != "":
		return several
	case strings.HasSuffix(noun, "s"):
		return noun
	case strings.HasSuffix(noun, "sh") || strings.HasSuffix(noun, "ch") || strings.HasSuffix(noun, "x"):
		return noun + "es"
	case strings.HasSuffix(noun, "man"):
		return strings.TrimSuffix(noun, "an") + "en"
	}
	return noun + "s"
}

// Count returns a number in words.
func Count(n int) string {
	if _, l := load(); n < len(l.Numbers) {
		return l.Numbers[n]
	}
	return fmt.Sprint(n)
}

func times(n int) string { return cmp.Or(map[int]string{1: "once", 2: "twice"}[n], Count(n)+" times") }

// nth returns an ordinal in words.
func (t *Teller) nth(n int) string { return t.Ordinals[min(n, len(t.Ordinals)-1)] }
