package picture

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
)

// A page is not written with html/template: that package calls methods by name, for which the linker keeps every method there is, and the
// program grows by 3 MB.

//go:embed paper.css
var paper string

// Body writes the inside of a page. Whatever it sets into the markup of a format is text, in an element or in a quoted attribute, and cannot
// be anything else.
type Body struct{ io.Writer }

// Say writes a line of markup.
func (b Body) Say(markup string, values ...any) {
	for i, v := range values {
		values[i] = escape(fmt.Sprint(v))
	}
	fmt.Fprintf(b, markup+"\n", values...)
}

// Raw writes markup as it is: a drawing that has been made safe already.
func (b Body) Raw(markup string) { fmt.Fprintln(b, markup) }

// Document writes a page on the paper of all pages that asks nobody for anything and runs nothing. more is style sheet of the caller's own.
func Document(w io.Writer, title, more string, body func(Body)) error {
	o := bufio.NewWriter(w)
	b := Body{o}
	b.Say(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>%s</title>
<style>`, title)
	b.Raw(paper + more + "</style>\n</head>\n<body>")
	body(b)
	b.Raw("</body>\n</html>")
	return o.Flush()
}
