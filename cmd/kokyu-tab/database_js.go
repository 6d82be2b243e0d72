package main

import (
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"syscall/js"
	"time"
)

// database keeps files in the browser's database (IndexedDB), where it has no private files that can be used. What it has is known here:
// names and sizes of all, and what is in those that are open. A transaction writes a file whole; one of a program that has ended meanwhile
// writes nothing.
type database struct {
	db      js.Value
	epoch   string // of this program
	nodes   map[string]*node
	entered map[int]bool // numbers of files that are taken
}

// node is a file or a folder.
type node struct {
	info
	id   int // of what is in it; 0 of a folder
	open bool
}

// The stores of a database: of nodes by their paths, of what is in files by their numbers, and of the program that has it.
const (
	nodeStore  = "nodes"
	textStore  = "texts"
	epochStore = "program"
)

// openDatabase opens the database of a name, and takes it from a program that had it.
func openDatabase(name string) (*database, error) {
	if !js.Global().Get("indexedDB").Truthy() {
		return nil, coded("it has no database")
	}
	open, err := try(func() js.Value { return js.Global().Get("indexedDB").Call("open", name, 1) })
	if err != nil {
		return nil, err
	}
	grows := js.FuncOf(func(js.Value, []js.Value) any {
		for _, store := range []string{nodeStore, textStore, epochStore} {
			open.Get("result").Call("createObjectStore", store)
		}
		return nil
	})
	defer grows.Release()
	open.Set("onupgradeneeded", grows)
	if err := event(open, "success", "error"); err != nil {
		return nil, err
	}
	d := &database{db: open.Get("result"), epoch: js.Global().Get("crypto").Call("randomUUID").String(),
		nodes: map[string]*node{"/": {info: info{folder: true}}}, entered: map[int]bool{}}
	takes, err := d.begin("readwrite")
	if err != nil {
		return nil, err
	}
	takes.store(epochStore).Call("put", d.epoch, 0)
	paths, nodes := takes.store(nodeStore).Call("getAllKeys"), takes.store(nodeStore).Call("getAll")
	if err := takes.ends(); err != nil {
		return nil, err
	}
	for i := range paths.Get("result").Length() {
		n := nodes.Get("result").Index(i)
		of := &node{info: info{folder: n.Get("folder").Bool(), size: n.Get("size").Int(), changed: n.Get("changed").Int()}, id: n.Get("id").Int()}
		d.nodes[paths.Get("result").Index(i).String()], d.entered[of.id] = of, true
	}
	return d, nil
}

// event waits until something of a database has gone well or badly.
func event(of js.Value, well, badly string) error {
	c := make(chan error, 1)
	settle := func(failed bool) js.Func {
		return js.FuncOf(func(js.Value, []js.Value) any {
			var err error
			if e := of.Get("error"); failed && e.Truthy() {
				err = js.Error{Value: e}
			} else if failed {
				err = coded("EIO")
			}
			select {
			case c <- err:
			default:
			}
			return nil
		})
	}
	good, bad := settle(false), settle(true)
	defer good.Release()
	defer bad.Release()
	of.Set("on"+well, good)
	of.Set("on"+badly, bad)
	return <-c
}

// transaction is one of a database. What is asked of it before it ends is done whole or not at all.
type transaction struct{ js.Value }

func (t transaction) store(name string) js.Value { return t.Call("objectStore", name) }

// ends waits until what was written is on the disk.
func (t transaction) ends() error { return event(t.Value, "complete", "abort") }

func (d *database) begin(mode string) (transaction, error) {
	t, err := try(func() js.Value {
		return d.db.Call("transaction", []any{nodeStore, textStore, epochStore}, mode, map[string]any{"durability": "strict"})
	})
	return transaction{t}, err
}

// writes writes in one transaction, unless another program has the database meanwhile.
func (d *database) writes(do func(t transaction)) error {
	t, err := d.begin("readwrite")
	if err != nil {
		return err
	}
	has := t.store(epochStore).Call("get", 0)
	ours := js.FuncOf(func(js.Value, []js.Value) any {
		if has.Get("result").String() != d.epoch {
			t.Call("abort")
		}
		return nil
	})
	defer ours.Release()
	has.Set("onsuccess", ours)
	if _, err := try(func() js.Value { do(t); return js.Undefined() }); err != nil {
		return errors.Join(err, t.ends())
	}
	return t.ends()
}

// puts writes a node.
func (t transaction) puts(at string, n *node) {
	t.store(nodeStore).Call("put", map[string]any{"folder": n.folder, "size": n.size, "changed": n.changed, "id": n.id}, at)
}

func (d *database) look(at string) (info, error) {
	n := d.nodes[clean(at)]
	if n == nil {
		return info{}, coded("ENOENT")
	}
	return n.info, nil
}

func clean(at string) string { return path.Clean("/" + at) }

func (d *database) names(at string) (list []string, err error) {
	at = clean(at)
	if n := d.nodes[at]; n == nil || !n.folder {
		return nil, coded("ENOENT")
	}
	for name := range d.nodes {
		if name != "/" && path.Dir(name) == at {
			list = append(list, path.Base(name))
		}
	}
	return list, nil
}

// parent returns an error for a path in no folder.
func (d *database) parent(at string) error {
	if n := d.nodes[path.Dir(at)]; n == nil || !n.folder {
		return coded("ENOENT")
	}
	return nil
}

func (d *database) mkdir(at string) error {
	at = clean(at)
	n := &node{info: info{folder: true, changed: now()}}
	err := d.parent(at)
	if err == nil {
		err = d.writes(func(t transaction) { t.puts(at, n) })
	}
	if err == nil {
		d.nodes[at] = n
	}
	return err
}

func now() int { return int(time.Now().UnixMilli()) }

func (d *database) rename(from, to string) error {
	from, to = clean(from), clean(to)
	n, old := d.nodes[from], d.nodes[to]
	switch {
	case n == nil:
		return coded("ENOENT")
	case n.folder || old != nil && old.folder:
		return coded("EISDIR")
	case n.open || old != nil && old.open:
		return coded("EBUSY")
	}
	err := d.parent(to)
	if err == nil {
		err = d.writes(func(t transaction) {
			if old != nil {
				t.store(textStore).Call("delete", old.id)
			}
			t.store(nodeStore).Call("delete", from)
			t.puts(to, n)
		})
	}
	if err == nil {
		delete(d.nodes, from)
		d.nodes[to] = n
	}
	return err
}

func (d *database) remove(at string) error {
	at = clean(at)
	n := d.nodes[at]
	if n == nil {
		return coded("ENOENT")
	}
	if list, _ := d.names(at); n.open || len(list) > 0 {
		return coded("ENOTEMPTY")
	}
	err := d.writes(func(t transaction) {
		t.store(nodeStore).Call("delete", at)
		t.store(textStore).Call("delete", n.id)
	})
	if err == nil {
		delete(d.nodes, at)
	}
	return err
}

func (d *database) open(at string, made bool) (kept, error) {
	at = clean(at)
	n := d.nodes[at]
	if n == nil && made {
		if err := d.parent(at); err != nil {
			return nil, err
		}
		n = &node{info: info{changed: now()}, id: 1}
		for d.entered[n.id] {
			n.id++
		}
		d.nodes[at], d.entered[n.id], n.open = n, true, true
		return &databaseFile{d: d, at: at, node: n, changed: true}, nil
	}
	if n == nil {
		return nil, coded("ENOENT")
	}
	t, err := d.begin("readonly")
	if err != nil {
		return nil, err
	}
	text := t.store(textStore).Call("get", n.id)
	if err := t.ends(); err != nil {
		return nil, err
	}
	kept := text.Get("result")
	if kept.IsUndefined() || kept.Length() != n.size {
		return nil, coded("EIO")
	}
	f := &databaseFile{d: d, at: at, node: n, data: make([]byte, n.size)}
	js.CopyBytesToGo(f.data, kept)
	n.open = true
	return f, nil
}

// databaseFile is an open file.
type databaseFile struct {
	d       *database
	at      string
	node    *node
	data    []byte
	changed bool // since it was flushed
}

func (f *databaseFile) size() int { return len(f.data) }

func (f *databaseFile) read(into js.Value, at int) (int, error) {
	if at >= len(f.data) {
		return 0, nil
	}
	return js.CopyBytesToJS(into, f.data[at:]), nil
}

func (f *databaseFile) write(of js.Value, at int) (int, error) {
	f.resize(max(len(f.data), at+of.Length()))
	return js.CopyBytesToGo(f.data[at:], of), nil
}

func (f *databaseFile) truncate(size int) error {
	f.resize(size)
	return nil
}

// resize makes the file so long: what is new of it is zeros.
func (f *databaseFile) resize(size int) {
	f.data = append(f.data[:min(size, len(f.data))], make([]byte, max(0, size-len(f.data)))...)
	f.changed, f.node.size, f.node.changed = true, size, now()
}

func (f *databaseFile) flush() error {
	if !f.changed {
		return nil
	}
	f.changed = false
	text, meta := bytesOf(f.data), *f.node
	err := f.d.writes(func(t transaction) {
		t.store(textStore).Call("put", text, meta.id)
		t.puts(f.at, &meta)
	})
	if err != nil {
		f.changed = true // the next one tries it again
	}
	return err
}

func (f *databaseFile) close() error {
	f.node.open = false
	return f.flush()
}

// openDisk returns where this browser keeps the files of a site: its private files, else its database. What the database has from before there
// were private files moves there.
func openDisk(name string) (disk, error) {
	own, err := privateFiles(name)
	if err != nil {
		d, none := openDatabase(name)
		if none != nil {
			return nil, fmt.Errorf("%w; %w", err, none)
		}
		return d, nil
	}
	if all := js.Global().Get("indexedDB"); all.Truthy() && all.Get("databases").Truthy() {
		list, err := await(func() js.Value { return all.Call("databases") })
		if err != nil {
			return own, nil //nolint:nilerr // a browser that keeps none has nothing to move
		}
		for is := range items(list) {
			if is.Get("name").String() == name {
				return own, movesIn(own, name)
			}
		}
	}
	return own, nil
}

// movesIn moves all files of a database to a disk, and removes the database when they are there.
func movesIn(to disk, name string) error {
	from, err := openDatabase(name)
	if err != nil {
		return err
	}
	paths := make([]string, 0, len(from.nodes))
	for at := range from.nodes {
		paths = append(paths, at)
	}
	slices.Sort(paths) // a folder before what is in it
	for _, at := range paths {
		if from.nodes[at].folder {
			if _, err := to.look(at); err == nil {
				continue
			}
			err = to.mkdir(at)
		} else {
			err = copies(from, to, at)
		}
		if err != nil {
			return err
		}
	}
	from.db.Call("close")
	remove, err := try(func() js.Value { return js.Global().Get("indexedDB").Call("deleteDatabase", name) })
	if err != nil {
		return err
	}
	return event(remove, "success", "error")
}

// copies copies a file.
func copies(from, to disk, at string) error {
	of, err := from.open(at, false)
	if err != nil {
		return err
	}
	into, err := to.open(at, true)
	if err != nil {
		return errors.Join(err, of.close())
	}
	data := js.Global().Get("Uint8Array").New(of.size())
	_, err = of.read(data, 0)
	if err == nil {
		err = into.truncate(0)
	}
	if err == nil {
		var n int
		if n, err = into.write(data, 0); err == nil && n < of.size() {
			err = io.ErrShortWrite
		}
	}
	if err == nil {
		err = into.flush()
	}
	return errors.Join(err, into.close(), of.close())
}
