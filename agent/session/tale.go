package session

import (
	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules"
	"kokyu/rules/fight"
)

func (s *Session) setVoice(voice string) (err error) {
	s.voice = voice
	s.teller, err = s.newTeller()
	return err
}

func (s *Session) newTeller() (*narrate.Teller, error) {
	return narrate.NewTeller(s.narrateOptions(), agent.Dialect(s.Header().System))
}

// NarrateOptionsOf returns what is needed to tell a record: without what only the encounter says, if it cannot begin.
func NarrateOptionsOf(rec fight.Record, voice string) narrate.Options {
	if s, err := FromRecord(rec, voice); err == nil {
		return s.narrateOptions()
	}
	o := narrate.Options{Seed: rec.Header.Seed, Voice: voice}
	o.Title, _ = agent.Beginning(rec)
	if o.Stood = firstSnapshot(rec.Header); o.Stood != nil {
		o.Roster = o.Stood.Roster
	}
	return o
}

// TellRecord returns the tale of steps of a record that may be told, from their events, without a replay.
func TellRecord(rec fight.Record, voice string, steps []rules.Step) ([]narrate.Line, error) {
	return narrate.Tell(NarrateOptionsOf(rec, voice), agent.Dialect(rec.Header.System), steps)
}

// firstSnapshot returns how everybody stands at the beginning, nil if the header does not have it.
func firstSnapshot(h fight.Header) *fight.Snapshot {
	for _, first := range (fight.Record{Header: h}).Past(nil) { // there is one at most
		return &first
	}
	return nil
}

func (s *Session) narrateOptions() narrate.Options {
	return narrate.Options{Title: s.Title(), Roster: s.startRoster, Scenery: s.scenery, Seed: s.Header().Seed,
		Voice: s.voice, Stood: firstSnapshot(s.Header()), Match: agent.IsSparring(s.Fight)}
}

// NewLines returns the lines of the tale that a step completes: those of breaths or turns that are over now. It must be
// called with every step once, in order. A step that no line tells yet is kept for [Session.TakeUntold].
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

// FlushTale returns the law line of the breath under way so far. Its tale is told when the paragraph is complete.
func (s *Session) FlushTale() []narrate.Line {
	s.untold = nil
	return s.teller.Flush()
}

// TakeUntold returns the steps since the last line that was told, and counts them as told.
func (s *Session) TakeUntold() []rules.Step {
	steps := s.untold
	s.untold = nil
	return steps
}

// Finish returns everything that is left to tell if the fight does not go on.
func (s *Session) Finish() []narrate.Line {
	s.untold = nil
	return s.teller.Close()
}
