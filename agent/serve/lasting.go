package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"kokyu/agent/session"
	"kokyu/rules/text"
)

// The owner makes lasting keys for programs, such as a bot. Unlike a link, such a key can open several fights and can
// end, and no address contains it. One file has all of them, and the origins whose web pages may use the server.

// keyScope is what a lasting key may do in the fights that it opens.
type keyScope string

const (
	scopeWatch   keyScope = "watch"   // what a watcher's link may
	scopePropose keyScope = "propose" // ask all that the GM may, and make no step
	scopeSeat    keyScope = "seat"    // what the link of a seat may, wherever a combatant has its name
	scopeGM      keyScope = "gm"      // what the GM's link may, and open fights
)

// keyTerms say what a lasting key is for and what it may do.
type keyTerms struct {
	Name  string    `json:"name" jsonschema:"what it is for"`
	Scope keyScope  `json:"scope"`
	Seat  string    `json:"seat,omitempty" jsonschema:"of the scope seat: the combatant"`
	Fight string    `json:"fight,omitempty" jsonschema:"the only fight that it opens; default: all"`
	Until time.Time `json:"until,omitzero" jsonschema:"when it ends; default: never"`
}

// lastingKey is a key for a program. Its secret is shown when it is made and never again.
type lastingKey struct {
	ID string `json:"id"`
	keyTerms
	Key string `json:"key,omitempty" jsonschema:"the secret, sent as a bearer token; shown once"`
}

// keptLastingKey is a lasting key as it is kept: it has no secret, but a hash of one.
type keptLastingKey struct {
	ID string `json:"id"`
	keyTerms
	Hash string `json:"hash"`
}

const (
	lastingFile   = "keys.json"
	lastingMax    = 100
	lastingPrefix = "key"  // before the dot of a secret, where the key of a link has the id of its fight
	lastingLink   = "key " // before the id, in the Link of an [Access]
)

// lastingKeys holds the lasting keys and the origins of a folder. There are few of both: they are looked
// through one by one, and each change writes the whole file.
type lastingKeys struct {
	path string
	now  func() time.Time // the clock; tests set it
	mu   sync.Mutex
	keyFile
}

type keyFile struct {
	Made    int              `json:"made"` // how many keys and origins were ever made: no id is used again
	Keys    []keptLastingKey `json:"keys"`
	Origins []allowedOrigin  `json:"origins,omitempty"`
}

func openLasting(dir string) (*lastingKeys, error) {
	l := &lastingKeys{path: filepath.Join(dir, lastingFile), now: time.Now}
	data, err := os.ReadFile(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &l.keyFile)
	}
	if err != nil {
		return nil, fmt.Errorf("the keys of the folder cannot be read: %s: %w", l.path, err)
	}
	return l, nil
}

// write replaces the file, whole or not at all, and then what is in memory. The caller holds the lock and
// passes copies: if the file cannot be written, what is in memory must be as before.
func (l *lastingKeys) write(kept keyFile) error {
	data, err := json.MarshalIndent(kept, "", "  ")
	if err != nil {
		return err
	}
	if err := writeWhole(l.path, append(data, '\n')); err != nil {
		return codedError{fmt.Errorf("the keys of the folder could not be written: %w", err), Failed}
	}
	l.keyFile = kept
	return syncFolder(filepath.Dir(l.path))
}

func (k keyTerms) check(now time.Time) error {
	name, err := text.CleanName(k.Name)
	switch {
	case err != nil || name != k.Name:
		return problem("the name of the key is "+text.Quote(k.Name), "1 to 64 "+text.WantName+", for what it is")
	case !slices.Contains([]keyScope{scopeWatch, scopePropose, scopeSeat, scopeGM}, k.Scope):
		return problem("the scope is "+text.Quote(string(k.Scope)),
			text.OneOf(string(k.Scope), []string{"watch", "propose", "seat", "gm"}))
	case (k.Scope == scopeSeat) != (k.Seat != ""):
		return problem("a seat belongs to the scope seat alone", "both or neither")
	case k.Fight != "" && !isID(k.Fight):
		return problem("the fight is "+text.Quote(k.Fight), "the id of a fight, or none for all")
	case !k.Until.IsZero() && !k.Until.After(now):
		return problem("the key would have ended before it begins", "a time to come, as in 2030-01-01T00:00:00Z, or none")
	}
	return nil
}

// make makes a key and returns it with its secret, of which only a hash is kept.
func (l *lastingKeys) make(k keyTerms) (lastingKey, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := k.check(l.now()); err != nil {
		return lastingKey{}, err
	}
	if len(l.Keys) >= lastingMax {
		return lastingKey{}, NewError(TooMany, fmt.Sprintf("there are %d keys", len(l.Keys)),
			fmt.Sprintf("at most %d: revoke one first", lastingMax))
	}
	id := fmt.Sprintf("k%d", l.Made+1)
	secret, hash := newKey(lastingPrefix)
	if err := l.write(keyFile{l.Made + 1, append(slices.Clone(l.Keys), keptLastingKey{id, k, hash}), l.Origins}); err != nil {
		return lastingKey{}, err
	}
	return lastingKey{id, k, secret}, nil
}

// list returns the keys without their secrets, also those that have ended.
func (l *lastingKeys) list() []lastingKey {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := []lastingKey{}
	for _, k := range l.Keys {
		list = append(list, lastingKey{k.ID, k.keyTerms, ""})
	}
	return list
}

// revoke removes a key. [Fights.revokeLasting] also ends the streams that it has opened.
func (l *lastingKeys) revoke(id string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	rest := text.Keep(l.Keys, func(k keptLastingKey) bool { return k.ID != id })
	if len(rest) == len(l.Keys) {
		return NewError(session.UnknownName, fmt.Sprintf("there is no key %q", id), "the id of a key")
	}
	return l.write(keyFile{l.Made, rest, l.Origins})
}

// find returns the first key for which matches is true and that has not ended. Ended keys are listed until revoked.
func (l *lastingKeys) find(matches func(keptLastingKey) bool) (keptLastingKey, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range l.Keys {
		if matches(k) && (k.Until.IsZero() || k.Until.After(l.now())) {
			return k, true
		}
	}
	return keptLastingKey{}, false
}

// ofLink returns the key that an [Access] has as its link: "key k3".
func (l *lastingKeys) ofLink(link string) (keptLastingKey, bool) {
	return l.find(func(k keptLastingKey) bool { return lastingLink+k.ID == link })
}

func (l *lastingKeys) ofSecret(secret string) (keptLastingKey, bool) {
	hash := hashKey(secret)
	return l.find(func(k keptLastingKey) bool { return k.Hash == hash })
}

// checkScope returns an error if a key with the scope propose, which may only ask, calls an operation that
// makes a step or writes a file. The operation save makes no step, but writes a file.
func (a Access) checkScope(o session.Operation) error {
	if a.Asks && (!o.Asks || o.Name == "save") {
		return NewError(session.NotYours, "the key may ask, and "+o.Name+" does something", "a key with the scope gm or seat")
	}
	return nil
}

// allowedOrigin is an origin whose web pages may use the server.
type allowedOrigin struct {
	ID     string `json:"id,omitempty" jsonschema:"a short name for the path that forbids it; none of one that the flag --origin names"`
	Origin string `json:"origin"`
}

// originsMax is how many origins can be allowed here; those of the flag --origin are not counted.
const originsMax = 100

// origins returns the origins that are allowed here. It needs no lock afterwards: a change makes a new list.
func (l *lastingKeys) origins() []allowedOrigin {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Origins
}

// allow keeps an origin. If it is allowed already, allow returns that one.
func (l *lastingKeys) allow(origin string) (allowedOrigin, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.IndexFunc(l.Origins, func(o allowedOrigin) bool { return o.Origin == origin }); i >= 0 {
		return l.Origins[i], nil
	}
	if len(l.Origins) >= originsMax {
		return allowedOrigin{}, NewError(TooMany, fmt.Sprintf("there are %d origins", len(l.Origins)),
			fmt.Sprintf("at most %d: revoke one first", originsMax))
	}
	o := allowedOrigin{fmt.Sprintf("o%d", l.Made+1), origin}
	return o, l.write(keyFile{l.Made + 1, l.Keys, append(slices.Clone(l.Origins), o)})
}

// forbid takes an origin back, by its id or as it was allowed.
func (l *lastingKeys) forbid(origin string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	rest := text.Keep(l.Origins, func(o allowedOrigin) bool { return o.ID != origin && o.Origin != origin })
	if len(rest) == len(l.Origins) {
		return NewError(session.UnknownName, "there is no origin "+text.Quote(origin),
			"one that was allowed here, with %2F for each slash, or its id")
	}
	return l.write(keyFile{l.Made, l.Keys, rest})
}
