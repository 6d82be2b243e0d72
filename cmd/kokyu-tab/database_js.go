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

// database keeps files in the browser's database (IndexedDB), for browsers without private files that can
// be used. Names and sizes of all files, and the contents of open ones, are kept in memory too: package os
// asks for them, and the database answers only with promises. A transaction writes a whole file. It writes
// nothing if another program has taken the database meanwhile.
type database struct {
	db      js.Value         // the IDBDatabase
	epoch   string           // names this program; the one in the database names the program that has it
	nodes   map[string]*node // all files and folders, by their paths
	usedIDs map[int]bool     // the numbers of contents that are in use
}

// node is a file or a folder.
type node struct {
	fileInfo
	id   int // the number of its contents; 0 for a folder
	open bool
}

// The stores of a database: nodes by their paths, contents of files by their numbers, and the epoch of the program that
// has it, by 0.
const (
	nodeStore  = "nodes"
	textStore  = "texts"
	epochStore = "program"
)

// openDatabase opens the database of a name, and takes it from the program that had it: one whose page was
// loaded anew may still run for a moment, and must not write any more.
func openDatabase(name string) (*database, error) {
	if !js.Global().Get("indexedDB").Truthy() {
		return nil, hostError("it has no database")
	}
	open, err := try(func() js.Value { return js.Global().Get("indexedDB").Call("open", name, 1) })
	if err != nil {
		return nil, err
	}
	create := js.FuncOf(func(js.Value, []js.Value) any {
		for _, store := range []string{nodeStore, textStore, epochStore} {
			open.Get("result").Call("createObjectStore", store)
		}
		return nil
	})
	defer create.Release()
	open.Set("onupgradeneeded", create)
	if err := waitFor(open, "success", "error"); err != nil {
		return nil, err
	}
	d := &database{db: open.Get("result"), epoch: js.Global().Get("crypto").Call("randomUUID").String(),
		nodes: map[string]*node{"/": {fileInfo: fileInfo{folder: true}}}, usedIDs: map[int]bool{}}
	t, err := d.beginTransaction("readwrite")
	if err != nil {
		return nil, err
	}
	t.store(epochStore).Call("put", d.epoch, 0)
	paths, nodes := t.store(nodeStore).Call("getAllKeys"), t.store(nodeStore).Call("getAll")
	if err := t.wait(); err != nil {
		return nil, err
	}
	for i := range paths.Get("result").Length() {
		n := nodes.Get("result").Index(i)
		kept := &node{fileInfo: fileInfo{folder: n.Get("folder").Bool(), size: n.Get("size").Int(), changed: n.Get("changed").Int()}, id: n.Get("id").Int()}
		d.nodes[paths.Get("result").Index(i).String()], d.usedIDs[kept.id] = kept, true
	}
	return d, nil
}

// waitFor waits until one of two events of a request or transaction comes: that it has gone well, or badly.
// The buffer of the channel takes the first of them, and the browser's thread never waits.
func waitFor(of js.Value, well, badly string) error {
	c := make(chan error, 1)
	settle := func(failed bool) js.Func {
		return js.FuncOf(func(js.Value, []js.Value) any {
			var err error
			if e := of.Get("error"); failed && e.Truthy() {
				err = js.Error{Value: e}
			} else if failed {
				err = hostError("EIO")
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

// transaction is a transaction of a database. What is asked of it before it ends is done as a whole or not at all.
type transaction struct{ js.Value }

// store returns one of the stores above.
func (t transaction) store(name string) js.Value { return t.Call("objectStore", name) }

// wait waits until the transaction has ended, and what it wrote is on the disk.
func (t transaction) wait() error { return waitFor(t.Value, "complete", "abort") }

// beginTransaction begins a transaction on all stores, which is strict: it ends when what it wrote is on
// the disk, not in a cache. A step of a fight is acknowledged only then.
func (d *database) beginTransaction(mode string) (transaction, error) {
	t, err := try(func() js.Value {
		return d.db.Call("transaction", []any{nodeStore, textStore, epochStore}, mode, map[string]any{"durability": "strict"})
	})
	return transaction{t}, err
}

// write calls do with a transaction, and waits for its end. If another program has taken the database
// meanwhile, the transaction is aborted: what it reads of the epoch and what it writes belong together.
func (d *database) write(do func(t transaction)) error {
	t, err := d.beginTransaction("readwrite")
	if err != nil {
		return err
	}
	epoch := t.store(epochStore).Call("get", 0)
	check := js.FuncOf(func(js.Value, []js.Value) any {
		if epoch.Get("result").String() != d.epoch {
			t.Call("abort")
		}
		return nil
	})
	defer check.Release()
	epoch.Set("onsuccess", check)
	if _, err := try(func() js.Value { do(t); return js.Undefined() }); err != nil {
		return errors.Join(err, t.wait())
	}
	return t.wait()
}

// putNode writes a node.
func (t transaction) putNode(at string, n *node) {
	t.store(nodeStore).Call("put", map[string]any{"folder": n.folder, "size": n.size, "changed": n.changed, "id": n.id}, at)
}

// The methods of [disk]. mkdir, rename and remove change what is in memory only after the transaction has ended well.

func (d *database) stat(at string) (fileInfo, error) {
	n := d.nodes[cleanPath(at)]
	if n == nil {
		return fileInfo{}, hostError("ENOENT")
	}
	return n.fileInfo, nil
}

// cleanPath returns a path in the one form by which nodes are kept.
func cleanPath(at string) string { return path.Clean("/" + at) }

// names returns the names of what is in a folder.
func (d *database) names(at string) (list []string, err error) {
	at = cleanPath(at)
	if n := d.nodes[at]; n == nil || !n.folder {
		return nil, hostError("ENOENT")
	}
	for name := range d.nodes {
		if name != "/" && path.Dir(name) == at {
			list = append(list, path.Base(name))
		}
	}
	return list, nil
}

// checkParent returns an error if the folder of a path does not exist.
func (d *database) checkParent(at string) error {
	if n := d.nodes[path.Dir(at)]; n == nil || !n.folder {
		return hostError("ENOENT")
	}
	return nil
}

// mkdir makes a folder, whose own folder exists.
func (d *database) mkdir(at string) error {
	at = cleanPath(at)
	n := &node{fileInfo: fileInfo{folder: true, changed: now()}}
	err := d.checkParent(at)
	if err == nil {
		err = d.write(func(t transaction) { t.putNode(at, n) })
	}
	if err == nil {
		d.nodes[at] = n
	}
	return err
}

// now returns the time as files have it, in milliseconds of Unix.
func now() int { return int(time.Now().UnixMilli()) }

// rename gives a file another path, and removes a file that has that path already, as rename does under Unix. Files are
// written under other names first, and renamed when they are whole.
func (d *database) rename(from, to string) error {
	from, to = cleanPath(from), cleanPath(to)
	n, old := d.nodes[from], d.nodes[to]
	switch {
	case n == nil:
		return hostError("ENOENT")
	case n == old: // it has that path already
		return nil
	case n.folder || old != nil && old.folder:
		return hostError("EISDIR")
	case n.open || old != nil && old.open:
		return hostError("EBUSY")
	}
	err := d.checkParent(to)
	if err == nil {
		err = d.write(func(t transaction) {
			// In one transaction: who reads the name finds the old contents or the new ones, and never none.
			if old != nil {
				t.store(textStore).Call("delete", old.id)
			}
			t.store(nodeStore).Call("delete", from)
			t.putNode(to, n)
		})
	}
	if err == nil {
		delete(d.nodes, from)
		d.nodes[to] = n
		if old != nil {
			delete(d.usedIDs, old.id)
		}
	}
	return err
}

// remove removes a file, or a folder that is empty.
func (d *database) remove(at string) error {
	at = cleanPath(at)
	n := d.nodes[at]
	if n == nil {
		return hostError("ENOENT")
	}
	if list, _ := d.names(at); n.open || len(list) > 0 {
		return hostError("ENOTEMPTY")
	}
	err := d.write(func(t transaction) {
		t.store(nodeStore).Call("delete", at)
		t.store(textStore).Call("delete", n.id)
	})
	if err == nil {
		delete(d.nodes, at)
		if !n.folder { // whose number is 0, and nobody's
			delete(d.usedIDs, n.id)
		}
	}
	return err
}

// open opens a file and reads all of it. A new one is in the database only once it is flushed.
func (d *database) open(at string, made bool) (openFile, error) {
	at = cleanPath(at)
	n := d.nodes[at]
	if n == nil && made {
		if err := d.checkParent(at); err != nil {
			return nil, err
		}
		n = &node{fileInfo: fileInfo{changed: now()}, id: 1}
		// The smallest number that no contents have; 0 is for folders.
		for d.usedIDs[n.id] {
			n.id++
		}
		d.nodes[at], d.usedIDs[n.id], n.open = n, true, true
		return &databaseFile{d: d, at: at, node: n, isDirty: true}, nil
	}
	if n == nil {
		return nil, hostError("ENOENT")
	}
	t, err := d.beginTransaction("readonly")
	if err != nil {
		return nil, err
	}
	text := t.store(textStore).Call("get", n.id)
	if err := t.wait(); err != nil {
		return nil, err
	}
	kept := text.Get("result")
	if kept.IsUndefined() || kept.Length() != n.size {
		return nil, hostError("EIO")
	}
	f := &databaseFile{d: d, at: at, node: n, data: make([]byte, n.size)}
	js.CopyBytesToGo(f.data, kept)
	n.open = true
	return f, nil
}

// databaseFile is an open file, whose whole content is in memory.
type databaseFile struct {
	d       *database
	at      string
	node    *node
	data    []byte
	isDirty bool // it has changed since it was flushed
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

// resize sets the size of the file, and fills what is new with zeros.
func (f *databaseFile) resize(size int) {
	f.data = append(f.data[:min(size, len(f.data))], make([]byte, max(0, size-len(f.data)))...)
	f.isDirty, f.node.size, f.node.changed = true, size, now()
}

// flush writes the whole file and its node, if it has changed. A record of a fight grows by some hundred
// bytes a step, and is written anew each time: the database has no way to write a part.
func (f *databaseFile) flush() error {
	if !f.isDirty {
		return nil
	}
	f.isDirty = false // before the write: what is written meanwhile makes it dirty again
	text, meta := bytesOf(f.data), *f.node
	err := f.d.write(func(t transaction) {
		t.store(textStore).Call("put", text, meta.id)
		t.putNode(f.at, &meta)
	})
	if err != nil {
		f.isDirty = true // the next flush tries again
	}
	return err
}

func (f *databaseFile) close() error {
	f.node.open = false
	return f.flush()
}

// openDisk returns where this browser keeps the files of a site: in its private files, else in its
// database. What is in the database from a time when the browser had no private files is moved to them. The
// error says why neither can be used.
func openDisk(name string) (disk, error) {
	own, err := openPrivateFiles(name)
	if err != nil {
		d, noDatabase := openDatabase(name)
		if noDatabase != nil {
			return nil, fmt.Errorf("%w; %w", err, noDatabase)
		}
		return d, nil
	}
	if all := js.Global().Get("indexedDB"); all.Truthy() && all.Get("databases").Truthy() {
		list, err := await(func() js.Value { return all.Call("databases") })
		if err != nil {
			return own, nil //nolint:nilerr // a browser that cannot list databases has nothing to move
		}
		for each := range itemsOf(list) {
			if each.Get("name").String() == name {
				return own, moveFiles(own, name)
			}
		}
	}
	return own, nil
}

// moveFiles copies all files of a database to a disk, and then removes the database. If it is interrupted,
// the next start copies all of them again.
func moveFiles(to disk, name string) error {
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
			if _, err := to.stat(at); err == nil {
				continue
			}
			err = to.mkdir(at)
		} else {
			err = copyFile(from, to, at)
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
	return waitFor(remove, "success", "error")
}

// copyFile copies a file from one disk to another.
func copyFile(from, to disk, at string) error {
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
