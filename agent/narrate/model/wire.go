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

// newLimitField is the newer name of the field that limits an answer. OpenAI is sent the newer name; others are sent
// the older one, and the newer one if they reject that and name this.
const newLimitField = "max_completion_tokens"

// bodyOf returns the body of a request for a question of the library. Of its fields only the model and the messages are
// kept, not temperature, sampling and metadata. The schema of the answer and the extra fields of this kind of server
// are added, and fields that the server rejects left out.
func bodyOf(question io.Reader, schema, extra, limitField string, without []string) ([]byte, error) {
	var asked struct{ Model, Messages json.RawMessage }
	if err := json.NewDecoder(question).Decode(&asked); err != nil {
		return nil, err
	}
	sent := map[string]json.RawMessage{"model": asked.Model, "messages": asked.Messages, limitField: json.RawMessage(strconv.Itoa(answerTokensMax))}
	schema = `{"response_format":{"json_schema":{"name":"tale","schema":` + schema + `,"strict":true},"type":"json_schema"}}`
	for _, part := range []string{schema, extra} {
		if err := json.Unmarshal([]byte(part), &sent); err != nil {
			return nil, err
		}
	}
	for _, field := range without {
		delete(sent, field)
	}
	return json.Marshal(sent)
}

// answer is what is read of a server's answer.
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

// content is the text of a message, which JSON has as a string or as a list of parts: those that are no text, such as
// thoughts, are left out.
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

// cutOffReasons are the reasons that servers give if an answer ends before it is whole. They have too many words for
// other reasons to list those.
var cutOffReasons = []string{"length", "max_tokens", "model_length", "content_filter", "safety", "refusal",
	"tool_calls", "tool_use", "function_call", "pause_turn", "error", "load", "unload"}

// readAnswer returns the one whole text of an answer and the tokens it took, or says what is wrong with the answer.
func readAnswer(data []byte) (text string, tokens int, wrong string) {
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
	case slices.Contains(cutOffReasons, strings.ToLower(ended)):
		return "", 0, "was cut off: " + ended
	case strings.TrimSpace(text) == "":
		return "", 0, "is empty"
	}
	return text, a.Usage.In + a.Usage.Out, ""
}

// cleanAnswer returns the body of an answer for the library that holds a text and nothing besides.
func cleanAnswer(text string) string {
	said, _ := json.Marshal(text) // a string can always be encoded
	return fmt.Sprintf(`{"choices":[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":"stop"}]}`, said)
}

// complaint returns what a server says in the body of an error, in one of the forms that servers use.
func complaint(body []byte) string {
	var deep struct{ Error struct{ Message string } }
	var flat struct{ Error, Message string }
	_, _ = json.Unmarshal(body, &deep), json.Unmarshal(body, &flat) // a field of another type stays empty
	return cmp.Or(deep.Error.Message, flat.Error, flat.Message)
}

// parseObject decodes the JSON object in an answer, and reports whether there is one. Models put other things around
// it: thoughts up to </think>, a fence, a sentence before and after. Unknown keys are ignored.
func parseObject(answer string, into any) bool {
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
