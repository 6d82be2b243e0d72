package cli

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

// Exit codes.
const (
	ExitDone        = 0
	exitNo          = 1 // ran, and the answer is no
	exitBad         = 2 // bad input, a damaged record, a limit
	ExitInterrupted = 130
)

// App is what the commands of a program share: its input and output, how its screen is, and its settings once they are read.
type App struct {
	name     string // of the program
	In       io.Reader
	Out, Err io.Writer
	Screen   bool // Out is a terminal
	Width    int  // of that, 0 unknown
	Height   int  // of that, 0 unknown
	JSON     bool
	Streams  bool   // --json prints several objects
	heard    bool   // standard input was read
	file     string // of settings

	Machines machines // that long work can be shared out over; nil: none

	Grace atomic.Int64 // how long the command may take to stop, if longer than others; in nanoseconds

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

// Run runs what the command line asks for, and returns the exit code.
func (a *App) Run(root *cobra.Command) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	err := a.runUntilSignal(ctx, func() error { return root.ExecuteContext(ctx) })
	if out, ok := a.Out.(*Output); ok && err == nil && out.Err != nil {
		err = fmt.Errorf("not everything could be printed: %w", out.Err)
	}
	a.JSON = a.JSON || err != nil && WantsJSON(os.Args[1:]) // it may stand behind a mistake in the flags
	return a.Fail(err)
}

// grace is how long a command that was told to stop may take to say what it has.
const grace = 50 * time.Millisecond

// runUntilSignal runs a command. All that works for long looks at its context and ends with its own sentence; what nobody can tell
// to stop, such as the reading of a silent pipe, is left where it stands: every line of a record is on disk already, and a
// file gets its name when it is whole.
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
	case <-time.After(max(grace, time.Duration(a.Grace.Load()))):
		return ctx.Err()
	}
}

// Measure takes the size of the screen, which may change while somebody thinks.
func (a *App) Measure() {
	if _, standard := a.Out.(*Output); a.Screen && standard {
		if w, h, err := term.GetSize(os.Stdout.Fd()); err == nil {
			a.Width, a.Height = w, h
		}
	}
}

// Output remembers that a disk is full or a reader gone, so that nobody else has to.
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

// Group is commands that are for the same people, under one heading of the help.
type Group struct {
	Title    string
	Commands []*cobra.Command
}

// Assemble makes root the command of a program that has these commands, and besides them version and completion, which are in the
// last group.
func (a *App) Assemble(root *cobra.Command, groups ...Group) {
	a.name = root.Name()
	root.Version, root.SilenceErrors, root.SilenceUsage = Version(), true, true
	root.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return Unknown("command", args[0], commandNames(cmd))
		}
		return nil
	}
	root.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return a.begin(cmd) }
	flags := root.PersistentFlags()
	flags.StringVar(&a.file, "config", "", "the `FILE` of settings (default: kokyu/config.yaml in your configuration folder, if it exists)")
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
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		var page strings.Builder
		root.SetOut(&page)
		help(cmd, args)
		root.SetOut(a.Out)
		a.page(page.String())
	})
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.Title, Title: g.Title + ":"})
		for _, cmd := range g.Commands {
			cmd.GroupID = g.Title
		}
		root.AddCommand(g.Commands...)
	}
	last := groups[len(groups)-1].Title
	root.AddCommand(&cobra.Command{
		Use: "version", Short: "Print the version of the program", GroupID: last, Args: Arguments(0, 0, "none"),
		RunE: func(*cobra.Command, []string) error {
			a.Say("%s %s", a.name, Version())
			return nil
		},
	})
	root.AddCommand(a.manual())
	root.SetHelpCommandGroupID(last)
	root.SetCompletionCommandGroupID(last)
	oneEach(root)
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveDefault)
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
func (a *App) begin(cmd *cobra.Command) (err error) {
	a.Config, a.Settings, err = config.Load(cmd.Flags(), a.file)
	if err != nil {
		return err
	}
	a.Paint = Paint(a.colours())
	level, format, err := a.logFormat(a.Config.Log)
	if err != nil {
		return err
	}
	// The library asks a terminal for its colours, and waits ten seconds where it does not answer, as recorders of terminals
	// do not. It does not see that this is one; which colours it takes the environment says.
	a.Logger = log.NewWithOptions(struct{ io.Writer }{a.Err},
		log.Options{Level: level, Formatter: format, Prefix: "kokyu", ReportTimestamp: format == log.JSONFormatter})
	if Terminal(a.Err) {
		a.Logger.SetColorProfile(termenv.NewOutput(a.Err).EnvColorProfile())
	}
	a.Logger.Debug("begins", "command", cmd.CommandPath())
	return nil
}

// colours reports whether to paint: as told, else on a terminal that takes it and nobody forbids it.
func (a *App) colours() bool {
	switch a.Colour {
	case "always":
		return true
	case "never":
		return false
	}
	return a.Screen && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && !a.JSON
}

// Terminal reports whether something is a screen or keyboard with a person at it.
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

func commandNames(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// Arguments checks how many there are; what names them.
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

// WantsJSON reports whether --json stands anywhere on a command line, which may not have been read to its end.
func WantsJSON(args []string) bool {
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

// logFormat returns the level and the form of the log.
func (a *App) logFormat(level string) (log.Level, log.Formatter, error) {
	if level == "json" {
		return log.InfoLevel, log.JSONFormatter, nil
	}
	at, err := log.ParseLevel(level)
	if !Terminal(a.Err) {
		return at, log.LogfmtFormatter, err
	}
	return at, log.TextFormatter, err
}
