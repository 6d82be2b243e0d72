package session

import (
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
	return narrate.NewTeller(s.options(), agent.Dialect(s.Header().System))
}

// tell tells steps from the beginning, those that stand of them.
func (s *Session) tell(steps []rules.Step) ([]narrate.Line, error) {
	return narrate.Tell(s.options(), agent.Dialect(s.Header().System), steps)
}

// OptionsOf returns what a telling of a record needs that these rules may not be able to begin: then it is told without what only its
// encounter says.
func OptionsOf(rec fight.Record, voice string) narrate.Options {
	if s, err := Of(rec, voice); err == nil {
		return s.options()
	}
	o := narrate.Options{Seed: rec.Header.Seed, Voice: voice}
	o.Title, _ = agent.Beginning(rec)
	if o.Stood = firstSnapshot(rec.Header); o.Stood != nil {
		o.Roster = o.Stood.Roster
	}
	return o
}

// Retold tells a record by what it says; steps are those of it that may be told.
func Retold(rec fight.Record, voice string, steps []rules.Step) ([]narrate.Line, error) {
	return narrate.Tell(OptionsOf(rec, voice), agent.Dialect(rec.Header.System), steps)
}

// firstSnapshot returns the position at the beginning; nil if the header does not have it.
func firstSnapshot(h fight.Header) *fight.Snapshot {
	for _, first := range (fight.Record{Header: h}).Past(nil) {
		return &first
	}
	return nil
}

// options returns what a telling of this fight needs.
func (s *Session) options() narrate.Options {
	return narrate.Options{Title: s.Title(), Roster: s.cast, Scenery: s.scenery, Seed: s.Header().Seed, Voice: s.voice, Stood: firstSnapshot(s.Header()),
		Match: agent.IsSparring(s.Fight)}
}

// NewLines returns the lines of the tale that a step completes: those of breaths or turns that are now over.
func (s *Session) NewLines(step rules.Step) []narrate.Line {
	lines := s.teller.Step(step)
	n := len(lines)
	if n > 0 {
		s.untold = nil
	}
	if n == 0 || lines[n-1].Step < step.N {
		s.untold = append(s.untold, step)
	}
	return lines
}

// Rest returns the law line of the breath under way so far; its tale comes with its paragraph.
func (s *Session) Rest() []narrate.Line {
	s.untold = nil
	return s.teller.Flush()
}

// Untold returns the steps since the last told one and marks them as told.
func (s *Session) Untold() []rules.Step {
	steps := s.untold
	s.untold = nil
	return steps
}

// Finish returns everything that is left to tell when the fight does not go on.
func (s *Session) Finish() []narrate.Line {
	s.untold = nil
	return s.teller.Close()
}
