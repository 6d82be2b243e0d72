package narrate

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"kokyu/prompts"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Line is one told line. Law lines are exact, tale lines are words, notes say what was done to the fight itself.
type Line struct {
	Kind string `json:"kind"` // law, tale or note
	Text string `json:"text"`
	Step int    `json:"step"`         // the step it tells of; 0 before the first
	By   string `json:"by,omitempty"` // of the tale, who wrote it: [ByTemplates] or [ByVoice]

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
	Seed     uint64
	Match    bool          // sparring: blows take points and hurt nobody
	Mute     bool          // nothing is told
	Patience time.Duration // how long a voice may take for one passage; 0 is as long as the context lasts
	Writer   Writer        // words whole paragraphs, where he is in time; nil: the voice words them
	Ahead    int           // how many paragraphs may wait for the writer while a fight goes on
}

// Voices lists what [VoiceNamed] knows.
var Voices = []string{"scent", "law", "none", "model"}

// VoiceNamed is the voice of a setting, for one fight: scent is the template voice, and the default; law and none have no
// tale, and so no voice; model is a [Writer] of [Options], and the template voice where it fails.
func VoiceNamed(name string, d rules.Dialect, seed uint64) (Voice, error) {
	switch name {
	case "", "scent", "model":
		return template(d, seed)
	case "law", "none":
		return nil, nil
	}
	return nil, fmt.Errorf("no voice is called %q, want %s", text.Escape(name), text.OneOf(name, Voices))
}

// template is the template voice over the dialect's own lines.
func template(d rules.Dialect, seed uint64) (*Scent, error) {
	if len(d.Script) == 0 {
		return NewScent(d, nil, seed)
	}
	lines, err := prompts.Scent(append(slices.Clone(d.Script), rules.TaleScript)...)
	if err != nil {
		return nil, err
	}
	return NewScent(d, lines, seed)
}

// Teller tells one fight, step by step. It is not safe for concurrent use.
type Teller struct {
	opts   Options
	tongue *tongue
	reader *eventReader
	steps  []rules.Step
	undone []rules.Step // what a redo would return, the next last
	begun  bool

	account *account // what is still to be told
	before  []string // the passages told last, slots open
	heard   func(Paragraph, Told)
	voice   asked  // none: no tale
	spare   *Scent // tells where a stranger's voice fails
	failed  []error
	writer  Writer                          // of whole paragraphs; nil: the voice words them
	refuses func(Paragraph, Draft) []string // what he writes, and why
	ahead   int                             // how many may wait for him while a fight goes on
	waits   []waiting                       // those that do
}

// NewTeller is a teller at the beginning of a fight whose system has this dialect. A nil voice tells no tale; where any but
// the template voice fails, the template voice tells.
func NewTeller(o Options, d rules.Dialect, v Voice) (*Teller, error) {
	t := &Teller{opts: o, tongue: newTongue(d), voice: asked{Voice: v}}
	if o.Writer != nil {
		if err := t.WrittenBy(o.Writer, o.Ahead); err != nil {
			return nil, err
		}
	}
	t.reader, t.account = newReader(t.tongue, o), newAccount(t.tongue, o)
	if own, ok := v.(*Scent); ok {
		t.voice.Voice, t.spare = nil, own
		return t, nil
	}
	if v == nil {
		return t, nil
	}
	var err error
	t.spare, err = template(d, o.Seed)
	return t, err
}

// Tell tells a finished record: what stands of it, without what was taken back.
func Tell(ctx context.Context, o Options, d rules.Dialect, v Voice, steps []rules.Step) ([]Line, error) {
	t, err := NewTeller(o, d, v)
	if err != nil {
		return nil, err
	}
	var lines []Line
	for _, s := range fight.Standing(steps) {
		lines = append(lines, t.Step(ctx, s)...)
	}
	return append(lines, t.Close(ctx)...), nil
}

// Paragraphs are all a finished record has to tell, with the lines that would tell it. The setting of names into slots
// stays with [Paragraph.Fill].
func Paragraphs(ctx context.Context, o Options, d rules.Dialect, steps []rules.Step) (all []Paragraph, err error) {
	v, err := template(d, o.Seed)
	if err != nil {
		return nil, err
	}
	t, err := NewTeller(o, d, v)
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

// Step takes the next step and gives the lines that are complete with it: the law of a breath when it is over, which often
// only the next one shows, and a paragraph of the tale when all of it has happened. Who knows sooner calls Flush.
func (t *Teller) Step(ctx context.Context, s rules.Step) (lines []Line) {
	if !t.begun {
		t.begun = true
		lines = append(lines, t.heading()...)
	}
	switch {
	case s.Undo > 0 || s.Redo > 0:
		lines = append(lines, t.back(s))
	case s.Says():
		lines = append(lines, Line{Kind: Note, Text: said(s), Step: s.N})
		t.steps, t.undone = append(t.steps, s), nil
	case s.Edit != "":
		lines = append(lines, Line{Kind: Note, Text: fmt.Sprintf("%s (%s)", edited(s), text.Escape(s.Why)), Step: s.N})
		fallthrough
	default:
		if s.Mend > 0 {
			lines = append(lines, Line{Kind: Note, Text: fmt.Sprintf("dice again: %s (%s)", strings.Trim(fmt.Sprint(s.Roll), "[]"), text.Escape(s.Why)), Step: s.N})
			t.again(t.steps[:max(0, len(t.steps)-s.Mend)])
		}
		if s.Word == fight.WordForce {
			lines = append(lines, Line{Kind: Note, Text: fmt.Sprintf("the GM: %s %s%s", text.Escape(s.Seat), text.Escape(s.Do), reason(s)), Step: s.N})
		}
		t.steps, t.undone = append(t.steps, s), nil
		for _, p := range t.reader.read(s) {
			lines = append(lines, t.tell(ctx, p)...)
		}
	}
	return t.shown(lines)
}

// Flush tells the breath under way as far as it has come. Before a decision that begins a breath it changes nothing
// but the moment of telling.
func (t *Teller) Flush(ctx context.Context) (lines []Line) {
	for _, p := range t.reader.flush() {
		lines = append(lines, t.tell(ctx, p)...)
	}
	return t.shown(lines)
}

// Close tells what is left: the breath under way, and the paragraph.
func (t *Teller) Close(ctx context.Context) []Line {
	lines := append(t.Flush(ctx), t.shown(t.tale(ctx, t.account.close()...))...)
	return append(lines, t.shown(t.last(ctx))...)
}

// shown is what the options let through.
func (t *Teller) shown(lines []Line) []Line {
	if t.opts.Mute {
		return nil
	}
	return lines
}

// heading is the title and who fights whom.
func (t *Teller) heading() []Line {
	var sides []string
	for _, f := range t.opts.Roster {
		if team := text.Escape(f.Team); !slices.Contains(sides, team) {
			sides = append(sides, team)
		}
	}
	var parts []string
	for _, team := range sides {
		var names []string
		for _, f := range t.opts.Roster {
			if text.Escape(f.Team) == team {
				names = append(names, text.Escape(f.Name))
			}
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", team, strings.Join(names, ", ")))
	}
	txt := strings.Join(parts, " against ")
	if t.opts.Title != "" {
		txt = text.Escape(t.opts.Title) + ". " + txt
	}
	if txt == "" {
		return nil
	}
	return []Line{{Kind: Note, Text: txt}}
}

// back takes an undo or redo: what stands is read again, in silence.
func (t *Teller) back(s rules.Step) Line {
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
	t.again(t.steps)
	return Line{Kind: Note, Text: fmt.Sprintf("%s %s: %s", word, rules.Several(n, "step"), brief(names)), Step: s.N}
}

// again reads these steps once more, in silence: no others stand.
func (t *Teller) again(steps []rules.Step) {
	was := t.reader
	t.waits = slices.DeleteFunc(t.waits, func(w waiting) bool { return w.undone(steps) })
	t.steps, t.reader, t.account = steps, newReader(t.tongue, t.opts), newAccount(t.tongue, t.opts)
	pieces, _ := t.pieces()
	for _, s := range steps {
		if s.Says() {
			continue
		}
		for _, p := range t.reader.read(s) {
			t.account.take(p, t.reader.Match, cmp.Or(pieces.Lull, "quiet"))
		}
	}
	t.reader.turned, t.reader.begun = t.reader.turned || was.turned, was.begun
}

// said words what the GM said over the table: "ban thrust for the bandits (they are tired)".
func said(s rules.Step) string {
	txt := s.Word
	switch {
	case s.Word == fight.WordNote:
		return "note: " + text.Escape(s.What)
	case s.Word == fight.WordSeat:
		txt += " " + s.For + "=" + s.What
	case s.What != "" && s.For != "":
		txt += " " + s.What + " for " + s.For
	default:
		txt = strings.TrimSpace(txt + " " + s.What + s.For)
	}
	return "the GM: " + text.Escape(txt) + reason(s)
}

func reason(s rules.Step) string {
	if s.Why == "" {
		return ""
	}
	return " (" + text.Escape(s.Why) + ")"
}

// edited words an edit: who comes and who goes, or the change.
func edited(s rules.Step) string {
	var parts []string
	for _, e := range s.Events {
		switch {
		case e.Kind == "edit" && e.What == rules.EditJoins:
			parts = append(parts, fmt.Sprintf("%s joins the %s", text.Escape(e.Seat), text.Escape(e.At)))
		case e.Kind == "edit" && e.What == rules.EditLeaves:
			parts = append(parts, text.Escape(e.Seat)+" leaves")
		}
	}
	if parts == nil {
		return "edit: " + text.Escape(s.Edit)
	}
	return strings.Join(parts, ", ")
}

// stepName words a step for a note.
func stepName(s rules.Step) string {
	switch {
	case s.Says():
		return said(s)
	case s.Secret:
		return text.Escape(s.Seat) + "'s secret choice"
	case s.Edit != "":
		return strings.Replace(edited(s), "edit: ", "edit ", 1)
	case s.Seat == "":
		return text.Escape(s.Do)
	}
	return text.Escape(s.Seat) + " " + text.Escape(s.Do)
}

// brief lists names, the middle of a long list left out.
func brief(names []string) string {
	const most = 4
	if len(names) > most {
		names = slices.Concat(names[:2], []string{"…"}, names[len(names)-1:])
	}
	return strings.Join(names, ", ")
}
