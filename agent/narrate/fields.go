package narrate

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/prompts"
	"kokyu/rules"
)

// What a way can say of a fact: its fields as phrases, people and texts of files as slots.

// telling is a fact that is to be told, with what belongs to it in the same sentence.
type telling struct {
	rules.Fact
	steps  []int
	tries  []rules.Fact // of the same two, just before it, which came to nothing
	also   []rules.Fact // told by its sentence as well: the spell that a blow was
	weight float64
	side   string // a side, where the fact is of one
	word   string // a text of a file or of the GM
	fixed  string // its words, where they are made elsewhere, slots open
}

// must reports whether it is told whatever else is.
func (t *telling) must() bool {
	return t.Must() || t.fixed != "" || slices.ContainsFunc(t.also, func(f rules.Fact) bool { return f.Must() })
}

// speaker makes phrases for the facts of one paragraph: a weapon is named once, and somebody is called by what they are where
// that is unmistakable.
type speaker struct {
	*Paragraph
	account *account
	armed   map[string]bool // "who|weapon" that has been named
	aliased map[string]bool // who has been called by what they are
	before  string          // who acted in the fact before
	only    string          // whom it was of alone
	texts   int             // slots for texts so far
}

func (a *account) speaker(p *Paragraph) *speaker {
	return &speaker{Paragraph: p, account: a, armed: map[string]bool{}, aliased: map[string]bool{}}
}

// person is somebody as the sentence calls them: by name, and once a paragraph by what they are, where that cannot be
// somebody else.
func (s *speaker) person(name string) string {
	if alias := s.alias(name); alias != "" {
		s.aliased[name] = true
		return s.slot(s.account.letter(name)+" the", alias)
	}
	return s.plainly(name)
}

// plainly is somebody by name.
func (s *speaker) plainly(name string) string {
	if name == "" {
		return ""
	}
	return s.slot(s.account.letter(name), s.account.said(name))
}

// alias is what somebody may be called here besides their name, if anything: after a sentence of them alone it cannot be
// somebody else. Where it would be an owner's name, the name stands, see [Paragraph.Fill].
func (s *speaker) alias(name string) string {
	if name == "" || s.aliased[name] || s.only != name {
		return ""
	}
	if side := s.account.lasts[name]; side != "" {
		return "the last of " + side
	}
	return s.account.alias(name)
}

// free is a text of a file, in a slot of its own.
func (s *speaker) free(txt string) string {
	if txt == "" {
		return ""
	}
	s.texts++
	return s.slot(fmt.Sprintf("w%d", s.texts), txt)
}

// said is the phrases of a fact.
func (s *speaker) said(t *telling) (said prompts.Said, tags []string) {
	if len(t.tries) > 0 { // such a sentence is long
		said.By, said.To = s.plainly(t.By), s.plainly(t.To)
	} else {
		said.By = s.person(t.By)
		said.To = s.plainly(t.To)
	}
	weapon, use := s.account.row(t.With)
	if use == "" && (t.Family == "unarmed" || t.Family == "claw") {
		use = weapon
	}
	noun, imperative := nounOf(t.What, t.Family, use)
	if t.Family == "thrown" && weapon != "" {
		weapon = strings.TrimSuffix(weapon, " thrown")
		noun = "thrown " + weapon
	}
	said.Blow = s.free(noun)
	if imperative {
		said.Blow = "“" + said.Blow + "”"
	}
	said.Tool = s.tool(t.By, weapon, noun)
	said.ABlow = article(noun) + " " + said.Blow + strings.Replace(said.Tool, " with ", " of ", 1)
	if shot(t.Family) && t.Family != "thrown" {
		said.Tool = strings.Replace(said.Tool, " with ", " from ", 1)
		said.ABlow = article(noun) + " " + said.Blow + said.Tool
	}
	if weapon != "" {
		said.Weapon = "the " + s.free(weapon)
	}
	said.Answer, said.How = s.answer(t.Answer)
	if t.Part != "" {
		said.At = " at the " + s.free(t.Part)
	}
	said.Falls, said.Down = "goes down", "down"
	if killed(t.Fate) {
		said.Falls, said.Down = "falls dead", "dead"
	}
	said.What, said.Spot, said.Word, said.Side = s.free(t.What), s.free(spot(t.Spot)), s.free(t.word), s.free(t.side)
	if len(t.tries) > 0 {
		s.tried(t, &said, noun, imperative)
	}
	s.before, s.only = t.By, ""
	if t.To == "" {
		s.only = t.By
	}
	return said, tagsOf(t, &said)
}

// tool is the weapon of a blow, where it has not been named and the blow's own name does not say it.
func (s *speaker) tool(by, weapon, noun string) string {
	key := by + "|" + weapon
	if weapon == "" || weapon == "unarmed" || s.armed[key] || strings.Contains(noun, weapon) {
		return ""
	}
	s.armed[key] = true
	return " with the " + s.free(weapon)
}

// answer is a defence as a noun, and as how something is done.
func (s *speaker) answer(name string) (noun, how string) {
	if name == "" {
		return "answer", ""
	}
	first, rest, several := strings.Cut(name, " ")
	if doing := gerunds[first]; doing != "" {
		how = "by " + doing
		if several {
			how += " " + s.free(rest)
		}
		return "answer", how
	}
	slot := s.free(name)
	return slot, "with " + article(name) + " " + slot
}

// gerunds are the verbs that maneuvers are called by, where a verb leads.
var gerunds = map[string]string{"bar": "barring", "catch": "catching", "crowd": "crowding", "keep": "keeping", "level": "levelling", "plant": "planting",
	"slide": "sliding", "slip": "slipping", "spring": "springing", "turn": "turning", "wave": "waving", "deflect": "deflecting", "harry": "harrying",
	"skitter": "skittering", "evade": "evading", "wind": "winding", "retreat": "stepping back"}

// imperatives are verbs that lead the name of an attack: such a name is no noun, and stands in quotes.
var imperatives = []string{"beat", "clutch", "drag", "find", "hook", "hurl", "pluck", "swing", "trip", "weigh", "over", "rend", "loose", "command"}

// nounOf is a maneuver as a noun, and whether its name is none. What is called by no name of its own goes by what it is done
// with, and how that is used.
func nounOf(what, family, use string) (noun string, imperative bool) {
	first, _, several := strings.Cut(what, " ")
	switch {
	case what == "loose":
		return "loosed arrow", false
	case what != "":
		return what, several && slices.Contains(imperatives, first)
	case slices.Contains([]string{"cut", "thrust", "bash", "slash", "stab", "smash", "kick", "bite", "punch"}, use):
		return use, false
	case family == "unarmed":
		return "bare-handed blow", false
	}
	return strokes[family], false
}

// shot reports whether a weapon of a family reaches from afar.
func shot(family string) bool {
	return slices.Contains([]string{"bow", "gun", "crossbow", "thrown"}, family)
}

// strokes are what a blow with a weapon of a family is called.
var strokes = map[string]string{"": "blow", "blade": "cut", "spear": "thrust", "short": "stab", "staff": "blow", "bow": "shot", "gun": "shot", "unarmed": "blow",
	"claw": "stroke", "shield": "blow", "thrown": "throw", "makeshift": "blow", "wooden": "cut", "axe": "stroke", "club": "blow", "pole": "stroke",
	"crossbow": "shot"}

func article(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an"
	}
	return "a"
}

// spot is a zone in words.
func spot(zone string) string { return strings.ToLower(zone) }

func killed(fate string) bool { return fate == "killed" || fate == "dead" }

// tried says what came to nothing before a fact.
func (s *speaker) tried(t *telling, said *prompts.Said, noun string, imperative bool) {
	var outcomes []string
	for _, f := range t.tries {
		outcomes = append(outcomes, outcome(&f))
	}
	said.Times, said.Outcome = times(len(outcomes)), strings.Join(outcomes, ", ")
	said.Next = "the " + ordinal(len(outcomes)+1)
	same := len(slices.Compact(slices.Clone(outcomes))) == 1
	blows := said.Blow + "s"
	if imperative || noun == "" {
		blows = "tries"
	}
	switch is := become[outcomes[0]]; {
	case len(outcomes) == 1:
		said.Tries = fmt.Sprintf("%s's first %s at %s %s", said.By, said.Blow, said.To, is[0])
	case same:
		said.Tries = fmt.Sprintf("%s's first %s %s at %s %s", said.By, count(len(outcomes)), blows, said.To, is[1])
	default:
		said.Tries = fmt.Sprintf("%s tries %s %s in vain, %s", said.By, said.To, said.Times, listed(outcomes))
	}
}

// outcome is a word for what a blow without effect came to.
func outcome(f *rules.Fact) string {
	switch f.Kind {
	case "stopped":
		for _, known := range []struct{ in, is string }{{"parry", "parried"}, {"block", "blocked"}, {"dodge", "dodged"}, {"evade", "evaded"}, {"slip", "slipped"},
			{"deflect", "deflected"}, {"ward", "warded off"}, {"shove", "shoved aside"}, {"harry", "harried off"}, {"turn", "turned aside"}} {
			if strings.Contains(f.Answer, known.in) {
				return known.is
			}
		}
		return "stopped"
	case "turned":
		return "harmless"
	case "near":
		return "just wide"
	case "feint stopped":
		return "seen through"
	}
	return "wide"
}

// become is an outcome as a verb, of one blow and of several.
var become = map[string][2]string{
	"wide": {"goes wide", "go wide"}, "just wide": {"goes just wide", "go just wide"}, "harmless": {"does no harm", "do no harm"},
}

func init() {
	for _, is := range []string{"parried", "blocked", "dodged", "evaded", "slipped", "deflected", "warded off", "shoved aside", "harried off", "turned aside",
		"stopped", "seen through"} {
		become[is] = [2]string{"is " + is, "are " + is}
	}
}

// numbers are small numbers in words.
var numbers = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

func count(n int) string {
	if n < len(numbers) {
		return numbers[n]
	}
	return fmt.Sprint(n)
}

// times is how often.
func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return count(n) + " times"
}

// ordinal is a number in words: "third"; "next" of a large one.
func ordinal(n int) string {
	small := []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n < len(small) {
		return small[n]
	}
	return "next"
}

// How deep a wound is, as a share of what there was.
const (
	grazeMost = 0.2
	deepLeast = 0.5
)

// tagsOf are the causes of a fact and what else a way may ask for.
func tagsOf(t *telling, said *prompts.Said) (tags []string) {
	tags = slices.Clone(t.Causes)
	add := func(is bool, tag string) {
		if is {
			tags = append(tags, tag)
		}
	}
	add(shot(t.Family), "shot")
	add(t.Family == "unarmed", "unarmed")
	add(t.Family == "claw", "claw")
	add(t.Depth > 0 && t.Depth <= grazeMost, "graze")
	add(t.Depth >= deepLeast, "deep")
	add(killed(t.Fate), "killed")
	add(t.Fate == "repelled", "repelled")
	add(t.Answer != "", "answered")
	add(len(t.tries) > 0 && t.Kind != "vain" && t.Kind != "trade" && t.Kind != "wounds", "tries")
	add(t.By != "", "by")
	add(t.To != "", "to")
	add(said.Tool != "", "tool")
	add(t.What != "", "what")
	add(t.Spot != "", "spot")
	add(t.Part != "", "part")
	add(t.Match, "practice")
	add(t.What == "draw", "drawn")
	add(t.Kind == "end" && t.By == "", "draw")
	return tags
}
