package jobs

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"sync"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// A file of results is JSON lines: a header, then a line for each result, in any order. The last member of every line
// is its checksum: CRC32C of the bytes before `,"crc"`, as eight hexadecimal digits. So each line can be checked by
// itself, and a program that is killed leaves at most half a line behind.
//
//	{"kokyu_results":1,"build":"3f0c...","asked":"kokyu-lab arena ...","kind":"pair","bench":"9a1e...","crc":"5d1b0c2a"}
//	{"id":"77f2...","kind":"pair","n":0,"result":{"score":[1,0],"luck":[0.1,-0.2]},"crc":"0badcafe"}

// Limits of a file of results.
const (
	storeVersion  = 1
	storeBytesMax = 4 << 30
	storeLineMax  = ResultMax + 65<<10
)

// storeHeader is the first line.
type storeHeader struct {
	Results int    `json:"kokyu_results"` // [storeVersion]
	Build   string `json:"build"`
	Asked   string `json:"asked"` // the command, for people
	Kind    string `json:"kind"`  // of the first bench that was asked for
	Bench   ID     `json:"bench"`
}

// storeLine is one result.
type storeLine struct {
	ID     ID              `json:"id"`
	Kind   string          `json:"kind"`
	N      int             `json:"n"`
	Result json.RawMessage `json:"result"`
}

// store is a file of results. Jobs in it are not done again, and every new result is written to it at once. It is safe
// for concurrent use. A nil *store is empty and keeps nothing.
type store struct {
	Path    string
	Asked   string // the command, for people
	Dropped bool   // the file ended within a line, which was dropped

	mu         sync.Mutex
	header     *storeHeader           // nil: there is no file yet
	known      map[ID]json.RawMessage // by job
	file       *os.File
	wholeBytes int64 // bytes of whole lines
	writeErr   error // why nothing more is written
}

// OpenStore reads the file of results at a path. If there is none, [Do] makes it. A damaged file is an error with the
// place of the damage, but half a last line, which an interruption leaves, is dropped.
func OpenStore(path, asked string) (*store, error) {
	k := &store{Path: path, Asked: asked, known: map[ID]json.RawMessage{}}
	file, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist): // hours of work must not be lost to a path that cannot be written
		return k, strict.CanWrite(path)
	case err != nil:
		return nil, text.Problem{What: fmt.Sprintf("no results can be read at %q", text.Escape(path)),
			Want: "a file that --resume wrote, or none"}
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > storeBytesMax {
		return nil, text.Problem{What: fmt.Sprintf("%q is no file of results", text.Escape(path)),
			Want: fmt.Sprintf("a file of at most %d bytes", int64(storeBytesMax))}
	}
	return k, k.readLines(file)
}

// readLines reads all lines.
func (k *store) readLines(r io.Reader) error {
	in := bufio.NewReaderSize(r, 64<<10)
	for n := 1; ; n++ {
		wrong := func(what, want string) error {
			return text.Problem{File: k.Path, Line: n, Col: 1, What: what, Want: want}
		}
		line, err := readLine(in)
		switch {
		case errors.Is(err, io.EOF):
			k.Dropped = len(line) > 0
			if n == 1 && k.Dropped {
				return wrong("the file has no whole line", "the header of a file that --resume wrote")
			}
			return nil
		case err != nil:
			return wrong("the line cannot be read: "+err.Error(), fmt.Sprintf("at most %d bytes", storeLineMax))
		}
		if n == 1 {
			var h storeHeader
			if err := decodeLine(line, &h); err != nil || h.Results != storeVersion {
				return wrong("this is no file of results", "a file that --resume wrote, or the name of none")
			}
			k.header = &h
		} else {
			var l storeLine
			if err := decodeLine(line, &l); err != nil {
				return wrong("the line is damaged: "+err.Error(),
					"the line as it was written, or without it: its result is then worked out again")
			}
			if !l.ID.Valid() {
				return wrong("the line has no id", "the line as it was written")
			}
			k.known[l.ID] = l.Result
		}
		k.wholeBytes += int64(len(line)) + 1
	}
}

// readLine returns a line without its newline; with io.EOF, what there is of one.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull) && len(line) <= storeLineMax:
			continue
		case errors.Is(err, bufio.ErrBufferFull) || len(line) > storeLineMax:
			return nil, errors.New("it is too long")
		case err != nil:
			return line, err
		}
		return line[:len(line)-1], nil
	}
}

// Len returns how many results there are.
func (k *store) Len() int {
	if k == nil {
		return 0
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.known)
}

// begin is called before each bench. It opens the file at the first one, by which a file is identified: the others of
// the same command share the file. The error says that the file has results of another build or another command.
func (k *store) begin(build, kind string, bench ID) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.file != nil {
		return nil
	}
	wrong := func(what, want string) error {
		return text.Problem{File: k.Path, Line: 1, Col: 1, What: what, Want: want}
	}
	if h := k.header; h != nil {
		switch {
		case h.Build != build:
			return wrong(fmt.Sprintf("these are results of build %s of kokyu", text.Escape(h.Build)),
				"those of build "+build+", which this is, or another file")
		case h.Kind != kind || h.Bench != bench:
			return wrong(fmt.Sprintf("these are results of another question: %s", text.Escape(h.Asked)),
				"another file for this one")
		}
	}
	file, err := os.OpenFile(k.Path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("results cannot be kept: %w", err)
	}
	k.file = file
	switch {
	case k.header != nil && k.Dropped:
		return file.Truncate(k.wholeBytes)
	case k.header != nil:
		return nil
	}
	k.header = &storeHeader{storeVersion, build, k.Asked, kind, bench}
	return k.write(k.header)
}

// get returns the result of a job, if it is known.
func (k *store) get(id ID) (json.RawMessage, bool) {
	if k == nil {
		return nil, false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	raw, ok := k.known[id]
	return raw, ok
}

// put keeps a result. A job that was done twice, here and elsewhere, is kept once.
func (k *store) put(id ID, j Job, raw json.RawMessage) error {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, there := k.known[id]; there {
		return nil
	}
	k.known[id] = raw
	return k.write(storeLine{id, j.Kind, j.N, raw})
}

// write appends a line. After an error it writes no more, as a line after half a line could not be read.
func (k *store) write(v any) error {
	if k.writeErr != nil {
		return k.writeErr
	}
	line, err := encodeLine(v)
	if err == nil {
		_, err = k.file.Write(line)
	}
	if err != nil {
		k.writeErr = fmt.Errorf("results cannot be kept: %w", err)
	}
	return k.writeErr
}

// Close syncs the file to disk and closes it.
func (k *store) Close() error {
	if k == nil || k.file == nil {
		return nil
	}
	return errors.Join(k.file.Sync(), k.file.Close())
}

// castagnoli is the table of CRC32C, which detects every burst of up to 32 wrong bits.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// The text before and after the checksum of a line.
const crcBefore, crcAfter = `,"crc":"`, `"}`

// encodeLine returns a JSON object as a line with its checksum.
func encodeLine(v any) ([]byte, error) {
	body, err := Encode(v)
	if err != nil {
		return nil, err
	}
	body = bytes.TrimSuffix(body, []byte("}"))
	return fmt.Appendf(body, "%s%08x%s\n", crcBefore, crc32.Checksum(body, castagnoli), crcAfter), nil
}

// decodeLine reads a line with its checksum.
func decodeLine(line []byte, into any) error {
	if at := len(line) - len(crcBefore) - 8 - len(crcAfter); at >= 0 {
		sum := fmt.Sprintf("%s%08x%s", crcBefore, crc32.Checksum(line[:at], castagnoli), crcAfter)
		if string(line[at:]) == sum {
			return Decode(append(line[:at:at], '}'), into)
		}
	}
	return errors.New("its checksum is wrong")
}
