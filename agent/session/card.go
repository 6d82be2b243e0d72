package session

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Card is what the GM may change of a combatant, in the words of the operation edit.
type Card struct {
	Numbers []Dial
	Switch  []stateSwitch
	Picks   []wordChoice
	Reaches []string // whom it could strike from where both stand
	Reached []string // who could strike it
	Closed  string   // why nothing can be changed; empty if something can
}

// Dial is a number that can be changed.
type Dial struct {
	rules.Number
	Key string // the word before = in a change
}

type stateSwitch struct {
	State  string
	On     bool
	Change string // the change that sets the state if it is not on, and removes it if it is
}

// wordChoice is a choice of one word out of several, as a place or a stance.
type wordChoice struct {
	Key string
	Of  []string // the words to choose from
}

// placesMax is the largest number of places that are offered; on a larger map a square is better typed.
const placesMax = 8

// Card returns what can be changed of a combatant. It asks the rules by trying each change in a copy of the fight: what
// they refuse is not offered; a change that only has to wait until something under way is over is offered. So a new
// system has its card without a line about it here.
func (c Client) Card(seat rules.Seat) (card Card) {
	name, now := c.Name(seat), c.Snapshot()
	stand := now.Stands[seat]
	known := c.suggestions(name, "?")
	for i, r := range c.Roster() {
		other := rules.Seat(i)
		if c.Side(other) == c.Side(seat) || now.Stands[i].Out != "" || stand.Out != "" {
			continue
		}
		if c.Fight.Reaches(seat, other) {
			card.Reaches = append(card.Reaches, r.Name)
		}
		if c.Fight.Reaches(other, seat) {
			card.Reached = append(card.Reached, r.Name)
		}
	}
	if len(known) == 0 {
		_, err := c.Fork().Edit(name+" ?", fight.GMsWord)
		card.Closed, _, _ = strings.Cut(fmt.Sprint(err), ", want ")
		return card
	}
	for _, n := range stand.Numbers {
		key, _, _ := strings.Cut(n.Name, " ")
		if c.acceptsChange(name, fmt.Sprint(key, "=", n.N)) {
			card.Numbers = append(card.Numbers, Dial{n, key})
		}
		known = slices.DeleteFunc(known, func(word string) bool { return word == key+"=" })
	}
	has := func(state string) bool {
		return slices.ContainsFunc(stand.States, func(s rules.State) bool { return s.Name == state })
	}
	for _, word := range known {
		key, valued := strings.CutSuffix(word, "=")
		switch {
		case word == "+state":
			for _, state := range c.suggestions(name, "+?") {
				s := stateSwitch{State: state, On: has(state), Change: text.Either(has(state), "-", "+") + state}
				if c.acceptsChange(name, s.Change) {
					card.Switch = append(card.Switch, s)
				}
			}
		case valued:
			p := wordChoice{Key: key, Of: c.suggestions(name, key+"=?")}
			if key == "zone" && len(now.Ground.Places) <= placesMax {
				p.Of = text.Each(now.Ground.Places, func(place rules.Place) string { return place.At })
			}
			isRefused := func(of string) bool { return !c.acceptsChange(name, key+"="+of) }
			if p.Of = slices.DeleteFunc(p.Of, isRefused); len(p.Of) > 0 {
				card.Picks = append(card.Picks, p)
			}
		case word != rules.EditYields && word != rules.EditFlees && word != "out" && c.acceptsChange(name, word):
			card.Switch = append(card.Switch, stateSwitch{State: word, On: has(word), Change: word})
		}
	}
	return card
}

// acceptsChange reports whether a change of a combatant can be made, now or when what is under way is over.
func (c Client) acceptsChange(name, change string) bool {
	_, err := c.Fork().Edit(name+" "+change, fight.GMsWord)
	return err == nil || isBusy(err)
}

// wantedInstead returns what the error for an unknown change of a combatant says that is wanted instead.
func (c Client) wantedInstead(name, change string) string {
	_, err := c.Fork().Edit(name+" "+change, fight.GMsWord)
	_, want, _ := strings.Cut(fmt.Sprint(err), ", want ")
	return want
}

// suggestions returns the changes that the error for an unknown change suggests, without what is none: "3 more", "an
// undo first", "1 to 20", "a number". The errors of the rules are the one list of what each system lets a GM change.
func (c Client) suggestions(name, change string) (list []string) {
	want, _, _ := strings.Cut(c.wantedInstead(name, change), ";")
	want = strings.ReplaceAll(strings.TrimPrefix(want, "one of "), " or ", ", ")
	for word := range strings.SplitSeq(want, ", ") {
		if word != "" && !strings.Contains(word, " more") && !strings.Contains(word, "undo") &&
			!unicode.IsDigit(rune(word[0])) && word != "-state" && !strings.HasPrefix(word, "a ") {
			list = append(list, word)
		}
	}
	return list
}
