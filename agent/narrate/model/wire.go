package model

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"kokyu/rules/strict"
)

// form is how a provider is spoken to. A path of an answer leads through objects, and through a list that has one element.
type form struct {
	Key    string            `yaml:"key"`    // the header with the key
	Before string            `yaml:"before"` // what stands before it there
	Header map[string]string `yaml:"header"` // others besides those of all
	Paths  []string          `yaml:"paths"`  // with which an address may end that the library goes on itself
	Usual  string            `yaml:"usual"`  // the path of an address that has none
	Sends  []string          `yaml:"sends"`  // of the library's fields; the others are not sent: temperature, sampling, metadata
	Adds   string            `yaml:"adds"`   // and these are: SCHEMA is that of the answer, MOST its tokens
	One    string            `yaml:"one"`    // what an answer has one of
	Has    []string          `yaml:"has"`    // paths at which something stands then, each with what if that matters
	Text   string            `yaml:"text"`   // the path of what is said
	Ended  string            `yaml:"ended"`  // and of why it ended
	Took   []string          `yaml:"took"`   // and of what it took
	Clean  string            `yaml:"clean"`  // an answer for the library: TEXT and nothing besides
}

// wire is forms.yaml: the providers by name, and why an answer ends before it is whole.
var wire = decoded[struct {
	Version int              `yaml:"version"`
	Forms   map[string]*form `yaml:"forms"`
	Cut     []string         `yaml:"cut"`
}]("forms.yaml")

//go:embed *.yaml
var data embed.FS

// decoded reads a file of this package.
func decoded[T any](name string) (v T) {
	file, err := data.ReadFile(name)
	if err == nil {
		_, err = strict.Decode(name, file, &v)
	}
	if err != nil {
		panic(err)
	}
	return v
}

// newLimit is the newer name of the limit of an answer. Elsewhere than at OpenAI it is asked by the older one; what rejects that and names the
// new is asked by that.
const newLimit = "max_completion_tokens"

// body returns a question of the library as it is sent.
func (f *form) body(question io.Reader, schema string, newer bool) ([]byte, error) {
	var fields map[string]json.RawMessage
	if err := json.NewDecoder(question).Decode(&fields); err != nil {
		return nil, err
	}
	sent := map[string]json.RawMessage{}
	adds := strings.NewReplacer("SCHEMA", schema, "MOST", fmt.Sprint(answerMost)).Replace(f.Adds)
	if err := json.Unmarshal([]byte(adds), &sent); err != nil {
		return nil, err
	}
	for name, value := range fields {
		if name == newLimit && !newer {
			name = "max_tokens"
		}
		if slices.Contains(f.Sends, name) {
			sent[name] = value
		}
	}
	return json.Marshal(sent)
}

// at returns what a path of an answer leads to. What a model has thought is no element of a list.
func at(v any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		if list, is := v.([]any); is {
			v = nil
			list = slices.DeleteFunc(slices.Clone(list), func(one any) bool {
				kind, _ := at(one, "type").(string)
				return strings.Contains(kind, "thinking")
			})
			if len(list) == 1 {
				v = list[0]
			}
		}
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

// read reads an answer of exactly one text that is whole, or says what is wrong with it.
func (f *form) read(data []byte) (text string, tokens int, wrong string) {
	var body map[string]any
	d := json.NewDecoder(bytes.NewReader(data))
	if !utf8.Valid(data) {
		return "", 0, "is no UTF-8"
	} else if d.Decode(&body) != nil {
		return "", 0, "is not the JSON it should be"
	} else if _, more := d.Token(); more != io.EOF {
		return "", 0, "goes on behind its JSON"
	}
	text, is := at(body, f.Text).(string)
	ended, _ := at(body, f.Ended).(string)
	refusal, _ := at(body, "choices.message.refusal").(string)
	calls, _ := at(body, "choices.message.tool_calls").([]any)
	switch {
	case body["error"] != nil:
		return "", 0, "is an error: " + complaint(body)
	case slices.ContainsFunc(f.Has, func(what string) bool {
		path, want, exact := strings.Cut(what, " ")
		is := at(body, path)
		return is == nil || exact && fmt.Sprint(is) != want
	}):
		return "", 0, "has not one " + f.One
	case refusal != "" || len(calls) > 0:
		return "", 0, "is no text: it declines"
	case slices.Contains(wire.Cut, strings.ToLower(ended)):
		return "", 0, "was cut off: " + ended
	case !is && at(body, f.Text) != nil:
		return "", 0, "is not the JSON it should be"
	case strings.TrimSpace(text) == "":
		return "", 0, "is empty"
	}
	for _, path := range f.Took {
		n, _ := at(body, path).(float64)
		tokens += int(n)
	}
	return text, tokens, ""
}

// write returns an answer for the library.
func (f *form) write(text string) string {
	said, _ := json.Marshal(text) // of a string there is always one
	return strings.Replace(f.Clean, "TEXT", string(said), 1)
}

// complaint returns what an error says, in the forms that servers use.
func complaint(body any) string {
	for _, path := range []string{"error.message", "error", "message"} {
		if says, _ := at(body, path).(string); says != "" {
			return says
		}
	}
	return ""
}

// parse reads the JSON object of an answer, with what models put around it: thoughts, with or without a tag that opens them, a fence, a
// sentence before and after. Unknown keys are left.
func parse(answer string, into any) bool {
	if i := strings.LastIndex(answer, "</think>"); i >= 0 {
		answer = answer[i+len("</think>"):]
	}
	for i, next := -1, 0; next >= 0 && i <= 4000; next = strings.IndexByte(answer[i+1:], '{') {
		if i += 1 + next; strings.HasPrefix(answer[i:], "{") && json.NewDecoder(strings.NewReader(answer[i:])).Decode(into) == nil {
			return true
		}
	}
	return false
}
