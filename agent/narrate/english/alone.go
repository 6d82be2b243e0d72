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
			if words, _ := t.tellScene(&story.Scene{Round: sc.Round, Beats: []story.Beat{b}}); words != "" {
				told[b.ID] = words
			}
		}
	}
	return told
}

// Of returns a teller of a story that only says how its sentences call things.
func Of(s *story.Story) *Teller {
	t := New(0)
	t.read(s)
	return t
}

// Side returns how it calls a side.
func (t *Teller) Side(side string) string {
	name, _ := t.sideName(side)
	return name
}

// Defence returns what is put against a blow as a noun: parry; empty where nothing is.
func (t *Teller) Defence(b *story.Beat) string {
	if b.Answer == "" || t.answer(b).Name == "none" {
		return ""
	}
	return t.answer(b).Noun
}
