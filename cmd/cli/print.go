package cli

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"kokyu/agent/serve"
	"kokyu/rules/text"
)

// Say prints a line of text.
func (a *App) Say(format string, values ...any) {
	fmt.Fprintf(a.Out, format+"\n", values...)
}

// Line prints a text that is one line wherever it goes but on a screen, which would break it within a word.
func (a *App) Line(head, text string) {
	if a.Screen {
		a.PrintWrapped(head, len(head)+2, text)
		return
	}
	a.Say("%s%s", head, text)
}

// Flow prints lines that are as long as they are; on a screen that is narrower they break between words.
func (a *App) Flow(format string, values ...any) {
	for line := range strings.SplitSeq(fmt.Sprintf(format, values...), "\n") {
		if !a.Screen || ansi.StringWidth(line) <= a.Columns() {
			a.Say("%s", line)
			continue
		}
		bare := strings.TrimLeft(line, " ")
		lead := len(line) - len(bare)
		a.PrintWrapped(line[:lead], lead+2, bare)
	}
}

// Command prints what to type behind a sentence; on a screen that is too narrow for both, below it, and broken so that a shell
// still takes it as one line.
func (a *App) Command(sentence string, words ...string) {
	whole := strings.Join(words, " ")
	if !a.Screen || ansi.StringWidth(sentence)+1+ansi.StringWidth(whole) <= a.Columns() {
		a.Say("%s %s", sentence, whole)
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

// Columns returns the width of the screen, or of a page where nobody knows it.
func (a *App) Columns() int { return cmp.Or(a.Width, lineWidth) }

// Object prints one JSON object, or a list.
func (a *App) Object(v any) error { return serve.Object(a.Out, v) }

// Paint puts colour on words, or leaves them as they are. Nothing is said by colour alone.
type Paint bool

func (p Paint) Strong(s string) string { return p.with("1", s) }

func (p Paint) Faint(s string) string { return p.with("2", s) }

func (p Paint) with(code, s string) string {
	if !p || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// Table prints rows in columns, two spaces apart, the last one ragged. Everything in it is data: it is escaped. Columns
// named in right are aligned to the right.
func (a *App) Table(head []string, rows [][]string, right ...int) {
	all := rows
	if head != nil {
		all = append([][]string{head}, rows...)
	}
	widths := Widths(all, 1)
	isRight := map[int]bool{}
	for _, i := range right {
		isRight[i] = true
	}
	for n, row := range all {
		var b strings.Builder
		before := 0 // where the last cell begins
		for i, cell := range row {
			cell = text.Escape(cell)
			pad := strings.Repeat(" ", widths[i]-ansi.StringWidth(cell))
			if isRight[i] {
				cell, pad = pad+cell, ""
			}
			if i > 0 {
				b.WriteString("  ")
			}
			if cell != "" {
				before = b.Len()
			}
			b.WriteString(cell + pad)
		}
		line := strings.TrimRight(b.String(), " ")
		before = min(before, len(line))
		if a.Screen && ansi.StringWidth(line) > a.Columns() {
			a.brokenRow(line, before)
			continue
		}
		if head != nil && n == 0 {
			line = a.Paint.Faint(line)
		}
		a.Say("%s", line)
	}
}

// Widths returns how wide the columns of rows are, of those rows that have so many cells at least.
func Widths(rows [][]string, least int) (widths []int) {
	for _, row := range rows {
		for i, cell := range row {
			if len(row) < least {
				continue
			}
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], ansi.StringWidth(text.Escape(cell)))
		}
	}
	return widths
}

// page prints the help of a command. On a screen that is narrower, paragraphs are set anew and rows go on under their last column.
func (a *App) page(help string) {
	var paragraph []string
	end := func() {
		if slices.ContainsFunc(paragraph, a.tooWide) {
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
		if a.tooWide(line) {
			a.brokenRow(line, strings.LastIndex(line, "  ")+2)
		} else {
			a.Say("%s", line)
		}
	}
	end()
}

func (a *App) tooWide(line string) bool { return a.Screen && ansi.StringWidth(line) > a.Columns() }

// brokenRow prints a row that is wider than the screen: its last cell, which begins at before, goes on under itself, or if that
// would stand too far to the right, the row is a paragraph.
func (a *App) brokenRow(line string, before int) {
	if at := ansi.StringWidth(line[:before]); at < a.Columns()/2 {
		a.PrintWrapped(line[:before], at, line[before:])
		return
	}
	bare := strings.TrimLeft(line, " ")
	lead := len(line) - len(bare)
	a.PrintWrapped(line[:lead], lead+4, bare)
}

// Percent returns a chance for people.
func Percent(p float64) string { return fmt.Sprintf("%.1f %%", 100*p) }

// released is the version and the commit of a release, which the linker writes here: "1.2.0 86a29daa1234".
var released string

// Version returns what the build says of itself.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "of unknown version"
	}
	v := cmp.Or(released, info.Main.Version)
	if v == "" {
		v = "(devel)"
	}
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

// lineWidth is how wide paragraphs are at most, less on a narrower screen.
const lineWidth = 100

// PrintWrapped prints a paragraph behind a heading, its later lines indented.
func (a *App) PrintWrapped(head string, indent int, text string) {
	for _, line := range a.BreakLines(head, indent, text) {
		a.Say("%s", line)
	}
}

// BreakLines breaks a paragraph into lines: head and text, broken between words, those below the first indented. A head that takes
// most of a narrow screen is broken too.
func (a *App) BreakLines(head string, indent int, text string) (lines []string) {
	width := min(lineWidth, a.Columns())
	if ansi.StringWidth(head) > 2*width/3 {
		bare := strings.TrimLeft(head, " ")
		head, text = head[:len(head)-len(bare)], bare+" "+text
	}
	if indent > width/2 {
		indent = min(indent, 4)
	}
	line, used := head, max(indent, ansi.StringWidth(head))
	for i, word := range Unbroken(text) {
		n := ansi.StringWidth(word)
		if i > 0 && used+1+n > width || i == 0 && used+n > width && strings.TrimSpace(head) != "" {
			lines = append(lines, strings.TrimRight(line, " "))
			line, used = strings.Repeat(" ", indent), indent
		} else if i > 0 {
			line += " "
			used++
		}
		line += word
		used += n
	}
	return append(lines, line)
}

// Unbroken returns the words of a text, a percent sign with its number.
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
