package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tmc/langchaingo/llms"

	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/text"
)

// A paragraph as a model reads it is its own JSON: ways and images of our files with slots in them, words of closed lists,
// numbers. A record is anybody's file: what looks otherwise is not sent.
var (
	isAspect = regexp.MustCompile(`^[a-z]{1,20}(-[a-z]{1,20})?$`)
	wayOf    = regexp.MustCompile(`^[A-Za-z ,;:.'’“”{}0-9-]+$`)
)

// wayMax is the most letters of a way. It is no part of the pattern, which would be compiled letter by letter at each start.
const wayMax = 600

func isWay(way string) bool { return utf8.RuneCountInString(way) <= wayMax && wayOf.MatchString(way) }

// sendable returns an error unless a paragraph may be sent.
func sendable(p narrate.Paragraph) error {
	for aspect, word := range p.Setting {
		if !isAspect.MatchString(aspect) || !isAspect.MatchString(word) {
			return errors.New("the setting holds what is no word of a list")
		}
	}
	for _, f := range p.Facts {
		if f.Kind != "opening" && rules.KindOfFact(f.Kind) == nil || f.Cause != "" && !isAspect.MatchString(f.Cause) || len(f.Ways) == 0 ||
			slices.ContainsFunc(f.Ways, func(way string) bool { return !isWay(way) }) {
			return fmt.Errorf("the fact %d holds what is no word of a list", f.ID)
		}
	}
	if len(p.Facts) == 0 {
		return errors.New("there is nothing to tell")
	}
	return nil
}

// The forms of the answers.
const (
	piecesSchema = `{"type":"object","properties":{"pieces":{"type":"array","items":{"type":"object","properties":{` +
		`"fact":{"type":"integer"},"way":{"type":"integer"},"image":{"type":"integer"}},"additionalProperties":false}}},` +
		`"required":["pieces"],"additionalProperties":false}`
	ownSchema = `{"type":"object","properties":{"pieces":{"type":"array","items":{"type":"object","properties":{` +
		`"fact":{"type":"integer"},"way":{"type":"integer"},"image":{"type":"integer"},"own":{"type":"array","items":{"type":"string"}}},` +
		`"additionalProperties":false}}},"required":["pieces"],"additionalProperties":false}`
	freeSchema = `{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}`
)

// How long an answer may be, in tokens.
const (
	piecesMost = 300
	freeMost   = 400
)

// question returns the first question about a paragraph.
func (v *Voice) question(p narrate.Paragraph) (question, error) {
	if err := sendable(p); err != nil {
		return question{}, err
	}
	told, schema, most := v.words.Compose, piecesSchema, piecesMost
	switch v.settings.Way {
	case own:
		told, schema, most = told+v.words.Own, ownSchema, freeMost
	case free:
		told, schema, most = v.words.Free, freeSchema, freeMost
		p.Images = nil
	}
	facts, err := text.JSON(p)
	if err != nil {
		return question{}, err
	}
	return question{turns: []turn{{llms.ChatMessageTypeSystem, told}, {llms.ChatMessageTypeHuman, string(facts)}},
		schema: json.RawMessage(schema), most: most}, nil
}

// again returns the same question after an answer that was not of its form, with an answer that would be.
func (v *Voice) again(q question, p narrate.Paragraph, answer string) question {
	const answerMost = 2000
	q.turns = append(slices.Clone(q.turns), turn{llms.ChatMessageTypeAI, answer[:min(len(answer), answerMost)]},
		turn{llms.ChatMessageTypeHuman, strings.Replace(v.words.Again, "{example}", v.example(p), 1)})
	return q
}

// example returns an answer that would pass.
func (v *Voice) example(p narrate.Paragraph) string {
	if v.settings.Way == free {
		return `{"text":"..."}`
	}
	var pieces []narrate.Piece
	for _, f := range p.Facts {
		pieces = append(pieces, narrate.Piece{Fact: f.ID, Way: 1})
	}
	data, err := json.Marshal(map[string]any{"pieces": pieces})
	if err != nil {
		panic(err) // plain values
	}
	return string(data)
}
