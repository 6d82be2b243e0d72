package review

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"

	"kokyu/agent/picture"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// RecordReview is the analysis of a record without the rules: who threw how often and how well against the odds in the
// record, who dealt and suffered Wounds, and how everybody stood at the end of each round. The worth of decisions
// cannot be told without rules.
type RecordReview struct {
	Back   bool              `json:"-"` // see [Review]
	Record string            `json:"record,omitempty"`
	Title  string            `json:"title"`
	Over   bool              `json:"over"`
	Winner string            `json:"winner,omitempty"` // a side
	Rounds int               `json:"rounds"`
	Steps  int               `json:"steps"`
	Note   string            `json:"note,omitempty"` // that other rules wrote the record
	People []personCounts    `json:"people"`
	Odd    []throw           `json:"odd"`    // the throws that went most against the odds, in the order of the fight
	Boards []picture.Picture `json:"boards"` // at the end of each round
}

// personCounts are what a combatant did and suffered. CameOff compared with Expected is all that a record says of luck:
// it has the chance of each throw, but not what the throw was worth.
type personCounts struct {
	Name      string  `json:"name"`
	Side      string  `json:"side"`
	Decisions int     `json:"decisions"`
	Throws    int     `json:"throws"`   // that could succeed or fail
	CameOff   int     `json:"came_off"` // those that succeeded
	Expected  float64 `json:"expected"` // the sum of their chances
	Dealt     int     `json:"dealt"`    // Wounds
	Suffered  int     `json:"suffered"`
	Out       string  `json:"out,omitempty"` // how it left the fight; empty if it stood at the end
}

// throw is one throw of dice with its odds.
type throw struct {
	Step  int     `json:"step"`
	Round int     `json:"round"`
	Seat  string  `json:"seat"`
	What  string  `json:"what"`
	OK    bool    `json:"ok"`
	P     float64 `json:"p" jsonschema:"the chance of the success or failure that it came to, 0 to 1, as in the record"`
}

// Limits of the throws that went against the odds.
const (
	oddsMost      = 0.35 // the largest chance of such a throw
	oddThrowsMost = 8    // how many are listed
)

// ReviewRecord reviews a record without the rules. begin is how everybody stood at the beginning, for a record that
// does not say so. The board of a round is the last one before a step of the next round.
func ReviewRecord(rec fight.Record, title string, begin *fight.Snapshot) *RecordReview {
	review := &RecordReview{Title: title, People: []personCounts{}, Odd: []throw{}, Boards: []picture.Picture{}}
	var last fight.Snapshot
	for step, stood := range rec.Past(begin) {
		if step.N > 0 && stood.Round > last.Round {
			review.Boards = append(review.Boards, picture.From(last, title))
		}
		last, review.Rounds = stood, stood.Round
		for _, f := range stood.Roster {
			review.countsOf(f.Name).Side = f.Team
		}
		review.Steps = max(review.Steps, step.N)
		review.countStep(step)
	}
	review.Boards = append(review.Boards, picture.From(last, title))
	review.Over, review.Winner = last.Waits == "over", last.Winner
	for i, f := range last.Roster {
		review.countsOf(f.Name).Out = last.Stands[i].Out
	}
	slices.SortStableFunc(review.Odd, func(a, b throw) int { return cmp.Compare(a.P, b.P) })
	review.Odd = review.Odd[:min(len(review.Odd), oddThrowsMost)]
	slices.SortFunc(review.Odd, func(a, b throw) int { return a.Step - b.Step })
	return review
}

// countsOf returns the counts of a combatant, which it adds if there are none.
func (r *RecordReview) countsOf(name string) *personCounts {
	i := slices.IndexFunc(r.People, func(c personCounts) bool { return c.Name == name })
	if i < 0 {
		i, r.People = len(r.People), append(r.People, personCounts{Name: name})
	}
	return &r.People[i]
}

// countStep counts a step. Its P is the chance of what its first check came to, success or failure; of further checks
// the record has none.
func (r *RecordReview) countStep(s rules.Step) {
	if s.Do != "" && len(s.Roll) == 0 && s.Seat != "" {
		r.countsOf(s.Seat).Decisions++
	}
	for _, event := range s.Events {
		switch {
		case event.Kind == "wound" && event.Seat != "":
			r.countsOf(event.Seat).Suffered += event.N
			if event.At != "" && event.At != event.Seat {
				r.countsOf(event.At).Dealt += event.N
			}
		case event.Kind == "check" && event.Seat != "" && s.P > 0:
			c, p := r.countsOf(event.Seat), s.P
			c.Throws++
			if event.OK {
				c.CameOff++
			} else {
				p = 1 - p
			}
			c.Expected += p
			if s.P <= oddsMost {
				r.Odd = append(r.Odd, throw{s.N, r.Rounds, event.Seat, event.What, event.OK, s.P})
			}
			s.P = 0 // the chance was that of the first one
		}
	}
}

// Lines returns what the review says first: the note about other rules, how the fight ended, and what the review cannot
// tell.
func (r *RecordReview) Lines() []string {
	when := fmt.Sprintf("in round %d, after %s", r.Rounds, text.Count(r.Steps, "step"))
	end := "The record ends " + when + "."
	switch {
	case r.Winner != "":
		end = "Won by " + text.The(r.Winner) + " " + when + "."
	case r.Over:
		end = "Over " + when + ": nobody has won."
	}
	lines := []string{end, "This goes by the record alone: it counts dice and Wounds, and does not judge decisions."}
	if r.Note != "" {
		lines = append([]string{r.Note}, lines...)
	}
	return lines
}

// Table returns a row of column heads, and a row for each combatant.
func (r *RecordReview) Table() [][]string {
	rows := [][]string{{"person", "decisions", "throws", "came off", "expected", "Wounds dealt", "suffered", ""}}
	for _, d := range r.People {
		rows = append(rows, []string{d.Name, fmt.Sprint(d.Decisions), fmt.Sprint(d.Throws), fmt.Sprint(d.CameOff),
			fmt.Sprintf("%.1f", d.Expected), fmt.Sprint(d.Dealt), fmt.Sprint(d.Suffered), d.Out})
	}
	return rows
}

// Sentence returns the throw in words.
func (t throw) Sentence() string {
	came := text.Either(t.OK, "succeeds", "fails")
	return fmt.Sprintf("%s's %s %s, which %.0f in 100 such throws do", t.Seat, t.What, came, 100*t.P)
}

// Markdown writes the review as a Markdown page, without the boards.
func (r *RecordReview) Markdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# %s, as recorded\n\n", text.Markdown(r.Title))
	for _, line := range r.Lines() {
		fmt.Fprintf(out, "%s\n\n", text.Markdown(line))
	}
	for i, row := range r.Table() {
		for _, cell := range row {
			fmt.Fprintf(out, "| %s ", text.Markdown(cell))
		}
		fmt.Fprintln(out, "|")
		if i == 0 {
			fmt.Fprintln(out, "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
		}
	}
	fmt.Fprintln(out)
	for _, t := range r.Odd {
		fmt.Fprintf(out, "- Round %d, step %d: %s.\n", t.Round, t.Step, text.Markdown(t.Sentence()))
	}
	return out.Flush()
}
