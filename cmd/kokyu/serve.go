package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kokyu/agent/serve"
	"kokyu/agent/serve/mcp"
	"kokyu/agent/serve/web"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules/text"
)

// serveFlags are the flags of serve besides settings.
type serveFlags struct {
	listen        string   // the address to listen at
	fights        string   // the folder of the fights; empty: the usual one
	lan           bool     // other machines may reach the server
	open          bool     // the page is opened in a browser
	proxies       []string // addresses of trusted proxies, which check reads
	fightOptions  serve.Options
	serverOptions serve.ServerOptions
}

// stopGrace is how long a server may take to stop: it stops within a second, and a slow disk may take
// another.
const stopGrace = 2 * time.Second

// serve returns the command that serves many fights over HTTP: the pages, the protocol for programs, and MCP.
func (a *app) serve() *cobra.Command {
	var flags serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve many fights over HTTP, with pages for GM and players",
		Args:  cli.Arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := flags.check(cmd); err != nil {
				return err
			}
			return a.serveFights(cmd.Context(), flags)
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.listen, "listen", "127.0.0.1:7747", "the `ADDRESS` to listen at; a port of 0 takes a free one")
	f.StringVar(&flags.fights, "fights", "", "the `DIR` of the fights (default: kokyu/fights in the folder of your data)")
	f.BoolVar(&flags.lan, "lan", false, "let other machines reach the server")
	f.StringArrayVar(&flags.serverOptions.Hosts, "host", nil, "a `NAME` by which other machines call the server; may be repeated")
	f.StringArrayVar(&flags.serverOptions.Origins, "origin", nil,
		"the origin of web pages that may use the server, as in https://table.example: `URL`; may be repeated")
	f.StringVar(&flags.serverOptions.Base, "base", "", "the `PATH` below which a proxy has the server, as in /kokyu")
	f.StringArrayVar(&flags.proxies, "trust-proxy", nil,
		"the `ADDRESS` of a proxy, or of a network of them, whose word counts from where a request comes; may be repeated")
	f.IntVar(&flags.fightOptions.Thinkers, "thinkers", max(1, runtime.NumCPU()-1), "searches at the same time: `N`")
	f.DurationVar(&flags.fightOptions.Budget, "budget", time.Second, "a `TIME` for one proposal, as in 2s")
	f.DurationVar(&flags.fightOptions.MaxThinkTime, "longest", 30*time.Second, "time for one search that a client asks for: `D`")
	f.DurationVar(&flags.fightOptions.Idle, "idle", 5*time.Minute, "a fight that nobody uses for `D` is unloaded")
	f.IntVar(&flags.fightOptions.Fights, "fights-max", 10_000, "most fights: `N`")
	f.IntVar(&flags.serverOptions.Streams, "streams-max", 2000, "most streams at the same time: `N`")
	f.IntVar(&flags.serverOptions.StreamsLink, "streams-link", 16, "most streams of one link: `N`")
	f.IntVar(&flags.serverOptions.Rate, "rate-max", 2000, "most requests a second: `N`")
	f.IntVar(&flags.serverOptions.RateLink, "rate-link", 200, "most requests a second of one link: `N`")
	f.BoolVar(&flags.open, "open", false, "open the page in a browser")
	config.Flag(f, "data", "data")
	return cmd
}

// localURL returns the address of the server on this machine, whatever address it listens at.
func localURL(l net.Listener) string {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return "http://localhost:" + port
}

// ownersPath is the path below which the pages take the owner's key.
const ownersPath = "/own/"

// openPage opens a page in the user's browser, with the command that each operating system has for that. It
// does not wait for the browser.
func openPage(url string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.Command("open", url).Start()
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", url).Start()
	}
	return exec.Command("xdg-open", url).Start()
}

// check refuses flags that do not go together, and completes the options by them. That other machines can
// reach the server takes two flags or none: an address that they reach, given without --lan, would be a
// surprise.
func (flags *serveFlags) check(cmd *cobra.Command) error {
	host, port, err := net.SplitHostPort(flags.listen)
	if err != nil {
		return cli.Mistake("--listen is "+cli.Quote(flags.listen), "an address and a port, as in 127.0.0.1:7747")
	}
	// Without a host the server listens at all addresses, which is not local.
	ip := net.ParseIP(host)
	isLocal := host == "localhost" || ip != nil && ip.IsLoopback()
	switch {
	// The usual address is local. With --lan alone its port is taken, at all addresses of this machine.
	case flags.lan && !cmd.Flags().Changed("listen"):
		flags.listen = ":" + port
	case flags.lan && isLocal:
		return cli.Mistake("--lan with --listen "+flags.listen, "an address that others can reach, or no --listen")
	case !flags.lan && !isLocal:
		return cli.Mistake("--listen "+flags.listen+" without --lan", "both: other machines could reach the server")
	}
	for _, limit := range []struct {
		name string
		n    int
	}{
		{"thinkers", flags.fightOptions.Thinkers}, {"fights-max", flags.fightOptions.Fights}, {"streams-max", flags.serverOptions.Streams},
		{"streams-link", flags.serverOptions.StreamsLink}, {"rate-max", flags.serverOptions.Rate}, {"rate-link", flags.serverOptions.RateLink},
	} {
		if err := cli.InRange(limit.name, limit.n, 1, cli.CountMax); err != nil {
			return err
		}
	}
	for _, limit := range []struct {
		name string
		d    time.Duration
	}{{"budget", flags.fightOptions.Budget}, {"longest", flags.fightOptions.MaxThinkTime}, {"idle", flags.fightOptions.Idle}} {
		if limit.d < time.Millisecond || limit.d > time.Hour {
			return cli.Mistake(fmt.Sprintf("--%s is %v", limit.name, limit.d), "1ms to 1h")
		}
	}
	for _, o := range flags.serverOptions.Origins {
		if err := serve.CheckOrigin(o); err != nil {
			return cli.Mistake("--origin is "+cli.Quote(o), "where pages come from, as in https://table.example")
		}
	}
	for _, at := range flags.proxies {
		proxy, err := serve.ReadProxy(at)
		if err != nil {
			return cli.Mistake("--trust-proxy is "+cli.Quote(at), "an address, as in 127.0.0.1, or a network, as in 10.0.0.0/8")
		}
		flags.serverOptions.Proxies = append(flags.serverOptions.Proxies, proxy)
	}
	if serve.CheckBase(flags.serverOptions.Base) != nil {
		return cli.Mistake("--base is "+cli.Quote(flags.serverOptions.Base),
			"a path that begins with / and does not end with it, as in /kokyu")
	}
	// Names of hosts are the same in any case.
	for i, h := range flags.serverOptions.Hosts {
		if net.ParseIP(h) == nil && (h == "" || strings.ContainsAny(h, " :/@?#")) {
			return cli.Mistake("--host is "+cli.Quote(h), "a name alone, as in table.example")
		}
		flags.serverOptions.Hosts[i] = strings.ToLower(h)
	}
	return nil
}

// serveFights serves until it is told to stop, which ends it without an error.
func (a *app) serveFights(ctx context.Context, flags serveFlags) error {
	a.Grace.Store(int64(stopGrace))
	c, err := a.Catalogue()
	if err != nil {
		return err
	}
	flags.fightOptions.Catalogue, flags.fightOptions.Log = &c, a.Logger
	fights, err := openFights(&flags.fights, flags.fightOptions)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", flags.listen)
	if err != nil {
		_ = fights.Close()
		return cli.Mistake("the server cannot listen at "+flags.listen+": "+reasonOf(err), "another --listen")
	}
	flags.serverOptions.Lan = flags.lan
	if name, err := os.Hostname(); err == nil && flags.lan { // by which others in the network may call this machine
		flags.serverOptions.Hosts = append(flags.serverOptions.Hosts, strings.ToLower(name), strings.ToLower(name)+".local")
	}
	server := serve.NewServer(fights, flags.serverOptions)
	mcp.Mount(server, mcp.Options{Version: cli.Version(), Log: a.Logger})
	web.Mount(server, web.Options{})
	// Before the addresses are printed, which depend on the port.
	server.SetListener(l)
	a.announce(flags, l, server)
	// After the addresses are printed: if no browser comes up, the owner has the link to open.
	if flags.open {
		if err := openPage(localURL(l) + flags.serverOptions.Base + ownersPath + server.Owner()); err != nil {
			a.Say("No browser could be opened (%v): open the owner's link yourself.", err)
		}
	}
	return server.Serve(ctx, l)
}

// openFights opens a folder of fights. If none is named it opens the usual one, and sets dir to that for
// messages.
func openFights(dir *string, o serve.Options) (fights *serve.Fights, err error) {
	if *dir == "" {
		*dir, err = config.Folder("fights")
	}
	if err == nil {
		fights, err = serve.Open(*dir, o)
	}
	if err != nil && !errors.Is(err, serve.ErrServed) {
		err = cli.Mistake(text.Escape(err.Error()), "a folder that can be written to: --fights FOLDER")
	}
	return fights, err
}

// reasonOf returns a network error without the operation and the addresses.
func reasonOf(err error) string {
	if e, ok := errors.AsType[*net.OpError](err); ok {
		return e.Err.Error()
	}
	return err.Error()
}

// announcement is what serve prints with --json at the start.
type announcement struct {
	URL    string   `json:"url"`
	Fights string   `json:"fights"`
	Owner  string   `json:"owner"`
	Lan    []string `json:"lan"` // the addresses at which other machines reach the server
}

// announce prints where the server is, who can reach it, and the owner's link. The link is printed only
// here.
func (a *app) announce(flags serveFlags, l net.Listener, s *serve.Server) {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	base := flags.serverOptions.Base
	out := announcement{URL: "http://" + l.Addr().String() + base, Fights: flags.fights, Owner: s.Owner(),
		Lan: append([]string{}, s.LANAddresses()...)}
	if flags.lan {
		out.URL = "http://localhost:" + port + base
	}
	if a.JSON {
		_ = serve.WriteLine(a.Out, out) // an error of printing is reported at the end
		return
	}
	dir, err := filepath.Abs(flags.fights)
	if err != nil {
		dir = flags.fights
	}
	a.Say("Serving the fights of %s at %s.", typedPath(dir), out.URL)
	if flags.lan {
		a.Say("Everybody in your network can reach it: %s. Whoever has no link sees nothing.", strings.Join(out.Lan, ", "))
	} else {
		a.Say("Only this machine can reach it.")
	}
	a.Say("The owner's link, which opens all fights kept here in a browser: %s", localURL(l)+base+ownersPath+out.Owner)
}
