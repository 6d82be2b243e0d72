package serve

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"time"
)

// Ticket opens streams in the place of the key of who asked for it, for a few minutes. It may stand in an address: the EventSource of a
// browser can send no key.
type Ticket struct {
	Ticket string    `json:"ticket" jsonschema:"for the query of a stream of events, as in /events?ticket=…"`
	Until  time.Time `json:"until" jsonschema:"when it ends; a stream that is open then goes on"`
}

// ticketSpan is how long a ticket opens streams.
const ticketSpan = 5 * time.Minute

// seal returns what shows that a ticket is of this start of the server.
func (s *Server) seal(says []byte) []byte {
	mac := hmac.New(sha256.New, s.sealed[:])
	_, _ = mac.Write(says) // never fails
	return mac.Sum(nil)
}

// ticket makes a ticket: when it ends and whose it is, sealed.
func (s *Server) ticket(w http.ResponseWriter, _ *http.Request, b bearer) error {
	until := s.fights.lasting.now().Add(ticketSpan).UTC().Truncate(time.Second)
	says := append(binary.BigEndian.AppendUint64(nil, uint64(until.Unix())), b.name...)
	return send(w, http.StatusCreated, Ticket{base64.RawURLEncoding.EncodeToString(append(s.seal(says), says...)), until})
}

// watcherOf returns who asks for a stream, by a ticket or a key.
func (s *Server) watcherOf(r *http.Request) (b bearer, err error) {
	ticket := r.URL.Query().Get("ticket")
	if ticket == "" {
		return s.bearerOf(r)
	}
	b.fights = s.fights
	all, err := base64.RawURLEncoding.Strict().DecodeString(ticket)
	if says := all[min(sha256.Size, len(all)):]; err == nil && len(says) > 8 && hmac.Equal(all[:sha256.Size], s.seal(says)) {
		until := time.Unix(int64(binary.BigEndian.Uint64(says)), 0)
		if left := until.Sub(s.fights.lasting.now()); left > 0 && left <= ticketSpan { // more is left where the clock was put back
			b.name = string(says[8:])
			return b, b.stands()
		}
	}
	return b, codedError(UnknownFight, "the ticket has ended, or is none", "another one, from POST /tickets")
}
