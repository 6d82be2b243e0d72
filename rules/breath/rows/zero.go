package rows

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/strict"
)

// The words of a zero: block. Everybody has the sources reservation, transfer and stance release by the rules (EB-49,
// EB-52, EB-56), so that no row names them.
var (
	kataSources  = []string{"kata", "control", "reservation", "transfer", "stance release"}
	KataTriggers = []string{"own breath", "after a parry", "after own miss"}
	KataPrices   = []string{"none", "gold", "faith", "exposed"}
	KataEffects  = []string{"strike", "order", "control", "head", "domination", "boost", "cleanse"}
	PurseNames   = KataPrices[1:3] // in the order of a fighter's purses
	kataLimits   = []string{"round", "fight"}
)

// checkZero complains about what a zero: block lacks, and about words that it may not have. Each of the five parts must
// be there, since the document wants nothing free without all of them (EB-122).
func (c *checker) checkZero(at strict.Path, z Zero) {
	for _, part := range []struct {
		key, text string
		known     []string
	}{{"source", z.Source, kataSources}, {"trigger", z.Trigger, KataTriggers}, {"limit", z.Limit, kataLimits},
		{"pays", z.Pays, KataPrices}, {"does", z.Does, KataEffects}} {
		here := at.And(part.key)
		word, n, ok := ParseAmount(part.text)
		switch {
		case part.text == "":
			c.Wrong(at, "0 Energy and no "+part.key, "source, trigger, limit, pays and does, all five (EB-122)")
		case !ok && (part.key == "limit" || part.key == "pays"):
			c.Wrong(here, fmt.Sprintf("%s %q", part.key, part.text), fmt.Sprintf("%s and a number from 1 to %d", word, PurseMax))
		case part.key == "limit" || part.key == "pays":
			c.OneOf(here, part.key, word, part.known)
			if counts := word != "round" && word != "none"; slices.Contains(part.known, word) && counts != (n > 0) {
				c.Wrong(here, fmt.Sprintf("%s %q", part.key, part.text), "round or none alone, the others with a number")
			}
		default:
			c.OneOf(here, part.key, part.text, part.known)
		}
	}
	if late := z.Trigger == "after a parry" || z.Trigger == "after own miss"; late != (z.Does == "strike") {
		c.Wrong(at.And("does"), fmt.Sprintf("%q %s", z.Does, z.Trigger),
			"a strike after a parry or a miss, all else in its own breath")
	}
	if (z.Source == "control") != (z.Does == "control") || z.Source != "kata" && z.Source != "control" {
		c.Wrong(at.And("source"), fmt.Sprintf("source %q for what does %q", z.Source, z.Does),
			"control for control, kata for all else a row can do")
	}
	c.Fields(at, z)
}

// ParseAmount splits "gold 2" into the word and the number behind it, 0 if there is none. ok is false if the number is
// out of bounds or no number.
func ParseAmount(text string) (word string, n int, ok bool) {
	word, number, found := strings.Cut(text, " ")
	if !found {
		return word, 0, true
	}
	if _, err := fmt.Sscanf(number, "%d", &n); err != nil || fmt.Sprint(n) != number || n < 1 || n > PurseMax {
		return word, 0, false
	}
	return word, n, true
}
