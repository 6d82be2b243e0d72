package english

import (
	"slices"
	"strings"

	"kokyu/agent/narrate/story"
)

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

// mention adds somebody to those who are named in the sentence.
func (f *filler) mention(who string) {
	f.inClause = append(f.inClause, who)
	if !slices.Contains(f.named, who) {
		f.named = append(f.named, who)
	}
	f.asOwner = slices.DeleteFunc(f.asOwner, func(p string) bool { return p == who })
}

// pronoun notes that somebody is said by one.
func (f *filler) pronoun(who, they string) string {
	f.asPronoun = append(f.asPronoun, who)
	return they
}

// withActor returns words after which somebody acts.
func (f *filler) withActor(words, who string) string {
	f.actor = who
	return words
}

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

var objects = map[string]string{"she": "her", "he": "him", "it": "it", "they": "them"}
var owners = map[string]string{"she": "her", "he": "his", "it": "its", "they": "their"}

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

// nameActor returns somebody by name, who acts then.
func (f *filler) nameActor(who string) string {
	f.mention(who)
	return f.withActor(f.t.Name(who), who)
}

// backReference returns somebody whom the clause has named before, as he or she where they are a person.
func (f *filler) backReference(who string) string {
	if they := f.t.person(who).They; they != "" && slices.Contains(f.inClause, who) {
		return f.withActor(f.pronoun(who, they), who)
	}
	return f.subject(who, "")
}

// isFromLastSentence reports whether somebody of the sentence before can be said by a pronoun: nobody else of the two sentences is meant by it.
func (f *filler) isFromLastSentence(who string) bool {
	last := &f.t.last
	return last.text != "" && (f.t.prev == nil || who == f.t.prev.By || who == f.t.prev.To) && !slices.Contains(last.asOwner, who) && slices.Contains(last.named, who) &&
		f.t.isUnambiguous(who, slices.Concat(last.named, f.named, []string{f.b.By, f.b.To}), "")
}

// isKnownToReader reports whether he or she at the head of a sentence can be nobody else of the sentence before to who reads it: of others it has
// been told what they are, or whoever is meant has acted last.
func (f *filler) isKnownToReader(who string) bool {
	last := &f.t.last
	return last.actor == who || !slices.ContainsFunc(last.named, func(p string) bool { return p != who && !f.t.person(p).pronounKnown && f.t.person(p).They != "it" })
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

// isUnambiguous reports whether a pronoun of somebody can be nobody else's among these people.
func (t *Teller) isUnambiguous(who string, people []string, but string) bool {
	they := t.person(who).They
	return they != "" && !slices.ContainsFunc(people, func(p string) bool {
		return p != "" && p != who && p != but && (t.person(p).They == they || t.person(p).They == "")
	})
}

func (f *filler) agreeFirst(phrase, who string) string {
	first, rest, _ := strings.Cut(phrase, " ")
	return f.t.agree(first, who) + " " + rest
}
