package page

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"kokyu/agent/narrate"
	"kokyu/agent/narrate/story"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Tale is a told record: what every form of it is written from, and its JSON form.
type Tale struct {
	Title    string            `json:"title"`
	Sides    []narrate.Side    `json:"sides"`
	Over     bool              `json:"over"`
	Winner   string            `json:"winner"` // a side; empty for a draw or a fight that is not over
	Rounds   int               `json:"rounds"`
	Steps    int               `json:"steps"`
	Passages []narrate.Passage `json:"passages"`
	Voice    string            `json:"voice,omitempty"` // whose words it is told in, a sentence; empty: the program's
	Chances  *Chances          `json:"chances"`         // null where the rules make something else of the record, or the system has no forecasts

	Field *Field         `json:"field,omitempty"`
	Cast  []story.Person `json:"cast"` // everybody, and how it ends for them

	Fallen map[int][]string `json:"-"` // by step, who goes down in it
	Began  map[int]int      `json:"-"` // by round, the step it begins with
}

// Chances are how the fight stood, breath by breath.
type Chances struct {
	Of    string  `json:"of"`   // whose chance to win
	From  string  `json:"from"` // where the values come from
	After []Stood `json:"after"`
}

// Stood is how the fight stood after a step.
type Stood struct {
	Step int     `json:"step"`
	Win  float64 `json:"win"`  // 0 to 1; a draw is half
	Says string  `json:"says"` // the same in words
}

// Follow notes what the steps of the record show: when rounds begin, who goes down when, and how it ended.
func (t *Tale) Follow(rec fight.Record) {
	t.Fallen, t.Began, t.Rounds = map[int][]string{}, map[int]int{1: 0}, 1
	for _, step := range fight.Standing(rec.Steps) {
		for _, e := range step.Events {
			switch e.Kind {
			case "down":
				t.Fallen[step.N] = append(t.Fallen[step.N], e.Seat)
			case "round":
				t.Began[e.N], t.Rounds = step.N, max(1, e.N)
			case "end":
				t.Over, t.Winner = true, e.Seat
			}
		}
	}
}

// Noted returns the passages with law.
func (t *Tale) Noted() (list []narrate.Passage) {
	for _, p := range t.Passages {
		if len(p.Law) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// Between returns who fights whom.
func (t *Tale) Between() string { return narrate.Between(t.Sides) }

// Ending returns how it came out, a sentence.
func (t *Tale) Ending() string {
	if !t.Over {
		return fmt.Sprintf("The record ends in round %d; the fight is not over.", t.Rounds)
	}
	return fmt.Sprintf("%s in round %d.", text.Escape(narrate.WonBy(t.Winner)), t.Rounds)
}

// Heading returns what a passage stands under where its round is not that of the one before; the ending needs none.
func (t *Tale) Heading(p narrate.Passage, before int) string {
	if p.Round <= before || p.Text == "" || len(p.Facts) == 1 && p.Facts[0] == "end" {
		return ""
	}
	return fmt.Sprint("Round ", p.Round)
}

// fates returns what became of everybody, a row each: name, side, Wounds left, and who put them out of the fight how.
func (t *Tale) fates() (rows [][4]string) {
	for _, c := range t.Cast {
		left, how := "", "still standing"
		if c.Of > 0 {
			left = fmt.Sprintf("%d of %d", c.Left, c.Of)
		}
		if c.Out != "" {
			how = c.Out
		}
		if c.By != "" {
			how += ", by " + c.By
		}
		rows = append(rows, [4]string{c.Name, c.Side, left, how})
	}
	return rows
}

// LastLine returns whose words it was told in; of a record that breaks off, where. How a fight came out its tale has said.
func (t *Tale) LastLine() string {
	if t.Over {
		return t.Voice
	}
	return strings.TrimSpace(t.Ending() + " " + t.Voice)
}

// Text writes the words alone, a paragraph each.
func (t *Tale) Text(w io.Writer) error {
	o := bufio.NewWriter(w)
	fmt.Fprintf(o, "%s\n", text.Escape(t.Title))
	for _, p := range t.Passages {
		if p.Text != "" {
			fmt.Fprintf(o, "\n%s\n", p.Text)
		}
	}
	if last := t.LastLine(); last != "" {
		fmt.Fprintf(o, "\n%s\n", last)
	}
	return o.Flush()
}
