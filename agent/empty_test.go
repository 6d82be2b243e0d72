package agent

import (
	"reflect"
	"strings"
	"testing"

	"kokyu/rules/strict"
)

// A key of a file with nothing after it is left out, or a sentence says what kind of value is wanted there, and what it is for.
func TestAnEmptyKeySaysWhatIsWanted(t *testing.T) {
	said := 0
	for _, sys := range systems {
		for file, of := range sys.Schemas {
			for f := range reflect.TypeOf(of).Fields() {
				keys := []string{strict.KeyOf(f)}
				if f.Anonymous {
					keys = nil
					for inner := range f.Type.Fields() {
						keys = append(keys, strict.KeyOf(inner))
					}
				}
				for _, key := range keys {
					if key == "" || key == "-" {
						continue
					}
					_, err := strict.Decode("f", []byte(key+":\n"), reflect.New(reflect.TypeOf(of)).Interface())
					if err == nil {
						continue
					}
					_, want, empty := strings.Cut(err.Error(), key+" has no value: want ")
					want, _, _ = strings.Cut(want, "\n")
					if kind, what, both := strings.Cut(want, ": "); empty && (!both || len(kind) < 4 || len(what) < 4) {
						t.Errorf("%s %s: %v", sys.Name, file, err)
					} else if empty {
						said++
					}
				}
			}
		}
	}
	if said < 20 {
		t.Errorf("%d keys say what is wanted", said)
	}
}
