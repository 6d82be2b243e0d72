package narrate

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kokyu/rules"
	"kokyu/rules/strict"
)

// Voice words facts into a passage. It adds nothing to them, decides nothing, and learns no name: it writes {actor},
// {target} and {weapon}, as far as the facts have them, and the teller sets the names in.
type Voice interface {
	// Word is a passage for the moment with its slots still open, empty for silence. It may fail, and should when the
	// context ends; the teller does not wait longer.
	Word(ctx context.Context, f Facts) (text string, err error)
}

// word is a moment in words, none where nothing is said. This is the one way from a voice to a reader: what has faults is
// not told, by whoever it was written.
func (t *Teller) word(ctx context.Context, m rules.Moment, stage Stage) []Line {
	f := t.tongue.facts(m, stage, t.reader.Match)
	if t.tongue.frame(f.Frame) == nil {
		return nil
	}
	text, err := t.said(ctx, f)
	if text == "" || err != nil {
		return nil
	}
	return []Line{{Tale, fill(text, m), m.Step}}
}

// said is what the voice says, or the template voice where that fails.
func (t *Teller) said(ctx context.Context, f Facts) (string, error) {
	if t.voice.Voice != nil {
		text, err := t.voice.word(ctx, f, t.opts.Patience)
		if err == nil {
			err = t.refuse(text, f)
		}
		if err == nil {
			return text, nil
		}
		t.failed = append(t.failed, err)
	}
	if t.spare == nil {
		return "", nil
	}
	text, err := t.spare.Word(ctx, f)
	if err == nil {
		err = t.refuse(text, f)
	}
	return text, err
}

// Failed is why the voice was not heard, each time it was not.
func (t *Teller) Failed() []error { return t.failed }

// bytesMax is how long words may be to be read at all.
const bytesMax = 2000

// refuse says why words for a moment cannot be told. Silence can.
func (t *Teller) refuse(text string, f Facts) error {
	if text == "" {
		return nil
	}
	if len(text) > bytesMax {
		return fmt.Errorf("refused: %d bytes, want at most %d", len(text), bytesMax)
	}
	if faults := t.tongue.verify(text, f); len(faults) > 0 {
		return errors.New("refused: " + strings.Join(faults, "; "))
	}
	return nil
}

// asked is a voice that may be anybody's: it can fail, break, or not come back.
type asked struct {
	Voice
	out chan answer // of a question it has not come back from
}

type answer struct {
	text string
	err  error
}

// word asks it, and waits as long as the context lasts, at most patience. One that has not come back is not asked again
// until it has.
func (a *asked) word(ctx context.Context, f Facts, patience time.Duration) (string, error) {
	if a.out != nil {
		select {
		case <-a.out:
			a.out = nil
		default:
			return "", errors.New("the voice has not come back from an earlier moment")
		}
	}
	if patience > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, patience)
		defer stop()
	}
	out := make(chan answer, 1)
	go func() {
		var said answer
		defer func() {
			if broken := recover(); broken != nil {
				said = answer{err: fmt.Errorf("the voice broke: %v", broken)}
			}
			out <- said
		}()
		said.text, said.err = a.Voice.Word(ctx, f)
	}()
	select {
	case said := <-out:
		return said.text, said.err
	case <-ctx.Done():
		a.out = out
		return "", ctx.Err()
	}
}

// named is the value of a slot, empty if the moment has none.
func named(m rules.Moment, slot string) string {
	switch slot {
	case "actor":
		return m.Actor
	case "target":
		return m.Target
	case "weapon":
		return m.Weapon
	}
	return ""
}

var slotNames = []string{"actor", "target", "weapon"}

// fill sets names into slots, in one pass: a name that looks like a slot stays a name. At the head of a sentence a
// name begins with a capital.
func fill(text string, m rules.Moment) string {
	var b strings.Builder
	head := true
	for len(text) > 0 {
		if name, rest, ok := slotAt(text); ok {
			value := strict.Escape(named(m, name))
			if head {
				value = capital(value)
			}
			b.WriteString(value)
			text, head = rest, false
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		b.WriteString(text[:size])
		text = text[size:]
		head = strings.ContainsRune(".?…", r) || head && !unicode.IsLetter(r)
	}
	return b.String()
}

// slotAt reads the slot a text begins with.
func slotAt(text string) (name, rest string, ok bool) {
	for _, name := range slotNames {
		if rest, ok := strings.CutPrefix(text, "{"+name+"}"); ok {
			return name, rest, true
		}
	}
	return "", text, false
}

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 || r == utf8.RuneError {
		return s
	}
	return string(unicode.ToTitle(r)) + s[size:]
}
