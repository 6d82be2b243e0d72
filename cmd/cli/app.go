package cli

import (
	"context"
	"embed"
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
	"kokyu/rules/text"
)

// The exit codes are part of what programs rely on, see docs/programs.md.
const (
	ExitDone        = 0
	exitNo          = 1   // the command ran, and the answer is no
	exitBad         = 2   // bad input, a damaged record, a limit
	ExitInterrupted = 130 // as shells have it for Ctrl-C: 128 and the number of the signal
)

// App is what the commands of a program share: its input and output, its screen, and its settings once they are read.
type App struct {
	name         string // of the program
	In           io.Reader
	Out, Err     io.Writer
	Screen       bool   // Out is a terminal
	Width        int    // of the terminal in columns; 0: unknown
	Height       int    // of the terminal in lines; 0: unknown
	JSON         bool   // print JSON instead of text
	JSONLines    bool   // with JSON, several objects are printed, one on a line
	stdinRead    bool   // standard input was read, which can be done once
	settingsFile string // the value of --config; empty: the file at the usual place

	Machines machines // other machines that long work can be shared out over; nil: none

	// Grace is how long, in nanoseconds, the command may take to stop, if that is longer than stopGrace. The command sets
	// it in its own goroutine, while Run waits for it or for a signal.
	Grace atomic.Int64

	config.Config
	Settings []config.Setting
	Logger   *log.Logger
	Paint    Paint
}

// NewApp returns a program of this name whose input and output are those of its process.
func NewApp(name string) *App {
	a := &App{name: name, In: os.Stdin, Out: &Output{Writer: os.Stdout}, Err: os.Stderr, Screen: Terminal(os.Stdout)}
	a.Measure()
	return a
}

// Run runs what the command line asks for, and returns the exit code. An error of printing, as when the
// disk is full, makes a command fail that has not failed otherwise: what it has printed is not whole.
func (a *App) Run(root *cobra.Command) int {
	// Ctrl-C, kill, Ctrl-\.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second signal ends the process at once
	err := a.runUntilSignal(ctx, func() error { return root.ExecuteContext(ctx) })
	if out, ok := a.Out.(*Output); ok && err == nil && out.Err != nil {
		err = fmt.Errorf("not everything could be printed: %w", out.Err)
	}
	// Behind a mistake in the flags --json is unread, and a program waits for JSON all the same.
	a.JSON = a.JSON || err != nil && WantsJSON(os.Args[1:])
	return a.Fail(err)
}

// stopGrace is how long a command that was told to stop may take to say how far it has come.
const stopGrace = 50 * time.Millisecond

// runUntilSignal runs a command until it returns, or is told to stop and does not in time. Commands that
// work for long look at their context and end with a sentence of their own. What cannot be told to stop,
// such as reading from a silent pipe, is abandoned; nothing is lost by that, for every line of a record is
// on disk already, and a file gets its name only when it is whole.
func (a *App) runUntilSignal(ctx context.Context, command func() error) error {
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
	case <-time.After(max(stopGrace, time.Duration(a.Grace.Load()))):
		return ctx.Err()
	}
}

// Measure reads the size of the screen. It is called again before each question, because the window may
// have changed while somebody thought.
func (a *App) Measure() {
	if _, standard := a.Out.(*Output); a.Screen && standard {
		if w, h, err := term.GetSize(os.Stdout.Fd()); err == nil {
			a.Width, a.Height = w, h
		}
	}
}

// Output remembers the first error of its writer, a full disk or a closed pipe, so that what prints need not look at
// errors.
type Output struct {
	io.Writer
	Err error
}

func (o *Output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil && o.Err == nil {
		o.Err = err
	}
	return n, err
}

// Group is commands for the same people, under one heading of the help.
type Group struct {
	Title    string
	Commands []*cobra.Command
}

// Assemble gives root these commands, the flags that all commands share, and in the last group the commands
// version and completion. A command without a long help gets that of its file, help/NAME.txt of helps.
// Mistakes in flags get errors in the words of this program, and help is broken to the width of the screen.
func (a *App) Assemble(root *cobra.Command, helps embed.FS, groups ...Group) {
	a.name = root.Name()
	setHelp := func(cmd *cobra.Command) {
		if text, err := helps.ReadFile("help/" + cmd.Name() + ".txt"); err == nil && cmd.Long == "" {
			cmd.Long = strings.TrimSuffix(string(text), "\n")
		}
	}
	setHelp(root)
	root.Version, root.SilenceErrors, root.SilenceUsage = Version(), true, true
	takeOnlyCommands(root, "command")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return a.begin(cmd) }
	flags := root.PersistentFlags()
	flags.StringVar(&a.settingsFile, "config", "", "the `FILE` of settings (default: kokyu/config.yaml in your configuration folder, if it exists)")
	flags.BoolVar(&a.JSON, "json", false, "print one JSON object instead of text")
	config.Flags(flags, "colour", "log")
	root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "color" {
			name = "colour"
		}
		return pflag.NormalizedName(name)
	})
	root.SetFlagErrorFunc(flagError)
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	// The library prints a help to the output of root: it is caught, to be broken to the width of the screen.
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		var page strings.Builder
		root.SetOut(&page)
		help(cmd, args)
		root.SetOut(a.Out)
		a.printHelp(page.String())
	})
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.Title, Title: g.Title + ":"})
		for _, cmd := range g.Commands {
			cmd.GroupID = g.Title
			setHelp(cmd)
		}
		root.AddCommand(g.Commands...)
	}
	last := groups[len(groups)-1].Title
	root.AddCommand(&cobra.Command{
		Use: "version", Short: "Print the version of the program", GroupID: last, Args: Arguments(0, 0, "none"),
		RunE: func(*cobra.Command, []string) error {
			return a.Report(map[string]string{"name": a.name, "version": Version()}, func() {
				a.Say("%s %s", a.name, Version())
			})
		},
	})
	root.AddCommand(a.manualCommand())
	root.SetHelpCommandGroupID(last)
	root.SetCompletionCommandGroupID(last)
	refuseUnknownShells(root)
	refuseRepeats(root)
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveDefault)
}

// takeOnlyCommands makes a command print its help if no subcommand is named, and refuse a word that is none; kind is
// what its subcommands are called.
func takeOnlyCommands(cmd *cobra.Command, kind string) {
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return Unknown(kind, args[0], commandNames(cmd))
		}
		return nil
	}
}

// refuseUnknownShells adds the library's command completion, and gives it errors in the words of this program: the
// library would print the help for a shell that it does not know.
func refuseUnknownShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	takeOnlyCommands(cmd, "shell")
	for _, shell := range cmd.Commands() {
		shell.Args = Arguments(0, 0, "none")
	}
}

// onceValue is the value of a flag that may be given only once. Of two values the library takes the last,
// and whoever has changed the first in a long line wonders.
type onceValue struct {
	pflag.Value
	of *pflag.Flag
}

var errTwice = errors.New("twice")

// Set refuses a second value.
func (o onceValue) Set(s string) error {
	if o.of.Changed {
		return errTwice
	}
	return o.Value.Set(s)
}

// refuseRepeats makes every flag of a command and of those below it refuse a second value, except flags
// that are lists.
func refuseRepeats(cmd *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{cmd.LocalFlags(), cmd.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			_, list := f.Value.(pflag.SliceValue)
			if _, done := f.Value.(onceValue); !done && !list {
				f.Value = onceValue{f.Value, f}
			}
		})
	}
	for _, sub := range cmd.Commands() {
		refuseRepeats(sub)
	}
}

// begin reads the settings before a command runs, and makes the log of them.
func (a *App) begin(cmd *cobra.Command) (err error) {
	a.Config, a.Settings, err = config.Load(cmd.Flags(), a.settingsFile)
	if err != nil {
		return err
	}
	a.Paint = Paint(a.usesColour())
	level, format, err := a.logFormat(a.Config.Log)
	if err != nil {
		return err
	}
	// The library would ask a terminal for its colours, and wait ten seconds if it does not answer, as recorders of
	// terminals do not. So it is given a writer that it does not recognize as a terminal, and the colours are taken
	// from the environment.
	a.Logger = log.NewWithOptions(struct{ io.Writer }{a.Err},
		log.Options{Level: level, Formatter: format, Prefix: "kokyu", ReportTimestamp: format == log.JSONFormatter})
	if Terminal(a.Err) {
		a.Logger.SetColorProfile(termenv.NewOutput(a.Err).EnvColorProfile())
	}
	a.Logger.Debug("begins", "command", cmd.CommandPath())
	return nil
}

// usesColour reports whether to print in colour: as the setting says, else on a terminal that can, unless the
// environment forbids it.
func (a *App) usesColour() bool {
	if a.Colour == "always" || a.Colour == "never" {
		return a.Colour == "always"
	}
	return a.Screen && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && !a.JSON
}

// Terminal reports whether a reader or writer is a terminal, with a person at it.
func Terminal(v any) bool {
	f, ok := v.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// Catalogue returns the built-in rows with the user's own over them.
func (a *App) Catalogue() (agent.Catalogue, error) {
	c := agent.Builtin()
	if a.Data == "" {
		return c, nil
	}
	return c.Overlay(a.Data)
}

// commandNames returns the names of the subcommands that a help lists.
func commandNames(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// Arguments returns a check that refuses fewer or more arguments than these; what names those that are
// wanted, for the error.
func Arguments(least, most int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return Mistake("an argument is missing", what)
		case len(args) > most && most == 0:
			return Mistake("the argument "+Quote(args[0])+" is too many", "none")
		case len(args) > most:
			return Mistake("the argument "+Quote(args[most])+" is too many", what)
		}
		return nil
	}
}

// ReadForm checks the value of --as, the form that a command prints in, which is one of forms; md is short for
// markdown. With --json the form is json; another form beside it is refused. Afterwards a.JSON is true for the form
// json, however it was asked for.
func (a *App) ReadForm(cmd *cobra.Command, as *string, forms []string) error {
	if *as == "md" && slices.Contains(forms, "markdown") {
		*as = "markdown"
	}
	switch {
	case !slices.Contains(forms, *as):
		return Mistake("--as is "+Quote(*as), text.OneOf(*as, forms))
	case a.JSON && cmd.Flags().Changed("as") && *as != "json":
		return Mistake("--json with --as "+*as, "one of them")
	case a.JSON:
		*as = "json"
	}
	a.JSON = *as == "json"
	return nil
}

// WantsJSON reports whether --json stands anywhere on a command line, even one that could not be read to its end.
func WantsJSON(args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, "--json") || slices.Contains(args, "--json=true")
}

// flagError returns the error of a mistake in the flags, in the words of this program. For a wrong value it
// has the help of the flag as what would be right.
func flagError(cmd *cobra.Command, err error) error {
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
		name := e.GetSpecifiedName()
		if e.GetSpecifiedShortnames() != "" {
			return Unknown("flag", "-"+name, known)
		}
		return Unknown("flag", "--"+name, known)
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		f := e.GetFlag()
		takes, usage := pflag.UnquoteUsage(f)
		return Mistake("--"+f.Name+" has no value", "--"+f.Name+" "+takes+": "+usage)
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		f := e.GetFlag()
		if errors.Is(err, errTwice) {
			return Mistake("--"+f.Name+" is there twice", "it once")
		}
		want := map[string]string{"int": "a whole number", "bool": "nothing after it, or =true or =false"}[f.Value.Type()]
		if want == "" {
			_, want = pflag.UnquoteUsage(f)
		}
		return Mistake("--"+f.Name+" is "+Quote(e.GetValue()), want)
	}
	return Mistake(strings.TrimSuffix(err.Error(), "."), "flags as "+cmd.CommandPath()+" --help lists them")
}

// logFormat returns the level and the format of the log: JSON if that is asked for, coloured text on a
// terminal, else key=value pairs, which programs read.
func (a *App) logFormat(level string) (log.Level, log.Formatter, error) {
	if level == "json" {
		return log.InfoLevel, log.JSONFormatter, nil
	}
	least, err := log.ParseLevel(level)
	if !Terminal(a.Err) {
		return least, log.LogfmtFormatter, err
	}
	return least, log.TextFormatter, err
}
