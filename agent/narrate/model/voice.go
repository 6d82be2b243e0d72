package model

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tmc/langchaingo/llms"

	"kokyu/agent/narrate/english"
	"kokyu/agent/narrate/story"
	"kokyu/prompts"
	"kokyu/rules/text"
)

// Voice is a model that tells the story of a record.
type Voice struct {
	guard *guard
	kept  kept
}

// Open prepares a voice; nothing is asked yet. An error is one sentence about the settings, or about what is kept beside the record.
func Open(s Settings) (v *Voice, err error) {
	v = &Voice{}
	if v.kept, err = keptBeside(s.Record); err != nil {
		return nil, err
	}
	v.guard, err = newGuard(s)
	return v, err
}

// Name returns who is asked, for people and for what is kept: provider and model.
func (v *Voice) Name() string { return v.guard.Provider + "/" + v.guard.Model }

// At returns where it is asked.
func (v *Voice) At() string { return v.guard.origin.String() }

// Took returns how much of the budget is used.
func (v *Voice) Took() string {
	g := v.guard
	return fmt.Sprintf("%d of %d calls, %d of %d tokens", g.calls, g.Calls, g.used, g.Tokens)
}

// Told says whose words a tale has.
type Told struct {
	By      string   // the model
	Own     int      // sentences that are its own
	Of      int      // of the scenes and the end
	Trouble []string // what is to be said of the model, a sentence each
}

// String returns it as the last line of a tale. That the sentences were not read back is said, for the check of the program does not
// see all that a sentence claims.
func (t Told) String() string {
	if t.Own == 0 {
		return fmt.Sprintf("Told by the program: no sentence of %s says what happened.", t.By)
	}
	return fmt.Sprintf("Told by %s, not read back: %d of %s its own, the others the program's.", t.By, t.Own, text.Count(t.Of, "sentence"))
}

// prepare returns a story as it is put to the model: under stand-in names, as the brief that its answer is held against, with what it
// is asked first, and the answer that is kept of it.
func (v *Voice) prepare(s *story.Story, seed uint64) (d *disguise, b *brief, first *question, was tale, err error) {
	d = newDisguise(s, seed, v.guard.Known)
	b = briefOf(d.Story)
	data, err := text.JSON(b)
	switch {
	case err != nil:
	case len(b.Scenes) == 0:
		err = errors.New("there is nothing to tell")
	case !plainBrief.Match(data): // a record is anybody's file
		err = errors.New("the brief holds what is no plain word")
	}
	first = &question{schema: prompts.WriteForm,
		turns: []llms.MessageContent{llms.TextParts(llms.ChatMessageTypeSystem, prompts.Write), llms.TextParts(llms.ChatMessageTypeHuman, string(data))}}
	was, is := v.kept.found[digestOf(v.Name(), first)]
	if !is || v.guard.Again && was.Refused != "" {
		was = tale{Digest: digestOf(v.Name(), first), By: v.Name()}
	}
	return d, b, first, was, err
}

// Asks is exactly what would be sent for a story first; nothing is. A key is not in it. The error says why nothing would be.
func (v *Voice) Asks(ctx context.Context, s *story.Story, seed uint64) (Request, error) {
	_, _, first, was, err := v.prepare(s, seed)
	switch first.dry = true; {
	case err != nil:
		return Request{}, err
	case was.Tale != nil || was.Refused != "":
		return Request{}, errors.New("it is kept beside the record")
	}
	if f := v.guard.ask(ctx, first); f != errDry {
		return Request{}, f
	}
	return first.sent, nil
}

// Tell has a story told by the model: its paragraphs, as [english.Tell] has them, and whose the sentences are. What the model does not tell, or
// not so that the check lets it through, the program tells; an error says why nothing is the model's, and the paragraphs are the program's.
func (v *Voice) Tell(ctx context.Context, s *story.Story, seed uint64) ([]english.Passage, Told, error) {
	plain, told := english.Tell(s, seed), Told{By: v.Name()}
	d, b, first, was, err := v.prepare(s, seed)
	if err != nil {
		return plain, told, err
	}
	if was.Tale == nil && was.Refused == "" {
		var f *failure
		if was.Tale, f = v.write(ctx, first, b); f != nil && f.Kind != stopped {
			whose := map[bool]string{true: "the tale", false: "what was asked again"}[was.Tale == nil]
			told.Trouble = append(told.Trouble, f.What+"; "+whose+" is the program's")
		}
		if was.Tale == nil && f != nil {
			return plain, told, f
		}
		if was.Tale == nil {
			was.Refused = "refused: not the JSON that was asked for, twice"
		}
		if err := v.kept.keep(was); err != nil {
			told.Trouble = append(told.Trouble, fmt.Sprintf("the tale is told but not kept: %v", err))
		}
	}
	if was.Tale == nil {
		return plain, told, errors.New(was.Refused)
	}
	held, _ := b.check(*was.Tale) // what stands in the file is anybody's
	return told.lay(plain, s, d, held, seed), told, nil
}

// write asks for the tale, and once more for the sentences that cannot be told; where they are not mended the program's stand. A tale of
// nil without a failure is no answer.
func (v *Voice) write(ctx context.Context, first *question, b *brief) (w *written, f *failure) {
	for range 2 {
		if f = v.guard.ask(ctx, first); f != nil {
			return nil, f
		}
		var read written
		if parse(first.text, &read) && len(read.Paragraphs) > 0 {
			w = &read
			break
		}
	}
	if w == nil {
		return nil, nil
	}
	_, bad := b.check(*w)
	data, err := text.JSON(bad)
	if len(bad) == 0 || err != nil {
		return w, nil
	}
	again := &question{schema: prompts.MendForm, turns: append(slices.Clone(first.turns), llms.TextParts(llms.ChatMessageTypeAI, first.text),
		llms.TextParts(llms.ChatMessageTypeHuman, prompts.Mend+string(data)))}
	var mended struct {
		Sentences []struct {
			N    int    `json:"n"`
			Text string `json:"text"`
		} `json:"sentences"`
	}
	if f = v.guard.ask(ctx, again); f == nil && parse(again.text, &mended) {
		for _, m := range mended.Sentences {
			if i := slices.IndexFunc(bad, func(r refused) bool { return r.N == m.N }); i >= 0 {
				bad[i].at.Text = m.Text
			}
		}
	}
	return w, f
}

// lay puts a model's sentences in the place of the program's, by scene; what must be told and is not by the model stays the program's.
func (t *Told) lay(plain []english.Passage, s *story.Story, d *disguise, good []sentence, seed uint64) []english.Passage {
	own := map[int]bool{} // by beat
	for _, h := range good {
		for _, id := range h.Tells {
			own[id] = true
		}
	}
	sentences, end := english.Sentences(s, seed), lastID(s)
	next := func(scene, before int) (words []string) { // the model's up to a beat
		for len(good) > 0 && (good[0].scene < scene || good[0].scene == scene && (len(good[0].Tells) == 0 || good[0].Tells[0] <= before)) {
			words = append(words, d.undo(good[0].Text))
			good = good[1:]
		}
		t.Own, t.Of = t.Own+len(words), t.Of+len(words)
		return words
	}
	for i := range plain {
		var words []string
		p, was := &plain[i], t.Own
		switch {
		case p.Ends && own[end]:
			if words = next(len(s.Scenes), end); s.End.Comes != "" {
				words = append(words, text.Escape(text.Capital(s.End.Comes))+".")
			}
		case p.Ends:
			t.Of++
		case p.Scene != nil:
			scene := 0
			for p.Scene != &s.Scenes[scene] {
				scene++
			}
			p.Beats = nil
			for _, b := range p.Scene.Beats {
				words = append(words, next(scene, b.ID)...)
				if !own[b.ID] && sentences[b.ID] != "" && (b.Must || !isWorded(&b)) {
					words = append(words, sentences[b.ID])
					t.Of++
				} else if !own[b.ID] {
					continue
				}
				p.Beats = append(p.Beats, b)
			}
			words = append(words, next(scene, end-1)...)
		}
		if p.Model = t.Own > was; len(words) > 0 {
			p.Text = strings.Join(words, " ")
		}
	}
	return plain
}
