package web

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/rules/text"
)

// formMax is the largest form in bytes.
const formMax = 256 << 10

// input makes the input of an operation from the fields of a form. A field has the name of a member of the input;
// fields that are no member are the page's own, and empty fields count as left out. A text is taken as it is, a list is
// all fields of its name, numbers and switches are read.
func input(o session.Operation, fields url.Values) (any, error) {
	in := reflect.New(o.In).Elem()
	for member := range o.In.Fields() {
		name, _, _ := strings.Cut(member.Tag.Get("json"), ",")
		values, has := fields[name]
		if !has || len(values) == 1 && values[0] == "" {
			continue
		}
		v, err := value(member.Type, name, values)
		if err != nil {
			return nil, err
		}
		if least, ok := session.Least(member); ok && v.(int) < least {
			return nil, serve.NewError(session.BadInput, fmt.Sprintf("%s is %d", name, v), fmt.Sprintf("%d or more", least))
		}
		in.FieldByIndex(member.Index).Set(reflect.ValueOf(v).Convert(member.Type))
	}
	return in.Interface(), nil
}

// value returns the values of a field as a value of a type. What is said or typed is cleaned as at the
// prompt ([text.Typed]).
func value(t reflect.Type, name string, values []string) (any, error) {
	switch t.Kind() {
	case reflect.String:
		if slices.Contains([]string{"line", "throw", "do"}, name) {
			return text.Typed(values[0]), nil
		}
		return strings.Join(values, ", "), nil // of several fields if several names were ticked
	case reflect.Bool:
		return values[0] == "on" || values[0] == "true", nil
	case reflect.Int:
		return number(name, values[0])
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Int {
			var list []int
			for _, v := range values {
				for word := range strings.FieldsSeq(strings.ReplaceAll(text.Typed(v), ",", " ")) {
					n, err := strconv.Atoi(word)
					if err != nil {
						return nil, serve.NewError(session.BadDice, fmt.Sprintf("%q is no face of a die", word), "whole numbers with spaces between, as in 7 9")
					}
					list = append(list, n)
				}
			}
			return list, nil
		}
		var list []string
		for _, v := range values {
			list = append(list, session.Changes(text.Typed(v))...)
		}
		return list, nil
	}
	return nil, fmt.Errorf("a form cannot hold %s", name)
}

// number returns the value of a field as a whole number.
func number(name, value string) (int, error) {
	n, err := strconv.Atoi(text.Typed(value))
	if err != nil {
		return 0, serve.NewError(session.BadInput, fmt.Sprintf("%s is %q", name, value), "a whole number")
	}
	return n, nil
}

// uploadedText returns the text of the file that was sent with a form in the field "file", empty if there
// is none. Of a file that is too long it returns the beginning, in which reading the encounter then finds a
// mistake.
func uploadedText(r *http.Request) (string, error) {
	if r.MultipartForm == nil {
		return "", nil
	}
	for _, head := range r.MultipartForm.File["file"] {
		file, err := head.Open()
		if err != nil {
			return "", err
		}
		defer file.Close()
		data, err := io.ReadAll(io.LimitReader(file, formMax))
		return string(data), err
	}
	return "", nil
}

// fields reads the form of a request. A form with a file is sent as multipart, any other is not.
func fields(r *http.Request) (url.Values, error) {
	r.Body = http.MaxBytesReader(nil, r.Body, formMax)
	var err error
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		err = r.ParseMultipartForm(formMax)
	} else {
		err = r.ParseForm()
	}
	if err != nil {
		return nil, serve.NewError(serve.TooLarge, "the form cannot be read", fmt.Sprintf("at most %d KB", formMax>>10))
	}
	return r.PostForm, nil
}
