package english

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// Outcome returns what a blow comes to, by a name of outcomes in clauses.yaml: deep takes half of all Wounds, or of those that were left; a graze
// is of one blow and at most a fifth of what was left; a bruise draws no blood.
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
	case (b.Depth >= 0.5 || deep >= 0.5) && !t.isNearlyDone(b) && !t.person(b.To).low: // that one can barely stand is said behind it
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

// allHit returns a beat as one of so many blows, all of which hit.
func allHit(b *story.Beat, n int) *story.Beat {
	several := *b
	several.Tries, several.Hits, several.Order = n, n, strings.Repeat("h", n)
	return &several
}

// Blow returns a blow as a noun: by the name of the maneuver, "rising cut", and by its last word once that has been told of whoever strikes;
// where the name is no noun by how the weapon is used, or by its family. Of several it is the name of one.
func (t *Teller) Blow(b *story.Beat) string {
	first, _, several := strings.Cut(b.What, " ")
	last := text.LastWord(b.What)
	plain, known := t.Nouns[b.What]
	body := t.BodyBlows[t.person(b.By).Being]
	thrown := b.Family == "thrown" && b.With != ""
	switch {
	case b.Family == "unarmed" && body != "":
		return body
	case thrown && strings.HasPrefix(b.With, "throwing "): // of which one is thrown
		return "thrown " + cmp.Or(t.Singulars[b.With[9:]], strings.TrimSuffix(text.Escape(b.With[9:]), "s"))
	case thrown:
		return "thrown " + text.Escape(b.With)
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

// at returns where a blow hits: " in the arm"; empty where that is not known.
func at(b *story.Beat) string {
	switch on := []string{"head", "hand", "foot", "wrist", "back", "shoulder"}; {
	case b.Part == "":
		return ""
	case slices.Contains(on, b.Part):
		return " on the " + b.Part
	}
	return " in the " + b.Part
}

// attackAnswered returns the attack that a blow answers, as a blow.
func attackAnswered(b *story.Beat) *story.Beat {
	return &story.Beat{By: b.To, What: b.Into.What, With: b.Into.With, Use: b.Into.Use, Family: b.Into.Family}
}

// answer returns what is done against a blow; nothing in particular where it has no word. Nobody parries with a weapon they have lost.
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

// hasTool reports whether a blow is done with a weapon that its own name does not say.
func hasTool(b *story.Beat) bool {
	return b.With != "" && !b.Spell && !slices.Contains([]string{"unarmed", "claw", "thrown"}, b.Family)
}

// wields reports whether a blow can be told as what its weapon does: "Riku's kanabo fells Aki".
func (t *Teller) wields(b *story.Beat) bool {
	return hasTool(b) && !slices.Contains(shots, b.Family) && text.The(b.With) != b.With
}

// tool returns the weapon of a blow, " with the yari", " from the yumi"; empty where whoever strikes was told to have it in hand, or another
// has struck with the like in the last sentence.
func (t *Teller) tool(b *story.Beat) string {
	weapon := b.With
	if !hasTool(b) || shareWord(t.Blow(b), weapon) || t.person(b.By).armed == weapon ||
		b.Kind != "fall" && t.prev != nil && t.prev.With == weapon && strings.Contains(t.last.text, text.Escape(weapon)) {
		return ""
	}
	if b.Tries <= 1 && slices.Contains(shots, b.Family) {
		return " from " + text.Escape(text.The(weapon))
	}
	return " with " + text.Escape(text.The(weapon))
}

// ofTool returns the weapon behind the blow as a noun: "a cut of the katana", "an arrow from the yumi".
func (t *Teller) ofTool(b *story.Beat) string {
	if slices.Contains(shots, b.Family) {
		return strings.Replace(t.tool(b), " with ", " from ", 1)
	}
	return strings.Replace(t.tool(b), " with ", " of ", 1)
}

// shareWord reports whether two names have a word in common: an oar fall needs no oar sword.
func shareWord(a, b string) bool {
	return slices.ContainsFunc(strings.Fields(a), func(word string) bool { return slices.Contains(strings.Fields(b), word) })
}

// aBlow returns a blow as a noun with its article and its weapon: "a cut of the katana", "another cut".
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

// with returns the blow or blows of a beat as what it is done with: " with two cuts of the katana".
func (t *Teller) with(b *story.Beat) string {
	if b.Tries <= 1 {
		return " with " + t.aBlow(b)
	}
	return " with " + Count(b.Tries) + " " + plural(t.Blow(b)) + t.ofTool(b)
}

// blowOfStriker returns a blow with whose it is: "thrust of Aki's yari", "cut from him".
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

// selves are what somebody defends; "defend in time" where their pronoun is not known.
var selves = map[string]string{"she": "herself", "he": "himself", "it": "itself", "they": "themselves", "": "in time"}

// foils returns what an answer does to a blow, called by these words: "parries Aki's cut", "knocks it aside".
func (f *filler) foils(blow string) string {
	says := f.withActor(f.agreeFirst(f.t.answer(f.b).Foils, f.b.To), f.b.To)
	if blow == "it" {
		return parryIt(says)
	}
	return says + " " + blow
}

// parryIt returns a verb with it as its object: "parries it", "knocks it aside".
func parryIt(verb string) string {
	for _, away := range []string{" aside", " off"} {
		if knock, is := strings.CutSuffix(verb, away); is {
			return knock + " it" + away
		}
	}
	return verb + " it"
}

// article returns the article of a noun with its space; none of a name that has one.
func article(noun string) string {
	switch {
	case text.The(noun) == noun:
		return ""
	case noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) && !strings.HasPrefix(noun, "one-"):
		return "an "
	}
	return "a "
}

// plural returns a noun as several are called.
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

// times returns how often: once, twice, three times.
func times(n int) string { return cmp.Or(map[int]string{1: "once", 2: "twice"}[n], Count(n)+" times") }

// nth returns an ordinal in words.
func (t *Teller) nth(n int) string { return t.Ordinals[min(n, len(t.Ordinals)-1)] }
