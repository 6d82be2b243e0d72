package english

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

type answer struct {
	Name  string `yaml:"name"`
	Noun  string `yaml:"noun"`
	Tries string `yaml:"tries"`
	Foils string `yaml:"foils"` // {} is what comes
}

// lexicon is how things are called.
type lexicon struct {
	Version     int               `yaml:"version"`
	Strokes     map[string]string `yaml:"strokes"`
	Nouns       map[string]string `yaml:"nouns"`
	Blunt       []string          `yaml:"blunt" max:"100"`
	Imperatives []string          `yaml:"imperatives" max:"100"`
	Uses        []string          `yaml:"uses" max:"100"`
	Worn        []string          `yaml:"worn" max:"100"`
	Answers     []answer          `yaml:"answers" max:"100"`
	Numbers     []string          `yaml:"numbers" max:"100"`
	Ordinals    []string          `yaml:"ordinals" max:"100"`
	Places      map[string]string `yaml:"places"`
	Trees       map[string]string `yaml:"trees"`
	Waters      map[string]string `yaml:"waters"`
	Lights      map[string]string `yaml:"lights"`
	Skies       map[string]string `yaml:"skies"`
	Orders      map[string]string `yaml:"orders"`
	Reasons     map[string]string `yaml:"reasons"`
	Came        map[string]string `yaml:"came"`
	Plurals     map[string]string `yaml:"plurals"`
}

// filler fills the slots of a clause for one beat.
type filler struct {
	t     *Teller
	b     *story.Beat
	out   *outcome
	named []string // in this sentence
	acts  string   // who does what the verb says, or whose thing does
	begun bool
}

// fill sets phrases into slots and lets verbs agree.
func (f *filler) fill(says string) string {
	var out strings.Builder
	for says != "" {
		i := strings.IndexAny(says, "{[")
		if i < 0 {
			out.WriteString(says)
			break
		}
		f.begun = f.begun || i > 0
		out.WriteString(says[:i])
		closing := "}"
		if says[i] == '[' {
			closing = "]"
		}
		name, rest, _ := strings.Cut(says[i+1:], closing)
		if says[i] == '[' {
			out.WriteString(f.verb(name))
		} else {
			out.WriteString(f.slot(name))
		}
		f.begun = true
		says = rest
	}
	return strings.ReplaceAll(out.String(), "  ", " ")
}

// verb lets one agree with who acts.
func (f *filler) verb(name string) string {
	verb, of, _ := strings.Cut(name, ":")
	who := f.b.By
	if of == "to" {
		who = f.b.To
	}
	f.acts = who
	return f.t.agree(verb, who)
}

func (t *Teller) agree(verb, who string) string {
	if !t.plural(who) {
		return verb
	}
	if p := t.Plurals[verb]; p != "" {
		return p
	}
	return strings.TrimSuffix(verb, "s")
}

func (t *Teller) plural(who string) bool {
	return t.of(who).Being == "squad" && strings.HasSuffix(who, "s") && !strings.HasSuffix(who, "ss")
}

// name returns somebody as a sentence says them: Jubei, the spears, the first gaki.
func (t *Teller) name(who string) string {
	p := t.people[who]
	switch {
	case p == nil:
		return text.Escape(who)
	case p.Noun && p.Nth > 0 && p.Nth < len(t.Ordinals):
		return "the " + t.Ordinals[p.Nth] + " " + text.Escape(p.Spoken)
	case p.Noun:
		return "the " + text.Escape(p.Spoken)
	}
	return text.Escape(p.Spoken)
}

var objects = map[string]string{"she": "her", "he": "him", "it": "it", "they": "them"}
var owners = map[string]string{"she": "her", "he": "his", "it": "its", "they": "their"}

// note adds somebody to those who are named in the sentence.
func (f *filler) note(who string) {
	if !slices.Contains(f.named, who) {
		f.named = append(f.named, who)
	}
}

// clear reports whether a pronoun of somebody can be nobody else's among these people.
func (t *Teller) clear(who string, people []string, but string) bool {
	they := t.of(who).They
	return they != "" && !slices.ContainsFunc(people, func(p string) bool { return p != who && p != but && t.of(p).They == they })
}

// subject returns who acts, by name or as he or she.
func (f *filler) subject(who, other string) string {
	f.acts = who
	people := []string{other}
	last := &f.t.last
	known := !f.begun && len(f.named) == 0 && len(last.named) > 0 && last.text != "" && !last.fronts && last.named[0] == who
	if known {
		people = append(people, last.named...)
	} else if slices.Contains(f.named, who) {
		known, people = true, append(people, f.named...)
	}
	f.note(who)
	if known && f.t.clear(who, people, "") {
		return f.t.of(who).They
	}
	return f.t.name(who)
}

// object returns somebody whom the verb is about, by name or as him or her: whoever acts is not meant by those.
func (f *filler) object(who string) string {
	named := slices.Contains(f.named, who)
	f.note(who)
	switch {
	case named && f.t.plural(who) && f.acts != who:
		return "them"
	case named && f.acts != who && f.t.clear(who, f.named, f.acts):
		return objects[f.t.of(who).They]
	}
	return f.t.name(who)
}

// owner returns whose something is: somebody's own, or that of whoever is not acting.
func (f *filler) owner(who string) string {
	named := slices.Contains(f.named, who)
	f.note(who)
	switch {
	case named && f.t.plural(who):
		return "their"
	case named && f.acts == who && f.t.of(who).They != "":
		return owners[f.t.of(who).They]
	case named && f.t.clear(who, f.named, ""):
		return owners[f.t.of(who).They]
	}
	return possessive(f.t.name(who))
}

func possessive(name string) string {
	if strings.HasSuffix(name, "s") && strings.HasPrefix(name, "the ") {
		return name + "'"
	}
	return name + "'s"
}

// slot returns the phrase of a slot.
func (f *filler) slot(name string) string {
	for _, phrase := range []func(string) (string, bool){f.person, f.blow, f.fact} {
		if words, is := phrase(name); is {
			return words
		}
	}
	panic("no slot is called " + name) // by a row of this package
}

// person returns the phrase of somebody.
func (f *filler) person(slot string) (words string, is bool) {
	t, b := f.t, f.b
	switch slot {
	case "by":
		return f.subject(b.By, b.To), true
	case "to":
		if !f.begun || f.acts == "" {
			return f.subject(b.To, b.By), true
		}
		return f.object(b.To), true
	case "to acts":
		return f.subject(b.To, b.By), true
	case "by object":
		return f.object(b.By), true
	case "by's":
		owner := f.owner(b.By)
		f.acts = b.By
		return owner, true
	case "to's":
		return f.owner(b.To), true
	case "ally":
		return t.name(t.ally), true
	case "ally's":
		return possessive(t.name(t.ally)), true
	case "side":
		return text.Escape(text.The(b.What)), true
	case "lead":
		return t.name(b.Lead), true
	case "alone":
		return t.name(b.Alone), true
	case "foes":
		if len(b.Foes) > 4 {
			return t.count(len(b.Foes)) + " enemies", true
		}
		return t.list(b.Foes), true
	case "our side":
		side, _ := t.sideName(t.of(b.By).Side)
		return side, true
	}
	return "", false
}

// blow returns the phrase of what somebody does with a weapon, or against one.
func (f *filler) blow(slot string) (words string, is bool) {
	t, b := f.t, f.b
	switch slot {
	case "does":
		return f.fill(f.out.By), true
	case "gets":
		return f.fill(f.out.To), true
	case "ends":
		f.acts = b.By
		return f.fill(f.out.Blow), true
	case "at":
		return at(b), true
	case "with":
		return t.with(b), true
	case "with one":
		one := *b
		one.Tries, one.Hits, one.Order = 1, 1, "h"
		return t.with(&one), true
	case "blow":
		return t.noun(b.What, b.Use, b.Family), true
	case "blows":
		return plural(t.noun(b.What, b.Use, b.Family)), true
	case "strikes":
		f.acts = b.By
		if slices.Contains(shots, b.Family) {
			return t.agree("shoots", b.By), true
		}
		return t.agree("strikes", b.By), true
	case "a blow":
		return t.aBlow(b), true
	case "nth blow":
		return t.Ordinals[min(b.Tries, len(t.Ordinals)-1)] + " " + t.noun(b.What, b.Use, b.Family), true
	case "with hits":
		several := *b
		several.Tries = b.Hits
		return t.with(&several), true
	case "tool":
		return t.tool(b), true
	case "of tool":
		return strings.Replace(t.tool(b), " with ", " of ", 1), true
	case "guard":
		return t.answer(b).Noun, true
	case "tries":
		return f.agreed(t.answer(b).Tries, b.To), true
	case "parry":
		return strings.TrimPrefix(t.answer(b).Tries, "tries to "), true
	case "parry it":
		return parryIt(strings.TrimPrefix(t.answer(b).Tries, "tries to ")), true
	case "hurries":
		return f.agreed(strings.Replace(t.answer(b).Tries, "tries to", "hurries to", 1), b.To), true
	case "foils it":
		return f.foils("it"), true
	case "foils blow":
		return f.foils(f.owner(b.By) + " " + t.noun(b.What, b.Use, b.Family) + t.tool(b)), true
	case "into":
		weapon := b.Into.With
		if weapon == "" || b.Into.Family == "unarmed" || t.of(b.To).armed == weapon {
			return "", true
		}
		return " with " + text.The(weapon), true
	case "into blow":
		if b.Into.What == "" && b.Into.With == "" {
			return "blow", true
		}
		return t.noun(b.Into.What, b.Into.Use, b.Into.Family), true
	case "times":
		return t.times(b.Tries), true
	case "times missed":
		return t.times(b.Tries - b.Hits), true
	case "times hit":
		return t.times(b.Hits), true
	case "times before":
		return t.times(b.Hits - 1), true
	case "ordinal":
		return t.Ordinals[min(b.Before+b.Hits, len(t.Ordinals)-1)], true
	}
	return "", false
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

// fact returns the phrase of anything else.
func (f *filler) fact(slot string) (words string, is bool) {
	t, b := f.t, f.b
	switch slot {
	case "his weapon":
		weapon := b.With
		if text.The(weapon) == weapon {
			return text.Escape(weapon), true
		}
		f.acts = b.By
		return f.owner(b.By) + " " + text.Escape(weapon), true
	case "a weapon":
		weapon := b.With
		return article(weapon) + text.Escape(weapon), true
	case "spell", "what":
		return text.Escape(b.What), true
	case "spot":
		return text.Escape(b.Spot), true
	case "words":
		return text.Escape(b.Says), true
	case "amount":
		n := max(b.Wounds, -b.Wounds)
		if n == 1 {
			return "one Wound", true
		}
		return t.count(n) + " Wounds", true
	case "came":
		return t.Came[b.Answer], true
	case "ordered":
		return t.Orders[b.What], true
	case "reason":
		return t.Reasons[b.What], true
	case "effect":
		return strings.ReplaceAll(text.Escape(b.Does), "{to}", t.name(cmp.Or(b.To, b.By))), true
	case "even":
		return t.count(b.Even), true
	case "count":
		return t.count(b.Tries), true
	}
	return "", false
}

// foils returns what an answer does to a blow.
func (f *filler) foils(blow string) string {
	verb, rest, _ := strings.Cut(f.t.answer(f.b).Foils, " ")
	f.acts = f.b.To
	return f.t.agree(verb, f.b.To) + " " + strings.Replace(rest, "{}", blow, 1)
}

// list names people, those who share a noun together: "Raiko and the first, second and third gaki".
func (t *Teller) list(people []string) string {
	var names, nth []string
	for i, who := range people {
		p := t.of(who)
		if !p.Noun || p.Nth == 0 || p.Nth >= len(t.Ordinals) {
			names = append(names, t.name(who))
			continue
		}
		nth = append(nth, t.Ordinals[p.Nth])
		if i+1 == len(people) || t.of(people[i+1]).Spoken != p.Spoken {
			names, nth = append(names, "the "+text.List(nth, "and")+" "+text.Escape(p.Spoken)), nil
		}
	}
	return text.List(names, "and")
}

func (t *Teller) names(people []string) (names []string) {
	for _, who := range people {
		names = append(names, t.name(who))
	}
	return names
}

func (f *filler) agreed(phrase, who string) string {
	first, rest, _ := strings.Cut(phrase, " ")
	return f.t.agree(first, who) + " " + rest
}

// outcome returns which outcome a blow has.
func (t *Teller) outcome(b *story.Beat) string {
	dull := slices.Contains(t.Blunt, b.Family) || b.Spell
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
	if p := t.people[b.To]; p != nil && p.Being == "squad" {
		return "thinned"
	}
	switch deep := float64(b.Wounds) / float64(max(b.Of, 1)); {
	case b.Depth >= 0.5 || deep >= 0.5:
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

func at(b *story.Beat) string {
	switch {
	case b.Part == "":
		return ""
	case slices.Contains([]string{"head", "hand", "foot", "wrist", "back", "shoulder"}, b.Part):
		return " on the " + b.Part
	}
	return " in the " + b.Part
}

// noun returns a blow as a noun.
func (t *Teller) noun(what, use, family string) string {
	first, _, several := strings.Cut(what, " ")
	plain, known := t.Nouns[what]
	switch {
	case known && plain != "":
		return plain
	case family == "thrown":
		return "throw"
	case strings.Contains(what, "'s "): // "Sayo's brawler's cut"
		return what[strings.LastIndexByte(what, ' ')+1:]
	case what != "" && !known && !(several && slices.Contains(t.Imperatives, first)):
		return text.Escape(what)
	case slices.Contains(t.Uses, use):
		return use
	}
	if n := t.Strokes[family]; n != "" {
		return n
	}
	return "blow"
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

// tool returns the weapon where it has not been named since its owner last used another.
func (t *Teller) tool(b *story.Beat) string {
	weapon := b.With
	noun := t.noun(b.What, b.Use, b.Family)
	if weapon == "" || b.Family == "unarmed" || b.Family == "claw" || b.Spell || alike(noun, weapon) || t.of(b.By).armed == weapon {
		return ""
	}
	if b.Tries <= 1 && slices.Contains(shots, b.Family) {
		return " from " + text.Escape(text.The(weapon))
	}
	return " with " + text.Escape(text.The(weapon))
}

// alike reports whether two names have a word in common: an oar fall needs no oar sword.
func alike(a, b string) bool {
	return slices.ContainsFunc(strings.Fields(a), func(word string) bool { return slices.Contains(strings.Fields(b), word) })
}

// aBlow returns a blow as a noun with its article and its weapon.
func (t *Teller) aBlow(b *story.Beat) string {
	noun := t.noun(b.What, b.Use, b.Family)
	if b.Into != nil && noun == t.noun(b.Into.What, b.Into.Use, b.Into.Family) && t.tool(b) == "" {
		return "another"
	}
	if b.Rel == "again" && t.struck == b.By+"|"+b.To+"|"+noun {
		return "another " + noun
	}
	return article(noun) + noun + strings.Replace(t.tool(b), " with ", " of ", 1)
}

// with returns the blow or blows of a beat as what it is done with.
func (t *Teller) with(b *story.Beat) string {
	if b.Spell {
		return " with the spell “" + text.Escape(b.What) + "”"
	}
	if b.Tries <= 1 {
		return " with " + t.aBlow(b)
	}
	return " with " + t.count(b.Tries) + " " + plural(t.noun(b.What, b.Use, b.Family)) + strings.Replace(t.tool(b), " with ", " of ", 1)
}

func plural(noun string) string {
	switch {
	case strings.HasSuffix(noun, "s"):
		return noun
	case strings.HasSuffix(noun, "sh") || strings.HasSuffix(noun, "ch"):
		return noun + "es"
	}
	return noun + "s"
}

func (t *Teller) answer(b *story.Beat) *answer {
	last := b.Answer[strings.LastIndexByte(b.Answer, ' ')+1:]
	first, _, _ := strings.Cut(b.Answer, " ")
	for _, name := range []string{b.Answer, last, first} {
		for i := range t.Answers {
			if t.Answers[i].Name == name {
				return &t.Answers[i]
			}
		}
	}
	return &t.Answers[0]
}

func (t *Teller) count(n int) string {
	if n < len(t.Numbers) {
		return t.Numbers[n]
	}
	return fmt.Sprint(n)
}

func (t *Teller) times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return t.count(n) + " times"
}

// shots are the families of weapons that strike from afar.
var shots = []string{"bow", "gun", "crossbow"}

// features returns what clauses can ask for of a beat.
func (t *Teller) features(b *story.Beat) map[string]bool {
	f := map[string]bool{t.rel: true}
	for _, c := range b.Causes {
		f[c] = true
	}
	f["spent"] = f["spent"] && (t.of(b.To).acted || slices.Contains(t.Follow, b.To)) // else nobody has seen what it was spent on
	delete(f, "past")
	delete(f, "away")
	if b.Into != nil && f["moving"] {
		f[cmp.Or(b.Into.Way, "toward")] = true
	} else {
		delete(f, "moving")
	}
	noun := t.noun(b.What, b.Use, b.Family)
	shot := slices.Contains(shots, b.Family)
	felled := b.Kind == "fall"
	_, of, _ := strings.Cut(b.Spot, " of ")
	for name, is := range map[string]bool{
		"shot": shot, "unarmed": b.Family == "unarmed", "several": b.Tries > 1, "single": b.Tries == 1, "into blow": b.Into != nil && b.Into.What+b.Into.With != "",
		"all": b.Hits == b.Tries, "one hit": b.Hits == 1, "more hits": b.Hits > 1, "misses first": strings.HasPrefix(b.Order, "m"),
		"misses last": strings.HasSuffix(b.Order, "m"), "two": b.Tries == 2, "felled": felled,
		"came": b.Came == "toward" && !shot && b.Family != "thrown", "up": b.Up, "part": b.Part != "", "friend": b.Friend, "lying": b.Lying, "spell": b.Spell && b.Tries > 0,
		"to": b.To != "", "what": t.Orders[b.What] != "" || b.What != "" && b.Kind != "order", "spot": b.Spot != "",
		"again": f["again"] || b.Nth > 1, "many": b.Tries > 2, "close": b.Causes != nil, "same": t.prev != nil && t.prev.What == b.What,
		"strikes first": t.answer(b).Name == "counter-attack", "stung": t.prev != nil && t.prev.Hits > 0 && t.prev.To == b.By, "lets go": t.held[b.By+"|"+b.To],
		"followed": slices.Contains(t.Follow, b.By) || slices.Contains(t.Follow, b.To),
		"turns":    t.rel == "turns" && (t.prev == nil || t.prev.Alone == ""),
		"to helps": t.rel == "helps" && b.Into != nil, "helps": t.rel == "helps" && b.Into == nil, "does": b.Does != "", "lead": b.Lead != "", "reason": t.Reasons[b.What] != "", "says": b.Says != "", "by": b.By != "",
		"loses": b.Kind == "word" && b.Wounds > 0, "gains": b.Kind == "word" && b.Wounds < 0, "tried": strings.HasPrefix(b.What, "to "),
		"drawn": slices.Contains(t.Worn, b.With) && b.Nth <= 1, "first": b.First,
		"next":        f["again"] && t.struck == b.By+"|"+b.To+"|"+noun,
		"worn":        felled && b.Before+b.Hits > 3 && t.of(b.To).wounds >= 2,
		"guarding":    b.Kind == "broke" && b.To == "" && (strings.HasPrefix(b.What, "reserve ") || strings.HasSuffix(b.What, " stance")),
		"regains":     b.Kind == "armed" && len(b.Needs) > 0,
		"it":          t.prev != nil && t.prev.Kind == "disarmed" && t.prev.By == b.By,
		"tries again": f["again"] && b.Into != nil && !f["moving"] && t.prev != nil && t.prev.Into != nil && t.prev.Into.Way == "",
		"home":        of != "" && of == text.The(t.of(b.By).Side),
	} {
		f[name] = is
	}
	return f
}

// lastBeat returns the number of the last beat told.
func (t *Teller) lastBeat() int {
	last := t.Scenes[len(t.Scenes)-1].Beats
	return last[len(last)-1].ID
}
