package picture

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
)

// Pages are not written with html/template, which would make the program 3 MB larger: it calls methods by name, so that
// the linker has to keep every method of every type.

//go:embed paper.css
var paper string

// Body writes the markup of a page or of a part of one. Values in the markup are escaped, in elements and in quoted
// attributes.
type Body struct{ io.Writer }

// Say writes a line of markup. It is [fmt.Printf] with escaping: markup is a format all of whose verbs are %s.
func (b Body) Say(markup string, values ...any) {
	for i, v := range values {
		values[i] = escapeMarkup(fmt.Sprint(v))
	}
	fmt.Fprintf(b, markup+"\n", values...)
}

// Raw writes a line of markup that has no values, or whose values are escaped already.
func (b Body) Raw(markup string) { fmt.Fprintln(b, markup) }

// OneDecimal formats a number with one decimal.
func OneDecimal(x float64) string { return fmt.Sprintf("%.1f", x) }

// Document writes a whole page, without scripts or requests, in the style of all such pages and that of the caller. Its
// Content-Security-Policy forbids both, since a page has names that anybody may have chosen.
func Document(w io.Writer, title, style string, body func(Body)) error {
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
	b.Raw(paper + style + "</style>\n</head>\n<body>")
	body(b)
	b.Raw("</body>\n</html>")
	return o.Flush()
}
