package main

import (
	"strings"
	"syscall/js"
	"time"
)

// privateFiles are the browser's private files (OPFS), in a folder of their own for each site. While a file
// is open, nobody else in this browser can open it. So two tabs do not write to one fight.
type privateFiles struct{ root js.Value }

// openPrivateFiles returns the private files of a name. It fails if the browser has none, or none that can
// be used here: older browsers cannot write them at once, or not rename them.
func openPrivateFiles(name string) (privateFiles, error) {
	storage := js.Global().Get("navigator").Get("storage")
	if !storage.Truthy() || !storage.Get("getDirectory").Truthy() {
		return privateFiles{}, hostError("it has no private files")
	}
	for _, needed := range []string{"createSyncAccessHandle", "move"} {
		if of := js.Global().Get("FileSystemFileHandle"); !of.Truthy() || !of.Get("prototype").Get(needed).Truthy() {
			return privateFiles{}, hostError("its private files have no " + needed)
		}
	}
	all, err := await(func() js.Value { return storage.Call("getDirectory") })
	if err != nil {
		return privateFiles{}, err
	}
	root, err := await(func() js.Value {
		return all.Call("getDirectoryHandle", js.Global().Call("encodeURIComponent", name), map[string]any{"create": true})
	})
	return privateFiles{root}, err
}

// folderOf returns the folder of a path, and the last name of the path; the path / has none. The browser
// knows no paths: each folder is asked for the next.
func (p privateFiles) folderOf(path string) (dir js.Value, name string, err error) {
	dir = p.root
	for next := range strings.SplitSeq(path, "/") {
		if next == "" {
			continue
		}
		if name != "" {
			if dir, err = await(func() js.Value { return dir.Call("getDirectoryHandle", name) }); err != nil {
				return dir, "", err
			}
		}
		name = next
	}
	return dir, name, nil
}

// handleOf returns the file or the folder at a path. With made it makes the file if there is none. The
// browser has two methods for the two, and which of them is right its error tells.
func (p privateFiles) handleOf(path string, made bool) (js.Value, error) {
	dir, name, err := p.folderOf(path)
	if err != nil || name == "" {
		return dir, err
	}
	of, err := await(func() js.Value { return dir.Call("getFileHandle", name, map[string]any{"create": made}) })
	if errorName(err) == "TypeMismatchError" {
		return await(func() js.Value { return dir.Call("getDirectoryHandle", name) })
	}
	return of, err
}

// stat returns what is known of a file or folder. Folders have no time of their last change.
func (p privateFiles) stat(path string) (fileInfo, error) {
	of, err := p.handleOf(path, false)
	if err != nil {
		return fileInfo{}, err
	}
	if of.Get("kind").String() == "directory" {
		return fileInfo{folder: true}, nil
	}
	file, err := await(func() js.Value { return of.Call("getFile") })
	if err != nil {
		return fileInfo{}, err
	}
	return fileInfo{size: file.Get("size").Int(), changed: file.Get("lastModified").Int()}, nil
}

// handleWaitMax is how long to wait for a program that has ended to release a file.
const handleWaitMax = 5 * time.Second

// open opens a file. A program that has just ended, as when the page was loaded anew, may hold it for a moment still.
func (p privateFiles) open(path string, made bool) (openFile, error) {
	of, err := p.handleOf(path, made)
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(handleWaitMax); ; time.Sleep(handleWaitMax / 100) {
		h, err := await(func() js.Value { return of.Call("createSyncAccessHandle") })
		if errorName(err) != "NoModificationAllowedError" || time.Now().After(end) {
			return privateFile{h}, err
		}
	}
}

// names returns the names of what is in a folder, which the browser gives one promise after the other.
func (p privateFiles) names(path string) (list []string, err error) {
	of, err := p.handleOf(path, false)
	if err != nil {
		return nil, err
	}
	keys := of.Call("keys")
	for {
		next, err := await(func() js.Value { return keys.Call("next") })
		if err != nil || next.Get("done").Bool() {
			return list, err
		}
		list = append(list, next.Get("value").String())
	}
}

// inFolder calls change with the folder of a path and the last name of the path, and waits for the promise.
func (p privateFiles) inFolder(path string, change func(dir js.Value, name string) js.Value) error {
	dir, name, err := p.folderOf(path)
	if err != nil {
		return err
	}
	_, err = await(func() js.Value { return change(dir, name) })
	return err
}

func (p privateFiles) mkdir(path string) error {
	return p.inFolder(path, func(dir js.Value, name string) js.Value {
		return dir.Call("getDirectoryHandle", name, map[string]any{"create": true})
	})
}

func (p privateFiles) rename(from, to string) error {
	of, err := p.handleOf(from, false)
	if err != nil {
		return err
	}
	return p.inFolder(to, func(dir js.Value, name string) js.Value { return of.Call("move", dir, name) })
}

func (p privateFiles) remove(path string) error {
	return p.inFolder(path, func(dir js.Value, name string) js.Value { return dir.Call("removeEntry", name) })
}

// privateFile is an open private file.
type privateFile struct{ js.Value }

// transfer reads or writes part of a buffer, by the method of that name, at an offset in the file.
func (h privateFile) transfer(way string, part js.Value, at int) (int, error) {
	n, err := try(func() js.Value { return h.Call(way, part, map[string]any{"at": at}) })
	if err != nil {
		return 0, err
	}
	return n.Int(), nil
}

func (h privateFile) read(into js.Value, at int) (int, error) { return h.transfer("read", into, at) }
func (h privateFile) write(of js.Value, at int) (int, error)  { return h.transfer("write", of, at) }
func (h privateFile) size() int                               { return h.Call("getSize").Int() }

// call calls a method of the file that returns nothing.
func (h privateFile) call(method string, args ...any) error {
	_, err := try(func() js.Value { return h.Call(method, args...) })
	return err
}

func (h privateFile) truncate(size int) error { return h.call("truncate", size) }
func (h privateFile) flush() error            { return h.call("flush") }
func (h privateFile) close() error            { return h.call("close") }
