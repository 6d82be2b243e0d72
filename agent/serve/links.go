package serve

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"

	"kokyu/agent/session"
)

// Role is what a link opens a fight as.
type Role string

const (
	GM      Role = "gm"      // sees and does everything
	Player  Role = "seat"    // one seat
	Watcher Role = "watcher" // sees what all seats may know
)

// May reports whether a link of the role may call an operation; which seat it is of does not matter.
func (r Role) May(o session.Operation) bool {
	c := session.Client{Watches: r == Watcher}
	if r == Player {
		c.As = string(r)
	}
	return c.May(o)
}

// Link is a way into one fight. Its key is shown when it is made and never again.
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

// Whole returns the access of the program itself, that of a GM without a link.
func Whole(fight string) Access { return Access{Fight: fight, Role: GM} }

// holder returns who has the access, for messages: by no name but that of the seat, which every client knows.
func (a Access) holder() string {
	switch a.Role {
	case Player:
		return a.Seat + "'s player"
	case Watcher:
		return "a watcher"
	}
	return "the GM"
}

// secretBytes is the length of the secret of a key.
const secretBytes = 16

// newKey returns a new key for a fight, and the hash of it that is kept.
func newKey(fight string) (key, hash string) {
	var secret [secretBytes]byte
	_, _ = rand.Read(secret[:]) // never fails
	key = fight + "." + base64.RawURLEncoding.EncodeToString(secret[:])
	return key, hashKey(key)
}

// hashKey returns the hash of a key. The secret has 128 random bits, so that a fast hash is enough.
func hashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// fightOfKey returns the fight that a key claims to open.
func fightOfKey(key string) (fight string, ok bool) {
	fight, _, ok = strings.Cut(key, ".")
	return fight, ok && isID(fight)
}

const (
	idLetters = "abcdefghijkmnpqrstuvwxyz23456789" // 32, without those that look alike
	idLen     = 12
)

// newID returns a new id of a fight: 60 random bits.
func newID() string { return NewName(idLen) }

// NewName returns a random name of so many letters; each has five random bits.
func NewName(letters int) string {
	b := make([]byte, letters)
	_, _ = rand.Read(b) // never fails
	for i := range b {
		b[i] = idLetters[int(b[i])%len(idLetters)]
	}
	return string(b)
}

// isID reports whether a text can name a fight. Nothing else ever becomes part of a path.
func isID(s string) bool {
	return len(s) == idLen && strings.Trim(s, idLetters) == ""
}
