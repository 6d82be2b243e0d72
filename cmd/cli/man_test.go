package cli

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// A manual page has what the help has, and nothing in it is taken for a request.
func TestAManualPageHasTheHelp(t *testing.T) {
	root := &cobra.Command{Use: "tool", Version: "1.0", Run: func(*cobra.Command, []string) {}}
	root.PersistentFlags().Bool("json", false, "print JSON")
	sub := &cobra.Command{Use: "see [FILE]", Short: `See a "thing"`, Run: root.Run, Long: "Sees it.\n.so /etc/passwd\n\n  tool see 'a\\b' --at 2\n\n'Tis all."}
	sub.Flags().Int("at", 7, "the `PLACE` of it")
	root.AddCommand(sub)
	page := manualPage(sub)
	for _, want := range []string{
		".TH TOOL\\-SEE 1 \"\" \"tool 1.0\"\n", ".SH NAME\ntool\\-see \\- See a \\(dqthing\\(dq\n", ".SH SYNOPSIS\ntool see [FILE] [flags]\n",
		"Sees it.\n\\&.so /etc/passwd\n.PP\n.RS\n.nf\ntool see \\(aqa\\eb\\(aq \\-\\-at 2\n.fi\n.RE\n\\(aqTis all.\n",
		".TP\n.B \\-\\-at PLACE\nthe PLACE of it (default 7)\n", ".SH GLOBAL OPTIONS\n.TP\n.B \\-\\-json\nprint JSON\n", "\\fBtool\\fR(1)\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in\n%s", want, page)
		}
	}
	if page = manualPage(root); !strings.Contains(page, ".SH COMMANDS\n.TP\n.B see\nSee a \\(dqthing\\(dq\n") || !strings.Contains(page, "\\fBtool\\-see\\fR(1)") {
		t.Errorf("no command in\n%s", page)
	}
	for line := range strings.SplitSeq(page, "\n") {
		if strings.HasPrefix(line, ".") && !regexp.MustCompile(`^\.(TH|SH|TP|B|PP|RS|RE|nf|fi)\b`).MatchString(line) || strings.HasPrefix(line, "'") {
			t.Errorf("a request: %s", line)
		}
	}
}
