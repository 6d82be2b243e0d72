package narrate

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// WonBy says who won; no side is a draw.
func WonBy(side string) string {
	if side == "" {
		return "Nobody wins"
	}
	return "Won by " + The(side)
}

// The is a side with its article, unless its name has one or is one of its own: "the bandits", "the ford", "Odani".
func The(side string) string {
	if r, _ := utf8.DecodeRuneInString(side); unicode.IsUpper(r) || strings.HasPrefix(side, "the ") {
		return side
	}
	return "the " + side
}
