package narrate

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kokyu/rules"
	"kokyu/rules/text"
)

// Paragraph is what one passage of a tale has to tell: facts in their order, each with the ways that say it, and the images
// that may stand among them. In JSON it shows no name and no free text of anybody's: people, weapons and words of files are
// slots in braces, {A} or {w1}, the same all through a paragraph.
type Paragraph struct {
	Facts   []Fact            `json:"facts"`
	Images  []Image           `json:"images,omitempty"`  // that fit and have not been told
	Setting map[string]string `json:"setting,omitempty"` // by aspect, a word of that aspect's closed list: weather, rain

	Round int `json:"-"` // it begins in
	From  int `json:"-"` // the first step it tells of
	To    int `json:"-"` // the last

	slots map[string]string // what stands for what: never written, never sent
	end   bool              // it is the last
	many  bool              // of a fight of many, of which there is enough to tell
	why   string            // why the words somebody else wrote for it are not told, if they are not
}

// Fact is one fact of a paragraph, in words with its slots open.
type Fact struct {
	ID    int      `json:"fact"`            // its own in the paragraph, from 1
	Kind  string   `json:"kind"`            // of [rules.FactKinds]
	Cause string   `json:"cause,omitempty"` // why, of [rules.Causes]: the one that an image may speak of
	Ways  []string `json:"ways"`            // each says all of it; the first is the usual one

	Required bool         `json:"-"`
	Steps    []int        `json:"-"` // of the record
	Of       rules.Fact   `json:"-"` // what happened, with names
	made     []string     // the ways as they stand in the file, for variety
	named    []string     // causes and tags that each of them names
	with     []rules.Fact // what else the sentence tells: blows before it, the spell that it was
}

// Tells returns all that a fact's sentence tells, in order.
func (f *Fact) Tells() []rules.Fact {
	all := slices.Clone(f.with)
	if f.Kind != "vain" && f.Kind != "trade" && f.Kind != "wounds" { // which are their blows
		all = append(all, f.Of)
	}
	slices.SortStableFunc(all, func(x, y rules.Fact) int { return cmp.Compare(x.Step, y.Step) })
	return all
}

// Image is a sentence that may stand in a paragraph, and the facts it may follow.
type Image struct {
	ID    int    `json:"image"`
	Text  string `json:"text"`
	After []int  `json:"after"`

	kind  imageKind
	plain bool // of a saying: anybody sees at once what it means
}

type imageKind uint8

const (
	saying imageKind = iota // true of any fight: it names the cause of the fact before it
	place                   // of the place
)

// Piece is one sentence of a paragraph: a fact in one of its ways, counted from 1, or an image, or three images of somebody's
// own of which the first that passes the check is told.
type Piece struct {
	Fact  int      `json:"fact,omitempty"`
	Way   int      `json:"way,omitempty"`
	Image int      `json:"image,omitempty"`
	Own   []string `json:"own,omitempty"`
}

// Told is a passage as every face shows it, the names set in.
type Told struct {
	Text    string   `json:"text"`
	By      string   `json:"by"`                // who chose or wrote it: [ByTemplates], [ByVoice] or [ByFree]
	Verdict string   `json:"verdict"`           // [accepted], or why somebody else's words are not told, or [Unchecked]
	Plain   string   `json:"plain,omitempty"`   // of words that nobody checked, what happened in plain ways
	Image   int      `json:"image,omitempty"`   // the image of the bank in it; 0 if there is none
	Refused []string `json:"refused,omitempty"` // images of a model that did not pass the check, and why
	Steps   []int    `json:"steps"`             // of the record, that it tells
}

// Who composes.
const (
	ByTemplates = "templates" // Go, by a seed
	ByVoice     = "voice"     // a model, of ways and images that Go offers
	ByFree      = "free"      // a model, in its own words
)

// Verdicts.
const (
	accepted  = "accepted"
	Unchecked = "not checked"
)

// slot makes room for a text that is not ours, and gives its slot.
func (p *Paragraph) slot(letter, txt string) string {
	p.slots[letter] = txt
	return "{" + letter + "}"
}

// Fill sets names and other texts into slots, in one pass: a name that looks like a slot stays a name. At the head of a
// sentence a name begins with a capital.
func (p *Paragraph) Fill(txt string) string {
	var b strings.Builder
	head := true
	for len(txt) > 0 {
		if called, rest, ok := strings.Cut(txt, "}"); ok && txt[0] == '{' {
			if letter, alias := strings.CutSuffix(called, " the"); alias && strings.HasPrefix(rest, "'s") {
				called = letter // "the last of the bandits' thrust" is hard to read
			}
			if name, known := p.slots[called[1:]]; known {
				name = text.Escape(name)
				if own := owner[name]; own != "" && strings.HasPrefix(rest, "'s ") {
					name, rest = own, rest[len("'s"):]
				}
				if head {
					name = text.Capital(name)
				}
				b.WriteString(name)
				if after, poss := strings.CutPrefix(rest, "'s"); poss && strings.HasSuffix(name, "s") && text.Determined(p.slots[called[1:]]) { // "the troop of Guns' blow"
					b.WriteByte('\'')
					rest = after
				}
				txt, head = rest, strings.HasSuffix(name, ".") || strings.HasSuffix(name, "?") || strings.HasSuffix(name, "!")
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(txt)
		if head && unicode.IsLetter(r) {
			b.WriteRune(unicode.ToTitle(r))
		} else {
			b.WriteString(txt[:size])
		}
		txt = txt[size:]
		head = strings.ContainsRune(".?…", r) || head && !unicode.IsLetter(r)
	}
	return b.String()
}

// owner is what a pronoun is as an owner.
var owner = map[string]string{"she": "her", "he": "his"}
