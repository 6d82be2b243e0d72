package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tmc/langchaingo/llms"

	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/story"
	"kokyu/rules/text"
)

// Told says whose words a tale has.
type Told struct {
	By   string // the model
	Own  int    // sentences that are its own
	Of   int    // of the scenes and the end
	Keep bool   // they were kept beside the record: nobody was asked
}

// String returns it as the last line of a tale. That the sentences were not read back is said, for the check of the program does not
// see all that a sentence claims.
func (t Told) String() string {
	return fmt.Sprintf("Told by %s, not read back: %d of %s its own, the others the program's.", t.By, t.Own, text.Count(t.Of, "sentence"))
}

// writtenSchema is the form of an answer.
const writtenSchema = `{"type":"object","properties":{"paragraphs":{"type":"array","items":{"type":"object","properties":{"sentences":{"type":"array",` +
	`"items":{"type":"object","properties":{"text":{"type":"string"},"tells":{"type":"array","items":{"type":"integer"}}},"required":["text","tells"],` +
	`"additionalProperties":false}}},"required":["sentences"],"additionalProperties":false}}},"required":["paragraphs"],"additionalProperties":false}`

const mendedSchema = `{"type":"object","properties":{"sentences":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"},` +
	`"text":{"type":"string"}},"required":["n","text"],"additionalProperties":false}}},"required":["sentences"],"additionalProperties":false}`

// How long answers may be, in tokens: of a model that thinks before it writes, with what it thinks.
const answerMost = 6000

// Tell has a story told by the model: its paragraphs, as [english.Tell] has them, and whose the sentences are. What the model does not tell, or
// not so that the check lets it through, the program tells; an error says why nothing is the model's, and the paragraphs are the program's.
func (v *Voice) Tell(ctx context.Context, s *story.Story, seed uint64) ([]english.Passage, Told, error) {
	plain := english.Tell(s, seed)
	told := Told{By: v.Name()}
	d := disguised(s, seed, v.settings.Known)
	b := briefOf(d.Story)
	if len(b.Scenes) == 0 {
		return plain, told, errors.New("there is nothing to tell")
	}
	c := newChecker(b)
	first, err := v.question(b)
	if err != nil {
		return plain, told, err
	}
	digest := digestOf(v.Name(), first)
	good, is := v.kept.find(digest)
	switch {
	case is && good.Refused == "":
		told.Keep = true
	case is && !v.anew:
		return plain, told, errors.New(good.Refused)
	default:
		w, err := v.write(ctx, first, c)
		if errors.Is(err, errNoAnswer) {
			v.noteLost(v.kept.keep(tale{Digest: digest, By: v.Name(), Refused: err.Error()}))
		}
		if err != nil {
			return plain, told, err
		}
		good = tale{Digest: digest, By: v.Name(), Tale: &w}
		v.noteLost(v.kept.keep(good))
	}
	held, _ := c.hold(*good.Tale) // what stands in the file is anybody's
	return v.lay(plain, s, d, held, &told, seed), told, nil
}

// Asks is exactly what would be sent for a story first; nothing is. A key is not in it. The error says why nothing would be.
func (v *Voice) Asks(ctx context.Context, s *story.Story, seed uint64) (Request, error) {
	first, err := v.question(briefOf(disguised(s, seed, v.settings.Known).Story))
	if err != nil {
		return Request{}, err
	}
	if was, known := v.kept.find(digestOf(v.Name(), first)); known && !(v.anew && was.Refused != "") {
		return Request{}, errKept
	}
	r, f := v.asker.shows(ctx, first)
	if f != nil {
		return r, f
	}
	return r, nil
}

// question is what the model is asked first.
func (v *Voice) question(b *brief) (question, error) {
	for _, said := range b.texts() {
		if !isSaid(said) {
			return question{}, errors.New("the brief holds what is no plain word")
		}
	}
	data, err := text.JSON(b)
	if err != nil {
		return question{}, err
	}
	return question{turns: []turn{{llms.ChatMessageTypeSystem, v.words.Write}, {llms.ChatMessageTypeHuman, string(data)}},
		schema: json.RawMessage(writtenSchema), most: answerMost}, nil
}

// errNoAnswer is why nothing is the model's though it answered.
var errNoAnswer = errors.New("refused: not the JSON that was asked for, twice")

// write asks for the tale, and once more for the sentences that cannot be told.
func (v *Voice) write(ctx context.Context, first question, c *checker) (w written, err error) {
	if f := v.silence(); f != nil {
		return w, f
	}
	said, f := v.asker.ask(ctx, first)
	if v.heard(f); f != nil {
		return w, f
	}
	if !parse(said, &w) || len(w.Paragraphs) == 0 {
		if said, f = v.asker.ask(ctx, first); f != nil {
			v.heard(f)
			return w, f
		}
		if w = (written{}); !parse(said, &w) || len(w.Paragraphs) == 0 {
			return w, errNoAnswer
		}
	}
	_, bad := c.hold(w)
	if len(bad) == 0 {
		return w, nil
	}
	again, err := v.mending(first, said, bad, c)
	if err != nil {
		return w, nil // the program's sentences stand there
	}
	said, f = v.asker.ask(ctx, again)
	if v.heard(f); f != nil {
		return w, nil
	}
	var mended struct {
		Sentences []struct {
			N    int    `json:"n"`
			Text string `json:"text"`
		} `json:"sentences"`
	}
	if !parse(said, &mended) {
		return w, nil
	}
	n := 0
	for i := range w.Paragraphs {
		for k := range w.Paragraphs[i].Sentences {
			n++
			for _, m := range mended.Sentences {
				if m.N == n && slices.ContainsFunc(bad, func(r refused) bool { return r.n == n }) {
					w.Paragraphs[i].Sentences[k].Text = m.Text
				}
			}
		}
	}
	return w, nil
}

// mending asks for these sentences again, each with its beats and what is wrong with it.
func (v *Voice) mending(first question, said string, bad []refused, c *checker) (question, error) {
	type one struct {
		N     int      `json:"n"`
		Text  string   `json:"text"`
		Why   string   `json:"why"`
		Beats []*tuple `json:"beats"`
	}
	var list []one
	for _, r := range bad {
		list = append(list, one{r.n, r.Text, r.why, c.owes(r)})
	}
	data, err := text.JSON(list)
	if err != nil {
		return question{}, err
	}
	q := first
	q.turns = append(slices.Clone(first.turns), turn{llms.ChatMessageTypeAI, said[:min(len(said), answerMax)]},
		turn{llms.ChatMessageTypeHuman, v.words.Mend + string(data)})
	q.schema = json.RawMessage(mendedSchema)
	return q, nil
}

// lay puts a model's sentences in the place of the program's, by scene; what must be told and is not by the model stays the program's.
func (v *Voice) lay(plain []english.Passage, s *story.Story, d *disguise, good []held, told *Told, seed uint64) (all []english.Passage) {
	own := map[int]int{} // by beat, the sentence that tells it, from 1
	for i, h := range good {
		for _, id := range h.Tells {
			own[id] = i + 1
		}
	}
	sentences, end := english.Sentences(s, seed), lastID(s)
	for _, p := range plain {
		if p.Scene == nil && !p.Ends {
			all = append(all, p)
			continue
		}
		scene := len(s.Scenes)
		for i := range s.Scenes {
			if p.Scene == &s.Scenes[i] {
				scene = i
			}
		}
		var words []string
		was := told.Own
		next := func(before int) { // the model's up to a beat
			for len(good) > 0 && (good[0].scene < scene || good[0].scene == scene && (len(good[0].Tells) == 0 || good[0].Tells[0] <= before)) {
				words = append(words, d.undo(good[0].Text))
				good = good[1:]
				told.Own++
				told.Of++
			}
		}
		if p.Ends {
			if own[end] > 0 {
				next(end)
				p.Text = strings.Join(words, " ")
				if s.End.Comes != "" {
					p.Text += " " + text.Escape(text.Capital(s.End.Comes)) + "."
				}
			} else {
				told.Of++
			}
			p.Model = len(words) > 0
			all = append(all, p)
			continue
		}
		for i := range p.Scene.Beats {
			b := &p.Scene.Beats[i]
			next(b.ID)
			if own[b.ID] == 0 && (b.Must || !isWorded(b)) && sentences[b.ID] != "" {
				words = append(words, sentences[b.ID])
				told.Of++
			}
		}
		next(end - 1)
		p.Beats, p.Model = nil, told.Own > was
		for i := range p.Scene.Beats {
			if b := p.Scene.Beats[i]; own[b.ID] > 0 || sentences[b.ID] != "" && (b.Must || !isWorded(&b)) {
				p.Beats = append(p.Beats, b)
			}
		}
		if len(words) > 0 {
			p.Text = strings.Join(words, " ")
		}
		all = append(all, p)
	}
	return all
}
