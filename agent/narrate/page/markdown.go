package page

import (
	"bufio"
	"fmt"
	"io"

	"kokyu/agent/narrate"
	"kokyu/rules/text"
)

// Markdown writes a tale as a page of notes. law says where dice and odds stand: none, inline (quoted) or notes (footnotes).
func (t *Tale) Markdown(w io.Writer, law string) error {
	o := bufio.NewWriter(w)
	say := func(format string, values ...any) { fmt.Fprintf(o, format+"\n", values...) }
	say("# %s\n\n*%s*", text.Markdown(t.Title), text.Markdown(t.Between()))
	notes := 0
	for _, p := range t.Passages {
		note := ""
		if law == "notes" && len(p.Law) > 0 {
			notes++
			note = fmt.Sprintf("[^%d]", notes)
		}
		switch {
		case p.Plain != "":
			say("\n%s *(%s)*%s\n\n> %s", text.Markdown(p.Text), narrate.Unchecked, note, text.Markdown(p.Plain))
		case p.Text != "" || note != "":
			say("\n%s%s", text.Markdown(p.Text), note)
		}
		if law == "inline" && len(p.Law) > 0 {
			say("")
			for _, l := range p.Law {
				say("> %s  ", text.Markdown(l))
			}
		}
	}
	say("\n**%s**", text.Markdown(t.Ending()))
	if law == "notes" {
		for i, p := range t.Noted() {
			say("\n[^%d]: %s", i+1, text.Markdown(p.Law[0]))
			for _, l := range p.Law[1:] {
				say("    %s", text.Markdown(l))
			}
		}
	}
	return o.Flush()
}
