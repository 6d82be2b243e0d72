package evals

import (
	"fmt"
	"math"
	"strings"

	"kokyu/agent"
	"kokyu/rules/text"
)

// Section is a part of a report for people: lines, then a table. Its texts can contain names from files: escape them
// when printing.
type Section struct {
	Title string
	Lines []string
	Head  []string
	Rows  [][]string // the first column holds words, the others numbers
}

// thresholdResult is a threshold with the measured value.
type thresholdResult struct {
	Name  string  `json:"name"`
	Bound float64 `json:"bound"`
	Least bool    `json:"least"` // so much or more; else so much or less
	Got   float64 `json:"got"`
	OK    bool    `json:"ok"`
}

// mwp formats a value in mWP with two decimals, without a minus sign if it rounds to zero.
func mwp(x float64) string {
	if math.Abs(x) < 0.005 {
		x = 0
	}
	return fmt.Sprintf("%.2f", x)
}

// percent formats a share in hundredths.
func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// percentIf formats a share, and one that was not measured as nothing.
func percentIf(x *float64) string {
	if x == nil {
		return ""
	}
	return percent(*x)
}

// signed4 formats a difference with its sign and four places.
func signed4(x float64) string { return text.Signed(x, 4) }

// fourDigits formats a number with four digits.
func fourDigits(x float64) string { return fmt.Sprintf("%.4g", x) }

// wordInterval formats an interval with three places.
func wordInterval(i agent.Interval) string { return fmt.Sprintf("%.3f to %.3f", i.Low, i.High) }

// quote returns a text from a file in quotation marks, safe to print.
func quote(s string) string { return `"` + text.Escape(s) + `"` }

// Page returns sections as Markdown.
func Page(sections []Section) string {
	var page strings.Builder
	for i, s := range sections {
		level := "##"
		if i == 0 {
			level = "#"
		}
		fmt.Fprintf(&page, "%s %s\n\n", level, text.Markdown(s.Title))
		for _, line := range s.Lines {
			fmt.Fprintf(&page, "%s\n\n", text.Markdown(line))
		}
		if len(s.Rows) == 0 {
			continue
		}
		for k, row := range append([][]string{s.Head}, s.Rows...) {
			fmt.Fprintf(&page, "| %s |\n", strings.Join(mapped(row, text.Markdown), " | "))
			if k == 0 { // words to the left, numbers to the right
				fmt.Fprintf(&page, "| ---%s |\n", strings.Repeat(" | ---:", len(s.Head)-1))
			}
		}
		page.WriteByte('\n')
	}
	return strings.TrimRight(page.String(), "\n") + "\n"
}

// thresholdSection returns a table of thresholds and whether each is met.
func thresholdSection(title string, list []thresholdResult) Section {
	return Section{Title: title, Head: []string{"figure", "got", "bound", "met"}, Rows: mapped(list, func(m thresholdResult) []string {
		return []string{m.Name, fourDigits(m.Got),
			text.Either(m.Least, "at least ", "at most ") + fourDigits(m.Bound), text.Either(m.OK, "yes", "NO")}
	})}
}
