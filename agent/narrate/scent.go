package narrate

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"kokyu/prompts"
	"kokyu/rules"
	"kokyu/rules/strict"
)

// memory is how many told lines a voice looks back on: within them no opening and no image comes again.
const memory = 10

// openingWords is how many words make an opening.
const openingWords = 3

// Scent is the template voice: it chooses among written lines. Which one is a function of the seed, the step and the
// lines themselves; where every fitting line would repeat something just told, it is silent.
type Scent struct {
	tongue *tongue
	lines  map[string][]line // by frame
	seed   uint64
	told   []line // the latest last, at most [memory]
}

// line is a written line made ready.
type line struct {
	prompts.Line
	opening string
	wants   demand
}

// NewScent is a voice for one fight. The error names every line that stands in no frame of the dialect.
func NewScent(d rules.Dialect, lines prompts.Lines, seed uint64) (*Scent, error) {
	v := &Scent{tongue: newTongue(d), lines: map[string][]line{}, seed: seed}
	var wrong []error
	for name, list := range lines {
		if v.tongue.frame(name) == nil {
			wrong = append(wrong, fmt.Errorf("%sno frame is called %q, want %s", place(list), name, strict.OneOf(name, v.tongue.frameNames())))
			continue
		}
		for _, l := range list {
			v.lines[name] = append(v.lines[name], v.tongue.line(l))
		}
	}
	slices.SortFunc(wrong, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return v, errors.Join(wrong...)
}

// Anew is the same voice for another fight.
func (v *Scent) Anew(seed uint64) *Scent { return &Scent{tongue: v.tongue, lines: v.lines, seed: seed} }

// line makes a written line ready.
func (t *tongue) line(l prompts.Line) line {
	return line{Line: l, opening: openingOf(l.Text), wants: t.demandOf(l.Text)}
}

func place(list []prompts.Line) string {
	if len(list) == 0 || list[0].Source == "" {
		return ""
	}
	return list[0].Source + ": "
}

// Word chooses a line. It never fails and never waits.
func (v *Scent) Word(_ context.Context, f Facts) (string, error) {
	if fr := v.tongue.frame(f.Frame); fr == nil || !seen(fr, f.Match) {
		return "", nil
	}
	var best *line
	var least uint64
	for i := range v.lines[f.Frame] {
		l := &v.lines[f.Frame][i]
		if !v.tongue.fits(l, f) || v.repeats(l) {
			continue
		}
		if h := v.draw(f, l); best == nil || h < least {
			best, least = l, h
		}
	}
	if best == nil {
		return "", nil
	}
	v.told = append(v.told, *best)
	if len(v.told) > memory {
		v.told = v.told[1:]
	}
	return best.Text, nil
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
func (t *tongue) fits(l *line, f Facts) bool {
	w := l.When
	return (len(w.Family) == 0 || slices.Contains(w.Family, f.Family)) &&
		(len(w.Stage) == 0 || slices.Contains(w.Stage, string(f.Stage))) &&
		(!w.First || f.First) && (!w.Last || f.Last) && t.met(l.wants, f)
}

// openingOf is a line's first words as readers notice them.
func openingOf(text string) string {
	words := wordsOf(text)
	return strings.Join(words[:min(openingWords, len(words))], " ")
}
