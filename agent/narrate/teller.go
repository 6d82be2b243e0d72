package narrate

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
	By   string `json:"by,omitempty"` // of the tale, who composed it: [ByTemplates], [ByVoice] or [ByFree]

	Plain string `json:"plain,omitempty"` // of words that nobody checked, what happened in plain ways

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
	Voice  string       // of [voices]; empty is scent
	Match  bool         // sparring: blows take points and hurt nobody
	Mute   bool         // nothing is told
	Stood  *fight.Stood // how everybody stood at the beginning; nil where that is not known
	Length string       // of a tale, of [story.Lengths]; empty is usual
	Told   []int        // images that the table has heard lately
	Writer Writer       // chooses and writes, where it is in time; nil: Go does
	Ahead  int          // how many paragraphs may wait for the writer while a fight goes on
}

// voices lists the voices: facts with images, facts in plain ways, law lines alone, nothing, and a model's choice.
var voices = []string{"scent", "plain", "law", "none", "model"}

// KnowsVoice returns an error that names the voices if none of them has this name.
func KnowsVoice(name string) error {
	if name == "" || slices.Contains(voices, name) {
		return nil
	}
	return fmt.Errorf("no voice is called %q, want %s", text.Escape(name), text.OneOf(name, voices))
}

// Teller tells one fight, step by step. It is not safe for concurrent use.
type Teller struct {
	opts   Options
	tongue *tongue
	reader *eventReader
	steps  []rules.Step
	undone []rules.Step // what a redo would return, the next last
	begun  bool

	account  *account  // what is still to be told
	composer *composer // nil: no tale
	heard    func(Paragraph, Told)
	failed   []error
	writer   Writer
	ahead    int       // how many may wait for the writer while a fight goes on
	waits    []waiting // those that do
	ways     prompts.Ways
}

// NewTeller returns a teller at the beginning of a fight whose system has this dialect. The error is of an unknown voice, or
// of words that cannot be read.
func NewTeller(o Options, d rules.Dialect) (t *Teller, err error) {
	if err := KnowsVoice(o.Voice); err != nil {
		return nil, err
	}
	t = &Teller{opts: o, tongue: &tongue{d}, writer: o.Writer, ahead: o.Ahead}
	if t.ways, err = prompts.TaleWays(); err != nil {
		return nil, err
	}
	bank, err := prompts.Bank()
	if err != nil {
		return nil, err
	}
	if o.Voice != "law" && o.Voice != "none" {
		t.composer = newComposer(o.Seed, bank, o.Voice == "plain", o.Told)
	}
	t.reader, t.account = newReader(t.tongue, o), newAccount(o, t.ways)
	return t, nil
}

// Tell tells a finished record: what stands of it, without what was taken back.
func Tell(ctx context.Context, o Options, d rules.Dialect, steps []rules.Step) ([]Line, error) {
	t, err := NewTeller(o, d)
	if err != nil {
		return nil, err
	}
	var lines []Line
	for _, s := range fight.Standing(steps) {
		lines = append(lines, t.Step(ctx, s)...)
	}
	return append(lines, t.Close(ctx)...), nil
}

// Paragraphs returns all that a finished record has to tell, with the ways and images that would tell it. The setting of
// names into slots stays with [Paragraph.Fill].
func Paragraphs(ctx context.Context, o Options, d rules.Dialect, steps []rules.Step) (all []Paragraph, err error) {
	o.Writer = nil
	t, err := NewTeller(o, d)
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
		if txt := said(s); txt != "" && s.Word != fight.WordLater { // what waits is told when it is done
			lines = append(lines, Line{Kind: Note, Text: txt, Step: s.N})
		}
		if s.Mend > 0 {
			t.again(t.steps[:max(0, len(t.steps)-s.Mend)])
		}
		t.account.word(s)
		t.steps, t.undone = append(t.steps, s), nil
	case s.Edit != "":
		lines = append(lines, Line{Kind: Note, Text: fmt.Sprintf("%s (%s)", wordEdit(s), text.Escape(s.Why)), Step: s.N})
		t.account.word(s)
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
	return t.filterLines(lines)
}

// Flush tells the breath under way as far as it has come. Before a decision that begins a breath it changes nothing
// but the moment of telling.
func (t *Teller) Flush(ctx context.Context) (lines []Line) {
	for _, p := range t.reader.flush() {
		lines = append(lines, t.tell(ctx, p)...)
	}
	return t.filterLines(lines)
}

// Close tells what is left: the breath under way, and the paragraph.
func (t *Teller) Close(ctx context.Context) []Line {
	lines := append(t.Flush(ctx), t.filterLines(t.tale(ctx, t.account.close()...))...)
	return append(lines, t.filterLines(t.last(ctx))...)
}

// filterLines returns what the options let through.
func (t *Teller) filterLines(lines []Line) []Line {
	if t.opts.Mute {
		return nil
	}
	return lines
}

// heading returns the title and who fights whom.
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
	return Line{Kind: Note, Text: fmt.Sprintf("%s %s: %s", word, text.Count(n, "step"), listShort(names)), Step: s.N}
}

// again reads these steps once more, in silence: no others stand.
func (t *Teller) again(steps []rules.Step) {
	was := t.reader
	t.waits = slices.DeleteFunc(t.waits, func(w waiting) bool { return w.isUndone(steps) })
	t.steps, t.reader, t.account = steps, newReader(t.tongue, t.opts), newAccount(t.opts, t.ways)
	for _, s := range steps {
		if s.Says() || s.Edit != "" {
			t.account.word(s)
		}
		if s.Says() {
			continue
		}
		for _, p := range t.reader.read(s) {
			t.account.take(p, t.survivor)
		}
	}
	t.reader.begun = was.begun
}

// Said puts a word of the GM into words: a ban, a note, a ruling with its dice. A change that waits and is hidden has none.
func Said(s rules.Step) string { return said(s) }

// said puts what the GM said into words, over the table, as a note: "ban thrust for the bandits (they are tired)".
func said(s rules.Step) string {
	txt := s.Word
	switch {
	case s.Word == fight.WordRuling:
		return "ruling: " + text.Escape(fight.RulingText(s)) + reason(s)
	case s.Word == fight.WordRules:
		return "from here on by the rules of another version" + reason(s)
	case s.Word == fight.WordPlayers:
		if txt = "players may " + s.What; s.What == "nothing" {
			txt = "players may neither ask for a hint nor take back"
		}
	case s.Word == fight.WordNote:
		return "note: " + text.Escape(s.What)
	case (s.Word == fight.WordLater || s.Word == fight.WordDropped) && len(s.Changes) == 0:
		return ""
	case s.Word == fight.WordLater:
		return "when what is under way is over: " + text.Escape(Changes(s.Changes)) + reason(s)
	case s.Word == fight.WordDropped:
		return "not done: " + text.Escape(Changes(s.Changes)) + reason(s)
	case s.Word == fight.WordSeat:
		txt += " " + s.For + "=" + s.What
	case s.What != "" && s.For != "":
		txt += " " + s.What + " for " + s.For
	default:
		txt = strings.TrimSpace(txt + " " + s.What + s.For)
	}
	return "the GM: " + text.Escape(txt) + reason(s)
}

// Changes puts the GM's edits into words: "Kuro joins the bandits, Ume leaves", or as they were said.
func Changes(list []string) string {
	says := slices.Clone(list)
	for i, change := range list {
		team, line, joins := fight.Joined(change)
		if !joins {
			continue
		}
		who := line
		for part := range strings.SplitSeq(strings.Trim(line, "{}"), ",") {
			key, value, _ := strings.Cut(part, ":")
			key, value = strings.TrimSpace(key), strings.Trim(strings.TrimSpace(value), `"'`)
			if key == "name" || key == "who" && who == line {
				who = value
			} else if who == line && value != "" {
				who = key + ": " + value
			}
		}
		says[i] = who + " joins " + text.The(team)
	}
	return strings.Join(says, ", ")
}

func reason(s rules.Step) string {
	if s.Why == "" {
		return ""
	}
	return " (" + text.Escape(s.Why) + ")"
}

// wordEdit words an edit: who comes and who goes, or the change.
func wordEdit(s rules.Step) string {
	var parts []string
	for _, e := range s.Events {
		switch {
		case e.Kind == "edit" && e.What == rules.EditJoins:
			parts = append(parts, fmt.Sprintf("%s joins %s", text.Escape(e.Seat), text.Escape(text.The(e.At))))
		case e.Kind == "edit" && e.What == rules.EditLeaves:
			parts = append(parts, text.Escape(e.Seat)+" leaves")
		case e.Kind == "edit" && rules.Yields(e.What):
			parts = append(parts, text.Escape(e.Seat)+" "+e.What)
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
		return strings.Replace(wordEdit(s), "edit: ", "edit ", 1)
	case s.Seat == "":
		return text.Escape(s.Do)
	}
	return text.Escape(s.Seat) + " " + text.Escape(s.Do)
}

// listShort lists names, the middle of a long list left out.
func listShort(names []string) string {
	const most = 4
	if len(names) > most {
		names = slices.Concat(names[:2], []string{"…"}, names[len(names)-1:])
	}
	return strings.Join(names, ", ")
}
