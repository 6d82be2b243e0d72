package narrate

import (
	"cmp"
	"context"

	"kokyu/prompts"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// writing tells a finished record by paragraphs that a [Writer] may compose.
type writing struct {
	*Teller
	account  *account
	composer *composer
	heard    func(Paragraph, Told)
	failed   []error
	writer   Writer
	ahead    int
	waits    []waiting
	ways     prompts.Ways
}

func newWriting(o Options, d rules.Dialect) (t *writing, err error) {
	law := o
	law.Voice = "law"
	inner, err := NewTeller(law, d)
	if err != nil {
		return nil, err
	}
	t = &writing{Teller: inner, writer: o.Writer, ahead: o.Ahead}
	if t.ways, err = prompts.TaleWays(); err != nil {
		return nil, err
	}
	bank, err := prompts.Bank()
	if err != nil {
		return nil, err
	}
	t.composer = newComposer(o.Seed, bank, o.Voice == "plain", o.Told)
	t.account = newAccount(o, t.ways)
	return t, nil
}

// Step takes a step that stands.
func (t *writing) Step(ctx context.Context, s rules.Step) (lines []Line) {
	if s.Says() || s.Edit != "" {
		t.account.word(s)
	}
	if !s.Says() {
		for _, p := range t.reader.read(s) {
			lines = append(lines, t.tell(ctx, p)...)
		}
	}
	return lines
}

// Close tells the rest.
func (t *writing) Close(ctx context.Context) (lines []Line) {
	for _, p := range t.reader.flush() {
		lines = append(lines, t.tell(ctx, p)...)
	}
	lines = append(lines, t.tale(ctx, t.account.close()...)...)
	return append(lines, t.last(ctx)...)
}

// Paragraphs returns all that a finished record has to tell, with the ways and images that would tell it. The setting of
// names into slots stays with [Paragraph.Fill].
func Paragraphs(ctx context.Context, o Options, d rules.Dialect, steps []rules.Step) (all []Paragraph, err error) {
	o.Writer = nil
	t, err := newWriting(o, d)
	if err != nil {
		return nil, err
	}
	t.heard = func(p Paragraph, _ Told) { all = append(all, p) }
	for _, s := range fight.Standing(steps) {
		t.Step(ctx, s)
	}
	t.Close(ctx)
	return all, nil
}

// tell returns a passage in law, and the paragraphs that are complete with it.
func (t *writing) tell(ctx context.Context, p *passage) (lines []Line) {
	if p.first {
		lines = append(lines, t.tale(ctx, t.account.opening(p.step)...)...)
	}
	if p.Kind == "end" {
		lines = append(lines, t.tale(ctx, t.account.close()...)...)
		lines = append(lines, Line{Kind: Law, Text: t.law(p), Step: p.step})
		return append(lines, t.tale(ctx, t.account.ending(p, t.reader.cast.stand(&t.reader.scene, p.end.Seat),
			t.reader.cast.stand(&t.reader.scene, t.account.against(p.end.Seat)))...)...)
	}
	done := t.account.take(p, t.survivor)
	if !t.yieldedAtOnce(p) {
		lines = append(lines, Line{Kind: Law, Text: t.law(p), Step: p.step, fold: foldOf(p)})
	}
	return append(lines, t.tale(ctx, done...)...)
}

// survivor returns the last of the side of somebody.
func (t *writing) survivor(name string) (who, team string, against int) {
	return t.reader.cast.survivor(&t.reader.scene, name)
}

// tale is paragraphs in words.
func (t *writing) tale(ctx context.Context, done ...*Paragraph) (lines []Line) {
	if t.composer == nil { // law only
		return nil
	}
	if t.writer != nil {
		return t.write(ctx, done)
	}
	for _, p := range done {
		t.composer.offer(p)
		lines = append(lines, t.line(p, t.compose(p)))
	}
	return lines
}

// compose returns a paragraph as Go composes it.
func (t *writing) compose(p *Paragraph) Told {
	told := Told{By: ByTemplates, Verdict: cmp.Or(p.why, accepted)}
	return t.finish(p, told, t.composer.choose(p))
}

// finish puts pieces into words.
func (t *writing) finish(p *Paragraph, told Told, pieces []Piece) Told {
	open, image := t.composer.word(p, pieces)
	told.Text, told.Image = p.Fill(open), image
	for _, f := range p.Facts {
		told.Steps = append(told.Steps, f.Steps...)
	}
	return told
}

// line returns a told paragraph as a line.
func (t *writing) line(p *Paragraph, told Told) Line {
	if t.heard != nil {
		t.heard(*p, told)
	}
	return Line{Kind: Tale, Text: told.Text, Step: p.To}
}
