package narrate

import (
	"slices"
	"strings"

	"kokyu/prompts"
)

// Lines of the grammar are pictures more often than statements, and no reading of words and their order makes "moss grows
// faster than {A} appears to move" a parry. Who knows the line knows what it is written for: the verifier can have the
// grammar by heart, and then takes a line of it, word for word, for what it tells, with the people in its slots.

// Knowing is the same verifier with lines by heart.
func (v *Verifier) Knowing(lines prompts.Lines) *Verifier {
	knows := &Verifier{tongue: v.tongue, means: v.means, lines: map[string]map[string]line{}}
	for frame, list := range lines {
		knows.lines[frame] = map[string]line{}
		for _, l := range list {
			knows.lines[frame][l.Text] = v.tongue.line(frame, l)
		}
	}
	return knows
}

// quoted is how many of a passage's first sentences are a line the verifier has by heart, and the fact it tells.
func (v *Verifier) quoted(p Paragraph, d Draft) (n int, of Fact) {
	if v.lines == nil {
		return 0, of
	}
	var text strings.Builder
	for i, s := range d[:min(len(d), sentencesMax)] {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(s.Text)
		for _, f := range p.Facts {
			cited := !slices.ContainsFunc(d[:i+1], func(s Sentence) bool { return !slices.Contains(s.Facts, f.ID) })
			if cited && v.byHeart(f, text.String()) {
				n, of = i+1, f
			}
		}
	}
	return n, of
}

// byHeart says whether a text is a line of the fact's frame that fits its moment.
func (v *Verifier) byHeart(f Fact, text string) bool {
	l, ok := v.lines[f.Moment.Frame][f.unlettered(text)]
	return ok && v.tongue.fits(&l, f.Moment) && len(v.tongue.verify(l.Text, f.Moment)) == 0
}

// unlettered is a text with the slots of the grammar again: {A} is {actor}.
func (f Fact) unlettered(text string) string {
	var pairs []string
	for _, s := range []struct{ slot, as string }{{f.lettered("{weapon}"), "{weapon}"}, {f.lettered("{epithet}"), "{epithet}"}, {f.lettered("{wants}"), "{wants}"},
		{f.lettered("{fears}"), "{fears}"}, {"{" + f.By + "}", "{actor}"}, {"{" + f.To + "}", "{target}"}} {
		if s.slot != "" && s.slot != "{}" {
			pairs = append(pairs, s.slot, s.as)
		}
	}
	if n := ordinal(f.Moment.Times); n != "" {
		pairs = append(pairs, n, "{times}")
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
