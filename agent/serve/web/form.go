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

// input makes the input of an operation from the fields of a form. A field has the name of a member of the input; other
// fields are the page's own. An empty field counts as left out. A string is one field, or several joined by commas; a
// list is all fields of the name; numbers are parsed; a bool is true for on, which a ticked box sends, and for true.
func input(o session.Operation, fields url.Values) (any, error) {
	in := reflect.New(o.In).Elem()
	for member := range o.In.Fields() {
		name := session.KeyOf(member)
		texts, has := fields[name]
		if !has || len(texts) == 1 && texts[0] == "" {
			continue
		}
		v, err := parseField(member.Type, name, texts)
		if err != nil {
			return nil, err
		}
		if least, ok := session.Minimum(member); ok && v.(int) < least {
			return nil, serve.NewError(session.BadInput, fmt.Sprintf("%s is %d", name, v), fmt.Sprintf("%d or more", least))
		}
		in.FieldByIndex(member.Index).Set(reflect.ValueOf(v).Convert(member.Type))
	}
	return in.Interface(), nil
}

// typedMembers are the strings that a person types as a line: somebody to add, an odds question, a decision. The other
// strings come from menus and boxes, which hold names as the fight has them.
var typedMembers = []string{"line", "throw", "do"}

// parseField converts the texts of a field to type t. What a person has typed is cleaned first, as at the prompt
// ([text.NormalizeTyped]): phones write typographic quotation marks. The only lists of numbers are faces of dice.
func parseField(t reflect.Type, name string, texts []string) (any, error) {
	switch t.Kind() {
	case reflect.String:
		if slices.Contains(typedMembers, name) {
			return text.NormalizeTyped(texts[0]), nil
		}
		return strings.Join(texts, ", "), nil // boxes of one name that were ticked: operations take names so
	case reflect.Bool:
		return texts[0] == "on" || texts[0] == "true", nil
	case reflect.Int:
		return number(name, texts[0])
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Int {
			var list []int
			for _, v := range texts {
				faces, err := session.ReadFaces(strings.ReplaceAll(text.NormalizeTyped(v), ",", " "))
				if err != nil {
					return nil, err
				}
				list = append(list, faces...)
			}
			return list, nil
		}
		var list []string
		for _, v := range texts {
			list = append(list, session.SplitChanges(text.NormalizeTyped(v))...)
		}
		return list, nil
	}
	return nil, fmt.Errorf("a form cannot hold %s", name)
}

// number parses a field as a whole number; name is for the error.
func number(name, value string) (int, error) {
	n, err := strconv.Atoi(text.NormalizeTyped(value))
	if err != nil {
		return 0, serve.NewError(session.BadInput, fmt.Sprintf("%s is %q", name, value), "a whole number")
	}
	return n, nil
}

// uploadedText returns the text of the file that was sent with a form in the field "file", empty if there is none. The
// file is whole: a form with a longer one was refused by fields.
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
		data, err := io.ReadAll(file)
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
