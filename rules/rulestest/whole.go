package rulestest

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// checkVeil checks that only its owner knows a secret choice before it is answered. After every choice the others see
// the same turn, the same options in the same words and the same sheets, and the veiled position is the one before the
// choice. The answer reveals the choice.
func (s *suite[S]) checkVeil() {
	veil := s.hooks.Veil
	s.look(func(st S, turn rules.Turn) {
		if turn.Kind != rules.Decide && veil != nil && veil(&st) != st {
			s.failf("a position that waits for %v is veiled: there is nothing to answer", turn.Kind)
		}
		if turn.Kind != rules.Commit {
			return
		}
		if veil == nil {
			s.failf("a commit turn in a system without Veil")
			return
		}
		var first sight[S] // after the first choice; the others must look the same
		for i, a := range s.sys.Actions(&st, nil) {
			next := st
			var log rules.Log
			s.sys.Play(&next, a, &log)
			seen := s.sight(&next, log.Events, turn.Seat)
			seen.veil = veil(&next)
			if seen.turn.Kind != rules.Decide || s.sys.Side(seen.turn.Seat) == s.sys.Side(turn.Seat) {
				s.failf("after the secret %q comes a %v turn of %s, want the other side's answer", s.sys.Format(&st, a),
					seen.turn.Kind, s.name(seen.turn.Seat))
			}
			if !reflect.DeepEqual(s.sys.Board(&seen.veil), seen.board) {
				s.failf("after the secret %q the board shows more than before it", s.sys.Format(&st, a))
			}
			if seen.veil != st {
				s.failf("after the secret %q the veiled position is not the one before it", s.sys.Format(&st, a))
			}
			// If the answer ends the action, so that nothing is veiled any more, it must reveal the secret.
			for _, answer := range seen.legal {
				after, log := next, rules.Log{}
				s.sys.Play(&after, answer, &log)
				isRevealed := slices.ContainsFunc(log.Events, func(e rules.Event) bool { return e.Kind == "reveal" })
				if veil(&after) == after && !isRevealed {
					s.failf("after the secret %q and the answer %q no reveal event says what the secret was",
						s.sys.Format(&st, a), s.sys.Format(&next, answer))
				}
			}
			if i == 0 {
				first = seen
				continue
			}
			if what := first.differs(seen); what != "" {
				s.failf("%s tell the secret %q from the first choice", what, s.sys.Format(&st, a))
			}
		}
	})
}

// sight is what the others see after a secret choice.
type sight[S comparable] struct {
	veil    S
	turn    rules.Turn
	legal   []rules.Action
	options []string
	events  []rules.Event
	sheets  []rules.Entry
	board   rules.Board
}

// sight returns all that anybody but the owner of a secret can see of a position.
func (s *suite[S]) sight(st *S, events []rules.Event, owner rules.Seat) sight[S] {
	seen := sight[S]{turn: s.sys.Turn(st), board: s.sys.Board(st)}
	if seen.turn.Kind == rules.Decide {
		seen.legal = s.sys.Actions(st, nil)
	}
	for _, a := range seen.legal {
		seen.options = append(seen.options, s.sys.Format(st, a))
	}
	for _, e := range events {
		if !e.Secret {
			seen.events = append(seen.events, e)
		}
	}
	for i := range s.sys.Roster() {
		if rules.Seat(i) != owner {
			seen.sheets = append(seen.sheets, s.sys.Sheet(st, rules.Seat(i))...)
		}
	}
	return seen
}

// differs returns in what two sights differ, empty if in nothing.
func (a sight[S]) differs(b sight[S]) string {
	switch {
	case a.turn != b.turn:
		return "the next turns"
	case !slices.Equal(a.legal, b.legal), !slices.Equal(a.options, b.options):
		return "the answers"
	case !slices.Equal(a.events, b.events):
		return "events without secret"
	case !slices.Equal(a.sheets, b.sheets):
		return "sheets"
	case !reflect.DeepEqual(a.board, b.board):
		return "boards"
	}
	return ""
}

// checkReplay checks that a fight in words, with dice, undos and redos, replays from its record with the same bytes.
func (s *suite[S]) checkReplay() {
	for number := range min(5, s.options.Walks) {
		r := rand.New(rand.NewPCG(s.options.Seed, uint64(number)))
		var file bytes.Buffer
		f := fight.New(s.sys, fight.Header{System: "test", Seed: s.options.Seed + uint64(number)})
		if err := f.Record(fight.NewSink(&file)); err != nil {
			s.failf("Record: %v", err)
			return
		}
		for range 400 { // a fight with undos may not be over by then
			if f.Turn().Kind == rules.Over {
				break
			}
			if err := s.anyStep(f, r); err != nil {
				s.failf("fight %d of seed %d, after %s: %v", number, s.options.Seed, tail(f), err)
				return
			}
		}
		s.checkReplayOf(f, file.Bytes())
	}
}

// tail words the last steps of a fight.
func tail(f *fight.Fight) string {
	var b bytes.Buffer
	steps := f.Steps()
	for _, st := range steps[max(0, len(steps)-20):] {
		switch {
		case st.Undo > 0:
			b.WriteString(" · undo")
		case st.Redo > 0:
			b.WriteString(" · redo")
		default:
			b.WriteString(" · " + st.Do)
		}
	}
	return b.String()
}

// anyStep makes a random step. One time in twenty it takes a step back, and half of those times makes it again.
func (s *suite[S]) anyStep(f *fight.Fight, r *rand.Rand) error {
	if len(f.Steps()) > 0 && r.IntN(20) == 0 {
		if _, err := f.Undo(1); err != nil {
			return nil // nothing is left to take back
		}
		if r.IntN(2) == 0 {
			_, err := f.Redo(1)
			return err
		}
		return nil
	}
	if f.Turn().Kind == rules.Chance {
		_, err := f.Roll()
		return err
	}
	options := f.Options()
	_, err := f.Do(options[r.IntN(len(options))].Words)
	return err
}

// checkReplayOf checks that the replay of a record writes the same record, byte for byte.
func (s *suite[S]) checkReplayOf(f *fight.Fight, file []byte) {
	rec, warnings, err := fight.ReadRecord("memory", bytes.NewReader(file))
	if err != nil || len(warnings) > 0 {
		s.failf("the record is not read back: %v %v", err, warnings)
		return
	}
	var copied bytes.Buffer
	again := fight.New(s.sys, rec.Header)
	if err := again.Record(fight.NewSink(&copied)); err != nil {
		s.failf("Record: %v", err)
		return
	}
	if err := fight.Replay(again, rec); err != nil {
		s.failf("the replay differs: %v", err)
		return
	}
	_, a, _ := fight.At[S](f)
	_, b, _ := fight.At[S](again)
	if a != b {
		s.failf("the replay ends elsewhere:\n\t%+v\n\t%+v", b, a)
	}
	if !bytes.Equal(file, copied.Bytes()) {
		s.failf("the replayed fight writes other bytes")
	}
	s.checkKept(rec)
}

// checkKept checks that the positions in a record are those to which its steps lead.
func (s *suite[S]) checkKept(rec fight.Record) {
	f := fight.New(s.sys, rec.Header)
	for step, stood := range rec.Past(nil) {
		if step.N > 0 {
			if _, err := f.Repeat(step); err != nil {
				s.failf("step %d cannot be made again: %v", step.N, err)
				return
			}
		}
		is := f.Snapshot()
		for i := range is.Roster { // records keep only these fields
			r := &is.Roster[i]
			*r = rules.Fighter{Name: r.Name, Kind: r.Kind, Side: r.Side, Team: r.Team, Several: r.Several}
		}
		hasPosition := step.N == 0 || step.Now != nil
		if is, kept := fmt.Sprintf("%+v", is), fmt.Sprintf("%+v", stood); hasPosition && is != kept {
			at := 0
			for at < min(len(is), len(kept)) && is[at] == kept[at] {
				at++
			}
			at = max(0, at-60) // with some of what is equal before the difference
			s.failf("after step %d of a record everybody stands otherwise than it says:\n\t…%.150s\n\t…%.150s", step.N,
				kept[min(at, len(kept)):], is[min(at, len(is)):])
			return
		}
	}
}

// checkPosition checks that a printed position loads as the same position and prints the same again.
func (s *suite[S]) checkPosition() {
	s.lookAt(min(s.options.Looks, Few(100, 300)), func(st S, _ rules.Turn) {
		if wrong := readAgain(s.sys, s.way(), st, s.options.Load); wrong != "" {
			s.failf("%s", wrong)
		}
	})
}

// way returns the path of the walk to the position under test.
func (s *suite[S]) way() rules.Path[S] {
	p := rules.StartPath(s.sys)
	for i := range s.lookedAtStep {
		p = p.WithAction(s.sys, &s.lookedAt.states[i], s.lookedAt.actions[i], &s.lookedAt.states[i+1])
	}
	return p
}

// checkSwapped checks that exchanging the sides negates every value and changes nothing else.
func (s *suite[S]) checkSwapped() {
	swap := func(seat rules.Seat) rules.Seat {
		if seat == rules.Nobody || s.options.SwapSeat == nil {
			return seat
		}
		return s.options.SwapSeat(seat)
	}
	mirror := s.options.Mirror
	if mirror == nil {
		mirror = func(_ rules.Seat, a rules.Action) rules.Action {
			a.At = swap(a.At) // the only seat in an action, unless the system has a Mirror
			return a
		}
	}
	s.alongside(s.options.Swapped, mirror, func(st, other S) {
		turn, theirs := s.sys.Turn(&st), s.options.Swapped.Turn(&other)
		turn.Seat = swap(turn.Seat)
		if turn != theirs {
			s.failf("with the sides changed over the turn is %+v, want %+v", theirs, turn)
			return
		}
		if v, w := s.sys.Score(&st), s.options.Swapped.Score(&other); math.Abs(v+w) > 1e-12 {
			s.failf("the score is %v, and %v with the sides changed over: they must add up to 0", v, w)
		}
		if v, w := leaf(s.sys, &st), leaf(s.options.Swapped, &other); math.Abs(v+w) > 1e-12 {
			s.failf("the leaf is worth %v, and %v with the sides changed over: they must add up to 0", v, w)
		}
	})
}

// checkRenamed checks that names change nothing.
func (s *suite[S]) checkRenamed() {
	s.alongside(s.options.Renamed, func(_ rules.Seat, a rules.Action) rules.Action { return a }, func(st, other S) {
		if st != other {
			s.failf("other names lead to\n\t%+v, want\n\t%+v", other, st)
			return
		}
		if v, w := s.sys.Score(&st), s.options.Renamed.Score(&other); v != w {
			s.failf("other names score %v, want %v", w, v)
		}
		if v, w := leaf(s.sys, &st), leaf(s.options.Renamed, &other); v != w {
			s.failf("other names make the leaf worth %v, want %v", w, v)
		}
		if !slices.Equal(moves(s.sys, &st), moves(s.options.Renamed, &other)) {
			s.failf("other names change what is possible or its order")
		}
	})
}

// alongside plays every walk in both systems, in the other one with mirrored actions. It compares the possible actions
// and calls each with both positions. It stops after a failure, as the positions may no longer correspond.
func (s *suite[S]) alongside(other rules.System[S], mirror func(rules.Seat, rules.Action) rules.Action,
	each func(st, other S)) {
	for i := range s.walks {
		w := &s.walks[i]
		theirs := other.Start()
		for j, st := range w.states {
			s.lookedAt, s.lookedAtStep = w, j
			each(st, theirs)
			ours, who := Chances(s.sys, &st), s.sys.Turn(&st).Seat
			mirrored := map[rules.Action]float64{}
			for a, p := range ours {
				mirrored[mirror(who, a)] = p
			}
			have := Chances(other, &theirs)
			if len(have) != len(mirrored) {
				s.failf("%d actions or outcomes, mirrored %d", len(ours), len(have))
			}
			for a, p := range mirrored {
				if q, ok := have[a]; !ok || math.Abs(p-q) > 1e-12 {
					s.failf("%+v has the chance %v, mirrored %v (there: %v)", a, p, q, ok)
					break
				}
			}
			if s.isDone() || len(s.fails) > 0 && j == len(w.actions) {
				return
			}
			if j < len(w.actions) {
				if len(s.fails) > 0 {
					return
				}
				other.Play(&theirs, mirror(who, w.actions[j]), nil)
			}
		}
	}
}

// leaf returns Leaf of a position; 0 if the game has none.
func leaf[S comparable](sys rules.System[S], st *S) float64 {
	if leaf := sys.Hooks().Leaf; leaf != nil {
		return leaf(st)
	}
	return 0
}
