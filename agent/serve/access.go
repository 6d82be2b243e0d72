package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kokyu/agent/session"
	"kokyu/rules/text"
)

// Who may use a fight: what links, keys and the browser of the owner open, and how they are made and revoked.

// Access returns what the key of a link opens. Every key that opens nothing gets the same error, so that whoever tries
// keys learns neither ids of fights nor how close a guess was.
func (f *Fights) Access(key string) (Access, error) {
	id, ok := fightOfKey(key)
	if !ok {
		return Access{}, unknownFightError()
	}
	// Only hashes are kept, so that whoever reads the folder finds no key in it. Hashes are compared with ==:
	// how long that takes could tell something about the hash, which is of no use without the key.
	hash := hashKey(key)
	return f.findLink(id, func(l keptLink) bool { return l.Hash == hash })
}

func (f *Fights) findLink(fight string, matches func(keptLink) bool) (Access, error) {
	d, err := f.desk(fight)
	if err != nil {
		return Access{}, errorFor(Access{}, err)
	}
	a, ok := d.find(matches)
	if !ok {
		return Access{}, unknownFightError()
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
		// The operation sheet reads the name as the prompt does, and has an error for one that nobody has.
		// Without a name it returns all sheets.
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

// Revoke revokes a link and ends the streams that were opened with it. The GM's last link cannot be
// revoked, or nobody could open the fight as its GM any more.
func (f *Fights) Revoke(ctx context.Context, a Access, id string) error {
	d, err := f.deskForGM(a, "revoking a link")
	if err != nil {
		return err
	}
	gms := text.Keep(d.list(), func(l Link) bool { return l.Role == GM })
	if len(gms) == 1 && gms[0].ID == id {
		return problem("it is the GM's only link", "another link of the GM's first")
	}
	if err := d.revoke(id); err != nil {
		return err
	}
	f.wakeRevoked(ctx, a.Fight)
	return nil
}

// deskForGM returns the desk of a fight to its GM, and to others an error that names what they tried: "making a link".
func (f *Fights) deskForGM(a Access, what string) (*desk, error) {
	if a.Role != GM {
		return nil, NewError(session.NotYours, what+" is the GM's, not "+a.holder()+"'s", "the GM's link")
	}
	if a.Asks {
		return nil, NewError(session.NotYours, what+" is more than asking", "a key with the scope gm")
	}
	return f.desk(a.Fight)
}

// accessOfKey returns the access that a lasting key gives to a fight. A key with the scope seat opens the fights that
// have a link for its seat: a GM who revokes that link locks such keys out as well.
func (f *Fights) accessOfKey(k keptLastingKey, fight string) (Access, error) {
	if k.Fight != "" && k.Fight != fight {
		return Access{}, unknownFightError()
	}
	d, err := f.desk(fight)
	if err != nil {
		return Access{}, errorFor(Access{}, err)
	}
	a := Access{Fight: fight, Role: Watcher, Link: lastingLink + k.ID}
	switch k.Scope {
	case scopeGM, scopePropose:
		a.Role, a.Asks = GM, k.Scope == scopePropose
	case scopeSeat:
		if a.Role, a.Seat = Player, k.Seat; !slices.ContainsFunc(d.list(), func(l Link) bool { return l.Seat == k.Seat }) {
			return Access{}, unknownFightError()
		}
	}
	return a, nil
}

// revokeLasting revokes a lasting key and ends the streams that it has opened.
func (f *Fights) revokeLasting(ctx context.Context, id string) error {
	if err := f.lasting.revoke(id); err != nil {
		return err
	}
	f.mu.Lock()
	loaded := slices.Collect(maps.Keys(f.tables))
	f.mu.Unlock()
	// No fight has the id "": it is for the streams of all fights, which exist even if no fight is loaded.
	for _, fight := range append(loaded, "") {
		f.wakeRevoked(ctx, fight)
	}
	return nil
}

// OwnerSecret returns the secret in the cookie of the owner's browser. The owner's key is another one at every start of
// a server; the secret is in a file of the folder that nobody else can read, so that a restart does not change it.
func (f *Fights) OwnerSecret() (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	path := filepath.Join(f.dir, "owner")
	secret, err := os.ReadFile(path)
	// An older version did not write the file as a whole: where it was killed, the file may be empty.
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(secret) == 0 {
		key, _ := newKey("owner")
		secret, err = []byte(key), writeWhole(path, []byte(key))
	}
	return string(secret), err
}

// checkLink returns an error unless the fight exists and the link that opened it has not been revoked.
func (f *Fights) checkLink(a Access) error {
	d, err := f.desk(a.Fight)
	if err == nil && !d.isValid(a.Link) {
		err = unknownFightError()
	}
	return err
}

// bearer is the sender of a request: whoever runs the server, or the holder of a lasting key or a link. What its key
// opens is looked up at each use, so that a stream ends when the key is revoked.
type bearer struct {
	fights *Fights
	// name is "owner", "key k3" for a lasting key, "aaaaaaaaaaaa l1" for a link of the fight aaaaaaaaaaaa, and empty for a
	// program on this machine that has sent no key. Tickets contain it.
	name string
}

const ownersName = "owner"

// lastingKey returns the bearer's lasting key; ok is false if it has none that is valid.
func (b bearer) lastingKey() (k keptLastingKey, ok bool) { return b.fights.lasting.ofLink(b.name) }

// checkValid returns an error once the bearer's key was revoked or has ended. The owner's key is always valid.
func (b bearer) checkValid() error {
	gone := NewError(UnknownFight, "the key was revoked, or has ended", "another key")
	if strings.HasPrefix(b.name, lastingLink) {
		if _, ok := b.lastingKey(); !ok {
			return gone
		}
	} else if fight, is := b.link(); is {
		if _, err := b.open(fight); err != nil {
			return gone
		}
	}
	return nil
}

func (b bearer) open(fight string) (Access, error) {
	if b.name == ownersName {
		_, err := b.fights.desk(fight)
		return FullAccess(fight), err
	}
	if k, ok := b.lastingKey(); ok {
		return b.fights.accessOfKey(k, fight)
	}
	of, link, _ := strings.Cut(b.name, " ")
	if of != fight {
		return Access{}, unknownFightError()
	}
	return b.fights.findLink(fight, func(l keptLink) bool { return l.ID == link })
}

// access returns the bearer's access to a fight, after bearerOf has returned the bearer and err. A request
// without a key gets the same error as for a fight that does not exist.
func (b bearer) access(fight string, err error) (Access, error) {
	switch {
	case CodeOf(err) == NoKey:
		return Access{}, unknownFightError()
	case err != nil:
		return Access{}, err
	}
	return b.open(fight)
}

// couldOpen reports whether the bearer had access to a fight that was deleted. Its links are gone with it, so a key
// with the scope seat counts as one without access.
func (b bearer) couldOpen(fight string) bool {
	k, ok := b.lastingKey()
	return b.name == ownersName || ok && (k.Fight == fight || k.Fight == "" && k.Scope != scopeSeat)
}

// link returns the fight of the bearer's link; ok is false if the bearer holds another kind of key. No
// other name begins with the id of a fight, because ids have twelve letters.
func (b bearer) link() (fight string, ok bool) {
	fight, _, _ = strings.Cut(b.name, " ")
	return fight, isID(fight)
}

// listFights returns the fights that the bearer can open, the last begun first.
func (b bearer) listFights() ([]Brief, error) {
	if fight, is := b.link(); is {
		only, err := b.fights.Brief(fight)
		return []Brief{only}, err
	}
	all, err := b.fights.List()
	open := []Brief{}
	for _, f := range all {
		if _, refused := b.open(f.ID); refused == nil {
			open = append(open, f)
		}
	}
	return open, err
}
