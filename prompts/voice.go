package prompts

import (
	"embed"

	"kokyu/rules/strict"
)

//go:embed voice/*
var voice embed.FS

// Asking is the words a model is asked for a passage with.
type Asking struct {
	Write  string            // what it is told before it writes
	Select string            // and before it chooses
	Again  string            // after a refusal, with {reasons}
	Means  map[string]string // by frame: what such a moment is, with the slots {actor} and {target}
}

// ForModels is those words.
func ForModels() (a Asking, err error) {
	for name, into := range map[string]*string{"write": &a.Write, "select": &a.Select, "again": &a.Again} {
		data, err := voice.ReadFile("voice/" + name + ".md")
		if err != nil {
			return a, err
		}
		*into = string(data)
	}
	data, err := voice.ReadFile("voice/means.yaml")
	if err != nil {
		return a, err
	}
	var file struct {
		Version int               `yaml:"version,required" limit:"1..1"`
		Means   map[string]string `yaml:"means,required"`
	}
	_, err = strict.Decode("voice/means.yaml", data, &file)
	a.Means = file.Means
	return a, err
}
