package narrate

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"kokyu/prompts"
	"kokyu/rules"
	"kokyu/rules/text"
)

// memory is how many told lines a voice looks back on: within them no opening and no image comes again.
const memory = 10

// plain is the image of a line that has none.
const plain = "plain"

// openingWords is how many words make an opening.
const openingWords = 3

// Scent is the template voice: it chooses among written lines. Which one is a function of the seed, the step and the
// lines themselves; where every fitting line would repeat something just told, it is silent.
type Scent struct {
	tongue *tongue
	lines  map[string]func() []line // by frame, made ready when the first moment of it is to be told
	seed   uint64
	told   map[string]int // how often, by text
	latest []line         // the latest last, at most [memory]
}

// line is a written line made ready.
type line struct {
	prompts.Line
	opening string
	wants   demand
	counts  bool // it says for which time
	names   bool // it is one sentence that names everybody and everything its frame can
}

// NewScent is a voice for one fight. The error names every line that stands in no frame of the dialect.
func NewScent(d rules.Dialect, lines prompts.Lines, seed uint64) (*Scent, error) {
	v := &Scent{tongue: newTongue(d), lines: map[string]func() []line{}, seed: seed, told: map[string]int{}}
	var wrong []error
	for name, list := range lines {
		if v.tongue.frame(name) == nil {
			wrong = append(wrong, fmt.Errorf("%sno frame is called %q, want %s", place(list), name, text.OneOf(name, v.tongue.frameNames())))
			continue
		}
		v.lines[name] = sync.OnceValue(func() (made []line) {
			for _, l := range list {
				made = append(made, v.tongue.line(name, l))
			}
			return made
		})
	}
	slices.SortFunc(wrong, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return v, errors.Join(wrong...)
}

// Anew is the same voice for another fight.
func (v *Scent) Anew(seed uint64) *Scent {
	return &Scent{tongue: v.tongue, lines: v.lines, seed: seed, told: map[string]int{}}
}

// line makes a written line ready.
func (t *tongue) line(frame string, l prompts.Line) line {
	made := line{Line: l, opening: openingOf(l.Text), wants: t.demandOf(l.Text)}
	made.wants.world = worldOf(l.When.World)
	made.counts = strings.Contains(l.Text, "{times}")
	if fr := t.frame(frame); fr != nil {
		made.names = sentences(l.Text) == 1 && !slices.ContainsFunc(fields(fr.Slots), func(slot string) bool { return !slices.Contains(made.wants.slots, slot) })
	}
	return made
}

func place(list []prompts.Line) string {
	if len(list) == 0 || list[0].Source == "" {
		return ""
	}
	return list[0].Source + ": "
}

// Word chooses a line. It never fails and never waits.
func (v *Scent) Word(_ context.Context, f Facts) (string, error) { return v.choose(f, false), nil }

// choose chooses a line nobody has heard in this fight; of what must be told, an opening may come again where all others
// would.
func (v *Scent) choose(f Facts, must bool) string {
	if fr := v.tongue.frame(f.Frame); fr == nil || !seen(fr, f.Match) {
		return ""
	}
	best := v.best(f, func(l *line) bool { return !l.counts && v.told[l.Text] == 0 && !v.repeats(l) })
	if best == nil && must {
		best = v.best(f, func(l *line) bool { return !l.counts && v.told[l.Text] == 0 && !v.pictured(l) })
	}
	if best == nil && must { // what happens to the same people so often is counted
		best = v.best(f, func(l *line) bool { return l.counts && !v.pictured(l) })
	}
	if best == nil && must { // or these are others: a sentence that names them all is another one
		best = v.best(f, func(l *line) bool { return f.Times < 2 && l.names && !v.pictured(l) })
	}
	if best == nil && must {
		best = v.best(f, func(l *line) bool { return !v.pictured(l) })
	}
	if best == nil {
		return ""
	}
	v.told[best.Text]++
	if v.latest = append(v.latest, *best); len(v.latest) > memory {
		v.latest = v.latest[1:]
	}
	return best.Text
}

// of are the lines of a frame.
func (v *Scent) of(frame string) []line {
	if made := v.lines[frame]; made != nil {
		return made()
	}
	return nil
}

// fitting are lines nobody has heard that would tell a moment, at most so many, in the order they would be chosen in.
func (v *Scent) fitting(f Facts, most int) (texts []string) {
	var fit []*line
	lines := v.of(f.Frame)
	for i := range lines {
		if l := &lines[i]; v.tongue.fits(l, f) && v.told[l.Text] == 0 && !v.repeats(l) {
			fit = append(fit, l)
		}
	}
	slices.SortFunc(fit, func(a, b *line) int { return cmp.Compare(v.draw(f, a), v.draw(f, b)) })
	for _, l := range fit[:min(most, len(fit))] {
		texts = append(texts, l.Text)
	}
	return texts
}

// best is the line with the least lot of those that fit and may be told, nil if there is none.
func (v *Scent) best(f Facts, may func(*line) bool) (best *line) {
	var least uint64
	lines := v.of(f.Frame)
	for i := range lines {
		l := &lines[i]
		if !v.tongue.fits(l, f) || !may(l) {
			continue
		}
		if h := v.draw(f, l); best == nil || h < least {
			best, least = l, h
		}
	}
	return best
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

// repeats says whether a line's opening or image has been told just now, pictured whether its image has.
func (v *Scent) repeats(l *line) bool {
	return v.pictured(l) || slices.ContainsFunc(v.latest, func(t line) bool { return t.opening == l.opening })
}

func (v *Scent) pictured(l *line) bool {
	return l.Image != plain && slices.ContainsFunc(v.latest, func(t line) bool { return t.Image == l.Image })
}

// personal are the slots for what a file says of a combatant.
var personal = []string{"epithet", "wants", "fears"}

// fits says whether everything a line needs is so.
func (t *tongue) fits(l *line, f Facts) bool {
	w := l.When
	for _, slot := range personal { // who is spoken of is spoken of whole
		if f.has(slot) && !slices.Contains(l.wants.slots, slot) {
			return false
		}
	}
	return (len(w.Family) == 0 || slices.Contains(w.Family, f.Family)) &&
		(len(w.Stage) == 0 || slices.Contains(w.Stage, string(f.Stage))) &&
		(!w.First || f.First) && (!w.Last || f.Last) && t.met(l.wants, f)
}

// openingOf is a line's first words as readers notice them.
func openingOf(text string) string {
	words := wordsOf(text)
	return strings.Join(words[:min(openingWords, len(words))], " ")
}
