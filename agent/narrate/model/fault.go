package model

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

// kind is why a question had no answer.
type kind string

// The kinds of faults. Those of the first line end the asking: what is wrong with them does not mend itself.
const (
	auth, unknown, badAddress, redirect, rejected kind = "auth", "unknown", "address", "redirect", "rejected"

	limited     kind = "limited"     // 429: too many questions
	unavailable kind = "unavailable" // no connection, or a server that is in trouble
	timeout     kind = "timeout"
	stopped     kind = "stopped" // the one who asked has gone
	oversize    kind = "oversize"
	malformed   kind = "malformed" // an answer of another shape
	spent       kind = "spent"     // the budget is
	brokenOff   kind = "broken"    // the library panicked
)

// failure is a question without an answer, as one sentence. It holds no key and no header, and of what the server said at
// most a line. It is no net.Error and wraps no error of a context: the library would make a plain text of such a one.
type failure struct {
	Kind   kind
	Status int           // of HTTP, 0 if there was none
	What   string        // the sentence
	after  time.Duration // how long the server asks to wait; negative: it does not say
}

func (f *failure) Error() string { return f.What }

// lasting reports whether the next question would end the same way. After one that was waited for in vain nobody waits again.
func (f *failure) lasting() bool {
	switch f.Kind {
	case auth, unknown, badAddress, redirect, rejected, spent, timeout:
		return true
	}
	return false
}

// passing reports whether the same question may be answered if it is asked again.
func (f *failure) passing() bool { return f.Kind == limited || f.Kind == unavailable }

func fault(kind kind, format string, args ...any) *failure {
	return &failure{Kind: kind, What: fmt.Sprintf(format, args...), after: -1}
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
