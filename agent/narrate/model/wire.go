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

// newLimitField is the newer name of the field that limits an answer. OpenAI gets it. Other servers get max_tokens, and
// this one only after an error that names it.
const newLimitField = "max_completion_tokens"

// bodyOf returns the body to send in place of the one that langchaingo has made (question). It keeps only the model and
// the messages: langchaingo also sends temperature, sampling and metadata, which some servers reject. It adds the
// schema of the answer, a JSON value, and extraJSON, an object with the fields that this provider wants besides. The
// fields without are left out, since the server has rejected them.
func bodyOf(question io.Reader, schemaJSON, extraJSON, limitField string, without []string) ([]byte, error) {
	var asked struct{ Model, Messages json.RawMessage }
	if err := json.NewDecoder(question).Decode(&asked); err != nil {
		return nil, err
	}
	sent := map[string]json.RawMessage{"model": asked.Model, "messages": asked.Messages,
		limitField: json.RawMessage(strconv.Itoa(answerTokensMax))}
	format := `{"response_format":{"json_schema":{"name":"tale","schema":` + schemaJSON + `,"strict":true},"type":"json_schema"}}`
	for _, part := range []string{format, extraJSON} {
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

// cutOffReasons are the values of finish_reason for an answer that ends before it is whole. Any other value counts as
// the end of a whole answer: servers have too many words for that to list them.
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

// cleanAnswer returns an answer in the form that langchaingo expects, with this text and no other field.
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

// preambleMax is in bytes: behind the first brace after so many, no further one is tried. Each costs a try at decoding
// the rest of the answer.
const preambleMax = 4000

// parseObject decodes the first JSON object in an answer that fits into, and reports whether there is one. Models put
// other things around it: thoughts up to </think>, a fence, a sentence before and after. Unknown keys are ignored.
func parseObject(answer string, into any) bool {
	if i := strings.LastIndex(answer, "</think>"); i >= 0 {
		answer = answer[i+len("</think>"):]
	}
	for brace := strings.IndexByte(answer, '{'); brace >= 0; {
		if json.NewDecoder(strings.NewReader(answer[brace:])).Decode(into) == nil {
			return true
		}
		next := strings.IndexByte(answer[brace+1:], '{')
		if brace > preambleMax || next < 0 {
			return false
		}
		brace += 1 + next
	}
	return false
}
