package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/agent/say"
	"kokyu/agent/serve"
	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// fightFlags are the flags of fight and table besides settings. The two commands differ in who decides: at
// a table a person confirms each decision of the program.
type fightFlags struct {
	seats     []string      // who plays a combatant or a side: NAME=AGENT
	character cli.Character // how the program plays
	dice      []string      // whose dice are thrown by hand: hand, NAME=hand or NAME=seed
	ask       bool          // a person is asked about every decision of the program
	stream    bool          // with --json each step is an object of its own
	record    string        // the file of the record; recordNone: none
	resume    string        // the record to continue; with count, a file of results
	at        int           // the step to resume after, if isAt; else it is the last step
	isAt      bool
	newRules  bool   // a record of other rules may be continued
	board     string // when the board is shown: one of boardTimes; empty: round at a table on a terminal
	count     int    // how many fights are fought for their result; 0: one is told
	swap      bool   // with count: the agents change sides every other fight

	// isEvening is no flag: the command is kokyu table. Without --record the record of an evening is kept in a file that
	// the program chooses.
	isEvening bool
}

// fight returns the command that runs a fight and tells it or, with --count, runs many and prints the result.
func (a *app) fight() *cobra.Command {
	var flags fightFlags
	cmd := &cobra.Command{
		Use:       "fight [ENCOUNTER | -]",
		Short:     "Run a fight and tell it",
		Args:      cli.Arguments(0, 1, "one encounter"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(cmd, args); err != nil {
				return err
			}
			a.JSONLines = flags.stream
			if flags.count > 0 {
				return a.CountFights(cmd, args, cli.CountFlags{Seats: flags.seats, As: &flags.character, Count: flags.count,
					Swap: flags.swap, Pool: cli.PoolFlags{Resume: flags.resume}})
			}
			return a.oneFight(cmd.Context(), cli.EncounterOf(args), flags)
		},
	}
	f := cmd.Flags()
	flags.addTableFlags(f)
	f.BoolVar(&flags.ask, "ask", false, "ask about every decision of the seats that the program plays, as kokyu table does")
	f.BoolVar(&flags.stream, "stream", false,
		"with --json: print one object per line: each step with its events and tale, then the result")
	f.IntVar(&flags.count, "count", 0, "run `N` fights and tell only the result")
	f.Lookup("resume").Usage = "continue the fight of a record (`FILE`) and append to it, --seat changes who plays; with --count: " +
		strings.ReplaceAll(cli.ResumeHelp, "`", "")
	f.BoolVar(&flags.swap, "swap", false, "with --count: the agents change sides every other fight, with the same dice")
	return cmd
}

// addTableFlags adds the flags that fight and table have in common.
func (flags *fightFlags) addTableFlags(f *pflag.FlagSet) {
	f.StringArrayVar(&flags.seats, "seat", nil, "who plays a combatant or a whole side: `NAME=AGENT`; may be repeated")
	flags.character.Flags(f)
	f.StringArrayVar(&flags.dice, "dice", nil, "`hand`: all dice are thrown at the table; NAME=hand: those of one combatant or side")
	f.StringVar(&flags.record, "record", "", "write a record of the fight to a new `FILE`.jsonl; none: nowhere")
	f.StringVar(&flags.resume, "resume", "", "continue the fight of a `RECORD` and append to the record; --seat changes who plays")
	f.IntVar(&flags.at, "at", 0, "with --resume: go on after step `N`, 0 for the beginning; the steps behind it are taken back, and the record keeps them")
	f.BoolVar(&flags.newRules, "new-rules", false,
		"with --resume: go on with a record of other rules under those of this version")
	f.StringVar(&flags.board, "board", "", "show where everybody stands (`WHEN`): round, as each round begins, or never (default: round at a table on a terminal)")
	config.Flags(f, "seed", "nodes", "time", "threads", "voice", "data")
}

// boardTimes are the values of --board.
var boardTimes = []string{"round", "never"}

// showsBoard reports whether the board is shown as each round begins.
func (a *app) showsBoard(flags fightFlags) bool {
	return !a.JSON && (flags.board == boardTimes[0] || flags.board == "" && flags.ask && a.Screen)
}

// handThrown returns whose dice are thrown at the table, combatants or sides; an empty name is everybody.
// The value seed leaves them to the program.
func (flags fightFlags) handThrown() (names []string, err error) {
	for _, d := range flags.dice {
		name, how, hasName := strings.Cut(d, "=")
		if !hasName {
			name, how = "", d
		}
		switch how {
		case "hand":
			names = append(names, name)
		case "seed":
		default:
			return nil, cli.Mistake("--dice is "+cli.Quote(d), "hand, or NAME=hand for a combatant or a side")
		}
	}
	return names, nil
}

// recordNone is the value of --record for a fight that is not recorded.
const recordNone = "none"

// recordFile returns the file that the fight is to be recorded in; empty: none.
func (flags fightFlags) recordFile() string {
	if flags.record == recordNone {
		return ""
	}
	return flags.record
}

// check refuses flags that do not go together. What a record has, its seed and who plays, cannot be given
// beside it: a fight that goes on must be the same fight.
func (flags *fightFlags) check(cmd *cobra.Command, args []string) error {
	given := func(name string) bool { return cmd.Flags().Changed(name) }
	flags.isAt = given("at")
	for _, name := range []string{"record", "stream", "ask", "dice", "board", "voice"} {
		if flags.count > 0 && given(name) {
			return cli.Mistake("--"+name+" with --count", "one of them: of many fights only the result is told")
		}
	}
	switch {
	case given("count") && (flags.count < 1 || flags.count > cli.CountMax):
		return cli.Mistake(fmt.Sprintf("--count is %d", flags.count), fmt.Sprintf("1 to %d", cli.CountMax))
	case flags.swap && flags.count == 0:
		return cli.Mistake("--swap without --count", "both: sides change between fights")
	case flags.stream && cmd.Flags().Lookup("json").Value.String() != "true":
		return cli.Mistake("--stream without --json", "both: a stream consists of JSON objects")
	case flags.board != "" && !slices.Contains(boardTimes, flags.board):
		return cli.Mistake("--board is "+cli.Quote(flags.board), text.OneOf(flags.board, boardTimes))
	case flags.recordFile() != "" && !strings.HasSuffix(flags.record, ".jsonl"):
		return cli.Mistake("--record is "+cli.Quote(flags.record), "a name that ends in .jsonl, or none")
	case flags.isAt && (flags.resume == "" || flags.count > 0):
		return cli.Mistake("--at without --resume", "both: after which step of the record the fight goes on")
	case flags.newRules && (flags.resume == "" || flags.count > 0):
		return cli.Mistake("--new-rules without --resume", "both: which record the fight goes on from")
	case flags.at < 0:
		return cli.Mistake(fmt.Sprintf("--at is %d", flags.at), "the number of a step, or 0 for the beginning")
	case flags.resume == "" || flags.count > 0: // with a count it is a file of results
		return nil
	case flags.resume == "-":
		return cli.Mistake("--resume is \"-\"", "a file: the record is continued in it")
	case len(args) > 0:
		return cli.Mistake("--resume with the encounter "+cli.Quote(args[0]), "only --resume: the record has its encounter")
	}
	const seats = "the record has who plays and how; --seat NAME=AGENT changes it, as in search nodes=20000 dice=hand"
	for _, flag := range [][2]string{{"level", seats}, {"temper", seats}, {"nodes", seats}, {"time", seats}, {"dice", seats},
		{"seed", "the record has its seed"}, {"data", "the record has its rows"}, {"record", "the record is continued in its own file"}} {
		if given(flag[0]) {
			return cli.Mistake("--resume with --"+flag[0], "one of them: "+flag[1])
		}
	}
	return nil
}

// adviceLimits returns the search limits of a piece of advice. A system may name a number of nodes that
// suits its fights, which is used unless the user has set one.
func (a *app) adviceLimits(system book.About) (search.Limits, error) {
	const key = "advise-nodes"
	nodes := a.AdviseNodes
	if system.AdviceSteps > 0 && a.From(key) == "default" {
		nodes = system.AdviceSteps
	}
	return a.Limits(key, nodes)
}

// fightReport is what fight prints with --json about one fight, the last object of a stream.
type fightReport struct {
	Title      string       `json:"title"`
	Seed       uint64       `json:"seed"`
	Sides      [2]string    `json:"sides"`
	Seats      []serve.Seat `json:"seats"`
	Winner     string       `json:"winner"`        // a side; empty for a draw
	Why        string       `json:"why,omitempty"` // if somebody's word ended it: whose, and why
	Rounds     int          `json:"rounds"`
	Steps      int          `json:"steps"`
	Repeatable bool         `json:"repeatable"` // the same seed gives the same fight
	Record     string       `json:"record"`
}

// bout is one fight as it is printed on the terminal. It listens to the session and tells what happens;
// package narrate has the words.
type bout struct {
	*app
	*session.Session
	agents         cli.Agents
	ask            bool           // the GM is asked about every decision
	wasTale        bool           // the last line was of the tale, behind which there is a gap
	heldBack       []narrate.Line // lines of law that may be told in one line with the next ones
	sameFight      []string       // the command that runs the same fight again
	recordSentence string         // a sentence on where an evening is recorded
	isUnnamed      bool           // the program chose the file of the record, and removes it if nothing was played
	shownStep      int            // the last step that was shown as soon as it was made
	showsBoard     bool           // the board is shown as each round begins
	boardRound     int            // the round whose board was shown last
}

// oneFight runs the fight of an encounter, or continues that of a record, and tells it or streams its
// steps.
func (a *app) oneFight(ctx context.Context, name string, flags fightFlags) error {
	s, m, err := a.openSession(ctx, name, flags)
	if err != nil {
		return err
	}
	defer s.Close()
	b := &bout{app: a, Session: s, agents: m, ask: flags.ask, sameFight: a.sameFightCommand(name, flags),
		showsBoard: a.showsBoard(flags)}
	if flags.stream && a.JSON {
		return b.stream(ctx)
	}
	if flags.isEvening && flags.resume == "" {
		b.recordSentence, b.isUnnamed = a.keepEvening(s, name, flags.record)
	}
	b.introduce()
	if flags.resume != "" && !a.JSON {
		a.Say("The record holds %s, up to round %d. It goes on from there.\n",
			text.Count(s.StepCount(), "step"), s.Round())
	}
	return b.run(ctx)
}

// openSession begins the fight of an encounter, or continues that of a record, in which --seat changes who
// plays. In a record that change is a step: whoever replays it finds who decided what.
func (a *app) openSession(ctx context.Context, name string,
	flags fightFlags) (s *session.Session, m cli.Agents, err error) {
	if flags.resume != "" {
		s, err = a.resumeRecord(ctx, flags)
	} else {
		s, m, err = a.beginFight(ctx, name, flags)
	}
	if err != nil {
		return nil, m, err
	}
	lim, err := a.Limits("nodes", a.Nodes)
	if err == nil {
		s.ParseAgent, s.Ask = a.AgentReader(ctx, lim), flags.ask
		s.Advice, err = a.adviceLimits(s.System())
	}
	if flags.resume != "" {
		for _, seat := range flags.seats {
			if err == nil {
				_, err = session.Client{Session: s}.Line(ctx, "seat "+seat)
			}
		}
		for _, mind := range s.Seats() {
			m.HasTimeLimit, m.HasPerson = m.HasTimeLimit || agent.HasTimeLimit(mind), m.HasPerson || session.IsPerson(mind)
		}
	}
	if err != nil {
		return nil, m, errors.Join(err, s.Close())
	}
	return s, m, nil
}

// beginFight begins the fight of an encounter. A person who is asked needs an input of their own and a
// screen that is not JSON.
func (a *app) beginFight(ctx context.Context, name string, flags fightFlags) (*session.Session, cli.Agents, error) {
	c, err := a.Catalogue()
	if err != nil {
		return nil, cli.Agents{}, err
	}
	m, err := a.ReadAgents(ctx, flags.seats, &flags.character)
	if err != nil {
		return nil, m, err
	}
	hand, err := flags.handThrown()
	if err != nil {
		return nil, m, err
	}
	switch asks := m.HasPerson || flags.ask || len(hand) > 0; {
	case asks && a.JSON && !flags.isEvening: // at a table a program sits
		return nil, m, cli.Mistake("--json with a human seat",
			"one of them: a person needs to read the questions; programs sit at kokyu table --json")
	case asks && name == "-":
		return nil, m, cli.Mistake("- with a human seat", "a file: the answers are read from standard input")
	}
	file, data, err := a.Encounter(name)
	if err != nil {
		return nil, m, err
	}
	s, err := session.Open(c, file, data, session.Setup{Seed: a.Seed, Standard: m.Standard, Agents: m.ByName,
		ByHand: hand, Voice: a.liveVoice(), Record: flags.recordFile()})
	return s, m, err
}

// chosenVoice returns the voice of the settings. With --json it is none, unless the steps are printed with their tale.
func (a *app) chosenVoice() string {
	if a.JSON && !a.JSONLines {
		return "none"
	}
	return a.Voice
}

// liveVoice returns the voice for a fight that is played or replayed, which is never a model's: models tell
// finished records only, and a sentence says so.
func (a *app) liveVoice() string {
	voice := a.chosenVoice()
	if voice != "model" {
		return voice
	}
	fmt.Fprintln(a.Err, "A model tells finished records: kokyu tell RECORD --voice model. This is told without one.")
	return narrate.VoiceTale
}

// undoAfter takes back the steps of a session after this one, as far as they stand. They stay in the
// record, behind the step that takes them back.
func undoAfter(s *session.Session, at int) error {
	steps := s.StepsAfter(0)
	if at > len(steps) {
		return cli.Mistake(fmt.Sprintf("--at is %d", at), fmt.Sprintf("0 to %d, the steps of the record", len(steps)))
	}
	later := 0
	for _, step := range fight.StandingSteps(steps) {
		if step.N > at {
			later++
		}
	}
	if later == 0 {
		return nil
	}
	_, err := s.Undo(later)
	return err
}

// resumeRecord opens a record to continue its fight: it is replayed first, and must come out as recorded.
func (a *app) resumeRecord(ctx context.Context, flags fightFlags) (*session.Session, error) {
	resume := session.Resume
	if flags.newRules {
		resume = session.ResumeUnderNewRules
	}
	s, warnings, err := resume(flags.resume, a.liveVoice(), a.AgentReader(ctx, search.Limits{}))
	if other, ok := errors.AsType[session.OtherRulesError](err); ok {
		return nil, otherRulesError(other)
	}
	if differs, ok := errors.AsType[*fight.Difference](err); ok {
		return nil, cli.Verdict(differs)
	}
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		fmt.Fprintln(a.Err, w)
	}
	if flags.isAt {
		err = undoAfter(s, flags.at)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// otherRulesError returns the error of a record of other rules, with what can be done about it.
func otherRulesError(o session.OtherRulesError) error {
	want := "--new-rules, to go on with what these rules make of its steps"
	if !o.GoesOn() {
		want = "a new fight: these rules do not allow that step"
	}
	return cli.Mistake(strings.TrimSuffix(o.Error(), "."),
		want+"; kokyu tell, kokyu show and kokyu review --as-recorded read it as it is")
}

// introduce says who fights, who plays them, and where the record is kept. Only the GM gets the secret note
// of the encounter.
func (b *bout) introduce() {
	if b.JSON {
		return
	}
	b.say("%s", b.Paint.Strong(text.Escape(b.Title())))
	roster := b.Roster()
	for side := range rules.Side(2) {
		var who []string
		team := ""
		for i, r := range roster {
			if r.Side == side {
				team = r.Team
				kind := r.Kind
				if player := b.Seats()[i].String(); player != b.usualPlayer() {
					kind += ", " + player
				}
				who = append(who, r.Name+" ("+kind+")")
			}
		}
		b.PrintWrapped("  "+text.Escape(team)+": ", 4+ansi.StringWidth(text.Escape(team)),
			text.Escape(strings.Join(who, ", ")))
	}
	if note := b.Secret(); note != "" && b.ask {
		for line := range strings.SplitSeq(strings.TrimSpace(note), "\n") {
			b.PrintWrapped("  for the GM alone: ", 4, text.Escape(line))
		}
	}
	b.say("Seed %d; %s.", b.Session.Seed(), b.playersWords())
	if b.recordSentence != "" {
		b.say("%s", b.recordSentence)
	}
	b.say("")
}

// usualPlayer returns who plays the seats for which the user has named nobody, so that it is said once and
// not behind each name. In a record, that is who plays most seats, persons excepted.
func (b *bout) usualPlayer() string {
	if standard := b.agents.Standard; standard != nil {
		plays := func(player string) bool {
			return slices.ContainsFunc(b.Seats(), func(a agent.Agent) bool { return a.String() == player })
		}
		if hand := (session.ByHand{Agent: standard}).String(); !plays(standard.String()) && plays(hand) {
			return hand
		}
		return standard.String()
	}
	count, best := map[string]int{}, ""
	for _, s := range b.Seats() {
		name := s.String()
		if count[name]++; best == "" || best == "human" || name != "human" && count[name] > count[best] {
			best = name
		}
	}
	return best
}

// playersWords says who plays all those behind whose names nobody stands: "everyone is played by search
// nodes=20000".
func (b *bout) playersWords() string {
	usual := b.usualPlayer()
	says := "everyone is played by " + usual
	if slices.ContainsFunc(b.Seats(), func(a agent.Agent) bool { return a.String() != usual }) {
		says = "played by " + usual + " unless it says otherwise above"
	}
	if b.agents.HasTimeLimit {
		says += "; decided by the clock, so not repeatable"
	}
	return text.Escape(says)
}

// run plays the fight to its end, and tells it on the way. It ends before that if the person at the table
// leaves, which is no error, or if the command is told to stop, which is.
func (b *bout) run(ctx context.Context) error {
	b.Logger.Debug("fight", "title", b.Title(), "seed", b.Session.Seed(), "steps",
		b.StepCount(), "record", b.RecordPath())
	p := newPrompt(b.app, b.Session)
	p.onStep = func(ctx context.Context, step rules.Step) {
		b.hear(ctx, step)
		p.hasSeenBoard = b.showBoard()
	}
	p.beforeQuestion, p.onEnd = b.showNews, b.end
	p.hasSeenBoard = b.showBoard()
	err := p.run(ctx)
	b.tellRest()
	if b.isUnnamed {
		if forgetting := b.RemoveEmptyRecord(); forgetting != nil { // removes a record without steps
			return errors.Join(err, forgetting)
		}
	}
	_, over := b.Winner()
	switch isMistake := p.isScript && p.lineNumber > 0; {
	case errors.Is(err, context.Canceled):
		return b.stopError()
	case errors.Is(err, errLeft) && !over:
		b.sayLeft("You have left the table")
	case errors.Is(err, errLeft):
	case err != nil && isMistake:
		b.sayLeft("The table was left at a mistake")
		return err
	default:
		return err
	}
	return nil
}

// sayLeft says that an unfinished fight was left, and how to go on with it.
func (b *bout) sayLeft(how string) {
	left := fmt.Sprintf("\n%s in round %d. ", how, b.Round())
	sentence, resume := b.remainderWords()
	if resume != nil {
		b.Command(left+sentence, resume...)
	} else {
		b.say("%s", left+sentence)
	}
}

// tellRest tells what has happened and is not told yet.
func (b *bout) tellRest() {
	b.print(b.Finish())
	b.releaseHeld()
}

// hear tells a step as soon as it stands. Dice thrown at the table are shown at once with what they have
// done, because those who threw them wait for that; rulings even if nothing is told.
func (b *bout) hear(ctx context.Context, step rules.Step) {
	if len(step.Roll) > 0 && b.IsTableThrow(step) {
		b.say("  %s", text.Escape(say.Dice(step)))
		b.shownStep = step.N
	}
	if step.Word == fight.WordRuling && b.Voice == "none" {
		b.say("  %s", text.Escape(fight.RulingText(step)))
	}
	b.print(b.NewLines(step))
}

// showBoard prints the board if it is to be shown in this round and was not yet, and reports whether it
// did.
func (b *bout) showBoard() (shown bool) {
	if _, over := b.Winner(); over || !b.showsBoard || b.boardRound == b.Round() {
		return false
	}
	b.releaseHeld()
	out, err := (session.Client{Session: b.Session}).Line(context.Background(), "board")
	if err != nil {
		return false
	}
	if b.boardRound > 0 {
		b.say("")
	}
	b.boardRound = b.Round()
	fmt.Fprintf(b.Out, "%s\n", out.(session.Board).Board.Text(b.Columns()))
	return true
}

// remainderWords returns a sentence on what is left of an unfinished fight, and the words of the command
// that continues it; nil if no command does.
func (b *bout) remainderWords() (sentence string, resume []string) {
	if b.RecordPath() == "" {
		return "Nothing was recorded.", nil
	}
	command := "fight"
	if b.ask {
		command = "table"
	}
	return "The record has it all; go on with:", []string{"kokyu", command, "--resume", typedPath(b.RecordPath())}
}

// stopError returns the error of a fight that was told to stop: where, and what is left of it.
func (b *bout) stopError() error {
	sentence, resume := b.remainderWords()
	return cli.InterruptedError(strings.TrimSpace(fmt.Sprintf("stopped in round %d after %s. %s %s", b.Round(),
		text.Count(b.StepCount(), "step"), sentence, strings.Join(resume, " "))))
}

// say prints a line that is broken between words on a narrow screen.
func (b *bout) say(format string, values ...any) { b.Flow(format, values...) }

// report returns how the fight ended. It is repeatable if nobody at the table, no dice by hand and no clock
// had a part in it.
func (b *bout) report() fightReport {
	report := fightReport{Title: b.Title(), Seed: b.Session.Seed(), Sides: b.Sides(), Rounds: b.Round(), Steps: b.StepCount(),
		Repeatable: !b.agents.HasTimeLimit && !b.agents.HasPerson && !b.ask && !b.HasTableDice(), Record: b.RecordPath()}
	report.Seats = serve.Seats(b.Session)
	report.Winner, _ = b.Winner()
	report.Why = b.EndText()
	return report
}

// end tells what is left to tell, and prints how the fight ended and how to see it again: by its record or,
// if it is repeatable, by the same command.
func (b *bout) end() error {
	b.tellRest()
	report := b.report()
	if b.JSON {
		return b.Object(report)
	}
	if b.Voice != "none" {
		b.say("")
	}
	b.say("%s Seed %d.", b.resultWords(b.Session), report.Seed)
	switch {
	case b.RecordPath() != "":
		b.Command("See it again:", "kokyu", "replay", typedPath(b.RecordPath()))
	case report.Repeatable:
		b.Command("See it again:", b.sameFight...)
	default:
		b.say("It cannot be fought again the same way: record it with --record FILE.jsonl.")
	}
	return nil
}

// resultWords says how a finished fight ended: "Won by the travellers in round 3, by the GM's word: the
// bell rings."
func (a *app) resultWords(s *session.Session) string {
	winner, _ := s.Winner()
	by := text.Escape(s.EndText())
	switch {
	case by != "" && strings.HasPrefix(by, "the GM's word"):
		by = ", by " + by
	case by != "":
		by = ", as " + by
	}
	return fmt.Sprintf("%s in round %d%s.", a.Paint.Strong(text.Escape(narrate.WonBy(winner))),
		s.Round(), strings.TrimSuffix(by, "."))
}

// sameFightCommand returns the words of the command that runs the same fight again: the encounter, the
// seed, and whatever else was not left at its default.
func (a *app) sameFightCommand(name string, flags fightFlags) []string {
	words := []string{"kokyu", "fight", cli.ShellQuote(name), "--seed", fmt.Sprint(a.Seed)}
	if a.Nodes != agent.NodesUsual {
		words = append(words, "--nodes", fmt.Sprint(a.Nodes))
	}
	for _, s := range flags.seats {
		words = append(words, "--seat", cli.ShellQuote(s))
	}
	if a.Data != "" {
		words = append(words, "--data", cli.ShellQuote(a.Data))
	}
	return words
}
