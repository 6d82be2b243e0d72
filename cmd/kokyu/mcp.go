package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"kokyu/agent/serve"
	"kokyu/agent/serve/mcp"
	"kokyu/cmd/cli"
	"kokyu/config"
)

func (a *app) mcp() *cobra.Command {
	dir, link := "", ""
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Let an assistant run fights, over the Model Context Protocol",
		Long: `Serves an assistant that speaks the Model Context Protocol (MCP): it begins fights, proposes what foes do, takes the choices
and dice of the table, and tells what happened. An assistant starts this program itself and speaks with it over standard input
and output; this is its configuration:

  {"mcpServers": {"kokyu": {"command": "kokyu", "args": ["mcp"]}}}

Then say, for example: "Run the encounter ambush with kokyu. We play the travellers."

Every fight is recorded in the folder of fights as it goes, and goes on where it was left. Without --link the assistant is the GM
of every fight of the folder. With the link of a seat it is that seat, and receives only what the seat may know. The same tools
are at /mcp of kokyu serve, for an assistant that is to share fights with others.`,
		Args: cli.Arguments(0, 0, "none"),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.assist(cmd.Context(), dir, link) },
	}
	f := cmd.Flags()
	f.StringVar(&dir, "fights", "", "the `FOLDER` of fights (default: kokyu/fights in the folder of your data)")
	f.StringVar(&link, "link", "", "be who this `LINK` of a fight is for, as new_fight and kokyu serve give it")
	config.Flags(f, "nodes", "data")
	return cmd
}

// assist serves an assistant until it goes away.
func (a *app) assist(ctx context.Context, dir, link string) error {
	if a.JSON {
		return cli.Mistake("--json with mcp", "neither: the protocol is JSON already")
	}
	fights, err := a.fightsFor(dir)
	if err != nil {
		return err
	}
	var access *serve.Access
	if link != "" {
		opens, err := fights.Access(link)
		if err != nil {
			return errors.Join(err, fights.Close())
		}
		access = &opens
	}
	err = mcp.Serve(ctx, fights, access, mcp.Options{Version: cli.Version(), Log: a.Logger}, a.In, a.Out)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return errors.Join(err, fights.Close())
}

// foldersMax is how many assistants of one user have a folder of fights at once.
const foldersMax = 9

// fightsFor opens a folder of fights. Assistants start a program for each of their windows: where no folder is named and another
// program serves the usual one, the next is taken.
func (a *app) fightsFor(dir string) (*serve.Fights, error) {
	c, err := a.Catalogue()
	if err != nil {
		return nil, err
	}
	o := serve.Options{Catalogue: &c, Log: a.Logger, Thinkers: max(1, runtime.NumCPU()-1), Nodes: a.Nodes}
	if dir != "" {
		return serve.Open(dir, o)
	}
	usual := ""
	if fights, err := openFights(&usual, o); !errors.Is(err, serve.ErrServed) {
		return fights, err
	}
	for n := 2; ; n++ {
		fights, err := serve.Open(fmt.Sprintf("%s-%d", usual, n), o)
		if err == nil {
			a.Logger.Warn("another program serves the usual folder of fights; this one has its own", "folder", fmt.Sprintf("%s-%d", usual, n))
		}
		if err == nil || n == foldersMax || !errors.Is(err, serve.ErrServed) {
			return fights, err
		}
	}
}
