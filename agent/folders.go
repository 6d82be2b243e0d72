package agent

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Limits of the folders of one encounter together: a record keeps their rows in one line. A folder given by --data has
// no limit.
const (
	folderBytesMax = 256 << 10
	folderFilesMax = 32
)

// overlayFolders returns the catalogue with the rows of the folders that an encounter names with data:, and those rows
// in the form of a record's header. A record keeps them, so that it can be replayed where the folders are not.
func (c Catalogue) overlayFolders(sys *system, file *strict.File,
	folders book.Folders) (Catalogue, json.RawMessage, error) {
	wrong := func(what, want string) error {
		return text.Problems{file.Problem(strict.Path{"data"}, what, want)}
	}
	if c.fromOthers {
		return c, nil, wrong("data: would read a folder of the machine that plays the fight",
			"rows: with the rows themselves, or no rows of its own")
	}
	all, bytes, files := c, int64(0), 0
	for _, folder := range folders {
		if folder == "" || filepath.IsAbs(folder) {
			return c, nil, wrong(fmt.Sprintf("data: names the folder %q", folder), "a folder beside this file, as in data: rows")
		}
		dir := filepath.Join(filepath.Dir(file.Name), folder)
		entries, err := os.ReadDir(dir)
		if err != nil {
			return c, nil, wrong(fmt.Sprintf("there is no folder %q beside this file", folder),
				"a folder of catalogue files, as in data: rows")
		}
		n := 0
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".yaml") {
				continue
			}
			n++
			// os.Stat follows links, which e.Info does not. A file that is gone by now is reported when it is read.
			if info, err := os.Stat(filepath.Join(dir, e.Name())); err == nil {
				bytes += info.Size()
			}
		}
		switch files += n; {
		case n == 0:
			return c, nil, wrong(fmt.Sprintf("the folder %q holds no .yaml files", folder),
				"a folder of catalogue files, as in data: rows")
		case files > folderFilesMax:
			return c, nil, wrong(fmt.Sprintf("the folders of data: hold %d files", files),
				fmt.Sprintf("at most %d, or --data with a folder of any size", folderFilesMax))
		case bytes > folderBytesMax:
			return c, nil, wrong(fmt.Sprintf("the folders of data: hold %d bytes", bytes),
				fmt.Sprintf("at most %d, or --data with a folder of any size", folderBytesMax))
		}
		if all, err = all.Overlay(dir); err != nil {
			return c, nil, err
		}
	}
	rows, err := sys.difference(all.rows(sys), c.rows(sys))
	return all, rows, err
}

// WithRecordRows returns the catalogue with the rows of folders that the header of a record keeps.
func (c Catalogue) WithRecordRows(h fight.Header) (Catalogue, error) {
	if len(h.Rows) == 0 {
		return c, nil
	}
	sys, err := systemNamed(h.System)
	if err != nil {
		return c, err
	}
	rows, err := sys.recordRows(c.rows(sys), h.Rows)
	if err != nil {
		return c, err
	}
	return c.replaceRows(sys, rows), nil
}
