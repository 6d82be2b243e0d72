package cli

import (
	"cmp"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/jsonschema-go/jsonschema"

	"kokyu/agent/serve"
	"kokyu/rules/text"
)

// Say prints a line of text.
func (a *App) Say(format string, values ...any) {
	fmt.Fprintf(a.Out, format+"\n", values...)
}

// Line prints a text behind head as one line; on a screen, which would break it within a word, as a
// paragraph.
func (a *App) Line(head, text string) {
	if a.Screen {
		a.PrintWrapped(head, len(head)+2, text)
		return
	}
	a.Say("%s%s", head, text)
}

// Flow prints lines of any length as [fmt.Printf] would; on a screen, those that are wider are broken
// between words and keep their indent.
func (a *App) Flow(format string, values ...any) {
	for line := range strings.SplitSeq(fmt.Sprintf(format, values...), "\n") {
		if !a.isTooWide(line) {
			a.Say("%s", line)
			continue
		}
		bare := strings.TrimLeft(line, " ")
		lead := len(line) - len(bare)
		a.PrintWrapped(line[:lead], lead+2, bare)
	}
}

// Command prints a sentence and behind it what to type. On a screen that is too narrow for both, what to
// type stands below, broken with a backslash at the end of a line, so that a shell still takes it as one.
func (a *App) Command(sentence string, words ...string) {
	if line := sentence + " " + strings.Join(words, " "); !a.isTooWide(line) {
		a.Say("%s", line)
		return
	}
	a.Flow("%s", sentence)
	line := "  "
	for i, word := range words {
		if i > 0 && ansi.StringWidth(line+word)+2 > a.Columns() {
			a.Say("%s\\", line)
			line = "    "
		}
		line += word + " "
	}
	a.Say("%s", strings.TrimRight(line, " "))
}

// Columns returns the width of the screen; if that is unknown, the width of a paragraph.
func (a *App) Columns() int { return cmp.Or(a.Width, lineWidth) }

// Object prints a value as one JSON object or list.
func (a *App) Object(v any) error { return serve.WriteObject(a.Out, v) }

// Paint makes words stand out, or leaves them as they are. Nothing is said by that alone: without it all is
// there.
type Paint bool

// Strong makes a text bold.
func (p Paint) Strong(s string) string { return p.with("1", s) }

// Faint makes a text pale.
func (p Paint) Faint(s string) string { return p.with("2", s) }

// with puts a text between the escape sequences of an SGR code and of its end.
func (p Paint) with(code, s string) string {
	if !p || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// Table prints rows in columns, two spaces apart, under a head if that is not nil. All cells are escaped.
// Columns with these indices are aligned to the right. A row of one cell among others is a heading between
// them. If the rows are wider than the screen, the widest columns become narrower, and a cell that continues
// below has the next one beside its end; if that is not enough, a row continues below its last cell.
func (a *App) Table(head []string, rows [][]string, right ...int) {
	all := rows
	if head != nil {
		all = append([][]string{head}, rows...)
	}
	widths := a.fitWidths(all, right)
	for n, row := range all {
		if len(row) == 1 && len(widths) > 1 {
			a.Say("  %s", a.Paint.Faint(text.Escape(row[0])))
			continue
		}
		lines := []string{""} // the last one is that of the next cell
		at, last := 0, 0      // where the next cell begins, as a column of the screen, and the last one, as an offset
		for i, cell := range row {
			parts := []string{text.Escape(cell)}
			if ansi.StringWidth(parts[0]) > widths[i] {
				parts = breakAt(widths[i], 1, "", cellIndent, parts[0])
			}
			for k, part := range parts {
				if k > 0 {
					lines = append(lines, "")
				}
				line := &lines[len(lines)-1]
				indent := at
				if slices.Contains(right, i) {
					indent += widths[i] - ansi.StringWidth(part)
				}
				*line += strings.Repeat(" ", indent-ansi.StringWidth(*line))
				if part != "" {
					last = len(*line)
				}
				*line += part
			}
			at += widths[i] + 2
		}
		for _, line := range lines {
			switch line = strings.TrimRight(line, " "); {
			case a.isTooWide(line):
				a.printBrokenRow(line, min(last, len(line)))
			case head != nil && n == 0:
				a.Say("%s", a.Paint.Faint(line))
			default:
				a.Say("%s", line)
			}
		}
	}
}

const (
	cellIndent = 2  // by how much a cell that continues below is indented there
	cellLeast  = 16 // the width below which no cell is broken
)

// fitWidths returns the widths of the columns of a table. On a screen that is too narrow the widest of those
// that are aligned to the left are narrower, as far as no word has to be broken.
func (a *App) fitWidths(rows [][]string, right []int) []int {
	widths := columnWidths(rows, 2)
	if len(widths) == 0 {
		widths = columnWidths(rows, 1)
	}
	fit, least := slices.Clone(widths), slices.Repeat([]int{cellLeast}, len(widths))
	for _, row := range rows {
		if len(row) == 1 && len(widths) > 1 {
			continue // a heading
		}
		for i, cell := range row {
			for _, word := range Unbroken(text.Escape(cell)) {
				least[i] = max(least[i], cellIndent+ansi.StringWidth(word))
			}
		}
	}
	for a.Screen && tableWidth(fit) > a.Columns() {
		widest := -1
		for i, w := range fit {
			if w > least[i] && !slices.Contains(right, i) && (widest < 0 || w > fit[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return widths
		}
		fit[widest]--
	}
	return fit
}

// TableWidth returns the width of rows as a table.
func TableWidth(rows [][]string) int { return tableWidth(columnWidths(rows, 2)) }

func tableWidth(widths []int) (n int) {
	at := 0
	for _, w := range widths {
		if w > 0 {
			n = at + w
		}
		at += w + 2
	}
	return n
}

// columnWidths returns the widths of the columns of rows. Rows with fewer cells than least do not count: a
// heading between rows must not widen the first column.
func columnWidths(rows [][]string, least int) (widths []int) {
	for _, row := range rows {
		if len(row) < least {
			continue
		}
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], ansi.StringWidth(text.Escape(cell)))
		}
	}
	return widths
}

// printHelp prints the help of a command. On a narrow screen paragraphs, which are lines that begin at the
// margin, are broken anew, and rows continue under their last column.
func (a *App) printHelp(help string) {
	var paragraph []string
	end := func() {
		if slices.ContainsFunc(paragraph, a.isTooWide) {
			paragraph = a.BreakLines("", 0, strings.Join(paragraph, " "))
		}
		for _, line := range paragraph {
			a.Say("%s", line)
		}
		paragraph = nil
	}
	for line := range strings.SplitSeq(strings.TrimRight(help, "\n"), "\n") {
		if line != "" && line[0] != ' ' {
			paragraph = append(paragraph, line)
			continue
		}
		end()
		if a.isTooWide(line) {
			a.printBrokenRow(line, strings.LastIndex(line, "  ")+2)
		} else {
			a.Say("%s", line)
		}
	}
	end()
}

// isTooWide reports whether a line is wider than the screen.
func (a *App) isTooWide(line string) bool { return a.Screen && ansi.StringWidth(line) > a.Columns() }

// printBrokenRow prints a row that is wider than the screen. Its last cell, which begins at the offset last, continues
// under itself; if that would be too far to the right, the row is printed as a paragraph, its cells two spaces apart.
func (a *App) printBrokenRow(line string, last int) {
	if at := ansi.StringWidth(line[:last]); at < a.Columns()/2 {
		a.PrintWrapped(line[:last], at, line[last:])
		return
	}
	bare := strings.TrimLeft(line, " ")
	lead := len(line) - len(bare)
	for _, line := range breakAt(min(lineWidth, a.Columns()), 2, line[:lead], lead+4, bare) {
		a.Say("%s", line)
	}
}

// Percent returns a chance as people read it: "45.2 %".
func Percent(p float64) string { return fmt.Sprintf("%.1f %%", 100*p) }

// released is the version and commit of a release, which the linker sets: "1.2.0 86a29daa1234".
var released string

// Version returns the version of the program, with its commit and that of Go, as the build knows them. A
// release has its version from the linker, any other build from what Go writes into it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "of unknown version"
	}
	v := cmp.Or(released, info.Main.Version, "(devel)")
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && !strings.Contains(v, s.Value[:min(12, len(s.Value))]):
			v += " " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true" && !strings.Contains(v, "dirty"):
			v += " changed"
		}
	}
	return v + ", " + info.GoVersion
}

// lineWidth is the width of paragraphs, unless the screen is narrower.
const lineWidth = 100

// PrintWrapped prints a paragraph that begins with head, its later lines indented.
func (a *App) PrintWrapped(head string, indent int, text string) {
	for _, line := range a.BreakLines(head, indent, text) {
		a.Say("%s", line)
	}
}

// BreakLines breaks a paragraph of head and text into lines between words, and indents all but the first.
// On a narrow screen a head that takes most of the line is broken like the text, and an indent of half the
// line becomes a small one.
func (a *App) BreakLines(head string, indent int, text string) []string {
	return breakAt(min(lineWidth, a.Columns()), 1, head, indent, text)
}

// breakAt does what BreakLines does, for lines of a width. Between words it leaves as many blanks as there
// are, up to gapMax.
func breakAt(width, gapMax int, head string, indent int, text string) (lines []string) {
	if ansi.StringWidth(head) > 2*width/3 {
		bare := strings.TrimLeft(head, " ")
		head, text = head[:len(head)-len(bare)], bare+" "+text
	}
	if indent > width/2 {
		indent = min(indent, 4)
	}
	line, used := head, max(indent, ansi.StringWidth(head))
	for i, word := range Unbroken(text) {
		before, rest, _ := strings.Cut(text, word)
		n, gap := ansi.StringWidth(word), max(1, min(gapMax, len(before)))
		text = rest
		if i > 0 && used+gap+n > width || i == 0 && used+n > width && strings.TrimSpace(head) != "" {
			lines = append(lines, strings.TrimRight(line, " "))
			line, used = strings.Repeat(" ", indent), indent
		} else if i > 0 {
			line += strings.Repeat(" ", gap)
			used += gap
		}
		line += word
		used += n
	}
	return append(lines, line)
}

// Unbroken returns the parts of a text between which lines may break: its words, but a percent sign with
// its number, "55 %", which belong together.
func Unbroken(text string) (words []string) {
	for _, word := range strings.Fields(text) {
		if n := len(words); n > 0 && strings.HasPrefix(word, "%") {
			words[n-1] += " " + word
			continue
		}
		words = append(words, word)
	}
	return words
}

// Schemas are by name the functions that make the JSON Schemas of what commands print with --json.
type Schemas map[string]func() (*jsonschema.Schema, error)

// SchemaOf makes the schema of a type.
func SchemaOf[T any]() (*jsonschema.Schema, error) { return jsonschema.For[T](nil) }

// Names returns the names of all schemas, sorted.
func (s Schemas) Names() []string { return slices.Sorted(maps.Keys(s)) }
