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

// Folders that an encounter names by data: hold rows of a table's own, beside the encounter. A record keeps the rows of such
// folders, so that whoever goes on with it has them too.

// besideMax and besideFiles are how much the folders of one encounter may hold together: a record keeps it in one line.
const (
	besideMax   = 256 << 10 // bytes
	besideFiles = 32
)

// beside returns the catalogue with the rows of the folders that an encounter names, and those rows in the form of a record's header.
func (c Catalogue) beside(system int, file *strict.File, folders book.Folders) (Catalogue, json.RawMessage, error) {
	wrong := func(what, want string) error {
		return text.Problems{file.Problem(strict.Path{"data"}, what, want)}
	}
	if c.sent {
		return c, nil, wrong("data: would read a folder of the machine that plays the fight", "rows: with the rows themselves, or no rows of its own")
	}
	all, bytes, files := c, int64(0), 0
	for _, folder := range folders {
		if folder == "" || filepath.IsAbs(folder) {
			return c, nil, wrong(fmt.Sprintf("data: names the folder %q", folder), "a folder beside this file, as in data: rows")
		}
		dir := filepath.Join(filepath.Dir(file.Name), folder)
		entries, err := os.ReadDir(dir)
		if err != nil {
			return c, nil, wrong(fmt.Sprintf("there is no folder %q beside this file", folder), "a folder of catalogue files, as in data: rows")
		}
		n := 0
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".yaml") {
				continue
			}
			n++
			if info, err := os.Stat(filepath.Join(dir, e.Name())); err == nil {
				bytes += info.Size()
			}
		}
		switch files += n; {
		case n == 0:
			return c, nil, wrong(fmt.Sprintf("the folder %q holds no .yaml files", folder), "a folder of catalogue files, as in data: rows")
		case files > besideFiles:
			return c, nil, wrong(fmt.Sprintf("the folders of data: hold %d files", files), fmt.Sprintf("at most %d, or --data with a folder of any size", besideFiles))
		case bytes > besideMax:
			return c, nil, wrong(fmt.Sprintf("the folders of data: hold %d bytes", bytes), fmt.Sprintf("at most %d, or --data with a folder of any size", besideMax))
		}
		if all, err = all.Overlay(dir); err != nil {
			return c, nil, err
		}
	}
	rows, err := systems[system].difference(all.rows(system), c.rows(system))
	return all, rows, err
}

// WithRecordRows returns the catalogue with the rows that the header of a record keeps besides those that its fight uses.
func (c Catalogue) WithRecordRows(h fight.Header) (Catalogue, error) {
	if len(h.Rows) == 0 {
		return c, nil
	}
	i, err := systemIndex(h.System)
	if err != nil {
		return c, err
	}
	rows, err := systems[i].recordRows(c.rows(i), h.Rows)
	if err != nil {
		return c, err
	}
	return c.replaceRows(i, rows), nil
}
