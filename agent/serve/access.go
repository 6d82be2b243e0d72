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
)

// Who may use a fight: what links, keys and the browser of the owner open, and how they are made and revoked.

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

// openAs returns the access that a lasting key gives to a fight.
func (f *Fights) openAs(k lastingKey, fight string) (Access, error) {
	if k.Fight != "" && k.Fight != fight {
		return Access{}, unknownFight()
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
			return Access{}, unknownFight()
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
	for _, fight := range append(loaded, "") { // "" wakes the streams of all fights, also if no fight is loaded
		f.wakeRevoked(ctx, fight)
	}
	return nil
}

// OwnersMark returns a secret for the cookie of the owner's browser. It is in a file of the folder that nobody else can
// read, so that the next server of the folder knows the browser again.
func (f *Fights) OwnersMark() (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	path := filepath.Join(f.dir, "owner")
	mark, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(mark) == 0 { // an older version left it empty where it was killed
		key, _ := newKey("owner")
		mark, err = []byte(key), writeWhole(path, []byte(key))
	}
	return string(mark), err
}

// checkLink returns an error unless the fight exists and the link that opened it has not been revoked.
func (f *Fights) checkLink(a Access) error {
	d, err := f.desk(a.Fight)
	if err == nil && !d.isValid(a.Link) {
		err = unknownFight()
	}
	return err
}

// bearer is the sender of a request: whoever runs the server, or the holder of a lasting key or of a link.
type bearer struct {
	fights *Fights
	name   string // not secret: "owner", "key k3" for a lasting key, "aaaaaaaaaaaa l1" for a link of a fight
}

const ownersName = "owner"

// lastingKey returns the bearer's lasting key; ok is false if it has none that is valid.
func (b bearer) lastingKey() (k lastingKey, ok bool) { return b.fights.lasting.ofLink(b.name) }

// checkValid returns an error once the key of the bearer was revoked or has ended.
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

// open returns the bearer's access to a fight.
func (b bearer) open(fight string) (Access, error) {
	if b.name == ownersName {
		_, err := b.fights.desk(fight)
		return Whole(fight), err
	}
	if k, ok := b.lastingKey(); ok {
		return b.fights.openAs(k, fight)
	}
	of, link, _ := strings.Cut(b.name, " ")
	if of != fight {
		return Access{}, unknownFight()
	}
	return b.fights.findLink(fight, func(l keptLink) bool { return l.ID == link })
}

// access does what open does, unless err, from bearerOf, says that there is no bearer. A request without a key learns
// that there is no such fight.
func (b bearer) access(fight string, err error) (Access, error) {
	switch {
	case CodeOf(err) == NoKey:
		return Access{}, unknownFight()
	case err != nil:
		return Access{}, err
	}
	return b.open(fight)
}

// couldOpen reports whether the bearer had access to a fight that was deleted, whose links are gone.
func (b bearer) couldOpen(fight string) bool {
	k, ok := b.lastingKey()
	return b.name == ownersName || ok && (k.Fight == fight || k.Fight == "" && k.Scope != scopeSeat)
}

// link returns the fight of the bearer's link; ok is false if it holds another kind of key.
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
