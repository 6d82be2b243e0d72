package cli

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Open begins the fight an argument names: a built-in encounter, a file with an encounter or a position, a record,
// whose fight stands at its end, or "-" for any of these on standard input.
func (a *App) Open(arg string, seed uint64) (*fight.Fight, error) {
	found, err := a.Find(arg, seed)
	if found.Record != nil {
		return FightAtEnd(*found.Record, cmp.Or(err, found.Torn))
	}
	return found.Fight, err
}

// foundFight is what an argument names: a record, or else a fight at its beginning with its rows and its file.
type foundFight struct {
	Fight *fight.Fight
	rows  agent.Catalogue
	name  string // of the file, for messages
	data  []byte // of the file

	Record *fight.Record
	Torn   error // that the last line of the record is incomplete, see [App.Record]
}

// Find finds what an argument names, as [App.Open] describes. Standard input and files without the ending
// of a record may be records, too: what is in them tells.
func (a *App) Find(arg string, seed uint64) (found foundFight, err error) {
	if found.rows, err = a.Catalogue(); err != nil {
		return found, err
	}
	var r fight.Record
	if strings.HasSuffix(arg, ".jsonl") {
		r, found.Torn, err = a.Record(arg)
		found.Record = &r
		return found, err
	}
	if found.name, found.data, err = a.Encounter(arg); err != nil {
		return found, err
	}
	if agent.IsRecord(found.name, found.data) {
		r, found.Torn, err = agent.ReadRecord(found.name, bytes.NewReader(found.data))
		found.Record = &r
		return found, err
	}
	found.Fight, err = found.rows.NewFight(found.name, found.data, agent.Setup{Seed: seed})
	return found, err
}

// Read returns the content of the file that an argument names, or of standard input if that is "-", at most
// so many bytes. name is what messages call it.
func (a *App) Read(arg string, bytesMax int64) (name string, data []byte, err error) {
	if arg != "-" {
		data, err = strict.ReadLarge(arg, bytesMax)
		return arg, data, err
	}
	if a.stdinRead {
		return "", nil, Mistake("- is there twice", "it once: standard input is read to its end")
	}
	a.stdinRead = true
	name = "standard input"
	data, err = strict.ReadFrom(name, a.In, bytesMax)
	return name, data, err
}

// SizeMax returns how many bytes a file that an argument names may have. Records, which standard input may
// be too, grow larger than what people write.
func SizeMax(arg string) int64 {
	if arg == "-" || strings.HasSuffix(arg, ".jsonl") {
		return fight.RecordBytesMax
	}
	return strict.SizeMax
}

// Encounter returns the text that an argument names: a built-in encounter's, a file's or that of standard
// input, which may be what another command has printed around a position.
func (a *App) Encounter(arg string) (name string, data []byte, err error) {
	name, data, _, err = a.EncounterIn(arg)
	return name, data, err
}

// EncounterIn does what Encounter does, and reports whether the text is a block of a larger one.
func (a *App) EncounterIn(arg string) (name string, data []byte, within bool, err error) {
	if arg != "-" {
		name, data, err = agent.ReadEncounter(arg)
	} else {
		name, data, err = a.Read(arg, fight.RecordBytesMax)
	}
	cut, within := cutFences(name, data)
	return name, cut, within, err
}

// Record reads a record from a file or from standard input. torn is the error of an incomplete last line,
// nil if it is whole; the record then has the lines before it. Most commands can do something with those,
// and return torn at their end.
func (a *App) Record(arg string) (rec fight.Record, torn, err error) {
	if arg == "-" {
		name, data, err := a.Read(arg, fight.RecordBytesMax)
		if err != nil {
			return rec, nil, err
		}
		return agent.ReadRecord(name, bytes.NewReader(data))
	}
	file, err := strict.Open(arg, os.O_RDONLY)
	if problem, is := errors.AsType[text.Problem](err); is {
		if !strings.HasSuffix(arg, ".jsonl") { // the name does not say what is wanted
			problem.Want = "the record of a fight, a .jsonl file"
		}
		return rec, nil, problem
	}
	defer file.Close()
	return agent.ReadRecord(arg, file)
}

// Writable returns an error if a command will not be able to write one of these files: a command that works
// for an hour fails before, and not at the end. An empty path is none.
func Writable(paths ...string) error {
	for i, path := range paths {
		if path == "" {
			continue
		}
		if slices.Contains(paths[:i], path) {
			return Mistake("two files are to be written to "+Quote(path), "a different name for each")
		}
		if err := strict.CanWrite(path); err != nil {
			return err
		}
	}
	return nil
}

// WriteTo lets a function write to a new file, and says that it is written, or lets it write to standard
// output if the path is empty. The file gets its name when it is whole; one that exists is never
// overwritten.
func (a *App) WriteTo(path string, write func(io.Writer) error) error {
	if path == "" {
		return write(a.Out)
	}
	if err := strict.WriteNew(path, write); err != nil {
		return err
	}
	return a.SayWritten(path, "%s is written.", text.Escape(path))
}

// SayWritten says that a file is written; with --json as an object that has its path.
func (a *App) SayWritten(path, format string, values ...any) error {
	return a.Report(map[string]string{"file": path}, func() { a.Say(format, values...) })
}

// Write writes a text to a new file.
func Write(path, text string) error {
	return strict.WriteNew(path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// cutFences returns the position in what advise or apply has printed. Of a text with a line "```yaml" it keeps the last
// block that such a line opens; of other texts it removes only the lines of ```. Removed lines are left blank, so that
// mistakes keep their places. A record stays as it is, byte by byte: each of its lines has a checksum.
func cutFences(name string, data []byte) (cut []byte, within bool) {
	if agent.IsRecord(name, data) {
		return data, false
	}
	fence := []byte("```")
	lines := bytes.Split(strict.Plain(data), []byte("\n"))
	opens := -1 // the index of the line that opens the block to keep
	for i, line := range lines {
		if bytes.HasPrefix(line, []byte("```yaml")) {
			opens = i
		}
	}
	inside := opens < 0
	for i, line := range lines {
		switch {
		case bytes.HasPrefix(line, fence):
			inside = opens < 0 || i == opens
			lines[i] = nil
		case !inside:
			lines[i] = nil
		}
	}
	return bytes.Join(lines, []byte("\n")), opens >= 0
}

// FightAtEnd returns the fight of a record, replayed to the record's end. It takes the error of reading the
// record and returns that, if it is one. A replay that differs from the record is a verdict: the record
// could be read.
func FightAtEnd(rec fight.Record, reading error) (*fight.Fight, error) {
	if reading != nil {
		return nil, reading
	}
	f, err := agent.Begin(rec)
	if err != nil {
		return nil, err
	}
	if err := agent.Replay(f, rec); err != nil {
		return nil, Verdict(err)
	}
	return f, nil
}

// DifferenceVerdict returns the error of a record whose replay differs from it.
func DifferenceVerdict(rec fight.Record, err error) error {
	return Verdict(agent.ExplainDifference(rec, err))
}
