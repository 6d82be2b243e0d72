package prompts

import "embed"

//go:embed voice/*.md
var voice embed.FS

// Asking is the words a model is asked for a tale with.
type Asking struct {
	Write string // the rules, before the brief
	Mend  string // before the sentences that it is asked for again
}

// ForModels returns those words.
func ForModels() (a Asking, err error) {
	for name, into := range map[string]*string{"write": &a.Write, "mend": &a.Mend} {
		data, err := voice.ReadFile("voice/" + name + ".md")
		if err != nil {
			return a, err
		}
		*into = string(data)
	}
	return a, nil
}
