package model

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"time"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/anthropic"
	"github.com/tmc/langchaingo/llms/ollama"
	"github.com/tmc/langchaingo/llms/openai"
)

// asker asks a model through the library, and hears only what the guard lets through.
type asker struct {
	llm     llms.Model
	guard   *guard
	timeout time.Duration
}

// noKey stands where the library wants a key.
const noKey = "the-guard-has-it"

func newAsker(s Settings, origin *url.URL, g *guard) (*asker, error) {
	a := &asker{guard: g, timeout: s.Timeout}
	var err error
	switch s.Provider {
	case "anthropic":
		a.llm, err = anthropic.New(anthropic.WithToken(noKey), anthropic.WithModel(s.Model), anthropic.WithBaseURL(origin.String()), anthropic.WithHTTPClient(g))
	case "ollama":
		a.llm, err = ollama.New(ollama.WithModel(s.Model), ollama.WithServerURL(origin.String()), ollama.WithHTTPClient(&http.Client{Transport: g}))
	default:
		a.llm, err = openai.New(openai.WithToken(noKey), openai.WithModel(s.Model), openai.WithBaseURL(origin.String()), openai.WithHTTPClient(g))
	}
	return a, err
}

// turn is what one of the two said.
type turn struct {
	who  llms.ChatMessageType
	text string
}

// question is all that is said, and the form the answer is to have.
type question struct {
	turns  []turn
	schema json.RawMessage
	most   int // tokens of the answer
}

// ask returns one question with one answer. Nothing the library does, a panic included, comes back as anything but a fault.
func (a *asker) ask(ctx context.Context, q question) (string, *failure) {
	c := &call{schema: q.schema, most: q.most}
	if f := a.send(ctx, q, c); f != nil {
		return "", f
	}
	return c.text, nil
}

// shows returns what would be sent, to the byte: the question goes all the way to the guard, which keeps it.
func (a *asker) shows(ctx context.Context, q question) (Request, *failure) {
	c := &call{schema: q.schema, most: q.most, dry: true}
	if f := a.send(ctx, q, c); f != errDry {
		return Request{}, f
	}
	return c.sent, nil
}

func (a *asker) send(ctx context.Context, q question, c *call) (f *failure) {
	defer func() {
		if broken := recover(); broken != nil {
			f = fault(brokenOff, "the library that asks the model broke")
		}
	}()
	ctx, stop := context.WithTimeout(context.WithValue(ctx, callKey{}, c), a.timeout)
	defer stop()
	var messages []llms.MessageContent
	for _, t := range q.turns {
		messages = append(messages, llms.TextParts(t.who, t.text))
	}
	heard, err := a.llm.GenerateContent(ctx, messages, llms.WithMaxTokens(q.most))
	switch {
	case c.fault != nil:
		return c.fault
	case err != nil:
		return fault(brokenOff, "the library cannot read the model's answer")
	case heard == nil || len(heard.Choices) != 1 || heard.Choices[0] == nil || heard.Choices[0].Content != c.text:
		return fault(brokenOff, "the library made something else of the model's answer")
	}
	return nil
}
