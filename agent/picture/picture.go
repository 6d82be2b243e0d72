// Package picture shows a position: one structured view of it for all rule systems, and that view as a drawing (SVG) and as
// text. Every interface that shows where everybody stands uses it, so that nothing is drawn twice. Pages without scripts (a tale, a
// review) have their paper and the chart of a fight from here too.
//
// A picture holds only what everybody at the table may know, see [rules.Boards], and for the GM what is proposed.
package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Picture is a position as it is shown.
type Picture struct {
	Title  string       `json:"title"`
	Round  int          `json:"round" jsonschema:"from 1"`
	As     string       `json:"as,omitempty" jsonschema:"whose picture it is: a combatant; absent for the GM's and for everybody's"`
	Turn   Turn         `json:"turn"`
	Ground rules.Ground `json:"ground"`
	Lies   []rules.Lie  `json:"lies,omitempty" jsonschema:"what lies on places"`
	Seats  []Seat       `json:"seats" jsonschema:"the combatants in seat order"`
	Count  []next       `json:"count" jsonschema:"who is next, the first first; who has no turn to come in this round is not in it"`

	Note string `json:"note,omitempty" jsonschema:"of a record that other rules wrote: that it does"`

	Proposal *arrow `json:"proposal,omitempty" jsonschema:"for the GM: what kokyu proposes for who decides"`
}

// Turn is what the fight waits for.
type Turn struct {
	Kind   string `json:"kind" jsonschema:"secret is a decision that others do not see before they have answered"`
	Seat   string `json:"seat,omitempty" jsonschema:"who decides, or whose dice they are"`
	Winner string `json:"winner,omitempty" jsonschema:"the side that has won; absent for a draw"`
}

// Turns are the kinds of turns.
var Turns = []rules.Term{
	{Name: "decision", Means: "somebody decides"},
	{Name: "secret", Means: "somebody decides what others do not see before they have answered"},
	{Name: "dice", Means: "dice are thrown"},
	{Name: "over", Means: "the fight is over"},
}

// Seat is a combatant.
type Seat struct {
	Name    string     `json:"name"`
	Letter  string     `json:"letter" jsonschema:"what stands for it on a picture: one to three characters, nobody else's"`
	Kind    string     `json:"kind" jsonschema:"the catalogue row"`
	Side    rules.Side `json:"side" jsonschema:"0 or 1"`
	Team    string     `json:"team" jsonschema:"the side's name"`
	Several bool       `json:"several,omitempty" jsonschema:"a squad: people of one kind under one name"`
	rules.Stand
}

// next is a place in the count.
type next struct {
	Seat  string `json:"seat"`
	N     int    `json:"n,omitempty" jsonschema:"what orders the count: Energy, the Initiative Value; absent where nothing is counted"`
	Waits bool   `json:"waits,omitempty" jsonschema:"has let the next one pass, and stands just below it"`
}

// arrow is a decision.
type arrow struct {
	Seat string `json:"seat"`
	Do   string `json:"do"`
	At   string `json:"at,omitempty" jsonschema:"the combatant it is aimed at"`
	To   string `json:"to,omitempty" jsonschema:"the place it leads to"`
}

// Of returns the picture of a fight where it stands.
func Of(f *fight.Fight, title string) Picture { return From(f.Snapshot(), title) }

// From returns the picture of a position, as a fight or a record has it.
func From(s fight.Snapshot, title string) Picture {
	p := Picture{Title: title, Round: s.Round, Turn: Turn{s.Waits, s.Seat, s.Winner}, Ground: s.Ground, Lies: s.Lies, Count: []next{}}
	if p.Ground.Places == nil {
		p.Ground.Places = []rules.Place{}
	}
	letters := letters(s.Roster)
	for i, r := range s.Roster {
		p.Seats = append(p.Seats, Seat{Name: r.Name, Letter: letters[i], Kind: r.Kind, Side: r.Side, Team: r.Team, Several: r.Several, Stand: s.Stands[i]})
	}
	for _, c := range s.Count {
		p.Count = append(p.Count, next{Seat: s.Roster[c.Seat].Name, N: c.N, Waits: c.Waits})
	}
	return p
}

// Propose returns the picture with a decision of the fight as what is proposed.
func (p Picture) Propose(f *fight.Fight, o fight.Option) Picture {
	p.Proposal = &arrow{Seat: f.Name(f.Turn().Seat), Do: o.Words, At: f.Name(o.At), To: f.Leads(o.Action)}
	return p
}

// letters returns for each combatant one to three characters that stand for it: the initial of its name, with the number the
// name ends with, or with a further letter where that is somebody else's; without a letter in the name the number of the seat.
func letters(roster []rules.Fighter) (letters []string) {
	for i, r := range roster {
		of := candidates(r.Name)
		k := slices.IndexFunc(of, func(c string) bool { return !slices.Contains(letters, c) })
		if k < 0 {
			letters = append(letters, strconv.Itoa(i+1))
			continue
		}
		letters = append(letters, of[k])
	}
	return letters
}

// candidates returns the letters a name may have, the best first.
func candidates(name string) (list []string) {
	var of []rune
	for _, r := range name {
		if unicode.IsLetter(r) && text.Prints(r) {
			of = append(of, r)
		}
	}
	if len(of) == 0 {
		return nil
	}
	first := string(unicode.ToUpper(of[0]))
	words := strings.Fields(name)
	if n, err := strconv.Atoi(words[len(words)-1]); err == nil && n >= 0 && n < 100 {
		list = append(list, fmt.Sprint(first, n))
	}
	list = append(list, first)
	for _, r := range of[1:] {
		list = append(list, first+string(unicode.ToLower(r)))
	}
	return list
}

// Find finds a combatant by its name; nil for nobody.
func (p Picture) Find(name string) *Seat {
	for i := range p.Seats {
		if p.Seats[i].Name == name {
			return &p.Seats[i]
		}
	}
	return nil
}

// at lists who is at a place, those in the fight first.
func (p Picture) at(place string) (list []*Seat) {
	for _, out := range []bool{false, true} {
		for i := range p.Seats {
			if s := &p.Seats[i]; s.At == place && (s.Out != "") == out {
				list = append(list, s)
			}
		}
	}
	return list
}

// bySide returns the seats at a place, side by side.
func (p Picture) bySide(place rules.Place) [][]*Seat {
	sides := make([][]*Seat, 2)
	for _, s := range p.at(place.At) {
		sides[s.Side] = append(sides[s.Side], s)
	}
	return sides
}

// nowhere lists who is at no place: gone, or not called yet.
func (p Picture) nowhere() (list []*Seat) {
	for i := range p.Seats {
		if s := &p.Seats[i]; s.At == "" {
			list = append(list, s)
		}
	}
	return list
}

// Waits returns what the fight waits for, in words: "round 1: Jubei the Cur decides".
func (p Picture) Waits() string {
	says := ""
	switch p.Turn.Kind {
	case "decision":
		says = p.Turn.Seat + " decides"
	case "secret":
		says = p.Turn.Seat + " decides in secret"
	case "dice":
		if says = p.Turn.Seat + " throws"; p.Turn.Seat == "" {
			says = "the dice decide"
		}
	case "over":
		if says = "nobody has won"; p.Turn.Winner != "" {
			says = "won by " + text.The(p.Turn.Winner)
		}
	}
	return fmt.Sprintf("round %d: %s", p.Round, says)
}

// Words describes a combatant in full: "Gonta, bandit, bandits: second front; wounds 1 of 1; strained".
func (s *Seat) Words() string {
	parts := []string{fmt.Sprintf("%s, %s, %s", s.Name, s.Kind, s.Team)}
	switch {
	case s.Out != "" && s.At != "":
		parts = append(parts, s.Out+" at "+s.At)
	case s.Out != "":
		parts = append(parts, s.Out)
	default:
		parts = append(parts, s.At)
	}
	for _, n := range s.Numbers {
		if n.Max > 0 {
			parts = append(parts, fmt.Sprintf("%s %d of %d", n.Name, n.N, n.Max))
		} else {
			parts = append(parts, fmt.Sprintf("%s %d", n.Name, n.N))
		}
	}
	parts = append(parts, s.ready()...)
	if s.Weapon != "" {
		parts = append(parts, s.Weapon)
	}
	for _, w := range s.States {
		parts = append(parts, state(w))
	}
	return strings.Join(parts, "; ")
}

// notes returns what besides numbers is worth knowing, in few words: the stance, what is held ready, states.
func (s *Seat) notes() []string {
	list := s.ready()
	for _, w := range s.States {
		if !strings.Contains(s.Weapon, "("+w.Name) { // the weapon says it
			list = append(list, state(w))
		}
	}
	return list
}

// ready words the stance and what is held ready.
func (s *Seat) ready() (list []string) {
	if s.Stance != "" {
		list = append(list, strings.TrimSuffix(s.Stance, " stance")+" stance")
	}
	for _, h := range s.Reservations {
		words := h.What + " held"
		if h.N != 1 {
			words += fmt.Sprintf(" x%d", h.N)
		}
		list = append(list, words)
	}
	return list
}

// state words a state: "grappled with Kuma", "exposed 2", "under fog".
func state(w rules.State) string {
	words := w.Name
	if w.What != "" {
		words += " " + w.What
	}
	switch {
	case w.With == "":
	case slices.Contains([]string{"bound", "grappled", "pinned"}, w.Name):
		words += " with " + w.With
	case w.Name == "mounted":
		words = "on " + w.With
	case w.Name == "ridden":
		words = "ridden by " + w.With
	case w.Name == "guarded", w.Name == "commanded":
		words += " by " + w.With
	case w.Name == "aiming":
		words = "aims at " + w.With
	default:
		words += " " + w.With
	}
	switch {
	case w.N == 0:
	case w.Name == "wounded", w.Name == "exposed":
		words += fmt.Sprintf(" −%d", w.N)
	default:
		words += fmt.Sprintf(" %d", w.N)
	}
	return words
}

// litterWords words what lies somewhere: "fire 2 at c3", "katana of Cid".
func (p Picture) litterWords() (list []string) {
	for _, l := range p.Lies {
		words := cmp.Or(l.What, l.Kind)
		if l.Owner != "" {
			words += " of " + l.Owner
		}
		if l.N > 0 {
			words += fmt.Sprintf(" %d", l.N)
		}
		if l.At != "" {
			words += " at " + l.At
		}
		list = append(list, words)
	}
	return list
}

// short returns what a number is called where there is little room.
func short(n rules.Number) string { return cmp.Or(n.Term().Short, n.Name) }

// Summary describes the picture in sentences, for who cannot see it.
func (p Picture) Summary() string {
	parts := []string{p.Title, p.Waits()}
	if p.Proposal != nil {
		parts = append(parts, "proposed for "+p.Proposal.Seat+": "+p.Proposal.Do)
	}
	for i := range p.Seats {
		parts = append(parts, p.Seats[i].Words())
	}
	return strings.Join(parts, ". ") + "."
}

// places says who is where.
func (p Picture) places() string {
	var parts []string
	for i := range p.Seats {
		s := &p.Seats[i]
		part := s.Letter + " " + s.Name + ", " + s.At
		if s.Out != "" {
			part += ", " + s.Out
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}
