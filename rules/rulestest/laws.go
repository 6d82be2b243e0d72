package rulestest

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unsafe"

	"kokyu/rules"
	"kokyu/rules/text"
)

// laws returns the laws to test, allocations first: they cannot be counted while other tests run.
func (s *suite[S]) laws() []law {
	all := []law{
		{"allocations", s.checkAllocations},
		{"walks", func() { s.fails = append(s.fails, s.walkFailures...) }},
		{"layout", s.checkLayout},
		{"hooks", s.checkRequired},
		{"roster", s.checkRoster},
		{"turns", s.checkTurns},
		{"legal", s.checkLegal},
		{"blows", s.checkBlows},
		{"odds", s.checkOdds},
		{"fine", s.checkFine},
		{"dice", s.checkDice},
		{"log", s.checkLog},
		{"events", s.checkEvents},
		{"words", s.checkWords},
		{"score", s.checkScore},
		{"sheets", s.checkSheets},
		{"board", s.checkBoard},
		{"edit", s.checkEdit},
		{"edit by so much", s.checkEditBy},
		{"veil", s.checkVeil},
		{"layers", s.checkLayers},
		{"replay", s.checkReplay},
		{"position", s.checkPosition},
		{"left out", s.checkLeftOut},
		{"swapped", s.checkSwapped},
		{"renamed", s.checkRenamed},
	}
	return slices.DeleteFunc(all, func(l law) bool {
		return s.options.Only != nil && !slices.Contains(s.options.Only, l.name) ||
			slices.Contains(s.options.Without, l.name)
	})
}

// checkRequired checks that a system has the hooks that every system must have, and no hook without its partner.
func (s *suite[S]) checkRequired() {
	h := s.hooks
	for _, need := range []struct {
		name string
		has  bool
	}{
		{"Owner", h.Owner != nil}, {"Leaf", h.Leaf != nil}, {"Activity", h.Activity != nil}, {"Plain", h.Plain != nil},
		{"Weights", h.Weights != nil}, {"LeafWith", h.LeafWith != nil},
		{"Formula beside Prepare", h.Formula != nil || h.Prepare == nil},
		{"MergedOdds beside Representatives", h.MergedOdds != nil || h.Representatives == nil},
	} {
		if !need.has {
			s.failf("the game has no %s", need.name)
		}
	}
	var size S
	if n := h.HashPrefix; n < 0 || n > int(unsafe.Sizeof(size)) {
		s.failf("%d bytes of a position are always hashed, want at most the %d it has", n, unsafe.Sizeof(size))
	}
	if h.Epsilon < 0 || h.Epsilon > 2 {
		s.failf("the epsilon is %v, want 0 to 2", h.Epsilon)
	}
}

// MirrorLaws are the laws that compare a system with a mirror of it, in which what must not matter, such as names,
// differs.
var MirrorLaws = []string{"walks", "swapped", "renamed"}

// stateBytesMax keeps a position cheap to copy and to compare: four cache lines.
const stateBytesMax = 256

// checkLayout checks that S is small and plain. Without pointers, floats and padding == compares positions by their
// bytes, and a map key is hashed in one piece: padding made lookups three times slower.
func (s *suite[S]) checkLayout() {
	t := reflect.TypeFor[S]()
	if t.Size() > stateBytesMax {
		s.failf("%v has %d bytes, want at most %d", t, t.Size(), stateBytesMax)
	}
	s.checkPlain(t, t.String())
}

// checkPlain fails for parts of a type for which == does not just compare bytes.
func (s *suite[S]) checkPlain(t reflect.Type, name string) {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
	case reflect.Array:
		s.checkPlain(t.Elem(), name+"[]")
	case reflect.Struct:
		used := uintptr(0)
		for f := range t.Fields() {
			if f.Name == "_" {
				s.failf("%s has a blank field: == does not compare it", name)
			}
			used += f.Type.Size()
			s.checkPlain(f.Type, name+"."+f.Name)
		}
		if used != t.Size() {
			s.failf("%s has %d bytes of padding: fields of falling size have none", name, t.Size()-used)
		}
	default:
		s.failf("%s is a %v, want integers, booleans, arrays and structs of them", name, t.Kind())
	}
}

// checkRoster checks that names are unique, that sides agree, and that there are two.
func (s *suite[S]) checkRoster() {
	roster := s.sys.Roster()
	if len(roster) > rules.SeatsMax {
		s.failf("%d seats, want at most %d", len(roster), rules.SeatsMax)
	}
	seen, teams := map[string]bool{}, map[rules.Side]string{}
	for i, f := range roster {
		if f.Name == "" || seen[f.Name] {
			s.failf("seat %d is named %q, want a name of its own", i, f.Name)
		}
		seen[f.Name] = true
		if f.Side > 1 || f.Side != s.sys.Side(rules.Seat(i)) {
			s.failf("%s is on side %d by the roster and %d by Side, want 0 or 1 and the same", f.Name,
				f.Side, s.sys.Side(rules.Seat(i)))
		}
		if team, ok := teams[f.Side]; ok && team != f.Team {
			s.failf("side %d is both %q and %q", f.Side, team, f.Team)
		}
		teams[f.Side] = f.Team
	}
	if len(teams) != 2 {
		s.failf("%d sides, want 2", len(teams))
	}
}

// checkTurns checks that a turn belongs to a seat until the fight is over; rounds count up from 1.
func (s *suite[S]) checkTurns() {
	seats := len(s.sys.Roster())
	s.look(func(st S, turn rules.Turn) {
		switch {
		case turn.Kind > rules.Chance:
			s.failf("turn of kind %d", turn.Kind)
		case turn.Kind == rules.Over && turn.Seat != rules.Nobody:
			s.failf("the fight is over and seat %d has the turn, want Nobody", turn.Seat)
		case turn.Kind != rules.Over && int(turn.Seat) >= seats:
			s.failf("a %v turn of seat %d, want one of %d seats", turn.Kind, turn.Seat, seats)
		case turn.Begins && turn.Kind == rules.Over:
			s.failf("a breath begins and the fight is over")
		}
		// A search asks for the turn of a position many times, and shares the position between lines.
		if st2 := st; s.sys.Turn(&st2) != turn || st2 != st {
			s.failf("Turn changes the position or is not the same twice")
		}
	})
	for i := range s.walks {
		w := &s.walks[i]
		last := 1
		for j := range w.states {
			s.lookedAt, s.lookedAtStep = w, j
			round := s.sys.Round(&w.states[j])
			if round < last {
				s.failf("round %d after round %d", round, last)
				return
			}
			last = round
		}
	}
}

// checkLegal checks that a turn has legal decisions, none of them twice and always in the same order, that they are
// appended to the buffer, and that the position is not changed.
func (s *suite[S]) checkLegal() {
	// No system has this decision. It must still be the first one after Actions has appended.
	mark := rules.Action{Do: 65535, N: -1}
	s.look(func(st S, turn rules.Turn) {
		if turn.Kind != rules.Decide && turn.Kind != rules.Commit {
			return
		}
		before := st
		once := s.sys.Actions(&st, nil)
		twice := s.sys.Actions(&st, []rules.Action{mark})
		if len(once) == 0 {
			s.failf("%s must decide and has no legal action", s.name(turn.Seat))
		}
		if twice[0] != mark || !slices.Equal(once, twice[1:]) {
			s.failf("Actions are %v, then behind a full buffer %v", once, twice)
		}
		if st != before {
			s.failf("Actions changes the position")
		}
		seen := map[rules.Action]bool{}
		for _, a := range once {
			if seen[a] {
				s.failf("%q is legal twice", s.sys.Format(&st, a))
			}
			seen[a] = true
		}
	})
}

// checkBlows checks that somebody can strike in some position: without blows a search has no reason to come near.
func (s *suite[S]) checkBlows() {
	strikes := false
	s.look(func(st S, turn rules.Turn) {
		if !strikes && (turn.Kind == rules.Decide || turn.Kind == rules.Commit) {
			strikes = slices.ContainsFunc(s.sys.Actions(&st, nil), func(a rules.Action) bool {
				return s.sys.Motive(&st, a).Strikes != rules.Nobody
			})
		}
	})
	if !strikes && len(s.walks) > 0 {
		s.failf("in %d fights at random nobody could strike at anybody, by the Motive of their decisions", len(s.walks))
	}
}

// checkLog checks that Play leads to the same position with a log and without, and a second time.
func (s *suite[S]) checkLog() {
	s.look(func(st S, turn rules.Turn) {
		for _, a := range moves(s.sys, &st) {
			quiet, told, again := st, st, st // again finds what Play leaves behind in the game
			var log, log2 rules.Log
			s.sys.Play(&quiet, a, nil)
			s.sys.Play(&told, a, &log)
			s.sys.Play(&again, a, &log2)
			if quiet != told {
				s.failf("%q leads elsewhere with a log:\n\t%+v\n\t%+v", s.sys.Format(&st, a), told, quiet)
			}
			if again != told || !slices.Equal(log.Events, log2.Events) {
				s.failf("%q played twice is not the same", s.sys.Format(&st, a))
			}
		}
	})
}

// moves returns the decisions or the outcomes of a turn.
func moves[S comparable](sys rules.System[S], st *S) (all []rules.Action) {
	switch sys.Turn(st).Kind {
	case rules.Over:
		return nil
	case rules.Chance:
		for _, o := range sys.Odds(st, nil) {
			all = append(all, o.Action)
		}
		return all
	}
	return sys.Actions(st, nil)
}

// checkEvents checks that kinds are known and have their fields, that seats are names, that the end is told once, and
// that events survive JSON.
func (s *suite[S]) checkEvents() {
	names := map[string]bool{"": true}
	teams := map[string]bool{"": true}
	for _, f := range s.sys.Roster() {
		names[f.Name], teams[f.Team] = true, true
	}
	s.look(func(st S, turn rules.Turn) {
		for _, a := range moves(s.sys, &st) {
			next := st
			var log rules.Log
			s.sys.Play(&next, a, &log)
			ends := 0
			for _, e := range log.Events {
				s.checkEvent(e)
				switch {
				case e.Kind == "end" && !teams[e.Seat]:
					s.failf("end of the fight for %q, want a side's name or nothing: %+v", e.Seat, e)
				case e.Kind != "end" && (!names[e.Seat] || !names[e.At]):
					s.failf("an event of nobody in the roster: %+v", e)
				}
				if e.Kind == "end" {
					ends++
				}
			}
			want := 0
			if s.sys.Turn(&next).Kind == rules.Over {
				want = 1
			}
			if ends != want {
				s.failf("%q leads to a %v turn with %d end events, want %d", s.sys.Format(&st, a),
					s.sys.Turn(&next).Kind, ends, want)
			}
		}
	})
}

// checkEvent checks that an event has the fields of its kind.
func (s *suite[S]) checkEvent(e rules.Event) {
	kind, ok := rules.KindNamed(e.Kind)
	if !ok {
		s.failf("the event kind %q is not in rules.Kinds: %+v", e.Kind, e)
		return
	}
	// Only texts can be missing: the number 0 and the flag false are values.
	texts := map[string]string{"seat": e.Seat, "at": e.At, "what": e.What, "with": e.With,
		"of": e.Of, "from": e.From, "to": e.To}
	for _, f := range kind.Fields {
		if v, is := texts[f]; is && v == "" {
			s.failf("a %s event without its %q: %+v", e.Kind, f, e)
		}
	}
	b, err := json.Marshal(e)
	if err != nil {
		s.failf("%+v does not marshal: %v", e, err)
		return
	}
	var back rules.Event
	if err := json.Unmarshal(b, &back); err != nil || back != e {
		s.failf("%+v comes back from %s as %+v (%v)", e, b, back, err)
	}
}

// checkWords checks that ParseAction parses what Format prints, in any case and spacing, that no two decisions have the
// same words, and that nonsense is an error.
func (s *suite[S]) checkWords() {
	s.look(func(st S, turn rules.Turn) {
		if turn.Kind == rules.Chance {
			// Without a verb the outcome is a number.
			counts := s.sys.Check(&st).Verb == ""
			for _, a := range moves(s.sys, &st) {
				if said := s.sys.Format(&st, a); said == "" || !counts && !strings.ContainsFunc(said, unicode.IsLetter) {
					s.failf("the outcome %+v is worded %q, want words", a, said)
				}
			}
		}
		if turn.Kind != rules.Decide && turn.Kind != rules.Commit {
			return
		}
		seen := map[string]rules.Action{}
		for _, a := range s.sys.Actions(&st, nil) {
			said := s.sys.Format(&st, a)
			if other, twice := seen[text.Fold(said)]; twice || said == "" {
				s.failf("%+v and %+v are both worded %q", other, a, said)
			}
			seen[text.Fold(said)] = a
			for _, say := range []string{said, strings.ToUpper(said), "  " + strings.ReplaceAll(said, " ", "  ") + " "} {
				if b, err := rules.ParseAction(s.sys, &st, say); err != nil || b != a {
					s.failf("ParseAction(%q) = %+v, %v; want %+v", say, b, err, a)
				}
			}
			if !slices.Contains(rules.Phases, s.sys.Phase(&st, a)) {
				s.failf("%q has the phase %q, which is none of rules.Phases", said, s.sys.Phase(&st, a))
			}
			if c := s.sys.Cost(&st, a); c < 0 {
				s.failf("%q costs %d", said, c)
			}
		}
		// The last is long, and has a NUL, a letter of two bytes and the sign before a target.
		for _, nonsense := range []string{"", " ", "sing", strings.Repeat("\x00é>", 500)} {
			if a, err := rules.ParseAction(s.sys, &st, nonsense); err == nil {
				s.failf("ParseAction(%.20q) = %+v, want an error", nonsense, a)
			}
		}
	})
}

// checkScore checks that the score is within [-1, 1] and exact at the end, and does not change the position.
func (s *suite[S]) checkScore() {
	s.look(func(st S, turn rules.Turn) {
		before := st
		v := s.sys.Score(&st)
		switch {
		case math.IsNaN(v) || v < -1 || v > 1:
			s.failf("the score is %v, want -1 to 1", v)
		case turn.Kind == rules.Over && v != -1 && v != 0 && v != 1:
			s.failf("the fight is over with a score of %v, want exactly -1, 0 or 1", v)
		}
		if v != s.sys.Score(&st) || st != before {
			s.failf("Score changes the position or is not the same twice")
		}
		if s.hooks.Leaf != nil {
			s.checkLeaf(st, turn, v)
		}
	})
}

// checkLeaf checks the leaf in the same way, and that it is the score once the fight is over.
func (s *suite[S]) checkLeaf(st S, turn rules.Turn, score float64) {
	before := st
	switch v := s.hooks.Leaf(&st); {
	case math.IsNaN(v) || v < -1 || v > 1:
		s.failf("the leaf is worth %v, want -1 to 1", v)
	case turn.Kind == rules.Over && v != score:
		s.failf("the fight is over with a leaf worth %v, want the score, %v", v, score)
	case v != s.hooks.Leaf(&st) || st != before:
		s.failf("Leaf changes the position or is not the same twice")
	}
}

// checkSheets checks that every seat has a sheet whose lines have names.
func (s *suite[S]) checkSheets() {
	seats := len(s.sys.Roster())
	s.look(func(st S, _ rules.Turn) {
		for i := range seats {
			for _, e := range s.sys.Sheet(&st, rules.Seat(i)) {
				if e.Name == "" {
					s.failf("%s has a sheet line without a name: %+v", s.name(rules.Seat(i)), e)
				}
			}
		}
	})
}

// checkEdit checks that Edit refuses nonsense and then changes nothing.
func (s *suite[S]) checkEdit() {
	s.lookAt(50, func(st S, _ rules.Turn) {
		for _, nonsense := range []string{"", "sing", "nobody energy=4", s.name(0) + " nothing=1", s.name(0) + " =", s.name(0)} {
			next := st
			var log rules.Log
			if err := s.sys.Edit(&next, nonsense, &log); err == nil {
				s.failf("Edit(%q) is accepted", nonsense)
			} else if next != st || len(log.Events) > 0 {
				s.failf("Edit(%q) is refused (%v) and still changes or tells something", nonsense, err)
			}
		}
	})
}

// checkEditBy checks that a number of the board that a GM may set can also be changed by an amount, and that several
// changes are made only if none is wrong.
func (s *suite[S]) checkEditBy() {
	s.lookAt(20, func(st S, _ rules.Turn) {
		for i, stand := range s.sys.Board(&st).Stands {
			for _, n := range stand.Numbers {
				of, _, _ := strings.Cut(n.Name, " ")
				name, next, set := s.name(rules.Seat(i)), st, st
				// A number that the GM may not set, or that is too small to be lowered, is passed over.
				if n.N < 2 || s.sys.Edit(&set, name+" "+of+"="+strconv.Itoa(n.N-1), nil) != nil {
					continue
				}
				if err := rules.Edit(s.sys, &next, name+" "+of+"-=1", nil); err != nil || next != set {
					s.failf("%s's %s=%d less 1 is not %d (%v)", name, of, n.N, n.N-1, err)
				}
				both := st
				if err := rules.Edit(s.sys, &both, name+" "+of+"-=1; "+name+" nothing=1", nil); err == nil || both != st {
					s.failf("of two changes one is wrong (%v), and one is made", err)
				}
			}
		}
	})
}

// checkLayers checks that Unpack returns the position that Pack packed, or an equivalent one: it packs alike, has the
// same turn and offers the same. The round is not packed.
func (s *suite[S]) checkLayers() {
	l, ok := s.sys.(rules.Layers[S])
	if !ok {
		return
	}
	s.look(func(st S, turn rules.Turn) {
		packed := l.Pack(&st, nil)
		var back S
		if err := l.Unpack(packed, &back); err != nil || l.Round(&back) != 1 {
			s.failf("Unpack(Pack) of %+v is in round %d, %v", st, l.Round(&back), err)
		}
		l.SetRound(&back, l.Round(&st))
		if back != st {
			isAlike := string(l.Pack(&back, nil)) == string(packed) && s.sys.Turn(&back) == turn
			if !isAlike || !s.offers(&st, &back, turn) {
				s.failf("Unpack(Pack) of %+v is %+v, where something else can be done", st, back)
			}
		}
		if marked := l.Pack(&st, []byte{1, 2}); string(marked) != "\x01\x02"+string(packed) || len(packed) > 255 {
			s.failf("Pack behind a full buffer is % x, want % x after it, of at most 255 bytes", marked, packed)
		}
	})
}

// offers reports whether two positions offer the same decisions, or the same dice. With Twins a decision may use
// another, equal thing.
func (s *suite[S]) offers(a, b *S, turn rules.Turn) bool {
	switch turn.Kind {
	case rules.Over:
		return true
	case rules.Chance:
		return slices.Equal(s.sys.Odds(a, nil), s.sys.Odds(b, nil))
	}
	here, there := s.sys.Actions(a, nil), s.sys.Actions(b, nil)
	return slices.Equal(here, there) || s.options.Twins && covers(here, there) && covers(there, here)
}

// covers reports whether list a has every decision of list b, possibly with another thing.
func covers(a, b []rules.Action) bool {
	return !slices.ContainsFunc(b, func(x rules.Action) bool {
		return !slices.ContainsFunc(a, func(y rules.Action) bool { x.With, y.With = 0, 0; return x == y })
	})
}

// checkAllocations checks that what a search calls at each node does not allocate, given a buffer and no log.
func (s *suite[S]) checkAllocations() {
	// The buffers are larger than any list and the positions are on the heap, so that only the game's allocations
	// count.
	actions, odds := make([]rules.Action, 0, 1<<12), make([]rules.Odds, 0, 1<<12)
	now, next := new(S), new(S)
	measure := func(what string, f func()) {
		if n := testing.AllocsPerRun(10, f); n > 0 {
			s.failf("%s allocates %v times", what, n)
		}
	}
	s.lookAt(60, func(st S, turn rules.Turn) {
		*now = st
		moves := moves(s.sys, &st)
		measure("Turn", func() { s.sys.Turn(now) })
		measure("Score", func() { s.sys.Score(now) })
		if s.hooks.Leaf != nil {
			measure("Leaf", func() { s.hooks.Leaf(now) })
		}
		switch turn.Kind {
		case rules.Decide, rules.Commit:
			measure("Actions", func() { s.sys.Actions(now, actions) })
		case rules.Chance:
			measure("Odds", func() { s.sys.Odds(now, odds) })
			if s.hooks.FineOdds != nil {
				measure("FineOdds", func() { s.hooks.FineOdds(now, odds) })
			}
		}
		measure("Play", func() {
			for _, a := range moves {
				*next = *now
				s.sys.Play(next, a, nil)
			}
		})
	})
}
