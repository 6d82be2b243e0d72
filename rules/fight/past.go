package fight

import (
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules"
)

// Past returns the standing steps of a record and how everybody stood after each, from the record alone: where it keeps
// a position from that, and in between from the events. The first step has no number and is the beginning. A record
// that keeps no positions is followed by its events from begin on. begin is nil if no rules can read the header: then
// only names are known.
func (r Record) Past(begin *Snapshot) iter.Seq2[rules.Step, Snapshot] {
	return func(yield func(rules.Step, Snapshot) bool) {
		tree, now := map[string]any{}, r.firstSnapshot(begin)
		merge := func(kept json.RawMessage) bool {
			var patch map[string]any
			if json.Unmarshal(kept, &patch) != nil {
				return false
			}
			applyPatch(tree, patch)
			whole, err := json.Marshal(tree)
			if err != nil {
				return false
			}
			line, err := readPosition(whole)
			if err == nil && len(line.Order) > 0 {
				now = line.position()
			}
			return err == nil
		}
		if r.Header.Now != nil {
			merge(r.Header.Now)
		}
		if !yield(rules.Step{}, now) {
			return
		}
		for _, step := range StandingSteps(r.Steps) {
			if step.Now == nil || !merge(step.Now) {
				now = now.After(step.Events)
			}
			if !yield(step, now) {
				return
			}
		}
	}
}

// Last returns how everybody stood at the end of a record, see [Record.Past].
func (r Record) Last(begin *Snapshot) (last Snapshot) {
	for _, last = range r.Past(begin) {
	}
	return last
}

// firstSnapshot returns the beginning of a record that keeps no positions: begin or, if that is nil, the names in the
// header with nothing known about them.
func (r Record) firstSnapshot(begin *Snapshot) Snapshot {
	if begin != nil {
		return *begin
	}
	s := Snapshot{Round: 1, Waits: waitWords[rules.Decide]}
	for i, e := range r.Header.Seats {
		s.Roster = append(s.Roster, rules.Fighter{Name: e.Name, Side: rules.Side(min(i, 1)), Team: "all"})
		s.Stands = append(s.Stands, rules.Stand{})
	}
	return s
}

// After returns the position after some events, as far as they tell it. s stays as it is.
func (s Snapshot) After(events []rules.Event) Snapshot {
	s.Roster, s.Stands = slices.Clone(s.Roster), slices.Clone(s.Stands)
	for i := range s.Stands {
		t := &s.Stands[i]
		t.Numbers, t.States, t.Reservations = slices.Clone(t.Numbers), slices.Clone(t.States), slices.Clone(t.Reservations)
	}
	for _, e := range events {
		s.Apply(e)
	}
	return s
}

// StandOf returns how a combatant stands; the zero Stand for a name that nobody has.
func (s *Snapshot) StandOf(name string) (stand rules.Stand) {
	if i := s.seat(name); i >= 0 {
		stand = s.Stands[i]
	}
	return stand
}

// Apply changes the position by one event. It changes stands in place, so s must not share them with another position:
// see [Snapshot.After]. Kinds of events that change nothing which a position shows are passed over.
func (s *Snapshot) Apply(e rules.Event) {
	switch e.Kind { // what is not one combatant's
	case "round":
		s.Round = e.N
		for i := range s.Stands {
			setState(&s.Stands[i], "closed", "", false)
		}
		return
	case "end":
		s.Waits, s.Seat, s.Winner = waitWords[rules.Over], "", e.Seat
		return
	case "distance":
		for i := range s.Stands {
			if s.Stands[i].At == e.From {
				s.Stands[i].At = e.To
			}
		}
		return
	case "edit":
		s.edit(e)
		return
	}
	i := s.seat(e.Seat)
	if i < 0 {
		return
	}
	t := &s.Stands[i]
	switch e.Kind {
	case "breath", "turn":
		s.Waits, s.Seat = waitWords[rules.Decide], e.Seat
		if e.Kind == "turn" {
			setNumber(t, "ap", e.Left)
		}
	case "spend", "gain":
		setNumber(t, e.Of, e.Left)
	case "give":
		if k := s.seat(e.At); k >= 0 {
			setNumber(&s.Stands[k], "energy", e.Left)
		}
	case "wound":
		setWounds(t, e)
	// These kinds of events have the name of the number that they change.
	case "heads", "cohesion", "guard":
		setNumber(t, e.Kind, e.Left)
	case "opening":
		setNumber(t, "guard", e.Left)
	case "point":
		if k := s.seat(e.At); k >= 0 {
			setNumber(&s.Stands[k], "points to concede", e.Left)
		}
	case "down", "rout":
		t.Out, t.States, t.Reservations, t.Stance = "down", nil, nil, ""
	case "leave":
		t.Out, t.At = "gone", ""
	case "close":
		setState(t, "closed", "", true)
	case "move":
		t.At = e.To
	case "status":
		setState(t, e.What, e.With, e.OK)
	case "rank":
		if setState(t, "wounded", "", e.N != 0); e.N != 0 {
			last := &t.States[len(t.States)-1]
			last.What, last.N = e.What, e.N
		}
	case "stance":
		if t.Stance = ""; e.OK {
			t.Stance = e.What
		}
	case "reserve":
		setHeld(t, e.What, e.N)
	case "drop", "put":
		if t.Weapon == e.With {
			t.Weapon = ""
		}
	case "take":
		t.Weapon = e.With
	}
}

// edit changes the position by a GM's edit: one of the words of [rules.EditJoins] and its like, or values as an
// encounter has them, "wounds=2 energy=4".
func (s *Snapshot) edit(e rules.Event) {
	i := s.seat(e.Seat)
	switch {
	case e.What == rules.EditJoins && i < 0:
		side := rules.Side(0)
		for _, r := range s.Roster {
			if r.Team == e.At {
				side = r.Side
			}
		}
		s.Roster = append(s.Roster, rules.Fighter{Name: e.Seat, Kind: e.With, Side: side, Team: e.At})
		s.Stands = append(s.Stands, rules.Stand{})
	case i < 0:
	case e.What == rules.EditLeaves:
		s.Roster, s.Stands, s.Upcoming = slices.Delete(s.Roster, i, i+1), slices.Delete(s.Stands, i, i+1), nil
	case e.What == rules.EditYields:
		s.Stands[i].Out = "yielded"
	case e.What == rules.EditFlees:
		s.Stands[i].Out, s.Stands[i].At = "gone", ""
	default:
		for _, word := range strings.Fields(e.What) {
			of, value, _ := strings.Cut(word, "=")
			if n, err := strconv.Atoi(value); err == nil {
				setNumber(&s.Stands[i], of, n)
			}
		}
	}
}

// setNumber sets a number of a combatant; one that it does not have is left out.
func setNumber(t *rules.Stand, of string, n int) {
	if i := slices.IndexFunc(t.Numbers, func(x rules.Number) bool { return x.Name == of }); i >= 0 {
		t.Numbers[i].N = n
	}
}

// setWounds sets the Wounds after an event. Systems count them in three ways: what is left of them, what has been
// suffered, or a number of another name that grows.
func setWounds(t *rules.Stand, e rules.Event) {
	for i := range t.Numbers {
		switch n := &t.Numbers[i]; n.Name {
		case "wounds":
			n.N = e.Left
		case "wounds taken":
			n.N = n.Max - e.Left
		case e.Of:
			n.N += e.N
		}
	}
}

// setState makes a state begin or end. Without with it is the state of that name, whoever else is in it.
func setState(t *rules.Stand, is, with string, begins bool) {
	t.States = slices.DeleteFunc(t.States, func(x rules.State) bool {
		return x.Name == is && (begins || with == "" || x.With == with)
	})
	if begins {
		t.States = append(t.States, rules.State{Name: is, With: with})
	}
}

// setHeld sets how many reservations of one defence are held.
func setHeld(t *rules.Stand, what string, n int) {
	t.Reservations = slices.DeleteFunc(t.Reservations, func(h rules.Reservation) bool { return h.What == what })
	if n > 0 {
		t.Reservations = append(t.Reservations, rules.Reservation{What: what, N: n})
	}
}
