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
	Step int    `json:"step"` // the step it tells of; 0 before the first

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
}

// voices lists the voices: law lines and a tale, law lines alone, nothing, and a tale by a model.
var voices = []string{"scent", "law", "none", "model"}

// KnowsVoice returns an error that names the voices if none of them has this name.
func KnowsVoice(name string) error {
	if name == "" || slices.Contains(voices, name) {
		return nil
	}
	return fmt.Errorf("no voice is called %q, want %s", text.Escape(name), text.OneOf(name, voices))
}

// Teller tells one fight, step by step: what has been told stays told. It is not safe for concurrent use.
type Teller struct {
	opts   Options
	tongue *tongue
	reader *eventReader
	steps  []rules.Step
	undone []rules.Step // what a redo would return, the next last
	begun  bool

	plan    *story.Growing
	words   *english.Teller   // nil: no tale
	said    []rules.Fact      // what the GM has said or done in the breath under way
	round   int               // of the last passage
	last    int               // and its last step
	told    int               // the last step of which a paragraph has told
	opening []english.Passage // that has not been told
	reason  string            // why somebody's word has ended the fight
}

// NewTeller returns a teller at the beginning of a fight whose system has this dialect. The error is of an unknown voice.
func NewTeller(o Options, d rules.Dialect) (t *Teller, err error) {
	if err := KnowsVoice(o.Voice); err != nil {
		return nil, err
	}
	t = &Teller{opts: o, tongue: &tongue{d}}
	t.begin()
	return t, nil
}

// begin makes a teller one that has read nothing.
func (t *Teller) begin() {
	t.reader, t.said, t.round, t.last, t.opening = newReader(t.tongue, t.opts), nil, 0, 0, nil
	if t.opts.Voice == "law" || t.opts.Mute {
		return
	}
	t.plan = story.Grow(sourceOf(t.opts, t.tongue.Dialect))
	t.words = english.New(t.opts.Seed)
	t.opening = t.words.TellOpening(t.plan.Next())
}

// Tell tells a finished record: what stands of it, without what was taken back.
func Tell(o Options, d rules.Dialect, steps []rules.Step) ([]Line, error) {
	t, err := NewTeller(o, d)
	if err != nil {
		return nil, err
	}
	var lines []Line
	for _, s := range fight.Standing(steps) {
		lines = append(lines, t.Step(s)...)
	}
	return append(lines, t.Close()...), nil
}

// Step takes the next step and gives the lines that are complete with it: the law of a breath when it is over, which often
// only the next one shows, and a paragraph of the tale when all of it has happened. Who knows sooner calls Flush.
func (t *Teller) Step(s rules.Step) (lines []Line) {
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
		t.hear(s)
		t.steps, t.undone = append(t.steps, s), nil
	case s.Edit != "":
		lines = append(lines, Line{Kind: Note, Text: fmt.Sprintf("%s (%s)", wordEdit(s), text.Escape(s.Why)), Step: s.N})
		t.hear(s)
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
			lines = append(lines, t.tell(p)...)
		}
	}
	return t.filterLines(lines)
}

// Flush tells the breath under way as far as it has come. Before a decision that begins a breath it changes nothing
// but the moment of telling.
func (t *Teller) Flush() (lines []Line) {
	for _, p := range t.reader.flush() {
		lines = append(lines, t.tell(p)...)
	}
	return t.filterLines(lines)
}

// Close tells what is left: the breath under way, and what has happened since the last paragraph.
func (t *Teller) Close() []Line {
	lines := t.Flush()
	return append(lines, t.filterLines(t.paragraph())...)
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
	txt := text.Escape(Between(t.opts.Roster))
	if t.opts.Title != "" {
		txt = text.Escape(t.opts.Title) + ". " + txt
	}
	if txt == "" {
		return nil
	}
	return []Line{{Kind: Note, Text: txt}}
}

// Between says who fights whom: "travellers (Masamune, Tomoe) against bandits (Jubei the Cur)".
func Between(roster []rules.Fighter) string {
	var sides []string
	who := map[string][]string{}
	for _, f := range roster {
		if who[f.Team] == nil {
			sides = append(sides, f.Team)
		}
		who[f.Team] = append(who[f.Team], f.Name)
	}
	for i, side := range sides {
		sides[i] = side + " (" + strings.Join(who[side], ", ") + ")"
	}
	return strings.Join(sides, " against ")
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

// again reads these steps once more, in silence: no others stand. What has been told of them is not told again.
func (t *Teller) again(steps []rules.Step) {
	begun, told := t.reader.begun, t.told
	t.begin()
	t.opening = nil
	for i, s := range steps {
		t.steps = steps[:i+1]
		if s.Says() || s.Edit != "" {
			t.hear(s)
		}
		if s.Says() {
			continue
		}
		for _, p := range t.reader.read(s) {
			if p.step <= told {
				t.tell(p)
			} else {
				t.take(p)
			}
		}
	}
	if t.plan != nil {
		t.plan.Past(told)
	}
	t.steps, t.told, t.reader.begun = steps, told, begun
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
