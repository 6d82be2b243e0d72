package page

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"kokyu/rules/text"
)

// Markdown writes a tale as a page of notes. law says where dice and odds stand: none, inline (quoted) or notes (footnotes).
func (t *Tale) Markdown(w io.Writer, law string) error {
	o := bufio.NewWriter(w)
	say := func(format string, values ...any) { fmt.Fprintf(o, format+"\n", values...) }
	say("# %s\n\n*%s*", text.Markdown(t.Title), text.Markdown(t.Between()))
	notes, round := 0, 0
	for _, p := range t.Passages {
		note := ""
		if heading := t.Heading(p, round); heading != "" {
			say("\n## %s", heading)
			round = p.Round
		}
		if law == "notes" && len(p.Law) > 0 {
			notes++
			note = fmt.Sprintf("[^%d]", notes)
		}
		if p.Text != "" || note != "" {
			say("\n%s%s", text.Markdown(p.Text), note)
		}
		if law == "inline" && len(p.Law) > 0 {
			say("")
			for _, l := range p.Law {
				say("> %s  ", text.Markdown(l))
			}
		}
	}
	if last := t.LastLine(); last != "" {
		say("\n*%s*", text.Markdown(last))
	}
	if len(t.Cast) > 0 {
		say("\n| who | side | Wounds left | at the end |\n| --- | --- | --- | --- |")
		for _, row := range t.fates() {
			say("| %s | %s | %s | %s |", text.Markdown(row[0]), text.Markdown(row[1]), row[2], text.Markdown(row[3]))
		}
	}
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

// messageMost is how many characters a message may have.
const messageMost = 2000

// Discord writes the messages of a tale, an empty line and a rule between them.
func (t *Tale) Discord(w io.Writer) error {
	_, err := io.WriteString(w, strings.Join(t.Messages(), "\n\n---\n\n")+"\n")
	return err
}

// Messages returns a tale as messages of at most 2,000 characters, as Discord takes them. Nobody is called by one.
func (t *Tale) Messages() (list []string) {
	calm := strings.NewReplacer("@", "@\u200b")
	message := calm.Replace("**" + text.Markdown(t.Title) + "**\n*" + text.Markdown(t.Between()) + "*")
	for _, s := range t.words() {
		for _, part := range pieces(calm.Replace(text.Markdown(s)), messageMost-2) {
			if len([]rune(message))+2+len([]rune(part)) > messageMost {
				list, message = append(list, message), ""
			}
			message = strings.TrimPrefix(message+"\n\n"+part, "\n\n")
		}
	}
	return append(list, message)
}

// pieces cuts a text at spaces into parts of at most so many characters.
func pieces(s string, most int) (parts []string) {
	for r := []rune(s); len(r) > 0; {
		n := min(len(r), most)
		if space := strings.LastIndexByte(string(r[:n]), ' '); n < len(r) && space >= 0 {
			if cut := len([]rune(string(r[:n])[:space])); cut > n/2 {
				n = cut
			}
		}
		parts = append(parts, strings.TrimSpace(string(r[:n])))
		r = r[n:]
	}
	return parts
}
