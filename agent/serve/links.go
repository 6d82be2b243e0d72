package serve

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"

	"kokyu/agent/session"
)

// Role is what a link lets its holder be in a fight.
type Role string

const (
	GM      Role = "gm"      // sees and does everything
	Player  Role = "seat"    // sees what one seat may know, and decides for it
	Watcher Role = "watcher" // sees what all seats may know, and does nothing
)

// May reports whether a link of the role may call an operation. Which seat a player's link is for makes no
// difference, so that any name stands for it here.
func (r Role) May(o session.Operation) bool {
	c := session.Client{Watches: r == Watcher}
	if r == Player {
		c.As = string(r)
	}
	return c.May(o)
}

// Link is a way into one fight, as one role. Its key is shown when it is made and never again: a hash of it is kept.
type Link struct {
	ID   string `json:"id"` // names the link in its fight
	Role Role   `json:"role"`
	Seat string `json:"seat,omitempty"` // of the role seat
	Key  string `json:"key,omitempty"`  // the fight's id, a dot and 128 random bits; empty once it was shown
}

// Access is what a key has opened: a fight, and as whom.
type Access struct {
	Fight string
	Role  Role
	Seat  string // of the role seat
	Link  string // the id of the link, or of a lasting key; empty for the program itself
	Asks  bool   // it may only ask: call what its role may call, except what makes a step
}

// FullAccess returns the access of the program itself to a fight, that of a GM without a link.
func FullAccess(fight string) Access { return Access{Fight: fight, Role: GM} }

// holder returns who has the access, for messages and for who made a step. It is no name but that of the
// seat, which every client knows anyway.
func (a Access) holder() string {
	switch a.Role {
	case Player:
		return a.Seat + "'s player"
	case Watcher:
		return "a watcher"
	}
	return "the GM"
}

const secretBytes = 16

// newKey returns a new key for a fight, and the hash of it that is kept.
func newKey(fight string) (key, hash string) {
	var secret [secretBytes]byte
	_, _ = rand.Read(secret[:]) // never fails
	key = fight + "." + base64.RawURLEncoding.EncodeToString(secret[:])
	return key, hashKey(key)
}

// hashKey returns the hash of a key. A fast hash is enough: nobody finds 128 random bits by trying.
func hashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// fightOfKey returns the fight that a key claims to open. The id in front of the secret saves looking
// through the desks of all fights.
func fightOfKey(key string) (fight string, ok bool) {
	fight, _, ok = strings.Cut(key, ".")
	return fight, ok && isID(fight)
}

const (
	idLetters = "abcdefghijkmnpqrstuvwxyz23456789" // 32: no l, o, 0 or 1, which look alike
	idLen     = 12
)

// newID returns a new id of a fight: 60 random bits.
func newID() string { return NewName(idLen) }

// NewName returns a random name of so many letters; each has five random bits. As there are 32 letters, the
// rest of a division of a random byte is as random as the byte.
func NewName(letters int) string {
	b := make([]byte, letters)
	_, _ = rand.Read(b) // never fails
	for i := range b {
		b[i] = idLetters[int(b[i])%len(idLetters)]
	}
	return string(b)
}

// isID reports whether a text can be the id of a fight. Only ids become part of a path: whatever else a client sends
// leads to no file.
func isID(s string) bool {
	return len(s) == idLen && strings.Trim(s, idLetters) == ""
}
