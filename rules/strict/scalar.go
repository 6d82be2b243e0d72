package strict

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/unicode/norm"

	"kokyu/rules/text"
)

// decodeText fills a string.
func (d *decoder) decodeText(n *yaml.Node, v reflect.Value, at target) {
	if n.Kind != yaml.ScalarNode || isNull(n) {
		d.reportWrong(n, at, "text")
		return
	}
	// An unquoted value that YAML takes for a number, a bool or null is not the text that it looks like; a date is.
	if isPlain(n) && n.Tag != "!!str" && n.Tag != "!!timestamp" {
		d.reportWrong(n, at, `text; in quotes it would be: `+text.Quote(n.Value))
		return
	}
	txt := norm.NFC.String(n.Value)
	longest := at.max
	if longest == 0 {
		longest = TextMax
	}
	if length := utf8.RuneCountInString(txt); length > longest {
		d.reportUnread(n, fmt.Sprintf("%s has %d characters", at.label, length), fmt.Sprintf("at most %d", longest))
		return
	}
	if i := strings.IndexFunc(txt, text.Unsafe); i >= 0 {
		r, _ := utf8.DecodeRuneInString(txt[i:])
		d.reportUnread(n, fmt.Sprintf("%s holds the character U+%04X", at.label, r), "text that shows as it is")
		return
	}
	if at.clean {
		name, err := text.CleanName(txt)
		if err != nil {
			d.reportName(n, at.label, err)
			return
		}
		txt = name
	}
	if len(at.oneOf) > 0 && !slices.Contains(at.oneOf, txt) {
		d.reportWrong(n, at, text.OneOf(txt, at.oneOf))
		return
	}
	v.SetString(txt)
}

var (
	decimal     = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)$`)
	leadingZero = regexp.MustCompile(`^[-+]?0+([0-9]+)$`)
	fraction    = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
)

// decodeNumber fills an int or a float of any size.
func (d *decoder) decodeNumber(n *yaml.Node, v reflect.Value, at target) {
	switch {
	case v.CanInt():
		bits := v.Type().Bits()
		r := at.within(-math.Pow(2, float64(bits-1)), math.Pow(2, float64(bits-1))-1)
		if i, err := strconv.ParseInt(n.Value, 10, bits); d.isInt(n) && err == nil && r.holds(float64(i)) {
			v.SetInt(i)
			return
		}
		d.reportNotInt(n, at, r)
	case v.CanUint():
		bits := v.Type().Bits()
		r := at.within(0, math.Pow(2, float64(bits))-1)
		i, err := strconv.ParseUint(strings.TrimPrefix(n.Value, "+"), 10, bits)
		if d.isInt(n) && err == nil && r.holds(float64(i)) {
			v.SetUint(i)
			return
		}
		d.reportNotInt(n, at, r)
	case v.CanFloat():
		r := at.within(math.Inf(-1), math.Inf(1))
		f, err := strconv.ParseFloat(n.Value, v.Type().Bits())
		if isPlain(n) && fraction.MatchString(n.Value) && err == nil && r.holds(f) {
			v.SetFloat(f)
			return
		}
		d.reportWrong(n, at, r.want("a number"))
	default:
		panic(fmt.Sprintf("strict: cannot decode into %v", v.Type()))
	}
}

// isInt reports whether a value is a whole number in plain digits.
func (d *decoder) isInt(n *yaml.Node) bool {
	return isPlain(n) && decimal.MatchString(n.Value)
}

// reportNotInt reports a value that is not a whole number in a range. For 010, 0x1f or "7", which YAML reads as
// something else than they look, it says how to write them.
func (d *decoder) reportNotInt(n *yaml.Node, at target, r span) {
	want := r.want("a whole number")
	switch {
	case isPlain(n) && leadingZero.MatchString(n.Value):
		want += ", without the leading zero"
	case isPlain(n) && n.Tag == "!!int" && !decimal.MatchString(n.Value):
		want += ", in plain digits"
	case n.Kind == yaml.ScalarNode && !isPlain(n) && decimal.MatchString(n.Value):
		want += ", without quotes"
	}
	d.reportWrong(n, at, want)
}
