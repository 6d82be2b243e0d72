package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"kokyu/agent/session"
	"kokyu/cmd/cli"
	"kokyu/config"
	"kokyu/rules/text"
)

// The record of an evening at the table gets a file even if the user names none.

// recordEvening records an evening, unless it was refused or has a file already, and says so; unnamed is true if it chose
// the file. If the record cannot be written the evening is played all the same.
func (a *app) recordEvening(s *session.Session, encounter, record string) (says string, unnamed bool) {
	switch record {
	case unrecorded:
		return "Nothing is recorded.", false
	case "":
	default:
		return "The record is kept in " + typedPath(record) + ".", false
	}
	path, err := eveningFile(encounter)
	if err == nil {
		err = s.Keep(path)
	}
	if err != nil {
		return "Nothing is recorded: " + text.Escape(err.Error()) + ". Name a file: --record FILE.jsonl.", false
	}
	return "The record is kept in " + typedPath(path) + "; --record none keeps none.", true
}

// eveningFile returns the path of a new file for a record of an encounter, as ambush-3.jsonl, and makes its folder.
func eveningFile(encounter string) (string, error) {
	dir, err := config.Evenings()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("the folder for records cannot be made: %w", err)
	}
	for n := 1; ; n++ {
		path := filepath.Join(dir, eveningName(encounter, n))
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			return path, nil
		} else if err != nil {
			return "", err
		}
	}
}

// eveningName returns the file name of the nth record of an encounter. Every operating system allows it, and a shell needs no quotes.
func eveningName(encounter string, n int) string {
	stem := filepath.Base(encounter)
	stem = strings.Map(func(r rune) rune {
		if strings.ContainsRune("/\\:*?\"<>|'` ", r) || !text.Prints(r) {
			return '-'
		}
		return r
	}, strings.TrimSuffix(stem, filepath.Ext(stem)))
	return fmt.Sprintf("%s-%d.jsonl", cmp.Or(strings.TrimLeft(stem, "-."), "fight"), n)
}

// typedPath returns a path as a shell takes it, ~/ for the user's folder.
func typedPath(path string) string {
	home, err := os.UserHomeDir()
	if err == nil && runtime.GOOS != "windows" && filepath.IsAbs(home) {
		if below, ok := strings.CutPrefix(path, filepath.Clean(home)+"/"); ok && below != "" {
			return "~/" + cli.ShellQuote(below)
		}
	}
	return cli.ShellQuote(path)
}
