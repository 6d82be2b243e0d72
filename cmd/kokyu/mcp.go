package main

import (
	"cmp"
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

// mcp returns the command that an assistant starts to run fights, over standard input and output.
func (a *app) mcp() *cobra.Command {
	dir, link := "", ""
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Let an assistant run fights, over the Model Context Protocol",
		Args:  cli.Arguments(0, 0, "none"),
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.serveAssistant(cmd.Context(), dir, link) },
	}
	f := cmd.Flags()
	f.StringVar(&dir, "fights", "", "the `FOLDER` of fights (default: kokyu/fights in the folder of your data)")
	f.StringVar(&link, "link", "", "be who this `LINK` of a fight is for, as the pages of kokyu serve give it")
	config.Flags(f, "nodes", "data")
	return cmd
}

// serveAssistant serves an assistant until it goes away. Without a link it has all fights of the folder. If
// a server has the folder, the assistant joins that.
func (a *app) serveAssistant(ctx context.Context, dir, link string) error {
	if a.JSON {
		return cli.Mistake("--json with mcp", "neither: the protocol is JSON already")
	}
	fights, at, err := a.fightsOrServer(dir)
	if err != nil {
		return err
	}
	if fights == nil {
		fmt.Fprintf(a.Err, "kokyu serve has these fights already: the assistant joins it at %s, with its settings.\n", at.URL)
		if link != "" {
			at.Key = link
		}
		err := mcp.Join(ctx, at, a.In, a.Out)
		return cmp.Or(ctx.Err(), err)
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
	return errors.Join(cmp.Or(ctx.Err(), err), fights.Close())
}

// foldersMax is how many assistants of a user can have a folder of fights at once.
const foldersMax = 9

// fightsOrServer opens a folder of fights, or returns the server that has it open; one of the two is empty.
// Assistants start a program for each of their windows, so if no folder is named and another program has
// opened the usual one, the next free one is opened: fights-2 and so on.
func (a *app) fightsOrServer(dir string) (*serve.Fights, serve.ServerInfo, error) {
	var none serve.ServerInfo
	c, err := a.Catalogue()
	if err != nil {
		return nil, none, err
	}
	o := serve.Options{Catalogue: &c, Log: a.Logger, Thinkers: max(1, runtime.NumCPU()-1), Nodes: a.Nodes}
	usual := dir
	fights, err := openFights(&usual, o)
	if !errors.Is(err, serve.ErrServed) {
		return fights, none, err
	}
	if at, ok := serve.RunningAt(usual); ok {
		return nil, at, nil
	}
	// A server could be joined; another assistant cannot, so that this one gets a folder of its own.
	for n := 2; dir == "" && errors.Is(err, serve.ErrServed) && n <= foldersMax; n++ {
		next := fmt.Sprintf("%s-%d", usual, n)
		if fights, err = serve.Open(next, o); err == nil {
			a.Logger.Warn("another program serves the usual folder of fights; this one has its own", "folder", next)
		}
	}
	return fights, none, err
}
