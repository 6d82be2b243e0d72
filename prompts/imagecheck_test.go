package prompts

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"kokyu/prompts/shape"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// What is asked of the bank of images, which no program reads but the one that comes with it.

// readImages reads a file of images. The error is [text.Problems]: every mistake with its place. One is a text that fails
// [shape.Check] under any cause, weapon or setting it may be used with, unless somebody has reviewed it and says why it is
// good; another a review of a text that passes.
func readImages(name string, data []byte) (Images, error) {
	all, doc, err := decodeImages(name, data)
	if err != nil {
		return Images{}, err
	}
	r := imageReader{ids: map[int]string{}, texts: map[string]string{}}
	for i, s := range all.Sayings {
		r.at = strict.Path{"sayings", i}
		r.image(s.ID, s.Text)
		r.words("needs", "cause", s.Needs, causes)
		r.words("with", "weapon family", s.With, rules.Families)
		r.words("never", "tag", s.Never, tags)
		r.check(s.Text, s.Reviewed, shape.Saying, s.licences())
	}
	for i, p := range all.Places {
		r.at = strict.Path{"places", i}
		r.image(p.ID, p.Text)
		r.setting(p)
		r.words("at", "position", p.At, positions)
		r.words("never", "word of a setting", p.Never, slices.Concat(slices.Collect(maps.Values(aspects))...))
		if p.settings() > settingsMax {
			r.wrong("the words of the setting make too many settings", fmt.Sprintf("at most %d", settingsMax), "setting")
			continue
		}
		r.check(p.Text, p.Reviewed, shape.Place, p.licences())
	}
	if err := r.bad.In(doc); err != nil {
		return Images{}, err
	}
	return all, nil
}

// imageReader gathers what is wrong with the images of a file.
type imageReader struct {
	bad   strict.Complaints
	at    strict.Path       // the image it is at
	ids   map[int]string    // whose each number is
	texts map[string]string // as written, by the text without case
}

func (r *imageReader) wrong(what, want string, path ...any) {
	r.bad.Wrong(slices.Concat(r.at, path), what, want)
}

// image checks that no other has its number or its text.
func (r *imageReader) image(id int, text string) {
	if other, taken := r.ids[id]; taken {
		r.wrong(fmt.Sprintf("%d is the number of %q", id, other), "a number of its own", "id")
	}
	if other, taken := r.texts[strings.ToLower(text)]; taken {
		r.wrong(fmt.Sprintf("%q is there already", other), "each text once", "text")
	}
	r.ids[id], r.texts[strings.ToLower(text)] = text, text
}

// words checks that each is of a closed list and comes once.
func (r *imageReader) words(key, what string, words, known []string) {
	for i, word := range words {
		path := slices.Concat(r.at, strict.Path{key, i})
		if r.bad.OneOf(path, what, word, known) && slices.Contains(words[:i], word) {
			r.bad.Wrong(path, fmt.Sprintf("the %s %q is there already", what, word), "each once")
		}
	}
}

// setting checks what a place needs of a setting. Weather is not to be seen under a roof.
func (r *imageReader) setting(p place) {
	for _, aspect := range slices.Sorted(maps.Keys(p.Setting)) {
		path := slices.Concat(r.at, strict.Path{"setting", strict.Key(aspect)})
		if !r.bad.OneOf(path, "aspect of a setting", aspect, slices.Sorted(maps.Keys(aspects))) {
			continue
		}
		if len(p.Setting[aspect]) == 0 {
			r.wrong("the setting has no word for its "+aspect, "at least one", "setting", aspect)
		}
		for i, word := range p.Setting[aspect] {
			r.bad.OneOf(slices.Concat(r.at, strict.Path{"setting", aspect, i}), aspect, word, aspects[aspect])
		}
	}
	if roof := p.Setting["roof"]; len(p.Setting["weather"]) > 0 && !slices.Equal(roof, []string{"outdoors"}) {
		r.wrong("an image of the weather says nothing of the roof", "roof: [outdoors]", "setting", "weather")
	}
}

// check judges a text by everything it may be used with.
func (r *imageReader) check(text, reviewed string, kind shape.Kind, licences [][]string) {
	if !shape.Sentence(text) {
		r.wrong("the text is not one plain sentence", "a capital, then words in small letters and a full stop", "text")
		return
	}
	for _, l := range licences {
		problems := shape.Check(text, kind, l)
		switch {
		case len(problems) > 0 && reviewed == "":
			what := fmt.Sprintf("with %s: %s", strings.Join(l, ", "), problems[0])
			r.wrong(what, "another text, or reviewed: why it is good", "text")
			return
		case len(problems) > 0:
			return
		}
	}
	if reviewed != "" {
		r.wrong("the text passes its check and needs no review", "no reviewed:", "reviewed")
	}
}

// licences returns what the saying may be used with: each of its causes with each of its weapon families.
func (s saying) licences() (all [][]string) {
	for _, cause := range s.Needs {
		licences := []string{cause}
		if slices.Contains(s.Never, "unarmed") && slices.Contains(s.Never, "claw") {
			licences = append(licences, "armed")
		}
		if len(s.With) == 0 {
			all = append(all, licences)
		}
		for _, family := range s.With {
			all = append(all, append(slices.Clone(licences), "family:"+family))
		}
	}
	return all
}

// settingsMax is how many settings an image may be checked in.
const settingsMax = 200

// settings returns how many there are that have what the image needs.
func (p place) settings() int {
	n := 1
	for _, words := range p.Setting {
		n = min(n*max(1, len(words)), settingsMax+1)
	}
	return n
}

// licences returns the settings that the image may be used in: each word of an aspect with each of the others.
func (p place) licences() [][]string {
	all := [][]string{nil}
	for _, aspect := range slices.Sorted(maps.Keys(p.Setting)) {
		var longer [][]string
		for _, licences := range all {
			for _, word := range p.Setting[aspect] {
				longer = append(longer, append(slices.Clone(licences), aspect+":"+word))
			}
		}
		all = longer
	}
	return all
}

// aspects are the words of a setting, by aspect, as encounters are read with.
var aspects = oneOf(reflect.TypeFor[book.Scene]())

// oneOf returns the closed lists of the fields of a type, by their keys.
func oneOf(t reflect.Type) map[string][]string {
	lists := map[string][]string{}
	for f := range t.Fields() {
		key := strict.KeyOf(f)
		lists[key] = strings.Fields(f.Tag.Get("oneof"))
	}
	return lists
}
