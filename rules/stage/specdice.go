package stage

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// Dice are dice of one kind that are added up, or of which the highest or the lowest counts, with a modifier: up to
// six, as files have them, that show at most 120 in all.
type Dice struct {
	N, Sides uint8
	Keep     int8 // 1 the highest counts, -1 the lowest, 0 all; of a single die all the same
	Mod      int8
}

// totalMax bounds the total of a throw without its modifier.
const totalMax = 120

// String returns the dice as files have them: 2d6+3.
func (d Dice) String() string {
	text := fmt.Sprintf("%dd%d", d.N, d.Sides) + map[string]string{rules.KeptHighest: "kh1", rules.KeptLowest: "kl1"}[d.keptWord()]
	if d.Mod != 0 {
		text += fmt.Sprintf("%+d", d.Mod)
	}
	return text
}

// IsZero reports whether there are no dice: encoders leave such a value out.
func (d Dice) IsZero() bool { return d.N == 0 }

// MarshalText writes dice.
func (d Dice) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads NdS, NdS+M or NdS-M.
func (d *Dice) UnmarshalText(text []byte) error {
	var n, sides, mod int
	fields, _ := fmt.Sscanf(string(text), "%dd%d%d", &n, &sides, &mod)
	*d = Dice{N: uint8(n), Sides: uint8(sides), Mod: int8(mod)}
	if fields < 2 || n < 1 || sides < 2 || n*sides > totalMax || n > 6 || mod < -20 || mod > 20 || d.String() != string(text) {
		return fmt.Errorf("%q are no dice, want up to six that show at most %d in all, as in 2d6+3", text, totalMax)
	}
	return nil
}

// UnmarshalNode reads dice from a file.
func (d *Dice) UnmarshalNode(n *strict.Node) {
	if n.Kind() != strict.Text || d.UnmarshalText([]byte(n.Text())) != nil {
		n.Problem("no dice", fmt.Sprintf("up to six dice of one kind that show at most %d in all, as in 2d6+3", totalMax))
	}
}

// Forms returns how dice are written.
func (Dice) Forms() []book.Form {
	return []book.Form{{Pattern: `^[1-6]d\d+([+-]\d+)?$`, Says: "2d6+3"}}
}

// WithAdvantage returns twice the dice: with advantages alone the highest counts, with disadvantages alone the lowest. With
// both, however many, or with neither the dice stay as they are.
func (d Dice) WithAdvantage(advantages, disadvantages int) Dice {
	switch {
	case advantages > 0 && disadvantages == 0:
		d.N, d.Keep = 2*d.N, 1
	case disadvantages > 0 && advantages == 0:
		d.N, d.Keep = 2*d.N, -1
	}
	return d
}

// countWays sets ways[t] to the number of throws whose total without the modifier is t, and returns the least and the
// most total and the number of all throws. The numbers are whole, and small enough for a float64 to hold exactly.
func (d Dice) countWays(ways *[totalMax + 1]float64) (least, most int, all float64) {
	n, sides := int(d.N), int(d.Sides)
	all = 1
	for range n {
		all *= float64(sides)
	}
	if d.Keep != 0 { // the highest is at most f in f^n throws, so it is f in f^n - (f-1)^n; of the lowest the same, counted from above
		for face := 1; face <= sides; face++ {
			atMost, below := 1.0, 1.0
			bound := face
			if d.Keep < 0 {
				bound = sides + 1 - face
			}
			for range n {
				atMost, below = float64(atMost*float64(bound)), float64(below*float64(bound-1))
			}
			ways[face] = atMost - below
		}
		return 1, sides, all
	}
	ways[0] = 1
	for die := range n { // one die after the other; the highest total first, so that each is read before it is written
		for total := (die + 1) * sides; total >= 0; total-- {
			sum := 0.0
			for face := 1; face <= min(sides, total); face++ {
				sum += ways[total-face]
			}
			ways[total] = sum
		}
	}
	return n, n * sides, all
}

// totalOf returns the total of thrown faces without the modifier.
func (d Dice) totalOf(faces []int) (total int, err error) {
	if len(faces) != int(d.N) {
		return 0, fmt.Errorf("%d dice, want %d", len(faces), d.N)
	}
	for i, f := range faces {
		switch {
		case i == 0 || d.Keep > 0 && f > total || d.Keep < 0 && f < total:
			total = f
		case d.Keep == 0:
			total += f
		}
	}
	return total, nil
}

// keptWord words which of several dice counts, as check events say it; empty if all do.
func (d Dice) keptWord() string {
	if d.N < 2 {
		return ""
	}
	return [...]string{rules.KeptLowest, "", rules.KeptHighest}[1+d.Keep]
}
