package english

import "kokyu/agent/narrate/story"

// Sentences returns by its number how each beat is told on its own, with no word that refers to what was told before. A
// beat that no row tells is not in it.
func Sentences(s *story.Story, seed uint64) map[int]string {
	t := New(seed)
	t.update(s)
	t.used["clock"]++ // the sentence about the rounds left belongs to a scene, not to a beat
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

// TellerOf returns a teller that tells nothing: it only answers what the sentences of a story call somebody or
// something.
func TellerOf(s *story.Story) *Teller {
	t := New(0)
	t.update(s)
	return t
}

// Defence returns as a noun what is put up against a blow, "parry"; empty if nothing is.
func (t *Teller) Defence(b *story.Beat) string {
	if b.Answer == "" || t.answerTo(b).Name == "none" {
		return ""
	}
	return t.answerTo(b).Noun
}
