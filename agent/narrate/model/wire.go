package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// form is how a provider is spoken to. A path of an answer leads through objects, and through a list that has one element.
type form struct {
	key, before string            // the header with the key, and what stands before it there
	headers     map[string]string // besides those of all
	paths       []string          // with which an address may end that the library goes on itself
	usual       string            // the path of an address that has none
	sends       []string          // of the library's fields; the others are not sent: temperature, sampling, metadata
	adds        func(schema json.RawMessage) map[string]any
	one         string         // what an answer has one of
	has         func(any) bool // that it has it
	text, ended string         // the paths of what is said, and of why it ended
	tokens      []string       // and of what it took
	clean       string         // an answer for the library: the text and the tokens, and nothing besides
}

// forms are the providers by name. Most servers, in a room or far away, speak as openai does.
var forms = map[string]*form{
	"openai": {key: "Authorization", before: "Bearer ", paths: []string{"/chat/completions"}, usual: "/v1",
		sends: []string{"model", "messages", "max_tokens", "max_completion_tokens"},
		adds: func(schema json.RawMessage) map[string]any {
			return map[string]any{"response_format": map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": "tale", "strict": true, "schema": schema}}}
		},
		one: "choice", has: func(v any) bool { return at(v, "choices.message") != nil },
		text: "choices.message.content", ended: "choices.finish_reason", tokens: []string{"usage.prompt_tokens", "usage.completion_tokens"},
		clean: `{"choices":[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],"usage":{"total_tokens":%d}}`},
	"anthropic": {key: "X-Api-Key", headers: map[string]string{"Anthropic-Version": "2023-06-01"}, paths: []string{"/messages"}, usual: "/v1",
		sends: []string{"model", "messages", "system", "max_tokens"},
		one:   "text", has: func(v any) bool { return at(v, "content.type") == "text" },
		text: "content.text", ended: "stop_reason", tokens: []string{"usage.input_tokens", "usage.output_tokens"},
		clean: `{"type":"message","role":"assistant","content":[{"type":"text","text":%s}],"stop_reason":"end_turn","usage":{"input_tokens":%d}}`},
	"ollama": {key: "Authorization", before: "Bearer ", paths: []string{"/chat", "/api", "/v1"}, sends: []string{"model", "messages"},
		adds: func(schema json.RawMessage) map[string]any {
			return map[string]any{"stream": false, "think": false, "format": schema, "options": map[string]any{"num_predict": answerMost}}
		},
		one: "message that is done", has: func(v any) bool { return at(v, "message") != nil && at(v, "done") == true },
		text: "message.content", ended: "done_reason", tokens: []string{"prompt_eval_count", "eval_count"},
		clean: `{"message":{"role":"assistant","content":%s},"done":true,"done_reason":"stop","prompt_eval_count":%d}`},
}

// The limit of an answer goes by two names. Elsewhere than at OpenAI it is asked by the older one; what rejects that and names the new is
// asked by that.
const (
	newLimit = "max_completion_tokens"
	oldLimit = "max_tokens"
)

// body returns a question of the library as it is sent to a host.
func (f *form) body(question io.Reader, schema json.RawMessage, host string) ([]byte, error) {
	var fields map[string]json.RawMessage
	if err := json.NewDecoder(question).Decode(&fields); err != nil {
		return nil, err
	}
	sent := map[string]any{}
	if f.adds != nil {
		sent = f.adds(schema)
	}
	for name, value := range fields {
		if name == newLimit && host != "api.openai.com" {
			name = oldLimit
		}
		if slices.Contains(f.sends, name) {
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

// cut are the reasons for which an answer ends before it is whole; servers have many words for the others.
var cut = []string{"length", "max_tokens", "model_length", "content_filter", "safety", "refusal", "tool_calls", "tool_use", "function_call", "pause_turn", "error", "load", "unload"}

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
	text, is := at(body, f.text).(string)
	ended, _ := at(body, f.ended).(string)
	refusal, _ := at(body, "choices.message.refusal").(string)
	calls, _ := at(body, "choices.message.tool_calls").([]any)
	switch {
	case body["error"] != nil:
		return "", 0, "is an error: " + complaint(body)
	case !f.has(body):
		return "", 0, "has not one " + f.one
	case refusal != "" || len(calls) > 0:
		return "", 0, "is no text: it declines"
	case slices.Contains(cut, strings.ToLower(ended)):
		return "", 0, "was cut off: " + ended
	case !is && at(body, f.text) != nil:
		return "", 0, "is not the JSON it should be"
	case strings.TrimSpace(text) == "":
		return "", 0, "is empty"
	}
	for _, path := range f.tokens {
		n, _ := at(body, path).(float64)
		tokens += int(n)
	}
	return text, tokens, ""
}

// write returns an answer for the library.
func (f *form) write(text string, tokens int) []byte {
	said, _ := json.Marshal(text) // of a string there is always one
	return fmt.Appendf(nil, f.clean, said, tokens)
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
