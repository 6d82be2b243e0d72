package clause

import (
	"fmt"
	"slices"
	"strings"
)

// Claim is something a sentence says has happened. People are letters, as in the sentence; an empty one is somebody the
// sentence does not name.
type Claim struct {
	Class  string // one of [Classes]
	By     string // who does it
	To     string // on whom
	Weight int    // of a wound: Light, Grave, or neither
	Text   string // the words it was read from
}

// How heavy a sentence makes a wound.
const (
	Light = -1
	Grave = 1
)

// String is the claim in words: "{A} wounds {B}".
func (c Claim) String() string {
	say := func(who string) string {
		if who == "" {
			return "somebody"
		}
		return "{" + who + "}"
	}
	class := c.Class
	if words := inWords[class]; words != "" {
		class = words
	}
	text := say(c.By) + " " + class
	if c.To != "" || c.By == "" {
		text += " " + say(c.To)
	}
	switch c.Weight {
	case Light:
		text += " lightly"
	case Grave:
		text += " gravely"
	}
	return text
}

// inWords are classes whose name is no word.
var inWords = map[string]string{"gives": "gives breath to", "routs": "breaks and runs", "yields": "breaks", "unchants": "loses the chant", "casts": "casts a spell", "rebounds": "turns a spell on",
	"tryescape": "tries to get free", "breaksguard": "breaks the guard of", "wearsguard": "wears down the guard of", "losesstance": "loses the stance", "tryparry": "tries to parry", "trypass": "tries to get past",
	"getsin": "gets in", "unfooled": "is not fooled", "grounded": "brings to the ground"}

// Thing is something a sentence names that must be there: a weapon, a place on the body, a piece of the scene.
type Thing struct {
	Word string
	Kind string   // weapon, body, scene, order, magic, ranks
	Of   string   // whose it is, if the sentence says so
	Is   []string // the families a weapon can be of, the places on the body, or aspect=word of the scene, any of which it means
	Hit  bool     // of the body: in a clause that tells of a blow or a wound
}

// Reading is what a sentence says.
type Reading struct {
	Claims []Claim
	Things []Thing
	People []string // letters, in the order they come
	Faults []string // what in it cannot be read, or may not be said of any fight
}

// tokensMax is how long a sentence may be to be read.
const tokensMax = 80

// Read reads one sentence. People and weapons stand in it as {A} and {A's weapon}.
func Read(sentence string) Reading {
	r := sentenceReader{lex: words()}
	if r.tokens = tokensOf(sentence); len(r.tokens) > tokensMax {
		r.fault("a sentence of %d words and signs", len(r.tokens))
		return r.Reading
	}
	r.straight()
	r.mask()
	r.screen()
	if len(r.Faults) > 0 {
		return r.Reading
	}
	r.chunk()
	if len(r.Faults) == 0 {
		r.assemble()
	}
	r.whole()
	return r.Reading
}

// sentenceReader is a sentence on its way to a Reading.
type sentenceReader struct {
	Reading
	lex    *lexicon
	tokens []token
	chunks []chunk
}

func (r *sentenceReader) fault(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !slices.Contains(r.Faults, text) {
		r.Faults = append(r.Faults, text)
	}
}

// token is a word, a sign or a slot.
type token struct {
	word string // small letters
	who  string // the letter of a slot
	arms bool   // the slot of a weapon
	poss bool   // with the 's of a possessive
	sign bool
}

// nobodys is the word of an 's that is nobody's.
const nobodys = "'s"

// tokensOf takes a sentence apart. Every token has a word.
func tokensOf(text string) (list []token) {
	for len(text) > 0 {
		switch c := text[0]; {
		case c == ' ':
			text = text[1:]
		case c == '{':
			slot, rest, _ := strings.Cut(text[1:], "}")
			t := token{word: "{" + slot + "}", who: slot}
			if who, what, ok := strings.Cut(slot, "'s "); ok && strings.HasSuffix(what, "weapon") {
				t.who, t.arms = who, true
			}
			for _, s := range []string{"'s", "’s"} {
				if after, ok := strings.CutPrefix(rest, s); ok {
					t.poss, rest = true, after
					break
				}
			}
			list, text = append(list, t), rest
		default:
			end := strings.IndexFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;:.?…{–—", r) })
			if end < 0 {
				end = len(text)
			}
			if end == 0 {
				r := []rune(text)[0]
				list, text = append(list, token{word: string(r), sign: true}), text[len(string(r)):]
				continue
			}
			w := strings.ReplaceAll(strings.ToLower(text[:end]), "’", "'")
			text = text[end:]
			w, poss := strings.CutSuffix(w, "'s")
			w = strings.Trim(w, "'-")
			if w == "" && poss {
				w = nobodys
			}
			if w != "" {
				list = append(list, token{word: w, poss: poss})
			}
		}
	}
	return list
}
