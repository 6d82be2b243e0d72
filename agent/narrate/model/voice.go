package model

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"kokyu/agent/narrate"
	"kokyu/prompts"
)

// Check says what is wrong with a draft for a paragraph; it may be told if the answer is empty.
type Check func(narrate.Paragraph, narrate.Draft) []string

// Voice is a model that words the paragraphs of one telling. It is safe for concurrent use.
type Voice struct {
	Budget *Budget

	settings Settings
	words    prompts.Asking
	asker    *asker
	check    Check
	kept     *Kept // nil: nothing is

	mu      sync.Mutex
	failed  int      // questions in a row without an answer
	last    *Fault   // the latest of them all
	silent  *Fault   // why it is asked no more
	unkept  bool     // a passage could not be kept
	trouble []string // still to be said
}

// Open prepares a voice; nothing is asked yet. Accepted passages are looked for in kept, and put there; it may be nil. An
// error is one sentence about the settings.
func Open(s Settings, check Check, kept *Kept) (*Voice, error) {
	origin, err := s.origin()
	if err != nil {
		return nil, err
	}
	key, err := s.key()
	if err != nil {
		return nil, err
	}
	words, err := prompts.ForModels()
	if err != nil {
		return nil, err
	}
	v := &Voice{Budget: &Budget{Calls: s.Calls, Tokens: s.Tokens}, settings: s, words: words, check: check, kept: kept}
	g := &guard{origin: origin, form: forms[s.Provider], key: key, budget: v.Budget, transport: transportTo(origin), wait: sleep}
	v.asker, err = newAsker(s, origin, g)
	return v, err
}

// Name is who is asked, for people and for what is kept: provider, model, way.
func (v *Voice) Name() string {
	return v.settings.Provider + "/" + v.settings.Model + " " + v.settings.Way
}

// At is where it is asked.
func (v *Voice) At() string { return v.asker.guard.origin.String() }

// Ahead is how many passages are asked for at once.
func (v *Voice) Ahead() int { return v.settings.Ahead }

// Asks is exactly what would be sent for a paragraph first; nothing is. A key is not in it. The error says why nothing
// would be.
func (v *Voice) Asks(ctx context.Context, p narrate.Paragraph) (Request, error) {
	if _, known := v.kept.find(v.digest(p)); known {
		return Request{}, errKept
	}
	q, err := v.question(p)
	if err != nil {
		return Request{}, err
	}
	r, f := v.asker.shows(ctx, q)
	if f != nil {
		return r, f
	}
	return r, nil
}

var errKept = errors.New("it is kept beside the record")

// refusalsMax is how many answers are refused before a passage is left to the templates.
const refusalsMax = 2

// Refused is a passage that nobody may tell: what was wrong with it the last time.
type Refused []string

func (r Refused) Error() string { return "refused: " + strings.Join(r, "; ") }

// Passage is a draft for a paragraph that may be told, or why there is none: a [Refused], a [*Fault], or that the paragraph
// may not be sent. One accepted earlier costs nothing.
func (v *Voice) Passage(ctx context.Context, p narrate.Paragraph) (narrate.Draft, error) {
	digest := v.digest(p)
	if was, ok := v.kept.find(digest); ok && was.Refused != nil {
		return nil, was.Refused
	} else if ok && len(v.check(p, was.Draft)) == 0 {
		return was.Draft, nil
	}
	q, err := v.question(p)
	if err != nil {
		return nil, err
	}
	if f := v.silence(); f != nil {
		return nil, f
	}
	var faults []string
	for range refusalsMax {
		answer, f := v.asker.ask(ctx, q)
		v.heard(f)
		if f != nil {
			return nil, f
		}
		draft, wrong := v.draftOf(p, answer)
		if len(wrong) == 0 {
			wrong = v.check(p, draft)
		}
		if len(wrong) == 0 {
			v.lost(v.kept.keep(passage{Digest: digest, By: v.Name(), Draft: draft}))
			return draft, nil
		}
		faults, q = wrong, v.again(q, answer, wrong)
	}
	v.lost(v.kept.keep(passage{Digest: digest, By: v.Name(), Refused: faults}))
	return nil, Refused(faults)
}

// failuresMax is how many questions in a row may stay without an answer before no more are asked.
const failuresMax = 3

// heard takes how a question ended.
func (v *Voice) heard(f *Fault) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case f == nil:
		v.failed = 0
	case f.Kind == Stopped:
	default:
		v.failed++
		v.last = f
		if v.silent == nil && (f.lasting() || v.failed >= failuresMax) {
			v.silent = f
			v.trouble = append(v.trouble, f.What+"; the tale goes on by templates")
		}
	}
}

func (v *Voice) silence() *Fault {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.silent
}

// lost takes that a passage could not be kept.
func (v *Voice) lost(err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err != nil && !v.unkept {
		v.unkept = true
		v.trouble = append(v.trouble, fmt.Sprintf("passages are told but not kept: %v", err))
	}
}

// Ends is what is to be said of the model where a telling ends: of a fault that did not end the asking too.
func (v *Voice) Ends() (sentences []string) {
	sentences = v.Trouble()
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.last != nil && v.silent == nil {
		sentences = append(sentences, v.last.What+"; templates tell that")
	}
	v.last = nil
	return sentences
}

// Trouble is what is to be said of the model, each sentence once.
func (v *Voice) Trouble() (sentences []string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	sentences, v.trouble = v.trouble, nil
	return sentences
}
