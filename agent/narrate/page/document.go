package page

import (
	"bufio"
	"fmt"
	"io"
)

// Body writes the inside of a page. Whatever it sets into the markup of a format is text, in an element or in a quoted
// attribute, and cannot be anything else.
type Body struct{ writer }

// Say writes a line of markup.
func (b Body) Say(markup string, values ...any) { b.say(markup, values...) }

// Raw writes markup as it is: a drawing that has been made safe already.
func (b Body) Raw(markup string) { fmt.Fprintln(b.to, markup) }

// Document writes a page on the tale's paper that asks nobody for anything and runs nothing. more is style sheet of the
// caller's own.
func Document(w io.Writer, title, more string, body func(Body)) error {
	o := bufio.NewWriter(w)
	p := writer{o}
	p.say(documentHead, title)
	fmt.Fprint(o, style, more)
	p.say("</style>\n</head>\n<body>")
	body(Body{p})
	p.say("</body>\n</html>")
	return o.Flush()
}

// documentHead is the head of every page, up to its style.
const documentHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>%s</title>
<style>`
