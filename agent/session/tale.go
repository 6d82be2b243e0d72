package session

import (
	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// setVoice sets the voice with which the fight is told from here on.
func (s *Session) setVoice(voice string) (err error) {
	s.voice = voice
	s.teller, err = s.newTeller()
	return err
}

func (s *Session) newTeller() (*narrate.Teller, error) {
	return narrate.NewTeller(s.narrateOptions(), agent.Dialect(s.Header().System))
}

// OptionsOf returns what is needed to tell a record. If these rules cannot begin its fight, what only the encounter
// says is missing.
func OptionsOf(rec fight.Record, voice string) narrate.Options {
	if s, err := Of(rec, voice); err == nil {
		return s.narrateOptions()
	}
	o := narrate.Options{Seed: rec.Header.Seed, Voice: voice}
	o.Title, _ = agent.Beginning(rec)
	if o.Stood = firstSnapshot(rec.Header); o.Stood != nil {
		o.Roster = o.Stood.Roster
	}
	return o
}

// Retold tells a record as its events say; steps are those of its steps that may be told.
func Retold(rec fight.Record, voice string, steps []rules.Step) ([]narrate.Line, error) {
	return narrate.Tell(OptionsOf(rec, voice), agent.Dialect(rec.Header.System), steps)
}

// firstSnapshot returns how everybody stands at the beginning, nil if the header does not say so.
func firstSnapshot(h fight.Header) *fight.Snapshot {
	for _, first := range (fight.Record{Header: h}).Past(nil) { // there is one at most
		return &first
	}
	return nil
}

// narrateOptions returns what is needed to tell this fight.
func (s *Session) narrateOptions() narrate.Options {
	return narrate.Options{Title: s.Title(), Roster: s.startRoster, Scenery: s.scenery, Seed: s.Header().Seed, Voice: s.voice, Stood: firstSnapshot(s.Header()),
		Match: agent.IsSparring(s.Fight)}
}

// NewLines returns the lines of the tale that a step completes: those of breaths or turns that are over now.
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

// Rest returns the law line of the breath under way so far. Its tale is told once its paragraph is complete.
func (s *Session) Rest() []narrate.Line {
	s.untold = nil
	return s.teller.Flush()
}

// Untold returns the steps since the last line that was told, and counts them as told.
func (s *Session) Untold() []rules.Step {
	steps := s.untold
	s.untold = nil
	return steps
}

// Finish returns everything that is left to tell if the fight does not go on.
func (s *Session) Finish() []narrate.Line {
	s.untold = nil
	return s.teller.Close()
}
