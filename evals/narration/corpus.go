package narration

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kokyu/agent/narrate"
	"kokyu/rules/strict"
)

//go:embed held.yaml
var heldText []byte

//go:embed open.yaml
var openText []byte

// Passage is a few sentences that somebody wrote of a paragraph.
type Passage struct {
	System    string            // whose fight it is of: breath, tempo, keep
	Half      string            // held, open or ours
	Style     string            // plain, literary, or the voice that wrote it
	Paragraph narrate.Paragraph // what it has to tell
	Text      string            // people as {A}, {B}
}

// Draft is the passage as a voice would hand it in: one whose sentences tell all facts of the paragraph.
func (p Passage) Draft() narrate.Draft { return narrate.Whole(p.Paragraph, p.Text) }

// The halves of the corpus: the verifier's words may be widened until they take in the open half, never the held one.
const (
	Held = "held"
	Open = "open"
)

// The styles of the corpus.
const (
	Plain    = "plain"
	Literary = "literary"
)

// Corpus is one half of the true passages, in the order of its file.
func Corpus(half string) ([]Passage, error) {
	text := heldText
	if half == Open {
		text = openText
	}
	return readCorpus(half+".yaml", half, text)
}

// corpusFile is a file of true passages.
type corpusFile struct {
	Version int     `yaml:"version,required" limit:"1..1"`
	Groups  []group `yaml:"groups,required" max:"500"`
}

// group is the passages of one paragraph. Its facts are written as a frame, who acts, on whom, and what is known besides:
// "wound A B blade wounds=1 where=arm".
type group struct {
	In       string            `yaml:"in,required" oneof:"breath tempo keep"`
	Facts    []string          `yaml:"facts,required" max:"8"`
	Setting  map[string]string `yaml:"setting"`
	Plain    []string          `yaml:"plain" max:"50"`
	Literary []string          `yaml:"literary" max:"50"`
}

func readCorpus(name, half string, text []byte) (list []Passage, err error) {
	var file corpusFile
	if _, err := strict.Decode(name, text, &file); err != nil {
		return nil, err
	}
	for i, g := range file.Groups {
		p := Passage{System: g.In, Half: half, Paragraph: narrate.Paragraph{Setting: g.Setting}}
		for k, line := range g.Facts {
			f, err := readFact(line)
			if err != nil {
				return nil, fmt.Errorf("%s: group %d: %w", name, i+1, err)
			}
			f.ID = fmt.Sprintf("f%d", k+1)
			p.Paragraph.Facts = append(p.Paragraph.Facts, f)
		}
		for _, text := range g.Plain {
			p.Style, p.Text = Plain, text
			list = append(list, p)
		}
		for _, text := range g.Literary {
			p.Style, p.Text = Literary, text
			list = append(list, p)
		}
	}
	return list, nil
}

// readFact reads a fact of a group.
func readFact(line string) (narrate.Fact, error) {
	words := strings.Fields(line)
	f := narrate.Fact{Required: true, Moment: narrate.Facts{Frame: words[0], Stage: narrate.Middle, P: 1}}
	for _, w := range words[1:] {
		key, value, given := strings.Cut(w, "=")
		value = strings.ReplaceAll(value, "_", " ")
		switch {
		case given && key == "wounds":
			n, err := strconv.Atoi(value)
			if err != nil {
				return f, err
			}
			f.Moment.Wounds = n
		case given && key == "where":
			f.Moment.Where = value
		case given && key == "distance":
			f.Moment.Distance = value
		case w == "reserved":
			f.Moment.Reserved = true
		case slices.Contains(narrate.Families, w):
			f.Moment.Family = w
			if f.Moment.Weapon = w != "unarmed" && w != "claw"; f.Moment.Weapon {
				f.Weapon = "{" + f.By + "'s weapon}"
			}
		case len(w) == 1 && f.By == "":
			f.By, f.Moment.Actor = w, true
		case len(w) == 1 && f.To == "":
			f.To, f.Moment.Target = w, true
		default:
			return f, fmt.Errorf("%q in %q, want a letter, a family or key=value", w, line)
		}
	}
	return f, nil
}
