package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

func practising(t *testing.T, seats map[string]agent.Agent) *session.Session {
	t.Helper()
	c, err := agent.Builtin().With("rows.yaml", []byte(rulestest.PracticeRows))
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Open(c, "practice.yaml", []byte(rulestest.Practice), session.Setup{Seed: 1, Standard: agent.Greedy{}, Agents: seats, Voice: "none"})
	if err != nil {
		t.Fatal(err)
	}
	s.Advice = search.Limits{Nodes: 300}
	return s
}

// answers plays the first seat from a script, and answers with the decisions that stand and what was printed.
func answers(t *testing.T, script string, strict bool) (done []string, said string, err error) {
	t.Helper()
	s := practising(t, map[string]agent.Agent{"Aki": session.Person{}})
	said, err = typing(t, s, script, strict)
	for _, s := range fight.StandingSteps(s.StepsAfter(0)) {
		if s.Seat == "Aki" && len(s.Roll) == 0 && s.Do != "" {
			done = append(done, s.Do)
		}
	}
	return done, said, err
}

// typing types a script at the prompt of a session.
func typing(t *testing.T, s *session.Session, script string, strict bool) (said string, err error) {
	t.Helper()
	var out strings.Builder
	p := newPrompt(&app{App: &cli.App{In: strings.NewReader(script), Out: &out}}, s)
	p.isScript = strict
	err = p.run(t.Context())
	return out.String(), err
}

func TestAPersonAnswersByNumberOrInWords(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"1\n":                               "cut > Boku",
		"reserve parry\n":                   "reserve parry",
		"RESERVE   Parry\n":                 "reserve parry",
		"res\n":                             "reserve parry",
		"nonsense\n\n99\n0\n-1\nstab":       "stab > Boku",
		"?\n? boku\n? nobody\n2\n":          "stab > Boku",
		"help parry\nsheet\nodds\nstab\n":   "stab > Boku",
		"undo\n1\n":                         "cut > Boku",
		"why not stab\nhint\n1\n":           "cut > Boku",
		"force Boku cut\nedit Aki\n2\n":     "stab > Boku",
		"\x1b[2J\n\xff\xfe\n2\n":            "stab > Boku",
		strings.Repeat("x", 9999) + "\n2":   "stab > Boku",
		"ban cut for Aki\n1\n":              "stab > Boku",
		"dice 11 3\nroll\nfly\nnote x\n2\n": "stab > Boku",
	} {
		done, said, err := answers(t, script, false)
		if !errors.Is(err, errLeft) || len(done) == 0 || done[0] != want {
			t.Errorf("%.40q: %v, %v, want %s first\n%s", script, done, err, want, said)
		}
		if strings.ContainsAny(said, "\x1b\xff") {
			t.Errorf("%.40q: the terminal gets what was typed: %q", script, said)
		}
	}
}

func TestUndoGoesBackToTheQuestionBefore(t *testing.T) {
	done, said, err := answers(t, "1\nundo\n3\nundo\nundo\n2\n", false)
	if !errors.Is(err, errLeft) || len(done) == 0 || done[0] != "stab > Boku" {
		t.Errorf("%v, %v\n%s", done, err, said)
	}
}

func TestAWrongAnswerOfAScriptIsAnErrorWithItsPlace(t *testing.T) {
	for script, want := range map[string]string{
		"1\n\nparry in verse\n": `standard input:3:1: "parry in verse" is not open now: want "`,
		"77\n":                  "standard input:1:1: there is no choice 77: want 1 to ",
		"undo\n":                "standard input:1:1: there is no earlier choice to take back",
		"edit Aki wounds=60\n":  `standard input:1:1: wounds cannot be "60"`,
	} {
		if _, _, err := answers(t, script, true); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s…", script, err, want)
		}
	}
}

// What a person decides is neither left to the program nor proposed, and a number of the menu means its choice in a question too.
func TestNothingIsProposedForAPerson(t *testing.T) {
	done, said, err := answers(t, "auto Aki\nauto pupils\npropose\nwhy not 2\nauto\n2\n", false)
	if !errors.Is(err, errLeft) || len(done) == 0 || done[0] != "stab > Boku" {
		t.Errorf("%v, %v\n%s", done, err, said)
	}
	for _, want := range []string{"a person decides for Aki: want seat first, which gives Aki to the program", "a person decides for pupils", "nothing is proposed for Aki: a person decides", "stab > Boku: It "} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
}

// A proposal and what speaks against it are of one budget. A hint looks further, and says so.
func TestAProposalIsNotContradicted(t *testing.T) {
	file, data, err := agent.ReadEncounter("ambush")
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Open(agent.Builtin(), file, data, session.Setup{Seed: 1, Standard: &agent.Search{Limits: search.Limits{Nodes: 1000}}, Voice: "none"})
	if err != nil {
		t.Fatal(err)
	}
	s.Ask, s.Advice = true, search.Limits{Nodes: 10_000}
	said, err := typing(t, s, "why not walk > second rear\nhint\n", true)
	for _, want := range []string{"Enter: walk > second rear, ", "> walk > second rear: It is the best there is.", "This search has seen 10000 nodes, that of the proposal 1000."} {
		if !errors.Is(err, errLeft) || !strings.Contains(said, want) {
			t.Errorf("%v, no %q in\n%s", err, want, said)
		}
	}
}

// Several answers stand on one line, in the order they are asked: a choice, its dice, the next choice.
func TestALineHoldsSeveralAnswers(t *testing.T) {
	s := practising(t, map[string]agent.Agent{"Aki": session.ByHand{Agent: session.Person{}}})
	said, err := typing(t, s, "2 7\n9 4\n", false)
	if !errors.Is(err, errLeft) {
		t.Fatal(err)
	}
	var got []string
	for _, s := range s.StepsAfter(0) {
		if s.Seat == "Aki" {
			got = append(got, s.Do+strings.Trim(strings.Join(strings.Fields(fmt.Sprint(s.Roll)), "+"), "[]"))
		}
	}
	if len(got) < 3 || got[0] != "stab > Boku" || !strings.HasSuffix(got[1], "7+9") || !strings.Contains(said, "and? ") {
		t.Errorf("%q\n%s", got, said)
	}
}

// Dice behind a comma are the next throw of the same hand in the same breath, whatever is asked between; of the next breath they
// are not.
func TestDiceBehindACommaAreTheNextThrow(t *testing.T) {
	s := practising(t, map[string]agent.Agent{"Aki": session.ByHand{Agent: session.Person{}}})
	said, err := typing(t, s, "2 7 9, 4 4, 1 1\n2\n", false)
	if !errors.Is(err, errLeft) {
		t.Fatal(err)
	}
	var got []string
	for _, s := range s.StepsAfter(0) {
		if s.Seat == "Aki" && len(s.Roll) > 0 {
			got = append(got, fmt.Sprint(s.Roll))
		}
	}
	if !slices.Equal(got, []string{"[7 9]", "[4 4]"}) && !slices.Equal(got, []string{"[7 9]", "[4 4]", "[1 1]"}) {
		t.Errorf("%q\n%s", got, said)
	}
	p := newPrompt(&app{App: &cli.App{In: strings.NewReader("2 7 9, 4 4\nundo\n2\n"), Out: io.Discard}},
		practising(t, map[string]agent.Agent{"Aki": session.ByHand{Agent: session.Person{}}}))
	if err := p.run(t.Context()); len(p.keptThrows) > 0 {
		t.Errorf("%v is kept after an undo, %v", p.keptThrows, err)
	}
}

// Dice that cannot be are refused with what can, and asked for again.
func TestDiceThatCannotBeAreAskedForAgain(t *testing.T) {
	s := practising(t, map[string]agent.Agent{"Aki": session.ByHand{Agent: session.Person{}}})
	said, err := typing(t, s, "1\n11 3\nseven\n\n7 9\ndice again 2 3 \"a two\"\n", false)
	if !errors.Is(err, errLeft) || strings.Count(said, "dice? ") < 3 || !strings.Contains(said, "die 1 shows 11, want 1 to 10") ||
		!slices.ContainsFunc(s.StepsAfter(0), func(s rules.Step) bool { return s.Mend > 0 && s.Why == "a two" }) {
		t.Errorf("%v\n%s", err, said)
	}
}

// A duel's blows at the parts of a body are two short questions.
func TestABlowAndItsPlaceAreTwoQuestions(t *testing.T) {
	file, data, err := agent.ReadEncounter("ganryu")
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Open(agent.Builtin(), file, data, session.Setup{Seed: 1, Standard: session.Person{}, Voice: "none"})
	if err != nil {
		t.Fatal(err)
	}
	said, err := typing(t, s, "1\n2\n", false)
	first := s.StepsAfter(0)[0].Do
	if !errors.Is(err, errLeft) || !strings.Contains(first, " at the ") || !strings.Contains(said, "ways)") {
		t.Errorf("%q, %v\n%s", first, err, said)
	}
	question, _, _ := strings.Cut(said, "\n> ")
	if n := strings.Count(question, "\n"); n > 24 {
		t.Errorf("the first question has %d lines\n%s", n, question)
	}
}

// Ctrl-C is heard while a person thinks.
func TestACancelledContextEndsTheWaiting(t *testing.T) {
	silent, _ := io.Pipe() // nobody ever types
	ctx, cancel := context.WithCancel(t.Context())
	s := practising(t, map[string]agent.Agent{"Aki": session.Person{}})
	p := newPrompt(&app{App: &cli.App{In: silent, Out: io.Discard}}, s)
	p.isScript = true
	cancel()
	if err := p.run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Every operation can be said at the prompt, and the prompt explains every one.
func TestThePromptKnowsEveryOperation(t *testing.T) {
	s := practising(t, map[string]agent.Agent{"Aki": session.Person{}})
	said, err := typing(t, s, "?\n", false)
	if !errors.Is(err, errLeft) {
		t.Fatal(err)
	}
	for _, o := range session.Operations() {
		if !strings.Contains(said, "\n  "+o.Line+": ") && !strings.Contains(said, "> "+"  "+o.Line+": ") {
			t.Errorf("? does not explain %s", o.Line)
		}
		if found, _, err := session.FindSpoken(o.Name + " x"); err != nil || found.Name != o.Name {
			t.Errorf("%s is heard as %s, %v", o.Name, found.Name, err)
		}
	}
}

// On a screen no line is wider than it: sheets are wrapped, and the last cell of a row goes on under itself. On a pipe each is
// one line.
func TestAScreenIsNotOverrun(t *testing.T) {
	t.Parallel()
	for _, width := range []int{0, 60, 80} {
		s := practising(t, map[string]agent.Agent{"Aki": session.Person{}})
		var out strings.Builder
		p := newPrompt(&app{App: &cli.App{In: strings.NewReader("sheet\nhint\nodds\n"), Out: &out, Screen: width > 0, Width: width}}, s)
		p.app.Table(nil, [][]string{{"   1", "cut > Boku", "2", "81.0%", "against you: " + strings.Repeat("word ", 20)}, {"   2", "", "", "", ""}}, 2, 3)
		if err := p.run(t.Context()); !errors.Is(err, errLeft) {
			t.Fatal(err)
		}
		widest := 0
		for line := range strings.Lines(out.String()) {
			widest = max(widest, ansi.StringWidth(strings.TrimPrefix(strings.TrimRight(line, "\n"), "> ")))
		}
		if width > 0 && widest > width || width == 0 && widest <= 100 {
			t.Errorf("on a screen of %d a line has %d\n%s", width, widest, out.String())
		}
	}
}

// One long name breaks the columns of nobody else: Guard, which costs 2, does not look like Guard 2.
func TestALongNameBreaksNoColumns(t *testing.T) {
	for width, want := range map[int]string{
		40: "1  cut > Bartholomew of\n     Ashford-upon-Stour     2  hits 72 %\n2  cut > Guard              2  hits 72 %\n",
		20: "1  cut >\n    Bartholomew of\n    Ashford-upon-Stour\n    2  hits 72 %\n2  cut > Guard\n    2  hits 72 %\n",
		80: "1  cut > Bartholomew of Ashford-upon-Stour  2  hits 72 %\n2  cut > Guard                              2  hits 72 %\n",
	} {
		var out strings.Builder
		a := &app{App: &cli.App{Out: &out, Screen: true, Width: width}}
		a.Table(nil, [][]string{{"1", "cut > Bartholomew of Ashford-upon-Stour", "2", "hits 72 %"}, {"2", "cut > Guard", "2", "hits 72 %"}}, 2)
		if out.String() != want {
			t.Errorf("on a screen of %d:\n%s\nwant\n%s", width, out.String(), want)
		}
		out.Reset()
		a.Table(nil, [][]string{{"1", "cut > Bartholomew of Ashford-upon-St", "", "72 %"}, {"2", "cut > Guard", "", "72 %"}})
		if width == 40 && !strings.HasSuffix(out.String(), "\n2  cut > Guard                      72 %\n") {
			t.Errorf("beside an empty column:\n%s", out.String())
		}
		out.Reset()
		answer, err := agent.Builtin().Odds("2d10+3 vs 2d10+5")
		if err != nil {
			t.Fatal(err)
		}
		a.sayAnswer(answer)
		for line := range strings.Lines(out.String()) {
			if width == 40 && ansi.StringWidth(strings.TrimSuffix(line, "\n")) > width {
				t.Errorf("on a screen of %d the odds have %q", width, line)
			}
		}
	}
}

// A number too many on a line of dice is nobody's choice: it is refused with what it would have done, and whoever is next is
// asked. In a script it is a mistake with its place. An operation behind the dice is heard, and more answers of the same hand
// stay on one line.
func TestANumberTooManyIsNobodysChoice(t *testing.T) {
	both := map[string]agent.Agent{"Aki": session.ByHand{Agent: session.Person{}}, "Boku": session.ByHand{Agent: session.Person{}}}
	s := practising(t, both)
	said, err := typing(t, s, "2 7 9 1 1\n", false)
	if !errors.Is(err, errLeft) {
		t.Fatal(err)
	}
	for _, step := range s.StepsAfter(0) {
		if step.Seat == "Boku" && step.Do != "" && len(step.Roll) == 0 {
			t.Errorf("Boku chose %q", step.Do)
		}
	}
	const refused = `1 is too many on the line of Aki: it would have been "parry (improvised)" for Boku`
	if !strings.Contains(said, refused) || !strings.HasSuffix(said, "> ") {
		t.Errorf("%s\nwant %s", said, refused)
	}
	if _, err := typing(t, practising(t, both), "2 7 9 1\n", true); err == nil || !strings.HasPrefix(err.Error(), "standard input:1:1: "+refused+": want ") {
		t.Errorf("a script: %v", err)
	}
	s = practising(t, both)
	if _, err := typing(t, s, "2 7 9 note a fine cut\n", true); !errors.Is(err, errLeft) ||
		!slices.ContainsFunc(s.StepsAfter(0), func(s rules.Step) bool { return s.What == "a fine cut" }) {
		t.Errorf("a note behind dice: %v", err)
	}
}

// duel returns the first question of a duel whose blows are aimed at parts of the body, of a person who throws dice.
func duel(t *testing.T) *session.Session {
	t.Helper()
	file, data, err := agent.ReadEncounter("ganryu")
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Open(agent.Builtin(), file, data, session.Setup{Seed: 1, Standard: session.Person{}, ByHand: []string{""}, Voice: "none"})
	if err != nil {
		t.Fatal(err)
	}
	s.Advice = search.Limits{Nodes: 300}
	return s
}

// What can be said at a prompt can be said in its second questions too, and these stand as they were: which way a blow is meant,
// what the second die shows, Enter for a whole side. An undo there takes back the answer before.
func TestASecondQuestionHearsEverything(t *testing.T) {
	t.Parallel()
	const beside = "?\nhint\nodds\nwhy not swallow cut > Musashi\nhelp half-step\nnote the tide is low\n\n"
	s := duel(t)
	said, err := typing(t, s, "1\n"+beside+"undo\n2\nwrist\n", true)
	if !errors.Is(err, errLeft) {
		t.Fatalf("%v\n%s", err, said)
	}
	standing := fight.StandingSteps(s.StepsAfter(0))
	if len(standing) != 2 || standing[0].What != "the tide is low" || standing[1].Do != "swallow cut at the wrist > Musashi" {
		t.Errorf("%+v", standing)
	}
	for _, want := range []string{"Or: hint.", "  quit: Leaves the table;", "Best: ", "swallow cut > Musashi: ", "half-step: ", "   2  great cut at the wrist > Musashi"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	if _, err := typing(t, duel(t), "1\n8\n", true); err == nil ||
		!strings.HasPrefix(err.Error(), "standard input:2:1: there is no way 8 of it: want 1 to 7, or undo") {
		t.Errorf("a way that is none: %v", err)
	}
	s = duel(t) // a mistake leaves the second question as it is
	if _, err := typing(t, s, "2\n8\nnonsense\n1\n", false); !errors.Is(err, errLeft) || s.StepsAfter(0)[0].Do != "swallow cut > Musashi" {
		t.Errorf("%v, %+v", err, s.StepsAfter(0))
	}

	s = practising(t, map[string]agent.Agent{"Aki": session.ByHand{Agent: session.Person{}}})
	said, err = typing(t, s, "2\nhint\nwhy not cut > Boku\nodds\n?\nnote one\n7\nhint\nnote two\n? parry\nundo\n3\n4\n", true)
	if !errors.Is(err, errLeft) {
		t.Fatalf("%v\n%s", err, said)
	}
	thrown := slices.IndexFunc(s.StepsAfter(0), func(s rules.Step) bool { return len(s.Roll) > 0 && s.Seat == "Aki" })
	if thrown < 0 || !slices.Equal(s.StepsAfter(0)[thrown].Roll, []int{3, 4}) {
		t.Errorf("%+v\n%s", s.StepsAfter(0), said)
	}
	for _, want := range []string{"There is nothing to choose: Aki's attack, ", "dice? 7 and? "} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}

	taken := func(script string) int {
		s := practising(t, nil)
		s.Ask = true
		if said, err := typing(t, s, script, true); !errors.Is(err, errLeft) {
			t.Errorf("%q: %v\n%s", script, err, said)
		}
		return s.StepCount()
	}
	if one, all, later := taken("\n"), taken("all pupils\n\n"), taken("all pupils\nhint\n? parry\n\n"); all <= one || later != all {
		t.Errorf("Enter for all makes %d steps, %d after a hint, and %d for one", all, later, one)
	}
}

// The numbers of a list of everything answer the question that is asked. Of a row of several none is meant yet.
func TestNumbersOfTheOddsAreThoseOfTheMenu(t *testing.T) {
	said, err := typing(t, duel(t), "why not 2 1\nwhy not 2\n", true)
	if want := ":2:1: 2 is 7 choices: want 2 1 to 2 7"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q\n%s", err, want, said)
	}
	s := duel(t)
	said, err = typing(t, s, "odds\n", true)
	if !errors.Is(err, errLeft) {
		t.Fatal(err)
	}
	_, said, _ = strings.Cut(said, "\n> ")
	checked := 0
	for line := range strings.Lines(said) {
		cells := strings.Split(strings.TrimSpace(line), "  ")
		if len(cells) < 2 || !strings.ContainsAny(cells[0], "0123456789") {
			continue
		}
		again := duel(t)
		if _, err := typing(t, again, cells[0]+"\n", true); !errors.Is(err, errLeft) || again.StepsAfter(0)[0].Do != cells[1] {
			t.Fatalf("%q leads to %q, %v", line, again.StepsAfter(0)[0].Do, err)
		}
		checked++
	}
	if checked < 15 {
		t.Errorf("%d choices are listed\n%s", checked, said)
	}
}

// echoing is a keyboard of these lines, each of which ends the line on the screen.
type echoing struct {
	lines  []string
	screen io.Writer
}

func (e *echoing) Read(p []byte) (int, error) {
	if len(e.lines) == 0 {
		return 0, io.EOF
	}
	n := copy(p, e.lines[0])
	e.lines = e.lines[1:]
	fmt.Fprintln(e.screen)
	return n, nil
}

// At any width what is printed on a screen has the same words as on a pipe, whole, but for what has to be thrown on a narrow one;
// and no line is wider than the screen unless it is a single word.
func TestLinesBreakBetweenWordsAtAnyWidth(t *testing.T) {
	t.Parallel()
	file, data, err := agent.ReadEncounter("ambush")
	if err != nil {
		t.Fatal(err)
	}
	shown := func(width int) string {
		s, err := session.Open(agent.Builtin(), file, data, session.Setup{Seed: 1, Standard: &agent.Search{Limits: search.Limits{Nodes: 300}}, ByHand: []string{""},
			Agents: map[string]agent.Agent{"travellers": session.Person{}}, Voice: "law"})
		if err != nil {
			t.Fatal(err)
		}
		s.Ask, s.Advice = true, search.Limits{Nodes: 300}
		const script = "?\nhint\nodds\nsheet\nall bandits\nwhy not thrust > Tomoe\nnonsense that nobody can do\nhelp parry\ndo thrust > Tomoe\n7\nhint\n9\nlog\nundo\nstate\nnote it rains\nconcede bandits \"they have had enough of all this rain\"\n"
		var out strings.Builder
		b := &bout{app: &app{App: &cli.App{In: &echoing{strings.SplitAfter(script, "\n"), &out}, Out: &out, Screen: width > 0,
			Width: width, Height: 1000, Config: config.Config{Voice: "law"}}}, Session: s, ask: true,
			sameFight: []string{"kokyu", "fight", "ambush", "--seed", "1", "--seat", "'Jubei the Cur=search nodes=300'"}}
		b.introduce()
		p := newPrompt(b.app, s)
		p.isScript, p.onStep, p.beforeQuestion, p.onEnd = false, b.hear, b.showNews, b.end
		if err := p.run(t.Context()); !errors.Is(err, errLeft) {
			t.Fatal(err)
		}
		b.Command("See it again:", b.sameFight...)
		return out.String()
	}
	whole, thrown := strings.Fields(shown(0)), regexp.MustCompile(`^(2d10.*|>=|\d+|against|you:|unless)$`)
	for width := 12; width < 200; width += 1 + width/rulestest.Few(8, 20) {
		said := shown(width)
		rest := whole
		for _, word := range strings.Fields(strings.ReplaceAll(said, "\\\n", "\n")) {
			i := slices.Index(rest, word)
			if i < 0 || slices.ContainsFunc(rest[:i], func(left string) bool { return !thrown.MatchString(left) }) {
				t.Fatalf("on a screen of %d: %q, want %q", width, word, rest[:min(8, len(rest))])
			}
			rest = rest[i+1:]
		}
		for line := range strings.Lines(said) {
			line = strings.TrimRight(strings.TrimPrefix(line, "> "), " \n")
			words := strings.TrimLeft(line, " ")
			if words = strings.TrimSuffix(words, ` \\`); ansi.StringWidth(line) > width && !strings.HasPrefix(words, "'") && len(cli.Unbroken(words)) > 1 {
				t.Errorf("on a screen of %d a line has %d: %q", width, ansi.StringWidth(line), line)
			}
		}
	}
}

// The help of every command fits the screen, and is the same words on each.
func TestHelpFitsTheScreen(t *testing.T) {
	for _, width := range []int{40, 72, 100} {
		var out, whole strings.Builder
		narrow, wide := &app{App: &cli.App{Out: &out, Screen: true, Width: width}}, &app{App: &cli.App{Out: &whole}}
		root, other := narrow.root(), wide.root()
		for i, cmd := range append(root.Commands(), root) {
			out.Reset()
			whole.Reset()
			if err := errors.Join(cmd.Help(), append(other.Commands(), other)[i].Help()); err != nil {
				t.Fatal(err)
			}
			if got, want := strings.Fields(out.String()), strings.Fields(whole.String()); !slices.Equal(got, want) {
				t.Errorf("%s at %d has other words than on a page", cmd.Name(), width)
			}
			for line := range strings.SplitSeq(out.String(), "\n") {
				if words := strings.TrimSpace(line); ansi.StringWidth(line) > width && len(cli.Unbroken(words)) > 1 {
					t.Errorf("%s: on a screen of %d a line has %d: %q", cmd.Name(), width, ansi.StringWidth(line), line)
				}
			}
		}
	}
}
