package narrate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kokyu/prompts"
	"kokyu/rules/strict"
)

// Voice words facts. It adds nothing to them and decides nothing.
type Voice interface {
	// Word is a passage for the moment, empty for silence.
	Word(Facts) string
}

// memory is how many told lines a voice looks back on: within them no opening and no image comes again.
const memory = 10

// openingWords is how many words make an opening.
const openingWords = 3

// Scent is the template voice: it chooses among written lines. Which one is a function of the seed, the step and the
// lines themselves; where every fitting line would repeat something just told, it is silent.
type Scent struct {
	seed  uint64
	lines map[Frame][]line
	told  []line // the latest last, at most [memory]
}

// line is a written line made ready.
type line struct {
	prompts.Line
	opening string
	wants   demand
}

// NewScent is a voice for one fight. The error names every line that stands in no frame.
func NewScent(lines prompts.Lines, seed uint64) (*Scent, error) {
	v := &Scent{seed: seed, lines: map[Frame][]line{}}
	var wrong []error
	for name, list := range lines {
		if frameNamed(Frame(name)) == nil {
			wrong = append(wrong, fmt.Errorf("%sno frame is called %q, want %s", place(list), name, strict.OneOf(name, frameNames())))
			continue
		}
		for _, l := range list {
			v.lines[Frame(name)] = append(v.lines[Frame(name)], line{Line: l, opening: openingOf(l.Text), wants: demandOf(l.Text)})
		}
	}
	slices.SortFunc(wrong, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return v, errors.Join(wrong...)
}

func place(list []prompts.Line) string {
	if len(list) == 0 || list[0].Source == "" {
		return ""
	}
	return list[0].Source + ": "
}

func frameNames() (names []string) {
	for _, f := range Frames() {
		names = append(names, string(f))
	}
	return names
}

// Word chooses a line and fills its slots.
func (v *Scent) Word(f Facts) string {
	if fr := frameNamed(f.Frame); fr != nil && !fr.sees(f.Match) {
		return ""
	}
	var best *line
	var least uint64
	for i := range v.lines[f.Frame] {
		l := &v.lines[f.Frame][i]
		if !l.fits(f) || v.repeats(l) {
			continue
		}
		if h := v.draw(f, l); best == nil || h < least {
			best, least = l, h
		}
	}
	if best == nil {
		return ""
	}
	v.told = append(v.told, *best)
	if len(v.told) > memory {
		v.told = v.told[1:]
	}
	return fill(best.Text, f)
}

// draw is a line's lot for a moment; the least lot is told. Every line has its own, so that writing or striking a line
// changes no other choice.
func (v *Scent) draw(f Facts, l *line) uint64 {
	h := fnv.New64a()
	var head [16]byte
	binary.LittleEndian.PutUint64(head[:8], v.seed)
	binary.LittleEndian.PutUint64(head[8:], uint64(f.Step))
	h.Write(head[:])
	fmt.Fprintf(h, "%s/%s", f.Frame, l.Text)
	return h.Sum64()
}

// repeats says whether a line's opening or image has been told just now.
func (v *Scent) repeats(l *line) bool {
	return slices.ContainsFunc(v.told, func(t line) bool { return t.opening == l.opening || t.Image == l.Image })
}

// fits says whether everything a line needs is so.
func (l *line) fits(f Facts) bool {
	w := l.When
	return (len(w.Family) == 0 || slices.Contains(w.Family, f.Family)) &&
		(len(w.Stage) == 0 || slices.Contains(w.Stage, string(f.Stage))) &&
		(!w.First || f.First) && (!w.Last || f.Last) && l.wants.met(f)
}

// openingOf is a line's first words as readers notice them.
func openingOf(text string) string {
	words := wordsOf(text)
	return strings.Join(words[:min(openingWords, len(words))], " ")
}

var slotNames = []string{"actor", "target", "weapon"}

// fill sets names into slots, in one pass: a name that looks like a slot stays a name. At the head of a sentence a
// name begins with a capital.
func fill(text string, f Facts) string {
	var b strings.Builder
	head := true
	for len(text) > 0 {
		if name, rest, ok := slotAt(text); ok {
			value := strict.Escape(f.slot(name))
			if head {
				value = capital(value)
			}
			b.WriteString(value)
			text, head = rest, false
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		b.WriteString(text[:size])
		text = text[size:]
		head = strings.ContainsRune(".?…", r) || head && !unicode.IsLetter(r)
	}
	return b.String()
}

// slotAt reads the slot a text begins with.
func slotAt(text string) (name, rest string, ok bool) {
	for _, name := range slotNames {
		if rest, ok := strings.CutPrefix(text, "{"+name+"}"); ok {
			return name, rest, true
		}
	}
	return "", text, false
}

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 || r == utf8.RuneError {
		return s
	}
	return string(unicode.ToTitle(r)) + s[size:]
}
