package rules

import (
	"reflect"
	"testing"
)

// What a stand says is compared field by field: each of them makes two differ.
func TestEveryFieldTellsStandsApart(t *testing.T) {
	for k := range reflect.TypeFor[Stand]().NumField() {
		var a, b Stand
		switch f := reflect.ValueOf(&a).Elem().Field(k); f.Kind() {
		case reflect.String:
			f.SetString("other")
		case reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		default:
			t.Fatalf("a field of kind %v", f.Kind())
		}
		if a.equal(&b) || !a.equal(&a) {
			t.Errorf("%s does not tell two stands apart", reflect.TypeFor[Stand]().Field(k).Name)
		}
	}
}
