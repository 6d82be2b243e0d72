package fight

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"kokyu/rules"
	"kokyu/rules/text"
)

// Snapshot is a position as everybody at the table can see it. A record holds the first one in its header, and later on
// what has changed wherever a breath or turn begins, the GM has changed something or the fight ends: a reader of
// records needs no rules.
type Snapshot struct {
	Round  int
	Waits  string // what the fight waits for: decision, secret (a decision that others do not see), dice, or over
	Seat   string // the name of the combatant that decides or throws
	Winner string // the side that has won; empty for a draw
	Roster []rules.Fighter
	rules.Board
}

// waitWords are the words of [Snapshot] for what a fight waits for.
var waitWords = map[rules.Kind]string{rules.Decide: "decision", rules.Commit: "secret",
	rules.Chance: "dice", rules.Over: "over"}

// Snapshot returns how everybody stands.
func (f *Fight) Snapshot() Snapshot {
	s := snapshotAt(f.Moment)
	s.Board = f.Board()
	return s
}

// snapshotAt returns how everybody stands at a moment.
func snapshotAt(m Moment) Snapshot {
	s := Snapshot{Round: m.Round(), Waits: waitWords[m.Turn().Kind], Roster: m.Roster(), Board: m.Board()}
	if seat := m.Turn().Seat; int(seat) < len(s.Roster) {
		s.Seat = s.Roster[seat].Name
	}
	if score := m.Score(); m.Turn().Kind == rules.Over && score != 0 {
		for _, r := range s.Roster {
			if (r.Side == 0) == (score > 0) {
				s.Winner = r.Team
			}
		}
	}
	return s
}

// positionChange returns what a record stores of next, the position to which a step leads: its difference from the
// position stored last. It is nil if none is stored there. standing are the numbers of the steps that stand before it.
func (f *Fight) positionChange(step rules.Step, next Moment, standing []int) json.RawMessage {
	if step.Do == "" && step.Edit == "" {
		return nil
	}
	if turn := next.Turn(); step.Edit == "" && !turn.Begins && turn.Kind != rules.Over {
		return nil
	}
	now := snapshotAt(next)
	// Only then: the Snapshot of the present position is made for this alone.
	if slices.ContainsFunc(now.Stands, func(t rules.Stand) bool { return t.Out == "down" && t.At == "" }) {
		now.placeFallen(f.Snapshot())
	}
	before := map[string]any{}
	if at := f.lastKept(standing); at >= 0 {
		s := snapshotAt(f.past[at])
		s.placeFallen(now)
		before = s.tree()
	}
	return json.RawMessage(rules.JSONText(mergePatch(before, now.tree())))
}

// lastKept returns the number of the last of these standing steps with a stored position; 0 for the start, -1 for none.
func (f *Fight) lastKept(standing []int) int {
	for _, n := range slices.Backward(standing) {
		if f.steps[n-1].Now != nil {
			return n
		}
	}
	if f.header.Now != nil {
		return 0
	}
	return -1
}

// placeFallen gives those who are down and have no place the place that they have in another position: systems clear
// it, since nothing depends on it any more, but people see where somebody lies.
func (s *Snapshot) placeFallen(as Snapshot) {
	for i, r := range s.Roster {
		if t := &s.Stands[i]; t.Out == "down" && t.At == "" {
			if k := as.seat(r.Name); k >= 0 {
				t.At = as.Stands[k].At
			}
		}
	}
}

// seat returns the seat of a combatant, -1 if there is none of that name.
func (s *Snapshot) seat(name string) int {
	return slices.IndexFunc(s.Roster, func(r rules.Fighter) bool { return r.Name == name })
}

// positionLine is a position in a record: whole in the header, elsewhere what has changed, as a merge patch (RFC 7396).
// There an object changes the members that it names, null removes a member, and anything else replaces it.
type positionLine struct {
	Round  int                  `json:"round,omitempty"`
	Waits  string               `json:"waits,omitempty"`
	Seat   string               `json:"seat,omitempty"`
	Winner string               `json:"winner,omitempty"`
	Ground *rules.Ground        `json:"ground,omitempty"`
	Lies   []rules.Item         `json:"lies,omitempty"`
	Order  []string             `json:"order,omitempty"` // of the seats
	Who    map[string]standLine `json:"who,omitempty"`
	Count  []countLine          `json:"count,omitempty"`
}

// standLine is a combatant in a positionLine.
type standLine struct {
	Kind    string              `json:"kind,omitempty"`
	Side    rules.Side          `json:"side,omitempty"`
	Team    string              `json:"team,omitempty"`
	Several bool                `json:"several,omitempty"`
	At      string              `json:"at,omitempty"`
	Out     string              `json:"out,omitempty"`
	Of      []string            `json:"of,omitempty"` // the names of its numbers, in their order
	N       map[string]two      `json:"n,omitempty"`  // by name, each number and the most it can be
	Is      []rules.State       `json:"is,omitempty"`
	Held    []rules.Reservation `json:"held,omitempty"`
	Stance  string              `json:"stance,omitempty"`
	Weapon  string              `json:"weapon,omitempty"`
}

// two is a number with a second one that belongs to it.
type two = [2]int

// countLine is an entry of the count: a name, the number by which it is ordered, and 1 if it waits.
type countLine struct {
	Seat string
	two
}

// MarshalJSON writes what UnmarshalJSON reads.
func (c countLine) MarshalJSON() ([]byte, error) {
	return text.JSON([]any{c.Seat, c.two[0], c.two[1]}[:2+min(c.two[1], 1)])
}

// UnmarshalJSON reads ["Kojiro", 12] or, of one who waits, ["Kojiro", 12, 1].
func (c *countLine) UnmarshalJSON(b []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(b, &parts); err != nil || len(parts) < 2 || len(parts) > 3 {
		return fmt.Errorf("a place in the count is not a name and numbers: %.40s", b)
	}
	if err := json.Unmarshal(parts[0], &c.Seat); err != nil {
		return err
	}
	for i, part := range parts[1:] {
		if err := json.Unmarshal(part, &c.two[i]); err != nil {
			return err
		}
	}
	return nil
}

// tree returns the position as decoded JSON, for mergePatch.
func (s *Snapshot) tree() (tree map[string]any) {
	_ = json.Unmarshal([]byte(rules.JSONText(s.line())), &tree) // what was just written
	return tree
}

// JSON returns the position as the header of a record has it.
func (s Snapshot) JSON() (json.RawMessage, error) { return text.JSON(s.line()) }

// line returns the position as a line of its own.
func (s Snapshot) line() positionLine {
	l := positionLine{Round: s.Round, Waits: s.Waits, Seat: s.Seat, Winner: s.Winner, Ground: &s.Ground,
		Lies: s.Items, Who: map[string]standLine{}}
	for i, r := range s.Roster {
		t := s.Stands[i]
		l.Order = append(l.Order, r.Name)
		w := standLine{Kind: r.Kind, Side: r.Side, Team: r.Team, Several: r.Several, At: t.At, Out: t.Out, N: map[string]two{}, Is: t.States,
			Held: t.Reservations, Stance: t.Stance, Weapon: t.Weapon}
		for _, n := range t.Numbers {
			w.Of, w.N[n.Name] = append(w.Of, n.Name), two{n.N, n.Max}
		}
		l.Who[r.Name] = w
	}
	for _, c := range s.Upcoming {
		waits := 0
		if c.Waits {
			waits = 1
		}
		l.Count = append(l.Count, countLine{s.Roster[c.Seat].Name, two{c.N, waits}})
	}
	return l
}

// mergePatch returns the merge patch (RFC 7396) that turns a into b.
func mergePatch(a, b map[string]any) map[string]any {
	patch := map[string]any{}
	for name, is := range b {
		was, has := a[name]
		now, deep := is.(map[string]any)
		then, deeper := was.(map[string]any)
		switch {
		case has && reflect.DeepEqual(was, is):
		case deep && deeper:
			patch[name] = mergePatch(then, now)
		default:
			patch[name] = is
		}
	}
	for name := range a {
		if _, still := b[name]; !still {
			patch[name] = nil
		}
	}
	return patch
}

// applyPatch changes a by a merge patch.
func applyPatch(a, patch map[string]any) {
	for name, to := range patch {
		deep, is := to.(map[string]any)
		switch {
		case to == nil:
			delete(a, name)
		case is:
			in, was := a[name].(map[string]any)
			if !was {
				in = map[string]any{}
			}
			applyPatch(in, deep)
			a[name] = in
		default:
			a[name] = to
		}
	}
}

// Bounds of a ground, as encounters have them and more.
const (
	groundMost = 100
	placesMost = 10_000
)

// readPosition reads a position of a record: the header's whole one, or the changes of a step.
func readPosition(b json.RawMessage) (l positionLine, err error) {
	if !bytes.HasPrefix(b, []byte("{")) {
		return l, fmt.Errorf("the position is no object")
	}
	if err := json.Unmarshal(b, &l); err != nil {
		return l, fmt.Errorf("the position: %w", err)
	}
	if g := l.Ground; g != nil && (g.Wide < 0 || g.High < 0 || g.Wide > groundMost || g.High > groundMost || len(g.Places) > placesMost) {
		return l, fmt.Errorf("the position is on a ground of %d by %d squares and %d places", g.Wide, g.High, len(g.Places))
	}
	return l, nil
}

// position returns the Snapshot of a line that is whole. Combatants without a place in the order are left out.
func (l positionLine) position() Snapshot {
	s := Snapshot{Round: l.Round, Waits: l.Waits, Seat: l.Seat, Winner: l.Winner, Board: rules.Board{Items: l.Lies}}
	if l.Ground != nil {
		s.Ground = *l.Ground
	}
	for _, name := range l.Order {
		w, known := l.Who[name]
		if !known || s.seat(name) >= 0 {
			continue
		}
		s.Roster = append(s.Roster, rules.Fighter{Name: name, Kind: w.Kind, Side: w.Side, Team: w.Team, Several: w.Several})
		t := rules.Stand{At: w.At, Out: w.Out, States: w.Is, Reservations: w.Held, Stance: w.Stance, Weapon: w.Weapon}
		for _, of := range w.Of {
			t.Numbers = append(t.Numbers, rules.Number{Name: of, N: w.N[of][0], Max: w.N[of][1]})
		}
		s.Stands = append(s.Stands, t)
	}
	for _, c := range l.Count {
		if i := s.seat(c.Seat); i >= 0 {
			s.Upcoming = append(s.Upcoming, rules.UpcomingTurn{Seat: rules.Seat(i), N: c.two[0], Waits: c.two[1] > 0})
		}
	}
	return s
}
