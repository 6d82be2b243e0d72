package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// A position in a file is a boundary and the moves that follow it, as chess programs say "position … moves …": now: has
// the values where a breath, turn or round began, since: what has happened from there. Reading plays the moves, so that
// no file can describe what play does not lead to.

// Boundary reports whether a file can describe a position without since: moves: a breath, turn or round begins there,
// or the fight is over.
func Boundary[S comparable](g Game[S], s *S) bool {
	t := g.Turn(s)
	return t.Begins || t.Kind == Over
}

// Since plays the moves of a file from the boundary s, and sets s to where they lead. It returns the last boundary that
// they pass and the moves after it.
func Since[S comparable](sys System[S], s *S, moves []book.Move) (from S, rest []book.Move, bad strict.Complaints) {
	from = *s
	for k, m := range moves {
		wrong, want := playMove(sys, s, m)
		if wrong != "" {
			bad.Wrong(strict.Path{"since", k}, fmt.Sprintf("line %d of since: %s", k+1, wrong), want)
			return from, nil, bad
		}
		if rest = append(rest, m); Boundary[S](sys, s) {
			from, rest = *s, nil
		}
	}
	return from, rest, nil
}

// Origin remembers how the start of a game is reached, so that it can be written to a file again: the last boundary
// before it, and the moves from there. A system's game embeds it.
type Origin[S comparable] struct {
	from S
	rest []book.Move
}

// Since returns the last boundary before the start, and the moves from there.
func (o *Origin[S]) Since() (S, []book.Move) { return o.from, o.rest }

// Follow plays the moves of a file and sets start, a boundary, to where they lead.
func (o *Origin[S]) Follow(sys System[S], start *S, moves []book.Move) (bad strict.Complaints) {
	o.from, o.rest, bad = Since(sys, start, moves)
	return bad
}

// playMove makes one move, or returns what is wrong with it and what would be right.
func playMove[S comparable](sys System[S], s *S, m book.Move) (wrong, want string) {
	turn, c := sys.Turn(s), Check{}
	if turn.Kind == Chance {
		c = sys.Check(s)
	}
	switch {
	case m.Edit != "":
		return splitSentence(Edit(sys, s, m.Edit, nil), ", want ", "")
	case turn.Kind == Over:
		return fmt.Sprintf("%v when the fight is over", m), "nothing more"
	case turn.Kind == Chance && len(m.Roll) == 0:
		return fmt.Sprintf("%v, but the dice decide: %s", m, c.ThrowText(sys.Roster())), "{roll: [...]} with what they show"
	case turn.Kind == Chance:
		a, err := ReadFaces(sys, s, m.Roll)
		if err != nil {
			return splitSentence(err, ", want ", "")
		}
		sys.Play(s, a, nil)
		return "", ""
	case len(m.Roll) > 0:
		words := Choices(sys, s)
		return fmt.Sprintf("%v, but %s decides", m, sys.Roster()[turn.Seat].Name),
			fmt.Sprintf("one of %d decisions: %s", len(words), text.QuoteList(words, 7))
	}
	a, err := ParseAction(sys, s, m.Do)
	if err == nil && !slices.Contains(sys.Actions(s, nil), a) {
		err = fmt.Errorf("%q is not legal now", m.Do)
	}
	if err != nil {
		return splitSentence(err, "; ", "what is ")
	}
	sys.Play(s, a, nil)
	return "", ""
}

// splitSentence splits an error at the mark: what is wrong stands before it, what is wanted after it. The latter gets a
// prefix.
func splitSentence(err error, mark, prefix string) (wrong, want string) {
	if err == nil {
		return "", ""
	}
	wrong, want, ok := strings.Cut(err.Error(), mark)
	if ok {
		want = prefix + want
	}
	return wrong, want
}

// Choices words the legal decisions; it returns nil if the position waits for dice or the fight is over.
func Choices[S comparable](sys System[S], s *S) (words []string) {
	if k := sys.Turn(s).Kind; k == Chance || k == Over {
		return nil
	}
	for _, a := range sys.Actions(s, nil) {
		words = append(words, sys.Format(s, a))
	}
	return words
}

// ReadFaces returns the outcome of dice thrown at a table, or why they cannot show these faces.
func ReadFaces[S comparable](sys System[S], s *S, faces []int) (Action, error) {
	if sys.Hooks().Throw == nil {
		if err := sys.Check(s).CheckFaces(faces, sys.Roster()); err != nil {
			return Action{}, err
		}
	}
	return sys.Read(s, faces)
}

// Throw throws the dice that a position waits for, each with die, and returns the faces.
func Throw[S comparable](sys System[S], s *S, die func(sides int) int) (shown []int) {
	if throw := sys.Hooks().Throw; throw != nil {
		return throw(s, die)
	}
	for _, sides := range sys.Check(s).Dice {
		shown = append(shown, die(sides))
	}
	return shown
}

// Path is how a position was reached: the last boundary on the way, and the moves from there. It is a value: WithMove
// and WithAction return longer paths and leave this one as it is.
type Path[S comparable] struct {
	From   S
	since  []pathMove[S]
	before *Path[S] // the path to From, from the beginning of the round before on; nil if unknown
}

// pathMove is a move of a path: a move in words, or an action at a position, which [Path.Position] words when it is
// asked. A search makes many moves and writes few.
type pathMove[S comparable] struct {
	book.Move
	at     *S // where action was taken; nil: the move is in words
	action Action
}

// play plays the move at a position of its path.
func (m *pathMove[S]) play(sys System[S], s *S) {
	if m.at != nil {
		sys.Play(s, m.action, nil)
	} else {
		playMove(sys, s, m.Move)
	}
}

// StartPath returns the path to the start of a game.
func StartPath[S comparable](sys System[S]) (p Path[S]) {
	from, since := sys.Since()
	p.From = from
	for _, m := range since {
		p.since = append(p.since, pathMove[S]{Move: m})
	}
	return p
}

// WithMove returns the path longer by one move, which has led to next.
func (p Path[S]) WithMove(g Game[S], next *S, by book.Move) Path[S] {
	return p.extend(g, next, pathMove[S]{Move: by})
}

// WithAction returns the path longer by the action a at a position, which has led to next.
func (p Path[S]) WithAction(g Game[S], at *S, a Action, next *S) Path[S] {
	before := *at
	return p.extend(g, next, pathMove[S]{at: &before, action: a})
}

// extend adds a move; a path that reaches a boundary begins anew there, with p as its before.
func (p Path[S]) extend(g Game[S], next *S, by pathMove[S]) Path[S] {
	p.since = append(slices.Clip(p.since), by)
	if !Boundary(g, next) {
		return p
	}
	longer := Path[S]{From: *next}
	if rounds, is := g.(interface{ Round(*S) int }); is {
		longer.before = p.cutToRoundBefore(rounds.Round, rounds.Round(next))
	}
	return longer
}

// cutToRoundBefore returns the path from the beginning of the round before this one on: nothing asks for what came
// earlier, and a long fight would keep all of its positions.
func (p *Path[S]) cutToRoundBefore(roundOf func(*S) int, round int) *Path[S] {
	if p == nil || roundOf(&p.From)+1 < round {
		return nil
	}
	before := p.before.cutToRoundBefore(roundOf, round)
	if before == p.before {
		return p
	}
	short := *p
	short.before = before
	return &short
}

// CutAt returns the path up to the position end, which lies on it after its last boundary.
func (p Path[S]) CutAt(sys System[S], end *S) Path[S] {
	s := p.From
	for k, m := range p.since {
		if s == *end {
			p.since = p.since[:k]
			break
		}
		m.play(sys, &s)
	}
	return p
}

// Position returns the encounter file of the position that a path leads to.
func (p Path[S]) Position(sys System[S]) ([]byte, error) {
	since := make([]book.Move, len(p.since))
	for i, m := range p.since {
		since[i] = m.Move
		if m.at == nil {
			continue
		}
		var err error
		if since[i], err = moveOf(sys, m.at, m.action); err != nil {
			return nil, err
		}
	}
	return sys.Position(&p.From, since...)
}

// throwsMax is the most throws that are tried to find dice with a given outcome.
const throwsMax = 1 << 20

// moveOf returns an action of a position as a file says it: a decision in words, an outcome as dice that lead to the
// same position.
func moveOf[S comparable](sys System[S], s *S, a Action) (book.Move, error) {
	if sys.Turn(s).Kind != Chance {
		return book.Move{Do: sys.Format(s, a)}, nil
	}
	want := *s
	sys.Play(&want, a, nil)
	r := rand.New(rand.NewPCG(1, 2))
	for n := range throwsMax {
		// Rare outcomes need many lowest or many highest faces: from throw to throw more of the dice show such a face,
		// for twenty throws the lowest, for the next twenty the highest.
		extreme := float64(n%20) / 20
		faces := Throw(sys, s, func(sides int) int {
			if r.Float64() < extreme {
				return 1 + (n/20%2)*(sides-1)
			}
			return 1 + r.IntN(sides)
		})
		shown, err := sys.Read(s, faces)
		if err != nil {
			return book.Move{}, err
		}
		next := *s
		if sys.Play(&next, shown, nil); next == want {
			return book.Move{Roll: faces}, nil
		}
	}
	return book.Move{}, fmt.Errorf("no dice found that show %q", sys.Format(s, a))
}
