package main

import (
	"errors"
	"strings"
	"sync"
	"syscall/js"
	"time"
)

// Package os asks its host for files: functions of the object fs, each with a function as its last argument that takes an error, which
// has a code, and a result. keepFiles makes those that are needed here from the browser's private files (OPFS), so that fights are kept
// by the same lines as in a folder. A file has one handle, which nobody else in this browser can have meanwhile; what was written
// through it and flushed is there whatever becomes of the tab.

// Flags of open, as worker.js names them to package syscall.
const (
	create   = 64
	exclude  = 128
	truncate = 512
	appends  = 1024
)

// files are those of a folder.
type files struct {
	root js.Value

	mu   sync.Mutex // held by who opens, closes or moves
	held map[string]*handle
	open map[int]*opened
	last int // descriptor
}

// handle is an open file, once for all who have it open.
type handle struct {
	js.Value
	users int
}

// opened is a descriptor.
type opened struct {
	path    string
	file    js.Value
	handle  *handle // nil of a folder
	at      int     // where the next read or write is that names no place
	appends bool
}

// folder returns a folder of the browser's private files, which it makes if it is not there.
func folder(name string) (js.Value, error) {
	all, err := await(func() js.Value { return js.Global().Get("navigator").Get("storage").Call("getDirectory") })
	if err != nil {
		return all, err
	}
	return await(func() js.Value {
		return all.Call("getDirectoryHandle", js.Global().Call("encodeURIComponent", name), map[string]any{"create": true})
	})
}

// keepFiles lets package os keep files in a folder of the browser.
func keepFiles(root js.Value) {
	f := &files{root: root, held: map[string]*handle{}, open: map[int]*opened{}, last: 2}
	host := js.Global().Get("fs")
	prints := host.Get("write")
	for name, call := range map[string]func(args []js.Value) (any, error){
		"open":      func(a []js.Value) (any, error) { return f.opens(a[0].String(), a[1].Int()) },
		"close":     func(a []js.Value) (any, error) { return nil, f.closes(a[0].Int()) },
		"read":      func(a []js.Value) (any, error) { return f.transfers("read", a) },
		"write":     func(a []js.Value) (any, error) { return f.transfers("write", a) },
		"fsync":     func(a []js.Value) (any, error) { return f.does(a[0].Int(), "flush") },
		"ftruncate": func(a []js.Value) (any, error) { return f.does(a[0].Int(), "truncate", a[1]) },
		"truncate":  func(a []js.Value) (any, error) { return nil, f.cuts(a[0].String(), a[1]) },
		"fstat": func(a []js.Value) (any, error) {
			o, err := f.of(a[0].Int())
			if err != nil {
				return nil, err
			}
			return f.stat(o.file)
		},
		"stat":    func(a []js.Value) (any, error) { return f.looks(a[0].String()) },
		"lstat":   func(a []js.Value) (any, error) { return f.looks(a[0].String()) },
		"readdir": func(a []js.Value) (any, error) { return f.names(a[0].String()) },
		"mkdir":   func(a []js.Value) (any, error) { return nil, f.makes(a[0].String()) },
		"rename":  func(a []js.Value) (any, error) { return nil, f.renames(a[0].String(), a[1].String()) },
		"unlink":  func(a []js.Value) (any, error) { return nil, f.removes(a[0].String()) },
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

// place returns the folder of a path, and the last name in it; none of the path /.
func (f *files) place(path string) (dir js.Value, name string, err error) {
	dir = f.root
	for next := range strings.SplitSeq(path, "/") {
		if next == "" {
			continue
		}
		if name != "" {
			in := name
			if dir, err = await(func() js.Value { return dir.Call("getDirectoryHandle", in) }); err != nil {
				return dir, "", err
			}
		}
		name = next
	}
	return dir, name, nil
}

// find returns the file or the folder of a path. With made it makes the file if there is none.
func (f *files) find(path string, made bool) (js.Value, error) {
	dir, name, err := f.place(path)
	if err != nil || name == "" {
		return dir, err
	}
	of, err := await(func() js.Value { return dir.Call("getFileHandle", name, map[string]any{"create": made}) })
	if nameOf(err) == "TypeMismatchError" {
		return await(func() js.Value { return dir.Call("getDirectoryHandle", name) })
	}
	return of, err
}

func isFile(of js.Value) bool { return of.Get("kind").String() == "file" }

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
	if flags&exclude != 0 {
		if _, err := f.find(path, false); err == nil {
			return nil, coded("EEXIST")
		}
	}
	of, err := f.find(path, flags&create != 0)
	if err != nil {
		return nil, err
	}
	o := &opened{path: path, file: of, appends: flags&appends != 0}
	if isFile(of) {
		if o.handle = f.held[path]; o.handle == nil {
			h, err := hold(of)
			if err != nil {
				return nil, err
			}
			o.handle = &handle{Value: h}
			f.held[path] = o.handle
		}
		o.handle.users++
		if flags&truncate != 0 {
			o.handle.Call("truncate", 0)
		}
	}
	f.last++
	f.open[f.last] = o
	return f.last, nil
}

// holdMost is how long a program that has ended may take to let go of its files.
const holdMost = 5 * time.Second

// hold returns the handle of a file.
func hold(of js.Value) (js.Value, error) {
	for end := time.Now().Add(holdMost); ; time.Sleep(holdMost / 100) {
		h, err := await(func() js.Value { return of.Call("createSyncAccessHandle") })
		if nameOf(err) != "NoModificationAllowedError" || time.Now().After(end) {
			return h, err
		}
	}
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
	if o.handle.users--; o.handle.users == 0 {
		o.handle.Call("close")
		delete(f.held, o.path)
	}
	return nil
}

// transfers reads or writes: descriptor, buffer, its offset and length, and the place in the file, null for the next.
func (f *files) transfers(way string, a []js.Value) (any, error) {
	o, err := f.of(a[0].Int())
	if err != nil {
		return nil, err
	}
	if o.handle == nil {
		return nil, coded("EISDIR")
	}
	at := o.at
	if o.appends && way == "write" {
		at = o.handle.Call("getSize").Int()
	} else if !a[4].IsNull() {
		at = a[4].Int()
	}
	part := a[1].Call("subarray", a[2], a[2].Int()+a[3].Int())
	n, err := try(func() js.Value { return o.handle.Call(way, part, map[string]any{"at": at}) })
	if err == nil && a[4].IsNull() {
		o.at = at + n.Int()
	}
	return n, err
}

// does calls a method of a handle; a folder has none, and needs none.
func (f *files) does(fd int, method string, args ...any) (any, error) {
	o, err := f.of(fd)
	if err != nil || o.handle == nil {
		return nil, err
	}
	return try(func() js.Value { return o.handle.Call(method, args...) })
}

func (f *files) cuts(path string, size js.Value) error {
	fd, err := f.opens(path, 0)
	if err != nil {
		return err
	}
	_, err = f.does(fd.(int), "truncate", size)
	if err == nil {
		_, err = f.does(fd.(int), "flush")
	}
	return errors.Join(err, f.closes(fd.(int)))
}

func (f *files) looks(path string) (any, error) {
	of, err := f.find(path, false)
	if err != nil {
		return nil, err
	}
	return f.stat(of)
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

func (f *files) stat(of js.Value) (any, error) {
	is, mode, size, changed := isFile(of), folderMode, 0, 0
	if is {
		file, err := await(func() js.Value { return of.Call("getFile") })
		if err != nil {
			return nil, err
		}
		mode, size, changed = fileMode, file.Get("size").Int(), file.Get("lastModified").Int()
	}
	s := map[string]any{"mode": mode, "size": size, "atimeMs": changed, "mtimeMs": changed, "ctimeMs": changed, "nlink": 1, "blksize": 4096}
	for _, none := range []string{"dev", "ino", "uid", "gid", "rdev", "blocks"} {
		s[none] = 0
	}
	s["isDirectory"] = saying[!is]
	return s, nil
}

func (f *files) names(path string) (any, error) {
	of, err := f.find(path, false)
	if err != nil {
		return nil, err
	}
	list, keys := []any{}, of.Call("keys")
	for {
		next, err := await(func() js.Value { return keys.Call("next") })
		if err != nil || next.Get("done").Bool() {
			return list, err
		}
		list = append(list, next.Get("value"))
	}
}

func (f *files) makes(path string) error {
	if _, err := f.find(path, false); err == nil {
		return coded("EEXIST")
	}
	dir, name, err := f.place(path)
	if err != nil {
		return err
	}
	_, err = await(func() js.Value { return dir.Call("getDirectoryHandle", name, map[string]any{"create": true}) })
	return err
}

func (f *files) renames(from, to string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	of, err := f.find(from, false)
	if err != nil {
		return err
	}
	dir, name, err := f.place(to)
	if err != nil {
		return err
	}
	_, err = await(func() js.Value { return of.Call("move", dir, name) })
	return err
}

func (f *files) removes(path string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	dir, name, err := f.place(path)
	if err != nil {
		return err
	}
	_, err = await(func() js.Value { return dir.Call("removeEntry", name) })
	return err
}
