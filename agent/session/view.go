package session

import (
	"slices"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// View is what one seat may know of the fight. It contains the secret choices of that seat and those that were revealed.
type View struct {
	Seat    string               `json:"seat"` // empty for somebody who watches
	Round   int                  `json:"round"`
	Turn    string               `json:"turn"`    // whose turn it is; empty if the fight is over
	Decides bool                 `json:"decides"` // a decision is waited for, not dice
	Sheets  []Known              `json:"sheets"`
	Options []agent.PricedOption `json:"options"` // if the decision is this seat's
	Steps   []rules.Step         `json:"steps"`   // that stand
}

// Known is what the seat knows of a combatant.
type Known struct {
	rules.Fighter
	Plays string      `json:"plays"`
	Sheet rules.Sheet `json:"sheet"`
}

// View returns what a seat may know. It returns an error if nobody has that name.
func (s *Session) View(name string) (View, error) {
	seat, err := s.seat(name)
	if err != nil {
		return View{}, err
	}
	return s.viewOf(seat, s.Name(seat))
}

// SpectatorView returns what a spectator may know, which is what all seats may.
func (s *Session) SpectatorView() (View, error) { return s.viewOf(rules.Nobody, "") }

// viewOf returns what a seat may know, or with [rules.Nobody] a spectator.
func (s *Session) viewOf(seat rules.Seat, name string) (View, error) {
	roster, turn := s.Roster(), s.Turn()
	v := View{Seat: name, Round: s.Round(), Options: []agent.PricedOption{}, Steps: fight.SeenBy(fight.StandingSteps(s.Fight.Steps()), name)}
	sheet := s.Fight.Sheet
	if turn.Kind != rules.Over {
		v.Turn, v.Decides = s.Name(turn.Seat), turn.Kind != rules.Chance
	}
	if v.Decides {
		shown, err := s.look()
		if err != nil {
			return View{}, err
		}
		// Whoever chose in secret knows what; everybody else is shown what the seat to move is shown.
		if !s.owns(name) {
			sheet = shown.Sheet
		}
		if turn.Seat == seat {
			v.Options = shown.PricedOptions()
		}
	}
	for i, r := range roster {
		v.Sheets = append(v.Sheets, Known{Fighter: r, Plays: s.plays(rules.Seat(i)).String(), Sheet: sheet(rules.Seat(i))})
	}
	return v, nil
}

// owns reports whether the last step that stands is a secret of this seat; what the GM has said since does not count.
func (s *Session) owns(name string) bool {
	for _, step := range slices.Backward(fight.StandingSteps(s.Fight.Steps())) {
		if !step.Says() {
			return step.Secret && step.Seat == name
		}
	}
	return false
}
