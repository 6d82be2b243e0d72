package english

import "kokyu/agent/narrate/story"

// Sentences returns for each beat that has words how it is told by itself, by its number: nothing in it needs what was told before.
func Sentences(s *story.Story, seed uint64) map[int]string {
	t := New(seed)
	t.read(s)
	t.used["clock"]++ // which belongs to a scene
	told := map[int]string{}
	for _, sc := range s.Scenes {
		for _, b := range sc.Beats {
			for _, p := range t.people {
				p.armed = ""
			}
			b.Rel = ""
			if words, _ := t.scene(&story.Scene{Round: sc.Round, Beats: []story.Beat{b}}); words != "" {
				told[b.ID] = words
			}
		}
	}
	return told
}

// Speaker names the people and blows of one story as its sentences do.
type Speaker struct{ t *Teller }

// Of returns the speaker of a story.
func Of(s *story.Story) Speaker {
	t := New(0)
	t.read(s)
	return Speaker{t}
}

// Name returns how a sentence calls somebody: Jubei, the spears, the first gaki.
func (s Speaker) Name(who string) string { return s.t.name(who) }

// Side returns how it calls a side.
func (s Speaker) Side(side string) string {
	name, _ := s.t.sideName(side)
	return name
}

// Blow returns a blow as a noun: a cut.
func (s Speaker) Blow(b *story.Beat) string { return s.t.noun(b.What, b.Use, b.Family) }

// Defence returns what is put against a blow as a noun: parry; empty where nothing is.
func (s Speaker) Defence(b *story.Beat) string {
	if b.Answer == "" || s.t.answer(b).Name == "none" {
		return ""
	}
	return s.t.answer(b).Noun
}

// Outcome returns what a blow that reaches comes to, of the outcomes of clauses.yaml.
func (s Speaker) Outcome(b *story.Beat) string { return s.t.outcome(b) }
