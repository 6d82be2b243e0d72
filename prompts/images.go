package prompts

import (
	_ "embed"
	"slices"
	"sync"

	"kokyu/rules"
	"kokyu/rules/strict"
)

//go:embed tale/images.yaml
var bankFile []byte

// Images are what may stand between the facts of a passage. Every fact is worded elsewhere: an image adds none.
type Images struct {
	Sayings []saying
	Places  []place
}

// saying is a sentence true of any fight. It follows the fact whose cause it names.
type saying struct {
	ID       int      `yaml:"id" must:"be there" limit:"1..9999"` // of this image for good, and of no other
	Text     string   `yaml:"text" must:"be there" max:"120"`
	Needs    []string `yaml:"needs" must:"be there" max:"8"` // of [causes], one of which the fact must have
	With     []string `yaml:"with" max:"16"`                 // weapon families, one of which must be in the exchange; empty: any
	Never    []string `yaml:"never" max:"16"`                // of [tags], none of which the fact may have
	Plain    bool     `yaml:"plain"`                         // anybody sees at once what it means: Go tells no other
	Reviewed string   `yaml:"reviewed" max:"200"`            // why it is let in though its check fails; empty if it passes
}

// place is a sentence that shows a thing of the setting, with nobody and no weapon in it.
type place struct {
	ID       int                 `yaml:"id" must:"be there" limit:"1..9999"`
	Text     string              `yaml:"text" must:"be there" max:"120"`
	Setting  map[string][]string `yaml:"setting" must:"be there" max:"8"` // by aspect of [book.Scene]: with which words it is true
	At       []string            `yaml:"at" must:"be there" max:"3"`      // of [positions]
	Never    []string            `yaml:"never" max:"16"`                  // words of a setting with which it is false
	Reviewed string              `yaml:"reviewed" max:"200"`
}

// causes are why a fact came out as it did. A fact has at most one, and takes it from events of the rules.
var causes = []string{
	"late",        // the answer began too late
	"hurried",     // the answer was not prepared and cost more, or the act was rushed
	"unpaid",      // there was nothing left to pay an answer with
	"feint",       // a feint was taken for a blow
	"overload",    // more was asked of a breath than it holds
	"reach",       // it was out of reach
	"inside",      // somebody was past the reach of a long weapon
	"grapple",     // one holds, or is held
	"throw",       // one was thrown
	"outnumbered", // several were on one
	"spent",       // little strength was left
	"unseen",      // it came from behind, or was not seen
	"guard",       // the guard was there and was broken
	"counter",     // it met an attack
	"shot",        // it came from far away
	"wait",        // one waited on purpose
	"order",       // a word of command did it
	"spell",       // a spell did it
	"mount",       // it was done from a horse, or by one
	"weapon",      // a weapon left its hand
}

// tags are what else a fact may be: how it came out, how it was done, and the weapon families of its exchange.
var tags = append([]string{"hit", "miss", "parried", "wound", "deep", "fall", "killed", "mounted", "ranged"},
	rules.Families...)

// positions are where in a tale an image of the place may stand: at the opening, after a fall, at the end.
var positions = []string{"open", "fall", "end"}

// Fits reports whether the saying may follow a fact of this cause and these tags. None may follow a fall.
func (s saying) Fits(cause string, tags ...string) bool {
	has := func(tag string) bool { return slices.Contains(tags, tag) }
	return slices.Contains(s.Needs, cause) && !has("fall") && !has("killed") &&
		!slices.ContainsFunc(s.Never, has) && (len(s.With) == 0 || slices.ContainsFunc(s.With, has))
}

// Fits reports whether the image may stand at a position of a tale in a setting, which is a word by aspect. What a setting
// leaves out is not known, and no image that needs it fits.
func (p place) Fits(at string, setting map[string]string) bool {
	if !slices.Contains(p.At, at) {
		return false
	}
	for aspect, words := range p.Setting {
		if !slices.Contains(words, setting[aspect]) {
			return false
		}
	}
	for _, word := range setting {
		if slices.Contains(p.Never, word) {
			return false
		}
	}
	return true
}

// Bank returns the images that come with kokyu. Do not change what it returns.
func Bank() (Images, error) { return bank() }

// They are not checked here: that takes longer than many a fight. A test does it.
var bank = sync.OnceValues(func() (Images, error) {
	all, _, err := decodeImages(bankName, bankFile)
	return all, err
})

const bankName = "tale/images.yaml"

// Texts returns the images by number.
func (i Images) Texts() map[int]string {
	texts := map[int]string{}
	for _, s := range i.Sayings {
		texts[s.ID] = s.Text
	}
	for _, p := range i.Places {
		texts[p.ID] = p.Text
	}
	return texts
}

// decodeImages reads a file of images as far as its form goes.
func decodeImages(name string, data []byte) (Images, strict.Document, error) {
	var file struct {
		Version int      `yaml:"version" must:"be there" limit:"1..1"`
		Sayings []saying `yaml:"sayings" max:"999"`
		Places  []place  `yaml:"places" max:"999"`
	}
	doc, err := strict.Decode(name, data, &file)
	return Images{Sayings: file.Sayings, Places: file.Places}, doc, err
}
