package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/config"
	"kokyu/rules"
	"kokyu/rules/strict"
	"kokyu/search"
)

// fightFlags are what fight takes besides settings.
type fightFlags struct {
	seats  []string
	record string
	resume string
	count  int
	swap   bool
}

// countMax is the most fights in one go.
const countMax = 1_000_000

func (a *app) fight() *cobra.Command {
	var flags fightFlags
	cmd := &cobra.Command{
		Use:   "fight [ENCOUNTER | -]",
		Short: "Run a fight and tell it",
		Long: `Runs a fight between agents and tells it breath by breath, or turn by turn. Without a name it is the built-in encounter
ambush; a bare word names a built-in one (kokyu list encounters), anything with a dot or a slash a file.

Agents: search (the default; search nodes=20000), greedy, random, human.

  kokyu fight --seed 7 --record duel.jsonl
  kokyu fight ambush --seat Masamune=human
  kokyu fight ambush --seat bandits=greedy --count 400 --swap
  kokyu fight --resume duel.jsonl`,
		Args:      arguments(0, 1, "one encounter"),
		ValidArgs: agent.Encounters(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(cmd, args); err != nil {
				return err
			}
			switch {
			case flags.resume != "":
				return a.resumeFight(cmd.Context(), flags)
			case flags.count > 0:
				return a.countFights(cmd.Context(), encounter(args), flags)
			}
			return a.oneFight(cmd.Context(), encounter(args), flags)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&flags.seats, "seat", nil, "who plays a combatant or a whole side: `NAME=AGENT`; may be given often")
	f.StringVar(&flags.record, "record", "", "write the fight down in a new `FILE`.jsonl")
	f.StringVar(&flags.resume, "resume", "", "go on with the fight of a `RECORD`, and with the record")
	f.IntVar(&flags.count, "count", 0, "run `N` fights and tell only the result")
	f.BoolVar(&flags.swap, "swap", false, "with --count: the agents change sides every other fight, on the same dice")
	for _, key := range []string{"seed", "nodes", "time", "threads", "voice", "data"} {
		config.Flag(f, key, key)
	}
	return cmd
}

func encounter(args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	return agent.Encounters()[0]
}

// check refuses flags that do not go together.
func (flags fightFlags) check(cmd *cobra.Command, args []string) error {
	given := func(name string) bool { return cmd.Flags().Changed(name) }
	switch {
	case given("count") && (flags.count < 1 || flags.count > countMax):
		return mistake(fmt.Sprintf("--count is %d", flags.count), fmt.Sprintf("1 to %d", countMax))
	case flags.swap && flags.count == 0:
		return mistake("--swap without --count", "both: sides are changed between many fights")
	case flags.count > 0 && flags.record != "":
		return mistake("--record with --count", "one of them: a record holds one fight")
	case flags.record != "" && !strings.HasSuffix(flags.record, ".jsonl"):
		return mistake("--record is "+quoted(flags.record), "a name that ends in .jsonl")
	case flags.resume == "":
		return nil
	case flags.resume == "-":
		return mistake("--resume is \"-\"", "a file: the record goes on in it")
	case len(args) > 0:
		return mistake("--resume with the encounter "+quoted(args[0]), "only --resume: the record knows its encounter")
	}
	for _, name := range []string{"seat", "seed", "record", "count", "swap", "nodes", "time", "data"} {
		if given(name) {
			return mistake("--resume with --"+name, "only --resume: the record knows its seats, dice and rules")
		}
	}
	return nil
}

// limits are those of a decision: of nodes if they were asked for or no time was. Something must end it.
func (a *app) limits(key string, nodes int) (search.Limits, error) {
	lim := search.Limits{Nodes: nodes, Time: a.Time, Threads: a.cores()}
	if a.Time > 0 && a.from(key) == "default" {
		lim.Nodes = 0
	}
	if lim.Nodes == 0 && lim.Time == 0 {
		return lim, mistake("--nodes is 0 and no --time is set", fmt.Sprintf("--nodes 1 to %d, or how long a decision may think, as in --time 500ms", agent.NodesMax))
	}
	return lim, nil
}

// from is where a setting's value came from.
func (a *app) from(key string) string {
	return a.settings[slices.IndexFunc(a.settings, func(s config.Setting) bool { return s.Key == key })].From
}

func (a *app) cores() int {
	if a.Threads > 0 {
		return a.Threads
	}
	return runtime.NumCPU()
}

// minds are the agents the seats are given to, and the one who plays the rest.
type minds struct {
	standard agent.Agent
	given    map[string]agent.Agent
	person   *agent.Human
	timed    bool // some decision ends by the clock
}

// minds reads the --seat flags.
func (a *app) minds(ctx context.Context, seats []string) (m minds, err error) {
	lim, err := a.limits("nodes", a.Nodes)
	if err != nil {
		return m, err
	}
	m = minds{standard: &agent.Search{Limits: lim}, given: map[string]agent.Agent{}, timed: lim.Time > 0}
	for _, s := range seats {
		name, spec, ok := strings.Cut(s, "=")
		if !ok || name == "" || spec == "" {
			return m, mistake("--seat is "+quoted(s), "NAME=AGENT, as in --seat Masamune=human")
		}
		if _, twice := m.given[name]; twice {
			return m, mistake("--seat names "+quoted(name)+" twice", "it once")
		}
		if m.given[name], err = a.mind(ctx, &m, spec, lim); err != nil {
			return m, err
		}
	}
	return m, nil
}

// mind reads one agent; there is one person at the table at most.
func (a *app) mind(ctx context.Context, m *minds, spec string, lim search.Limits) (agent.Agent, error) {
	if strings.TrimSpace(spec) == "human" {
		if m.person == nil {
			m.person = agent.NewHuman(a.in, a.out)
			m.person.Script = !terminal(a.in)
		}
		return m.person, nil
	}
	mind, err := agent.Parse(ctx, spec, lim)
	if s, ok := mind.(*agent.Search); ok && err == nil {
		m.timed = m.timed || s.Limits.Time > 0
	}
	return mind, err
}

// fightReport is what --json prints of one fight.
type fightReport struct {
	Title      string     `json:"title"`
	Seed       uint64     `json:"seed"`
	Sides      [2]string  `json:"sides"`
	Seats      []seatLine `json:"seats"`
	Winner     string     `json:"winner"` // a side; empty for a draw
	Rounds     int        `json:"rounds"`
	Steps      int        `json:"steps"`
	Repeatable bool       `json:"repeatable"` // the same seed gives the same fight
	Record     string     `json:"record"`
}

// seatLine is one combatant and who plays it.
type seatLine struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Side  string `json:"side"`
	Agent string `json:"agent"`
}

// bout is one fight on its way to the terminal.
type bout struct {
	*app
	f      *rules.Fight
	seats  agent.Seating
	minds  minds
	tell   *narrate.Teller
	gap    bool         // before the next line of law
	untold []rules.Step // of the breath under way
	record string       // its file
	again  string       // the command that shows it once more
}

// oneFight runs an encounter from its start.
func (a *app) oneFight(ctx context.Context, name string, flags fightFlags) error {
	c, err := a.catalogue()
	if err != nil {
		return err
	}
	m, err := a.minds(ctx, flags.seats)
	if err != nil {
		return err
	}
	if m.person != nil && a.json {
		return mistake("--json with a human seat", "one of them: a person needs to read the questions")
	}
	if m.person != nil && name == "-" {
		return mistake("- with a human seat", "a file: the answers are read from standard input")
	}
	file, data, err := a.encounter(name)
	if err != nil {
		return err
	}
	f, err := c.NewFight(file, data, agent.Setup{Seed: a.Seed})
	if err != nil {
		return err
	}
	seats, err := agent.Seat(f.Roster(), m.standard, m.given)
	if err != nil {
		return err
	}
	if f, err = c.NewFight(file, data, agent.Setup{Seed: a.Seed, Seats: seats.Pairs(f.Roster())}); err != nil {
		return err
	}
	b := &bout{app: a, f: f, seats: seats, minds: m, record: flags.record, again: a.command(name, flags)}
	if err := b.begin(); err != nil {
		return err
	}
	if flags.record != "" {
		sink, err := rules.Create(flags.record)
		if err != nil {
			return err
		}
		defer sink.Close()
		if err := f.Record(sink); err != nil {
			return err
		}
	}
	b.introduce()
	return b.run(ctx)
}

// resumeFight goes on with a record.
func (a *app) resumeFight(ctx context.Context, flags fightFlags) error {
	sink, rec, warnings, err := rules.OpenAppend(flags.resume)
	if err != nil {
		return err
	}
	defer sink.Close()
	f, err := reopened(rec)
	if err != nil {
		return err
	}
	if err := rules.Replay(f, rec); err != nil {
		return verdict{err}
	}
	b := &bout{app: a, f: f, record: flags.resume}
	for _, seat := range f.Roster() {
		mind, err := a.mind(ctx, &b.minds, rec.Header.Seats.Value(seat.Name), search.Limits{Threads: a.cores()})
		if err != nil {
			return fmt.Errorf("the record's seat %s: %w", strict.Escape(seat.Name), err)
		}
		b.seats = append(b.seats, mind)
	}
	if err := f.Record(sink); err != nil {
		return err
	}
	for _, w := range warnings {
		fmt.Fprintln(a.err, w)
	}
	a.Seed = rec.Header.Seed
	if err := b.begin(); err != nil {
		return err
	}
	for _, s := range rec.Steps { // the voice knows what came before, and says nothing of it
		b.tell.Step(s)
	}
	b.introduce()
	if !a.json {
		a.say("The record holds %s, up to round %d. It goes on from there.\n", plural(len(rec.Steps), "step"), f.Round())
	}
	return b.run(ctx)
}

// introduce says who fights and who plays them.
func (b *bout) introduce() {
	if b.json {
		return
	}
	b.say("%s", b.paint.strong(strict.Escape(agent.Title(b.f))))
	roster := b.f.Roster()
	for side := range rules.Side(2) {
		var who []string
		team := ""
		for i, r := range roster {
			if r.Side == side {
				team = r.Team
				who = append(who, r.Name+" ("+b.seatWords(i, r)+")")
			}
		}
		b.wrapped("  "+strict.Escape(team)+": ", 4+cells(strict.Escape(team)), strict.Escape(strings.Join(who, ", ")))
	}
	b.say("Seed %d; %s.", b.Seed, b.players())
	b.say("")
}

// seatWords is a combatant's kind, and its player where that is not who plays most.
func (b *bout) seatWords(i int, r rules.Fighter) string {
	if mind := b.seats[i].String(); mind != b.usual() {
		return r.Kind + ", " + mind
	}
	return r.Kind
}

// usual is who plays where nothing else was said; in a record that is who plays most seats, of those that are no person.
func (b *bout) usual() string {
	if b.minds.standard != nil {
		return b.minds.standard.String()
	}
	count, best := map[string]int{}, ""
	for _, s := range b.seats {
		name := s.String()
		if count[name]++; best == "" || best == "human" || name != "human" && count[name] > count[best] {
			best = name
		}
	}
	return best
}

func (b *bout) players() string {
	text := "everyone is played by " + b.usual()
	for _, s := range b.seats {
		if s.String() != b.usual() {
			text = "played by " + b.usual() + " unless it says otherwise above"
		}
	}
	if b.minds.timed {
		text += "; decided by the clock, so not repeatable"
	}
	return strict.Escape(text)
}

// run plays the fight to its end and tells it on the way.
func (b *bout) run(ctx context.Context) error {
	b.log.Debug("fight", "title", agent.Title(b.f), "seed", b.Seed, "steps", len(b.f.Steps()), "record", b.record)
	err := agent.Run(ctx, b.f, b.listening(b.seats), b.hear)
	b.print(b.tell.Flush())
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, agent.ErrLeft) {
		return err
	}
	switch {
	case errors.Is(err, agent.ErrLeft):
		b.say("\nYou have left the table in round %d. %s", b.f.Round(), b.kept())
		return nil
	case err != nil:
		return interrupted{fmt.Sprintf("stopped in round %d after %s. %s", b.f.Round(), plural(len(b.f.Steps()), "step"), b.kept())}
	}
	return b.close()
}

// kept says what is left of an unfinished fight.
func (b *bout) kept() string {
	if b.record == "" {
		return "Nothing was recorded."
	}
	return fmt.Sprintf("The record has it all; go on with: kokyu fight --resume %s", shell(b.record))
}

// close says how it ended and how to see it again.
func (b *bout) close() error {
	roster := b.f.Roster()
	var sides [2]string
	for _, r := range roster {
		sides[r.Side] = r.Team
	}
	side, draw, _ := b.f.Winner()
	report := fightReport{Title: agent.Title(b.f), Seed: b.Seed, Sides: sides, Rounds: b.f.Round(), Steps: len(b.f.Steps()),
		Repeatable: !b.minds.timed && b.minds.person == nil, Record: b.record}
	for i, r := range roster {
		report.Seats = append(report.Seats, seatLine{r.Name, r.Kind, r.Team, b.seats[i].String()})
	}
	if !draw {
		report.Winner = sides[side]
	}
	if b.json {
		return b.object(report)
	}
	result := wonBy(report.Winner)
	if b.Voice != "none" {
		b.say("")
	}
	b.say("%s in round %d. Seed %d.", b.paint.strong(strict.Escape(result)), report.Rounds, report.Seed)
	switch {
	case b.record != "":
		b.say("See it again: kokyu replay %s", shell(b.record))
	case report.Repeatable:
		b.say("See it again: %s", b.again)
	default:
		b.say("It cannot be fought again the same way: record it with --record FILE.jsonl.")
	}
	return nil
}

// wonBy says who won; no side is a draw.
func wonBy(side string) string {
	if side == "" {
		return "Nobody wins"
	}
	return "Won by " + the(side)
}

// the is a side with its article, unless its name has one or is one of its own: "the bandits", "the ford", "Odani".
func the(side string) string {
	if r, _ := utf8.DecodeRuneInString(side); unicode.IsUpper(r) || strings.HasPrefix(side, "the ") {
		return side
	}
	return "the " + side
}

// command is what to type for the same fight.
func (a *app) command(name string, flags fightFlags) string {
	words := []string{"kokyu", "fight", shell(name), "--seed", fmt.Sprint(a.Seed)}
	if a.Nodes != agent.NodesForFight {
		words = append(words, "--nodes", fmt.Sprint(a.Nodes))
	}
	for _, s := range flags.seats {
		words = append(words, "--seat", shell(s))
	}
	if a.Data != "" {
		words = append(words, "--data", shell(a.Data))
	}
	return strings.Join(words, " ")
}

// shell is a word as a shell takes it; it is safe to print.
func shell(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-/=+,:@", r))
	}) {
		return word
	}
	return "'" + strings.ReplaceAll(strict.Escape(word), "'", `'\''`) + "'"
}
