package rules

import (
	"fmt"
	"strings"
)

// What a system's witness writes into: the passage under way, with its law line and its moments.

// Witness reads the events of one passage. It may trust nothing about their order: records come from anywhere.
type Witness interface {
	// Event takes the next event, and the step it is of.
	Event(e Event, s Step)
	// Ends takes the event that ends the passage and begins another, before the passage is told.
	Ends(e Event, s Step)
	// Over says whether a step without events ends the passage: the word of its seat that it is done.
	Over(s Step) bool
}

// Passage is a stretch of a fight that is told together, a breath, a turn or a lull, as far as it has come.
type Passage struct {
	Kind     string // the event it began with
	Seat     string // whose it is
	Regained int    // of what its seat pays with, at its end
	Law      Clauses
	Moments  []Moment
	*Scene
}

// Scene is what all events so far have shown.
type Scene struct {
	Blood  bool                   // first blood has been witnessed
	Fallen bool                   // somebody has fallen
	Match  bool                   // it is sparring
	Dice   []int                  // those thrown last
	Alone  func(seat string) bool // the only one left of several on its side
}

// Note keeps a moment. A chance that is not known, of dice that were shifted, is 1.
func (p *Passage) Note(m Moment) {
	if m.P <= 0 {
		m.P = 1
	}
	m.Last = m.Last || m.Target != "" && p.Alone(m.Target)
	m.Fallen = m.Fallen || p.Fallen
	p.Moments = append(p.Moments, m)
}

// FirstBlood says whether blood is drawn for the first time, and remembers it.
func (p *Passage) FirstBlood() bool {
	first := !p.Blood
	p.Blood = true
	return first
}

// Clauses are a law line under way: a clause for each maneuver, in it what followed from it.
type Clauses struct {
	list []string
	open bool
}

// Begin opens a clause; dice that come next are its own.
func (c *Clauses) Begin(text string) {
	c.list = append(c.list, text)
	c.open = true
}

// And goes on in the clause under way.
func (c *Clauses) And(text string) {
	if len(c.list) == 0 {
		c.list = append(c.list, text)
	} else {
		c.list[len(c.list)-1] += "; " + text
	}
	c.open = false
}

// Await goes on in the clause under way with what dice will decide.
func (c *Clauses) Await(text string) {
	c.And(text)
	c.open = true
}

// Tail adds to what was said last, as it is.
func (c *Clauses) Tail(text string) {
	if len(c.list) == 0 {
		c.list = append(c.list, strings.TrimLeft(text, " ,;:"))
		return
	}
	c.list[len(c.list)-1] += text
}

// Answer adds what came of it where the clause ends with a question, and says whether it does.
func (c *Clauses) Answer(text string) bool {
	if !c.open || len(c.list) == 0 {
		return false
	}
	c.Tail(text)
	c.open = false
	return true
}

// Throw adds a check to what it is for, or under its own name where other dice came between.
func (c *Clauses) Throw(name, text string) {
	if !c.Answer(" " + text) {
		c.And(name + " " + text)
	}
}

// Says says whether the clause under way has a text in it.
func (c *Clauses) Says(text string) bool {
	return len(c.list) > 0 && strings.Contains(c.list[len(c.list)-1], text)
}

// Len is how many clauses there are.
func (c *Clauses) Len() int { return len(c.list) }

// Line is the clauses, those told twice in a row counted: "reserve parry ×3 · thrust > Sute".
func (c *Clauses) Line() string {
	var parts []string
	for i := 0; i < len(c.list); {
		n := i
		for n < len(c.list) && c.list[n] == c.list[i] {
			n++
		}
		part := c.list[i]
		if n-i > 1 {
			part = fmt.Sprintf("%s ×%d", part, n-i)
		}
		parts, i = append(parts, part), n
	}
	return strings.Join(parts, " · ")
}

// SumText is dice, what is added to them, and the total: "7+9+3=19".
func SumText(total int, dice []int) string {
	var parts []string
	rest := total
	for _, die := range dice {
		parts = append(parts, fmt.Sprint(die))
		rest -= die
	}
	text := strings.Join(parts, "+")
	if rest != 0 && text != "" {
		text += fmt.Sprintf("%+d", rest)
	}
	if len(parts) < 2 && rest == 0 {
		return fmt.Sprint(total)
	}
	return fmt.Sprintf("%s=%d", text, total)
}

// Several is a number and its noun: "1 Wound", "2 Wounds".
func Several(n int, noun string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
