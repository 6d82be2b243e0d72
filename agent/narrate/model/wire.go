package model

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// newLimit is the newer name of the limit of an answer. Elsewhere than at OpenAI it is asked by the older one; what rejects that and names the
// new is asked by that.
const newLimit = "max_completion_tokens"

// bodyOf returns a question of the library as it is sent: of its fields only whom it asks and what is said, not its temperature, sampling and
// metadata, and with the schema of the answer and what else this kind of server is sent, without what it rejects.
func bodyOf(question io.Reader, schema, more, limit string, without []string) ([]byte, error) {
	var asked struct{ Model, Messages json.RawMessage }
	if err := json.NewDecoder(question).Decode(&asked); err != nil {
		return nil, err
	}
	sent := map[string]json.RawMessage{"model": asked.Model, "messages": asked.Messages, limit: json.RawMessage(strconv.Itoa(answerMost))}
	schema = `{"response_format":{"json_schema":{"name":"tale","schema":` + schema + `,"strict":true},"type":"json_schema"}}`
	for _, part := range []string{schema, more} {
		if err := json.Unmarshal([]byte(part), &sent); err != nil {
			return nil, err
		}
	}
	for _, field := range without {
		delete(sent, field)
	}
	return json.Marshal(sent)
}

// answer is what is read of an answer.
type answer struct {
	Choices []*struct {
		Message *struct {
			Content   content
			Refusal   string
			ToolCalls []any `json:"tool_calls"`
		}
		Ended string `json:"finish_reason"`
	}
	Usage struct {
		In  int `json:"prompt_tokens"`
		Out int `json:"completion_tokens"`
	}
	Error any
}

// content is what a message says: a text, or parts, of which those are it that are no thoughts.
type content string

func (c *content) UnmarshalJSON(data []byte) error {
	var parts []struct{ Type, Text string }
	if json.Unmarshal(data, &parts) != nil {
		return json.Unmarshal(data, (*string)(c))
	}
	for _, p := range parts {
		if p.Type == "text" {
			*c += content(p.Text)
		}
	}
	return nil
}

// cuts are why an answer ends before it is whole; servers have many words for the other reasons.
var cuts = []string{"length", "max_tokens", "model_length", "content_filter", "safety", "refusal", "tool_calls", "tool_use", "function_call", "pause_turn",
	"error", "load", "unload"}

// read reads an answer of exactly one text that is whole, or says what is wrong with it.
func read(data []byte) (text string, tokens int, wrong string) {
	var a answer
	switch err := json.Unmarshal(data, &a); {
	case !utf8.Valid(data):
		return "", 0, "is no UTF-8"
	case a.Error != nil:
		return "", 0, "is an error: " + complaint(data)
	case err != nil:
		return "", 0, "is not the JSON it should be"
	case len(a.Choices) != 1 || a.Choices[0] == nil || a.Choices[0].Message == nil:
		return "", 0, "has not one choice"
	}
	message, ended := a.Choices[0].Message, a.Choices[0].Ended
	switch text = string(message.Content); {
	case message.Refusal != "" || len(message.ToolCalls) > 0:
		return "", 0, "is no text: it declines"
	case slices.Contains(cuts, strings.ToLower(ended)):
		return "", 0, "was cut off: " + ended
	case strings.TrimSpace(text) == "":
		return "", 0, "is empty"
	}
	return text, a.Usage.In + a.Usage.Out, ""
}

// clean returns an answer for the library: a text and nothing besides.
func clean(text string) string {
	said, _ := json.Marshal(text) // of a string there is always one
	return fmt.Sprintf(`{"choices":[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":"stop"}]}`, said)
}

// complaint returns what an error says, in the forms that servers use.
func complaint(body []byte) string {
	var deep struct{ Error struct{ Message string } }
	var flat struct{ Error, Message string }
	_, _ = json.Unmarshal(body, &deep), json.Unmarshal(body, &flat) // what is of another type stays empty
	return cmp.Or(deep.Error.Message, flat.Error, flat.Message)
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
