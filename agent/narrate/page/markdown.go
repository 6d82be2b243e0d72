package page

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"kokyu/agent/narrate"
	"kokyu/rules/text"
)

// marked escapes what Markdown would read.
var marked = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "#", `\#`, "|", `\|`, "~", `\~`, "!", `\!`, "&", `\&`)

// Markdown writes a tale as a page of notes. law says where dice and odds stand: none, inline (quoted) or notes (footnotes).
func (t *Tale) Markdown(w io.Writer, law string) error {
	o := bufio.NewWriter(w)
	say := func(format string, values ...any) { fmt.Fprintf(o, format+"\n", values...) }
	say("# %s\n\n*%s*", marked.Replace(text.Escape(t.Title)), marked.Replace(text.Escape(t.Between())))
	notes := 0
	for _, p := range t.Passages {
		note := ""
		if law == "notes" && len(p.Law) > 0 {
			notes++
			note = fmt.Sprintf("[^%d]", notes)
		}
		switch {
		case p.Plain != "":
			say("\n%s *(%s)*%s\n\n> %s", marked.Replace(p.Text), narrate.Unchecked, note, marked.Replace(p.Plain))
		case p.Text != "" || note != "":
			say("\n%s%s", marked.Replace(p.Text), note)
		}
		if law == "inline" && len(p.Law) > 0 {
			say("")
			for _, l := range p.Law {
				say("> %s  ", marked.Replace(l))
			}
		}
	}
	say("\n**%s**", marked.Replace(t.Ending()))
	if law == "notes" {
		for i, p := range t.Noted() {
			say("\n[^%d]: %s", i+1, marked.Replace(p.Law[0]))
			for _, l := range p.Law[1:] {
				say("    %s", marked.Replace(l))
			}
		}
	}
	return o.Flush()
}
