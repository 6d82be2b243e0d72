package stage

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// Dice are dice of one kind that are added up, or of which the highest or the lowest counts, with a modifier: up to six,
// as files have them, that show at most 120 in all.
type Dice struct {
	N, Sides uint8
	Keep     int8 // 1 the highest counts, -1 the lowest, 0 all; of a single die all the same
	Mod      int8
}

// facesMax bounds what dice can show.
const facesMax = 120

// String returns the dice as files have them: 2d6+3.
func (d Dice) String() string {
	text := fmt.Sprintf("%dd%d", d.N, d.Sides) + map[string]string{rules.KeptHighest: "kh1", rules.KeptLowest: "kl1"}[d.kept()]
	if d.Mod != 0 {
		text += fmt.Sprintf("%+d", d.Mod)
	}
	return text
}

// IsZero reports whether there are none.
func (d Dice) IsZero() bool { return d.N == 0 }

// MarshalText writes dice.
func (d Dice) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads NdS, NdS+M or NdS-M.
func (d *Dice) UnmarshalText(text []byte) error {
	var n, sides, mod int
	fields, _ := fmt.Sscanf(string(text), "%dd%d%d", &n, &sides, &mod)
	*d = Dice{N: uint8(n), Sides: uint8(sides), Mod: int8(mod)}
	if fields < 2 || n < 1 || sides < 2 || n*sides > facesMax || n > 6 || mod < -20 || mod > 20 || d.String() != string(text) {
		return fmt.Errorf("%q are no dice, want up to six that show at most %d in all, as in 2d6+3", text, facesMax)
	}
	return nil
}

// UnmarshalNode reads dice from a file.
func (d *Dice) UnmarshalNode(n *strict.Node) {
	if n.Kind() != strict.Text || d.UnmarshalText([]byte(n.Text())) != nil {
		n.Problem("no dice", fmt.Sprintf("up to six dice of one kind that show at most %d in all, as in 2d6+3", facesMax))
	}
}

// Forms returns how dice are written.
func (Dice) Forms() []book.Form {
	return []book.Form{{Pattern: `^[1-6]d\d+([+-]\d+)?$`, Says: "2d6+3"}}
}

// With returns the dice twice with the better or the worse counting, by how much speaks for and against it: more advantages
// than disadvantages keep the highest, the other way round the lowest, as many of both are none.
func (d Dice) With(advantages, disadvantages int) Dice {
	switch {
	case advantages > 0 && disadvantages == 0:
		d.N, d.Keep = 2*d.N, 1
	case disadvantages > 0 && advantages == 0:
		d.N, d.Keep = 2*d.N, -1
	}
	return d
}

// ways fills in of how many of all throws each number shows, and returns the least, the most and how many there are in all.
func (d Dice) ways(shows *[facesMax + 1]float64) (least, most int, all float64) {
	n, sides := int(d.N), int(d.Sides)
	all = 1
	for range n {
		all *= float64(sides)
	}
	if d.Keep != 0 {
		for face := 1; face <= sides; face++ {
			with, without := 1.0, 1.0 // throws of which none is above it (below it), and of those the ones without it
			bound := face
			if d.Keep < 0 {
				bound = sides + 1 - face
			}
			for range n {
				with, without = float64(with*float64(bound)), float64(without*float64(bound-1))
			}
			shows[face] = with - without
		}
		return 1, sides, all
	}
	shows[0] = 1
	for die := range n { // the last total first, so that each is read before it is written
		for total := (die + 1) * sides; total >= 0; total-- {
			sum := 0.0
			for face := 1; face <= min(sides, total); face++ {
				sum += shows[total-face]
			}
			shows[total] = sum
		}
	}
	return n, n * sides, all
}

// show returns what faces come to without the modifier.
func (d Dice) show(faces []int) (face int, err error) {
	if len(faces) != int(d.N) {
		return 0, fmt.Errorf("%d dice, want %d", len(faces), d.N)
	}
	for i, f := range faces {
		switch {
		case i == 0 || d.Keep > 0 && f > face || d.Keep < 0 && f < face:
			face = f
		case d.Keep == 0:
			face += f
		}
	}
	return face, nil
}

// kept is what of several dice counts, as check events say it.
func (d Dice) kept() string {
	if d.N < 2 {
		return ""
	}
	return [...]string{rules.KeptLowest, "", rules.KeptHighest}[1+d.Keep]
}
