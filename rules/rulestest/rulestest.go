// Package rulestest is the conformance suite: what search, records and people rely on in every rule system. A system's
// test calls [Run] once for each encounter that looks different. [Bout] and [Plays] play fights for the tests of single
// laws, and [WantShipped] names the parts that a system still lacks.
//
// The laws of the suite are general and have names ("odds", "replay"); they are not the numbered laws of a system's
// document. Each checks positions of walks, which are fights played at random, and fails at most three times.
package rulestest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"testing"

	"kokyu/rules"
)

// Options say how much is tested and provide what only the system can make. The zero value tests all laws that need no
// option. Run skips the others: position and left out need Load, swapped needs Swapped, renamed needs Renamed.
type Options[S comparable] struct {
	Seed  uint64 // of the random walks; 0 is 1
	Walks int    // 0 is walksStandard
	Steps int    // decisions and throws after which every fight must be over; 0 is stepsStandard
	Looks int    // positions that each law looks at, spread over all walks; 0 is looksStandard

	// Only names the laws to test, for a system whose other fights have tested the rest; nil is all.
	Only []string
	// Without names laws not to test, for a fight with too many throws to try all. A smaller fight of its system tests
	// those.
	Without []string
	// Twins says that a combatant may have two equal things. Then a packed position also stands for one in which the
	// other of the two is used.
	Twins bool
	// Parallel runs the test in parallel with its siblings once allocations have been counted.
	Parallel bool

	// Load reads what Position wrote.
	Load func([]byte) (rules.System[S], error)

	// Swapped is the same encounter with the sides exchanged. SwapSeat returns the seat there of one of our seats, nil if
	// all are the same. Mirror returns the action there of one of our actions, made by one of our seats; nil applies
	// SwapSeat to its target.
	Swapped  rules.System[S]
	SwapSeat func(rules.Seat) rules.Seat
	Mirror   func(rules.Seat, rules.Action) rules.Action

	// Alike returns the groups of faces of a die that mean the same in the throw for which a position waits, by size
	// and in the order of the faces: 5 and 1 for a d6 of which only the six counts. One face of each group is tried,
	// with the weight of the group; nil tries every face.
	Alike func(st *S, sides int) []int

	// Renamed is the same encounter with other names.
	Renamed rules.System[S]
}

// sample returns the options of a test that takes a sample: a sixth of the walks and of the positions, but not fewer
// than 4 and 60. With LONG=1 it takes all.
func (o Options[S]) sample() Options[S] {
	o.Walks, o.Looks = cmp.Or(o.Walks, walksStandard), cmp.Or(o.Looks, looksStandard)
	o.Walks = min(o.Walks, Few(max(4, o.Walks/6), o.Walks))
	o.Looks = min(o.Looks, Few(max(60, o.Looks/6), o.Looks))
	return o
}

// Failure is one broken law.
type Failure struct {
	Law   string
	Where string // seed, step and the words that lead there
	Says  string
}

// String returns the failure as tests print it.
func (f Failure) String() string {
	if f.Where == "" {
		return f.Says
	}
	return f.Says + "\n\t" + f.Where
}

// The values for zero fields of [Options].
const walksStandard, stepsStandard, looksStandard = 20, 5000, 2000

// Run tests a system, one subtest per law, on a sample of the walks and positions unless LONG=1 asks for all. With
// Options.Parallel it makes its test a parallel one.
func Run[S comparable](t *testing.T, sys rules.System[S], opts ...Options[S]) {
	t.Helper()
	var o Options[S]
	if len(opts) > 0 {
		o = opts[0]
	}
	s := newSuite(sys, []Options[S]{o.sample()})
	t.Logf("%d walks from seed %d, %d positions", len(s.walks), s.options.Seed, s.positions)
	for i, l := range s.laws() {
		// Law 0 counts allocations, so it must not run in parallel.
		if i == 1 && s.options.Parallel {
			t.Parallel()
		}
		t.Run(l.name, func(t *testing.T) {
			t.Helper()
			if lacks := s.options.lacks(l.name); lacks != "" {
				t.Skipf("not tested: Options has no %s", lacks)
			}
			for _, f := range s.check(l) {
				t.Error(f)
			}
		})
	}
}

// lacks returns the option that a law needs and does not have, "" if there is none.
func (o *Options[S]) lacks(law string) string {
	switch {
	case (law == "position" || law == "left out") && o.Load == nil:
		return "Load"
	case law == "swapped" && o.Swapped == nil:
		return "Swapped"
	case law == "renamed" && o.Renamed == nil:
		return "Renamed"
	}
	return ""
}

// Check is Run without a test. It returns all failures, in the order of the laws.
func Check[S comparable](sys rules.System[S], opts ...Options[S]) []Failure {
	s := newSuite(sys, opts)
	var all []Failure
	for _, l := range s.laws() {
		all = append(all, s.check(l)...)
	}
	return all
}

// failuresMax is how often one law fails: a broken law mostly breaks at hundreds of positions.
const failuresMax = 3

// suite tests one system. Its methods whose names begin with check are the laws and parts of them.
type suite[S comparable] struct {
	sys          rules.System[S]
	hooks        rules.Hooks[S]
	options      Options[S]
	walks        []walk[S]
	walkFailures []Failure // failures of the walks themselves, for the law walks
	positions    int       // of all walks

	law          string
	fails        []Failure
	lookedAt     *walk[S] // the walk of the position under test; nil if there is none
	lookedAtStep int      // its index in lookedAt.states
}

// walk is one fight played at random. actions[i] leads from states[i] to states[i+1], so that there is one state more.
type walk[S comparable] struct {
	number  int
	states  []S
	actions []rules.Action
}

// law is one law of the suite: its name in [Options], and the function that checks it.
type law struct {
	name  string
	check func()
}

// newSuite returns the suite of a system with its walks.
func newSuite[S comparable](sys rules.System[S], opts []Options[S]) *suite[S] {
	s := &suite[S]{sys: sys, hooks: sys.Hooks()}
	if len(opts) > 0 {
		s.options = opts[0]
	}
	s.options.Seed = max(s.options.Seed, 1)
	s.options.Walks = cmp.Or(s.options.Walks, walksStandard)
	s.options.Steps = cmp.Or(s.options.Steps, stepsStandard)
	s.options.Looks = cmp.Or(s.options.Looks, looksStandard)
	for n := range s.options.Walks {
		s.walk(n)
	}
	return s
}

// walk plays one fight at random and keeps it. A panic of the rules is a failure of the walk and does not end the test.
func (s *suite[S]) walk(number int) {
	r := rand.New(rand.NewPCG(s.options.Seed, uint64(number)))
	w := walk[S]{number: number, states: []S{s.sys.Start()}}
	defer func() {
		if p := recover(); p != nil {
			s.walkFailures = append(s.walkFailures, Failure{"walks", s.path(&w, len(w.states)-1),
				fmt.Sprintf("panic: %v\n%s", p, debug.Stack())})
		}
		s.walks = append(s.walks, w)
		s.positions += len(w.states)
	}()
	for len(w.actions) < s.options.Steps {
		now := w.states[len(w.states)-1]
		a, ok := s.pick(r, &now)
		if !ok {
			return
		}
		s.sys.Play(&now, a, nil)
		w.actions, w.states = append(w.actions, a), append(w.states, now)
	}
	if s.sys.Turn(&w.states[len(w.states)-1]).Kind != rules.Over {
		s.walkFailures = append(s.walkFailures, Failure{"walks", s.path(&w, len(w.states)-1),
			fmt.Sprintf("not over after %d steps", s.options.Steps)})
	}
}

// pick returns a random move of a walk. Half of the throws take all outcomes as equally likely, so that walks come to
// rare ones too.
func (s *suite[S]) pick(r *rand.Rand, now *S) (rules.Action, bool) {
	switch s.sys.Turn(now).Kind {
	case rules.Over:
		return rules.Action{}, false
	case rules.Chance:
		if odds := s.sys.Odds(now, nil); r.IntN(2) == 0 {
			return odds[r.IntN(len(odds))].Action, true
		}
	}
	return AnyMove(r, s.sys, now), true
}

// path words how the fight came to position i of a walk: its last 30 steps.
func (s *suite[S]) path(w *walk[S], i int) (text string) {
	text = fmt.Sprintf("seed %d, walk %d, step %d", s.options.Seed, w.number, i)
	defer func() { _ = recover() }() // a Format that panics is found by its own law
	const last = 30
	var words []string
	for j := max(0, i-last); j < i; j++ {
		st := w.states[j]
		words = append(words, s.sys.Format(&st, w.actions[j]))
	}
	if i > last {
		text += ", after ..."
	} else {
		text += ", after: "
	}
	return text + strings.Join(words, " · ")
}

// where is path for the position under test; empty if there is none.
func (s *suite[S]) where() string {
	if s.lookedAt == nil {
		return ""
	}
	return s.path(s.lookedAt, s.lookedAtStep)
}

// check runs one law and returns its failures. A law that lacks an option is not run.
func (s *suite[S]) check(l law) (fails []Failure) {
	s.law, s.fails, s.lookedAt = l.name, nil, nil
	if s.options.lacks(l.name) != "" {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			fails = append(s.fails, Failure{l.name, s.where(), fmt.Sprintf("panic: %v\n%s", p, debug.Stack())})
		}
	}()
	l.check()
	return s.fails
}

// failf records a failure of the law under way, unless it has failed often enough.
func (s *suite[S]) failf(format string, args ...any) {
	if len(s.fails) < failuresMax {
		s.fails = append(s.fails, Failure{s.law, s.where(), fmt.Sprintf(format, args...)})
	}
}

// isDone reports whether the law under way has failed often enough.
func (s *suite[S]) isDone() bool { return len(s.fails) >= failuresMax }

// look is lookAt for about as many positions as Looks says.
func (s *suite[S]) look(each func(st S, turn rules.Turn)) { s.lookAt(s.options.Looks, each) }

// lookAtThrows is look for the positions that wait for dice.
func (s *suite[S]) lookAtThrows(each func(st S, turn rules.Turn)) {
	s.look(func(st S, turn rules.Turn) {
		if turn.Kind == rules.Chance {
			each(st, turn)
		}
	})
}

// lookAt calls each with about most positions, evenly spread over all walks, and with the last of every walk, as the
// end of a fight is rare and laws break there. It returns when the law has failed often enough.
func (s *suite[S]) lookAt(most int, each func(st S, turn rules.Turn)) {
	stride := max(1, s.positions/max(1, most))
	n := 0
	for i := range s.walks {
		w := &s.walks[i]
		for j, st := range w.states {
			end := j == len(w.states)-1
			if n++; n%stride != 0 && !end {
				continue
			}
			s.lookedAt, s.lookedAtStep = w, j
			each(st, s.sys.Turn(&st))
			if s.isDone() {
				return
			}
		}
	}
	s.lookedAt = nil
}

// name returns a seat's name.
func (s *suite[S]) name(seat rules.Seat) string {
	if roster := s.sys.Roster(); int(seat) < len(roster) {
		return roster[seat].Name
	}
	return fmt.Sprintf("seat %d", seat)
}
