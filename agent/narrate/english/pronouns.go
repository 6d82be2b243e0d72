package english

import (
	"cmp"
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// filler fills the slots of one row for one beat, from left to right: "{by} [wounds] {to} with {by's} katana". Each
// slot for a person chooses between the name and a pronoun, by who has been mentioned so far. A pronoun stands only
// where a reader can think of nobody else: nobody else in this sentence, and for a pronoun at its head nobody else in
// the last one, has the same pronoun or an unknown one.
type filler struct {
	sentence // as far as it is filled, earlier clauses included
	t        *Teller
	b        *story.Beat

	begun        bool     // something stands before the slot: it is not the head of the sentence
	newClause    bool     // it is the second clause of a sentence, ", and {by} …", and has not named an object yet
	inClause     []string // who is mentioned in the clause that this row adds
	strikerNamed bool     // the beat's By is mentioned by name
}

// fill returns a row with phrases in its slots, and its verbs in the number of whoever does them.
func (f *filler) fill(says string) string {
	var out strings.Builder
	for says != "" {
		i := strings.IndexAny(says, "{[")
		if i < 0 {
			out.WriteString(says)
			break
		}
		f.begun = f.begun || i > 0 && !slices.Contains(f.t.Adverbs, strings.TrimSpace(says[:i]))
		if out.WriteString(says[:i]); strings.Contains(says[:i], ":") { // behind a colon another clause begins
			f.actor = ""
		}
		closing, phrase := "}", f.slot
		if says[i] == '[' {
			closing, phrase = "]", f.verb
		}
		name, rest, _ := strings.Cut(says[i+1:], closing)
		out.WriteString(phrase(name))
		f.begun = true
		says = rest
	}
	return strings.NewReplacer("  ", " ", " ,", ",").Replace(out.String())
}

// verb returns a verb of a row in the number of whoever does it: By does "goes", To "goes:to", By's side "has:side",
// and the side of the stake "has:at stake".
func (f *filler) verb(name string) string {
	verb, of, _ := strings.Cut(name, ":")
	who := f.b.By
	switch of {
	case "to":
		who = f.b.To
	case "side", "at stake":
		side := f.t.Stake.For
		if of == "side" {
			side = f.t.person(f.b.By).Side
		}
		_, several := f.t.SideName(side)
		return f.t.inNumber(verb, several)
	}
	f.actor = who
	return f.t.agree(verb, who)
}

// agree returns a verb, or a phrase that begins with one, in the number of somebody: Aki goes, the spears go.
func (t *Teller) agree(verb, who string) string { return t.inNumber(verb, t.isPlural(who)) }

// inNumber returns such a phrase, which is given in the singular, in the plural for several.
func (t *Teller) inNumber(phrase string, several bool) string {
	if !several {
		return phrase
	}
	verb, _, _ := strings.Cut(phrase, " ")
	one := strings.TrimSuffix(verb, "s")
	if containsAny(one+".", "che.", "she.", "sse.") {
		one = strings.TrimSuffix(one, "e") // scratches: scratch
	}
	return cmp.Or(t.PluralVerbs[verb], one) + phrase[len(verb):]
}

// areSeveral reports whether people take a plural verb.
func (t *Teller) areSeveral(people []string) bool { return len(people) > 1 || t.isPlural(people[0]) }

// are returns "are" or "is", in the number of people, between spaces.
func (t *Teller) are(people []string) string {
	return text.Either(t.areSeveral(people), " are ", " is ")
}

// isPlural reports whether somebody is a squad with a plural name: Spears.
func (t *Teller) isPlural(who string) bool {
	return t.person(who).Being == "squad" && endsInPlural(who)
}

// endsInPlural reports whether a name ends as plurals do.
func endsInPlural(name string) bool {
	return strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss")
}

// mention returns somebody's name, and notes that the sentence mentions them, and not only as an owner.
func (f *filler) mention(who string) string {
	f.inClause = append(f.inClause, who)
	if !slices.Contains(f.named, who) {
		f.named = append(f.named, who)
	}
	f.asOwner = slices.DeleteFunc(f.asOwner, func(owner string) bool { return owner == who })
	return f.t.Name(who)
}

// name returns somebody's name, and notes if that is the striker's.
func (f *filler) name(who string) string {
	f.strikerNamed = f.strikerNamed || who == f.b.By
	return f.t.Name(who)
}

// usePronoun returns the pronoun of somebody in one of the forms below.
func (f *filler) usePronoun(who string, forms map[string]string) string {
	f.asPronoun = append(f.asPronoun, who)
	return forms[f.pronounOf(who)]
}

// pronounOf returns the pronoun of somebody: she, he, it or they; empty if it is not known.
func (f *filler) pronounOf(who string) string { return f.t.person(who).They }

// withActor returns words, and notes that somebody acts after them.
func (f *filler) withActor(words, who string) string {
	f.actor = who
	return words
}

// The forms of pronouns, by what [filler.pronounOf] returns.
var (
	subjects = map[string]string{"she": "she", "he": "he", "it": "it", "they": "they"}
	objects  = map[string]string{"she": "her", "he": "him", "it": "it", "they": "them"}
	owners   = map[string]string{"she": "her", "he": "his", "it": "its", "they": "their"}
)

// subject returns somebody as who acts: "Aki", "she". other is whom the sentence may still mention.
func (f *filler) subject(who, other string) string {
	f.actor = who
	opens := !f.begun && f.isInLastSentence(who) && f.isSureAtHead(who)
	strikesOn := f.strikesOn(who) && !slices.Contains(f.inClause, who) && f.isUnambiguous(who, f.inClause, "")
	again := slices.Contains(f.named, who) && f.isUnambiguous(who, append(slices.Clone(f.named), other), "")
	f.mention(who)
	if opens || strikesOn || again {
		return f.usePronoun(who, subjects)
	}
	return f.name(who)
}

// object returns somebody as the object of the verb: "Aki", "her". A pronoun cannot mean the one who acts, which would
// be "herself".
func (f *filler) object(who string) string {
	named, inClause, inLast := slices.Contains(f.named, who), slices.Contains(f.inClause, who),
		f.isInLastSentence(who) && f.t.relation != "meanwhile"
	isOwner := slices.Contains(f.asOwner, who)
	f.mention(who)
	switch except := text.Either(f.newClause, "", f.actor); {
	case f.actor == who, isOwner && f.t.catching: // "Botan's katana grazes Aki, but Goro stabs Botan"
	case f.isSameTarget(who), f.actor == f.b.By && who == f.b.To && f.pronounOf(who) != "" &&
		(inClause || named && f.t.relation == "seizes"): // who has just been taken hold of
		return f.usePronoun(who, objects)
	case named && f.t.isPlural(who):
		return "them"
	case inLast, named && f.isUnambiguous(who, f.named, except):
		return f.usePronoun(who, objects)
	}
	f.newClause = false
	return f.t.Name(who)
}

// owner returns somebody as an owner: "Aki's", "her".
func (f *filler) owner(who string) string {
	named, inLast := slices.Contains(f.named, who), f.isInLastSentence(who)
	if !named {
		f.mention(who)
		f.asOwner = append(f.asOwner, who)
	}
	switch {
	case named && f.t.isPlural(who):
		return "their"
	case inLast && (named || !f.begun && f.isSureAtHead(who)),
		named && f.actor == who && f.pronounOf(who) != "",
		named && f.isUnambiguous(who, f.named, ""):
		return f.usePronoun(who, owners)
	}
	return possessive(f.name(who))
}

// backReference returns somebody as who acts, by a pronoun if this clause has mentioned them: "Aki has hardly any
// breath left, but she …". Where the same pronoun stands for another in the sentence, "He fells Daigo before he can
// react", it would be theirs, so the name is said again.
func (f *filler) backReference(who string) string {
	isTaken := slices.ContainsFunc(f.asPronoun, func(p string) bool {
		return p != who && f.pronounOf(p) == f.pronounOf(who)
	})
	if f.pronounOf(who) != "" && slices.Contains(f.inClause, who) && !isTaken {
		return f.withActor(f.usePronoun(who, subjects), who)
	}
	return f.subject(who, "")
}

// isUnambiguous reports whether somebody's pronoun is that of nobody else among these people, except leaves out, nor of
// a spell.
func (f *filler) isUnambiguous(who string, people []string, except string) bool {
	ofSpell := f.b.Spell || f.t.prevBeat != nil && f.t.prevBeat.Spell
	return f.pronounOf(who) != "" && !(ofSpell && f.pronounOf(who) == "it") && !slices.ContainsFunc(people, func(p string) bool {
		return p != "" && p != who && p != except && (f.pronounOf(p) == f.pronounOf(who) || f.pronounOf(p) == "")
	})
}

// isInLastSentence reports whether the last sentence has mentioned somebody of the last beat, and their pronoun can
// mean nobody else in the two sentences.
func (f *filler) isInLastSentence(who string) bool {
	last, beat := &f.t.last, f.t.prevBeat
	return last.text != "" && (beat == nil || who == beat.By || who == beat.To) && slices.Contains(last.named, who) &&
		!slices.Contains(last.asOwner, who) &&
		f.isUnambiguous(who, slices.Concat(last.named, f.named, []string{f.b.By, f.b.To}), "")
}

// isSureAtHead reports whether a reader understands a pronoun at the head of a sentence at once: the one it means acted
// last, or the tale has used a pronoun before for everybody else in the last sentence, so that the reader knows theirs
// to be others.
func (f *filler) isSureAtHead(who string) bool {
	last := &f.t.last
	return last.actor == who || !slices.ContainsFunc(last.named, func(p string) bool {
		return p != who && !f.t.person(p).pronounKnown && f.pronounOf(p) != "it"
	})
}

// blowBefore returns the beat of the last sentence if that and this are blows, and neither answers another blow; else
// nil.
func (f *filler) blowBefore() *story.Beat {
	last := f.t.prevBeat
	if last == nil || f.t.last.text == "" || last.Tries*f.b.Tries == 0 || last.Into != nil || f.b.Into != nil {
		return nil
	}
	return last
}

// strikesOn reports whether somebody struck the last blow and strikes again, at the same one, or at another because
// that one has fallen: "Aki cuts Ume down. She wounds Ran."
func (f *filler) strikesOn(who string) bool {
	last := f.blowBefore()
	return last != nil && last.By == who && f.b.By == who && f.t.last.actor == who && f.pronounOf(who) != "" &&
		(!slices.Contains(f.t.last.asOwner, who) || f.isUnambiguous(who, f.t.last.named, "")) &&
		(last.Kind == "fall" && f.b.Hits > 0 || last.Kind != "fall" && last.To == f.b.To)
}

// isSameTarget reports whether somebody is struck again, by a striker whom the sentence names, or by the same one with
// another pronoun, so that a pronoun as an object means nobody else: "Aki wounds Ume. Then Bo wounds her." At the head of a new
// sentence it could mean the striker of the last one: "Sayo misses Haru. Then Genta shoots Haru."
func (f *filler) isSameTarget(who string) bool {
	last := f.blowBefore()
	if last == nil || f.b.Spell || last.To != who || f.b.To != who || f.actor != f.b.By || f.pronounOf(who) == "" {
		return false
	}
	differs := func(striker string) bool { return f.pronounOf(who) != f.pronounOf(striker) }
	if last.By == f.b.By {
		return f.strikerNamed || differs(f.b.By)
	}
	return f.strikerNamed && (f.goesOn || differs(last.By))
}
