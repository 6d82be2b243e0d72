package model

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

// Kind is why a question had no answer.
type Kind string

// The kinds of faults. Those of the first line end the asking: what is wrong with them does not mend itself.
const (
	Auth, Unknown, Address, Redirect, Rejected Kind = "auth", "unknown", "address", "redirect", "rejected"

	Limited     Kind = "limited"     // 429: too many questions
	Unavailable Kind = "unavailable" // no connection, or a server that is in trouble
	Timeout     Kind = "timeout"
	Stopped     Kind = "stopped" // the one who asked has gone
	Oversize    Kind = "oversize"
	Malformed   Kind = "malformed" // an answer of another shape
	Spent       Kind = "spent"     // the budget is
	Broken      Kind = "broken"    // the library panicked
)

// Fault is a question without an answer, as one sentence. It holds no key and no header, and of what the server said at
// most a line. It is no net.Error and wraps no error of a context: the library would make a plain text of such a one.
type Fault struct {
	Kind   Kind
	Status int           // of HTTP, 0 if there was none
	What   string        // the sentence
	after  time.Duration // how long the server asks to wait; negative: it does not say
}

func (f *Fault) Error() string { return f.What }

// lasting reports whether the next question would end the same way. After one that was waited for in vain nobody waits again.
func (f *Fault) lasting() bool {
	switch f.Kind {
	case Auth, Unknown, Address, Redirect, Rejected, Spent, Timeout:
		return true
	}
	return false
}

// passing reports whether the same question may be answered if it is asked again.
func (f *Fault) passing() bool { return f.Kind == Limited || f.Kind == Unavailable }

func fault(kind Kind, format string, args ...any) *Fault {
	return &Fault{Kind: kind, What: fmt.Sprintf(format, args...), after: -1}
}

// saidMax is how much of what a server says is shown, in bytes.
const saidMax = 120

// show returns what a server said, fit to be read: one short line without signs that move a cursor, and nothing at all if any
// part of the key is in it.
func show(said, key string) string {
	const part = 6 // bytes of a key that give it away
	for i := 0; i+part <= len(key); i++ {
		if strings.Contains(said, key[i:i+part]) {
			return ""
		}
	}
	if key != "" && len(key) < part && strings.Contains(said, key) {
		return ""
	}
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(said), " ") {
		if !unicode.IsPrint(r) || unicode.Is(unicode.Bidi_Control, r) {
			continue
		}
		if b.Len() >= saidMax {
			b.WriteString("…")
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}
