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

// An evening is a fight that people play at a table. Its record is kept in a file even if the user names none: nobody
// can play it again.

// keepEvening records an evening in a file that it chooses, unless record, the value of --record, names one or is none.
// It returns a sentence about that, and whether it chose the file. If the record cannot be written the evening is
// played all the same.
func (a *app) keepEvening(s *session.Session, encounter, record string) (says string, isChosen bool) {
	if record == recordNone {
		return "Nothing is recorded.", false
	}
	if record != "" {
		return "The record is kept in " + typedPath(record) + ".", false
	}
	path, err := eveningFile(encounter)
	if err == nil {
		err = s.StartRecord(path)
	}
	if err != nil {
		return "Nothing is recorded: " + text.Escape(err.Error()) + ". Name a file: --record FILE.jsonl.", false
	}
	return "The record is kept in " + typedPath(path) + "; --record none keeps none.", true
}

// eveningFile makes the folder of evenings, and returns the path of a new file in it for a record of an
// encounter: ambush-3.jsonl is the third one. Nobody but this user may look into the folder.
func eveningFile(encounter string) (string, error) {
	dir, err := config.Folder("evenings")
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

// eveningName returns the file name of the nth record of an encounter, in characters that every operating
// system allows and a shell needs no quotes for. Of a path only the last part counts, without its ending.
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

// typedPath returns a path as it is typed in a shell, with ~/ for the user's folder. Windows has no such
// sign.
func typedPath(path string) string {
	home, err := os.UserHomeDir()
	if err == nil && runtime.GOOS != "windows" && filepath.IsAbs(home) {
		if below, isBelow := strings.CutPrefix(path, filepath.Clean(home)+"/"); isBelow && below != "" {
			return "~/" + cli.ShellQuote(below)
		}
	}
	return cli.ShellQuote(path)
}
