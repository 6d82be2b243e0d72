package fight

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Sink stores the lines of a record. If Append returns nil the line is stored safely; if it returns an error no part of
// the line is stored.
type Sink interface {
	// Held returns how many lines the sink has already, and the checksum of the last.
	Held() (lines int, crc uint32)
	// Append keeps one more line, newline included.
	Append(line []byte) error
}

// NewSink returns a Sink that writes to w, for pipes and memory. It does not sync, and a line may be half written on
// error.
func NewSink(w io.Writer) Sink { return &writerSink{w: w} }

// writerSink is the Sink of [NewSink].
type writerSink struct {
	w     io.Writer
	lines int
	crc   uint32
}

func (s *writerSink) Held() (int, uint32) { return s.lines, s.crc }

func (s *writerSink) Append(line []byte) error {
	if _, err := s.w.Write(line); err != nil {
		return err
	}
	s.lines, s.crc = s.lines+1, lineCRC(s.crc, line)
	return nil
}

// lineCRC returns the checksum of a sealed line, which begins with that of the line before.
func lineCRC(before uint32, line []byte) uint32 {
	return crc32.Update(before, castagnoli, line[:len(line)-crcLen-1])
}

// File is a record on disk: a [Sink] that syncs every line before it takes the next. Only one program at a time writes
// it.
type File struct {
	disk   disk
	name   string
	size   int64 // of the lines that Append has confirmed
	lines  int
	crc    uint32
	broken error // the first failed append; nothing is written after it
}

// disk is what a File needs of an *os.File; tests make it fail.
type disk interface {
	io.WriterAt
	io.Closer
	Sync() error
	Truncate(size int64) error
}

// Create begins a record in a new file. It never overwrites one.
func Create(path string) (*File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists already: a record is never overwritten; choose another name or resume this one", path)
	}
	if err != nil {
		return nil, strict.Unwritable(path, err)
	}
	if err := Lock(f); err != nil {
		return nil, errors.Join(lockedError(path), f.Close())
	}
	syncDir(filepath.Dir(path))
	return &File{disk: f, name: path}, nil
}

// OpenAppend opens a record to append to it. An incomplete last line is first copied to path.torn and then cut off,
// with a warning. A record with any other damage is refused and not changed.
func OpenAppend(path string) (*File, Record, []Warning, error) {
	if at, err := os.Stat(path); err == nil && !at.IsDir() && !at.Mode().IsRegular() { // a pipe that is open for writing has no end
		return nil, Record{}, nil, text.Problem{File: path, What: "this is no file", Want: "a record"}
	}
	f, err := strict.Open(path, os.O_RDWR)
	if err != nil {
		return nil, Record{}, nil, err
	}
	file, rec, warnings, err := openAppend(f, path)
	if err != nil {
		return nil, Record{}, nil, errors.Join(err, f.Close())
	}
	return file, rec, warnings, nil
}

// openAppend locks a record, so that only one process appends to it, and reads it. An incomplete last line, as a loss
// of power leaves it, is cut off once a copy of it is on disk.
func openAppend(f *os.File, path string) (*File, Record, []Warning, error) {
	if err := Lock(f); err != nil {
		return nil, Record{}, nil, lockedError(path)
	}
	rec, warnings, err := ReadRecord(path, f)
	if err != nil {
		return nil, Record{}, nil, err
	}
	if len(warnings) > 0 {
		torn, err := keepTorn(f, rec.size, path)
		if err != nil {
			return nil, Record{}, nil, fmt.Errorf("%s: the torn last line cannot be copied, so it is not cut: %w", path, err)
		}
		if err := cutAt(f, rec.size); err != nil {
			return nil, Record{}, nil, fmt.Errorf("%s: the torn last line cannot be cut: %w", path, err)
		}
		warnings[0].What += "; a copy is in " + torn
	}
	return &File{disk: f, name: path, size: rec.size, lines: 1 + len(rec.Steps), crc: rec.crc}, rec, warnings, nil
}

// keepTorn copies an incomplete last line to a file of its own, and returns its name.
func keepTorn(f io.ReaderAt, from int64, path string) (string, error) {
	torn, err := io.ReadAll(io.NewSectionReader(f, from, RecordBytesMax))
	if err != nil {
		return "", err
	}
	name := path + ".torn"
	for i := 2; ; i++ {
		if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, torn) {
			return name, nil // an earlier resume stopped between the copy and the cut
		}
		to, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			name = fmt.Sprintf("%s.torn%d", path, i)
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = to.Write(torn)
		if err := errors.Join(err, to.Sync(), to.Close()); err != nil {
			return "", err
		}
		syncDir(filepath.Dir(path))
		return name, nil
	}
}

// Name returns the path with which the record was opened.
func (f *File) Name() string { return f.name }

// Held returns the number of lines stored, and the checksum of the last.
func (f *File) Held() (lines int, crc uint32) { return f.lines, f.crc }

// Append writes a line and syncs it. If that fails the file is truncated to the last line stored safely, and later
// calls write nothing: after a failed sync the contents of the disk are unknown until the file is read again.
func (f *File) Append(line []byte) error {
	switch {
	case f.broken != nil:
		return f.broken
	case f.size+int64(len(line)) > RecordBytesMax:
		return fmt.Errorf("%s is full: a record has at most 64 MiB", f.name)
	}
	n, err := f.disk.WriteAt(line, f.size)
	if err == nil && n < len(line) {
		err = io.ErrShortWrite
	}
	if err == nil {
		err = f.disk.Sync()
	}
	if err != nil {
		f.broken = fmt.Errorf("%s takes no more lines: %w", f.name, err)
		if err := cutAt(f.disk, f.size); err != nil {
			f.broken = fmt.Errorf("%w; what was begun could not be cut back: %w", f.broken, err)
		}
		return f.broken
	}
	f.size += int64(len(line))
	f.lines, f.crc = f.lines+1, lineCRC(f.crc, line)
	return nil
}

// Close closes the file. Every line is on disk already. A file without a line, as after a full disk, is removed so that
// its name can be used again.
func (f *File) Close() error {
	err := f.disk.Close()
	if f.lines == 0 {
		err = errors.Join(err, os.Remove(f.name))
	}
	return err
}

// cutAt cuts a file to a size, and returns when that is on disk.
func cutAt(d disk, size int64) error {
	if err := d.Truncate(size); err != nil {
		return err
	}
	return d.Sync()
}

// syncDir makes a new name in a folder durable, where the system can do that.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// lockedError returns the error of a record that another program holds.
func lockedError(path string) error {
	return fmt.Errorf("%s is being written by another program: end that one first", path)
}
