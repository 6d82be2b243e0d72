package model

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"kokyu/agent/narrate"
)

// An answer is read strictly: what is not of the form that was asked for is refused like a false word.

// sentencesMax is how many sentences a draft may have.
const sentencesMax = 4

// draftOf reads an answer, or says what is wrong with it.
func (v *Voice) draftOf(p narrate.Paragraph, answer string) (narrate.Draft, []string) {
	if v.settings.Way == Select {
		return chosen(p, answer)
	}
	return written(p, answer)
}

// written reads {"sentences":[{"text":"…","facts":["f1"]}]}.
func written(p narrate.Paragraph, answer string) (narrate.Draft, []string) {
	var body struct {
		Sentences []narrate.Sentence `json:"sentences"`
	}
	if !parsed(answer, &body) {
		return nil, []string{`the answer is not the JSON asked for, {"sentences":[{"text":"...","facts":["f1"]}]} and nothing else`}
	}
	if n := len(body.Sentences); n < 1 || n > sentencesMax {
		return nil, []string{fmt.Sprintf("%d sentences, want 1 to %d", n, sentencesMax)}
	}
	var faults []string
	for i, s := range body.Sentences {
		if strings.TrimSpace(s.Text) == "" {
			faults = append(faults, fmt.Sprintf("sentence %d is empty", i+1))
		}
		if len(s.Facts) == 0 {
			faults = append(faults, fmt.Sprintf("sentence %d names no fact", i+1))
		}
		for _, id := range s.Facts {
			if !slices.ContainsFunc(p.Facts, func(f narrate.Fact) bool { return f.ID == id }) {
				faults = append(faults, fmt.Sprintf("sentence %d names a fact there is not", i+1))
			}
		}
	}
	return body.Sentences, faults
}

// chosen reads {"lines":[2,5]}: at most one line a fact, one for each that must be told, what happened earlier first.
func chosen(p narrate.Paragraph, answer string) (draft narrate.Draft, faults []string) {
	var body struct {
		Lines []int `json:"lines"`
	}
	if !parsed(answer, &body) {
		return nil, []string{`the answer is not the JSON asked for, {"lines":[2,5]} and nothing else`}
	}
	var of []int // the fact of each line, by number
	var texts []string
	for i, lines := range p.Lines {
		for _, text := range lines {
			of, texts = append(of, i), append(texts, text)
		}
	}
	told := map[int]bool{}
	last := -1
	for _, n := range body.Lines {
		if n < 1 || n > len(texts) {
			return nil, []string{fmt.Sprintf("there is no line %d", n)}
		}
		fact := of[n-1]
		switch {
		case told[fact]:
			faults = append(faults, fmt.Sprintf("%s is told twice", p.Facts[fact].ID))
		case fact < last:
			faults = append(faults, fmt.Sprintf("%s happened before %s", p.Facts[fact].ID, p.Facts[last].ID))
		}
		told[fact], last = true, fact
		draft = append(draft, narrate.Sentence{Text: texts[n-1], Facts: []string{p.Facts[fact].ID}})
	}
	for i, f := range p.Facts {
		if f.Required && !told[i] && i < len(p.Lines) && len(p.Lines[i]) > 0 {
			faults = append(faults, f.ID+" is not told")
		}
	}
	if len(draft) == 0 {
		faults = append(faults, "no line is chosen")
	}
	return draft, faults
}

// parsed reads one JSON object of known keys and nothing besides, but for the fence some models put around it.
func parsed(answer string, into any) bool {
	text := strings.TrimSpace(answer)
	if inner, ok := strings.CutPrefix(text, "```"); ok {
		text = strings.TrimSuffix(strings.TrimPrefix(inner, "json"), "```")
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if d.Decode(into) != nil {
		return false
	}
	_, err := d.Token()
	return err == io.EOF
}
