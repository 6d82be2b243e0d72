package session

import (
	"context"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// listen prepares the voice of this name; "none" tells nothing.
func (s *Session) listen(voice string) (err error) {
	s.voice = voice
	s.teller, err = s.newTeller()
	return err
}

func (s *Session) newTeller() (*narrate.Teller, error) {
	h := s.fight.Header()
	d := agent.Dialect(h.System)
	v, err := narrate.VoiceNamed(s.voice, d, h.Seed)
	if err != nil {
		return nil, err
	}
	return narrate.NewTeller(s.options(), d, v)
}

// WrittenBy gives the tale from here on to a writer of whole paragraphs, of which so many may wait for him while the fight
// goes on; the template voice tells what he does not.
func (s *Session) WrittenBy(w narrate.Writer, ahead int) error {
	s.writer = w
	return s.teller.WrittenBy(w, ahead)
}

// Refuses says why a draft for a paragraph of this fight cannot be told; nothing if it can.
func (s *Session) Refuses() (func(narrate.Paragraph, narrate.Draft) []string, error) {
	return narrate.Refuses(agent.Dialect(s.fight.Header().System))
}

// Paragraphs are what these steps have to tell.
func (s *Session) Paragraphs(ctx context.Context, steps []rules.Step) ([]narrate.Paragraph, error) {
	return narrate.Paragraphs(ctx, s.options(), agent.Dialect(s.fight.Header().System), steps)
}

// tell tells steps from the beginning, those that stand of them.
func (s *Session) tell(ctx context.Context, steps []rules.Step) (lines []narrate.Line, err error) {
	t, err := s.newTeller()
	if err != nil {
		return nil, err
	}
	for _, step := range fight.Standing(steps) {
		lines = append(lines, t.Step(ctx, step)...)
	}
	return headless(append(lines, t.Close(ctx)...)), nil
}

// Passages are a record's tale, each with the law of what it tells. A writer who has not yet written one by the time it is
// told, writes it too late.
func (s *Session) Passages(ctx context.Context, steps []rules.Step) ([]narrate.Passage, error) {
	h := s.fight.Header()
	d := agent.Dialect(h.System)
	v, err := narrate.VoiceNamed(s.voice, d, h.Seed)
	if err != nil {
		return nil, err
	}
	o := s.options()
	o.Writer = s.writer
	return narrate.Passages(ctx, o, d, v, steps)
}

// options are what a telling of this fight needs.
func (s *Session) options() narrate.Options {
	return narrate.Options{Title: s.Title(), Roster: s.cast, Scenery: s.scenery, Seed: s.fight.Header().Seed,
		Match: agent.Sparring(s.fight), Mute: s.voice == "none"}
}

// Told is what is complete with a step that was made: the lines of breaths or turns that are over. The heading is left
// out.
func (s *Session) Told(ctx context.Context, step rules.Step) []narrate.Line {
	lines := s.teller.Step(ctx, step)
	n := len(lines)
	if n > 0 {
		s.untold = nil
	}
	if n == 0 || lines[n-1].Step < step.N {
		s.untold = append(s.untold, step)
	}
	return headless(lines)
}

// Rest is the law of the breath under way, as far as it has come; the tale of it waits for its paragraph.
func (s *Session) Rest(ctx context.Context) []narrate.Line {
	s.untold = nil
	return headless(s.teller.Flush(ctx))
}

// Untold are the steps since the last thing that was told; they count as told from here on.
func (s *Session) Untold() []rules.Step {
	steps := s.untold
	s.untold = nil
	return steps
}

// Finish is all that is left to tell where nothing more is to happen.
func (s *Session) Finish(ctx context.Context) []narrate.Line {
	s.untold = nil
	return headless(s.teller.Close(ctx))
}

func headless(lines []narrate.Line) (rest []narrate.Line) {
	for _, l := range lines {
		if l.Step > 0 || l.Kind != narrate.Note {
			rest = append(rest, l)
		}
	}
	return rest
}
