package narrate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kokyu/rules/text"
)

// Paragraph is what one passage of a tale has to tell: moments in their order, and what is known of the world they happen
// in. It shows no name and no free text of anybody's; people are letters, the same all through a fight.
type Paragraph struct {
	Facts   []Fact            `json:"facts"`
	Setting map[string]string `json:"setting,omitempty"` // by aspect, a word of that aspect's closed list: weather, rain
	Before  []string          `json:"before,omitempty"`  // the passages told last, at most two, slots open: for variety only
	Lines   [][]string        `json:"lines,omitempty"`   // for each fact, lines of the grammar that would tell it, slots open

	Round int `json:"round"` // it begins in
	From  int `json:"from"`  // the first step it tells of
	To    int `json:"to"`    // the last

	slots map[string]string // what stands for what: never written, never sent
	why   string            // a writer's words for it are not told, if they are not
}

// Fact is one moment of a paragraph.
type Fact struct {
	ID       string `json:"id"`               // "f1", its own in the paragraph
	By       string `json:"by,omitempty"`     // the letter of who acts; a sentence calls them {A}
	To       string `json:"to,omitempty"`     // of the other one
	Required bool   `json:"required"`         // must be told
	Steps    []int  `json:"steps,omitempty"`  // of the record
	Moment   Facts  `json:"moment"`           // what happened, without names
	Weapon   string `json:"weapon,omitempty"` // a slot for the weapon in use, named after its bearer: {A's weapon}

	text string // words it has already, of closed lists: where the fight is
}

// Draft is a passage somebody wrote for a paragraph: not told before it is verified.
type Draft []Sentence

// Sentence is one of its sentences, slots open, with the facts it tells.
type Sentence struct {
	Text  string   `json:"text"`
	Facts []string `json:"facts"` // by ID
}

// Told is a passage as every face shows it, the names set in.
type Told struct {
	Text    string `json:"text"`
	By      string `json:"by"`      // who wrote it: templates, or the voice
	Verdict string `json:"verdict"` // accepted, or why somebody else's words are not told
	Steps   []int  `json:"steps"`   // of the record, that it tells
}

// Who writes.
const (
	ByTemplates = "templates"
	ByVoice     = "voice"
)

// Accepted is the verdict of words that have no fault.
const Accepted = "accepted"

// slot makes room for something of somebody's and gives its slot: {A's weapon}, and if that is another one, {A's other
// weapon}.
func (p *Paragraph) slot(whose, what, name string) string {
	called := whose + "'s " + what
	for had, taken := p.slots[called]; taken && had != name; had, taken = p.slots[called] {
		what = "other " + what
		called = whose + "'s " + what
	}
	p.slots[called] = name
	return "{" + called + "}"
}

// lettered is a text of the grammar with the slots of a paragraph: {actor} is {A}.
func (f Fact) lettered(text string) string {
	return strings.NewReplacer("{actor}", "{"+f.By+"}", "{target}", "{"+f.To+"}", "{weapon}", f.Weapon, "{times}", ordinal(f.Moment.Times),
		"{epithet}", "{"+f.By+"'s epithet}", "{wants}", "{"+f.By+"'s wants}", "{fears}", "{"+f.By+"'s fears}").Replace(text)
}

// ordinal is a number in words: "third", "twenty-first".
func ordinal(n int) string {
	small := []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth",
		"fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"}
	tens := []string{"", "", "twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet"}
	switch n = max(0, n); {
	case n < len(small):
		return small[n]
	case n >= 100:
		return "hundredth or so"
	case n%10 == 0:
		return tens[n/10] + "ieth"
	}
	return tens[n/10] + "y-" + small[n%10]
}

// Fill sets names into slots, in one pass: a name that looks like a slot stays a name. At the head of a sentence a name
// begins with a capital.
func (p *Paragraph) Fill(txt string) string {
	var b strings.Builder
	head := true
	for len(txt) > 0 {
		if called, rest, ok := strings.Cut(txt, "}"); ok && txt[0] == '{' {
			if name, known := p.slots[called[1:]]; known {
				name = text.Escape(name)
				if head {
					name = capital(name)
				}
				b.WriteString(name)
				if after, poss := strings.CutPrefix(rest, "'s"); poss && strings.HasPrefix(p.slots[called[1:]], troop) { // "the troop of Guns' blow"
					b.WriteByte('\'')
					rest = after
				}
				txt, head = rest, false
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(txt)
		b.WriteString(txt[:size])
		txt = txt[size:]
		head = strings.ContainsRune(".?…", r) || head && !unicode.IsLetter(r)
	}
	return b.String()
}

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 || r == utf8.RuneError {
		return s
	}
	return string(unicode.ToTitle(r)) + s[size:]
}
