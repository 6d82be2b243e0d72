// Command kokyu is a headless opponent for tabletop combat: it fights, advises, tells and proves what happened.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/charmbracelet/log"
	"github.com/charmbracelet/x/term"
	"github.com/mattn/go-isatty"
	"github.com/muesli/termenv"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kokyu/agent"
	"kokyu/config"
)

func main() { os.Exit(run()) }

// Exit codes.
const (
	exitDone        = 0
	exitNo          = 1 // ran, and the answer is no
	exitBad         = 2 // bad input, a damaged record, a limit
	exitInterrupted = 130
)

// run is main without the exit.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	out := &output{Writer: os.Stdout}
	a := &app{in: os.Stdin, out: out, err: os.Stderr, screen: terminal(os.Stdout)}
	a.measure()
	err := a.obeying(ctx, func() error { return a.root().ExecuteContext(ctx) })
	if err == nil && out.failed != nil {
		err = fmt.Errorf("not everything could be printed: %w", out.failed)
	}
	a.json = a.json || err != nil && wantsJSON(os.Args[1:]) // it may stand behind a mistake in the flags
	return a.fail(err)
}

// grace is how long a command that was told to stop may take to say what it has.
const grace = 50 * time.Millisecond

// obeying runs a command. All that works for long looks at its context and ends with its own sentence; what nobody can tell
// to stop, such as the reading of a silent pipe, is left where it stands: every line of a record is on disk already, and a
// file gets its name when it is whole.
func (a *app) obeying(ctx context.Context, command func() error) error {
	done := make(chan error, 1)
	go func() { done <- command() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(max(grace, time.Duration(a.grace.Load()))):
		return ctx.Err()
	}
}

// measure takes the size of the screen, which may change while somebody thinks.
func (a *app) measure() {
	if _, standard := a.out.(*output); a.screen && standard {
		if w, h, err := term.GetSize(os.Stdout.Fd()); err == nil {
			a.width, a.height = w, h
		}
	}
}

// output remembers that a disk is full or a reader gone, so that nobody else has to.
type output struct {
	io.Writer
	failed error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil && o.failed == nil {
		o.failed = err
	}
	return n, err
}

// app is what the commands share.
type app struct {
	in       io.Reader
	out, err io.Writer
	screen   bool // out is a terminal
	width    int  // of that, 0 unknown
	height   int  // of that, 0 unknown
	json     bool
	telling  bool          // with --json too
	heard    bool          // standard input was read
	file     string        // of settings
	wording  *wordingModel // a model that words the tale; nil: none does
	anew     bool          // the model is asked again for what it gave no readable answer for

	grace atomic.Int64 // how long the command may take to stop, if longer than others; in nanoseconds

	config.Config
	settings []config.Setting
	log      *log.Logger
	paint    paint
}

// root is the command and everything below it.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "kokyu",
		Short: "A headless opponent for tabletop combat",
		Long: `Kokyu plays the foes of a tabletop fight. It implements the rules exactly, searches ahead, says what a foe does
next and why, keeps a record that replays to the byte, and tells the fight.

  kokyu fight             watch six people meet on a road
  kokyu advise FILE       what the next combatant should do, the odds, and why
  kokyu odds '2d10+5 >= 14'
  kokyu new               write an encounter of your own

A bare word names a built-in encounter, a name with a dot or a slash is a file, - is standard input.`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknown("command", args[0], commandNames(cmd))
			}
			return nil
		},
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return a.begin(cmd) },
	}
	flags := root.PersistentFlags()
	flags.StringVar(&a.file, "config", "", "the `FILE` of settings (default: kokyu/config.yaml in your configuration folder, if it exists)")
	flags.BoolVar(&a.json, "json", false, "print one JSON object instead of text")
	config.Flag(flags, "colour", "colour")
	config.Flag(flags, "log", "log")
	root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "color" {
			name = "colour"
		}
		return pflag.NormalizedName(name)
	})
	root.SetFlagErrorFunc(flagError)
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.AddCommand(a.fight(), a.tableCommand(), a.serve(), a.mcp(), a.apply(), a.advise(), a.show(), a.odds(), a.replay(), a.review(), a.carry(), a.rest(), a.sheet(), a.tellCommand(), a.check(), a.list(), a.new(), a.rulings(), a.laws(), a.perft(), a.solve(),
		a.probe(), a.arena(), a.eval(), a.bench(), a.schema(), a.configure())
	root.AddCommand(a.fair(), a.work())
	oneEach(root)
	root.SetHelpCommand(a.help())
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveDefault)
	return root
}

// once is the value of a flag that has a meaning only once.
type once struct {
	pflag.Value
	of *pflag.Flag
}

var errTwice = errors.New("twice")

// Set refuses a second value.
func (o once) Set(s string) error {
	if o.of.Changed {
		return errTwice
	}
	return o.Value.Set(s)
}

// oneEach lets every flag of a command, and of those below it, be given once, but for lists.
func oneEach(cmd *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{cmd.LocalFlags(), cmd.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			_, list := f.Value.(pflag.SliceValue)
			if _, done := f.Value.(once); !done && !list {
				f.Value = once{f.Value, f}
			}
		})
	}
	for _, sub := range cmd.Commands() {
		oneEach(sub)
	}
}

// begin reads the settings before a command runs.
func (a *app) begin(cmd *cobra.Command) (err error) {
	a.Config, a.settings, err = config.Load(cmd.Flags(), a.file)
	if err != nil {
		return err
	}
	a.paint = paint(a.colours())
	level, format, err := a.logging(a.Config.Log)
	if err != nil {
		return err
	}
	// The library asks a terminal for its colours, and waits ten seconds where it does not answer, as recorders of terminals
	// do not. It does not see that this is one; which colours it takes the environment says.
	a.log = log.NewWithOptions(struct{ io.Writer }{a.err}, log.Options{Level: level, Formatter: format, Prefix: "kokyu", ReportTimestamp: format == log.JSONFormatter})
	if terminal(a.err) {
		a.log.SetColorProfile(termenv.NewOutput(a.err).EnvColorProfile())
	}
	a.log.Debug("begins", "command", cmd.CommandPath())
	return nil
}

// colours says whether to paint: as told, else on a terminal that takes it and nobody forbids it.
func (a *app) colours() bool {
	switch a.Colour {
	case "always":
		return true
	case "never":
		return false
	}
	return a.screen && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && !a.json
}

// terminal says whether something is a screen or keyboard with a person at it.
func terminal(v any) bool {
	f, ok := v.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// catalogue is the built-in rows with the user's own over them.
func (a *app) catalogue() (agent.Catalogue, error) {
	c := agent.Builtin()
	if a.Data == "" {
		return c, nil
	}
	return c.Overlay(a.Data)
}

func commandNames(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// arguments checks how many there are; what names them.
func arguments(least, most int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return mistake("an argument is missing", what)
		case len(args) > most && most == 0:
			return mistake("the argument "+quoted(args[0])+" is too many", "none")
		case len(args) > most:
			return mistake("the argument "+quoted(args[most])+" is too many", what)
		}
		return nil
	}
}

// wantsJSON says whether --json stands anywhere on a command line, which may not have been read to its end.
func wantsJSON(args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, "--json") || slices.Contains(args, "--json=true")
}

// flagError words a mistake in the flags.
func flagError(cmd *cobra.Command, err error) error {
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
		name := e.GetSpecifiedName()
		if e.GetSpecifiedShortnames() != "" {
			return unknown("flag", "-"+name, known)
		}
		return unknown("flag", "--"+name, known)
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		f := e.GetFlag()
		takes, usage := pflag.UnquoteUsage(f)
		return mistake("--"+f.Name+" has no value", "--"+f.Name+" "+takes+": "+usage)
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		f := e.GetFlag()
		if errors.Is(err, errTwice) {
			return mistake("--"+f.Name+" is there twice", "it once")
		}
		want := map[string]string{"int": "a whole number", "bool": "nothing after it, or =true or =false"}[f.Value.Type()]
		if want == "" {
			_, want = pflag.UnquoteUsage(f)
		}
		return mistake("--"+f.Name+" is "+quoted(e.GetValue()), want)
	}
	return mistake(strings.TrimSuffix(err.Error(), "."), "flags as kokyu "+cmd.Name()+" --help lists them")
}
