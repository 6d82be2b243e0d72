package config

import (
	"slices"

	"github.com/spf13/pflag"

	"kokyu/rules/text"
)

// keyAnnotation names the annotation of a flag that holds its key.
const keyAnnotation = "kokyu key"

// Flag defines a flag that sets the setting of a key. It panics if there is no such key.
func Flag(flags *pflag.FlagSet, name, key string) {
	list := fields()
	k := list[slices.IndexFunc(list, func(k field) bool { return k.name == key })]
	v := &value{text: k.defaultText, placeholder: k.takes}
	flags.Var(v, name, k.help)
	f := flags.Lookup(name)
	f.Annotations = map[string][]string{keyAnnotation: {key}}
}

// Flags defines a flag for each of these keys, with the key's name.
func Flags(flags *pflag.FlagSet, keys ...string) {
	for _, key := range keys {
		Flag(flags, key, key)
	}
}

// Keys returns the keys of all settings.
func Keys() []string { return text.Each(fields(), func(k field) string { return k.name }) }

// flagOf returns the flag that sets a key; nil if the command has none.
func flagOf(flags *pflag.FlagSet, key string) (found *pflag.Flag) {
	if flags == nil {
		return nil
	}
	flags.VisitAll(func(f *pflag.Flag) {
		if slices.Contains(f.Annotations[keyAnnotation], key) {
			found = f
		}
	})
	return found
}

// value is a flag that stays a text, to be read like a value from any other source.
type value struct{ text, placeholder string }

func (v *value) String() string     { return v.text }
func (v *value) Set(s string) error { v.text = s; return nil }
func (v *value) Type() string       { return v.placeholder }
