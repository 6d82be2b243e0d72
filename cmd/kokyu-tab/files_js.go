package main

import (
	"errors"
	"sync"
	"syscall/js"
)

// Package os asks its host for files: functions of the object fs, each with a function as its last argument that takes an error, which
// has a code, and a result. keepFiles makes those that are needed here from what a browser keeps, so that fights are kept by the same
// lines as in a folder.

// Flags of open, as worker.js names them to package syscall.
const (
	create   = 64
	exclude  = 128
	truncate = 512
	appends  = 1024
)

// disk is where a browser keeps files. What was written and flushed is there whatever becomes of the tab. Paths begin with /.
type disk interface {
	look(path string) (info, error)
	open(path string, made bool) (kept, error) // a file, and with made one that is not there
	names(path string) ([]string, error)       // in a folder
	mkdir(path string) error
	rename(from, to string) error
	remove(path string) error
}

// kept is an open file, which nobody else in this browser has meanwhile.
type kept interface {
	read(into js.Value, at int) (int, error)
	write(of js.Value, at int) (int, error)
	size() int
	truncate(size int) error
	flush() error
	close() error
}

// info is what is known of a file or folder.
type info struct {
	folder        bool
	size, changed int // bytes, and milliseconds of Unix
}

// files are those of a disk that package os has open.
type files struct {
	disk disk

	mu   sync.Mutex // held by who opens, closes or moves
	held map[string]*handle
	open map[int]*opened
	last int // descriptor
}

// handle is an open file, once for all who have it open.
type handle struct {
	kept
	users int
}

// opened is a descriptor.
type opened struct {
	path    string
	handle  *handle // nil of a folder
	at      int     // where the next read or write is that names no place
	appends bool
}

// keepFiles lets package os keep files on a disk.
func keepFiles(on disk) {
	f := &files{disk: on, held: map[string]*handle{}, open: map[int]*opened{}, last: 2}
	host := js.Global().Get("fs")
	prints := host.Get("write")
	for name, call := range map[string]func(args []js.Value) (any, error){
		"open":      func(a []js.Value) (any, error) { return f.opens(a[0].String(), a[1].Int()) },
		"close":     func(a []js.Value) (any, error) { return nil, f.closes(a[0].Int()) },
		"read":      func(a []js.Value) (any, error) { return f.transfers(a, false) },
		"write":     func(a []js.Value) (any, error) { return f.transfers(a, true) },
		"fsync":     func(a []js.Value) (any, error) { return nil, f.does(a[0].Int(), kept.flush) },
		"ftruncate": func(a []js.Value) (any, error) { return nil, f.cuts(a[0].Int(), a[1].Int()) },
		"truncate":  func(a []js.Value) (any, error) { return nil, f.cutsAt(a[0].String(), a[1].Int()) },
		"fstat": func(a []js.Value) (any, error) {
			o, err := f.of(a[0].Int())
			if err != nil {
				return nil, err
			}
			return f.stat(o.path)
		},
		"stat":    func(a []js.Value) (any, error) { return f.stat(a[0].String()) },
		"lstat":   func(a []js.Value) (any, error) { return f.stat(a[0].String()) },
		"readdir": func(a []js.Value) (any, error) { return f.names(a[0].String()) },
		"mkdir":   func(a []js.Value) (any, error) { return nil, f.makes(a[0].String()) },
		"rename": func(a []js.Value) (any, error) {
			return nil, f.moves(func() error { return on.rename(a[0].String(), a[1].String()) })
		},
		"unlink": func(a []js.Value) (any, error) { return nil, f.moves(func() error { return on.remove(a[0].String()) }) },
	} {
		host.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			if name == "write" && args[0].Int() <= 2 { // what the program prints
				given := make([]any, len(args))
				for i, a := range args {
					given[i] = a
				}
				return prints.Call("apply", host, given)
			}
			go func() {
				v, err := call(args)
				args[len(args)-1].Invoke(failure(err), v)
			}()
			return nil
		}))
	}
}

// coded is an error that the host has no name for.
type coded string

func (c coded) Error() string { return string(c) }

// codes are the names of errors of a browser's files, with those of package syscall.
var codes = map[string]string{"NotFoundError": "ENOENT", "TypeMismatchError": "EISDIR", "QuotaExceededError": "ENOSPC",
	"NoModificationAllowedError": "EBUSY", "InvalidModificationError": "ENOTEMPTY", "NotAllowedError": "EACCES", "SecurityError": "EACCES"}

// failure returns an error as package syscall reads it.
func failure(err error) any {
	if err == nil {
		return nil
	}
	code := "EIO"
	if c, ok := errors.AsType[coded](err); ok {
		code = string(c)
	} else if known := codes[nameOf(err)]; known != "" {
		code = known
	}
	return map[string]any{"code": code, "message": err.Error()}
}

// nameOf returns the name of an error of the browser's.
func nameOf(err error) string {
	if e, ok := errors.AsType[js.Error](err); ok && e.Get("name").Type() == js.TypeString {
		return e.Get("name").String()
	}
	return ""
}

func (f *files) of(fd int) (*opened, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if o := f.open[fd]; o != nil {
		return o, nil
	}
	return nil, coded("EBADF")
}

func (f *files) opens(path string, flags int) (any, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	is, err := f.disk.look(path)
	if err == nil && flags&exclude != 0 {
		return nil, coded("EEXIST")
	}
	if err != nil && flags&create == 0 {
		return nil, err
	}
	o := &opened{path: path, appends: flags&appends != 0}
	if !is.folder {
		if o.handle = f.held[path]; o.handle == nil {
			h, err := f.disk.open(path, flags&create != 0)
			if err != nil {
				return nil, err
			}
			o.handle = &handle{kept: h}
			f.held[path] = o.handle
		}
		o.handle.users++
		if flags&truncate != 0 {
			if err := o.handle.truncate(0); err != nil {
				return nil, err
			}
		}
	}
	f.last++
	f.open[f.last] = o
	return f.last, nil
}

func (f *files) closes(fd int) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	o := f.open[fd]
	if o == nil {
		return coded("EBADF")
	}
	delete(f.open, fd)
	if o.handle == nil {
		return nil
	}
	if o.handle.users--; o.handle.users > 0 {
		return nil
	}
	delete(f.held, o.path)
	return o.handle.close()
}

// transfers reads or writes: descriptor, buffer, its offset and length, and the place in the file, null for the next.
func (f *files) transfers(a []js.Value, writes bool) (n int, err error) {
	o, err := f.of(a[0].Int())
	if err != nil {
		return 0, err
	}
	if o.handle == nil {
		return 0, coded("EISDIR")
	}
	at := o.at
	if o.appends && writes {
		at = o.handle.size()
	} else if !a[4].IsNull() {
		at = a[4].Int()
	}
	part := a[1].Call("subarray", a[2], a[2].Int()+a[3].Int())
	if writes {
		n, err = o.handle.write(part, at)
	} else {
		n, err = o.handle.read(part, at)
	}
	if err == nil && a[4].IsNull() {
		o.at = at + n
	}
	return n, err
}

// does does something with an open file; a folder needs none of it.
func (f *files) does(fd int, do func(kept) error) error {
	o, err := f.of(fd)
	if err != nil || o.handle == nil {
		return err
	}
	return do(o.handle.kept)
}

func (f *files) cuts(fd, size int) error {
	return f.does(fd, func(k kept) error { return k.truncate(size) })
}

func (f *files) cutsAt(path string, size int) error {
	fd, err := f.opens(path, 0)
	if err != nil {
		return err
	}
	err = f.cuts(fd.(int), size)
	if err == nil {
		err = f.does(fd.(int), kept.flush)
	}
	return errors.Join(err, f.closes(fd.(int)))
}

// saying are functions that say so.
var saying = map[bool]js.Func{
	true:  js.FuncOf(func(js.Value, []js.Value) any { return true }),
	false: js.FuncOf(func(js.Value, []js.Value) any { return false }),
}

// Modes of files and folders as Unix has them.
const (
	fileMode   = 0o100600
	folderMode = 0o040700
)

func (f *files) stat(path string) (any, error) {
	is, err := f.disk.look(path)
	if err != nil {
		return nil, err
	}
	mode := fileMode
	if is.folder {
		mode = folderMode
	}
	s := map[string]any{"mode": mode, "size": is.size, "atimeMs": is.changed, "mtimeMs": is.changed, "ctimeMs": is.changed, "nlink": 1, "blksize": 4096}
	for _, none := range []string{"dev", "ino", "uid", "gid", "rdev", "blocks"} {
		s[none] = 0
	}
	s["isDirectory"] = saying[is.folder]
	return s, nil
}

func (f *files) names(path string) (any, error) {
	names, err := f.disk.names(path)
	list := []any{}
	for _, name := range names {
		list = append(list, name)
	}
	return list, err
}

func (f *files) makes(path string) error {
	if _, err := f.disk.look(path); err == nil {
		return coded("EEXIST")
	}
	return f.disk.mkdir(path)
}

func (f *files) moves(move func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return move()
}
