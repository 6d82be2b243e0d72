package stage

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// Dice are dice of one kind that are added up, or of which the highest or the lowest counts, with a modifier. A file
// may have up to six dice, which show at most totalMax in all.
type Dice struct {
	N, Sides uint8
	Keep     int8 // 0: all are added up; 1: only the highest counts; -1: only the lowest
	Mod      int8 // from -20 to 20 in files
}

// totalMax is the largest total of a throw without its modifier: arrays with an entry for each total have this size.
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
	// Sscanf accepts more than dice, such as spaces: only a text that String writes again is taken.
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

// WithAdvantage returns twice as many dice, of which the highest counts if there are only advantages, or the lowest if
// there are only disadvantages. With neither, or with both, however many of each, it returns the dice as they are.
func (d Dice) WithAdvantage(advantages, disadvantages int) Dice {
	switch {
	case advantages > 0 && disadvantages == 0:
		d.N, d.Keep = 2*d.N, 1
	case disadvantages > 0 && advantages == 0:
		d.N, d.Keep = 2*d.N, -1
	}
	return d
}

// countWays sets ways[t] to the number of throws whose total without the modifier is t. It returns the least and the
// largest total, and the number of all throws. These are whole numbers, at most 20^6 = 6.4e7 for dice of files and
// 20^12 = 4.1e15 for twice as many, which a float64 holds exactly: chances are rounded only when they are divided.
func (d Dice) countWays(ways *[totalMax + 1]float64) (least, most int, all float64) {
	n, sides := int(d.N), int(d.Sides)
	all = 1
	for range n {
		all *= float64(sides)
	}
	// The highest of n dice is at most f in f^n throws, so it is just f in f^n - (f-1)^n. For the lowest the same holds
	// with faces counted from the largest down.
	if d.Keep != 0 {
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
	// One die is added after the other, the highest total first: a total is made of smaller ones, which must still be
	// those of one die fewer.
	for die := range n {
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
