package rules

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/text"
)

// Witness is a system's reader of the events of one passage. It writes the law line (exact, for rules questions) and
// the facts (for tales) of a [Passage]. It must accept events in any order: records are untrusted.
type Witness interface {
	// Event reads the next event and its step.
	Event(e Event, s Step)
	// Ends reads the event that ends the passage and begins another, before the passage is told.
	Ends(e Event, s Step)
	// Over reports whether a step without events ends the passage, as when its seat ends its turn.
	Over(s Step) bool
}

// Passage is a part of a fight that is told together (a breath, a turn or a lull), as far as it has been read.
type Passage struct {
	Kind   string // of the event that began it
	Seat   string // the name of the combatant whose passage it is; empty: nobody's
	Regain int    // how much its seat got back at the end of what it pays with
	Law    Clauses
	Facts  []Fact
	*Scene
}

// Scene is what is known from all events so far.
type Scene struct {
	BloodDrawn bool                  // first blood has been drawn
	Match      bool                  // it is sparring
	Dice       []int                 // the faces thrown last
	Teams      [2]string             // the names of the sides
	Seats      []string              // who was there at the beginning, in the order of seats
	MaxWounds  func(seat string) int // the most Wounds a seat is known to have had, 0 if none is known
	Purse      func(seat string) int // what a seat has to pay with, -1 if that is not known
	Stand      func(seat string) Stand
	Ground     Ground
	SpentOn    map[string]bool // by "seat|use", as "Aki|deflect": whether the seat has spent on this use in this round
}

// StateOf returns the state of this name that a seat is in, nil if it is in none.
func (s *Scene) StateOf(seat, name string) *State {
	if s.Stand == nil {
		return nil
	}
	states := s.Stand(seat).States
	if i := slices.IndexFunc(states, func(x State) bool { return x.Name == name }); i >= 0 {
		return &states[i]
	}
	return nil
}

// Place returns the place of a seat; if the ground does not list it only its name is set.
func (s *Scene) Place(seat string) Place {
	at := ""
	if s.Stand != nil {
		at = s.Stand(seat).At
	}
	if i := slices.IndexFunc(s.Ground.Places, func(p Place) bool { return p.At == at }); i >= 0 {
		return s.Ground.Places[i]
	}
	return Place{At: at}
}

// Spot returns what a tale calls a zone, with the name of the side in place of its number: "first rear" is "the rear of
// the bandits".
func Spot(name string, teams [2]string) string {
	number, part, _ := strings.Cut(strings.ToLower(name), " ")
	i := slices.Index([]string{"first", "second"}, number)
	switch {
	case name == "":
		return ""
	case strings.EqualFold(name, "core"):
		return "the middle of the field"
	case i < 0 || teams[i] == "" || part != "front" && part != "rear":
		return "the " + strings.ToLower(name)
	}
	return "the " + part + " of " + text.The(teams[i])
}

// Note adds a fact to the passage. A fact without a chance, as of dice that a Lord has shifted, gets 1.
func (p *Passage) Note(f Fact) {
	if f.P <= 0 {
		f.P = 1
	}
	f.Match = p.Match
	p.Facts = append(p.Facts, f)
}

// Add adds a fact that a step has decided.
func (p *Passage) Add(f Fact, s Step) {
	f.Step = s.N
	p.Note(f)
}

// Ends and Over are what a [Witness] that embeds a Passage does unless it says otherwise: only the beginning of the
// next passage ends this one.
func (p *Passage) Ends(Event, Step) {}

func (p *Passage) Over(Step) bool { return false }

// Latest returns the last fact that a condition holds for, nil if there is none.
func (p *Passage) Latest(is func(*Fact) bool) *Fact {
	for i := range slices.Backward(p.Facts) {
		if is(&p.Facts[i]) {
			return &p.Facts[i]
		}
	}
	return nil
}

// WoundOf returns the last fact in which a seat has lost Wounds in a step, nil if there is none.
func (p *Passage) WoundOf(seat string, s Step) *Fact {
	return p.Latest(func(f *Fact) bool {
		return f.Wounds > 0 && f.Step == s.N && (f.To == seat || f.Kind == "hurt" && f.By == seat)
	})
}

// MakeFall turns a fact of lost Wounds into one of the fall that they led to: "sunk" if no blow took them, else "fall".
func (p *Passage) MakeFall(f *Fact, fate string) {
	f.Kind = text.Either(f.Kind == "hurt", "sunk", "fall")
	f.Fate = fate
}

// Wound sets the Wounds, Depth and First of a fact in which a seat has lost n Wounds, and has so many left.
func (p *Passage) Wound(f *Fact, seat string, n, left int) {
	f.Wounds, f.First = n, p.FirstBlood()
	if full := max(p.MaxWounds(seat), n+left); full > 0 {
		f.Depth = float64(n) / float64(full)
	}
}

// FirstBlood records that blood is drawn and reports whether it is the first time.
func (p *Passage) FirstBlood() bool {
	first := !p.BloodDrawn
	p.BloodDrawn = true
	return first
}

// Who returns a text with the name that it is about before it, unless that is unnamed, whom the law line has named.
func Who(unnamed, name, txt string) string {
	if name == unnamed {
		return txt
	}
	return text.Escape(name) + " " + txt
}

// Clauses is a law line that is being written: a clause for each maneuver and its consequences.
type Clauses struct {
	list []string
	open bool // the last clause waits for the result of dice
}

// Begin begins a clause; the result of the next dice is appended to it.
func (c *Clauses) Begin(text string) {
	c.list = append(c.list, text)
	c.open = true
}

// And appends to the clause under way.
func (c *Clauses) And(text string) {
	if len(c.list) == 0 {
		c.list = append(c.list, text)
	} else {
		c.list[len(c.list)-1] += "; " + text
	}
	c.open = false
}

// Await appends to the clause under way something that the next dice decide.
func (c *Clauses) Await(text string) {
	c.And(text)
	c.open = true
}

// Tail appends text to the last clause unchanged.
func (c *Clauses) Tail(text string) {
	if len(c.list) == 0 {
		c.list = append(c.list, strings.TrimLeft(text, " ,;:"))
		return
	}
	c.list[len(c.list)-1] += text
}

// Answer appends the result of dice if the clause waits for one, and reports whether it does.
func (c *Clauses) Answer(text string) bool {
	if !c.open || len(c.list) == 0 {
		return false
	}
	c.Tail(text)
	c.open = false
	return true
}

// Throw appends a check to the clause that it decides, or under its own name if other dice came between.
func (c *Clauses) Throw(name, text string) {
	if !c.Answer(" " + text) {
		c.And(name + " " + text)
	}
}

// Says reports whether the clause under way contains a text.
func (c *Clauses) Says(text string) bool {
	return len(c.list) > 0 && strings.Contains(c.list[len(c.list)-1], text)
}

// Len returns the number of clauses.
func (c *Clauses) Len() int { return len(c.list) }

// Line returns the law line; equal clauses in a row are counted: "reserve parry ×3 · thrust > Sute".
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

// SumText returns dice, their modifier and the total: "7+9+3=19".
func SumText(total int, dice []int) string {
	modifier := total
	for _, die := range dice {
		modifier -= die
	}
	text := joinFaces(dice, "+")
	if modifier != 0 && text != "" {
		text += fmt.Sprintf("%+d", modifier)
	}
	if len(dice) < 2 && modifier == 0 {
		return fmt.Sprint(total)
	}
	return fmt.Sprintf("%s=%d", text, total)
}
