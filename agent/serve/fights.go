package serve

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
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
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// Options are what a folder of fights needs. The zero value of each field is its default.
type Options struct {
	Catalogue *agent.Catalogue // whose rows fights begin with; default: the built-in ones
	Log       *log.Logger      // default: nothing is logged

	Thinkers     int           // how many searches run at the same time; default 1
	Budget       time.Duration // the longest time for one proposal; default a second
	Nodes        int           // the most nodes for one decision, unless a seat asks for more; default [agent.NodesForFight]
	MaxThinkTime time.Duration // the longest time for one search that a client asks for; default 30 seconds
	Fights       int           // how many fights the folder may hold; default 10,000
	Idle         time.Duration // after which a fight that nobody uses is unloaded; default 5 minutes
}

const (
	nodesMax  = 2_000_000        // the most nodes for one decision that a client can ask for
	budgetMax = 30 * time.Second // the longest time for one decision of a seat

	recordExt     = ".jsonl"
	deskExt       = ".desk"
	unfinishedExt = ".new" // follows the extension of a file that is being written
	savedDir      = "saved"
	lockName      = "lock"
)

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
	o.Nodes = min(cmp.Or(o.Nodes, agent.NodesForFight), nodesMax)
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
	searchQueue *queue // for searches
	lasting     *lastingKeys
	news        *news
	fileQueue   *queue // for reading what others have written, one file at a time
	lock        *os.File
	ctx         context.Context // of everything that thinks
	cancel      context.CancelFunc
	drivers     sync.WaitGroup // goroutines in which the program plays on

	mu      sync.Mutex
	known   map[string]bool   // the ids of all fights
	desks   map[string]*desk  // those that were read
	tables  map[string]*table // the fights that are loaded
	stopped bool
	closed  bool
}

// ErrServed is the error of a folder that another program has opened.
var ErrServed = errors.New("served by another program")

// Open opens a folder of fights and makes it if it is not there. It reads no fight, only the names of the files. The
// error is that the folder cannot be used, or [ErrServed].
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
	_ = os.Remove(filepath.Join(dir, runningFile)) // a program that was killed has left it; mostly there is none
	f := &Fights{dir: dir, options: o.withDefaults(), lock: lock, known: map[string]bool{}, desks: map[string]*desk{}, tables: map[string]*table{}}
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

// scanFolder learns which fights there are. A program that ended while it opened or deleted a fight has left files with
// [unfinishedExt], which are removed; where such a file is the only record of a fight, the desk is removed, too. All
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
	for _, e := range entries { // sorted by name: a desk comes before the unfinished record beside it
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

// Close stops all searches, waits until steps under way are written, and unloads all fights.
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

// Stop ends all streams and searches and refuses new work. [Fights.Close] is called when no request is under way any
// more.
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

func (f *Fights) stoppedError() error {
	return NewError(Stopping, "the server is stopping", "another try when it has started anew")
}

// unknownFight returns the error for every key that opens nothing. It is always the same, so that nobody learns which
// fights there are.
func unknownFight() error {
	return NewError(UnknownFight, "there is no such fight, or the link does not open it", "a link that stands, as it was shown when the fight was opened")
}

// deletedError returns the error for those who were in a fight when it was deleted.
func deletedError() error { return NewError(UnknownFight, "the fight was deleted", "another fight") }

func (f *Fights) path(id, ext string) string { return filepath.Join(f.dir, id+ext) }

// Begin is what a new fight is begun with.
type Begin struct {
	// Encounter is the name of a built-in encounter, the text of an encounter's file, the same as a JSON object, or "random".
	Encounter json.RawMessage   `json:"encounter" jsonschema:"a built-in encounter by its name, the YAML of an encounter's file as a text, the same as an object, or random"`
	Text      *string           `json:"-"` // an Encounter that is no JSON: a name or the text of a file
	System    string            `json:"system,omitempty" jsonschema:"of a random encounter"`
	Seed      uint64            `json:"seed,omitempty" jsonschema:"of the dice; default: drawn. The same seed and choices give the same fight"`
	Seats     map[string]string `json:"seats,omitempty" jsonschema:"who plays a combatant or a side: human, search, greedy or random with settings; default: search"`
	Dice      []string          `json:"dice,omitempty" jsonschema:"whose dice are thrown at the table: combatants or sides, or all"`
	Ask       *bool             `json:"ask,omitempty" jsonschema:"whether the GM confirms what the program decides; default: true"`
	Level     string            `json:"level,omitempty" jsonschema:"how well the program plays: 1 to 6"`
	Temper    string            `json:"temper,omitempty" jsonschema:"how the program plays, as kokyu list tempers has it"`
	IDs       map[string]string `json:"ids,omitempty" jsonschema:"the client's own ids of combatants, by their names: they are kept and given back"`
	Voice     string            `json:"voice,omitempty" jsonschema:"how the fight is told; default: scent"`
}

// FightLinks is a new fight with its links: one for the GM, one for each seat and one for watchers.
type FightLinks struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	System string `json:"system"`
	Seed   uint64 `json:"seed"`
	Links  []Link `json:"links"`

	Combatants []Combatant      `json:"combatants"`
	Question   session.Question `json:"question" jsonschema:"what is asked first: a decision, answered with do or take, or dice, with dice or roll"`
}

// Combatant is one of those with whom a fight began.
type Combatant struct {
	Name string `json:"name" jsonschema:"by which operations and events name it"`
	Side string `json:"side"`
	ID   string `json:"id,omitempty" jsonschema:"the client's own, as it was sent"`
}

// combatantsOf returns the combatants of a fight, with the client's own ids. ids has them by name; its errors are
// unknown names and ids that are unfit or used twice.
func combatantsOf(s *session.Session, ids map[string]string) ([]Combatant, error) {
	list, unknown, seen := []Combatant{}, maps.Clone(ids), map[string]bool{}
	for _, r := range s.Roster() {
		list = append(list, Combatant{r.Name, r.Team, ids[r.Name]})
		delete(unknown, r.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(ids)) {
		id := ids[name]
		_, err := text.CleanName(id)
		_, isUnknown := unknown[name]
		switch {
		case isUnknown:
			if _, err = rules.SeatNamed(s.Roster(), name); err == nil {
				err = problem("ids names "+text.Quote(name), "the name in its own letters")
			}
			return nil, coded{err, session.UnknownName}
		case err != nil:
			return nil, problem("the id of "+text.Quote(name)+" is "+text.Quote(id), "1 to 64 "+text.WantName)
		case seen[id]:
			return nil, problem("two combatants have the id "+text.Quote(id), "an id for each")
		}
		seen[id] = true
	}
	return list, nil
}

// New begins a fight. When it returns, the fight and the links are on disk.
func (f *Fights) New(ctx context.Context, in Begin) (FightLinks, error) {
	if err := f.mayOpen(); err != nil {
		return FightLinks{}, err
	}
	s, err := f.begin(ctx, in)
	if err == nil {
		err = s.CheckResumable() // it is read back whenever somebody looks at it
	}
	if err != nil {
		return FightLinks{}, err
	}
	out := FightLinks{ID: newID(), Title: s.Title(), System: s.System().Name, Seed: s.Seed()}
	if out.Combatants, err = combatantsOf(s, in.IDs); err != nil {
		return FightLinks{}, err
	}
	s.Ask = in.Ask == nil || *in.Ask
	out.Question = s.Question()
	return f.keepFight(out, deskHead{Ask: s.Ask, Voice: in.voiceOrDefault()}, func(path string) error {
		return errors.Join(s.Keep(path), s.Close())
	})
}

// keepFight makes the links of a new fight and writes its files; writeRecord writes the record.
func (f *Fights) keepFight(out FightLinks, head deskHead, writeRecord func(path string) error) (FightLinks, error) {
	var kept []keptLink
	add := func(role Role, seat string) {
		key, hash := newKey(out.ID)
		l := Link{ID: linkID(len(kept)), Role: role, Seat: seat, Key: key}
		out.Links, kept = append(out.Links, l), append(kept, keptLink{ID: l.ID, Role: role, Seat: seat, Hash: hash})
	}
	add(GM, "")
	for _, c := range out.Combatants {
		add(Player, c.Name)
	}
	add(Watcher, "")
	head.Title, head.System, head.Opened, head.Combatants = out.Title, out.System, time.Now().UTC().Truncate(time.Second), out.Combatants
	if err := f.writeFight(out.ID, head, kept, writeRecord); err != nil {
		return FightLinks{}, coded{fmt.Errorf("the fight could not be kept: %w", err), Failed}
	}
	f.mu.Lock()
	f.known[out.ID] = true
	f.news.add(out.ID, fightOpened)
	f.mu.Unlock()
	f.options.Log.Info("fight opened", "fight", out.ID, "system", out.System)
	return out, nil
}

// mayOpen returns an error if no fight can be begun now.
func (f *Fights) mayOpen() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.stopped:
		return f.stoppedError()
	case len(f.known) >= f.options.Fights:
		return NewError(TooMany, fmt.Sprintf("there are %d fights", len(f.known)), fmt.Sprintf("at most %d: delete one first", f.options.Fights))
	}
	return nil
}

func (in Begin) voiceOrDefault() string { return cmp.Or(in.Voice, voices[0]) }

// begin opens the session of a new fight, without a record.
func (f *Fights) begin(ctx context.Context, in Begin) (*session.Session, error) {
	in.Seed = cmp.Or(in.Seed, drawSeed())
	if !slices.Contains(voices, in.voiceOrDefault()) {
		return nil, problem("voice is "+text.Quote(in.Voice), text.OneOf(in.Voice, voices))
	}
	name, data, err := f.encounterOf(in)
	if err != nil {
		return nil, err
	}
	character, err := agent.ReadCharacter(in.Level, in.Temper)
	if err != nil {
		return nil, err
	}
	agents := map[string]agent.Agent{}
	for who, spec := range in.Seats {
		if agents[who], err = session.Player(spec, f.readAgent); err != nil {
			return nil, err
		}
	}
	byHand := slices.Clone(in.Dice)
	if slices.Contains(byHand, "all") {
		byHand = []string{""}
	}
	standard := agent.As(&agent.Search{Limits: f.limits()}, character)
	return RunShort(ctx, f, "", func() (*session.Session, error) {
		return session.Open(*f.options.Catalogue, name, data, session.Setup{Seed: in.Seed, Standard: standard, Agents: agents, ByHand: byHand, Voice: in.voiceOrDefault()})
	})
}

// drawSeed returns a random seed below 2^53, which a client holds exactly where its numbers are float64. It is never 0.
func drawSeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return binary.LittleEndian.Uint64(b[:])>>11 | 1
}

// encounterOf returns the text of the encounter that a fight begins with, and the name of its file for messages.
func (f *Fights) encounterOf(in Begin) (name string, data []byte, err error) {
	nameOrText := ""
	switch raw := bytes.TrimSpace(in.Encounter); {
	case in.Text != nil:
		nameOrText = *in.Text
	case len(raw) == 0 || string(raw) == "null":
		return "", nil, problem("no encounter is named", "encounter: a built-in one ("+text.OneOf("", agent.Encounters())+"), the text of a file, or random")
	case raw[0] == '{':
		return "encounter", raw, nil // JSON is YAML
	case json.Unmarshal(raw, &nameOrText) != nil:
		return "", nil, problem("encounter is neither a text nor an object", "a name, the text of a file, or an object")
	}
	switch {
	case nameOrText == "random":
		data, _, err := f.options.Catalogue.DrawEncounter(cmp.Or(in.System, agent.DefaultSystem), in.Seed)
		return "random", data, err
	case strings.Contains(nameOrText, "\n"):
		return "encounter", []byte(nameOrText), nil
	case !slices.Contains(agent.Encounters(), nameOrText):
		return "", nil, problem("no encounter is called "+text.Quote(nameOrText),
			text.OneOf(nameOrText, append(agent.Encounters(), "random"))+", or the text of a file")
	}
	return agent.ReadEncounter(nameOrText)
}

// limits returns the search limits of a decision. The time is half the budget because a proposal takes two searches.
func (f *Fights) limits() search.Limits {
	return search.Limits{Nodes: f.options.Nodes, Time: f.options.Budget / 2}
}

// readAgent reads an agent that a client may seat: not the kind solved, which reads a file, and within the limits.
func (f *Fights) readAgent(spec string) (agent.Agent, error) {
	kinds := slices.DeleteFunc(slices.Clone(agent.Kinds), func(k agent.Kind) bool { return k.Name == "solved" })
	human := agent.Kind{Name: session.Person{}.String(), Read: func(context.Context, string, search.Limits) (agent.Agent, error) {
		return nil, fmt.Errorf("human takes no settings but dice=hand")
	}}
	a, err := agent.Parse(f.ctx, spec, f.limits(), append(kinds, human))
	if s, ok := a.(*agent.Search); ok && err == nil {
		if s.Limits.Nodes > nodesMax {
			return nil, problem(fmt.Sprintf("nodes is %d", s.Limits.Nodes), fmt.Sprintf("at most %d here", nodesMax))
		}
		if s.Limits.Time == 0 || s.Limits.Time > budgetMax {
			s.Limits.Time = min(f.options.Budget/2, budgetMax)
		}
	}
	return a, err
}

// writeFight writes the files of a new fight. Renaming the record makes it a fight and comes last; before that an
// unfinished record beside the desk says that it is none, see [Fights.scanFolder]. Deleting goes the same way back.
func (f *Fights) writeFight(id string, head deskHead, links []keptLink, writeRecord func(path string) error) error {
	err := writeRecord(f.path(id, recordExt+unfinishedExt))
	if err == nil {
		err = createDesk(f.path(id, deskExt), head, links)
	}
	if err == nil {
		err = os.Rename(f.path(id, recordExt+unfinishedExt), f.path(id, recordExt))
	}
	if err != nil {
		for _, ext := range []string{deskExt, recordExt + unfinishedExt} {
			if gone := os.Remove(f.path(id, ext)); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
		return err
	}
	return syncFolder(f.dir)
}

// syncFolder makes the names of new files survive a loss of power, where the system can do that.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}

// Brief is what lists have of a fight.
type Brief struct {
	ID     string    `json:"id"`
	Title  string    `json:"title"`
	System string    `json:"system"`
	Opened time.Time `json:"opened"`
	Played time.Time `json:"-"` // when its record was last written to
}

// List returns all fights, the last begun first.
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

// compareByOpening orders fights as lists do, the last begun first.
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

// desk returns the desk of a fight; it is read once and kept.
func (f *Fights) desk(id string) (*desk, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.known[id] {
		return nil, unknownFight()
	}
	if d := f.desks[id]; d != nil {
		return d, nil
	}
	d, err := openDesk(f.path(id, deskExt))
	if err != nil {
		return nil, unusable(f.path(id, deskExt), err)
	}
	d.lasting = f.lasting
	f.desks[id] = d
	return d, nil
}

// Access returns what the key of a link opens. The error is the same for every key that opens nothing.
func (f *Fights) Access(key string) (Access, error) {
	id, ok := fightOfKey(key)
	if !ok {
		return Access{}, unknownFight()
	}
	hash := hashKey(key)
	return f.findLink(id, func(l keptLink) bool { return l.Hash == hash })
}

// findLink returns the access of the link of a fight for which matches is true.
func (f *Fights) findLink(fight string, matches func(keptLink) bool) (Access, error) {
	d, err := f.desk(fight)
	if err != nil {
		return Access{}, errorFor(Access{}, err)
	}
	a, ok := d.find(matches)
	if !ok {
		return Access{}, unknownFight()
	}
	a.Fight = fight
	return a, nil
}

// Links returns the links of a fight without their keys.
func (f *Fights) Links(a Access) ([]Link, error) {
	d, err := f.deskForGM(a, "the list of links")
	if err != nil {
		return nil, err
	}
	return d.list(), nil
}

// Link makes one more link of a fight and returns it with its key.
func (f *Fights) Link(ctx context.Context, a Access, role Role, seat string) (Link, error) {
	d, err := f.deskForGM(a, "making a link")
	if err != nil {
		return Link{}, err
	}
	switch role {
	case GM, Watcher:
		if seat != "" {
			return Link{}, problem(fmt.Sprintf("a link of the role %s with a seat", role), "a seat only with the role seat")
		}
	case Player:
		err = f.With(ctx, a, func(c session.Client) error {
			seats, err := c.Call(ctx, "sheet", session.Who{Name: seat})
			if err == nil && len(seats.(session.Sheets).Sheets) != 1 {
				err = problem("no seat is named", "seat: the name of a combatant")
			}
			if err == nil {
				seat = seats.(session.Sheets).Sheets[0].Name
			}
			return err
		})
		if err != nil {
			return Link{}, err
		}
	default:
		return Link{}, problem(fmt.Sprintf("role is %q", role), "gm, seat or watcher")
	}
	return d.makeLink(a.Fight, role, seat)
}

// Revoke revokes a link and ends the streams that were opened with it. The last link of the GM stays, or nobody could
// open the fight.
func (f *Fights) Revoke(ctx context.Context, a Access, id string) error {
	d, err := f.deskForGM(a, "revoking a link")
	if err != nil {
		return err
	}
	gms := slices.DeleteFunc(d.list(), func(l Link) bool { return l.Role != GM })
	if len(gms) == 1 && gms[0].ID == id {
		return problem("it is the GM's only link", "another link of the GM's first")
	}
	if err := d.revoke(id); err != nil {
		return err
	}
	f.wakeRevoked(ctx, a.Fight)
	return nil
}

// deskForGM returns the desk of a fight, for the GM alone; what names the act in the error for others.
func (f *Fights) deskForGM(a Access, what string) (*desk, error) {
	if a.Role != GM {
		return nil, NewError(session.NotYours, what+" is the GM's, not "+a.holder()+"'s", "the GM's link")
	}
	if a.Asks {
		return nil, NewError(session.NotYours, what+" is more than asking", "a key with the scope gm")
	}
	return f.desk(a.Fight)
}

// Delete deletes a fight with its record.
func (f *Fights) Delete(a Access) error {
	if _, err := f.deskForGM(a, "deleting the fight"); err != nil {
		return err
	}
	t, err := f.acquire(a)
	if err != nil {
		return err
	}
	f.mu.Lock()
	delete(f.known, a.Fight)
	delete(f.desks, a.Fight)
	f.mu.Unlock()
	unfinished := f.path(a.Fight, recordExt+unfinishedExt) // if the program is killed now, the next start removes it
	err = errors.Join(t.close(deletedError()), os.Rename(f.path(a.Fight, recordExt), unfinished))
	f.release(t)
	if err != nil {
		f.mu.Lock()
		f.known[a.Fight] = true
		f.mu.Unlock()
		return coded{fmt.Errorf("the fight is not deleted: %w", err), Failed}
	}
	f.news.add(a.Fight, fightDeleted)
	f.options.Log.Info("fight deleted", "fight", a.Fight)
	return errors.Join(os.Remove(f.path(a.Fight, deskExt)), os.Remove(unfinished), syncFolder(f.dir))
}

// RunSearch runs a search that belongs to no fight when its turn comes. whose names the client in the queue, see
// [queue].
func (f *Fights) RunSearch(ctx context.Context, whose string, think func(context.Context) error) error {
	ctx, cancel := f.searchContext(ctx)
	defer cancel()
	return f.explainCutOff(ctx, f.searchQueue.run(ctx, "?"+whose, think))
}

// ownWork is the key of a context in which the program plays on by itself.
type ownWork struct{}

// searchContext returns a context for a search. It ends when the fights are stopped and, if a client asked for it, after
// the longest time allowed. What the program does by itself has a budget and may wait: nobody would ask for it again.
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

// explainCutOff returns the error of a search; if the search was cut off, the error says why.
func (f *Fights) explainCutOff(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return context.Cause(ctx)
	case errors.Is(err, context.Canceled) && f.ctx.Err() != nil:
		return f.stoppedError()
	}
	return err
}

// filesWaitingMax is how many files of one client may wait to be read.
const filesWaitingMax = 8

// RunShort runs short work on a file from outside, such as reading an encounter, when its turn comes. One file is read
// at a time, so that no number of them keeps the server from its fights; a file whose client has gone is not read.
// whose names the client in the queue.
func RunShort[T any](ctx context.Context, f *Fights, whose string, read func() (T, error)) (of T, err error) {
	err = f.fileQueue.run(ctx, whose, func(context.Context) (err error) {
		of, err = read()
		return err
	})
	return of, err
}

// Catalogue returns the catalogue whose rows fights begin with.
func (f *Fights) Catalogue() agent.Catalogue { return *f.options.Catalogue }
