package serve

import (
	"net/http"
	"strings"
)

// bearer is who shows a key: whoever runs the server, the holder of a lasting key, or of a link.
type bearer struct {
	fights *Fights
	name   string // of the kind and the key, not a secret: "owner", "key k3", "aaaaaaaaaaaa l1"
}

const ownersName = "owner"

// bearerOf returns who makes a request. The error is the same for every key that opens nothing.
func (s *Server) bearerOf(r *http.Request) (b bearer, err error) {
	if err := HasKey(r); err != nil {
		return b, err
	}
	key, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case !ok:
		return b, unknownFight()
	case s.IsOwner(key):
		return bearer{s.fights, ownersName}, nil
	}
	if k, ok := s.fights.LastingKey(key); ok {
		return bearer{s.fights, lastingLink + k.ID}, nil
	}
	a, err := s.fights.Access(key)
	return bearer{s.fights, a.Fight + " " + a.Link}, err
}

// lastingKey returns the lasting key that the bearer shows, if it is valid.
func (b bearer) lastingKey() (LastingKey, bool) {
	return b.fights.lasting.find(func(k keptLasting) bool { return lastingLink+k.ID == b.name })
}

// stands returns an error once the key was revoked or has ended.
func (b bearer) stands() error {
	gone := codedError(UnknownFight, "the key was revoked, or has ended", "another key")
	if strings.HasPrefix(b.name, lastingLink) {
		if _, ok := b.lastingKey(); !ok {
			return gone
		}
	} else if fight, is := b.link(); is {
		if _, err := b.opens(fight); err != nil {
			return gone
		}
	}
	return nil
}

// opens returns what a fight is opened as.
func (b bearer) opens(fight string) (Access, error) {
	if b.name == ownersName {
		_, err := b.fights.desk(fight)
		return Whole(fight), err
	}
	if k, ok := b.lastingKey(); ok {
		return b.fights.Open(k, fight)
	}
	of, link, _ := strings.Cut(b.name, " ")
	if of != fight {
		return Access{}, unknownFight()
	}
	return b.fights.find(fight, func(l keptLink) bool { return l.ID == link })
}

// access returns what a fight is opened as, or the error of who asks without a key: there is no such fight.
func (b bearer) access(fight string, err error) (Access, error) {
	switch {
	case CodeOf(err) == NoKey:
		return Access{}, unknownFight()
	case err != nil:
		return Access{}, err
	}
	return b.opens(fight)
}

// hadOpened reports whether a fight was open that has been deleted since.
func (b bearer) hadOpened(fight string) bool {
	k, ok := b.lastingKey()
	return b.name == ownersName || ok && (k.Fight == fight || k.Fight == "" && k.Scope != scopeSeat)
}

// counts returns by what the streams of the bearer are counted.
func (b bearer) counts() Access { return Access{Link: b.name} }

// link returns the fight of a link.
func (b bearer) link() (fight string, is bool) {
	fight, _, _ = strings.Cut(b.name, " ")
	return fight, isID(fight)
}

// list returns the fights that are open, the last opened first.
func (b bearer) list() ([]Brief, error) {
	if fight, is := b.link(); is {
		only, err := b.fights.Brief(fight)
		return []Brief{only}, err
	}
	all, err := b.fights.List()
	open := []Brief{}
	for _, f := range all {
		if _, no := b.opens(f.ID); no == nil {
			open = append(open, f)
		}
	}
	return open, err
}
