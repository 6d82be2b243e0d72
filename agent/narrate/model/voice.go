package model

import (
	"errors"
	"fmt"
	"sync"

	"kokyu/prompts"
)

// Voice is a model that tells a story. It is safe for concurrent use.
type Voice struct {
	Budget *budget

	settings Settings
	words    prompts.Asking
	asker    *asker
	kept     *Kept // nil: nothing is
	anew     bool  // refusals that are kept are not believed

	mu      sync.Mutex
	failed  int      // questions in a row without an answer
	last    *failure // the latest of them all
	silent  *failure // why it is asked no more
	unkept  bool     // a tale could not be kept
	trouble []string // still to be said
}

// Open prepares a voice; nothing is asked yet. Answers are looked for in kept, and put there; it may be nil. An error is one
// sentence about the settings.
func Open(s Settings, kept *Kept) (*Voice, error) {
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
	v := &Voice{Budget: &budget{Calls: s.Calls, Tokens: s.Tokens}, settings: s, words: words, kept: kept}
	g := &guard{origin: origin, form: forms[s.Provider], key: key, budget: v.Budget, transport: transportTo(origin), wait: sleep}
	v.asker, err = newAsker(s, origin, g)
	return v, err
}

// Name returns who is asked, for people and for what is kept: provider and model.
func (v *Voice) Name() string { return v.settings.Provider + "/" + v.settings.Model }

// At returns where it is asked.
func (v *Voice) At() string { return v.asker.guard.origin.String() }

var errKept = errors.New("it is kept beside the record")

// Again makes the voice ask anew for a tale that it was refused in an earlier telling.
func (v *Voice) Again() { v.anew = true }

// failuresMax is how many questions in a row may stay without an answer before no more are asked.
const failuresMax = 3

// heard takes how a question ended.
func (v *Voice) heard(f *failure) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case f == nil:
		v.failed = 0
	case f.Kind == stopped:
	default:
		v.failed++
		v.last = f
		if v.silent == nil && (f.lasting() || v.failed >= failuresMax) {
			v.silent = f
			v.trouble = append(v.trouble, f.What+"; the tale is the program's")
		}
	}
}

func (v *Voice) silence() *failure {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.silent
}

// noteLost takes that a tale could not be kept.
func (v *Voice) noteLost(err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err != nil && !v.unkept {
		v.unkept = true
		v.trouble = append(v.trouble, fmt.Sprintf("the tale is told but not kept: %v", err))
	}
}

// Ends returns what is to be said of the model where a telling ends: of a fault that did not end the asking too.
func (v *Voice) Ends() (sentences []string) {
	sentences = v.Trouble()
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.last != nil && v.silent == nil {
		sentences = append(sentences, v.last.What+"; the program tells that")
	}
	v.last = nil
	return sentences
}

// Trouble returns what is to be said of the model, each sentence once.
func (v *Voice) Trouble() (sentences []string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	sentences, v.trouble = v.trouble, nil
	return sentences
}
