package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"kokyu/agent/serve"
	"kokyu/agent/serve/site"
	"kokyu/cmd/cli"
	"kokyu/rules/text"
)

// site returns the command that writes the folder of a program for browsers. The program itself is WebAssembly that is
// built apart, and lies beside this program in a release.
func (a *app) site() *cobra.Command {
	var out string
	var o site.Options
	cmd := &cobra.Command{
		Use:   "site --out DIR",
		Short: "Write a folder for any web host that runs the program in a browser",
		Long:  helpOf("site", site.Command),
		Args:  cli.Arguments(0, 0, ""),
		RunE: func(*cobra.Command, []string) error {
			if out == "" {
				return cli.Mistake("no folder is named", "--out DIR: a new or an empty folder, or one with a site to write anew")
			}
			if o.Wasm == "" {
				// In a release the program for browsers lies beside this one.
				program, err := os.Executable()
				if err != nil {
					return err
				}
				o.Wasm = filepath.Join(filepath.Dir(program), "kokyu.wasm")
			}
			done, err := site.Write(out, o)
			if err != nil {
				return siteMistake(err)
			}
			if a.JSON {
				return serve.WriteLine(a.Out, done)
			}
			a.Say("%s is written: %d files of %.1f MB, of which the program is %.1f MB. Put it on a web host with https.", typedPath(out), len(done.Files),
				float64(done.Bytes)/1e6, float64(done.Program)/1e6)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&out, "out", "", "the `DIR` to write: a new or an empty one, or one with a site")
	f.StringVar(&o.Wasm, "wasm", "", "the `FILE` of the program for browsers, with wasm_exec.js beside it (default: kokyu.wasm beside this program)")
	f.StringArrayVar(&o.Frames, "frame-ancestors", nil, "an origin whose pages may frame the site, as in https://www.owlbear.rodeo: `URL`; may be repeated")
	f.StringVar(&o.Base, "base", "", "the `PATH` of the site on its host, as in /kokyu, which owlbear.json has to know")
	return cmd
}

// siteMistake returns an error of writing a site as a user's mistake, with what would be right.
func siteMistake(err error) error {
	if p, ok := errors.AsType[text.Problem](err); ok {
		return cli.Mistake(p.What, p.Want)
	}
	// Of all files only those of the program can be missing: a folder that is not there is made.
	if missing, ok := errors.AsType[*fs.PathError](err); ok && errors.Is(err, fs.ErrNotExist) {
		return cli.Mistake("there is no "+cli.Quote(missing.Path),
			"what "+site.Command+" builds in the folder of the source, and --wasm names")
	}
	return cli.Mistake(fmt.Sprint(err), "a folder that can be written to")
}
