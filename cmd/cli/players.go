package cli

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/config"
	"kokyu/rules/book"
	"kokyu/rules/text"
	"kokyu/search"
)

// Character is the flags --level and --temper for the combatants that the program plays: how well, and what
// they want besides winning. They override what the encounter says.
type Character struct {
	set           *pflag.FlagSet
	level, temper string
}

// Flags adds the flags to those of a command.
func (c *Character) Flags(f *pflag.FlagSet) {
	c.set = f
	f.StringVar(&c.level, "level", "", "the level of the combatants that the program plays, `1..6`; 6 is full strength")
	f.StringVar(&c.temper, "temper", "", "the `TEMPER` of those combatants: what they want besides winning (kokyu list tempers)")
}

// Read returns what the flags say; a flag that is not set leaves its field empty, so that what the
// encounter says applies.
func (c *Character) Read() (book.Character, error) {
	switch {
	case c.set.Changed("level") && c.level == "":
		return book.Character{}, Mistake("--level is empty", fmt.Sprintf("1 to %d", book.LevelMax))
	case c.set.Changed("temper") && c.temper == "":
		return book.Character{}, Mistake("--temper is empty", text.OneOf("", book.Tempers()))
	}
	return agent.ReadCharacter(c.level, c.temper)
}

// CountMax is the most fights of one command.
const CountMax = 1_000_000

// ArgumentOr returns an argument by its index, or what stands for it if there are fewer.
func ArgumentOr(args []string, i int, otherwise string) string {
	if len(args) > i {
		return args[i]
	}
	return otherwise
}

// EncounterOf returns the encounter that the arguments of a command name, or the first of the built-in ones.
func EncounterOf(args []string) string {
	return ArgumentOr(args, 0, agent.Encounters(agent.DefaultSystem)[0])
}

// Limits returns the search limits of a decision, or an error if there would be none. If a.Time is set,
// nodes are unlimited unless the setting named key was given too: whoever names a time wants it used.
func (a *App) Limits(key string, nodes int) (search.Limits, error) {
	lim := search.Limits{Nodes: nodes, Time: a.Time}
	if a.Time > 0 && a.From(key) == "default" {
		lim.Nodes = 0
	}
	if lim.Nodes == 0 && lim.Time == 0 {
		return lim, Mistake("--nodes is 0 and no --time is set",
			fmt.Sprintf("--nodes 1 to %d, or a time limit, as in --time 500ms", agent.NodesMax))
	}
	return lim, nil
}

// From returns where the value of a setting came from, as [config.Setting] has it: "default" if nobody has
// set it.
func (a *App) From(key string) string {
	return a.Settings[slices.IndexFunc(a.Settings, func(s config.Setting) bool { return s.Key == key })].From
}

// Cores returns how many cores may be used.
func (a *App) Cores() int {
	if a.Threads > 0 {
		return a.Threads
	}
	return runtime.NumCPU()
}

// Agents are the agents that play the seats of a fight.
type Agents struct {
	ByName       map[string]agent.Agent // by the name of a combatant or a side
	Standard     agent.Agent            // plays all others
	HasPerson    bool                   // somebody at the table decides for a seat
	HasTimeLimit bool                   // some decisions end by the clock, so that the fight cannot be repeated
}

// ReadAgents reads who plays which seat (NAME=AGENT), and how all others are played. Whether somebody has
// such a name is found out later, when the fight is known.
func (a *App) ReadAgents(ctx context.Context, seats []string, others *Character) (m Agents, err error) {
	lim, err := a.Limits("nodes", a.Nodes)
	if err != nil {
		return m, err
	}
	as, err := others.Read()
	if err != nil {
		return m, err
	}
	m = Agents{Standard: agent.WithCharacter(&agent.Search{Limits: lim}, as),
		ByName: map[string]agent.Agent{}, HasTimeLimit: lim.Time > 0}
	for _, s := range seats {
		name, spec, ok := strings.Cut(s, "=")
		if !ok || name == "" || spec == "" {
			return m, Mistake("--seat is "+Quote(s), "NAME=AGENT, as in --seat Masamune=human")
		}
		if _, twice := m.ByName[name]; twice {
			return m, Mistake("--seat names "+Quote(name)+" twice", "it once")
		}
		player, err := session.Player(spec, a.AgentReader(ctx, lim))
		if err != nil {
			return m, err
		}
		m.ByName[name] = player
		m.HasTimeLimit = m.HasTimeLimit || agent.HasTimeLimit(player)
		m.HasPerson = m.HasPerson || session.IsPerson(player)
	}
	return m, nil
}

// AgentReader returns a function that reads an agent, as "search nodes=500". A plain "human" is read by
// [session.Player]; here human is known only so that "human x=y" gets an error that says what it takes.
func (a *App) AgentReader(ctx context.Context, lim search.Limits) func(spec string) (agent.Agent, error) {
	human := agent.Kind{Name: "human", Read: func(_ context.Context, settings string, _ search.Limits) (agent.Agent, error) {
		return nil, fmt.Errorf("human takes no settings but dice=hand, got %q", text.Escape(settings))
	}}
	return func(spec string) (agent.Agent, error) {
		return agent.Parse(ctx, spec, lim, append(slices.Clone(agent.Kinds), human))
	}
}

// ShellQuote returns a word as it is typed in a shell, safe to print: what commands suggest to type can be
// copied.
func ShellQuote(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-/=+,:@", r))
	}) {
		return word
	}
	return "'" + strings.ReplaceAll(text.Escape(word), "'", `'\''`) + "'"
}
