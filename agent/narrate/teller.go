package narrate

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/story"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Line is one told line. Law lines are exact, tale lines are words, notes say what was done to the fight itself.
type Line struct {
	Kind string `json:"kind"` // law, tale or note
	Text string `json:"text"`
	Step int    `json:"step"` // the step it tells of

	fold fold // of a law line that may be told with others
}

// Kinds of lines.
const (
	Law  = "law"
	Tale = "tale"
	Note = "note"
)

// Options are what a telling needs besides the steps.
type Options struct {
	Title  string
	Roster []rules.Fighter
	rules.Scenery
	Seed   uint64
	Voice  string          // scent (law lines and a tale; empty too), law, none, or model (a tale of a finished record)
	Match  bool            // sparring: blows take points and hurt nobody
	Stood  *fight.Snapshot // how everybody stood at the beginning; nil where that is not known
	Length string          // of a tale, of [story.Lengths]; empty is usual
}

// Teller tells one fight, step by step: what has been told stays told. It is not safe for concurrent use.
type Teller struct {
	Options
	dialect rules.Dialect
	reader  *eventReader
	steps   []rules.Step
	undone  []rules.Step // what a redo would return, the next last

	plan    *story.Growing // nil: no tale
	words   *english.Teller
	opening []english.Passage // of the tale, until it is told with the first passage
	round   int               // of the last passage
	last    int               // the last step that the plan has
	told    int               // the last step that a paragraph has told
}

// NewTeller returns a teller at the beginning of a fight whose system has this dialect. The error is of an unknown voice.
func NewTeller(o Options, d rules.Dialect) (*Teller, error) {
	voices := []string{"", "scent", "law", "none", "model"}
	if !slices.Contains(voices, o.Voice) {
		return nil, fmt.Errorf("no voice is called %q, want %s", text.Escape(o.Voice), text.OneOf(o.Voice, voices[1:]))
	}
	t := &Teller{Options: o, dialect: d}
	t.begin()
	return t, nil
}

// begin makes a teller one that has read nothing.
func (t *Teller) begin() {
	t.reader, t.round, t.last, t.opening = newReader(t.dialect, t.Options), 0, 0, nil
	if t.Voice == "law" || t.Voice == "none" {
		return
	}
	t.plan = story.Grow(sourceOf(t.Options, t.dialect))
	t.words = english.New(t.Seed)
	t.opening = t.words.TellOpening(t.plan.Next())
}

// Tell tells a finished record: what stands of it, without what was taken back.
func Tell(o Options, d rules.Dialect, steps []rules.Step) ([]Line, error) {
	t, err := NewTeller(o, d)
	if err != nil {
		return nil, err
	}
	var lines []Line
	for _, s := range fight.StandingSteps(steps) {
		lines = append(lines, t.Step(s)...)
	}
	return append(lines, t.Close()...), nil
}

// Step takes the next step and gives the lines that are complete with it: the law of a breath when it is over, which often
// only the next one shows, and a paragraph of the tale when all of it has happened. Who knows sooner calls Flush.
func (t *Teller) Step(s rules.Step) (lines []Line) {
	if t.Voice == "none" {
		return nil
	}
	if s.Undo > 0 || s.Redo > 0 {
		return []Line{t.undoOrRedo(s)}
	}
	if says := note(s); says != "" {
		lines = append(lines, Line{Kind: Note, Text: says, Step: s.N})
	}
	if s.Mend > 0 {
		t.readAgain(t.steps[:max(0, len(t.steps)-s.Mend)])
	}
	t.steps, t.undone = append(t.steps, s), nil
	return append(lines, t.tellPassages(t.reader.read(s))...)
}

// Flush tells the breath under way as far as it has come. Before a decision that begins a breath it changes nothing but the moment of telling.
func (t *Teller) Flush() []Line { return t.tellPassages(t.reader.flush()) }

// Close tells what is left: the breath under way, and what has happened since the last paragraph.
func (t *Teller) Close() []Line {
	lines := t.Flush()
	said := t.reader.said
	t.reader.said = nil
	return append(lines, t.endParagraph(said)...)
}

// tellPassages returns the law of passages, with the paragraphs of the tale that are complete before and after each: a paragraph ends with the
// round, with the fight, and where the plan has enough for a scene.
func (t *Teller) tellPassages(passages []*passage) (lines []Line) {
	for _, p := range passages {
		lines, t.opening = append(lines, taleLines(t.opening, p.step)...), nil
		end := p.Kind == "end"
		if p.round > t.round && t.round > 0 || end {
			lines = append(lines, t.endParagraph(p.said)...)
			p.said = nil
		}
		t.addToPlan(p)
		if !t.reader.person(p.Seat).yielded || len(p.Facts) > 0 || p.Law.Line() != "" { // who has yielded at once has done nothing
			lines = append(lines, Line{Kind: Law, Text: t.law(p), Step: p.step, fold: foldOf(p)})
		}
		if end || t.plan != nil && t.plan.Full() {
			lines = append(lines, t.endParagraph(nil)...)
		}
		if end && t.plan != nil {
			lines = append(lines, taleLines(t.words.TellEnding(t.plan.Next()), p.step)...)
		}
	}
	return lines
}

// taleLines returns paragraphs as lines.
func taleLines(paragraphs []english.Passage, step int) (lines []Line) {
	for _, p := range paragraphs {
		lines = append(lines, Line{Kind: Tale, Text: p.Text, Step: step})
	}
	return lines
}

// addToPlan adds what happens in a passage to the tale.
func (t *Teller) addToPlan(p *passage) {
	t.round, t.last = p.round, p.step
	if t.plan == nil {
		return
	}
	n := len(t.steps)
	for n > 0 && t.steps[n-1].N > p.step {
		n--
	}
	t.plan.Add(p.facts(), t.steps[:n])
}

// endParagraph tells what has happened since the last one, and what the GM has said since the last passage.
func (t *Teller) endParagraph(said []rules.Fact) []Line {
	if t.plan == nil {
		return nil
	}
	if len(said) > 0 {
		t.plan.Add(said, t.steps)
		t.last = said[len(said)-1].Step
	}
	t.told = t.last
	return taleLines(t.words.TellScenes(t.plan.Next()), t.told)
}

// undoOrRedo takes steps back or returns them, and names them in a note. What stands is read again, without a line.
func (t *Teller) undoOrRedo(s rules.Step) Line {
	n, from, to, word := s.Undo, &t.steps, &t.undone, "undo"
	if s.Redo > 0 {
		n, from, to, word = s.Redo, &t.undone, &t.steps, "redo"
	}
	var names []string
	for range min(n, len(*from)) {
		last := len(*from) - 1
		moved := (*from)[last]
		*from, *to = (*from)[:last], append(*to, moved)
		names = append(names, stepName(moved))
	}
	if word == "undo" { // as it happened, not as it is taken back
		slices.Reverse(names)
	}
	if last := len(names) - 1; last > 3 { // the middle of a long list is left out
		names = []string{names[0], names[1], "…", names[last]}
	}
	t.readAgain(t.steps)
	return Line{Kind: Note, Text: fmt.Sprintf("%s %s: %s", word, text.Count(n, "step"), strings.Join(names, ", ")), Step: s.N}
}

// readAgain begins anew with these steps, for no others stand, without a line. What had been told of them is not told again.
func (t *Teller) readAgain(steps []rules.Step) {
	told := t.told
	t.begin()
	t.opening = nil
	for i, s := range steps {
		t.steps = steps[:i+1]
		for _, p := range t.reader.read(s) {
			if p.step <= told {
				t.tellPassages([]*passage{p})
			} else {
				t.addToPlan(p)
			}
		}
	}
	if t.plan != nil {
		t.plan.Past(told)
	}
	t.steps, t.told = steps, told
}
