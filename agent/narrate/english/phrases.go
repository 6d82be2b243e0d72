package english

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

type answer struct {
	Name    string `yaml:"name"`
	Noun    string `yaml:"noun"`
	Defends string `yaml:"defends"`
	Tries   string `yaml:"tries"`
	Foils   string `yaml:"foils"`
}

// lexicon is how things are called.
type lexicon struct {
	Version      int                 `yaml:"version"`
	Strokes      map[string]string   `yaml:"strokes"`
	Nouns        map[string]string   `yaml:"nouns"`
	Blunt        []string            `yaml:"blunt" max:"100"`
	Bloodless    []string            `yaml:"bloodless" max:"20"`
	Imperatives  []string            `yaml:"imperatives" max:"100"`
	UseNouns     []string            `yaml:"uses" max:"100"`
	LastWords    []string            `yaml:"bare" max:"100"`
	Answers      []answer            `yaml:"answers" max:"100"`
	Adverbs      []string            `yaml:"adverbs" max:"20"`
	CommonWords  []string            `yaml:"common" max:"50"`
	Disarmed     string              `yaml:"disarmed"`
	BlowVerbs    map[string]string   `yaml:"deals"`
	NaturalBlows map[string]string   `yaml:"natural"`
	Trades       map[string]string   `yaml:"trades"`
	PluralNouns  map[string]string   `yaml:"several"`
	Elude        string              `yaml:"elude"`
	OutWords     map[string]string   `yaml:"outs"`
	LosersDo     map[string]string   `yaml:"gives"`
	FistFighters []string            `yaml:"fists" max:"20"`
	Numbers      []string            `yaml:"numbers" max:"100"`
	Ordinals     []string            `yaml:"ordinals" max:"100"`
	Places       map[string]string   `yaml:"places"`
	Grounds      []string            `yaml:"grounds" max:"20"`
	Goals        map[string]string   `yaml:"goals"`
	GoalWords    map[string][]string `yaml:"saying"`
	Singulars    map[string]string   `yaml:"ones"`
	SidePeople   map[string]string   `yaml:"sides"`
	Trees        map[string]string   `yaml:"trees"`
	Waters       map[string]string   `yaml:"waters"`
	Lights       map[string]string   `yaml:"lights"`
	Skies        map[string]string   `yaml:"skies"`
	OrderWords   map[string]string   `yaml:"orders"`
	ReasonWords  map[string]string   `yaml:"reasons"`
	RulingWords  map[string]string   `yaml:"came"`
	PluralVerbs  map[string]string   `yaml:"plurals"`
}

// filler fills the slots of a clause for one beat.
type filler struct {
	t            *Teller
	b            *story.Beat
	out          *outcome
	named        []string // in this sentence
	inClause     []string // in the clause under way
	asOwner      []string // and only as whose something is
	actor        string   // who does what the verb says, or whose thing does
	begun        bool
	strikerNamed bool     // By has been named in it, not said as he or she
	asPronoun    []string // of whom it says he or she
	newClause    bool     // it goes on with a clause of its own, in which somebody else may act
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
		f.begun = f.begun || i > 0 && !slices.Contains(f.t.Adverbs, strings.TrimSpace(says[:i]))
		if out.WriteString(says[:i]); strings.Contains(says[:i], ":") { // who acts in it comes yet
			f.actor = ""
		}
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
	return strings.NewReplacer("  ", " ", " ,", ",").Replace(out.String())
}

// verb lets one agree with who acts.
func (f *filler) verb(name string) string {
	verb, of, _ := strings.Cut(name, ":")
	who := f.b.By
	switch of {
	case "to":
		who = f.b.To
	case "side", "better":
		_, several := f.t.sideName(map[string]string{"side": f.t.person(f.b.By).Side, "better": f.b.Turns}[of])
		return f.t.inNumber(verb, several)
	}
	f.actor = who
	return f.t.agree(verb, who)
}

func (t *Teller) agree(verb, who string) string { return t.inNumber(verb, t.plural(who)) }

// inNumber returns a verb as one does it, or several.
func (t *Teller) inNumber(verb string, several bool) string {
	if !several {
		return verb
	}
	if p := t.PluralVerbs[verb]; p != "" {
		return p
	}
	return strings.TrimSuffix(verb, "s")
}

func (t *Teller) plural(who string) bool {
	return t.person(who).Being == "squad" && strings.HasSuffix(who, "s") && !strings.HasSuffix(who, "ss")
}

// Name returns somebody as a sentence says them: Jubei, the spears, the first gaki.
func (t *Teller) Name(who string) string {
	p := t.people[who]
	switch {
	case p == nil:
		return text.Escape(who)
	case p.Noun && p.Nth > 0 && p.Nth < len(t.Ordinals):
		return "the " + t.Ordinals[p.Nth] + " " + text.Escape(p.Spoken)
	case p.Noun:
		return "the " + text.Escape(p.Spoken)
	case p.Being == "horse" && !p.met:
		return "the horse " + text.Escape(p.Spoken)
	}
	return text.Escape(p.Spoken)
}

var objects = map[string]string{"she": "her", "he": "him", "it": "it", "they": "them"}
var owners = map[string]string{"she": "her", "he": "his", "it": "its", "they": "their"}

// mention adds somebody to those who are named in the sentence.
func (f *filler) mention(who string) {
	f.inClause = append(f.inClause, who)
	if !slices.Contains(f.named, who) {
		f.named = append(f.named, who)
	}
	f.asOwner = slices.DeleteFunc(f.asOwner, func(p string) bool { return p == who })
}

// isUnambiguous reports whether a pronoun of somebody can be nobody else's among these people.
func (t *Teller) isUnambiguous(who string, people []string, but string) bool {
	they := t.person(who).They
	return they != "" && !slices.ContainsFunc(people, func(p string) bool {
		return p != "" && p != who && p != but && (t.person(p).They == they || t.person(p).They == "")
	})
}

// isFromLastSentence reports whether somebody of the sentence before can be said by a pronoun: nobody else of the two sentences is meant by it.
func (f *filler) isFromLastSentence(who string) bool {
	last := &f.t.last
	return last.text != "" && (f.t.prev == nil || who == f.t.prev.By || who == f.t.prev.To) && !slices.Contains(last.asOwner, who) && slices.Contains(last.named, who) &&
		f.t.isUnambiguous(who, slices.Concat(last.named, f.named, []string{f.b.By, f.b.To}), "")
}

// pronouns are those that a sentence can open with.
var pronouns = []string{"she", "he", "it", "they", "her", "his", "its", "their"}

// subject returns who acts, by name or as he or she.
func (f *filler) subject(who, other string) string {
	f.actor = who
	known := !f.begun && f.isFromLastSentence(who) && f.isKnownToReader(who) || f.strikesOn(who) && !slices.Contains(f.inClause, who) && f.t.isUnambiguous(who, f.inClause, "") || slices.Contains(f.named, who) && f.t.isUnambiguous(who, append(slices.Clone(f.named), other), "")
	f.mention(who)
	if known {
		return f.pronoun(who, f.t.person(who).They)
	}
	f.strikerNamed = f.strikerNamed || who == f.b.By
	return f.t.Name(who)
}

// object returns somebody whom the verb is about, by name or as him or her: whoever acts is not meant by those.
func (f *filler) object(who string) string {
	again := slices.Contains(f.inClause, who)
	named, mind := slices.Contains(f.named, who), f.isFromLastSentence(who)
	f.mention(who)
	switch {
	case f.actor == who:
	case f.isSameTarget(who), again && f.actor == f.b.By && who == f.b.To && f.t.person(who).They != "":
		return f.pronoun(who, objects[f.t.person(who).They])
	case named && f.t.plural(who):
		return "them"
	case mind, named && f.t.isUnambiguous(who, f.named, map[bool]string{false: f.actor}[f.newClause]):
		return f.pronoun(who, objects[f.t.person(who).They])
	}
	f.newClause = false // who has been named here is known
	return f.t.Name(who)
}

// pronoun notes that somebody is said by one.
func (f *filler) pronoun(who, they string) string {
	f.asPronoun = append(f.asPronoun, who)
	return they
}

// isKnownToReader reports whether he or she at the head of a sentence can be nobody else of the sentence before to who reads it: of others it has
// been told what they are, or whoever is meant has acted last.
func (f *filler) isKnownToReader(who string) bool {
	last := &f.t.last
	return last.actor == who || !slices.ContainsFunc(last.named, func(p string) bool { return p != who && !f.t.person(p).pronounKnown && f.t.person(p).They != "it" })
}

// backReference returns somebody whom the clause has named before, as he or she where they are a person.
func (f *filler) backReference(who string) string {
	if they := f.t.person(who).They; they != "" && slices.Contains(f.inClause, who) {
		return f.withActor(f.pronoun(who, they), who)
	}
	return f.subject(who, "")
}

// strikesOn reports whether whoever a blow is of has struck the last one, of which the last sentence began: they are he or she where they
// strike the same one again, or that one has fallen.
func (f *filler) strikesOn(who string) bool {
	last := f.t.prev
	return last != nil && f.t.last.text != "" && who == f.b.By && last.By == who && f.b.Tries > 0 && (f.b.Hits > 0 || last.Kind != "fall") && last.Tries > 0 && last.Into == nil && f.b.Into == nil &&
		f.t.last.actor == who && (last.Kind == "fall" || last.To == f.b.To) && f.t.person(who).They != ""
}

// isSameTarget reports whether somebody is whom the last blow was struck at, and is struck at again by somebody who has been named: as an object
// they are nobody else.
func (f *filler) isSameTarget(who string) bool {
	last := f.t.prev
	return last != nil && f.t.last.text != "" && last.Tries > 0 && !f.b.Spell && last.To == who && last.Into == nil && f.b.Into == nil && f.b.To == who && f.b.Tries > 0 &&
		f.actor == f.b.By && (f.strikerNamed || last.By == f.b.By && f.t.person(who).They != f.t.person(f.b.By).They) && f.t.person(who).They != ""
}

// owner returns whose something is: somebody's own, or that of whoever is not acting.
func (f *filler) owner(who string) string {
	named, mind := slices.Contains(f.named, who), f.isFromLastSentence(who)
	if !named {
		f.mention(who)
		f.asOwner = append(f.asOwner, who)
	}
	switch {
	case named && f.t.plural(who):
		return "their"
	case mind && (named || !f.begun && f.isKnownToReader(who)), named && f.actor == who && f.t.person(who).They != "", named && f.t.isUnambiguous(who, f.named, ""):
		return f.pronoun(who, owners[f.t.person(who).They])
	}
	f.strikerNamed = f.strikerNamed || who == f.b.By
	return possessive(f.t.Name(who))
}

func possessive(name string) string {
	if strings.HasSuffix(name, "s") && strings.HasPrefix(name, "the ") {
		return name + "'"
	}
	return name + "'s"
}

// withActor returns words after which somebody acts.
func (f *filler) withActor(words, who string) string {
	f.actor = who
	return words
}

// nameActor returns somebody by name, who acts then.
func (f *filler) nameActor(who string) string {
	f.mention(who)
	return f.withActor(f.t.Name(who), who)
}

// allHit returns a beat of so many blows, all of which hit.
func allHit(b *story.Beat, n int) *story.Beat {
	several := *b
	several.Tries, several.Hits, several.Order = n, n, strings.Repeat("h", n)
	return &several
}

// placeOf returns which part of which side a place is: the rear, of the bandits; no side of a place in the middle.
func (t *Teller) placeOf(spot string) (part string, of *story.Side) {
	for i := range t.Sides {
		if part, is := strings.CutSuffix(spot, " of "+text.The(t.Sides[i].Name)); is {
			return part, &t.Sides[i]
		}
	}
	return spot, nil
}

// behind returns who is alone at whose back a place is; nobody where it is at the back of more.
func (t *Teller) behind(spot string) string {
	part, side := t.placeOf(spot)
	if side == nil || part != "the rear" {
		return ""
	}
	if left := slices.DeleteFunc(slices.Clone(side.Who), func(who string) bool { return t.person(who).fallen }); len(left) == 1 {
		return left[0]
	}
	return ""
}

// spot returns a place; of a side as its people are called.
func (t *Teller) spot(says string) string {
	if who := t.behind(says); who != "" {
		return t.Name(who)
	}
	part, side := t.placeOf(says)
	if side == nil {
		return text.Escape(says)
	}
	name, _ := t.sideName(side.Name)
	return part + " of " + name
}

// blowOfStriker returns a blow with whose it is: thrust of Aki's yari, cut from him.
func (f *filler) blowOfStriker() string {
	noun, weapon := f.t.Blow(f.b), text.Escape(f.b.With)
	if f.t.tool(f.b) != "" && text.The(weapon) != weapon {
		return noun + " of " + f.owner(f.b.By) + " " + weapon
	}
	return noun + strings.Replace(f.t.tool(f.b), " with ", " of ", 1) + " from " + f.object(f.b.By)
}

// repeatsMiss reports whether a blow is like the one before, of which nothing came.
func (t *Teller) repeatsMiss(b *story.Beat) bool {
	return t.prev != nil && t.prev.Tries == 1 && t.prev.Hits == 0 && t.prev.Into == nil && b.Into == nil && t.lastBlow == b.By+"|"+b.To+"|"+text.LastWord(t.Blow(b))
}

// nth returns an ordinal in words.
func (t *Teller) nth(n int) string { return t.Ordinals[min(n, len(t.Ordinals)-1)] }

// parryIt returns what is done against a blow, with it: "knock it aside".
func parryIt(verb string) string {
	for _, away := range []string{" aside", " off"} {
		if knock, is := strings.CutSuffix(verb, away); is {
			return knock + " it" + away
		}
	}
	return verb + " it"
}

// foils returns what an answer does to a blow.
func (f *filler) foils(blow string) string {
	says := f.withActor(f.agreeFirst(f.t.answer(f.b).Foils, f.b.To), f.b.To)
	if blow == "it" {
		return parryIt(says)
	}
	return says + " " + blow
}

// list names people, those who share a noun together: "Raiko and the first, second and third gaki".
func (t *Teller) list(people []string) string {
	var names, nth []string
	for i, who := range people {
		p := t.person(who)
		if !p.Noun || p.Nth == 0 || p.Nth >= len(t.Ordinals) {
			names = append(names, t.Name(who))
			continue
		}
		nth = append(nth, t.Ordinals[p.Nth])
		if i+1 == len(people) || t.person(people[i+1]).Spoken != p.Spoken {
			names, nth = append(names, "the "+text.List(nth, "and")+" "+text.Escape(p.Spoken)), nil
		}
	}
	return text.List(names, "and")
}

// selves are what somebody defends.
var selves = map[string]string{"she": "herself", "he": "himself", "it": "itself", "they": "themselves", "": "in time"}

// defend returns what somebody would do against a blow. Nobody parries a shot.
func (f *filler) defend() string {
	says := strings.Replace(f.t.answer(f.b).Defends, "{self}", selves[f.t.person(f.b.To).They], 1)
	if slices.Contains(shots, f.b.Family) && (says == "parry" || says == "block") {
		return f.t.Elude
	}
	return says
}

func (f *filler) agreeFirst(phrase, who string) string {
	first, rest, _ := strings.Cut(phrase, " ")
	return f.t.agree(first, who) + " " + rest
}

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
	case (b.Depth >= 0.5 || deep >= 0.5) && !t.low(b) && !t.person(b.To).low: // which is said in another way
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
	if b.Part == "" {
		return ""
	}
	return map[bool]string{true: " on the ", false: " in the "}[slices.Contains([]string{"head", "hand", "foot", "wrist", "back", "shoulder"}, b.Part)] + b.Part
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

// wields reports whether a blow can be told as what its weapon does: "Riku's kanabo".
func (t *Teller) wields(b *story.Beat) bool {
	return b.With != "" && !b.Spell && !slices.Contains([]string{"unarmed", "claw", "thrown"}, b.Family) && !slices.Contains(shots, b.Family) && text.The(b.With) != b.With
}

// attackAnswered returns the attack that a blow answers, as a blow.
func attackAnswered(b *story.Beat) *story.Beat {
	return &story.Beat{By: b.To, What: b.Into.What, With: b.Into.With, Use: b.Into.Use, Family: b.Into.Family}
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

// Count returns a number in words.
func Count(n int) string {
	if _, l := load(); n < len(l.Numbers) {
		return l.Numbers[n]
	}
	return fmt.Sprint(n)
}

func times(n int) string { return cmp.Or(map[int]string{1: "once", 2: "twice"}[n], Count(n)+" times") }

// shots are the families of weapons that strike from afar.
var shots = []string{"bow", "gun", "crossbow"}

// features returns what clauses can ask for of a beat.
func (t *Teller) features(b *story.Beat) map[string]bool {
	f := map[string]bool{t.rel: true}
	if t.rel == "meanwhile" && (t.prev != nil && t.prev.Kind == "fall" || t.End.Why != "" && b.ID == t.lastBeat()) { // what comes of it is not beside it
		f[t.rel] = false
	}
	for _, c := range b.Causes {
		f[c] = true
	}
	f["spent"] = f["spent"] && t.winded != b.To && !t.justSaid(b, "spent") // else it has been told
	f["held"] = f["held"] && !(b.Kind == "wound" && (t.justSaid(b, "holder") || t.prev != nil && t.prev.Kind == "grapple" && t.prev.To == b.To))
	if b.Into != nil && f["moving"] {
		f[cmp.Or(b.Into.Way, "toward")] = true
	} else {
		delete(f, "moving")
	}
	for _, more := range []map[string]bool{t.featuresSoFar(b, f), t.featuresOfWeight(b), t.featuresOfParts(b), t.featuresOfBlow(b), t.featuresOfLinks(b, f)} {
		maps.Copy(f, more)
	}
	return f
}

// featuresOfBlow returns those features of a beat that say what kind of blow it is.
func (t *Teller) featuresOfBlow(b *story.Beat) map[string]bool {
	shot, answer := slices.Contains(shots, b.Family), t.answer(b)
	return map[string]bool{
		"shot": shot, "missile": shot || b.Family == "thrown", "unarmed": b.Family == "unarmed", "wields": t.wields(b),
		"single": b.Tries == 1, "several": b.Tries > 1, "two": b.Tries == 2, "many": b.Tries > 2, "first": b.First,
		"felled": b.Kind == "fall", "floored": b.Floored, "animal": t.person(b.By).Being == "horse" || t.person(b.By).Being == "beast", "friend": b.Friend, "lying": b.Lying, "spell": b.Spell && b.Tries > 0, "part": b.Part != "",
		"into blow": b.Into != nil && b.Into.What+b.Into.With != "", "cuts": t.BlowVerbs[text.LastWord(t.Blow(b))] != "",
		"any defence": answer.Noun == "defence", "sidestep": strings.HasSuffix(answer.Noun, "step") || answer.Noun == "leap aside",
		"strikes first": answer.Name == "counter-attack", "beast": t.person(b.To).Being == "beast",
		"came": b.Came == "toward" && !shot && b.Family != "thrown",
	}
}

// featuresOfParts returns those features of a beat that say which of its parts it has.
func (t *Teller) featuresOfParts(b *story.Beat) map[string]bool {
	return map[string]bool{
		"by": b.By != "", "to": b.To != "", "spot": b.Spot != "", "does": b.Does != "", "lead": b.Lead != "", "says": b.Says != "",
		"what":   t.OrderWords[b.What] != "" || b.What != "" && b.Kind != "order",
		"reason": t.ReasonWords[b.What] != "", "tried": strings.HasPrefix(b.What, "to "),
		"loses": b.Kind == "word" && b.Wounds > 0, "gains": b.Kind == "word" && b.Wounds < 0,
		"followed": slices.Contains(t.Follow, b.By) || slices.Contains(t.Follow, b.To),
	}
}

// featuresOfLinks returns those features of a beat that come of the one told before it.
func (t *Teller) featuresOfLinks(b *story.Beat, f map[string]bool) map[string]bool {
	last := cmp.Or(t.prev, &story.Beat{})
	alone := t.prev != nil && t.last.clauses < 9 // nothing stands behind it
	feint := slices.Contains(last.Causes, "feint") && strings.Contains(t.last.text, "feint") && last.To == b.To
	return map[string]bool{
		"again":       f["again"] || b.Nth > 1 && (b.Kind != "grapple" || t.used["held "+b.By+"|"+b.To] > 0),
		"shots":       slices.Contains(shots, last.Family),
		"missed":      t.prev != nil && last.Tries > 0 && last.Hits == 0,
		"same":        t.prev != nil && last.What == b.What,
		"same spot":   last.Kind == b.Kind && last.Spot == b.Spot,
		"feint again": feint && last.By == b.By,
		"same feint":  feint && last.By != b.By && last.Into == nil && last.Hits > 0,
		"stung":       alone && last.Hits > 0 && last.By == b.To && last.To == b.By,
		"flips": alone && last.Kind != "fall" && b.By == last.To && b.To == last.By && t.last.goodFor != "" && t.last.goodFor != t.goodFor(b) &&
			!strings.Contains(strings.ToLower(t.last.text), "but "),
		"other":    t.prev != nil && last.By != b.By && last.Round == b.Round && (last.To == b.To || last.Kind == "fall" && b.Kind == "fall"),
		"turns":    t.rel == "turns" && last.Alone == "",
		"to helps": t.rel == "helps" && b.Into != nil, "helps": t.rel == "helps" && b.Into == nil,
		"spent on": f["spent"] && b.Spent != b.By && t.fought[b.To+"|"+b.Spent], "spent here": f["spent"] && b.Spent == b.By && t.fought[b.To+"|"+b.By],
	}
}

// justSaid reports whether the last sentence was about a blow at the same one, and said why it was possible.
func (t *Teller) justSaid(b *story.Beat, why string) bool {
	return t.prev != nil && t.prev.To == b.To && t.last.clause != nil && slices.Contains(t.last.clause.If, why)
}

// featuresOfWeight returns those features of a beat that say how much hangs on it, and where it stands in the tale.
func (t *Teller) featuresOfWeight(b *story.Beat) map[string]bool {
	return map[string]bool{
		"weapon up": slices.Contains([]string{"parry", "block"}, t.answer(b).Noun) && b.Guard != "" && b.Guard != "unarmed" && !strings.HasSuffix(b.Guard, "s"),
		"slight":    t.Outcome(b) == "graze", "struck before": t.fought[b.By+"|"+b.To],
		"hard hit": strings.HasSuffix(t.Outcome(b), "deep"),
		"weighs":   b.Kind == "fall" && (t.leads(b.To) || b.Alone != "" || b.Own == 0),
		"comes on": b.Into != nil && t.prev != nil && t.prev.To == b.To && t.prev.Into != nil && t.prev.Into.Way == "toward",
		"besieged": b.Vainly > 1, "behind": t.behind(b.Spot) != "" && t.behind(b.Spot) != b.By, "mixed": b.What == "" && b.Use == "",
		"begins": t.prev == nil && t.told == 0, "last": t.End.Why == "none stands" && b.Kind == "fall" && b.Own == 0 && b.ID == t.lastBeat(), "whole": b.Before == 0 && b.Hits == 1, "wanted": t.wanted(b),
	}
}

// wanted reports whether a blow is the first at whoever the one side has to bring down.
func (t *Teller) wanted(b *story.Beat) bool {
	side := t.person(b.By).Side
	return b.To == t.Stake.Who && b.To != "" && t.used["wanted"] == 0 && side != t.person(b.To).Side && (side == t.Stake.For) == (t.Stake.Goal != "protect")
}

// featuresSoFar returns those features of a beat that come of what has been told before it.
func (t *Teller) featuresSoFar(b *story.Beat, f map[string]bool) map[string]bool {
	felled := b.Kind == "fall"
	_, place := t.placeOf(b.Spot)
	held, holding := t.holder(b)
	captor, still := t.captor(b)
	return map[string]bool{
		"next":        f["again"] && t.lastBlow == b.By+"|"+b.To+"|"+text.LastWord(t.Blow(b)),
		"disarmed":    t.disarmed[b.To] && b.Unarmed,
		"captive":     captor != "" && still,
		"freed":       captor != "" && !still,
		"lets go":     t.holds(b.By, b.To, b),
		"up":          t.floored[b.By] && b.Into == nil,
		"holder":      f["held"] && held != "" && !holding,
		"holding":     f["held"] && holding,
		"worn":        felled && b.Before+b.Hits > 3 && t.person(b.To).wounds >= 2,
		"guarding":    b.Kind == "broke" && b.To == "" && (strings.HasPrefix(b.What, "reserve ") || strings.HasSuffix(b.What, " stance")),
		"regains":     b.Kind == "armed" && len(b.Needs) > 0,
		"it":          t.prev != nil && t.prev.Kind == "disarmed" && t.prev.By == b.By,
		"tries again": f["again"] && b.Into != nil && !f["moving"] && t.prev != nil && t.prev.Into != nil && t.prev.Into.Way == "",
		"home":        place != nil && place.Name == t.person(b.By).Side,
	}
}

// holder returns who has been told to hold whoever a blow hits, and else whom that one holds; nobody where neither has been told.
func (t *Teller) holder(b *story.Beat) (who string, holding bool) {
	for _, p := range t.Cast {
		switch {
		case p.Name == b.By:
		case t.holds(p.Name, b.To, b):
			return p.Name, false
		case t.holds(b.To, p.Name, b):
			who, holding = p.Name, true
		}
	}
	return who, holding
}

// holds reports whether one has been told to take hold of another, and holds them still when a beat begins.
func (t *Teller) holds(by, to string, b *story.Beat) bool {
	until, told := t.held[by+"|"+to]
	return told && (until == 0 || len(b.Steps) == 0 || b.Steps[0] <= until)
}

// captor returns who has been told to take hold of whoever acts against somebody else, and whether they hold them still; nobody where no
// such hold has been told.
func (t *Teller) captor(b *story.Beat) (who string, still bool) {
	for _, p := range t.Cast {
		if _, told := t.held[p.Name+"|"+b.By]; told && p.Name != b.To && b.To != "" {
			return p.Name, t.holds(p.Name, b.By, b)
		}
	}
	return "", false
}

// lastBeat returns the number of the last beat told.
func (t *Teller) lastBeat() int {
	last := t.Scenes[len(t.Scenes)-1].Beats
	return last[len(last)-1].ID
}
