package fair

import (
	_ "embed"
	"fmt"
	"sync"

	"kokyu/rules/dice"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// measure is how often the party of a built-in encounter won when it was fought many times, all at [UsualLevel].
type measure struct {
	Party  string  `yaml:"party"`
	Win    float64 `yaml:"win"` // the luck of the dice taken off
	Low    float64 `yaml:"low"` // of the 95 % interval
	High   float64 `yaml:"high"`
	Fights int     `yaml:"fights"`
	Word   string  `yaml:"word"`
}

// Says returns the measure in words: "easy for the travellers: 75 %".
func (m measure) Says() string {
	return fmt.Sprintf("%s for %s: %s", m.Word, text.The(m.Party), dice.InHundred(m.Win))
}

// Whole is Says with the fights: "easy for the travellers: 75 %, in 144 fights fought out with everybody at level 4".
func (m measure) Whole() string {
	return fmt.Sprintf("%s, in %d fights fought out with everybody at level %d", m.Says(), m.Fights, UsualLevel)
}

//go:embed measured.yaml
var measuredFile []byte

// measures returns the measures by encounter.
var measures = sync.OnceValue(func() map[string]measure {
	return strict.Carried[struct {
		Version    int                `yaml:"version"`
		Source     string             `yaml:"source"`
		Command    string             `yaml:"command"`
		Encounters map[string]measure `yaml:"encounters"`
	}]("agent/fair/measured.yaml", measuredFile).Encounters
})

// MeasureOf returns the measure of a built-in encounter; ok is false for any other. measured.yaml has the command that
// measures them anew, which is due when the play of the search has changed.
func MeasureOf(name string) (m measure, ok bool) {
	m, ok = measures()[name]
	return m, ok
}
