package rulestest

import (
	"math"
	"math/big"
	"slices"

	"kokyu/rules"
)

// checkOdds checks that each chance is above 0 and at most 1, that they add up to 1, that no outcome comes twice, and
// that the order is always the same.
func (s *suite[S]) checkOdds() {
	// No outcome has this chance. It must still be the first one after Odds has appended.
	mark := rules.Odds{P: -1}
	s.lookAtThrows(func(st S, _ rules.Turn) {
		before := st
		once := s.sys.Odds(&st, nil)
		twice := s.sys.Odds(&st, []rules.Odds{mark})
		if twice[0] != mark || !slices.Equal(once, twice[1:]) || st != before {
			s.failf("Odds are %v, then behind a full buffer %v", once, twice)
		}
		s.checkDistribution("Odds", &st, once)
	})
}

// checkDistribution checks that the chances of outcomes are valid and add up to 1, and that none comes twice.
func (s *suite[S]) checkDistribution(what string, st *S, odds []rules.Odds) {
	sum, seen := 0.0, map[rules.Action]bool{}
	for _, o := range odds {
		if !(o.P > 0 && o.P <= 1) {
			s.failf("%s: %q has the chance %v, want more than 0 and at most 1", what, s.sys.Format(st, o.Action), o.P)
		}
		if seen[o.Action] {
			s.failf("%s: %q (%+v) is there twice", what, s.sys.Format(st, o.Action), o.Action)
		}
		seen[o.Action] = true
		sum += o.P
	}
	if math.Abs(sum-1) > 1e-12 {
		s.failf("%s of %d outcomes add up to %v, want 1", what, len(odds), sum)
	}
}

// checkFine checks that FineOdds has the same chance of each position as Odds.
func (s *suite[S]) checkFine() {
	if s.hooks.FineOdds == nil {
		return
	}
	s.lookAtThrows(func(st S, _ rules.Turn) {
		fine := s.hooks.FineOdds(&st, nil)
		s.checkDistribution("FineOdds", &st, fine)
		s.compareChances("FineOdds", s.byState(&st, fine), s.byState(&st, s.sys.Odds(&st, nil)), 1e-12)
	})
}

// byState adds up the chances of outcomes that lead to the same position.
func (s *suite[S]) byState(st *S, odds []rules.Odds) map[S]float64 {
	sums := map[S]float64{}
	for _, o := range odds {
		next := *st
		s.sys.Play(&next, o.Action, nil)
		sums[next] += o.P
	}
	return sums
}

// compareChances compares two distributions over positions. A position that one of them does not have has the chance 0
// there.
func (s *suite[S]) compareChances(what string, got, want map[S]float64, tolerance float64) {
	for st, p := range want {
		if q := got[st]; math.Abs(p-q) > tolerance {
			s.failf("Odds reach this position with the chance %v, %s with %v:\n\t%+v", p, what, q, st)
			return
		}
	}
	for st, p := range got {
		if _, ok := want[st]; !ok && p > tolerance {
			s.failf("%s reaches this position with the chance %v, Odds never:\n\t%+v", what, p, st)
			return
		}
	}
}

// pathsMax is the most throws of a check for which checkDice tries them.
const pathsMax = 20_000

// checkDice checks Odds and Check against every throw of real dice:
//
//   - the throws lead to each position with the chance that Odds says;
//   - the chance P of Check is that of a check or contest event that is ok, and a success has a verb;
//   - either all throws of a check log such an event, or none does;
//   - the event has the total of the dice with the modifier, and the number to reach.
func (s *suite[S]) checkDice() {
	tried, met := 0, 0
	s.lookAtThrows(func(st S, turn rules.Turn) {
		c := s.sys.Check(&st)
		s.checkMakesSense(c, turn)
		if _, err := s.sys.Read(&st, nil); err == nil {
			s.failf("Read takes no dice at all for %s", c.What)
		}
		reached, success, checks, lost, ok := s.throwAll(&st, c)
		if met++; !ok || s.isDone() {
			return
		}
		tried++
		// Throws that were not followed to their end may lead to any position, so they widen the tolerance.
		s.compareChances("the dice", reached, s.byState(&st, s.sys.Odds(&st, nil)), 1e-9+lost)
		if checks > 0 && math.Abs(success-c.P) > 1e-9+lost {
			s.failf("%s: Check says %v, the dice succeed with the chance %v", c.What, c.P, success)
		}
		if success > 0 && c.Verb == "" {
			s.failf("%s: a success has no verb, want what p is the chance of", c.What)
		}
		if checks > 0 && math.Abs(checks-1) > 1e-9+lost {
			s.failf("%s: only %v of its throws log a check event, want all or none", c.What, checks)
		}
	})
	if met > 0 && tried == 0 && !s.isDone() {
		s.failf("no check has few enough throws to try them all (%d): make a smaller encounter for this test", pathsMax)
	}
}

// checkMakesSense checks the fields of a Check: its seat, its chance in lowest terms, its dice.
func (s *suite[S]) checkMakesSense(c rules.Check, turn rules.Turn) {
	switch {
	case c.Seat != turn.Seat:
		s.failf("the check is %s's, the turn %s's", s.name(c.Seat), s.name(turn.Seat))
	case c.What == "" || len(c.Dice) == 0:
		s.failf("a check without a name or without dice: %+v", c)
	case c.P < 0 || c.P > 1:
		s.failf("%s succeeds with the chance %v, want 0 to 1", c.What, c.P)
	// A check need not have a fraction, but a fraction must be the chance to the bit.
	case c.Den != 0 && (c.Num < 0 || c.Num > c.Den || big.NewRat(c.Num, c.Den).Denom().Int64() != c.Den ||
		float64(c.Num)/float64(c.Den) != c.P):
		s.failf("%s: %d/%d is not %v in lowest terms", c.What, c.Num, c.Den, c.P)
	}
	for i, sides := range c.Dice {
		if sides < 2 && sides != 0 {
			s.failf("%s: die %d has %d sides, want 2 or more, or 0 for a prismatic result", c.What, i+1, sides)
		}
		if of := c.Thrower(i); of != c.Seat && int(of) >= len(s.sys.Roster()) {
			s.failf("%s: die %d is nobody's", c.What, i+1)
		}
	}
}

// negligible is the chance below which a throw is not followed further, as exploding dice never end.
const negligible = 1e-10

// cutShort is the panic by which follow leaves a throw whose chance has become negligible.
type cutShort struct{}

// throwAll tries every throw of a check. It returns the chances of the positions that they lead to, of an ok check
// event (success), of any check event (checks), and of throws not followed to their end (lost). ok is false if there
// are too many throws.
func (s *suite[S]) throwAll(st *S, c rules.Check) (reached map[S]float64, success, checks, lost float64, ok bool) {
	reached = map[S]float64{}
	var faces, sides []int // the path: of each die its group of faces, from 1, and the number of groups
	for paths := 0; ; paths++ {
		if paths == pathsMax {
			return nil, 0, 0, 0, false
		}
		shown, p := s.follow(st, &faces, &sides)
		if shown == nil {
			lost += p
		} else {
			a, err := s.sys.Read(st, shown)
			if err != nil {
				s.failf("Read(%v) of %s: %v", shown, c.What, err)
				return nil, 0, 0, 0, false
			}
			next := *st
			var log rules.Log
			s.sys.Play(&next, a, &log)
			reached[next] += p
			// The first such event is that of this check: others may follow within the same play.
			isCheck := func(e rules.Event) bool { return e.Kind == "check" || e.Kind == "contest" }
			if i := slices.IndexFunc(log.Events, isCheck); i >= 0 {
				e := log.Events[i]
				checks += p
				if e.OK {
					success += p
				}
				shownTotal := c.Mod
				for _, face := range shown {
					shownTotal += face
				}
				hasTotal := e.Kind == "check" && c.Says == "" && len(shown) == len(c.Dice)
				if hasTotal && (e.Total != shownTotal || e.Need != c.Need) {
					s.failf("%s: the dice %v%+d against %d, the event prints %d against %d", c.What, shown,
						c.Mod, c.Need, e.Total, e.Need)
				}
			}
		}
		// The next path: the last die with a further group shows that, and those after it are thrown anew.
		last := len(faces) - 1
		for last >= 0 && faces[last] == sides[last] {
			last--
		}
		if last < 0 {
			return reached, success, checks, lost, true
		}
		faces, sides = faces[:last+1], sides[:last+1]
		faces[last]++
	}
}

// faceGroups returns the sizes of the groups of faces of a die: those of Options.Alike, else 1 each.
func (s *suite[S]) faceGroups(st *S, sides int) []int {
	if s.options.Alike != nil {
		if groups := s.options.Alike(st, sides); groups != nil {
			return groups
		}
	}
	return slices.Repeat([]int{1}, sides)
}

// follow throws along a path, and appends first groups where the throw goes on. It returns the faces, nil if the throw
// was cut short, and the chance of the path. It cuts a throw short by a panic, as the die of [rules.Throw] cannot
// return an error.
func (s *suite[S]) follow(st *S, faces, sides *[]int) (shown []int, p float64) {
	i := 0
	p = 1
	defer func() {
		if e := recover(); e != nil {
			if _, cut := e.(cutShort); !cut {
				panic(e)
			}
			shown = nil
		}
	}()
	shown = rules.Throw(s.sys, st, func(n int) int {
		groups := s.faceGroups(st, n)
		if i == len(*faces) {
			if p < negligible {
				panic(cutShort{})
			}
			*faces, *sides = append(*faces, 1), append(*sides, len(groups))
		}
		// The first face of a group stands for all of them, with the weight of the group.
		group := (*faces)[i] - 1
		face := 1
		for _, g := range groups[:group] {
			face += g
		}
		p *= float64(groups[group]) / float64(n)
		i++
		return face
	})
	return shown, p
}
