package book

import (
	"fmt"
	"reflect"
	"strings"

	"kokyu/rules/strict"
)

// Weight is one weight of the estimate of a position.
type Weight struct {
	Name        string  `json:"name"`
	Value       float64 `json:"value"`
	Least, Most float64 `json:"-"` // bounds for a fit
}

// tunable is a weight that a fit may change, with the variable that holds it.
type tunable struct {
	Weight
	At *float64
}

// TunablesOf returns the fields with one of these tags of the struct to which weights points. A tag has a name and
// bounds, as in groups:"steep 0.3 to 3", for an array one for each element, separated by commas.
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

// Tunables are the weights that a fit may change. A system lists them once, to read the fitted values, to report them
// and to try others.
type Tunables []tunable

// Read sets the weights to those in an embedded file that kokyu-lab eval fit has written. It panics if the file is
// wrong or lacks one.
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

// Weights returns the weights with their present values.
func (k Tunables) Weights() (list []Weight) {
	for _, one := range k {
		one.Value = *one.At
		list = append(list, one.Weight)
	}
	return list
}

// Set sets the weights to values, in their order.
func (k Tunables) Set(values []float64) {
	for i, one := range k {
		*one.At = values[i]
	}
}
