package breath

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"kokyu/rules/strict"
)

// Num is a number with its source, one word in a file: "2 seed". Seed is document 000, site the wider canon, ruling
// this engine's own; a bare number in a table's own file is the house's.
type Num struct {
	N      int
	Source string
}

// sources is the closed list.
var sources = []string{"seed", "site", "ruling", "house"}

// numMax bounds every number of the catalogue.
const numMax = 99

func (n Num) String() string { return fmt.Sprintf("%d %s", n.N, n.Source) }

// MarshalJSON writes the one word.
func (n Num) MarshalJSON() ([]byte, error) { return json.Marshal(n.String()) }

// MarshalYAML writes it.
func (n Num) MarshalYAML() (any, error) { return n.String(), nil }

// UnmarshalJSON reads it.
func (n *Num) UnmarshalJSON(data []byte) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	var err string
	*n, err = parseNum(s)
	if err != "" {
		return fmt.Errorf("%s, want a number and its source, as in \"2 seed\"", err)
	}
	return nil
}

// UnmarshalNode reads it from a person's file.
func (n *Num) UnmarshalNode(node *strict.Node) {
	num, wrong := parseNum(node.Text())
	if wrong != "" {
		node.Problem(wrong, "a whole number from -99 to 99 and its source, as in 2 seed; the sources are seed, site, ruling, house")
		return
	}
	*n = num
}

func parseNum(s string) (n Num, wrong string) {
	digits, source, _ := strings.Cut(s, " ")
	if source == "" {
		source = "house"
	}
	v, err := strconv.Atoi(digits)
	canonical := err == nil && strconv.Itoa(v) == digits
	known := false
	for _, k := range sources {
		known = known || k == source
	}
	switch {
	case !canonical:
		return Num{}, fmt.Sprintf("%q is not a number", strict.Escape(s))
	case !known:
		return Num{}, fmt.Sprintf("%q is no source", strict.Escape(source))
	case v < -numMax || v > numMax:
		return Num{}, fmt.Sprintf("%d is out of range", v)
	}
	return Num{N: v, Source: source}, ""
}
