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

// Voice is a language model that tells the story of a record.
type Voice struct {
	guard *guard
	kept  taleFile
}

// Open prepares a voice and asks nothing yet. An error is about the settings, or about the file of answers beside the
// record.
func Open(s Settings) (v *Voice, err error) {
	v = &Voice{}
	if v.kept, err = readTaleFile(s.Record); err != nil {
		return nil, err
	}
	v.guard, err = newGuard(s)
	return v, err
}

// Name returns who is asked: provider and model. It is shown to people, and kept with answers.
func (v *Voice) Name() string { return v.guard.Provider + "/" + v.guard.Model }

// Address returns the address at which the model is asked.
func (v *Voice) Address() string { return v.guard.origin.String() }

// BudgetUsed says how much of the budget has been used.
func (v *Voice) BudgetUsed() string {
	g := v.guard
	return fmt.Sprintf("%d of %d calls, %d of %d tokens", g.calls, g.Calls, g.used, g.Tokens)
}

// telling says whose words a tale has.
type telling struct {
	By      string   // the model
	Own     int      // how many sentences are its own
	Of      int      // how many sentences there are, without the opening
	Trouble []string // what went wrong, a sentence each
}

// String returns the last line of a tale. It says that nobody has read the sentences back, because the program's check
// does not see everything that a sentence claims.
func (t telling) String() string {
	if t.Own == 0 {
		return fmt.Sprintf("Told by the program: no sentence of %s says what happened.", t.By)
	}
	return fmt.Sprintf("Told by %s, not read back: %d of %s its own, the others the program's.", t.By,
		t.Own, text.Count(t.Of, "sentence"))
}

// prepare returns a story under stand-in names, its brief, the first question to the model, and the answer to that if
// one is kept, else a kept tale that has nothing but its digest. An error says why the model cannot be asked.
func (v *Voice) prepare(s *story.Story, seed uint64) (d *disguise, b *brief, first *question, kept keptTale, err error) {
	d = newDisguise(s, seed, v.guard.Known)
	b = briefOf(d.Story)
	data, err := text.JSON(b)
	switch {
	case err != nil:
	case len(b.Scenes) == 0:
		err = errors.New("there is nothing to tell")
	case !isPlainBrief.Match(data): // a record may hold anything
		err = errors.New("the brief holds what is no plain word")
	}
	first = &question{schema: prompts.WriteForm,
		turns: []llms.MessageContent{llms.TextParts(llms.ChatMessageTypeSystem, prompts.Write),
			llms.TextParts(llms.ChatMessageTypeHuman, string(data))}}
	digest := digestOf(v.Name(), first)
	kept, isKept := v.kept.found[digest]
	if !isKept || v.guard.Again && kept.Refused != "" {
		kept = keptTale{Digest: digest, By: v.Name()}
	}
	return d, b, first, kept, err
}

// FirstRequest returns exactly what would be sent first for a story, but for the key, and sends nothing. An error says
// why nothing would be sent.
func (v *Voice) FirstRequest(ctx context.Context, s *story.Story, seed uint64) (Request, error) {
	_, _, first, kept, err := v.prepare(s, seed)
	switch {
	case err != nil:
		return Request{}, err
	case kept.Tale != nil || kept.Refused != "":
		return Request{}, errors.New("it is kept beside the record")
	}
	first.dry = true
	if f := v.guard.ask(ctx, first); f != errDry {
		return Request{}, f
	}
	return first.sent, nil
}

// Tell has a story told by the model, and returns its paragraphs, as [english.Tell] does, with whose sentences they
// are. The program tells what the model does not tell, or what the check rejects. An error says why no sentence is the
// model's; the paragraphs are the program's then.
func (v *Voice) Tell(ctx context.Context, s *story.Story, seed uint64) ([]english.Passage, telling, error) {
	plain, told := english.Tell(s, seed), telling{By: v.Name()}
	d, b, first, kept, err := v.prepare(s, seed)
	if err != nil {
		return plain, told, err
	}
	if kept.Tale == nil && kept.Refused == "" {
		var f *failure
		if kept.Tale, f = v.write(ctx, first, b); f != nil && f.Kind != stopped {
			whose := text.Either(kept.Tale == nil, "the tale", "what was asked again")
			told.Trouble = append(told.Trouble, f.What+"; "+whose+" is the program's")
		}
		if kept.Tale == nil && f != nil {
			return plain, told, f
		}
		if kept.Tale == nil {
			kept.Refused = "refused: not the JSON that was asked for, twice"
		}
		if err := v.kept.keep(kept); err != nil {
			told.Trouble = append(told.Trouble, fmt.Sprintf("the tale is told but not kept: %v", err))
		}
	}
	if kept.Tale == nil {
		return plain, told, errors.New(kept.Refused)
	}
	good, _ := b.check(*kept.Tale) // also if it was kept: anybody may have written the file
	return told.replaceSentences(plain, s, d, good, seed), told, nil
}

// write asks for the tale, at most twice, and then once for better sentences in place of those that cannot be told: at
// most three questions a tale, besides what [guard.ask] sends again. A nil tale without a failure means that neither
// answer could be read. What comes of the third question is checked with the rest, by the caller.
func (v *Voice) write(ctx context.Context, first *question, b *brief) (w *written, f *failure) {
	for range 2 {
		if f = v.guard.ask(ctx, first); f != nil {
			return nil, f
		}
		var read written
		if parseObject(first.text, &read) && len(read.Paragraphs) > 0 {
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
	if f = v.guard.ask(ctx, again); f == nil && parseObject(again.text, &mended) {
		for _, m := range mended.Sentences {
			if i := slices.IndexFunc(bad, func(r rejected) bool { return r.N == m.N }); i >= 0 {
				bad[i].at.Text = m.Text
			}
		}
	}
	return w, f
}

// replaceSentences puts a model's good sentences in the place of the program's, scene by scene. A beat that must be
// told, and that the model does not tell, keeps the program's sentence.
func (t *telling) replaceSentences(plain []english.Passage, s *story.Story, d *disguise, good []sentence,
	seed uint64) []english.Passage {
	own := map[int]bool{} // by beat: the model tells it
	for _, g := range good {
		for _, id := range g.Tells {
			own[id] = true
		}
	}
	sentences, end := english.Sentences(s, seed), endID(s)
	next := func(scene, before int) (words []string) { // the model's next sentences, up to a beat of a scene
		for len(good) > 0 && (good[0].scene < scene || good[0].scene == scene && (len(good[0].Tells) == 0 || good[0].Tells[0] <= before)) {
			words = append(words, d.undo(good[0].Text))
			good = good[1:]
		}
		t.Own, t.Of = t.Own+len(words), t.Of+len(words)
		return words
	}
	for i := range plain {
		var words []string
		p, ownBefore := &plain[i], t.Own
		switch {
		case p.Ends && own[end]:
			if words = next(len(s.Scenes), end); s.End.Comes != "" {
				words = append(words, text.Escape(text.Capital(s.End.Comes))+".")
			}
		case p.Ends:
			t.Of++
		case p.Scene != nil: // beat by beat: the model's sentences up to it, and else the program's
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
		if p.Model = t.Own > ownBefore; len(words) > 0 {
			p.Text = strings.Join(words, " ")
		}
	}
	return plain
}
