package prompts

import "embed"

//go:embed voice/*.md
var voice embed.FS

// Asking is the words a model is asked for a passage with.
type Asking struct {
	Compose string // what it is told: to choose ways and images by their numbers
	Own     string // after that, where it may offer images of its own
	Free    string // instead, where it writes the passage itself
	Again   string // after an answer that was not the JSON asked for
}

// ForModels returns those words.
func ForModels() (a Asking, err error) {
	for name, into := range map[string]*string{"compose": &a.Compose, "own": &a.Own, "free": &a.Free, "again": &a.Again} {
		data, err := voice.ReadFile("voice/" + name + ".md")
		if err != nil {
			return a, err
		}
		*into = string(data)
	}
	return a, nil
}
