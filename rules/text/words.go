package text

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Signed formats a number with its sign and so many decimals: "+1.2", "−0.3"; zero has no sign.
func Signed(x float64, digits int) string {
	size := strconv.FormatFloat(math.Abs(x), 'f', digits, 64)
	switch {
	case strings.Trim(size, "0.") == "":
		return size
	case x < 0:
		return "−" + size
	}
	return "+" + size
}

// Points words a number of points: "12.3 points", "1.0 points", "−1 point".
func Points(x string) string {
	if strings.TrimLeft(x, "+−") == "1" {
		return x + " point"
	}
	return x + " points"
}

// Count returns a number and its noun: "1 Wound", "2 Wounds".
func Count(n int, noun string) string { return Several(n, noun, noun+"s") }

// Several returns a number and a noun with an irregular plural: "1 box", "2 boxes".
func Several(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// List joins words with commas, and the last one with and or another word: "Jubei, Gonta and Masamune".
func List(words []string, and string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + and + " " + words[last]
}

// Numbered returns words with their numbers, from 1: "1 Aki, 2 Kuma".
func Numbered(words []string) string {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = fmt.Sprint(i+1, " ", word)
	}
	return strings.Join(list, ", ")
}

// Capital returns a text with its first letter upper case.
func Capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 || r == utf8.RuneError {
		return s
	}
	return string(unicode.ToTitle(r)) + s[size:]
}

// Each returns a text for each element of a list.
func Each[T any](list []T, says func(T) string) (texts []string) {
	for _, t := range list {
		texts = append(texts, says(t))
	}
	return texts
}

// IndexOrZero returns the index of a word in a list of at most 256, 0 if it is not in it.
func IndexOrZero(list []string, word string) uint8 { return uint8(max(0, slices.Index(list, word))) }

// Keep returns the elements of a list for which is returns true. The list stays as it is.
func Keep[T any](list []T, is func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(t T) bool { return !is(t) })
}

// LastWord returns what follows the last space of a name, or all of it.
func LastWord(name string) string { return name[strings.LastIndexByte(name, ' ')+1:] }

// Words is a list of words, each added under a condition: If(a, "x").If(b, "y").
type Words []string

// If returns a list of the word if the condition holds, else nil.
func If(condition bool, word string) Words { return Words(nil).If(condition, word) }

// If appends a word if the condition holds.
func (w Words) If(condition bool, word string) Words {
	if condition {
		return append(w, word)
	}
	return w
}

// Either returns yes if the condition holds, else no.
func Either(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}
