package serve

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kokyu/agent/session"
)

// Role is what a link opens a fight as.
type Role string

// Roles.
const (
	GM      Role = "gm"      // sees and does everything
	Player  Role = "seat"    // one seat
	Watcher Role = "watcher" // sees what all seats may know
)

// May reports whether a link of the role may call an operation at all.
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

// Access is a fight that a key has opened, and as whom.
type Access struct {
	Fight string
	Role  Role
	Seat  string // of the role seat
	Link  string // the id of the link, or of a lasting key; empty for the program itself
	Asks  bool   // it may ask all that its role may, and make no step
}

// Whole returns the access of the program itself: everything.
func Whole(fight string) Access { return Access{Fight: fight, Role: GM} }

// by returns the one who has access, in messages: no name but that of its seat, which every client knows.
func (a Access) by() string {
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

// newKey returns a key for a fight, and what is kept of it.
func newKey(fight string) (key, hash string) {
	var secret [secretBytes]byte
	_, _ = rand.Read(secret[:]) // never fails
	key = fight + "." + base64.RawURLEncoding.EncodeToString(secret[:])
	return key, hashKey(key)
}

// hashKey returns what is kept of a key. Its bits are random, so that a fast hash is enough.
func hashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// fightOf returns the fight that a key says it opens.
func fightOf(key string) (fight string, ok bool) {
	fight, _, ok = strings.Cut(key, ".")
	return fight, ok && isID(fight)
}

// OwnersMark returns what the browser of whoever runs the server shows so that it is known again, also by the next server of this folder:
// random bits, in a file that nobody else reads.
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

const (
	idLetters = "abcdefghijkmnpqrstuvwxyz23456789" // none that look alike
	idLen     = 12
)

// newID names a fight: 60 random bits.
func newID() string { return NewName(idLen) }

// NewName returns a name of so many letters, five random bits each.
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
