package book

import (
	"fmt"
	"reflect"
	"strings"

	"kokyu/rules/strict"
)

// Weight is one number an estimate is made with.
type Weight struct {
	Name        string  `json:"name"`
	Value       float64 `json:"value"`
	Least, Most float64 `json:"-"` // what a fit may make of it
}

// tunable is a weight of leaves and where it is kept.
type tunable struct {
	Weight
	At *float64
}

// TunablesOf returns the tunables among some weights: those of their numbers that have one of these tags, which say
// their names and bounds, as in groups:"steep 0.3 to 3"; those of an array say each of its own, with commas between
// them.
func TunablesOf(weights any, tags ...string) (all Tunables) {
	v := reflect.ValueOf(weights).Elem()
	for i := range v.NumField() {
		for _, tag := range tags {
			says, tagged := v.Type().Field(i).Tag.Lookup(tag)
			if !tagged {
				continue
			}
			for k, says := range strings.Split(says, ", ") {
				at := v.Field(i)
				if at.Kind() == reflect.Array {
					at = at.Index(k)
				}
				t := tunable{At: at.Addr().Interface().(*float64)}
				if _, err := fmt.Sscanf(says, "%s %g to %g", &t.Name, &t.Least, &t.Most); err != nil {
					panic(fmt.Sprintf("book: %q is no name and bounds, as in steep 0.3 to 3", says))
				}
				all = append(all, t)
			}
		}
	}
	return all
}

// Tunables are the weights a fit may turn: what a system lists once, to read those fitted, to say them and to try
// others.
type Tunables []tunable

// Read sets them to the weights in a file as kokyu-lab eval fit writes it. It panics if the file is wrong or lacks one:
// it is embedded, and every test reads it.
func (k Tunables) Read(name string, data []byte) {
	var file struct {
		Weights map[string]float64 `yaml:"weights"`
	}
	if _, err := strict.Decode(name, data, &file); err != nil {
		panic(err)
	}
	for _, one := range k {
		v, ok := file.Weights[one.Name]
		if !ok {
			panic(name + " has no " + one.Name)
		}
		*one.At = v
	}
}

// Weights returns what they stand at.
func (k Tunables) Weights() (list []Weight) {
	for _, one := range k {
		one.Value = *one.At
		list = append(list, one.Weight)
	}
	return list
}

// Set turns them to values, in their order.
func (k Tunables) Set(values []float64) {
	for i, one := range k {
		*one.At = values[i]
	}
}
