package rows

import (
	"fmt"
	"strconv"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Roll is a damage pool with its source: "3k2 seed" is three dice rolled and two kept, as the document has it; "1k1+4
// ruling" adds 4, by a ruling. The zero Roll is none.
type Roll struct {
	Roll, Keep, Add int
	Source          string
}

func (r Roll) String() string { return text.Either(r.Source == "", "", r.pool()+" "+r.Source) }

// pool returns the pool without its source.
func (r Roll) pool() string {
	return fmt.Sprintf("%dk%d", r.Roll, r.Keep) + text.Either(r.Add != 0, fmt.Sprintf("%+d", r.Add), "")
}

// short returns the pool with the letter of its source, as lists have it.
func (r Roll) short() string {
	return text.Either(r.Source == "", "", r.pool()+Num{Source: r.Source}.Letter())
}

// MarshalText writes "3k2 seed".
func (r Roll) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalJSON reads what MarshalText wrote.
func (r *Roll) UnmarshalJSON(data []byte) error {
	return book.FromText(data, r, parseRoll, "a pool and its source, as in \"3k2 seed\"")
}

// UnmarshalNode reads the same from a person's file.
func (r *Roll) UnmarshalNode(node *strict.Node) {
	book.FromNode(node, r, parseRoll, "dice rolled and kept and their source, as in 3k2 seed or 1k1+4 ruling; 0 to 10 of each")
}

// parseRoll reads "3k2 seed". If the text is no pool, wrong says why; else it is empty.
func parseRoll(s string) (r Roll, wrong string) {
	if s == "" {
		return Roll{}, ""
	}
	pool, source, _ := strings.Cut(s, " ")
	n, wrong := book.ParseNum(strings.TrimSpace("0 " + source)) // only for the source
	p, err := dice.ParsePool(pool)
	switch {
	case err != nil || p.String() != pool || max(p.Roll, p.Keep) > 10:
		return Roll{}, fmt.Sprintf("%q is no pool of dice", pool)
	case wrong != "":
		return Roll{}, wrong
	}
	return Roll{p.Roll, p.Keep, p.Add, n.Source}, ""
}

// Forms returns the one form: dice rolled and kept.
func (Roll) Forms() []book.Form {
	return []book.Form{{Pattern: "^(0|[1-9]|10)k(0|[1-9]|10)([+-][1-9][0-9]?)?( (seed|site|ruling|house))?$",
		Says: "dice rolled and kept, and their source: 3k2 seed"}}
}

// feet is a distance with its source: "5 ruling", "250 site".
type feet struct{ Num }

// feetMax is the most feet that a row may say: farther than any bow of the document shoots.
const feetMax = 995

// UnmarshalJSON reads what the MarshalJSON of Num wrote.
func (f *feet) UnmarshalJSON(data []byte) error {
	return book.FromText(data, f, parseFeet, "feet and their source, as in \"5 seed\"")
}

// UnmarshalNode reads the same from a person's file.
func (f *feet) UnmarshalNode(node *strict.Node) {
	book.FromNode(node, f, parseFeet, fmt.Sprintf("5 to %d feet in steps of 5, and their source, as in 20 site", feetMax))
}

// parseFeet reads "20 site". If the text is no distance in steps of five feet, wrong says why; else it is empty.
func parseFeet(s string) (f feet, wrong string) {
	digits, source, _ := strings.Cut(s, " ")
	num, wrong := book.ParseNum(strings.TrimSpace("0 " + source)) // only for the source
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil || strconv.Itoa(n) != digits:
		return feet{}, fmt.Sprintf("%q is no distance", digits)
	case wrong != "":
		return feet{}, wrong
	case n < 5 || n > feetMax || n%5 != 0:
		return feet{}, fmt.Sprintf("a reach of %d feet", n)
	}
	return feet{Num{N: n, Source: num.Source}}, ""
}

// Forms returns a bare number, or one with its source.
func (feet) Forms() []book.Form {
	return []book.Form{{Number: true, Least: 5, Most: feetMax},
		{Pattern: "^[1-9]?[0-9]?[05]( (seed|site|ruling|house))?$", Says: "feet and their source: 20 site"}}
}
