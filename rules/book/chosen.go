package book

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// RulingValues has the value of every ruling of a system in one encounter, by name. Its methods panic on a ruling that
// does not exist, or on a value that the ruling cannot have.
type RulingValues struct {
	rulings []Ruling
	set     map[string]string
}

// Choose returns the values of all rulings: those that the house, the people who play, chooses by name, else those of
// its preset, else the defaults. A misspelt name is a mistake; its value is still checked by the ruling of the nearest
// name.
func Choose(house HouseRulings, rulings []Ruling, bad *strict.Complaints) RulingValues {
	preset, set := string(house[Preset]), map[string]string{}
	if presets := PresetNames(rulings); preset != "" && !slices.Contains(presets, preset) {
		want := text.OneOf(preset, presets)
		if len(presets) == 0 {
			want = "rulings by their names: this system has no presets"
		}
		bad.Wrong(strict.Path{"rulings", Preset}, fmt.Sprintf("no preset of rulings is called %q", preset), want)
	}
	for _, r := range rulings {
		if r.Name == "" {
			continue
		}
		set[r.Name] = r.Default
		if value, ok := r.Presets[preset]; ok {
			set[r.Name] = value
		}
	}
	for _, name := range slices.Sorted(maps.Keys(house)) {
		value := string(house[name])
		if name == Preset {
			continue
		}
		r, ok := rulingNamed(name, rulings)
		if !ok {
			bad.Wrong(strict.Path{"rulings", strict.Key(name)}, fmt.Sprintf("no ruling is called %q", name),
				text.OneOf(name, rulingNames(rulings)))
			near, _ := text.Nearest(name, rulingNames(rulings))
			if r, ok = rulingNamed(near, rulings); !ok || house[r.Name] != "" {
				continue
			}
		}
		if want, ok := r.Takes(value); !ok {
			bad.Wrong(strict.Path{"rulings", name}, fmt.Sprintf("%s cannot be %q", r.Name, value), want)
			continue
		}
		set[r.Name] = value
	}
	return RulingValues{rulings, set}
}

// RulingPath returns the path of a ruling in a file. Complaints that depend on its value rest on this path.
func RulingPath(name string) strict.Path { return strict.Path{"rulings", name} }

// RoundsKnown are the paths on which complaints rest that depend on the number of rounds.
var RoundsKnown = []strict.Path{{"rounds"}, RulingPath("rounds")}

// Number returns the value of a ruling that is a number.
func (c RulingValues) Number(name string) int8 {
	n, err := strconv.Atoi(c.value(name))
	if err != nil || c.ruling(name).Range == "" {
		panic(fmt.Sprintf("book: the ruling %q is no number", name))
	}
	return int8(n)
}

// Is reports whether a ruling has a value.
func (c RulingValues) Is(name, value string) bool {
	if want, ok := c.ruling(name).Takes(value); !ok {
		panic(fmt.Sprintf("book: the ruling %q is never %q, want %s", name, value, want))
	}
	return c.value(name) == value
}

// Into sets the fields of the struct to which rulings points, by their tags: rule:"rounds" is a number,
// rule:"waiting=on" a bool that is true if the ruling has this value, and rule:",cover,full cover" an array of numbers,
// 0 where no ruling is named.
func (c RulingValues) Into(rulings any) {
	v := reflect.ValueOf(rulings).Elem()
	for i := range v.NumField() {
		f, rule := v.Field(i), v.Type().Field(i).Tag.Get("rule")
		name, value, is := strings.Cut(rule, "=")
		switch {
		case is:
			f.SetBool(c.Is(name, value))
		case f.Kind() == reflect.Array:
			for k, name := range strings.Split(rule, ",") {
				if name != "" {
					setInt(f.Index(k), c.Number(name))
				}
			}
		default:
			setInt(f, c.Number(name))
		}
	}
}

// setInt sets a field of a signed or unsigned integer type.
func setInt(f reflect.Value, n int8) {
	if f.CanUint() {
		f.SetUint(uint64(uint8(n)))
	} else {
		f.SetInt(int64(n))
	}
}

// value returns the value of a ruling.
func (c RulingValues) value(name string) string { return c.set[c.ruling(name).Name] }

// ruling returns the ruling of a name; it panics if there is none.
func (c RulingValues) ruling(name string) Ruling {
	r, ok := rulingNamed(name, c.rulings)
	if !ok {
		panic(fmt.Sprintf("book: no ruling is called %q, want %s", name, text.OneOf(name, rulingNames(c.rulings))))
	}
	return r
}
