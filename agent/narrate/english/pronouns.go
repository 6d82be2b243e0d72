package english

import (
	"cmp"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
)

// filler fills the slots of one row for one beat, from left to right: "{by} [wounds] {to} with {by's} katana". Each slot of a person
// chooses between the name and a pronoun, by who has been mentioned so far. A pronoun stands only where who reads it can think of nobody
// else: nobody in this sentence, nor at its beginning in the last one, is of the same pronoun, or of none that is known.
type filler struct {
	t   *Teller
	b   *story.Beat
	out *outcome // nil where the row asks for none

	begun     bool   // something stands before the slot under way: it is not the head of the sentence
	actor     string // who does what the verb before the slot says
	newClause bool   // it is the second clause of a sentence: ", and {by} …"; false again once it has named an object

	named        []string // who is in the sentence, its earlier clauses among it
	inClause     []string // who is in the clause that this row adds
	asOwner      []string // of those, who is in it only as whose something is: Aki of "Aki's katana"
	asPronoun    []string // who is said by a pronoun
	strikerNamed bool     // By of the beat stands in it by name
}

// fill returns a row with phrases in its slots and its verbs as whoever does them.
func (f *filler) fill(says string) string {
	var out strings.Builder
	for says != "" {
		i := strings.IndexAny(says, "{[")
		if i < 0 {
			out.WriteString(says)
			break
		}
		f.begun = f.begun || i > 0 && !slices.Contains(f.t.Adverbs, strings.TrimSpace(says[:i]))
		if out.WriteString(says[:i]); strings.Contains(says[:i], ":") { // "One cut: …": who acts is not said yet
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

// verb returns one of a row as whoever acts does it: By of "goes", To of "goes:to", a side of "has:side".
func (f *filler) verb(name string) string {
	verb, of, _ := strings.Cut(name, ":")
	who := f.b.By
	switch of {
	case "to":
		who = f.b.To
	case "side", "at stake":
		_, several := f.t.sideName(map[string]string{"side": f.t.person(f.b.By).Side, "at stake": f.t.Stake.For}[of])
		return f.t.inNumber(verb, several)
	}
	f.actor = who
	return f.t.agree(verb, who)
}

// agree returns a verb as somebody does it: goes, but go of the spears.
func (t *Teller) agree(verb, who string) string { return t.inNumber(verb, t.isPlural(who)) }

// agreeFirst does so with the first word of a phrase: "tries to parry".
func (f *filler) agreeFirst(phrase, who string) string {
	first, rest, _ := strings.Cut(phrase, " ")
	return f.t.agree(first, who) + " " + rest
}

// inNumber returns a verb as several do it, or as it stands.
func (t *Teller) inNumber(verb string, several bool) string {
	if !several {
		return verb
	}
	return cmp.Or(t.PluralVerbs[verb], strings.TrimSuffix(verb, "s"))
}

// isPlural reports whether somebody is a squad with the name of several: Spears.
func (t *Teller) isPlural(who string) bool {
	return t.person(who).Being == "squad" && strings.HasSuffix(who, "s") && !strings.HasSuffix(who, "ss")
}

// mention notes that somebody is in the sentence.
func (f *filler) mention(who string) {
	f.inClause = append(f.inClause, who)
	if !slices.Contains(f.named, who) {
		f.named = append(f.named, who)
	}
	f.asOwner = slices.DeleteFunc(f.asOwner, func(p string) bool { return p == who })
}

// name returns somebody by name; strikers as well, who may be pronouns from then on.
func (f *filler) name(who string) string {
	f.strikerNamed = f.strikerNamed || who == f.b.By
	return f.t.Name(who)
}

// pronoun returns somebody by one of these: she, her or herself.
func (f *filler) pronoun(who string, of map[string]string) string {
	f.asPronoun = append(f.asPronoun, who)
	return of[f.they(who)]
}

// they returns the pronoun of somebody: she, he, it or they; empty where it is not known.
func (f *filler) they(who string) string { return f.t.person(who).They }

// withActor returns words after which somebody acts.
func (f *filler) withActor(words, who string) string {
	f.actor = who
	return words
}

// The forms of pronouns.
var (
	subjects = map[string]string{"she": "she", "he": "he", "it": "it", "they": "they"}
	objects  = map[string]string{"she": "her", "he": "him", "it": "it", "they": "them"}
	owners   = map[string]string{"she": "her", "he": "his", "it": "its", "they": "their"}
)

// subject returns who acts: "Aki", "she". Other is whom the sentence may name yet.
func (f *filler) subject(who, other string) string {
	f.actor = who
	opens := !f.begun && f.isInLastSentence(who) && f.isSureAtHead(who)
	strikesOn := f.strikesOn(who) && !slices.Contains(f.inClause, who) && f.isUnambiguous(who, f.inClause, "")
	again := slices.Contains(f.named, who) && f.isUnambiguous(who, append(slices.Clone(f.named), other), "")
	f.mention(who)
	if opens || strikesOn || again {
		return f.pronoun(who, subjects)
	}
	return f.name(who)
}

// object returns whom the verb is about: "Aki", "her". Who acts cannot be meant: that were herself.
func (f *filler) object(who string) string {
	named, inClause, inLast := slices.Contains(f.named, who), slices.Contains(f.inClause, who), f.isInLastSentence(who)
	f.mention(who)
	switch except := map[bool]string{false: f.actor}[f.newClause]; {
	case f.actor == who:
	case f.isSameTarget(who), inClause && f.actor == f.b.By && who == f.b.To && f.they(who) != "":
		return f.pronoun(who, objects)
	case named && f.t.isPlural(who):
		return "them"
	case inLast, named && f.isUnambiguous(who, f.named, except):
		return f.pronoun(who, objects)
	}
	f.newClause = false
	return f.t.Name(who)
}

// owner returns whose something is: "Aki's", "her".
func (f *filler) owner(who string) string {
	named, inLast := slices.Contains(f.named, who), f.isInLastSentence(who)
	if !named {
		f.mention(who)
		f.asOwner = append(f.asOwner, who)
	}
	switch {
	case named && f.t.isPlural(who):
		return "their"
	case inLast && (named || !f.begun && f.isSureAtHead(who)), named && f.actor == who && f.they(who) != "", named && f.isUnambiguous(who, f.named, ""):
		return f.pronoun(who, owners)
	}
	return possessive(f.name(who))
}

// nameActor returns who acts by name in any case.
func (f *filler) nameActor(who string) string {
	f.mention(who)
	return f.withActor(f.t.Name(who), who)
}

// backReference returns who acts, whom this clause has named already: "Aki has hardly any breath left, but she …".
func (f *filler) backReference(who string) string {
	if f.they(who) != "" && slices.Contains(f.inClause, who) {
		return f.withActor(f.pronoun(who, subjects), who)
	}
	return f.subject(who, "")
}

// isUnambiguous reports whether the pronoun of somebody is nobody else's of these people, one of them excepted.
func (f *filler) isUnambiguous(who string, people []string, except string) bool {
	return f.they(who) != "" && !slices.ContainsFunc(people, func(p string) bool {
		return p != "" && p != who && p != except && (f.they(p) == f.they(who) || f.they(p) == "")
	})
}

// isInLastSentence reports whether the last sentence has named somebody, who is in the last beat, so that a pronoun is nobody else's of
// the two sentences.
func (f *filler) isInLastSentence(who string) bool {
	last, beat := &f.t.last, f.t.prev
	return last.text != "" && (beat == nil || who == beat.By || who == beat.To) && slices.Contains(last.named, who) && !slices.Contains(last.asOwner, who) &&
		f.isUnambiguous(who, slices.Concat(last.named, f.named, []string{f.b.By, f.b.To}), "")
}

// isSureAtHead reports whether a pronoun at the head of a sentence needs no thinking: who is meant has acted last, or whoever else was in
// the last sentence is known to be of another pronoun, because that has been said of them before.
func (f *filler) isSureAtHead(who string) bool {
	last := &f.t.last
	return last.actor == who || !slices.ContainsFunc(last.named, func(p string) bool { return p != who && !f.t.person(p).pronounKnown && f.they(p) != "it" })
}

// blowBefore returns the beat of the last sentence where that and this are blows, and neither answers another's; else nil.
func (f *filler) blowBefore() *story.Beat {
	if last := f.t.prev; last != nil && f.t.last.text != "" && last.Tries > 0 && f.b.Tries > 0 && last.Into == nil && f.b.Into == nil {
		return last
	}
	return nil
}

// strikesOn reports whether somebody has struck the last blow, and strikes now at the same one, or at another as that one has fallen:
// "Aki cuts Ume down. She wounds Ran."
func (f *filler) strikesOn(who string) bool {
	last := f.blowBefore()
	return last != nil && last.By == who && f.b.By == who && f.t.last.actor == who && f.they(who) != "" &&
		(last.Kind == "fall" && f.b.Hits > 0 || last.Kind != "fall" && last.To == f.b.To)
}

// isSameTarget reports whether somebody is struck at who was struck at before, by somebody whom the sentence names, or by the same one where
// their pronouns differ: as an object it is nobody else. "Aki wounds Ume. Then Bo wounds her."
func (f *filler) isSameTarget(who string) bool {
	last := f.blowBefore()
	return last != nil && !f.b.Spell && last.To == who && f.b.To == who && f.actor == f.b.By && f.they(who) != "" &&
		(f.strikerNamed || last.By == f.b.By && f.they(who) != f.they(f.b.By))
}
