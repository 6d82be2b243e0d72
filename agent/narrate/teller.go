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

// Line is one told line. Law lines are exact, tale lines are paragraphs of prose, notes say what was done to the fight
// itself.
type Line struct {
	Kind string `json:"kind"` // law, tale or note
	Text string `json:"text"`
	Step int    `json:"step"` // the step it tells of

	fold fold // what a law line says that may be told with others
}

// Kinds of lines.
const (
	Law  = "law"
	Tale = "tale"
	Note = "note"
)

// VoiceTale is the usual voice: law lines and a tale.
const VoiceTale = "scent"

// Options are what a telling needs besides the steps.
type Options struct {
	Title  string
	Roster []rules.Fighter
	rules.Scenery
	Seed   uint64
	Voice  string          // scent (law lines and a tale; empty too), law, none, or model (a tale of a finished record)
	Match  bool            // sparring: blows take points and hurt nobody
	Stood  *fight.Snapshot // how everybody stood at the beginning; nil where that is not known
	Length string          // one of [story.Lengths]; empty: usual
}

// Teller tells one fight, step by step: what has been told stays told. It is not safe for concurrent use.
//
// Between two calls steps are the steps that stand, all of them read. What the plan has after lastTold, up to
// lastPlanned, is told with the next paragraph, or by Close.
type Teller struct {
	Options
	dialect rules.Dialect
	reader  *eventReader
	steps   []rules.Step
	undone  []rules.Step // the steps that a redo would return, the next one last

	plan        *story.Growing // nil: no tale is told
	words       *english.Teller
	opening     []english.Passage // of the tale; it is told before anything else
	lastRound   int               // the round of the last passage
	lastPlanned int               // the last step that the plan has
	lastTold    int               // the last step that a paragraph has told
}

// NewTeller returns a teller at the beginning of a fight whose system has this dialect. It fails if no voice has this
// name.
func NewTeller(o Options, d rules.Dialect) (*Teller, error) {
	voices := []string{"", VoiceTale, "law", "none", "model"}
	if !slices.Contains(voices, o.Voice) {
		return nil, fmt.Errorf("no voice is called %q, want %s", text.Escape(o.Voice), text.OneOf(o.Voice, voices[1:]))
	}
	t := &Teller{Options: o, dialect: d}
	t.begin()
	return t, nil
}

// begin makes a teller one that has read nothing, and has told nothing but may tell the opening. A tale is planned in
// the voice model too: here it is told by the program, since a model is asked only about finished records.
func (t *Teller) begin() {
	t.reader, t.lastRound, t.lastPlanned, t.opening = newReader(t.dialect, t.Options), 0, 0, nil
	t.reader.hasLines = true
	if t.Voice == "law" || t.Voice == "none" {
		return
	}
	t.plan = story.Grow(sourceOf(t.Options, t.dialect))
	t.words = english.New(t.Seed)
	t.opening = t.words.TellOpening(t.plan.Next())
}

// Tell tells a record to its end, without what was taken back.
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

// Step takes the next step and returns the lines that are complete with it: the law of a breath when it is over, and a
// paragraph of the tale when all of it has happened. Often only the next breath shows that one is over; a caller that
// knows it sooner calls Flush.
func (t *Teller) Step(s rules.Step) (lines []Line) {
	if t.Voice == "none" {
		return nil
	}
	if s.Undo > 0 || s.Redo > 0 {
		return append(t.tellOpening(s.N), t.undoOrRedo(s))
	}
	if s.Edit != "" && t.reader.open != nil && t.reader.open.head.As == rules.FormBare { // nobody's turn, which would go on
		lines = t.Flush()
	}
	if says := noteText(s); says != "" {
		lines = append(append(lines, t.tellOpening(s.N)...), Line{Kind: Note, Text: says, Step: s.N})
	}
	if s.Mend > 0 {
		t.readAgain(t.steps[:max(0, len(t.steps)-s.Mend)])
	}
	t.steps, t.undone = append(t.steps, s), nil
	return append(lines, t.tellPassages(t.reader.read(s))...)
}

// Flush tells the breath under way as far as it has come. Called before a decision that begins a breath, it tells the
// same lines, only sooner. Of a turn that has only begun there is nothing to tell yet.
func (t *Teller) Flush() []Line {
	if p := t.reader.open; p != nil && p.isBare() {
		return nil
	}
	return t.tellPassages(t.reader.flush())
}

// Close tells what is left: the breath under way, and what has happened since the last paragraph.
func (t *Teller) Close() []Line {
	lines := t.Flush()
	said := t.reader.said
	t.reader.said = nil
	return append(lines, t.endParagraph(said)...)
}

// tellPassages returns the law of passages, with the paragraphs of the tale that are complete before and after each. A
// paragraph ends with the round, with the fight, or when the plan has enough for a scene.
func (t *Teller) tellPassages(passages []*passage) (lines []Line) {
	for _, p := range passages {
		lines = append(lines, t.tellOpening(p.step)...)
		end := p.Kind == "end"
		if p.round > t.lastRound && t.lastRound > 0 || end {
			lines = append(lines, t.endParagraph(p.said)...)
			p.said = nil
		}
		t.addToPlan(p)
		// Of somebody who yielded before they did anything there is no law.
		if !t.reader.person(p.Seat).yielded || len(p.Facts) > 0 || p.Law.Line() != "" {
			lines = append(lines, Line{Kind: Law, Text: t.lawText(p), Step: p.step, fold: foldOf(p)})
		}
		if end || t.plan != nil && t.plan.HasScene() {
			lines = append(lines, t.endParagraph(nil)...)
		}
		if end && t.plan != nil {
			lines = append(lines, taleLines(t.words.TellEnding(t.plan.Next()), p.step)...)
		}
	}
	return lines
}

// tellOpening returns the opening of the tale, once: nothing is told before it.
func (t *Teller) tellOpening(step int) []Line {
	lines := taleLines(t.opening, step)
	t.opening = nil
	return lines
}

// taleLines returns paragraphs as lines.
func taleLines(paragraphs []english.Passage, step int) (lines []Line) {
	for _, p := range paragraphs {
		lines = append(lines, Line{Kind: Tale, Text: p.Text, Step: step})
	}
	return lines
}

// addToPlan adds what happens in a passage to the plan of the tale.
func (t *Teller) addToPlan(p *passage) {
	t.lastRound, t.lastPlanned = p.round, p.step
	if t.plan != nil {
		t.plan.Add(p.facts(), t.steps, p.step)
	}
}

// endParagraph tells what has happened since the last paragraph, and what the GM has said since the last passage.
func (t *Teller) endParagraph(said []rules.Fact) []Line {
	if t.plan == nil {
		return nil
	}
	if len(said) > 0 {
		t.plan.Add(said, t.steps, t.steps[len(t.steps)-1].N)
		t.lastPlanned = said[len(said)-1].Step
	}
	t.lastTold = t.lastPlanned
	return taleLines(t.words.TellScenes(t.plan.Next()), t.lastTold)
}

// undoOrRedo takes steps back or returns them, and returns the note that names them. What stands is read again from the
// beginning: neither reader nor plan can go back.
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
	if word == "undo" { // the steps are taken back from the last on, and named from the first on
		slices.Reverse(names)
	}
	if last := len(names) - 1; last > 3 { // leave out the middle of a long list
		names = []string{names[0], names[1], "…", names[last]}
	}
	t.readAgain(t.steps)
	return Line{Kind: Note, Text: fmt.Sprintf("%s %s: %s", word, text.Count(n, "step"), strings.Join(names, ", ")), Step: s.N}
}

// readAgain begins anew with these steps, the only ones that stand now. It returns no lines: what had been told of the
// steps is not told again.
func (t *Teller) readAgain(steps []rules.Step) {
	told := t.lastTold
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
		t.plan.MarkTold(told)
	}
	t.steps, t.lastTold = steps, told
}
