package config

import (
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// text is a value of the file as it is written, be it a number or a word.
type characters string

// UnmarshalNode takes the characters.
func (t *characters) UnmarshalNode(n *strict.Node) {
	if n.Kind() != strict.Text {
		n.Problem("not a value", "one word or number after the colon")
		return
	}
	*t = characters(n.Text())
}

// variable is the name of a variable of the environment. What is no such name is never shown: somebody may have written
// there what should stand in the variable.
type variable string

var isVariable = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,63}$`)

// UnmarshalNode takes the characters.
func (v *variable) UnmarshalNode(n *strict.Node) { (*characters)(v).UnmarshalNode(n) }

// String returns the name, if it is one.
func (v variable) String() string {
	if v == "" || isVariable.MatchString(string(v)) {
		return string(v)
	}
	return masked
}

// address is where something is asked. One with more in it than a host and a path is never shown: it may hold a key.
type address string

// UnmarshalNode takes the characters.
func (a *address) UnmarshalNode(n *strict.Node) { (*characters)(a).UnmarshalNode(n) }

// String returns the address, if there is no key in it.
func (a address) String() string {
	if strings.ContainsAny(string(a), "@?#") {
		return masked
	}
	return string(a)
}

// secret is a value that is never shown. No setting is one: a key stands in a variable of its own.
type secret string

const masked = "(secret)"

// UnmarshalNode takes the characters.
func (s *secret) UnmarshalNode(n *strict.Node) { (*characters)(s).UnmarshalNode(n) }

// String is not the secret.
func (s secret) String() string {
	if s == "" {
		return ""
	}
	return masked
}

// GoString is not the secret either.
func (s secret) GoString() string { return s.String() }

// MarshalText is not the secret either.
func (s secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// settingReader turns texts into values and reports those it cannot.
type settingReader struct {
	wrong func(key, want string)
}

// number returns a whole number from 0 to most, written plainly.
func (r settingReader) number(key string, t characters, most uint64) uint64 {
	n, err := strconv.ParseUint(string(t), 10, 64)
	if err != nil || n > most || strconv.FormatUint(n, 10) != string(t) {
		r.wrong(key, fmt.Sprintf("a whole number from 0 to %d", most))
		return 0
	}
	return n
}

// duration returns a time with its unit, up to most.
func (r settingReader) duration(key string, t characters, most time.Duration) time.Duration {
	d, err := time.ParseDuration(string(t))
	if err != nil || d < 0 || d > most || string(t) == "0" {
		r.wrong(key, fmt.Sprintf("a time with its unit, from 0s to %v, as in 500ms or 2s", most))
		return 0
	}
	return d
}

// variable returns the name of a variable of the environment, or none.
func (r settingReader) variable(key string, v variable) string {
	if v != "" && !isVariable.MatchString(string(v)) {
		r.wrong(key, "the name of a variable that holds the key, as in OPENAI_API_KEY, and never the key")
		return ""
	}
	return string(v)
}

// address returns where something is asked, or nothing. Off this machine it is asked in secret or not at all.
func (r settingReader) address(key string, t address) string {
	u, err := url.Parse(string(t))
	ip, _ := netip.ParseAddr(hostOf(u))
	here := ip.Unmap().IsLoopback() || strings.EqualFold(hostOf(u), "localhost")
	switch {
	case t == "":
	case err != nil || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http":
		r.wrong(key, "an address such as https://api.openai.com/v1 or http://127.0.0.1:1234/v1")
	case u.Scheme == "http" && !here:
		r.wrong(key, "https: off this machine others could read what is asked")
	}
	return string(t)
}

func hostOf(u *url.URL) string {
	if u == nil {
		return ""
	}
	return u.Hostname()
}

// word returns one of a few.
func (r settingReader) word(key string, t characters, among ...string) string {
	if !slices.Contains(among, string(t)) {
		r.wrong(key, text.OneOf(string(t), among))
		return among[0]
	}
	return string(t)
}
