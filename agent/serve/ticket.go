package serve

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"time"
)

// Ticket opens streams for a few minutes, in the place of the key of whoever asked for it. The EventSource of a browser
// can send no key in a header, and a ticket, unlike a key, may stand in an address.
type Ticket struct {
	Ticket string    `json:"ticket" jsonschema:"for the query of a stream of events, as in /events?ticket=…"`
	Until  time.Time `json:"until" jsonschema:"when it ends; a stream that is open then goes on"`
}

// ticketSpan is how long a ticket opens streams. Open streams go on until their bearer's key ends.
const ticketSpan = 5 * time.Minute

// seal returns the authentication code of a ticket's content, with the secret of this start of the server.
// Tickets of an earlier start are worth nothing.
func (s *Server) seal(says []byte) []byte {
	mac := hmac.New(sha256.New, s.ticketSecret[:])
	_, _ = mac.Write(says) // never fails
	return mac.Sum(nil)
}

// ticket makes a ticket: its end and the name of its bearer, sealed. The server remembers none of them.
func (s *Server) ticket(_ *http.Request, b bearer, _ noBody) (Ticket, error) {
	until := s.fights.lasting.now().Add(ticketSpan).UTC().Truncate(time.Second)
	says := append(binary.BigEndian.AppendUint64(nil, uint64(until.Unix())), b.name...)
	return Ticket{base64.RawURLEncoding.EncodeToString(append(s.seal(says), says...)), until}, nil
}

// watcherOf returns the bearer of a request for a stream, by a ticket in its query or by a key. A ticket
// opens no more than its bearer's key does at that moment.
func (s *Server) watcherOf(r *http.Request) (b bearer, err error) {
	ticket := r.URL.Query().Get("ticket")
	if ticket == "" {
		return s.bearerOf(r)
	}
	b.fights = s.fights
	all, err := base64.RawURLEncoding.Strict().DecodeString(ticket)
	says := all[min(sha256.Size, len(all)):]
	if err == nil && len(says) > 8 && hmac.Equal(all[:sha256.Size], s.seal(says)) {
		until := time.Unix(int64(binary.BigEndian.Uint64(says)), 0)
		// More than ticketSpan is left if the clock was set back: such a ticket would open streams for too long.
		if left := until.Sub(s.fights.lasting.now()); left > 0 && left <= ticketSpan {
			b.name = string(says[8:])
			return b, b.checkValid()
		}
	}
	return b, NewError(UnknownFight, "the ticket has ended, or is none", "another one, from POST /tickets")
}
