package session

import (
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// View is what one seat may know of the fight, including its own secret choices and those that were revealed.
type View struct {
	Seat    string               `json:"seat"` // empty for a watcher
	Round   int                  `json:"round"`
	Turn    string               `json:"turn"`    // whose turn it is; empty if the fight is over
	Decides bool                 `json:"decides"` // whether the fight waits for a decision, not dice
	Sheets  []Known              `json:"sheets"`
	Options []agent.PricedOption `json:"options"` // empty if the decision is not this seat's
	Steps   []rules.Step         `json:"steps"`   // without those that were taken back
}

// Known is what a seat knows of a combatant.
type Known struct {
	rules.Fighter
	Plays string      `json:"plays"`
	Sheet rules.Sheet `json:"sheet"`
}

// View returns what a seat may know. The error is that of an unknown name.
func (s *Session) View(name string) (View, error) {
	seat, err := s.seat(name)
	if err != nil {
		return View{}, err
	}
	return s.viewOf(seat, s.Name(seat))
}

// viewOf returns what a seat may know. With [rules.Nobody] and no name it is what all seats may know, for watchers.
func (s *Session) viewOf(seat rules.Seat, name string) (View, error) {
	roster, turn := s.Roster(), s.Turn()
	v := View{Seat: name, Round: s.Round(), Options: []agent.PricedOption{}, Steps: fight.SeenBy(fight.StandingSteps(s.Fight.Steps()), name)}
	sheet := s.Fight.Sheet
	if turn.Kind != rules.Over {
		v.Turn, v.Decides = s.Name(turn.Seat), turn.Kind != rules.Chance
	}
	if v.Decides {
		shown, err := s.allowedView()
		if err != nil {
			return View{}, err
		}
		// A seat knows its own secret choice. All others are shown what the seat to move is shown.
		if !s.ownsSecret(name) {
			sheet = shown.Sheet
		}
		if turn.Seat == seat {
			v.Options = shown.PricedOptions()
		}
	}
	for i, r := range roster {
		v.Sheets = append(v.Sheets, Known{Fighter: r, Plays: s.agentOf(rules.Seat(i)).String(), Sheet: sheet(rules.Seat(i))})
	}
	return v, nil
}

// ownsSecret reports whether the last step is a secret choice of a seat, apart from what the GM has said since.
func (s *Session) ownsSecret(name string) bool {
	for _, step := range slices.Backward(fight.StandingSteps(s.Fight.Steps())) {
		if !step.Says() {
			return step.Secret && step.Seat == name
		}
	}
	return false
}
