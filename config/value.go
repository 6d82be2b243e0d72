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

// rawText is a value of the file as it is written, a number or a word.
type rawText string

// UnmarshalNode reads the characters of a value.
func (t *rawText) UnmarshalNode(n *strict.Node) {
	if n.Kind() != strict.Text {
		n.Problem("not a value", "one word or number after the colon")
		return
	}
	*t = rawText(n.Text())
}

// isVariable matches the name of an environment variable.
var isVariable = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,63}$`)

// settingReader converts the texts of settings. It calls wrong for each mistake, with what would be right.
type settingReader struct {
	text  func(key string) string
	wrong func(key, want string)
}

// number returns a whole number from 0 to most, written in plain digits.
func (r settingReader) number(key string, most uint64) uint64 {
	n, err := strconv.ParseUint(r.text(key), 10, 64)
	if err != nil || n > most || strconv.FormatUint(n, 10) != r.text(key) {
		r.wrong(key, fmt.Sprintf("a whole number from 0 to %d", most))
		return 0
	}
	return n
}

// duration returns a duration from least to most, which must be written with a unit.
func (r settingReader) duration(key string, least, most time.Duration) time.Duration {
	d, err := time.ParseDuration(r.text(key))
	if err != nil || d < least || d > most || r.text(key) == "0" {
		r.wrong(key, fmt.Sprintf("a time with its unit, from %v to %v, as in 2s", least, most))
		return 0
	}
	return d
}

// variable returns the name of an environment variable, or "".
func (r settingReader) variable(key string) string {
	name := r.text(key)
	if name != "" && !isVariable.MatchString(name) {
		r.wrong(key, "the name of a variable that holds the key, as in OPENAI_API_KEY, and never the key")
		return ""
	}
	return name
}

// address returns the address of a server, or "". It must be https unless it is on this machine.
func (r settingReader) address(key string) string {
	at := r.text(key)
	if at == "" {
		return ""
	}
	u, err := url.Parse(at)
	if err != nil || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" ||
		u.Scheme != "https" && u.Scheme != "http" {
		r.wrong(key, "an address such as https://api.openai.com/v1 or http://127.0.0.1:1234/v1")
		return at
	}
	ip, _ := netip.ParseAddr(u.Hostname())
	if u.Scheme == "http" && !ip.Unmap().IsLoopback() && !strings.EqualFold(u.Hostname(), "localhost") {
		r.wrong(key, "https: off this machine others could read what is asked")
	}
	return at
}

// word returns one of a few words.
func (r settingReader) word(key string, among ...string) string {
	word := r.text(key)
	if !slices.Contains(among, word) {
		r.wrong(key, text.OneOf(word, among))
		return among[0]
	}
	return word
}
