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
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// Options are what a folder of fights needs. The zero value of each field is its default.
type Options struct {
	Catalogue *agent.Catalogue // whose rows fights begin with; default: the built-in ones
	Log       *log.Logger      // default: nothing is logged

	Thinkers     int           // searches at the same time; default 1
	Budget       time.Duration // of one proposal; default a second
	Nodes        int           // of one decision, at most, unless a seat asks for more; default [agent.NodesForFight]
	MaxThinkTime time.Duration // of one search that a client asks for; default 30 seconds
	Fights       int           // the folder holds at most; default 10,000
	Idle         time.Duration // after which a fight that nobody uses is unloaded; default 5 minutes
}

const (
	nodesMax  = 2_000_000 // of one decision of a seat
	budgetMax = 30 * time.Second

	recordExt = ".jsonl"
	deskExt   = ".desk"
	fresh     = ".new" // of a file that is not whole yet
	savedDir  = "saved"
	lockName  = "lock"
)

// withDefaults returns the options with a value for each that is not set. The catalogue has no file of the server's machine: fights are of
// strangers.
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
	setDuration(&o.Budget, time.Second)
	setDuration(&o.MaxThinkTime, 30*time.Second)
	setDuration(&o.Idle, 5*time.Minute)
	if o.Nodes == 0 {
		o.Nodes = agent.NodesForFight
	}
	o.Nodes = min(o.Nodes, nodesMax)
	if o.Fights == 0 {
		o.Fights = 10_000
	}
	return o
}

func setDuration(d *time.Duration, to time.Duration) {
	if *d == 0 {
		*d = to
	}
}

// Fights is a folder of fights that many clients use at once. Each is a record (ID.jsonl) with a desk (ID.desk), which keeps the
// links that open it. A fight is read when somebody uses it and let go when nobody has for a while. Every step is on disk
// before the call that makes it returns.
//
// A client gets an [Access] from a key ([Fights.Access]), calls operations ([Fights.Call]), or anything else a session can do
// ([Fights.With]), and receives steps and questions ([Fights.Follow]). All methods are safe for concurrent use.
type Fights struct {
	dir     string
	o       Options
	queue   *queue // for searches
	lasting *lasting
	news    *news
	files   *queue // for reading what others have written, one file at a time
	lock    *os.File
	ctx     context.Context // of everything that thinks
	stop    context.CancelFunc
	busy    sync.WaitGroup // goroutines of the fights

	mu      sync.Mutex
	known   map[string]bool
	desks   map[string]*desk
	tables  map[string]*table
	stopped bool
	closed  bool
}

// ErrServed is the error of a folder that another program has opened.
var ErrServed = errors.New("served by another program")

// Open opens a folder of fights and makes it if it is not there. It reads names alone. The error says that the folder cannot be
// used, or that another program uses it.
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
	_ = os.Remove(filepath.Join(dir, runningFile)) // of a program that was killed; there mostly is none
	f := &Fights{dir: dir, o: o.withDefaults(), lock: lock, known: map[string]bool{}, desks: map[string]*desk{}, tables: map[string]*table{}}
	f.queue, f.files, f.news = newQueue(f.o.Thinkers, 0), newQueue(1, filesMax), newNews()
	f.ctx, f.stop = context.WithCancel(context.Background())
	if f.lasting, err = openLasting(dir); err == nil {
		err = f.look()
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return f, nil
}

// look learns which fights there are, and removes what a program left unfinished that ended while it opened or deleted a fight: the
// files called .new and, beside the .new of a record that is nowhere else, the desk. Whatever else is odd is kept, for a record may
// come back, and the log says so.
func (f *Fights) look() error {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return fmt.Errorf("the folder of fights cannot be read: %w", err)
	}
	there := map[string]fs.FileMode{}
	for _, e := range entries {
		there[e.Name()] = e.Type()
	}
	is := func(name string) bool { mode, is := there[name]; return is && mode.IsRegular() }
	for _, e := range entries { // a desk before the .new beside it
		id, ext, _ := strings.Cut(e.Name(), ".")
		record := id + recordExt
		mode, exists := there[record]
		switch ext = "." + ext; {
		case !isID(id):
		case ext == recordExt && is(record):
			f.known[id] = true
		case ext == recordExt+fresh && is(e.Name()), ext == deskExt+fresh && is(e.Name()), ext == deskExt && is(e.Name()) && !exists && is(record+fresh):
			f.o.Log.Info("an unfinished file is removed", "file", e.Name())
			if err := os.Remove(filepath.Join(f.dir, e.Name())); err != nil {
				return err
			}
		case ext == recordExt+fresh, ext == deskExt+fresh:
			f.o.Log.Warn("what is no unfinished file is kept", "name", e.Name(), "is", kindOf(e.Type()))
		case ext == deskExt && !exists:
			f.o.Log.Warn("the links of a fight are kept without it", "fight", id, "record", "absent")
		case ext == deskExt && !is(record):
			f.o.Log.Warn("the links of a fight are kept without it", "fight", id, "record", kindOf(mode))
		}
	}
	return nil
}

// kindOf returns what is no regular file, in words.
func kindOf(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		return "a symlink"
	case mode.IsDir():
		return "a folder"
	}
	return "no file"
}

// Close stops what is thought about, waits until what is under way is written, and lets go of all fights.
func (f *Fights) Close() error {
	f.Stop()
	f.busy.Wait()
	var err error
	f.mu.Lock()
	tables, closed := slices.Collect(maps.Values(f.tables)), f.closed
	f.closed = true
	f.mu.Unlock()
	if closed {
		return nil
	}
	for _, t := range tables {
		err = errors.Join(err, t.close(f.stoppedError(), false))
	}
	_ = os.Remove(filepath.Join(f.dir, runningFile)) // there is none where no server ran
	return errors.Join(err, f.lock.Close())
}

// Stop ends all streams and searches and refuses new work; [Fights.Close] follows when nobody is under way any more.
func (f *Fights) Stop() {
	f.mu.Lock()
	f.stopped = true
	f.mu.Unlock()
	f.stop()
}

// UntilStopped returns a context that is done when another one is, or the fights stop.
func (f *Fights) UntilStopped(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(f.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

func (f *Fights) stoppedError() error {
	return codedError(Stopping, "the server is stopping", "another try when it has started anew")
}

// unknownFight returns the error for everything that a key does not open: it does not say what there is.
func unknownFight() error {
	return codedError(UnknownFight, "there is no such fight, or the link does not open it", "a link that stands, as it was shown when the fight was opened")
}

// deletedError returns the error for who was in a fight that is gone.
func deletedError() error { return codedError(UnknownFight, "the fight was deleted", "another fight") }

func (f *Fights) path(id, ext string) string { return filepath.Join(f.dir, id+ext) }

// Begin is what a new fight begins with.
type Begin struct {
	// Encounter is the name of a built-in encounter, the text of an encounter's file, the same as a JSON object, or "random".
	Encounter json.RawMessage   `json:"encounter" jsonschema:"a built-in encounter by its name, the YAML of an encounter's file as a text, the same as an object, or random"`
	Text      *string           `json:"-"` // the encounter's file or name, of who has it as a text
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

// FightLinks is a new fight with its links: the GM's, one for each seat and one for those who watch.
type FightLinks struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	System string `json:"system"`
	Seed   uint64 `json:"seed"`
	Links  []Link `json:"links"`

	Combatants []Combatant      `json:"combatants"`
	Question   session.Question `json:"question" jsonschema:"what is asked first: a decision, answered with do or take, or dice, with dice or roll"`
}

// Combatant is somebody with whom a fight began.
type Combatant struct {
	Name string `json:"name" jsonschema:"by which operations and events name it"`
	Side string `json:"side"`
	ID   string `json:"id,omitempty" jsonschema:"the client's own, as it was sent"`
}

// combatants returns who is in a fight, with the client's ids. The error is of an id of nobody, or one that is no name.
func combatants(s *session.Session, ids map[string]string) ([]Combatant, error) {
	list, left, seen := []Combatant{}, maps.Clone(ids), map[string]bool{}
	for _, r := range s.Roster() {
		list = append(list, Combatant{r.Name, r.Team, ids[r.Name]})
		delete(left, r.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(ids)) {
		id := ids[name]
		_, err := text.CleanName(id)
		_, nobody := left[name]
		switch {
		case nobody:
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
		err = s.Resumable() // it is read back whenever somebody looks at it
	}
	if err != nil {
		return FightLinks{}, err
	}
	out := FightLinks{ID: newID(), Title: s.Title(), System: s.System().Name, Seed: s.Seed()}
	if out.Combatants, err = combatants(s, in.IDs); err != nil {
		return FightLinks{}, err
	}
	s.Ask = in.Ask == nil || *in.Ask
	out.Question = s.Question()
	return f.keep(out, deskHead{Ask: s.Ask, Voice: in.voice()}, func(path string) error {
		return errors.Join(s.Keep(path), s.Close())
	})
}

// keep makes the links of a new fight and keeps it; record writes its record.
func (f *Fights) keep(out FightLinks, head deskHead, record func(path string) error) (FightLinks, error) {
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
	if err := f.write(out.ID, head, kept, record); err != nil {
		return FightLinks{}, coded{fmt.Errorf("the fight could not be kept: %w", err), Failed}
	}
	f.mu.Lock()
	f.known[out.ID] = true
	f.news.add(out.ID, fightOpened)
	f.mu.Unlock()
	f.o.Log.Info("fight opened", "fight", out.ID, "system", out.System)
	return out, nil
}

// mayOpen returns why no fight can be opened now, nil if one can.
func (f *Fights) mayOpen() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.stopped:
		return f.stoppedError()
	case len(f.known) >= f.o.Fights:
		return codedError(TooMany, fmt.Sprintf("there are %d fights", len(f.known)), fmt.Sprintf("at most %d: delete one first", f.o.Fights))
	}
	return nil
}

func (in Begin) voice() string {
	if in.Voice == "" {
		return voices[0]
	}
	return in.Voice
}

// begin opens the session of a new fight, without a record.
func (f *Fights) begin(ctx context.Context, in Begin) (*session.Session, error) {
	if in.Seed == 0 {
		in.Seed = drawSeed()
	}
	if !slices.Contains(voices, in.voice()) {
		return nil, problem("voice is "+text.Quote(in.Voice), text.OneOf(in.Voice, voices))
	}
	name, data, err := f.encounter(in)
	if err != nil {
		return nil, err
	}
	as, err := agent.ReadCharacter(in.Level, in.Temper)
	if err != nil {
		return nil, err
	}
	given := map[string]agent.Agent{}
	for who, spec := range in.Seats {
		if given[who], err = session.Player(spec, f.mind); err != nil {
			return nil, err
		}
	}
	hand := slices.Clone(in.Dice)
	if slices.Contains(hand, "all") {
		hand = []string{""}
	}
	standard := agent.As(&agent.Search{Limits: f.limits()}, as)
	return RunShort(ctx, f, "", func() (*session.Session, error) {
		return session.Open(*f.o.Catalogue, name, data, session.Setup{Seed: in.Seed, Standard: standard, Agents: given, ByHand: hand, Voice: in.voice()})
	})
}

// drawSeed returns a seed that every client can hold as a number: below 2^53.
func drawSeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return binary.LittleEndian.Uint64(b[:])>>11 | 1
}

// encounter returns the text of the encounter that a fight begins with.
func (f *Fights) encounter(in Begin) (name string, data []byte, err error) {
	words := ""
	switch raw := bytes.TrimSpace(in.Encounter); {
	case in.Text != nil:
		words = *in.Text
	case len(raw) == 0 || string(raw) == "null":
		return "", nil, problem("no encounter is named", "encounter: a built-in one ("+text.OneOf("", agent.Encounters())+"), the text of a file, or random")
	case raw[0] == '{':
		return "encounter", raw, nil // JSON is YAML
	case json.Unmarshal(raw, &words) != nil:
		return "", nil, problem("encounter is neither a text nor an object", "a name, the text of a file, or an object")
	}
	switch {
	case words == "random":
		if in.System == "" {
			in.System = agent.DefaultSystem
		}
		data, _, err := f.o.Catalogue.DrawEncounter(in.System, in.Seed)
		return "random", data, err
	case strings.Contains(words, "\n"):
		return "encounter", []byte(words), nil
	case !slices.Contains(agent.Encounters(), words):
		return "", nil, problem("no encounter is called "+text.Quote(words), text.OneOf(words, append(agent.Encounters(), "random"))+", or the text of a file")
	}
	return agent.ReadEncounter(words)
}

// limits returns the search limits of a decision: two searches make a proposal.
func (f *Fights) limits() search.Limits {
	return search.Limits{Nodes: f.o.Nodes, Time: f.o.Budget / 2, Threads: 1}
}

// mind parses an agent that clients may seat: none that reads files, and none above the limits.
func (f *Fights) mind(spec string) (agent.Agent, error) {
	kinds := slices.DeleteFunc(slices.Clone(agent.Kinds), func(k agent.Kind) bool { return k.Name == "solved" })
	human := agent.Kind{Name: session.Person{}.String(), Read: func(context.Context, string, search.Limits) (agent.Agent, error) {
		return nil, fmt.Errorf("human takes no settings but dice=hand")
	}}
	a, err := agent.Parse(f.ctx, spec, f.limits(), append(kinds, human))
	if looking, ok := a.(*agent.Search); ok && err == nil {
		if looking.Limits.Nodes > nodesMax {
			return nil, problem(fmt.Sprintf("nodes is %d", looking.Limits.Nodes), fmt.Sprintf("at most %d here", nodesMax))
		}
		looking.Limits.Threads = 1
		if looking.Limits.Time == 0 || looking.Limits.Time > budgetMax {
			looking.Limits.Time = min(f.o.Budget/2, budgetMax)
		}
	}
	return a, err
}

// write keeps a new fight: the desk between the record and its name, which makes it a fight. Until then, as while it is deleted, the
// .new of the record says that the desk is no fight's, see [Fights.look].
func (f *Fights) write(id string, head deskHead, links []keptLink, record func(path string) error) error {
	err := record(f.path(id, recordExt+fresh))
	if err == nil {
		err = createDesk(f.path(id, deskExt), head, links)
	}
	if err == nil {
		err = os.Rename(f.path(id, recordExt+fresh), f.path(id, recordExt))
	}
	if err != nil {
		for _, ext := range []string{deskExt, recordExt + fresh} {
			if gone := os.Remove(f.path(id, ext)); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
		return err
	}
	return syncFolder(f.dir)
}

// syncFolder makes new names durable where the system can do that.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}

// Brief is a fight in a list.
type Brief struct {
	ID     string    `json:"id"`
	Title  string    `json:"title"`
	System string    `json:"system"`
	Opened time.Time `json:"opened"`
	Played time.Time `json:"-"` // when its record was last written to
}

// List returns all fights, the last opened first.
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
		if CodeOf(err) == Unusable {
			f.o.Log.Warn("a fight is not in the list", "fight", id, "err", err)
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	slices.SortFunc(list, byOpening)
	return list, nil
}

// byOpening compares fights by their places in a list, the last opened first.
func byOpening(a, b Brief) int {
	return cmp.Or(b.Opened.Compare(a.Opened), strings.Compare(a.ID, b.ID))
}

// Brief returns what a list has of one fight.
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

// Combatants returns with whom a fight began; none of one that another version opened.
func (f *Fights) Combatants(id string) ([]Combatant, error) {
	d, err := f.desk(id)
	if err != nil {
		return nil, err
	}
	return append([]Combatant{}, d.head.Combatants...), nil
}

// Count returns how many fights the folder holds and how many of them are loaded.
func (f *Fights) Count() (known, loaded int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.known), len(f.tables)
}

// CountWaiting returns how many searches wait for their turn.
func (f *Fights) CountWaiting() int { return f.queue.length() }

// desk returns the desk of a fight, read once.
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

// Access returns what a key opens. The error is the same for every key that opens nothing.
func (f *Fights) Access(key string) (Access, error) {
	id, ok := fightOf(key)
	if !ok {
		return Access{}, unknownFight()
	}
	hash := hashKey(key)
	return f.find(id, func(l keptLink) bool { return l.Hash == hash })
}

// find returns what the link of a fight that stands and is so opens.
func (f *Fights) find(fight string, is func(keptLink) bool) (Access, error) {
	d, err := f.desk(fight)
	if err != nil {
		return Access{}, forWhom(Access{}, err)
	}
	a, ok := d.find(is)
	if !ok {
		return Access{}, unknownFight()
	}
	a.Fight = fight
	return a, nil
}

// Links returns the links of a fight that stand, without keys.
func (f *Fights) Links(a Access) ([]Link, error) {
	d, err := f.gms(a, "the list of links")
	if err != nil {
		return nil, err
	}
	return d.list(), nil
}

// Link makes one more link of a fight, with its key.
func (f *Fights) Link(ctx context.Context, a Access, role Role, seat string) (Link, error) {
	d, err := f.gms(a, "making a link")
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
	return d.link(a.Fight, role, seat)
}

// Revoke ends a link and the streams that were opened with it. A fight keeps at least one link of the GM.
func (f *Fights) Revoke(ctx context.Context, a Access, id string) error {
	d, err := f.gms(a, "revoking a link")
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

// gms returns the desk of a fight for the GM alone.
func (f *Fights) gms(a Access, what string) (*desk, error) {
	if a.Role != GM {
		return nil, codedError(session.NotYours, what+" is the GM's, not "+a.by()+"'s", "the GM's link")
	}
	if a.Asks {
		return nil, codedError(session.NotYours, what+" is more than asking", "a key with the scope gm")
	}
	return f.desk(a.Fight)
}

// Delete removes a fight with its record.
func (f *Fights) Delete(ctx context.Context, a Access) error {
	if _, err := f.gms(a, "deleting the fight"); err != nil {
		return err
	}
	t, err := f.acquire(ctx, a)
	if err != nil {
		return err
	}
	f.mu.Lock()
	delete(f.known, a.Fight)
	delete(f.desks, a.Fight)
	f.mu.Unlock()
	unfinished := f.path(a.Fight, recordExt+fresh) // what a kill leaves, the next start removes
	err = errors.Join(t.close(deletedError(), false), os.Rename(f.path(a.Fight, recordExt), unfinished))
	f.release(t)
	if err != nil {
		f.mu.Lock()
		f.known[a.Fight] = true
		f.mu.Unlock()
		return coded{fmt.Errorf("the fight is not deleted: %w", err), Failed}
	}
	f.news.add(a.Fight, fightDeleted)
	f.o.Log.Info("fight deleted", "fight", a.Fight)
	return errors.Join(os.Remove(f.path(a.Fight, deskExt)), os.Remove(unfinished), syncFolder(f.dir))
}

// RunSearch runs a search that belongs to no fight when its turn has come; whose names who waits for it.
func (f *Fights) RunSearch(ctx context.Context, whose string, think func(context.Context) error) error {
	ctx, cancel := f.mayThink(ctx)
	defer cancel()
	return f.cutOff(ctx, f.queue.do(ctx, "?"+whose, think))
}

// mayThink returns a context for a search that a client asks for, which ends when the server stops.
func (f *Fights) mayThink(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeoutCause(ctx, f.o.MaxThinkTime,
		codedError(session.Cancelled, "the search took longer than "+f.o.MaxThinkTime.String(), "fewer nodes"))
	stop := context.AfterFunc(f.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

// cutOff returns the error of a search, and says why if it was cut off.
func (f *Fights) cutOff(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return context.Cause(ctx)
	case errors.Is(err, context.Canceled) && f.ctx.Err() != nil:
		return f.stoppedError()
	}
	return err
}

// filesMax is how many files of one link may wait to be read.
const filesMax = 8

// RunShort runs the reading of a file that somebody has written when its turn has come; whose names who waits for it. One is read
// at a time, so that no number of files keeps the server from its fights; one that nobody waits for any more is not read.
func RunShort[T any](ctx context.Context, f *Fights, whose string, read func() (T, error)) (of T, err error) {
	err = f.files.do(ctx, whose, func(context.Context) (err error) {
		of, err = read()
		return err
	})
	return of, err
}

// Catalogue returns the rows that fights begin with.
func (f *Fights) Catalogue() agent.Catalogue { return *f.o.Catalogue }

// Counsel returns the budget of advice in a system.
func (f *Fights) Counsel(book.About) search.Limits { return f.limits() }
