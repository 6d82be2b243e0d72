package page

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"kokyu/agent/narrate"
	"kokyu/agent/narrate/story"
	"kokyu/agent/picture"
	"kokyu/rules"
	"kokyu/rules/text"
)

// Tale is a told record, from which all its forms are written. It is its own JSON form.
type Tale struct {
	Title    string            `json:"title"`
	Sides    []side            `json:"sides"`
	Over     bool              `json:"over"`
	Winner   string            `json:"winner"` // a side; empty for a draw or a fight that is not over
	Rounds   int               `json:"rounds"`
	Steps    int               `json:"steps"`
	Passages []narrate.Passage `json:"passages"`
	Voice    string            `json:"voice,omitempty"` // a sentence that says whose words it is told in; empty: the program's
	Chances  *Chances          `json:"chances"`         // null if there are none ([ChancesOf])

	Field *field         `json:"field,omitempty"`
	Cast  []story.Person `json:"cast"` // everybody, and how it ends for them

	Fallen map[int][]string `json:"-"` // by step: who goes down in it
	Began  map[int]int      `json:"-"` // by round: the step it begins with
}

// side is a side and who is on it.
type side struct {
	Name string   `json:"name"`
	Who  []string `json:"who"`
}

// Chances are the chances of a side to win, breath by breath.
type Chances struct {
	Of    string        `json:"of"`   // whose chance to win
	From  string        `json:"from"` // where the values come from
	After []chanceAfter `json:"after"`
}

// chanceAfter is a chance to win after a step.
type chanceAfter struct {
	Step int     `json:"step"`
	Win  float64 `json:"win" jsonschema:"the chance of that side to win, 0 to 1; a draw is half"`
	Says string  `json:"says"` // the same in words
}

// field is where everybody stands, passage by passage: what the pictures of a page are drawn from.
type field struct {
	Ground rules.Ground     `json:"ground"`
	After  [][]picture.Seat `json:"after"` // for each passage, at its end: who stands where, without numbers
}

// Noted returns the passages that have law, which are those with a note.
func (t *Tale) Noted() (list []narrate.Passage) {
	for _, p := range t.Passages {
		if len(p.Law) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// Opponents says who fights whom: "travellers (Masamune, Tomoe) against bandits (Jubei the Cur)".
func (t *Tale) Opponents() string {
	return strings.Join(text.Each(t.Sides, func(s side) string {
		return s.Name + " (" + strings.Join(s.Who, ", ") + ")"
	}), " against ")
}

// Heading returns the heading of a passage, "Round 2" or "Rounds 2 to 4", and its last round, if that is later than the last one
// of the passage before; else, and for the ending, no heading.
func (t *Tale) Heading(p narrate.Passage, before int) (heading string, last int) {
	last = p.Round
	for round, began := range t.Began {
		if began <= lastStepOf(p) && began > 0 {
			last = max(last, round)
		}
	}
	switch {
	case last <= before || p.Text == "" || len(p.Facts) == 1 && p.Facts[0] == "end":
		return "", before
	case last == p.Round:
		return fmt.Sprint("Round ", last), last
	case last == p.Round+1:
		return fmt.Sprintf("Rounds %d and %d", p.Round, last), last
	}
	return fmt.Sprintf("Rounds %d to %d", p.Round, last), last
}

// fates returns a row for everybody: name, side, Wounds left, and how and by whom they were put out of the fight.
func (t *Tale) fates() (rows [][4]string) {
	for _, c := range t.Cast {
		if c.OnCall && c.Left == 0 && c.Out == "" { // nobody has called them
			continue
		}
		left, how := "", cmp.Or(c.Out, "still standing")
		if c.Of > 0 && (c.Out == "" || c.Left == 0 || c.Out == "crippled") { // a severe wound fells somebody who has boxes left
			left = fmt.Sprintf("%d of %d", c.Left, c.Of)
		}
		if c.By != "" {
			how += ", by " + c.By
		}
		rows = append(rows, [4]string{c.Name, c.Side, left, how})
	}
	return rows
}

// LastLine returns the line below a tale: whose words it is told in, and if the record breaks off, where. The tale
// itself says how the fight ended.
func (t *Tale) LastLine() string {
	if t.Over {
		return t.Voice
	}
	return strings.TrimSpace(fmt.Sprintf("The record ends in round %d; the fight is not over. %s", t.Rounds, t.Voice))
}

// words returns the paragraphs and the last line, without empty ones.
func (t *Tale) words() (list []string) {
	for _, p := range t.Passages {
		list = append(list, p.Text)
	}
	return slices.DeleteFunc(append(list, t.LastLine()), func(s string) bool { return s == "" })
}

// Text writes the words alone, a paragraph each.
func (t *Tale) Text(w io.Writer) error {
	_, err := io.WriteString(w, strings.Join(append([]string{text.Escape(t.Title)}, t.words()...), "\n\n")+"\n")
	return err
}

// Markdown writes a tale as a page of notes. law says where dice and odds stand: none, inline (quoted) or notes
// (footnotes).
func (t *Tale) Markdown(w io.Writer, law string) error {
	o := bufio.NewWriter(w)
	say := func(format string, values ...any) { fmt.Fprintf(o, format+"\n", values...) }
	say("# %s\n\n*%s*", text.Markdown(t.Title), text.Markdown(t.Opponents()))
	notes, round := 0, 0
	for _, p := range t.Passages {
		note := ""
		if heading, last := t.Heading(p, round); heading != "" {
			say("\n## %s", heading)
			round = last
		}
		if law == "notes" && len(p.Law) > 0 {
			notes++
			note = fmt.Sprintf("[^%d]", notes)
		}
		if p.Text != "" || note != "" {
			say("\n%s%s", text.Markdown(p.Text), note)
		}
		if law == "inline" && len(p.Law) > 0 {
			say("")
			for _, l := range p.Law {
				say("> %s  ", text.Markdown(l))
			}
		}
	}
	if last := t.LastLine(); last != "" {
		say("\n*%s*", text.Markdown(last))
	}
	if len(t.Cast) > 0 {
		say("\n| who | side | Wounds left | at the end |\n| --- | --- | --- | --- |")
		for _, row := range t.fates() {
			say("| %s | %s | %s | %s |", text.Markdown(row[0]), text.Markdown(row[1]), row[2], text.Markdown(row[3]))
		}
	}
	if law == "notes" {
		for i, p := range t.Noted() {
			say("\n[^%d]: %s", i+1, text.Markdown(p.Law[0]))
			for _, l := range p.Law[1:] {
				say("    %s", text.Markdown(l))
			}
		}
	}
	return o.Flush()
}

// messageMost is the most characters of a message on Discord.
const messageMost = 2000

// Discord writes the messages of a tale with rules between them.
func (t *Tale) Discord(w io.Writer) error {
	_, err := io.WriteString(w, strings.Join(t.Messages(), "\n\n---\n\n")+"\n")
	return err
}

// Messages returns a tale as messages of at most 2,000 characters, as Discord takes them. An @ in it mentions nobody.
func (t *Tale) Messages() (list []string) {
	// Discord shows &lt; as it stands. What is escaped with a backslash already stays as it is.
	defuse := strings.NewReplacer("@", "@\u200b", `\\`, `\\`, `\&`, `\&`, "&lt;", `\<`)
	message := defuse.Replace("**" + text.Markdown(t.Title) + "**\n*" + text.Markdown(t.Opponents()) + "*")
	for _, s := range t.words() {
		for _, part := range pieces(defuse.Replace(text.Markdown(s)), messageMost-2) { // 2 for the empty line before it
			if len([]rune(message))+2+len([]rune(part)) > messageMost {
				list, message = append(list, message), ""
			}
			message = strings.TrimPrefix(message+"\n\n"+part, "\n\n")
		}
	}
	return append(list, message)
}

// pieces cuts a text into parts of at most most characters, at a space if one is in the second half of a part. It
// counts characters, not bytes.
func pieces(s string, most int) (parts []string) {
	for r := []rune(s); len(r) > 0; {
		n := min(len(r), most)
		if space := strings.LastIndexByte(string(r[:n]), ' '); n < len(r) && space >= 0 {
			if cut := len([]rune(string(r[:n])[:space])); cut > n/2 {
				n = cut
			}
		}
		parts = append(parts, strings.TrimSpace(string(r[:n])))
		r = r[n:]
	}
	return parts
}
