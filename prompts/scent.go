// Package prompts holds the words kokyu tells a fight in.
//
// What may be told, and when, is decided by the package narrate in Go; here are the lines it chooses from. They are
// prose in YAML so that a table can read them, add to them and argue about them.
package prompts

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

//go:embed scent/*.yaml
var scent embed.FS

// Lines are the told lines by the name of their frame: the kind of moment they fit.
type Lines map[string][]Line

// Line is one passage with slots: {actor}, {target}, {weapon}.
type Line struct {
	Text  string `yaml:"text,required" max:"400"`
	Image string `yaml:"image,required" max:"40"` // what one sees; no image comes twice within a few lines
	When  When   `yaml:"when"`
	// Likens are things of the world it speaks of only to compare: they need not be there.
	Likens []string `yaml:"likens" max:"12" oneof:"rain snow mud dust dry road grass gravel stones sand wind sky sun moon night morning lamps trees pines cedars bamboo reeds birds river sea pond boats roof walls floor field crops spring summer autumn winter"`

	Source string `yaml:"-"` // file and line, for messages
}

// When is what a line needs besides its frame; a list holds if any of it does, and what is empty always holds.
type When struct {
	Family []string `yaml:"family" max:"12" oneof:"blade spear short staff bow gun unarmed claw shield thrown makeshift wooden axe club pole crossbow"`
	Stage  []string `yaml:"stage" max:"4" oneof:"opening middle turning end"`
	World  []string `yaml:"world" max:"12" oneof:"rain snow mud dust dry road grass gravel stones sand wind sky sun moon night morning lamps trees pines cedars bamboo reeds birds river sea pond boats roof walls floor field crops spring summer autumn winter"` // all of these are to be seen
	First  bool     `yaml:"first"`                                                                                                                                                                                                                                 // the first blood of the fight
	Last   bool     `yaml:"last"`                                                                                                                                                                                                                                  // the target's side now has one standing
}

// Scent is the embedded lines of the files of these names, all of them if none is named.
func Scent(names ...string) (Lines, error) {
	dir, err := fs.Sub(scent, "scent")
	if err != nil {
		return nil, err
	}
	return Read(dir, names...)
}

// Read merges the line files of a folder, or those named, in the order of their names. The error lists every mistake of
// the first file that has any.
func Read(dir fs.FS, names ...string) (Lines, error) {
	files, err := fs.Glob(dir, "*.yaml")
	if err != nil {
		return nil, err
	}
	if len(names) > 0 {
		files = nil
		for _, name := range names {
			files = append(files, name+".yaml")
		}
	}
	slices.Sort(files)
	lines := Lines{}
	for _, name := range files {
		data, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		if err := lines.add(path.Join("scent", name), data); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// add reads one file into the lines.
func (l Lines) add(name string, data []byte) error {
	var file struct {
		Version int               `yaml:"version,required" limit:"1..1"`
		Frames  map[string][]Line `yaml:"frames,required"`
	}
	doc, err := strict.Decode(name, data, &file)
	if err != nil {
		return err
	}
	var wrong text.Problems
	for frame, lines := range file.Frames {
		for i, line := range lines {
			at, _ := doc.At("frames", frame, i)
			line.Source = fmt.Sprintf("%s:%d", name, at)
			if slices.ContainsFunc(l[frame], func(other Line) bool { return other.Text == line.Text }) {
				place := strict.Path{"frames", frame, i, "text"}
				wrong = append(wrong, doc.Problem(place, "the frame "+frame+" has this line already", "each line once"))
			}
			l[frame] = append(l[frame], line)
		}
	}
	if len(wrong) > 0 {
		slices.SortFunc(wrong, func(a, b text.Problem) int { return cmp.Compare(a.Line, b.Line) })
		return wrong
	}
	return nil
}
