package narrate

import (
	"slices"
	"strings"
	"sync"
)

// Lines of the grammar are pictures more often than statements, and no reading of words and their order makes "moss grows
// faster than {A} appears to move" a parry. Who knows the line knows what it is written for: the verifier can have the
// grammar by heart, and then takes a line of it, word for word, for what it tells, with the people in its slots.

// Knowing is the same verifier with the grammar of its dialect by heart. The error is of a grammar that cannot be read.
func (v *Verifier) Knowing() (*Verifier, error) {
	grammar, err := template(v.tongue.Dialect, 0)
	if err != nil {
		return nil, err
	}
	knows := &Verifier{tongue: v.tongue, means: v.means, lines: map[string]func() map[string]*line{}}
	for frame, lines := range grammar.lines {
		knows.lines[frame] = sync.OnceValue(func() map[string]*line {
			texts := map[string]*line{}
			for list, i := lines(), 0; i < len(list); i++ {
				texts[list[i].Text] = &list[i]
			}
			return texts
		})
	}
	return knows, nil
}

// quoted is how many of a passage's first sentences are a line the verifier has by heart, and the fact it tells: of several
// one that is not told yet.
func (v *Verifier) quoted(p Paragraph, d Draft, told map[string]*telling) (n int, of Fact) {
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
			if cited && (n <= i || told[of.ID] != nil) && v.byHeart(f, text.String()) {
				n, of = i+1, f
			}
		}
	}
	return n, of
}

// byHeart says whether a text is a line of the fact's frame that fits its moment, or the scene as its setting words it.
func (v *Verifier) byHeart(f Fact, text string) bool {
	if f.text != "" {
		return text == f.text
	}
	lines, ok := v.lines[f.Moment.Frame]
	if !ok {
		return false
	}
	l, ok := lines()[f.unlettered(text, false)]
	if !ok {
		l, ok = lines()[f.unlettered(text, true)]
	}
	return ok && v.tongue.fits(l, f.Moment) && len(v.tongue.verify(l.Text, f.Moment)) == 0
}

// unlettered is a text with the slots of the grammar again: {A} is {actor}, and where it counts, third is {times}.
func (f Fact) unlettered(text string, counts bool) string {
	set := func(slot, as string) {
		if slot != "" && slot != "{}" {
			text = strings.ReplaceAll(text, slot, as)
		}
	}
	set(f.Weapon, "{weapon}")
	for _, own := range personal {
		set("{"+f.By+"'s "+own+"}", "{"+own+"}")
	}
	set("{"+f.By+"}", "{actor}")
	set("{"+f.To+"}", "{target}")
	if counts {
		set(ordinal(f.Moment.Times), "{times}")
	}
	return text
}
