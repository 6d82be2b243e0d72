package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"kokyu/agent/serve"
	"kokyu/rules/text"
)

// say prints a line of text.
func (a *app) say(format string, values ...any) {
	fmt.Fprintf(a.out, format+"\n", values...)
}

// line prints a text that is one line wherever it goes but on a screen, which would break it within a word.
func (a *app) line(head, text string) {
	if a.screen {
		a.wrapped(head, len(head)+2, text)
		return
	}
	a.say("%s%s", head, text)
}

// flow prints lines that are as long as they are; on a screen that is narrower they break between words.
func (a *app) flow(format string, values ...any) {
	for line := range strings.SplitSeq(fmt.Sprintf(format, values...), "\n") {
		if !a.screen || ansi.StringWidth(line) <= a.columns() {
			a.say("%s", line)
			continue
		}
		bare := strings.TrimLeft(line, " ")
		lead := len(line) - len(bare)
		a.wrapped(line[:lead], lead+2, bare)
	}
}

// command prints what to type behind a sentence; on a screen that is too narrow for both, below it, and broken so that a shell
// still takes it as one line.
func (a *app) command(sentence string, words ...string) {
	whole := strings.Join(words, " ")
	if !a.screen || ansi.StringWidth(sentence)+1+ansi.StringWidth(whole) <= a.columns() {
		a.say("%s %s", sentence, whole)
		return
	}
	a.flow("%s", sentence)
	line := "  "
	for i, word := range words {
		if i > 0 && ansi.StringWidth(line+word)+2 > a.columns() {
			a.say("%s\\", line)
			line = "    "
		}
		line += word + " "
	}
	a.say("%s", strings.TrimRight(line, " "))
}

// columns is the width of the screen, or of a page where nobody knows it.
func (a *app) columns() int { return cmp.Or(a.width, lineWidth) }

// object prints one JSON object, or a list.
func (a *app) object(v any) error { return serve.Object(a.out, v) }

// paint puts colour on words, or leaves them as they are. Nothing is said by colour alone.
type paint bool

func (p paint) strong(s string) string { return p.with("1", s) }
func (p paint) faint(s string) string  { return p.with("2", s) }

func (p paint) with(code, s string) string {
	if !p || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// table prints rows in columns, two spaces apart, the last one ragged. Everything in it is data: it is escaped. Columns
// named in right are aligned to the right.
func (a *app) table(head []string, rows [][]string, right ...int) {
	all := rows
	if head != nil {
		all = append([][]string{head}, rows...)
	}
	var widths []int
	for _, row := range all {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], ansi.StringWidth(text.Escape(cell)))
		}
	}
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
		if a.screen && ansi.StringWidth(line) > a.columns() {
			a.brokenRow(line, before)
			continue
		}
		if head != nil && n == 0 {
			line = a.paint.faint(line)
		}
		a.say("%s", line)
	}
}

// brokenRow prints a row that is wider than the screen: its last cell, which begins at before, goes on under itself, or if that
// would stand too far to the right, the row is a paragraph.
func (a *app) brokenRow(line string, before int) {
	if at := ansi.StringWidth(line[:before]); at < a.columns()/2 {
		a.wrapped(line[:before], at, line[before:])
		return
	}
	bare := strings.TrimLeft(line, " ")
	lead := len(line) - len(bare)
	a.wrapped(line[:lead], lead+4, bare)
}

// percent is a chance for people.
func percent(p float64) string { return fmt.Sprintf("%.1f%%", 100*p) }

// plural counts things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// version is what the build says of itself.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "of unknown version"
	}
	v := info.Main.Version
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

// progress counts on a terminal; nil elsewhere.
func (a *app) progress(what string) func(n, of int) {
	if !terminal(a.err) || a.json {
		return nil
	}
	return func(n, of int) { fmt.Fprintf(a.err, "\r%d of %d %s ", n, of, what) }
}

// progressed clears the line.
func (a *app) progressed(done func(n, of int)) {
	if done != nil {
		fmt.Fprint(a.err, "\r\x1b[K")
	}
}

// unsigned is a figure without the sign of nothing: 0.0 and not -0.0.
func unsigned(s string) string {
	for _, c := range s {
		if c >= '1' && c <= '9' {
			return s
		}
	}
	return s[1:]
}
