package session

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Who comes in the middle of a fight, and where.

// comer is what a line of a side says of who joins, in its long form or as in {bandit: 6}.
type comer struct {
	Who   string `yaml:"who"`
	At    string `yaml:"at"`
	count int    // of {bandit: 6}
}

// read reads a line; what is wrong with it the system says.
func read(line string) (says comer) {
	_, _ = strict.Decode("", []byte(line), &says)
	return says
}

// UnmarshalNode accepts both forms.
func (k *comer) UnmarshalNode(n *strict.Node) {
	type plain comer
	book.Line{Who: &k.Who, Count: &k.count}.Read(n, rules.SeatsMax, (*plain)(k))
}

// lineOf returns what is said of who comes as a line of a side: "bandit", "3 like Gonta", or the line itself. Who is like somebody is on
// the same side.
func (c Client) lineOf(in Add) (line, side string, err error) {
	says := strings.TrimSpace(in.Line)
	if called := strings.TrimSpace(in.Name); says == "" && in.Who != "" {
		says = fmt.Sprintf("{who: %q}", in.Who)
		if called != "" {
			says = fmt.Sprintf("{who: %q, name: %q}", in.Who, called)
		}
	}
	n, name, alike := strings.Cut(says, "like ")
	n = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(n), "more"))
	times, err := strconv.Atoi(cmp.Or(n, "1"))
	switch {
	case alike && err == nil:
		seat, err := c.seat(strings.TrimSpace(name))
		if err != nil {
			return "", "", err
		}
		r := c.Roster()[seat]
		return fmt.Sprintf("{%q: %d}", r.Kind, times), r.Team, nil
	case says != "" && says[0] != '{':
		return "{who: " + says + "}", "", nil
	}
	return says, "", nil
}

// rowsOf returns the rows that who comes may be of: the catalogue's, or those of an encounter file.
func (c Client) rowsOf(file string) (json.RawMessage, error) {
	system := c.System().Name
	if file == "" {
		return c.catalogue.Rows(system)
	}
	f, err := c.catalogue.NewFight("the file", []byte(file), agent.Setup{})
	if err != nil {
		return nil, err
	}
	if of := f.Header().System; of != system {
		return nil, as(BadFile, text.Problem{What: "the file is one of " + of, Want: "one of " + system + ", as this fight is"})
	}
	return f.Header().Data, nil
}

// Comes says why nobody more like somebody can come; nil if one can, now or when what is under way is over.
func (c Client) Comes(like rules.Seat) error { return c.comesTo(c.Fight, like) }

// CarriedOff returns those who are out of the fight and whose leaving would let one more come who is like somebody.
func (c Client) CarriedOff(like rules.Seat) (names []string) {
	stands := c.Fight.Board().Stands
	for i, r := range c.Roster() {
		if stands[i].Out == "" {
			continue
		}
		without := c.Fork()
		if _, err := without.Leave(r.Name, unsaid); isBusy(err) || err == nil && c.comesTo(without, like) == nil {
			names = append(names, r.Name)
		}
	}
	return names
}

func (c Client) comesTo(f *fight.Fight, like rules.Seat) error {
	rows, err := c.rowsOf("")
	if err != nil {
		return err
	}
	r := c.Roster()[like]
	return joins(f.Fork(), r.Team, placeLines(f, r.Team, fmt.Sprintf("{who: %q}", r.Kind), rows)[0], rows)
}

// joins lets a line join a side; what has to wait is not made, but no error.
func joins(f *fight.Fight, side, line string, rows json.RawMessage) error {
	if _, err := f.Join(side, line, rows, unsaid); !isBusy(err) {
		return err
	}
	return nil
}

func isBusy(err error) bool {
	_, busy := errors.AsType[rules.Busy](err)
	return busy
}

// placeLines returns the lines by which those of a line join a side. On a map everybody stands on a square of its own: where the line names
// none, who comes gets free ones, as near to the side's others as there are.
func placeLines(f *fight.Fight, side, line string, rows json.RawMessage) (lines []string) {
	says := read(line)
	begins, long := strings.CutSuffix(strings.TrimSpace(line), "}")
	if says.count > 0 {
		begins, long = fmt.Sprintf("{who: %q", says.Who), true
	}
	if f.Board().Ground.Kind != "squares" || says.At != "" || !long {
		return []string{line}
	}
	trial, free := f.Fork(), nearest(f, side)
	for range max(1, says.count) {
		at, last := line, ""
		for joined := false; !joined && len(free) > 0; free = free[1:] {
			at = begins + ", at: " + free[0] + "}"
			err := joins(trial, side, at, rows)
			if joined = err == nil; joined {
				continue
			}
			if err.Error() == last { // it is not about the square
				return []string{at}
			}
			last = err.Error()
		}
		lines = append(lines, at)
	}
	return lines
}

// nearest returns the squares of a map on which nobody stands and nobody waits to come, those nearest to a side's first.
func nearest(f *fight.Fight, side string) (free []string) {
	board, taken := f.Board(), map[string]bool{}
	for _, p := range f.PendingEdits() {
		for _, change := range p.Changes {
			if _, line, joins := strings.Cut(change, fight.JoinEdit("", "")); joins {
				taken[read(line).At] = true
			}
		}
	}
	var mates [][2]int
	for i, r := range f.Roster() {
		stand := board.Stands[i]
		x, y, ok := board.Ground.Square(stand.At)
		if stand.Out == "" && ok {
			taken[stand.At] = true
		}
		if stand.Out == "" && ok && r.Team == side {
			mates = append(mates, [2]int{x, y})
		}
	}
	far := map[string]int{}
	for y := range board.Ground.High {
		for x := range board.Ground.Wide {
			at := fmt.Sprintf("%c%d", 'a'+x, y+1)
			if taken[at] {
				continue
			}
			free = append(free, at)
			for k, m := range mates {
				if d := max(abs(m[0]-x), abs(m[1]-y)); k == 0 || d < far[at] {
					far[at] = d
				}
			}
		}
	}
	slices.SortStableFunc(free, func(a, b string) int { return cmp.Compare(far[a], far[b]) })
	return free
}

func abs(n int) int { return max(n, -n) }
