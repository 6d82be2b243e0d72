package main

import (
	"strings"
	"syscall/js"
	"time"
)

// private are the browser's private files (OPFS), in a folder of their own. A file has one handle, which nobody else in this browser can
// have meanwhile.
type private struct{ root js.Value }

// privateFiles returns the private files of a name; the error is of a browser that has none, or none that can be used here.
func privateFiles(name string) (private, error) {
	storage := js.Global().Get("navigator").Get("storage")
	if !storage.Truthy() || !storage.Get("getDirectory").Truthy() {
		return private{}, coded("it has no private files")
	}
	for _, needed := range []string{"createSyncAccessHandle", "move"} {
		if of := js.Global().Get("FileSystemFileHandle"); !of.Truthy() || !of.Get("prototype").Get(needed).Truthy() {
			return private{}, coded("its private files have no " + needed)
		}
	}
	all, err := await(func() js.Value { return storage.Call("getDirectory") })
	if err != nil {
		return private{}, err
	}
	root, err := await(func() js.Value {
		return all.Call("getDirectoryHandle", js.Global().Call("encodeURIComponent", name), map[string]any{"create": true})
	})
	return private{root}, err
}

// place returns the folder of a path, and the last name in it; none of the path /.
func (p private) place(path string) (dir js.Value, name string, err error) {
	dir = p.root
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
func (p private) find(path string, made bool) (js.Value, error) {
	dir, name, err := p.place(path)
	if err != nil || name == "" {
		return dir, err
	}
	of, err := await(func() js.Value { return dir.Call("getFileHandle", name, map[string]any{"create": made}) })
	if nameOf(err) == "TypeMismatchError" {
		return await(func() js.Value { return dir.Call("getDirectoryHandle", name) })
	}
	return of, err
}

func (p private) look(path string) (info, error) {
	of, err := p.find(path, false)
	if err != nil {
		return info{}, err
	}
	if of.Get("kind").String() == "directory" {
		return info{folder: true}, nil
	}
	file, err := await(func() js.Value { return of.Call("getFile") })
	if err != nil {
		return info{}, err
	}
	return info{size: file.Get("size").Int(), changed: file.Get("lastModified").Int()}, nil
}

// holdMost is how long a program that has ended may take to let go of its files.
const holdMost = 5 * time.Second

func (p private) open(path string, made bool) (kept, error) {
	of, err := p.find(path, made)
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(holdMost); ; time.Sleep(holdMost / 100) {
		h, err := await(func() js.Value { return of.Call("createSyncAccessHandle") })
		if nameOf(err) != "NoModificationAllowedError" || time.Now().After(end) {
			return privateFile{h}, err
		}
	}
}

func (p private) names(path string) (list []string, err error) {
	of, err := p.find(path, false)
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

func (p private) mkdir(path string) error {
	dir, name, err := p.place(path)
	if err != nil {
		return err
	}
	_, err = await(func() js.Value { return dir.Call("getDirectoryHandle", name, map[string]any{"create": true}) })
	return err
}

func (p private) rename(from, to string) error {
	of, err := p.find(from, false)
	if err != nil {
		return err
	}
	dir, name, err := p.place(to)
	if err != nil {
		return err
	}
	_, err = await(func() js.Value { return of.Call("move", dir, name) })
	return err
}

func (p private) remove(path string) error {
	dir, name, err := p.place(path)
	if err != nil {
		return err
	}
	_, err = await(func() js.Value { return dir.Call("removeEntry", name) })
	return err
}

// privateFile is a handle of one.
type privateFile struct{ js.Value }

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

func (h privateFile) does(method string, args ...any) error {
	_, err := try(func() js.Value { return h.Call(method, args...) })
	return err
}

func (h privateFile) truncate(size int) error { return h.does("truncate", size) }
func (h privateFile) flush() error            { return h.does("flush") }
func (h privateFile) close() error            { return h.does("close") }
