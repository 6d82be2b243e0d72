package config

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"kokyu/rules/strict"
)

// text is a value of the file as it is written, be it a number or a word.
type text string

// UnmarshalNode takes the characters.
func (t *text) UnmarshalNode(n *strict.Node) {
	if n.Kind() != strict.Text {
		n.Problem("not a value", "one word or number after the colon")
		return
	}
	*t = text(n.Text())
}

// Secret is a value that is never shown: no setting is one yet, a key for a service will be.
type Secret string

const masked = "(secret)"

// UnmarshalNode takes the characters.
func (s *Secret) UnmarshalNode(n *strict.Node) { (*text)(s).UnmarshalNode(n) }

// String is not the secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return masked
}

// GoString is not the secret either.
func (s Secret) GoString() string { return s.String() }

// MarshalText is not the secret either.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// reader turns texts into values and reports those it cannot.
type reader struct {
	wrong func(key, want string)
}

// number is a whole number from 0 to most, written plainly.
func (r reader) number(key string, t text, most uint64) uint64 {
	n, err := strconv.ParseUint(string(t), 10, 64)
	if err != nil || n > most || strconv.FormatUint(n, 10) != string(t) {
		r.wrong(key, fmt.Sprintf("a whole number from 0 to %d", most))
		return 0
	}
	return n
}

// duration is a time with its unit, up to most.
func (r reader) duration(key string, t text, most time.Duration) time.Duration {
	d, err := time.ParseDuration(string(t))
	if err != nil || d < 0 || d > most || string(t) == "0" {
		r.wrong(key, fmt.Sprintf("a time with its unit, from 0s to %v, as in 500ms or 2s", most))
		return 0
	}
	return d
}

// word is one of a few.
func (r reader) word(key string, t text, among ...string) string {
	if !slices.Contains(among, string(t)) {
		r.wrong(key, strict.OneOf(string(t), among))
		return among[0]
	}
	return string(t)
}
