package narrate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// Chronicle is all the moments of a finished record, told or not, for judging what somebody else says of its steps.
type Chronicle struct {
	account *account
	moments []candidate
	last    int // the last step
}

// NewChronicle reads what stands of a record.
func NewChronicle(o Options, d rules.Dialect, steps []rules.Step) (*Chronicle, error) {
	t, err := NewTeller(o, d, nil)
	if err != nil {
		return nil, err
	}
	c := &Chronicle{account: t.account}
	for _, s := range fight.Standing(steps) {
		c.last = max(c.last, s.N)
		for _, p := range t.reader.read(s) {
			c.take(t, p)
		}
	}
	for _, p := range t.reader.flush() {
		c.take(t, p)
	}
	return c, nil
}

// Opened are the passages the templates tell of a record, their slots open, each with its paragraph: what they would hand in
// to be verified.
func Opened(ctx context.Context, o Options, d rules.Dialect, steps []rules.Step) (all []Paragraph, texts []string, err error) {
	v, err := template(d, o.Seed)
	if err != nil {
		return nil, nil, err
	}
	t, err := NewTeller(o, d, v)
	if err != nil {
		return nil, nil, err
	}
	t.heard = func(p Paragraph, told Told) { all, texts = append(all, p), append(texts, told.Text) }
	for _, s := range fight.Standing(steps) {
		t.Step(ctx, s)
	}
	t.Close(ctx)
	return all, texts, nil
}

// take adds the moments of a passage.
func (c *Chronicle) take(t *Teller, p *passage) {
	list := p.Moments
	if p.Kind == "end" {
		list = append(slices.Clone(list), t.ending(p))
	}
	for _, m := range list {
		if f := t.tongue.frame(m.Frame); f != nil {
			c.moments = append(c.moments, candidate{Moment: m, facts: c.account.known(m, p.stage, t.reader.Match), must: f.Must || m.First || p.Kind == "end", steps: []int{m.Step}})
		}
	}
}

// Paragraph is what happened in some steps: what a tale must tell is required, and the most telling moment if nothing is. The
// error names a step nothing happened in that could be told.
func (c *Chronicle) Paragraph(steps []int) (Paragraph, error) {
	var facts []candidate
	for _, n := range steps {
		for _, m := range c.moments {
			if m.Step == n {
				facts = append(facts, m)
			}
		}
		if n < 1 || n > c.last {
			return Paragraph{}, fmt.Errorf("there is no step %d, want 1 to %d", n, c.last)
		}
	}
	if len(facts) == 0 {
		return Paragraph{}, fmt.Errorf("nothing that is told happens in %v, want steps with a blow, a wound or another moment", steps)
	}
	if !slices.ContainsFunc(facts, func(f candidate) bool { return f.must }) {
		most := 0
		for i := range facts {
			if c.account.tongue.weight(facts[i].Moment) > c.account.tongue.weight(facts[most].Moment) {
				most = i
			}
		}
		facts[most].must = true
	}
	return *c.account.paragraph(facts), nil
}

// Open is a text with the names of the fight as slots, the longest first. A side's name at the end is one as well.
func (c *Chronicle) Open(text string) string {
	var names []string
	for name := range c.account.letters {
		if name != "" {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	var b strings.Builder
	before := ' '
	for len(text) > 0 {
		for _, article := range []string{"the ", "The "} { // "the Guns" is their name
			if after, ok := strings.CutPrefix(text, article); ok && !unicode.IsLetter(before) && slices.ContainsFunc(names, func(name string) bool { return c.account.troops[name] && whole(' ', after, name) }) {
				text = after
			}
		}
		i := slices.IndexFunc(names, func(name string) bool { return whole(before, text, name) })
		if i >= 0 {
			b.WriteString("{" + c.account.letters[names[i]] + "}")
			text, before = text[len(names[i]):], 'a'
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		b.WriteString(text[:size])
		text, before = text[size:], r
	}
	return b.String()
}

// Names is a text with its slots as names again.
func (c *Chronicle) Names(text string) string {
	p := Paragraph{slots: map[string]string{}}
	for name, letter := range c.account.letters {
		p.slots[letter] = name
	}
	return p.Fill(text)
}

// whole says whether a text begins with a name that ends where a word does.
func whole(before rune, text, name string) bool {
	if !strings.HasPrefix(text, name) && !strings.HasPrefix(text, capital(name)) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(text[len(name):])
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return !letter(before) && !letter(next)
}
