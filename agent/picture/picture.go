// Package picture shows a position: one structured view of it for all rule systems, and that view as a drawing (SVG)
// and as text. Every interface that shows where everybody stands uses it. Pages without scripts, as of a tale or a
// review, get their style and the chart of a fight from here too.
//
// A picture holds only what everybody at the table may know (see [rules.Boards]), and for the GM what is proposed.
//
// # Where what is
//
//	picture.go  the view, and the words that drawing and text share
//	svg.go      the drawing: its frame, tokens and arrows; field.go the ground, card.go combatants with their numbers
//	text.go     the text for a terminal
//	page.go     pages in which drawings stand; chart.go the chance to win over a fight
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

// Picture is a position as it is shown to somebody. It is made without the rules, so that a record is enough.
type Picture struct {
	Title  string       `json:"title"`
	Round  int          `json:"round" jsonschema:"from 1"`
	As     string       `json:"as,omitempty" jsonschema:"whose picture it is: a combatant; absent for the GM's and for everybody's"`
	Turn   Turn         `json:"turn"`
	Ground rules.Ground `json:"ground"`
	Lies   []rules.Item `json:"lies,omitempty" jsonschema:"what lies on places"`
	Seats  []Seat       `json:"seats" jsonschema:"the combatants in seat order"`
	Count  []countPlace `json:"count" jsonschema:"who is next, the first first; who has no turn to come in this round is not in it"`

	Note string `json:"note,omitempty" jsonschema:"of a record that other rules wrote: that it does"`

	Proposal *proposal `json:"proposal,omitempty" jsonschema:"for the GM: what kokyu proposes for who decides"`
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

// countPlace is a place in the count, the order in which seats have their turns.
type countPlace struct {
	Seat  string `json:"seat"`
	N     int    `json:"n,omitempty" jsonschema:"what orders the count: Energy, the Initiative Value; absent where nothing is counted"`
	Waits bool   `json:"waits,omitempty" jsonschema:"has let the next one pass, and stands just below it"`
}

// proposal is a decision that is proposed; drawings show it as an arrow.
type proposal struct {
	Seat string `json:"seat"`
	Do   string `json:"do"`
	At   string `json:"at,omitempty" jsonschema:"the combatant it is aimed at"`
	To   string `json:"to,omitempty" jsonschema:"the place it leads to"`
}

// Of returns the picture of a fight as it stands.
func Of(f *fight.Fight, title string) Picture { return From(f.Snapshot(), title) }

// From returns the picture of a position of a fight or a record. Empty lists are not nil, which would be null in JSON.
func From(s fight.Snapshot, title string) Picture {
	p := Picture{Title: title, Round: s.Round, Turn: Turn{s.Waits, s.Seat, s.Winner}, Ground: s.Ground,
		Lies: s.Items, Count: []countPlace{}}
	if p.Ground.Places == nil {
		p.Ground.Places = []rules.Place{}
	}
	letters := letters(s.Roster)
	for i, r := range s.Roster {
		p.Seats = append(p.Seats, Seat{Name: r.Name, Letter: letters[i], Kind: r.Kind, Side: r.Side, Team: r.Team,
			Several: r.Several, Stand: s.Stands[i]})
	}
	for _, c := range s.Upcoming {
		p.Count = append(p.Count, countPlace{Seat: s.Roster[c.Seat].Name, N: c.N, Waits: c.Waits})
	}
	return p
}

// Propose returns the picture with an option of the fight as its proposal.
func (p Picture) Propose(f *fight.Fight, o fight.Option) Picture {
	p.Proposal = &proposal{Seat: f.Name(f.Turn().Seat), Do: o.Words, At: f.Name(o.At), To: f.Leads(o.Action)}
	return p
}

// letters returns one to three characters for each combatant, different for all: the initial of its name with the
// number at the end of the name, the initial alone or with a further letter, else the number of the seat. Combatants
// choose in the order of the roster.
func letters(roster []rules.Fighter) (letters []string) {
	for i, r := range roster {
		candidates := append(letterCandidates(r.Name), strconv.Itoa(i+1))
		// The number of the seat, which comes last, is always free.
		free := slices.IndexFunc(candidates, func(c string) bool { return !slices.Contains(letters, c) })
		letters = append(letters, candidates[free])
	}
	return letters
}

// letterCandidates returns the letters for a name, the best first; nothing if the name has no letter.
func letterCandidates(name string) (list []string) {
	var inName []rune
	for _, r := range name {
		if unicode.IsLetter(r) && text.Prints(r) {
			inName = append(inName, r)
		}
	}
	if len(inName) == 0 {
		return nil
	}
	first := string(unicode.ToUpper(inName[0]))
	words := strings.Fields(name)
	if n, err := strconv.Atoi(words[len(words)-1]); err == nil && n >= 0 && n < 100 {
		list = append(list, fmt.Sprint(first, n))
	}
	list = append(list, first)
	return append(list, text.Each(inName[1:], func(r rune) string { return first + string(unicode.ToLower(r)) })...)
}

// Find returns a combatant by its name; nil if nobody has it.
func (p Picture) Find(name string) *Seat {
	if i := slices.IndexFunc(p.Seats, func(s Seat) bool { return s.Name == name }); i >= 0 {
		return &p.Seats[i]
	}
	return nil
}

// seatsAt returns who is at a place, those in the fight first.
func (p Picture) seatsAt(place string) (list []*Seat) {
	for _, out := range []bool{false, true} {
		for i := range p.Seats {
			if s := &p.Seats[i]; s.At == place && (s.Out != "") == out {
				list = append(list, s)
			}
		}
	}
	return list
}

// seatsBySide returns the seats at a place by their sides.
func (p Picture) seatsBySide(place rules.Place) [][]*Seat {
	sides := make([][]*Seat, 2)
	for _, s := range p.seatsAt(place.At) {
		sides[s.Side] = append(sides[s.Side], s)
	}
	return sides
}

// Waits says what the fight waits for: "round 1: Jubei the Cur decides".
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

// words describes a combatant in full: "Gonta, bandit, bandits; second front; wounds 1 of 1; strained".
func (s *Seat) words() string {
	parts := []string{fmt.Sprintf("%s, %s, %s", s.Name, s.Kind, s.Team), cmp.Or(s.outWords(), s.At)}
	parts = append(parts, text.Each(s.Numbers, func(n rules.Number) string {
		return fmt.Sprint(n.Name, " ", n.N) + text.Either(n.Max > 0, fmt.Sprint(" of ", n.Max), "")
	})...)
	parts = append(parts, s.readyWords()...)
	if s.Weapon != "" {
		parts = append(parts, s.Weapon)
	}
	return strings.Join(append(parts, text.Each(s.States, stateWords)...), "; ")
}

// outWords says how and where somebody is out of the fight: "down at c4"; empty if they are in it.
func (s *Seat) outWords() string {
	return s.Out + text.Either(s.Out != "" && s.At != "", " at "+s.At, "")
}

// noteWords returns the stance, what is held ready and the states, except for those that the weapon's words name.
func (s *Seat) noteWords() []string {
	states := text.Keep(s.States, func(w rules.State) bool { return !strings.Contains(s.Weapon, "("+w.Name) })
	return append(s.readyWords(), text.Each(states, stateWords)...)
}

// readyWords returns the stance and what is held ready, in words.
func (s *Seat) readyWords() (list []string) {
	if s.Stance != "" {
		list = append(list, strings.TrimSuffix(s.Stance, " stance")+" stance")
	}
	for _, h := range s.Reservations {
		list = append(list, h.What+" held"+text.Either(h.N != 1, fmt.Sprint(" x", h.N), ""))
	}
	return list
}

// isHold reports whether a state is that of two combatants who hold each other.
func isHold(state string) bool {
	return slices.Contains([]string{"bound", "grappled", "pinned"}, state)
}

// stateWords returns a state in words: "grappled with Kuma", "exposed −2", "under fog".
func stateWords(w rules.State) string {
	words := w.Name + text.Either(w.What != "", " "+w.What, "")
	switch {
	case w.With == "":
	case isHold(w.Name):
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

// groundItemWords returns what lies on the ground, in words: "fire 2 at c3", "katana of Cid".
func (p Picture) groundItemWords() (list []string) {
	return text.Each(p.Lies, func(l rules.Item) string {
		return cmp.Or(l.What, l.Kind) + text.Either(l.Owner != "", " of "+l.Owner, "") +
			text.Either(l.N > 0, fmt.Sprint(" ", l.N), "") + text.Either(l.At != "", " at "+l.At, "")
	})
}

// shortName returns the short name of a number, for places with little room.
func shortName(n rules.Number) string { return cmp.Or(n.Term().Short, n.Name) }

// summary describes the picture in sentences, as the label of the drawing for people who cannot see it.
func (p Picture) summary() string {
	parts := []string{p.Title, p.Waits()}
	if p.Proposal != nil {
		parts = append(parts, "proposed for "+p.Proposal.Seat+": "+p.Proposal.Do)
	}
	parts = append(parts, text.Each(p.Seats, func(s Seat) string { return s.words() })...)
	return strings.Join(parts, ". ") + "."
}

// placesWords says where everybody is.
func (p Picture) placesWords() string {
	return strings.Join(text.Each(p.Seats, func(s Seat) string {
		return s.Letter + " " + s.Name + ", " + s.At + text.Either(s.Out != "", ", "+s.Out, "")
	}), "; ")
}
