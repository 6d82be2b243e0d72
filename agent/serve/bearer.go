package serve

import "strings"

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
