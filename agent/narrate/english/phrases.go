package english

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// Outcome returns what a blow comes to, by a name of the outcomes in clauses.yaml. Deep takes half of all Wounds, or of
// those that were left; a graze is one blow that takes at most a fifth of what was left; a bruise draws no blood.
func (t *Teller) Outcome(b *story.Beat) string {
	bloodless := slices.Contains(t.Blunt, b.Family) || b.Spell || slices.Contains(t.Bloodless, text.LastWord(b.What))
	switch {
	case b.Kind == "point":
		return "point"
	case b.Kind == "fall" && (b.Fate == "killed" || b.Fate == "dead"):
		return "killed"
	case b.Kind == "fall" && (b.Fate == "crippled" || b.Fate == "repelled"):
		return b.Fate
	case b.Kind == "fall":
		return text.Either(b.Floored, "stays down", "fall")
	case t.person(b.To).Being == "squad" && !b.Spell:
		return "thinned"
	}
	switch ofAll := float64(b.Wounds) / float64(max(b.Of, 1)); {
	// The sentence after it says how bad it is if the next blow would end it.
	case (b.Depth >= 0.5 || ofAll >= 0.5) && !(t.isNearlyDone(b) && t.fallsSoon(b)) && !t.person(b.To).low:
		return text.Either(bloodless, "bruise deep", "deep")
	case b.Depth > 0 && b.Depth <= 0.2 && b.Hits == 1 && !bloodless:
		return "graze"
	case bloodless:
		return "bruise"
	}
	return "wound"
}

// withHits returns a copy of a beat that is n blows, all of which hit.
func withHits(b *story.Beat, n int) *story.Beat {
	several := *b
	several.Tries, several.Hits, several.Order = n, n, strings.Repeat("h", n)
	return &several
}

// Blow returns the noun for a blow, in the singular also for several. It is the name of the maneuver, "rising cut", or
// its last word, "cut", once the tale has told that maneuver of the same striker; if the name is no noun, it follows
// from the use or the family of the weapon.
func (t *Teller) Blow(b *story.Beat) string {
	first, _, several := strings.Cut(b.What, " ")
	last := text.LastWord(b.What)
	plain, known := t.Nouns[b.What]
	body := t.BodyBlows[t.person(b.By).Being]
	thrown := b.Family == "thrown" && b.With != ""
	switch {
	case b.Family == "unarmed" && body != "":
		return body
	case thrown && strings.HasPrefix(b.With, "throwing "): // a set of them, of which one is thrown
		set := strings.TrimPrefix(b.With, "throwing ")
		return "thrown " + cmp.Or(t.Singulars[set], strings.TrimSuffix(text.Escape(set), "s"))
	case thrown:
		return "thrown " + text.Escape(b.With)
	case known && plain != "":
		return t.asArmed(plain, b)
	case strings.Contains(b.What, "'s "), // "Sayo's brawler's cut"
		t.used["blow "+b.By+b.What] > 0 && slices.Contains(t.LastWords, last):
		return last
	case b.What != "" && !known && !(several && slices.Contains(t.Imperatives, first)):
		return text.Escape(b.What)
	case slices.Contains(t.UseNouns, b.Use):
		return b.Use
	case b.Family == "claw" && t.NaturalBlows[text.LastWord(b.With)] != "":
		return t.NaturalBlows[text.LastWord(b.With)]
	}
	return cmp.Or(t.asArmed(t.Strokes[b.Family], b), "blow")
}

// asArmed returns the noun for a blow, another for a punch of somebody who has been told to have a weapon in hand:
// whose hands are full kicks.
func (t *Teller) asArmed(noun string, b *story.Beat) string {
	if by := t.person(b.By); noun == t.Strokes["unarmed"] && (by.armed != "" || by.strikes || by.shoots) && !by.disarmed {
		return t.ArmedPunch
	}
	return noun
}

// partHit returns where a blow hits: " in the arm"; empty if that is not known.
func partHit(b *story.Beat) string {
	if b.Part == "" {
		return ""
	}
	on := slices.Contains([]string{"head", "hand", "foot", "wrist", "back", "shoulder"}, b.Part)
	return text.Either(on, " on the ", " in the ") + b.Part
}

// blowKey returns the same for blows of the same striker at the same one, with one weapon and one noun.
func (t *Teller) blowKey(b *story.Beat) string {
	return strings.Join([]string{b.By, b.To, b.With, text.LastWord(t.Blow(b))}, "|")
}

// attackAnswered returns the attack that a blow answers, as a beat of its own.
func attackAnswered(b *story.Beat) *story.Beat {
	return &story.Beat{By: b.To, What: b.Into.What, With: b.Into.With, Use: b.Into.Use, Family: b.Into.Family}
}

// answerTo returns the words for what is done against a blow.
func (t *Teller) answerTo(b *story.Beat) *answer { return t.answerNamed(b.Answer, b.To) }

// answerNamed returns the words for an answer of somebody's; those for no particular answer if the lexicon has none, or
// they would parry with a weapon that was lost. It looks for the whole name, then its last word, then its first: "parry
// in haste" is a parry.
func (t *Teller) answerNamed(answer, who string) *answer {
	first, _, _ := strings.Cut(answer, " ")
	for _, name := range []string{answer, text.LastWord(answer), first} {
		for i := range t.Answers {
			if a := &t.Answers[i]; a.Name == name && !(t.person(who).disarmed && a.usesWeapon()) {
				return a
			}
		}
	}
	return &t.Answers[0]
}

// Defence returns as a noun what is put up against a blow, "parry"; empty if nothing is.
func (t *Teller) Defence(b *story.Beat) string {
	if b.Answer == "" || t.answerTo(b).Name == "none" {
		return ""
	}
	return t.answerTo(b).Noun
}

// isShot reports whether the weapon of a blow shoots.
func isShot(b *story.Beat) bool { return slices.Contains([]string{"bow", "gun", "crossbow"}, b.Family) }

// hasWeapon reports whether a blow is struck with a weapon that the noun for the blow does not imply.
func hasWeapon(b *story.Beat) bool {
	return b.With != "" && !b.Spell && !slices.Contains([]string{"unarmed", "claw", "thrown"}, b.Family)
}

// isToldByWeapon reports whether a blow can be told as the deed of its weapon: "Riku's kanabo fells Aki".
func (t *Teller) isToldByWeapon(b *story.Beat) bool {
	return hasWeapon(b) && !isShot(b) && text.The(b.With) != b.With
}

// weaponAfter returns the weapon of a blow behind a preposition, " with the yari"; empty if the tale has told that the
// striker has it in hand, or the last sentence was about a blow with one of the same kind.
func (t *Teller) weaponAfter(preposition string, b *story.Beat) string {
	weapon := b.With
	if !hasWeapon(b) || shareWord(t.Blow(b), weapon) || t.person(b.By).armed == weapon ||
		b.Kind != "fall" && t.prevBeat != nil && t.prevBeat.With == weapon && strings.Contains(t.last.text, text.Escape(weapon)) {
		return ""
	}
	return " " + preposition + " " + text.Escape(text.The(weapon))
}

// withWeapon returns the weapon of a blow as it stands behind a verb: " with the yari", " from the yumi".
func (t *Teller) withWeapon(b *story.Beat) string {
	return t.weaponAfter(text.Either(b.Tries <= 1 && isShot(b), "from", "with"), b)
}

// ofWeapon returns the weapon of a blow as it stands behind the noun for the blow: "a cut of the katana", "an arrow
// from the yumi".
func (t *Teller) ofWeapon(b *story.Beat) string {
	return t.weaponAfter(text.Either(isShot(b), "from", "of"), b)
}

// shareWord reports whether two names have a word in common: a blow called "oar fall" needs no "with the oar sword".
func shareWord(a, b string) bool {
	return slices.ContainsFunc(strings.Fields(a), func(word string) bool {
		return slices.Contains(strings.Fields(b), word)
	})
}

// aBlow returns the noun for a blow with its article and its weapon: "a cut of the katana", "another cut".
func (t *Teller) aBlow(b *story.Beat) string {
	noun := t.Blow(b)
	if b.Into != nil && b.Into.What+b.Into.With != "" && noun == t.Blow(attackAnswered(b)) && t.withWeapon(b) == "" {
		return "another"
	}
	if b.Rel == "again" && t.lastBlow == t.blowKey(b) {
		return "another " + text.LastWord(noun)
	}
	if strings.HasPrefix(t.lastBlow, b.By+"|") && strings.HasSuffix(t.lastBlow, "|"+noun) && t.withWeapon(b) == "" {
		return "another " + noun
	}
	return article(noun) + noun + t.ofWeapon(b)
}

// withBlow returns the blow or blows that a deed is done with: " with two cuts of the katana".
func (t *Teller) withBlow(b *story.Beat) string {
	if b.Tries <= 1 {
		return " with " + t.aBlow(b)
	}
	return " with " + Count(b.Tries) + " " + plural(t.Blow(b)) + t.ofWeapon(b)
}

// blowOfStriker returns a blow with the one who strikes it: "thrust of Aki's yari", "cut from him".
func (f *filler) blowOfStriker() string {
	noun, weapon := f.t.Blow(f.b), text.Escape(f.b.With)
	if f.t.withWeapon(f.b) != "" && text.The(weapon) != weapon {
		return noun + " of " + f.owner(f.b.By) + " " + weapon
	}
	return noun + f.t.ofWeapon(f.b) + " from " + f.object(f.b.By)
}

// defenceWords returns what somebody would do against a blow, "parry". Nobody parries a shot.
func (f *filler) defenceWords() string {
	says := strings.Replace(f.t.answerTo(f.b).Defends, "{self}", selves[f.t.person(f.b.To).They], 1)
	isFire := text.LastWord(f.t.Blow(f.b)) == "flame"
	if (isFire || isShot(f.b)) && f.t.answerTo(f.b).usesWeapon() {
		return f.t.Elude
	}
	return says
}

// reactionWords returns what somebody is too slow to do against a blow: "parry", and where it has no word of its own
// each time another of Reactions, or of Sidesteps.
func (f *filler) reactionWords() string {
	says, words := f.defenceWords(), f.t.Reactions
	switch {
	case f.t.answerTo(f.b).Noun == "sidestep":
		words = f.t.Sidesteps
	case !strings.HasPrefix(says, "defend "):
		return says
	}
	f.reacts = true
	return strings.Replace(words[f.t.used["reaction"]%len(words)], "{self}", selves[f.t.person(f.b.To).They], 1)
}

// selves are by pronoun what stands after "defend": "herself"; "in time" if the pronoun is not known.
var selves = map[string]string{"she": "herself", "he": "himself", "it": "itself", "they": "themselves", "": "in time"}

// foilWords returns what an answer does to a blow: "parries Aki's cut", "knocks it aside". blow is what the blow is
// called, or it.
func (f *filler) foilWords(blow string) string {
	says := f.withActor(f.t.agree(f.t.answerTo(f.b).Foils, f.b.To), f.b.To)
	for _, away := range []string{" aside", " off"} {
		if knock, is := strings.CutSuffix(says, away); is && blow == "it" {
			return knock + " it" + away
		}
	}
	return says + " " + blow
}

// article returns the indefinite article of a noun with its space; nothing for a name that has an article.
func article(noun string) string {
	switch {
	case text.The(noun) == noun:
		return ""
	case noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) && !strings.HasPrefix(noun, "one-"):
		return "an "
	}
	return "a "
}

// plural returns the plural of a noun.
func plural(noun string) string {
	_, l := load()
	if several := l.PluralNouns[noun]; several != "" {
		return several
	}
	for _, end := range [][2]string{{"s", "s"}, {"sh", "shes"}, {"ch", "ches"}, {"x", "xes"}, {"ry", "ries"}, {"man", "men"}} {
		if stem, is := strings.CutSuffix(noun, end[0]); is {
			return stem + end[1]
		}
	}
	return noun + "s"
}

// Count returns a number in words, a large one in digits.
func Count(n int) string {
	if _, l := load(); n < len(l.Numbers) {
		return l.Numbers[n]
	}
	return fmt.Sprint(n)
}

// times returns how often something is done: once, twice, three times.
func times(n int) string { return cmp.Or(map[int]string{1: "once", 2: "twice"}[n], Count(n)+" times") }
