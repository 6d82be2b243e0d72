package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tmc/langchaingo/llms"

	"kokyu/agent/narrate"
)

// sheet is a paragraph as a model reads it: flat, everything a word of a closed list, a number, or a slot.
type sheet struct {
	Facts   []factSheet       `json:"facts"`
	Setting map[string]string `json:"setting,omitempty"`
	Before  []string          `json:"before,omitempty"`
}

type factSheet struct {
	ID       string         `json:"id"`
	What     string         `json:"what,omitempty"` // a sentence, with slots
	By       string         `json:"by,omitempty"`
	To       string         `json:"to,omitempty"`
	Must     bool           `json:"must"`
	Lines    map[int]string `json:"lines,omitempty"` // to select among
	Weapon   string         `json:"weapon,omitempty"`
	Family   string         `json:"family,omitempty"`
	Made     string         `json:"made,omitempty"` // what the weapon is made of and does
	Where    string         `json:"where,omitempty"`
	Distance string         `json:"distance,omitempty"`
	Wounds   int            `json:"wounds,omitempty"`
	Left     int            `json:"wounds_left,omitempty"`
	First    bool           `json:"first_blood,omitempty"`
	Last     bool           `json:"last_of_their_side,omitempty"`
	Reserved bool           `json:"was_ready_for_it,omitempty"`
	Spent    bool           `json:"strength_is_spent,omitempty"`
	Unlikely bool           `json:"unlikely,omitempty"`
	Match    bool           `json:"practice,omitempty"`
	Times    int            `json:"times_now,omitempty"`
}

// unlikely is the chance below which what happened surprises.
const unlikely = 0.25

// What a paragraph may be made of. Facts come from our own lists, but a record is anybody's file: what does not look like
// a word of a list is not sent.
var (
	isID     = regexp.MustCompile(`^f[1-9][0-9]?$`)
	isLetter = regexp.MustCompile(`^([A-Z][0-9]?)?$`)
	isWeapon = regexp.MustCompile(`^(\{[A-Z][0-9]?'s (other )*weapon\})?$`)
	isWord   = regexp.MustCompile(`^([a-z]+([ -][a-z]+){0,3})?$`)
	isAspect = regexp.MustCompile(`^[a-z]{1,20}(-[a-z]{1,20})?$`)
	isWords  = regexp.MustCompile(`^([a-z]+( [a-z]+){0,11})?$`)
)

// sheetOf is a paragraph as it may be sent, or what of it may not.
func (v *Voice) sheetOf(p narrate.Paragraph) (sheet, error) {
	s := sheet{Setting: p.Setting, Before: p.Before}
	for aspect, word := range p.Setting {
		if !isAspect.MatchString(aspect) || !isAspect.MatchString(word) {
			return sheet{}, fmt.Errorf("the setting holds what is no word of a list")
		}
	}
	number := 0
	for i, f := range p.Facts {
		m := f.Moment
		means, known := v.words.Means[m.Frame]
		switch {
		case !known && v.settings.Way == Write:
			return sheet{}, fmt.Errorf("no model is asked about the frame %q", m.Frame)
		case !isID.MatchString(f.ID), !isLetter.MatchString(f.By), !isLetter.MatchString(f.To), !isWeapon.MatchString(f.Weapon),
			m.Family != "" && !slices.Contains(narrate.Families, m.Family), !isWords.MatchString(m.Made), !isWord.MatchString(m.Where), !isWord.MatchString(m.Distance):
			return sheet{}, fmt.Errorf("the fact %d holds what is no word of a list", i+1)
		}
		one := factSheet{ID: f.ID, What: strings.NewReplacer("{actor}", "{"+f.By+"}", "{target}", "{"+f.To+"}").Replace(means), By: braced(f.By), To: braced(f.To),
			Must: f.Required, Weapon: f.Weapon, Family: m.Family, Made: m.Made, Times: again(m.Times), Where: m.Where, Distance: m.Distance, Wounds: m.Wounds, Left: m.Left, First: m.First,
			Last: m.Last, Reserved: m.Reserved, Spent: m.Spent, Unlikely: m.P > 0 && m.P < unlikely, Match: m.Match}
		if v.settings.Way == Select && i < len(p.Lines) {
			one = factSheet{ID: one.ID, What: one.What, Must: one.Must, Lines: map[int]string{}}
			for _, line := range p.Lines[i] {
				number++
				one.Lines[number] = line
			}
		}
		s.Facts = append(s.Facts, one)
	}
	return s, nil
}

// again is how often something has happened, if it has before.
func again(times int) int {
	if times < 2 {
		return 0
	}
	return times
}

func braced(letter string) string {
	if letter == "" {
		return ""
	}
	return "{" + letter + "}"
}

// The forms of the two answers. The text comes before what it tells: a model writes in that order.
const (
	passageSchema = `{"type":"object","properties":{"sentences":{"type":"array","items":{"type":"object","properties":{"text":{"type":"string"},` +
		`"facts":{"type":"array","items":{"type":"string"}}},"required":["text","facts"],"additionalProperties":false}}},` +
		`"required":["sentences"],"additionalProperties":false}`
	linesSchema = `{"type":"object","properties":{"lines":{"type":"array","items":{"type":"integer"}}},"required":["lines"],"additionalProperties":false}`
)

// How long an answer may be, in tokens.
const (
	passageMost = 400
	linesMost   = 80
)

// question is the first question about a paragraph.
func (v *Voice) question(p narrate.Paragraph) (question, error) {
	s, err := v.sheetOf(p)
	if err != nil {
		return question{}, err
	}
	if v.settings.Way == Select && !slices.ContainsFunc(p.Lines, func(of []string) bool { return len(of) > 0 }) {
		return question{}, errors.New("there is no line left to choose among")
	}
	told, schema, most := v.words.Write, passageSchema, passageMost
	if v.settings.Way == Select {
		told, schema, most = v.words.Select, linesSchema, linesMost
	}
	var facts strings.Builder
	e := json.NewEncoder(&facts)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return question{}, err
	}
	return question{turns: []turn{{llms.ChatMessageTypeSystem, told}, {llms.ChatMessageTypeHuman, strings.TrimSpace(facts.String())}}, schema: json.RawMessage(schema), most: most}, nil
}

// again is the same question after an answer that was refused.
func (v *Voice) again(q question, answer string, faults []string) question {
	const faultsMost, answerMost = 4, 2000
	reasons := strings.Join(faults[:min(len(faults), faultsMost)], "; ")
	q.turns = append(slices.Clone(q.turns), turn{llms.ChatMessageTypeAI, answer[:min(len(answer), answerMost)]},
		turn{llms.ChatMessageTypeHuman, strings.Replace(v.words.Again, "{reasons}", reasons, 1)})
	return q
}
