package session

import (
	"cmp"
	"context"
	"encoding/json"
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

// add lets the combatants of a line join. Their rows are those of the catalogue or, with From, of that file. Several on
// a map are several lines, each with a square.
func (c Client) add(_ context.Context, in add) (StepsMade, error) {
	line, alike, times, err := c.expandJoinerLine(in)
	if err != nil {
		return StepsMade{}, err
	}
	side, err := c.sideToJoin(line, cmp.Or(in.Side, alike))
	if err != nil {
		return StepsMade{}, err
	}
	rows, err := c.joinRows(in.From)
	if err != nil {
		return StepsMade{}, err
	}
	var joining []string
	for _, line := range placeLines(c.Fight, side, line, times, rows) {
		if in.From == "" {
			err = c.catalogue.CheckLine(c.Fight, line)
		}
		if err != nil {
			return StepsMade{}, err
		}
		joining = append(joining, fight.JoinEdit(side, line))
	}
	return c.change(in.Why, rows, joining...)
}

// sideToJoin returns the side that a line joins: the given one, else that of all combatants of the same row.
func (s *Session) sideToJoin(line, side string) (string, error) {
	joiner := readJoinerLine(line)
	var candidates []string
	for _, r := range s.Roster() {
		if r.Kind == joiner.Who {
			candidates = append(candidates, r.Team)
		}
	}
	candidates = text.Unique(candidates)
	sides := s.Sides()
	switch {
	case side != "":
		return s.side(side)
	case line == "":
		return "", text.Problem{What: "nobody is named who joins",
			Want: "a row of the catalogue, as in add " + s.Roster()[0].Kind + " for " + sides[0]}
	case len(candidates) != 1:
		return "", text.Problem{What: "it is not said whose side they join",
			Want: fmt.Sprintf("for %s or for %s behind it", sides[0], sides[1])}
	}
	return candidates[0], nil
}

// joinerLine is what a line for combatants who join says, in its long form or as in {bandit: 6}.
type joinerLine struct {
	Who   string `yaml:"who"`
	At    string `yaml:"at"`
	Times int    `yaml:"count"` // in the long form
	count int    // 6 in {bandit: 6}, 0 in the long form
}

// readJoinerLine reads a line; mistakes in it are reported by the system.
func readJoinerLine(line string) (says joinerLine) {
	_, _ = strict.Decode("", []byte(line), &says)
	return says
}

// UnmarshalNode reads both forms.
func (l *joinerLine) UnmarshalNode(n *strict.Node) {
	type plain joinerLine
	book.Line{Who: &l.Who, Count: &l.count}.Read(n, rules.SeatsMax, (*plain)(l))
}

// carriedKeys are the keys of a combatant's line in an encounter that those who join and are like it have too: what it
// carries, and how it is played. What is its own alone, as its place and its wishes, they do not have.
var carriedKeys = []string{"armour", "weapons", "shield", "ready", "dual", "level", "temper"}

// expandJoinerLine returns the combatants who join as a line of a side, and how often they do: from "bandit", "3 like
// Gonta", or the line itself. side is the side of the combatant that they are like, empty if they are like nobody.
func (c Client) expandJoinerLine(in add) (line, side string, times int, err error) {
	line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(in.Line), "- ")) // as a file has it
	if ownName := strings.TrimSpace(in.Name); line == "" && in.Who != "" {
		line = fmt.Sprintf("{who: %q%s}", in.Who, text.Either(ownName != "", fmt.Sprintf(", name: %q", ownName), ""))
	}
	n, name, alike := strings.Cut(line, "like ")
	n = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(n), "more"))
	times, err = strconv.Atoi(cmp.Or(n, "1"))
	switch {
	case alike && err == nil:
		seat, err := c.seat(strings.TrimSpace(name))
		if err != nil {
			return "", "", 0, err
		}
		if times < 1 || times > rules.SeatsMax {
			return "", "", 0, text.Problem{What: fmt.Sprintf("%d of a kind are to join", times),
				Want: fmt.Sprintf("1 to %d", rules.SeatsMax)}
		}
		r := c.Roster()[seat]
		own := c.carriedKeysOf(r.Name)
		if own == "" {
			return fmt.Sprintf("{%q: %d}", r.Kind, times), r.Team, 1, nil
		}
		return fmt.Sprintf("{who: %q%s}", r.Kind, own), r.Team, times, nil
	case strings.HasPrefix(line, "{") && !strings.HasSuffix(line, "}"):
		wrong := text.Problem{What: "the { of the line is never closed", Want: "a } behind it"}
		if end := strings.LastIndex(line, "}") + 1; end > 0 {
			wrong.What = text.Quote(strings.TrimSpace(line[end:])) + " behind the line is too much"
			wrong.Want = "for and a side"
		}
		return "", "", 0, wrong
	case line != "" && line[0] != '{' && strings.Contains(line, ":"):
		line = "{" + line + "}"
	case line != "" && line[0] != '{':
		line = "{who: " + line + "}"
	}
	return line, "", 1, nil
}

// carriedKeysOf returns what the encounter says that a combatant carries and how it is played, as the rest of a line:
// ", weapons: [yari]"; empty if its row says all of that, or if it has joined since. Without it "2 like Gonta", who has
// a yari, were two with the uchigatana of their row.
func (s *Session) carriedKeysOf(name string) (rest string) {
	seat := slices.Index(rules.Names(s.startRoster), name)
	if seat < 0 {
		return ""
	}
	var encounter struct {
		Sides []struct{ Fighters []json.RawMessage }
	}
	if json.Unmarshal(s.Header().Encounter, &encounter) != nil {
		return ""
	}
	for _, side := range encounter.Sides {
		for _, line := range side.Fighters {
			in := readJoinerLine(string(line))
			if seat -= max(1, in.count, in.Times); seat >= 0 {
				continue
			}
			keys := map[string]json.RawMessage{}
			_ = json.Unmarshal(line, &keys)
			for _, key := range carriedKeys {
				if value, ok := keys[key]; ok {
					rest += ", " + key + ": " + string(value)
				}
			}
			return rest
		}
	}
	return ""
}

// joinRows returns the rows from which combatants may join: those of the catalogue, or of the text of an encounter
// file. The record keeps those that are used, so that it can be replayed where neither is.
func (c Client) joinRows(file string) (json.RawMessage, error) {
	system := c.System().Name
	if file == "" {
		return c.catalogue.Rows(system)
	}
	f, err := c.catalogue.NewFight("the file", []byte(file), agent.Setup{})
	if err != nil {
		return nil, err
	}
	if other := f.Header().System; other != system {
		return nil, newError(BadFile, "the file is one of "+other, "one of "+system+", as this fight is")
	}
	return f.Header().Data, nil
}

// CheckJoin returns why no combatant like another can join, nil if one can, now or when what is under way is over.
func (c Client) CheckJoin(like rules.Seat) error { return c.checkJoinIn(c.Fight, like) }

// RemovableFor returns the combatants out of the fight whose removal would let one more like another join. A fight is
// full when a side has as many as the rules allow or a position can hold, those who have fallen included.
func (c Client) RemovableFor(like rules.Seat) (names []string) {
	stands := c.Fight.Board().Stands
	for i, r := range c.Roster() {
		if stands[i].Out == "" {
			continue
		}
		without := c.Fork()
		_, err := without.Edit(fight.LeaveEdit(r.Name), fight.GMsWord)
		if isBusy(err) || err == nil && c.checkJoinIn(without, like) == nil {
			names = append(names, r.Name)
		}
	}
	return names
}

// checkJoinIn returns why no combatant like another can join a fight.
func (c Client) checkJoinIn(f *fight.Fight, like rules.Seat) error {
	rows, err := c.joinRows("")
	if err != nil {
		return err
	}
	r := c.Roster()[like]
	return tryJoin(f.Fork(), r.Team, placeLines(f, r.Team, fmt.Sprintf("{who: %q}", r.Kind), 1, rows)[0], rows)
}

// tryJoin lets the combatants of a line join a side. It is no error if they have to wait until something is over.
func tryJoin(f *fight.Fight, side, line string, rows json.RawMessage) error {
	if _, err := f.Join(side, line, rows, fight.GMsWord); !isBusy(err) {
		return err
	}
	return nil
}

// isBusy reports whether an error says that a change has to wait until what is under way is over.
func isBusy(err error) bool { return hasType[rules.Busy](err) }

// placeLines returns a line for each of the combatants of a line that joins a side several times. On a map everybody
// stands on a square of their own: if the line names none, they get free squares as near to their side as there are.
// On which of the free ones the rules let somebody stand is found by trying, in a fork.
func placeLines(f *fight.Fight, side, line string, times int, rows json.RawMessage) (lines []string) {
	joiner := readJoinerLine(line)
	begin, long := strings.CutSuffix(strings.TrimSpace(line), "}")
	if joiner.count > 0 {
		begin, long = fmt.Sprintf("{who: %q", joiner.Who), true
	}
	if f.Board().Ground.Kind != "squares" || joiner.At != "" || !long {
		if times > 1 {
			line = fmt.Sprintf("%s, count: %d}", begin, times)
		}
		return []string{line}
	}
	trial, free := f.Fork(), freeSquares(f, side)
	for range max(times, joiner.count) {
		placed, lastError := line, ""
		for len(free) > 0 {
			placed = begin + ", at: " + free[0] + "}"
			free = free[1:]
			err := tryJoin(trial, side, placed, rows)
			if err == nil {
				break
			}
			if err.Error() == lastError { // the same for two squares: it is about the line
				return []string{placed}
			}
			lastError = err.Error()
		}
		lines = append(lines, placed)
	}
	return lines
}

// freeSquares returns the squares of a map on which nobody stands and which no combatant who waits to join will take.
// Those nearest to a side come first. A step may go in any of eight directions, so that the distance is the larger of
// the differences of columns and rows.
func freeSquares(f *fight.Fight, side string) (free []string) {
	board, taken := f.Board(), map[string]bool{}
	for _, p := range f.PendingEdits() {
		for _, change := range p.Changes {
			if _, line, joins := strings.Cut(change, fight.JoinEdit("", "")); joins {
				taken[readJoinerLine(line).At] = true
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
	distance := map[string]int{} // from a square to the nearest combatant of the side
	for y := range board.Ground.High {
		for x := range board.Ground.Wide {
			at := fmt.Sprintf("%c%d", 'a'+x, y+1)
			if taken[at] {
				continue
			}
			free = append(free, at)
			for k, m := range mates {
				if d := max(abs(m[0]-x), abs(m[1]-y)); k == 0 || d < distance[at] {
					distance[at] = d
				}
			}
		}
	}
	slices.SortStableFunc(free, func(a, b string) int { return cmp.Compare(distance[a], distance[b]) })
	return free
}

func abs(n int) int { return max(n, -n) }
