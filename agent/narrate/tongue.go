package narrate

import (
	"slices"

	"kokyu/rules"
)

// tongue is a dialect with its words made ready to be found.
type tongue struct {
	rules.Dialect
	tells     map[string][]lexicon // by frame
	places    senses
	distances senses
}

// senses are words by what they mean, in the dialect's order.
type senses []sense

type sense struct {
	name  string
	words lexicon
}

func newTongue(d rules.Dialect) *tongue {
	t := &tongue{Dialect: d, tells: map[string][]lexicon{}, places: sensesOf(d.Places), distances: sensesOf(d.Distances)}
	if len(d.Frames) > 0 { // one that tells plainly has no tale
		t.Frames = slices.Concat(d.Frames, rules.TaleFrames)
	}
	for _, tells := range []map[string][]string{d.Tells, rules.TaleTells} {
		for frame, lists := range tells {
			for _, list := range lists {
				t.tells[frame] = append(t.tells[frame], lexiconOf(list))
			}
		}
	}
	return t
}

func sensesOf(list []rules.Sense) (made senses) {
	for _, s := range list {
		made = append(made, sense{s.Name, lexiconOf(s.Words)})
	}
	return made
}

func (s senses) names() (names []string) {
	for _, one := range s {
		names = append(names, one.name)
	}
	return names
}

// in lists what words speak of.
func (s senses) in(words []string) (names []string) {
	for _, one := range s {
		if _, ok := one.words.in(words); ok {
			names = append(names, one.name)
		}
	}
	return names
}

// frame finds a frame, nil if there is none of that name.
func (t *tongue) frame(name string) *rules.Frame {
	i := slices.IndexFunc(t.Frames, func(f rules.Frame) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &t.Frames[i]
}

// frameNames lists all frames.
func (t *tongue) frameNames() (names []string) {
	for _, f := range t.Frames {
		names = append(names, f.Name)
	}
	return names
}

// head finds how a kind of event begins a passage.
func (t *tongue) head(kind string) (rules.Head, bool) {
	i := slices.IndexFunc(t.Heads, func(h rules.Head) bool { return h.Kind == kind })
	if i < 0 {
		return rules.Head{}, false
	}
	return t.Heads[i], true
}

// usual is the head of a passage that no event has begun.
func (t *tongue) usual() rules.Head {
	if len(t.Heads) == 0 {
		return rules.Head{}
	}
	return t.Heads[0]
}

// pieces are the frames of a fight's fixed places; single says whether it is told as one of two alone.
func (t *tongue) pieces(two, match bool) (p rules.Pieces, single bool) {
	single = two && t.Duel != rules.Pieces{}
	switch {
	case match && t.Match != rules.Pieces{}:
		return t.Match, single
	case single:
		return t.Duel, true
	}
	return t.Fight, false
}

// seen says whether a frame can be a moment of this fight, sparring or not.
func seen(f *rules.Frame, match bool) bool {
	return f.Match == "" || match == (f.Match == rules.OnlyMatch)
}
