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

// fightFlags are what fight takes besides settings.
type fightFlags struct {
	seats  []string
	as     cli.Character
	dice   []string
	ask    bool
	stream bool
	record string
	kept   bool // an evening without --record is kept where records are
	resume string
	at     int    // the step to resume after; 0 is the last
	anew   bool   // a record of other rules is gone on with
	board  string // when the board is shown
	// protocol says that a program sits at the table.
	protocol bool
	count    int
	swap     bool
}

func (a *app) fight() *cobra.Command {
	var flags fightFlags
	cmd := &cobra.Command{
		Use:       "fight [ENCOUNTER | -]",
		Short:     "Run a fight and tell it",
		Long:      helpOf("fight"),
		Args:      cli.Arguments(0, 1, "one encounter"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(cmd, args); err != nil {
				return err
			}
			a.Streams = flags.stream
			if flags.count > 0 {
				return a.CountFights(cmd, args, cli.CountFlags{Seats: flags.seats, As: &flags.as, Count: flags.count,
					Swap: flags.swap, Pool: cli.PoolFlags{Resume: flags.resume}})
			}
			return a.oneFight(cmd.Context(), cli.EncounterOf(args), flags)
		},
	}
	f := cmd.Flags()
	flags.atTheTable(f)
	f.BoolVar(&flags.ask, "ask", false, "ask about every decision of the seats that the program plays, as kokyu table does")
	f.BoolVar(&flags.stream, "stream", false, "with --json: print one object per line: each step with its events and tale, then the result")
	f.IntVar(&flags.count, "count", 0, "run `N` fights and tell only the result")
	f.Lookup("resume").Usage = "continue the fight of a record (`FILE`) and append to it, --seat changes who plays; with --count: " +
		strings.ReplaceAll(cli.ResumeHelp, "`", "")
	f.BoolVar(&flags.swap, "swap", false, "with --count: the agents change sides every other fight, with the same dice")
	return cmd
}

// atTheTable adds the flags of a fight that people may sit at.
func (flags *fightFlags) atTheTable(f *pflag.FlagSet) {
	f.StringArrayVar(&flags.seats, "seat", nil, "who plays a combatant or a whole side: `NAME=AGENT`; may be repeated")
	flags.as.Flags(f)
	f.StringArrayVar(&flags.dice, "dice", nil, "`hand`: all dice are thrown at the table; NAME=hand: those of one combatant or side")
	f.StringVar(&flags.record, "record", "", "write a record of the fight to a new `FILE`.jsonl; none: nowhere")
	f.StringVar(&flags.resume, "resume", "", "continue the fight of a `RECORD` and append to the record; --seat changes who plays")
	f.IntVar(&flags.at, "at", 0, "with --resume: go on after step `N`; the steps behind it are taken back, and the record keeps them")
	f.BoolVar(&flags.anew, "new-rules", false, "with --resume: go on with a record of other rules under those of this version")
	f.StringVar(&flags.board, "board", "", "show where everybody stands (`WHEN`): round, as each round begins, or never (default: round at a table on a terminal)")
	config.Flags(f, "seed", "nodes", "time", "threads", "voice", "data")
}

// When the board is shown.
var boards = []string{"round", "never"}

// showsBoard reports whether the board is shown as each round begins.
func (a *app) showsBoard(flags fightFlags) bool {
	return !a.JSON && (flags.board == boards[0] || flags.board == "" && flags.ask && a.Screen)
}

// byHand returns whose dice are thrown at the table; "" is everybody.
func (flags fightFlags) byHand() (names []string, err error) {
	for _, d := range flags.dice {
		name, how, named := strings.Cut(d, "=")
		if !named {
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

// unrecorded is the --record of a fight that is not.
const unrecorded = "none"

// recordFile returns the file of the record that was asked for, empty for none.
func (flags fightFlags) recordFile() string {
	if flags.record == unrecorded {
		return ""
	}
	return flags.record
}

// check refuses flags that do not go together.
func (flags fightFlags) check(cmd *cobra.Command, args []string) error {
	given := func(name string) bool { return cmd.Flags().Changed(name) }
	switch {
	case given("count") && (flags.count < 1 || flags.count > cli.CountMax):
		return cli.Mistake(fmt.Sprintf("--count is %d", flags.count), fmt.Sprintf("1 to %d", cli.CountMax))
	case flags.swap && flags.count == 0:
		return cli.Mistake("--swap without --count", "both: sides change between fights")
	case flags.count > 0 && flags.record != "":
		return cli.Mistake("--record with --count", "one of them: a record has one fight")
	case flags.stream && cmd.Flags().Lookup("json").Value.String() != "true":
		return cli.Mistake("--stream without --json", "both: a stream consists of JSON objects")
	case flags.board != "" && !slices.Contains(boards, flags.board):
		return cli.Mistake("--board is "+cli.Quote(flags.board), text.OneOf(flags.board, boards))
	case flags.stream && flags.count > 0:
		return cli.Mistake("--stream with --count", "one of them: many fights have one result")
	case flags.recordFile() != "" && !strings.HasSuffix(flags.record, ".jsonl"):
		return cli.Mistake("--record is "+cli.Quote(flags.record), "a name that ends in .jsonl, or none")
	case given("at") && (flags.resume == "" || flags.count > 0):
		return cli.Mistake("--at without --resume", "both: after which step of the record the fight goes on")
	case flags.anew && (flags.resume == "" || flags.count > 0):
		return cli.Mistake("--new-rules without --resume", "both: which record the fight goes on from")
	case given("at") && flags.at < 1:
		return cli.Mistake(fmt.Sprintf("--at is %d", flags.at), "the number of a step, from 1")
	case flags.resume == "" || flags.count > 0: // which resumes from a file of results
		return nil
	case flags.resume == "-":
		return cli.Mistake("--resume is \"-\"", "a file: the record is continued in it")
	case len(args) > 0:
		return cli.Mistake("--resume with the encounter "+cli.Quote(args[0]), "only --resume: the record has its encounter")
	}
	for _, name := range []string{"level", "temper", "dice", "seed", "record", "swap", "nodes", "time", "data"} {
		if given(name) {
			return cli.Mistake("--resume with --"+name, "only --resume and --seat: the record has its dice and rules")
		}
	}
	return nil
}

// counsel returns the limits of a piece of advice: where nobody has set another number, of nodes those the system names.
func (a *app) counsel(system book.About) (search.Limits, error) {
	const key = "advise-nodes"
	nodes := a.AdviseNodes
	if n := system.AdviceSteps; n > 0 && a.From(key) == "default" {
		nodes = n
	}
	return a.Limits(key, nodes)
}

// fightReport is what --json prints of one fight.
type fightReport struct {
	Title      string       `json:"title"`
	Seed       uint64       `json:"seed"`
	Sides      [2]string    `json:"sides"`
	Seats      []serve.Seat `json:"seats"`
	Winner     string       `json:"winner"`        // a side; empty for a draw
	Why        string       `json:"why,omitempty"` // if somebody's word ended it: whose, and the reason
	Rounds     int          `json:"rounds"`
	Steps      int          `json:"steps"`
	Repeatable bool         `json:"repeatable"` // the same seed gives the same fight
	Record     string       `json:"record"`
}

// bout is one fight on its way to the terminal.
type bout struct {
	*app
	*session.Session
	minds   cli.Agents
	ask     bool           // the GM is asked about every decision
	gap     bool           // before the next line of law
	told    bool           // the last line was of the tale
	held    []narrate.Line // of law, that may be told with the next
	again   []string       // the command that shows it once more
	keeping string         // whether and where an evening is recorded
	unnamed bool           // in a file that nobody named
	shown   int            // the last step that was shown as soon as it was made
	boards  bool           // the board is shown as each round begins
	board   int            // the round whose was shown last
}

// oneFight runs an encounter from its start, or a record from where it ends.
func (a *app) oneFight(ctx context.Context, name string, flags fightFlags) error {
	s, m, err := a.sit(ctx, name, flags)
	if err != nil {
		return err
	}
	defer s.Close()
	b := &bout{app: a, Session: s, minds: m, ask: flags.ask, again: a.retype(name, flags), boards: a.showsBoard(flags)}
	if flags.stream && a.JSON {
		return b.stream(ctx)
	}
	if flags.kept && flags.resume == "" {
		b.keeping, b.unnamed = a.recordEvening(s, name, flags.record)
	}
	b.introduce()
	if flags.resume != "" && !a.JSON {
		a.Say("The record holds %s, up to round %d. It goes on from there.\n", text.Count(len(s.Steps(0)), "step"), s.Round())
	}
	return b.run(ctx)
}

// sit begins the fight of an encounter, or goes on with that of a record, where the seats of --seat change hands.
func (a *app) sit(ctx context.Context, name string, flags fightFlags) (s *session.Session, m cli.Agents, err error) {
	if flags.resume != "" {
		s, err = a.resume(ctx, flags)
	} else {
		s, m, err = a.open(ctx, name, flags)
	}
	if err != nil {
		return nil, m, err
	}
	lim, err := a.Limits("nodes", a.Nodes)
	if err == nil {
		s.Mind, s.Ask = a.AgentReader(ctx, lim), flags.ask
		s.Advice, err = a.counsel(s.System())
	}
	if flags.resume != "" {
		for _, seat := range flags.seats {
			if err == nil {
				_, err = session.Client{Session: s}.Line(ctx, "seat "+seat)
			}
		}
		for _, mind := range s.Seats() {
			m.HasTimeLimit, m.Person = m.HasTimeLimit || agent.HasTimeLimit(mind), m.Person || session.IsPerson(mind)
		}
	}
	if err != nil {
		return nil, m, errors.Join(err, s.Close())
	}
	return s, m, nil
}

// open begins a fight.
func (a *app) open(ctx context.Context, name string, flags fightFlags) (*session.Session, cli.Agents, error) {
	c, err := a.Catalogue()
	if err != nil {
		return nil, cli.Agents{}, err
	}
	m, err := a.ReadAgents(ctx, flags.seats, &flags.as)
	if err != nil {
		return nil, m, err
	}
	hand, err := flags.byHand()
	if err != nil {
		return nil, m, err
	}
	switch asks := m.Person || flags.ask || len(hand) > 0; {
	case asks && a.JSON && !flags.protocol:
		return nil, m, cli.Mistake("--json with a human seat", "one of them: a person needs to read the questions; programs sit at kokyu table --json")
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

// voice returns who tells: with --json nobody, unless the tale is printed with the steps.
func (a *app) voice() string {
	if a.JSON && !a.Streams {
		return "none"
	}
	return a.Voice
}

// liveVoice returns who tells a fight that is played or replayed: a model tells finished records only.
func (a *app) liveVoice() string {
	voice := a.voice()
	if voice != "model" {
		return voice
	}
	fmt.Fprintln(a.Err, "A model tells finished records: kokyu tell RECORD --voice model. This is told without one.")
	return "scent"
}

// takenBack takes back the steps of a session after one, 0 for none.
func takenBack(s *session.Session, at int) error {
	if at == 0 {
		return nil
	}
	steps := s.Steps(0)
	if at > len(steps) {
		return cli.Mistake(fmt.Sprintf("--at is %d", at), fmt.Sprintf("1 to %d, the steps of the record", len(steps)))
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

// resume opens a record to go on with it.
func (a *app) resume(ctx context.Context, flags fightFlags) (*session.Session, error) {
	resume := session.Resume
	if flags.anew {
		resume = session.ResumeUnderNewRules
	}
	s, warnings, err := resume(ctx, flags.resume, a.liveVoice(), a.AgentReader(ctx, search.Limits{Threads: a.Cores()}))
	if other, ok := errors.AsType[session.OtherRules](err); ok {
		return nil, otherRules(other)
	}
	if differs, ok := errors.AsType[session.Differs](err); ok {
		return nil, cli.Verdict(differs.Unwrap())
	}
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		fmt.Fprintln(a.Err, w)
	}
	if err := takenBack(s, flags.at); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// otherRules returns what to do about a record of other rules.
func otherRules(o session.OtherRules) error {
	want := "--new-rules, to go on with what these rules make of its steps"
	if !o.GoesOn() {
		want = "a new fight: these rules do not allow that step"
	}
	return cli.Mistake(strings.TrimSuffix(o.Error(), "."), want+"; kokyu tell, kokyu show and kokyu review --as-recorded read it as it is")
}

// introduce says who fights and who plays them.
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
				who = append(who, r.Name+" ("+b.seatWords(i, r)+")")
			}
		}
		b.PrintWrapped("  "+text.Escape(team)+": ", 4+ansi.StringWidth(text.Escape(team)), text.Escape(strings.Join(who, ", ")))
	}
	if note := b.Secret(); note != "" && b.ask {
		for line := range strings.SplitSeq(strings.TrimSpace(note), "\n") {
			b.PrintWrapped("  for the GM alone: ", 4, text.Escape(line))
		}
	}
	b.say("Seed %d; %s.", b.Session.Seed(), b.players())
	if b.keeping != "" {
		b.say("%s", b.keeping)
	}
	b.say("")
}

// seatWords returns a combatant's kind, and its player where that is not who plays most.
func (b *bout) seatWords(i int, r rules.Fighter) string {
	if mind := b.Seats()[i].String(); mind != b.usual() {
		return r.Kind + ", " + mind
	}
	return r.Kind
}

// usual returns who plays where nothing else was said; in a record that is who plays most seats, of those that are no person.
func (b *bout) usual() string {
	if standard := b.minds.Standard; standard != nil {
		hand := session.ByHand{Agent: standard}.String()
		if slices.ContainsFunc(b.Seats(), func(a agent.Agent) bool { return a.String() == standard.String() }) {
			return standard.String()
		}
		if slices.ContainsFunc(b.Seats(), func(a agent.Agent) bool { return a.String() == hand }) {
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

func (b *bout) players() string {
	txt := "everyone is played by " + b.usual()
	for _, s := range b.Seats() {
		if s.String() != b.usual() {
			txt = "played by " + b.usual() + " unless it says otherwise above"
		}
	}
	if b.minds.HasTimeLimit {
		txt += "; decided by the clock, so not repeatable"
	}
	return text.Escape(txt)
}

// run plays the fight to its end and tells it on the way.
func (b *bout) run(ctx context.Context) error {
	b.Logger.Debug("fight", "title", b.Title(), "seed", b.Session.Seed(), "steps", len(b.Steps(0)), "record", b.Record())
	p := newPrompt(b.app, b.Session)
	p.Hear = func(ctx context.Context, step rules.Step) {
		b.hear(ctx, step)
		p.seen = b.showBoard()
	}
	p.Before = b.before
	p.seen = b.showBoard()
	err := p.run(ctx)
	b.print(b.Finish())
	b.release()
	if b.unnamed {
		if forgot := b.Forget(); forgot != nil { // an evening of no step
			return errors.Join(err, forgot)
		}
	}
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, errLeft) {
		return err
	}
	switch {
	case errors.Is(err, errLeft):
		left := fmt.Sprintf("\nYou have left the table in round %d. ", b.Round())
		if sentence, resume := b.remainder(); resume != nil {
			b.Command(left+sentence, resume...)
		} else {
			b.say("%s", left+sentence)
		}
		return nil
	case err != nil:
		return b.stopError()
	}
	return b.close()
}

// hear tells a step as soon as it stands; dice of the table at once, and what they have done.
func (b *bout) hear(ctx context.Context, step rules.Step) {
	if len(step.Roll) > 0 && b.AtTheTable(step) {
		b.say("  %s", text.Escape(say.Dice(step)))
		b.shown = step.N
	}
	if step.Word == fight.WordRuling && b.Voice == "none" { // nothing is told, but what dice show is
		b.say("  %s", text.Escape(fight.RulingText(step)))
	}
	b.print(b.NewLines(step))
}

// showBoard shows where everybody stands, once a round; shown says that it did.
func (b *bout) showBoard() (shown bool) {
	if _, over := b.Winner(); over || !b.boards || b.board == b.Round() {
		return false
	}
	b.release()
	out, err := (session.Client{Session: b.Session}).Line(context.Background(), "board")
	if err != nil {
		return false
	}
	if b.board > 0 {
		b.say("")
	}
	b.board = b.Round()
	fmt.Fprintf(b.Out, "%s\n", out.(session.Board).Board.Text(b.Columns()))
	return true
}

// remainder says what is left of an unfinished fight, and the command that goes on with it, word by word.
func (b *bout) remainder() (sentence string, resume []string) {
	if b.Record() == "" {
		return "Nothing was recorded.", nil
	}
	command := "fight"
	if b.ask {
		command = "table"
	}
	return "The record has it all; go on with:", []string{"kokyu", command, "--resume", typedPath(b.Record())}
}

// stopError says where a fight was told to stop, and what is left of it.
func (b *bout) stopError() error {
	sentence, resume := b.remainder()
	return cli.InterruptedError(strings.TrimSpace(fmt.Sprintf("stopped in round %d after %s. %s %s", b.Round(),
		text.Count(len(b.Steps(0)), "step"), sentence, strings.Join(resume, " "))))
}

// say prints a line that breaks between words on a screen.
func (b *bout) say(format string, values ...any) { b.Flow(format, values...) }

// report returns how it ended.
func (b *bout) report() fightReport {
	report := fightReport{Title: b.Title(), Seed: b.Session.Seed(), Sides: b.Sides(), Rounds: b.Round(), Steps: len(b.Steps(0)),
		Repeatable: !b.minds.HasTimeLimit && !b.minds.Person && !b.ask && !b.ByHand(), Record: b.Record()}
	report.Seats = serve.Seats(b.Session)
	report.Winner, _ = b.Winner()
	report.Why = b.EndText()
	return report
}

// close says how it ended and how to see it again.
func (b *bout) close() error {
	report := b.report()
	if b.JSON {
		return b.Object(report)
	}
	if b.Voice != "none" {
		b.say("")
	}
	b.say("%s Seed %d.", b.result(b.Session), report.Seed)
	switch {
	case b.Record() != "":
		b.Command("See it again:", "kokyu", "replay", typedPath(b.Record()))
	case report.Repeatable:
		b.Command("See it again:", b.again...)
	default:
		b.say("It cannot be fought again the same way: record it with --record FILE.jsonl.")
	}
	return nil
}

// result returns how a fight that is over ended: "Won by the travellers in round 3, by the GM's word: the bell rings."
func (a *app) result(s *session.Session) string {
	winner, _ := s.Winner()
	by := text.Escape(s.EndText())
	switch {
	case by != "" && strings.HasPrefix(by, "the GM's word"):
		by = ", by " + by
	case by != "":
		by = ", as " + by
	}
	return fmt.Sprintf("%s in round %d%s.", a.Paint.Strong(text.Escape(narrate.WonBy(winner))), s.Round(), strings.TrimSuffix(by, "."))
}

// retype returns what to type for the same fight, word by word.
func (a *app) retype(name string, flags fightFlags) []string {
	words := []string{"kokyu", "fight", cli.ShellQuote(name), "--seed", fmt.Sprint(a.Seed)}
	if a.Nodes != agent.NodesForFight {
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
