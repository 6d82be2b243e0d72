package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"kokyu/agent/session"
	"kokyu/rules/text"
)

// Lasting keys are the owner's, for programs: each has a name, a scope and, if it is to have one, an end. They open fights beside the links,
// stand in no address, and are kept in one file of the folder, with the origins whose pages the owner lets use the server.

// Scope is what a lasting key may do in the fights that it opens.
type Scope string

// Scopes.
const (
	scopeWatch   Scope = "watch"   // what a watcher's link may
	scopePropose Scope = "propose" // ask all that the GM may, and make no step
	scopeSeat    Scope = "seat"    // what the link of a seat may, wherever a combatant has its name
	scopeGM      Scope = "gm"      // what the GM's link may, and open fights
)

// LastingKey is a key of the owner's for a program. Its secret is shown when it is made and never again.
type LastingKey struct {
	ID    string    `json:"id"`
	Name  string    `json:"name" jsonschema:"what it is for"`
	Scope Scope     `json:"scope"`
	Seat  string    `json:"seat,omitempty" jsonschema:"of the scope seat: the combatant"`
	Fight string    `json:"fight,omitempty" jsonschema:"the only fight that it opens; default: all"`
	Until time.Time `json:"until,omitzero" jsonschema:"when it ends; default: never"`
	Key   string    `json:"key,omitempty" jsonschema:"the secret, sent as a bearer token; shown once"`
}

// keptLasting is a lasting key without its secret.
type keptLasting struct {
	LastingKey
	Hash string `json:"hash"`
}

const (
	lastingFile   = "keys.json"
	lastingMax    = 100
	lastingPrefix = "key"  // of a secret, where a link has its fight
	lastingLink   = "key " // of the link of an access, before the id
)

// lasting is the lasting keys of a folder, and the origins.
type lasting struct {
	path string
	now  func() time.Time
	mu   sync.Mutex
	keptKeys
}

// keptKeys is the file.
type keptKeys struct {
	Made    int           `json:"made"` // so many, also those that were revoked
	Keys    []keptLasting `json:"keys"`
	Origins []Origin      `json:"origins,omitempty"`
}

// openLasting reads the keys of a folder.
func openLasting(dir string) (*lasting, error) {
	l := &lasting{path: filepath.Join(dir, lastingFile), now: time.Now}
	data, err := os.ReadFile(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &l.keptKeys)
	}
	if err != nil {
		return nil, fmt.Errorf("the keys of the folder cannot be read: %s: %w", l.path, err)
	}
	return l, nil
}

// write keeps the keys; the file appears whole or stays as it is. The caller holds the lock.
func (l *lasting) write(kept keptKeys) error {
	data, err := json.MarshalIndent(kept, "", "  ")
	if err != nil {
		return err
	}
	if err := writeWhole(l.path, append(data, '\n')); err != nil {
		return coded{fmt.Errorf("the keys of the folder could not be written: %w", err), Failed}
	}
	l.keptKeys = kept
	return syncFolder(filepath.Dir(l.path))
}

// check says what is wrong with a key that is to be made.
func (k LastingKey) check(now time.Time) error {
	name, err := text.CleanName(k.Name)
	switch {
	case err != nil || name != k.Name:
		return problem("the name of the key is "+text.Quote(k.Name), "1 to 64 "+text.WantName+", for what it is")
	case !slices.Contains([]Scope{scopeWatch, scopePropose, scopeSeat, scopeGM}, k.Scope):
		return problem("the scope is "+text.Quote(string(k.Scope)), text.OneOf(string(k.Scope), []string{"watch", "propose", "seat", "gm"}))
	case (k.Scope == scopeSeat) != (k.Seat != ""):
		return problem("a seat belongs to the scope seat alone", "both or neither")
	case k.Fight != "" && !isID(k.Fight):
		return problem("the fight is "+text.Quote(k.Fight), "the id of a fight, or none for all")
	case !k.Until.IsZero() && !k.Until.After(now):
		return problem("the key would have ended before it begins", "a time to come, as in 2030-01-01T00:00:00Z, or none")
	case k.ID != "" || k.Key != "":
		return problem("the id and the secret of a key are the server's to choose", "a name and a scope")
	}
	return nil
}

// make makes a key.
func (l *lasting) make(k LastingKey) (LastingKey, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := k.check(l.now()); err != nil {
		return LastingKey{}, err
	}
	if len(l.Keys) >= lastingMax {
		return LastingKey{}, codedError(TooMany, fmt.Sprintf("there are %d keys", len(l.Keys)), fmt.Sprintf("at most %d: revoke one first", lastingMax))
	}
	k.ID = fmt.Sprintf("k%d", l.Made+1)
	secret, hash := newKey(lastingPrefix)
	if err := l.write(keptKeys{l.Made + 1, append(slices.Clone(l.Keys), keptLasting{k, hash}), l.Origins}); err != nil {
		return LastingKey{}, err
	}
	k.Key = secret
	return k, nil
}

// list returns the keys without their secrets, also those that have ended.
func (l *lasting) list() []LastingKey {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := []LastingKey{}
	for _, k := range l.Keys {
		list = append(list, k.LastingKey)
	}
	return list
}

// revoke ends a key.
func (l *lasting) revoke(id string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	rest := slices.DeleteFunc(slices.Clone(l.Keys), func(k keptLasting) bool { return k.ID == id })
	if len(rest) == len(l.Keys) {
		return codedError(session.UnknownName, fmt.Sprintf("there is no key %q", id), "the id of a key")
	}
	return l.write(keptKeys{l.Made, rest, l.Origins})
}

// find returns the key that stands and has a secret, or an id.
func (l *lasting) find(is func(keptLasting) bool) (LastingKey, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range l.Keys {
		if is(k) && (k.Until.IsZero() || k.Until.After(l.now())) {
			return k.LastingKey, true
		}
	}
	return LastingKey{}, false
}

// stands reports whether the key of an access has neither been revoked nor ended.
func (l *lasting) stands(link string) bool {
	_, ok := l.find(func(k keptLasting) bool { return lastingLink+k.ID == link })
	return ok
}

// LastingKey returns the lasting key with a secret.
func (f *Fights) LastingKey(secret string) (LastingKey, bool) {
	if !strings.HasPrefix(secret, lastingPrefix+".") {
		return LastingKey{}, false
	}
	hash := hashKey(secret)
	return f.lasting.find(func(k keptLasting) bool { return k.Hash == hash })
}

// Open returns what a lasting key opens a fight as.
func (f *Fights) Open(k LastingKey, fight string) (Access, error) {
	if k.Fight != "" && k.Fight != fight {
		return Access{}, unknownFight()
	}
	d, err := f.desk(fight)
	if err != nil {
		return Access{}, forWhom(Access{}, err)
	}
	a := Access{Fight: fight, Role: Watcher, Link: lastingLink + k.ID}
	switch k.Scope {
	case scopeGM, scopePropose:
		a.Role, a.Asks = GM, k.Scope == scopePropose
	case scopeSeat:
		if a.Role, a.Seat = Player, k.Seat; !slices.ContainsFunc(d.list(), func(l Link) bool { return l.Seat == k.Seat }) {
			return Access{}, unknownFight()
		}
	}
	return a, nil
}

// RevokeLasting ends a lasting key, and the streams that it has opened.
func (f *Fights) RevokeLasting(ctx context.Context, id string) error {
	if err := f.lasting.revoke(id); err != nil {
		return err
	}
	f.mu.Lock()
	loaded := slices.Collect(maps.Keys(f.tables))
	f.mu.Unlock()
	for _, fight := range append(loaded, "") { // and those of all fights
		f.wakeRevoked(ctx, fight)
	}
	return nil
}

// mayMake refuses what makes a step to a key that may only ask.
func (a Access) mayMake(o session.Operation) error {
	if a.Asks && (!o.Asks || o.Name == "save") {
		return codedError(session.NotYours, "the key may ask, and "+o.Name+" does something", "a key with the scope gm or seat")
	}
	return nil
}
