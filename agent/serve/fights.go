package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/log"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules/fight"
)

// Options are what a folder of fights needs. The zero value of each field is its default.
type Options struct {
	Catalogue *agent.Catalogue // whose rows fights begin with; default: the built-in ones
	Log       *log.Logger      // default: nothing is logged

	// Thinkers is how many searches run at the same time; default 1.
	Thinkers int
	// Budget is the longest time for one proposal that the program makes by itself; default a second.
	Budget time.Duration
	// Nodes is the most nodes for a decision, unless a seat asks for more: default [agent.NodesUsual], at most nodesMax.
	Nodes int
	// MaxThinkTime is the longest time for a client's search, with its wait for a thinker; default 30 seconds.
	MaxThinkTime time.Duration
	// Fights is how many fights the folder may hold; default 10,000.
	Fights int
	// Idle is the time after which a fight that nobody uses is unloaded; default 5 minutes.
	Idle time.Duration
}

// withDefaults returns the options with a value for each that is not set. The catalogue reads no more files of this
// machine: encounters come from strangers.
func (o Options) withDefaults() Options {
	if o.Catalogue == nil {
		c := agent.Builtin()
		o.Catalogue = &c
	}
	c := o.Catalogue.ForOthers()
	o.Catalogue = &c
	if o.Log == nil {
		o.Log = log.New(io.Discard)
	}
	o.Thinkers = max(o.Thinkers, 1)
	o.Budget = cmp.Or(o.Budget, time.Second)
	o.MaxThinkTime = cmp.Or(o.MaxThinkTime, 30*time.Second)
	o.Idle = cmp.Or(o.Idle, 5*time.Minute)
	o.Nodes = min(cmp.Or(o.Nodes, agent.NodesUsual), nodesMax)
	o.Fights = cmp.Or(o.Fights, 10_000)
	return o
}

// Fights is a folder of fights that many clients use at once. Each fight is a record (ID.jsonl) with a desk (ID.desk),
// which has the links that open it. A fight is loaded when somebody uses it and unloaded when nobody has for a while.
// Every step is on disk before the call that makes it returns.
//
// A client gets an [Access] from a key ([Fights.Access]), calls operations ([Fights.Call]) or anything else a session
// can do ([Fights.With]), and receives steps and questions ([Fights.Follow]). All methods are safe for concurrent use.
type Fights struct {
	dir         string
	options     Options
	lasting     *lastingKeys
	news        *news
	searchQueue *queue
	fileQueue   *queue          // for reading what others have written, one file at a time
	lock        *os.File        // is locked as long as this program has the folder
	ctx         context.Context // of everything that thinks; done once the fights are stopped
	cancel      context.CancelFunc
	drivers     sync.WaitGroup // counts the goroutines in which the program plays on

	// mu guards the fields below. The lock of a table is taken before mu, and mu before the locks of desks, of the news
	// and of lasting keys. Only unload takes the lock of a table while it holds mu: nobody uses that table, so that
	// whoever has its lock for a moment does not wait for mu.
	mu      sync.Mutex
	known   map[string]bool   // the ids of all fights
	desks   map[string]*desk  // those that were read, by the id of the fight
	tables  map[string]*table // the fights that are loaded, by their ids
	stopped bool              // no new work is taken
	closed  bool              // all fights are unloaded
}

// ErrServed is the error of a folder that another program has opened.
var ErrServed = errors.New("served by another program")

// Open opens a folder of fights and makes it if it is not there. It reads no fight, only the names of the
// files, so that it takes no longer for a folder of many fights. The error is that the folder cannot be
// used, or [ErrServed]. Whoever opens it has to call [Fights.Close].
func Open(dir string, o Options) (*Fights, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder of fights cannot be made: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the folder of fights cannot be used: %w", err)
	}
	if err := fight.Lock(lock); err != nil {
		return nil, errors.Join(fmt.Errorf("%s is %w: end that one first, or name another folder", dir, ErrServed), lock.Close())
	}
	// With the lock nobody else serves the folder: if the file is there, a program that was killed has left it.
	_ = os.Remove(filepath.Join(dir, runningFile))
	f := &Fights{dir: dir, options: o.withDefaults(), lock: lock, known: map[string]bool{},
		desks: map[string]*desk{}, tables: map[string]*table{}}
	f.searchQueue, f.fileQueue, f.news = newQueue(f.options.Thinkers, 0), newQueue(1, filesWaitingMax), newNews()
	f.ctx, f.cancel = context.WithCancel(context.Background())
	if f.lasting, err = openLasting(dir); err == nil {
		err = f.scanFolder()
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return f, nil
}

// scanFolder learns which fights there are: those with a record. It removes files with [unfinishedExt], which a program
// that was killed while it opened or deleted a fight has left, and the desk of a fight that has no other record. All
// other odd files are kept and logged: somebody may put a record back.
func (f *Fights) scanFolder() error {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return fmt.Errorf("the folder of fights cannot be read: %w", err)
	}
	modes := map[string]fs.FileMode{}
	for _, e := range entries {
		modes[e.Name()] = e.Type()
	}
	isFile := func(name string) bool { mode, exists := modes[name]; return exists && mode.IsRegular() }
	// The entries are sorted by name, so that a desk is removed before the unfinished record beside it. A program that is
	// killed in between still leaves what says that the desk belongs to no fight.
	for _, e := range entries {
		id, ext, _ := strings.Cut(e.Name(), ".")
		record := id + recordExt
		mode, exists := modes[record]
		switch ext = "." + ext; {
		case !isID(id):
		case ext == recordExt && isFile(record):
			f.known[id] = true
		case ext == recordExt+unfinishedExt && isFile(e.Name()), ext == deskExt+unfinishedExt && isFile(e.Name()),
			ext == deskExt && isFile(e.Name()) && !exists && isFile(record+unfinishedExt):
			f.options.Log.Info("an unfinished file is removed", "file", e.Name())
			if err := os.Remove(filepath.Join(f.dir, e.Name())); err != nil {
				return err
			}
		case ext == recordExt+unfinishedExt, ext == deskExt+unfinishedExt:
			f.options.Log.Warn("what is no unfinished file is kept", "name", e.Name(), "is", fileKind(e.Type()))
		case ext == deskExt && !exists:
			f.options.Log.Warn("the links of a fight are kept without it", "fight", id, "record", "absent")
		case ext == deskExt && !isFile(record):
			f.options.Log.Warn("the links of a fight are kept without it", "fight", id, "record", fileKind(mode))
		}
	}
	return nil
}

// fileKind returns a word for what is not a regular file.
func fileKind(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		return "a symlink"
	case mode.IsDir():
		return "a folder"
	}
	return "no file"
}

// Close stops all searches, waits until steps under way are written, and unloads all fights. The lock of
// the folder is given up last: until then nobody else may write to it.
func (f *Fights) Close() error {
	f.Stop()
	f.drivers.Wait()
	var err error
	f.mu.Lock()
	tables, closed := slices.Collect(maps.Values(f.tables)), f.closed
	f.closed = true
	f.mu.Unlock()
	if closed {
		return nil
	}
	for _, t := range tables {
		err = errors.Join(err, t.close(f.stoppedError()))
	}
	_ = os.Remove(filepath.Join(f.dir, runningFile)) // there is none where no server ran
	return errors.Join(err, f.lock.Close())
}

// Stop ends all streams and searches and refuses new work, but leaves the fights loaded for requests that
// are under way. When none is any more, [Fights.Close] is called.
func (f *Fights) Stop() {
	f.mu.Lock()
	f.stopped = true
	f.mu.Unlock()
	f.cancel()
}

// UntilStopped returns a context that is done when ctx is done or the fights are stopped.
func (f *Fights) UntilStopped(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(f.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

// stoppedError returns the error of work that is refused or given up because the fights are stopped.
func (f *Fights) stoppedError() error {
	return NewError(Stopping, "the server is stopping", "another try when it has started anew")
}

// path returns the path of a file of a fight. The id has been checked: it is one of known, or new.
func (f *Fights) path(id, ext string) string { return filepath.Join(f.dir, id+ext) }

// Brief is what lists have of a fight.
type Brief struct {
	ID     string    `json:"id"`
	Title  string    `json:"title"`
	System string    `json:"system"`
	Opened time.Time `json:"opened"`
	Played time.Time `json:"-"` // when its record was last written to
}

// List returns all fights, the last begun first. It reads their desks but loads none of them. A fight that
// cannot be read is left out and logged: one damaged file must not hide the others.
func (f *Fights) List() ([]Brief, error) {
	f.mu.Lock()
	ids := slices.Collect(maps.Keys(f.known))
	f.mu.Unlock()
	list := []Brief{}
	for _, id := range ids {
		b, err := f.Brief(id)
		if errors.Is(err, fs.ErrNotExist) || CodeOf(err) == UnknownFight {
			continue // deleted meanwhile
		}
		if CodeOf(err) == UnusableFiles {
			f.options.Log.Warn("a fight is not in the list", "fight", id, "err", err)
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	slices.SortFunc(list, compareByOpening)
	return list, nil
}

// compareByOpening orders fights as lists do, the last begun first, and those of the same second by their
// ids. So the order is always the same, which pages of a list rely on.
func compareByOpening(a, b Brief) int {
	return cmp.Or(b.Opened.Compare(a.Opened), strings.Compare(a.ID, b.ID))
}

// Brief returns what lists have of one fight.
func (f *Fights) Brief(id string) (Brief, error) {
	d, err := f.desk(id)
	if err != nil {
		return Brief{}, err
	}
	b := Brief{ID: id, Title: d.head.Title, System: d.head.System, Opened: d.head.Opened, Played: d.head.Opened}
	if record, err := os.Stat(f.path(id, recordExt)); err == nil {
		b.Played = record.ModTime()
	}
	return b, nil
}

// Count returns how many fights the folder holds and how many of them are loaded.
func (f *Fights) Count() (known, loaded int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.known), len(f.tables)
}

// desk returns the desk of a fight. It is read once and then kept in memory for good, also while the fight
// is not loaded: keys are looked up in it.
func (f *Fights) desk(id string) (*desk, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.known[id] {
		return nil, unknownFightError()
	}
	if d := f.desks[id]; d != nil {
		return d, nil
	}
	d, err := openDesk(f.path(id, deskExt))
	if err != nil {
		return nil, unusableError(f.path(id, deskExt), err)
	}
	d.lasting = f.lasting
	f.desks[id] = d
	return d, nil
}

// Delete deletes a fight with its record. It waits for whoever uses the fight now; streams get a last event.
func (f *Fights) Delete(a Access) error {
	if _, err := f.deskForGM(a, "deleting the fight"); err != nil {
		return err
	}
	t, err := f.acquire(a)
	if err != nil {
		return err
	}
	f.mu.Lock()
	delete(f.known, a.Fight) // first, so that nobody acquires the table any more
	delete(f.desks, a.Fight)
	f.mu.Unlock()
	// Without a record under its own name there is no fight. What is left if the program is killed after this step, the
	// next start removes, see scanFolder.
	unfinished := f.path(a.Fight, recordExt+unfinishedExt)
	err = errors.Join(t.close(deletedError()), os.Rename(f.path(a.Fight, recordExt), unfinished))
	f.release(t)
	if err != nil {
		f.mu.Lock()
		f.known[a.Fight] = true
		f.mu.Unlock()
		return codedError{fmt.Errorf("the fight is not deleted: %w", err), Failed}
	}
	f.news.add(a.Fight, fightDeleted)
	f.options.Log.Info("fight deleted", "fight", a.Fight)
	return errors.Join(os.Remove(f.path(a.Fight, deskExt)), os.Remove(unfinished), syncFolder(f.dir))
}

// RunSearch runs a search that belongs to no fight when its turn comes. whose names the client in the
// queue, see [queue]; the "?" before it keeps clients apart from fights, whose names are ids.
func (f *Fights) RunSearch(ctx context.Context, whose string, think func(context.Context) error) error {
	ctx, cancel := f.searchContext(ctx)
	defer cancel()
	return f.explainCutOff(ctx, f.searchQueue.run(ctx, "?"+whose, think))
}

// ownWork is the key of a context in which the program plays on by itself, and no client waits for it.
type ownWork struct{}

// searchContext returns a context for a search. It ends when the fights are stopped and, if a client asked
// for the search, after the longest time allowed. What the program does by itself has a budget of its own
// and may wait for its turn as long as it takes: nobody would ask for it again.
func (f *Fights) searchContext(ctx context.Context) (context.Context, context.CancelFunc) {
	longest := f.options.MaxThinkTime
	if ctx.Value(ownWork{}) != nil {
		longest = math.MaxInt64
	}
	ctx, cancel := context.WithTimeoutCause(ctx, longest,
		NewError(session.Cancelled, "the search took longer than "+f.options.MaxThinkTime.String(), "fewer nodes"))
	stop := context.AfterFunc(f.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

// explainCutOff returns the error of a search with a context of searchContext. If the search was cut off, it says why:
// too long, or the server is stopping. The error of a client that has gone stays.
func (f *Fights) explainCutOff(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return context.Cause(ctx)
	case errors.Is(err, context.Canceled) && f.ctx.Err() != nil:
		return f.stoppedError()
	}
	return err
}

// filesWaitingMax is how many files of one client may wait to be read; more are refused.
const filesWaitingMax = 8

// RunShort runs short work on a file from outside, such as reading an encounter, when its turn comes. One
// file is read at a time, so that no number of them keeps the server from its fights; a file whose client
// has gone meanwhile is not read. whose names the client in the queue.
func RunShort[T any](ctx context.Context, f *Fights, whose string, read func() (T, error)) (result T, err error) {
	err = f.fileQueue.run(ctx, whose, func(context.Context) (err error) {
		result, err = read()
		return err
	})
	return result, err
}

// Catalogue returns the catalogue whose rows fights begin with.
func (f *Fights) Catalogue() agent.Catalogue { return *f.options.Catalogue }

// ServerInfo tells other programs of the same user where a folder is served, and with which key they open it.
type ServerInfo struct {
	URL string `json:"url"`
	Key string `json:"key"` // the owner's
}

// runningFile is in the folder while a server runs. It has the owner's key, so that no other user may read it.
const runningFile = "running"

func (f *Fights) writeRunningFile(at ServerInfo) error {
	text, err := json.Marshal(at)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(f.dir, runningFile), append(text, '\n'), 0o600)
}

// RunningAt returns where the folder of an [ErrServed] is served; ok is false if the other program is no server.
func RunningAt(dir string) (at ServerInfo, ok bool) {
	text, err := os.ReadFile(filepath.Join(dir, runningFile))
	return at, err == nil && json.Unmarshal(text, &at) == nil
}
