package main

import (
	"errors"
	"sync"
	"syscall/js"
)

// In a browser package os asks its host for files: it calls functions of the JavaScript object fs, whose last argument
// is a function that takes an error, which has a code, and a result. keepFiles sets the functions that are needed here,
// so that the same code keeps fights as in a folder.

// Flags of open, with the values by which worker.js names them to package syscall.
const (
	flagCreate   = 64
	flagExclude  = 128
	flagTruncate = 512
	flagAppend   = 1024
)

// disk is where a browser keeps files. What was written and flushed stays there whatever becomes of the
// tab. Paths begin with /. Errors have the codes of package syscall, see errorFor.
type disk interface {
	stat(path string) (fileInfo, error)
	open(path string, made bool) (openFile, error) // a file; with made, one that is not there is made
	names(path string) ([]string, error)           // of a folder
	mkdir(path string) error
	rename(from, to string) error
	remove(path string) error
}

// openFile is an open file, which nobody else in this browser can open meanwhile.
type openFile interface {
	read(into js.Value, at int) (int, error)
	write(of js.Value, at int) (int, error)
	size() int
	truncate(size int) error
	flush() error
	close() error
}

// fileInfo is what is known of a file or folder.
type fileInfo struct {
	folder        bool
	size, changed int // bytes, and milliseconds of Unix
}

// files are the files of a disk that package os has open.
type files struct {
	disk disk

	mu             sync.Mutex          // held while files are opened, closed or moved
	handles        map[string]*handle  // the open files, by their paths
	descriptors    map[int]*descriptor // by the numbers that package os has for them
	lastDescriptor int
}

// handle is an open file, shared by all descriptors of it.
type handle struct {
	openFile
	users int
}

// descriptor is what a file descriptor of package os stands for.
type descriptor struct {
	path    string
	handle  *handle // nil of a folder
	at      int     // the offset of the next read or write that names none
	appends bool
}

// keepFiles makes package os keep its files on a disk. What the program prints still goes where it went.
// Each call is answered by a goroutine, because the disk may have to wait for a promise, and the callback
// of JavaScript must return before.
func keepFiles(on disk) {
	f := &files{disk: on, handles: map[string]*handle{}, descriptors: map[int]*descriptor{}, lastDescriptor: 2}
	host := js.Global().Get("fs")
	hostWrite := host.Get("write")
	for name, call := range map[string]func(args []js.Value) (any, error){
		"open":      func(a []js.Value) (any, error) { return f.openFile(a[0].String(), a[1].Int()) },
		"close":     func(a []js.Value) (any, error) { return nil, f.closeFile(a[0].Int()) },
		"read":      func(a []js.Value) (any, error) { return f.transfer(a, false) },
		"write":     func(a []js.Value) (any, error) { return f.transfer(a, true) },
		"fsync":     func(a []js.Value) (any, error) { return nil, f.withOpenFile(a[0].Int(), openFile.flush) },
		"ftruncate": func(a []js.Value) (any, error) { return nil, f.truncateOpen(a[0].Int(), a[1].Int()) },
		"truncate":  func(a []js.Value) (any, error) { return nil, f.truncatePath(a[0].String(), a[1].Int()) },
		"fstat": func(a []js.Value) (any, error) {
			o, err := f.descriptorOf(a[0].Int())
			if err != nil {
				return nil, err
			}
			return f.stat(o.path)
		},
		"stat":    func(a []js.Value) (any, error) { return f.stat(a[0].String()) },
		"lstat":   func(a []js.Value) (any, error) { return f.stat(a[0].String()) },
		"readdir": func(a []js.Value) (any, error) { return f.names(a[0].String()) },
		"mkdir":   func(a []js.Value) (any, error) { return nil, f.makeFolder(a[0].String()) },
		"rename": func(a []js.Value) (any, error) {
			return nil, f.withLock(func() error { return on.rename(a[0].String(), a[1].String()) })
		},
		"unlink": func(a []js.Value) (any, error) {
			return nil, f.withLock(func() error { return on.remove(a[0].String()) })
		},
	} {
		host.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			if name == "write" && args[0].Int() <= 2 { // standard output and error stay with the host
				given := make([]any, len(args))
				for i, a := range args {
					given[i] = a
				}
				return hostWrite.Call("apply", host, given)
			}
			go func() {
				v, err := call(args)
				args[len(args)-1].Invoke(errorFor(err), v)
			}()
			return nil
		}))
	}
}

// hostError is an error of this package: a code of package syscall, or a sentence.
type hostError string

func (c hostError) Error() string { return string(c) }

// codesByName are the codes of package syscall by the names of a browser's errors.
var codesByName = map[string]string{"NotFoundError": "ENOENT", "TypeMismatchError": "EISDIR", "QuotaExceededError": "ENOSPC",
	"NoModificationAllowedError": "EBUSY", "InvalidModificationError": "ENOTEMPTY",
	"NotAllowedError": "EACCES", "SecurityError": "EACCES"}

// errorFor returns an error in the form in which package syscall reads it: an object with a code. An error
// of the browser that has no such code becomes EIO, and its text stays in the message.
func errorFor(err error) any {
	if err == nil {
		return nil
	}
	code := "EIO"
	if c, ok := errors.AsType[hostError](err); ok {
		code = string(c)
	} else if known := codesByName[errorName(err)]; known != "" {
		code = known
	}
	return map[string]any{"code": code, "message": err.Error()}
}

// errorName returns the name of an error of the browser, as NotFoundError; empty for other errors.
func errorName(err error) string {
	if e, ok := errors.AsType[js.Error](err); ok && e.Get("name").Type() == js.TypeString {
		return e.Get("name").String()
	}
	return ""
}

// descriptorOf returns what a file descriptor stands for.
func (f *files) descriptorOf(fd int) (*descriptor, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if o := f.descriptors[fd]; o != nil {
		return o, nil
	}
	return nil, hostError("EBADF")
}

// openFile opens a file or folder, with flags of open, and returns its descriptor. A file that is open
// already is shared by both descriptors, because a disk opens it only once. Of the flags only those count
// that change what is opened: reading and writing are never refused.
func (f *files) openFile(path string, flags int) (any, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	is, err := f.disk.stat(path)
	if err == nil && flags&flagExclude != 0 {
		return nil, hostError("EEXIST")
	}
	if err != nil && flags&flagCreate == 0 {
		return nil, err
	}
	o := &descriptor{path: path, appends: flags&flagAppend != 0}
	if !is.folder {
		if o.handle = f.handles[path]; o.handle == nil {
			h, err := f.disk.open(path, flags&flagCreate != 0)
			if err != nil {
				return nil, err
			}
			o.handle = &handle{openFile: h}
			f.handles[path] = o.handle
		}
		o.handle.users++
		if flags&flagTruncate != 0 {
			if err := o.handle.truncate(0); err != nil {
				return nil, err
			}
		}
	}
	f.lastDescriptor++
	f.descriptors[f.lastDescriptor] = o
	return f.lastDescriptor, nil
}

// closeFile closes a descriptor. The file is closed with the last descriptor of it.
func (f *files) closeFile(fd int) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	o := f.descriptors[fd]
	if o == nil {
		return hostError("EBADF")
	}
	delete(f.descriptors, fd)
	if o.handle == nil {
		return nil
	}
	if o.handle.users--; o.handle.users > 0 {
		return nil
	}
	delete(f.handles, o.path)
	return o.handle.close()
}

// transfer reads or writes. Its arguments are those of fs.read: the descriptor, the buffer, offset and
// length of the part of it, and the offset in the file, null for the descriptor's own, which then moves on.
func (f *files) transfer(a []js.Value, writes bool) (n int, err error) {
	o, err := f.descriptorOf(a[0].Int())
	if err != nil {
		return 0, err
	}
	if o.handle == nil {
		return 0, hostError("EISDIR")
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

// withOpenFile calls do with the open file of a descriptor. Of a folder it does nothing: package os syncs
// folders, too.
func (f *files) withOpenFile(fd int, do func(openFile) error) error {
	o, err := f.descriptorOf(fd)
	if err != nil || o.handle == nil {
		return err
	}
	return do(o.handle.openFile)
}

// truncateOpen sets the size of an open file.
func (f *files) truncateOpen(fd, size int) error {
	return f.withOpenFile(fd, func(k openFile) error { return k.truncate(size) })
}

// truncatePath sets the size of the file at a path, and flushes it: nobody else will.
func (f *files) truncatePath(path string, size int) error {
	fd, err := f.openFile(path, 0)
	if err != nil {
		return err
	}
	err = f.truncateOpen(fd.(int), size)
	if err == nil {
		err = f.withOpenFile(fd.(int), openFile.flush)
	}
	return errors.Join(err, f.closeFile(fd.(int)))
}

// boolFuncs are JavaScript functions that return true and false. They are made once, for each that is made has to be
// released.
var boolFuncs = map[bool]js.Func{
	true:  js.FuncOf(func(js.Value, []js.Value) any { return true }),
	false: js.FuncOf(func(js.Value, []js.Value) any { return false }),
}

// Modes of files and folders, as Unix has them.
const (
	fileMode   = 0o100600
	folderMode = 0o040700
)

// stat returns what package os asks of a file, in the form of Node's fs.Stats.
func (f *files) stat(path string) (any, error) {
	is, err := f.disk.stat(path)
	if err != nil {
		return nil, err
	}
	mode := fileMode
	if is.folder {
		mode = folderMode
	}
	s := map[string]any{"mode": mode, "size": is.size, "atimeMs": is.changed, "mtimeMs": is.changed,
		"ctimeMs": is.changed, "nlink": 1, "blksize": 4096}
	for _, none := range []string{"dev", "ino", "uid", "gid", "rdev", "blocks"} {
		s[none] = 0
	}
	s["isDirectory"] = boolFuncs[is.folder]
	return s, nil
}

// names returns the names of what is in a folder, in a form that JavaScript takes.
func (f *files) names(path string) (any, error) {
	names, err := f.disk.names(path)
	list := []any{}
	for _, name := range names {
		list = append(list, name)
	}
	return list, err
}

// makeFolder makes a folder, and fails if something has its path: a disk need not notice that.
func (f *files) makeFolder(path string) error {
	if _, err := f.disk.stat(path); err == nil {
		return hostError("EEXIST")
	}
	return f.disk.mkdir(path)
}

// withLock makes a change in a folder while no file is opened or closed, so that a file does not move while
// it is opened.
func (f *files) withLock(move func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return move()
}
