package narrate

import (
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// word takes what the GM said or did besides the rules: it is part of what happened.
func (a *account) word(s rules.Step) {
	why := ""
	if s.Why != "" {
		why = ", because " + s.Why
	}
	switch s.Word {
	case fight.WordRuling:
		a.ruling(s)
		return
	case fight.WordLater, fight.WordDropped: // what is done is told when it happens
		return
	}
	if s.Edit == "" {
		if said := strings.TrimPrefix(strings.TrimPrefix(said(s), "the GM: "), "note: "); !slices.Contains([]string{fight.WordSeat,
			fight.WordPlayers, fight.WordRules}, s.Word) { // who plays a seat, and how, is not of the tale
			a.say(telling{Fact: rules.Fact{Kind: "word", Step: s.N}, word: strings.TrimSuffix(said, ".")})
		}
		return
	}
	if name, change, ok := fight.Yielded(s); ok { // why is not of the tale: it may be what a program has worked out
		a.gone[name], a.yielded[a.teamOf(name)] = true, true
		a.say(telling{Fact: rules.Fact{Kind: change, Step: s.N, By: name}})
		return
	}
	if slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind == "end" }) { // the end says so
		a.reason = s.Why
		return
	}
	told := false
	for _, e := range s.Events {
		switch {
		case e.Kind == "edit" && e.What == rules.EditJoins:
			told = true
			a.say(telling{Fact: rules.Fact{Kind: "joins", Step: s.N, By: e.Seat}, side: text.The(e.At)})
		case e.Kind == "edit" && e.What == rules.EditLeaves:
			told = true
			a.say(telling{Fact: rules.Fact{Kind: "taken out", Step: s.N, By: e.Seat, What: s.Why}, word: s.Why})
		}
	}
	if !told {
		a.say(telling{Fact: rules.Fact{Kind: "word", Step: s.N}, word: strings.TrimSuffix(s.Edit, ".") + why})
	}
}

// ruling takes a throw that no rule asked for.
func (a *account) ruling(s rules.Step) {
	for _, e := range s.Events {
		if e.Kind == "ruling" {
			a.say(telling{Fact: rules.Fact{Kind: "ruling", Step: s.N, By: e.Seat, To: e.At, What: strings.TrimSuffix(e.What, "."), P: s.P}, came: e.Of})
		}
	}
}

// cameTo says what came of a ruling.
var cameTo = map[string]string{string(dice.Success): "succeeds", string(dice.Failure): "fails", string(dice.Win): "succeeds",
	string(dice.Lose): "fails", string(dice.Tie): "gets no further: the dice are even"}
