package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// form is how a provider is spoken to.
type form struct {
	keyHeader, keyBefore string
	headers              map[string]string
	paths                []string // with which an address may end that the library goes on itself
	usual                string   // the path of an address that has none
	edit                 func(fields map[string]json.RawMessage, schema json.RawMessage, origin *url.URL)
	read                 func(data []byte) (text string, tokens int, err error) // an answer of exactly this shape, or why not
	write                func(text string, tokens int) []byte                   // such an answer and nothing besides, for the library
}

// forms are the providers by name. Most servers, in a room or far away, speak as openai does.
var forms = map[string]*form{
	"openai": {keyHeader: "Authorization", keyBefore: "Bearer ", paths: []string{"/chat/completions"}, usual: "/v1", edit: editOpenAI, read: readOpenAI, write: writeOpenAI},
	"anthropic": {keyHeader: "X-Api-Key", headers: map[string]string{"Anthropic-Version": "2023-06-01"}, paths: []string{"/messages"}, usual: "/v1",
		edit: editAnthropic, read: readAnthropic, write: writeAnthropic},
	"ollama": {keyHeader: "Authorization", keyBefore: "Bearer ", paths: []string{"/chat", "/api", "/v1"}, edit: editOllama, read: readOllama, write: writeOllama},
}

// only strikes what is not to be sent: a temperature that newer models reject, sampling nobody asked for, metadata.
func only(fields map[string]json.RawMessage, names ...string) {
	for name := range fields {
		if !strings.Contains(" "+strings.Join(names, " ")+" ", " "+name+" ") {
			delete(fields, name)
		}
	}
}

func raw(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // of our own values
	}
	return data
}

// editOpenAI asks for an answer by a schema. Elsewhere than at OpenAI the limit of tokens goes by its older name.
func editOpenAI(fields map[string]json.RawMessage, schema json.RawMessage, origin *url.URL) {
	if most, ok := fields["max_completion_tokens"]; ok && origin.Hostname() != "api.openai.com" {
		fields["max_tokens"] = most
		delete(fields, "max_completion_tokens")
	}
	only(fields, "model", "messages", "max_tokens", "max_completion_tokens")
	fields["response_format"] = raw(map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": "tale", "strict": true, "schema": schema}})
}

func editAnthropic(fields map[string]json.RawMessage, _ json.RawMessage, _ *url.URL) {
	only(fields, "model", "messages", "system", "max_tokens")
}

func editOllama(fields map[string]json.RawMessage, schema json.RawMessage, _ *url.URL) {
	var options struct {
		Most int `json:"num_predict"`
	}
	_ = json.Unmarshal(fields["options"], &options)
	only(fields, "model", "messages")
	fields["stream"], fields["think"], fields["format"], fields["options"] = raw(false), raw(false), schema, raw(options)
}

// strictly reads one JSON value and nothing behind it, in good UTF-8.
func strictly(data []byte, into any) error {
	if !utf8.Valid(data) {
		return errors.New("is no UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(into); err != nil {
		return errors.New("is not the JSON it should be")
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("goes on behind its JSON")
	}
	return nil
}

// cut are the reasons for which an answer ends before it is whole; servers have many words for the others.
var cut = []string{"length", "max_tokens", "model_length", "content_filter", "safety", "refusal", "tool_calls", "tool_use", "function_call", "pause_turn", "error", "load", "unload"}

// whole says what is wrong with a text and why it ended.
func whole(text *string, ended string) error {
	switch {
	case slices.Contains(cut, strings.ToLower(ended)):
		return fmt.Errorf("was cut off: %s", ended)
	case text == nil || strings.TrimSpace(*text) == "":
		return errors.New("is empty")
	}
	return nil
}

func readOpenAI(data []byte) (string, int, error) {
	var body struct {
		Error   json.RawMessage `json:"error"`
		Choices []*struct {
			Message *struct {
				Content   *string           `json:"content"`
				Refusal   string            `json:"refusal"`
				ToolCalls []json.RawMessage `json:"tool_calls"`
			} `json:"message"`
			Ended string `json:"finish_reason"`
		} `json:"choices"`
		Usage struct {
			In  int `json:"prompt_tokens"`
			Out int `json:"completion_tokens"`
		} `json:"usage"`
	}
	if err := strictly(data, &body); err != nil {
		return "", 0, err
	}
	switch {
	case isSet(body.Error):
		return "", 0, errors.New("is an error: " + complaint(data))
	case len(body.Choices) != 1 || body.Choices[0] == nil || body.Choices[0].Message == nil:
		return "", 0, errors.New("has not one choice")
	}
	choice := body.Choices[0]
	if choice.Message.Refusal != "" || len(choice.Message.ToolCalls) > 0 {
		return "", 0, errors.New("is no text: it declines")
	}
	if err := whole(choice.Message.Content, choice.Ended); err != nil {
		return "", 0, err
	}
	return *choice.Message.Content, body.Usage.In + body.Usage.Out, nil
}

func isSet(v json.RawMessage) bool { return len(v) > 0 && string(v) != "null" }

func writeOpenAI(text string, tokens int) []byte {
	return raw(map[string]any{"choices": []any{map[string]any{"index": 0,
		"message": map[string]any{"role": "assistant", "content": text}, "finish_reason": "stop"}},
		"usage": map[string]any{"total_tokens": tokens}})
}

func readAnthropic(data []byte) (string, int, error) {
	var body struct {
		Error   json.RawMessage `json:"error"`
		Content []*struct {
			Type string  `json:"type"`
			Text *string `json:"text"`
		} `json:"content"`
		Ended string `json:"stop_reason"`
		Usage struct {
			In  int `json:"input_tokens"`
			Out int `json:"output_tokens"`
		} `json:"usage"`
	}
	if err := strictly(data, &body); err != nil {
		return "", 0, err
	}
	switch {
	case isSet(body.Error):
		return "", 0, errors.New("is an error: " + complaint(data))
	case slices.Contains(body.Content, nil):
		return "", 0, errors.New("has not one text")
	}
	texts := body.Content
	for i := 0; i < len(texts); i++ { // what it has thought is not said
		if strings.Contains(texts[i].Type, "thinking") {
			texts = slices.Delete(texts, i, i+1)
			i--
		}
	}
	if len(texts) != 1 || texts[0].Type != "text" {
		return "", 0, errors.New("has not one text")
	}
	if err := whole(texts[0].Text, body.Ended); err != nil {
		return "", 0, err
	}
	return *texts[0].Text, body.Usage.In + body.Usage.Out, nil
}

func writeAnthropic(text string, tokens int) []byte {
	return raw(map[string]any{"type": "message", "role": "assistant", "content": []any{map[string]any{"type": "text", "text": text}}, "stop_reason": "end_turn",
		"usage": map[string]any{"input_tokens": tokens}})
}

func readOllama(data []byte) (string, int, error) {
	var body struct {
		Error   json.RawMessage `json:"error"`
		Message *struct {
			Content *string `json:"content"`
		} `json:"message"`
		Done  bool   `json:"done"`
		Ended string `json:"done_reason"`
		In    int    `json:"prompt_eval_count"`
		Out   int    `json:"eval_count"`
	}
	if err := strictly(data, &body); err != nil {
		return "", 0, err
	}
	switch {
	case isSet(body.Error):
		return "", 0, errors.New("is an error: " + complaint(data))
	case body.Message == nil || !body.Done:
		return "", 0, errors.New("has not one message that is done")
	}
	if err := whole(body.Message.Content, body.Ended); err != nil {
		return "", 0, err
	}
	return *body.Message.Content, body.In + body.Out, nil
}

func writeOllama(text string, tokens int) []byte {
	return raw(map[string]any{"message": map[string]any{"role": "assistant", "content": text}, "done": true, "done_reason": "stop", "prompt_eval_count": tokens})
}

// parse reads the JSON object of an answer, with what models put around it: thoughts, with or without a tag that opens them, a fence, a
// sentence before and after. Unknown keys are left.
func parse(answer string, into any) bool {
	if i := strings.LastIndex(answer, "</think>"); i >= 0 {
		answer = answer[i+len("</think>"):]
	}
	for at := strings.IndexByte(answer, '{'); at >= 0; {
		if json.NewDecoder(strings.NewReader(answer[at:])).Decode(into) == nil {
			return true
		}
		next := strings.IndexByte(answer[at+1:], '{')
		if next < 0 || at > 4000 {
			return false
		}
		at += 1 + next
	}
	return false
}
