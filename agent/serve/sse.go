package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"kokyu/rules/text"
)

const (
	heartbeat    = 15 * time.Second // after which a stream without events sends a comment, so that proxies keep it open
	writeTimeout = 10 * time.Second // for one event; a client that takes longer counts as gone
)

// eventSource is a stream of events: of one fight, or of all.
type eventSource interface {
	Next(ctx context.Context) (Event, error)
	Close()
	idOf(Event) string // the id of an event, with which a client says where it was cut off
	lastID() string    // the id from which a client that has got no event goes on; empty where it begins anew
}

// events streams a fight as server-sent events. The id of a step is its number: after Last-Event-ID the stream goes on
// with the next step.
func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	b, err := s.watcherOf(r)
	a, err := b.access(r.PathValue("id"), err)
	if err != nil {
		return err
	}
	after, err := stepAfter(r)
	if err != nil {
		return err
	}
	return s.stream(w, r, a, func() (eventSource, error) { return s.fights.Follow(r.Context(), a, after) })
}

// allEvents streams all fights that a key opens, from now on or after Last-Event-ID, as one stream of the key.
func (s *Server) allEvents(w http.ResponseWriter, r *http.Request, b bearer) error {
	return s.stream(w, r, Access{Link: b.name}, func() (eventSource, error) { return s.fights.followAll(b, lastEventID(r)) })
}

// stream sends the events of an eventSource until the last one, or until the client is gone. a names the link
// against whose limit the stream counts; open makes the eventSource once it is counted.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, a Access, open func() (eventSource, error)) error {
	if r.Method == http.MethodHead { // the pattern of GET takes it too
		return sendText(w, http.StatusOK, "text/event-stream", nil)
	}
	done, err := s.CountStream(a)
	if err != nil {
		return err
	}
	defer done()
	st, err := open()
	if err != nil {
		return err
	}
	defer st.Close()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Accel-Buffering", "no") // nginx would hold events back until there are many
	out := http.NewResponseController(w)
	first := "retry: 1000\n\n" // milliseconds after which a client that was cut off comes back
	if id := st.lastID(); id != "" && lastEventID(r) == "" {
		first += "id: " + id + "\n\n" // so that a client cut off before any event goes on from here
	}
	if _, err := w.Write([]byte(first)); err != nil {
		return nil //nolint:nilerr // the client is gone
	}
	for {
		_ = out.SetWriteDeadline(time.Now().Add(writeTimeout)) // a test's writer has none
		if out.Flush() != nil {
			return nil
		}
		wait, cancel := context.WithTimeout(r.Context(), heartbeat)
		e, err := st.Next(wait)
		cancel()
		var line []byte
		switch {
		case err == nil:
			line, err = sse(e, st.idOf(e))
		case errors.Is(err, context.DeadlineExceeded) && r.Context().Err() == nil:
			line, err = []byte(": beat\n\n"), nil
			if id := st.lastID(); id != "" {
				line = []byte("id: " + id + "\n\n") // it has moved on if there were events that the key may not have
			}
		default: // the last event was sent, or the client is gone
			return nil
		}
		if err != nil {
			return err
		}
		_ = out.SetWriteDeadline(time.Now().Add(writeTimeout))
		if _, err := w.Write(line); err != nil {
			return nil //nolint:nilerr // the client is gone
		}
	}
}

// sse returns an event in the format of server-sent events. In the stream of one fight only steps have an id, so that
// Last-Event-ID is always the number of a step.
func sse(e Event, id string) ([]byte, error) {
	var b bytes.Buffer
	if e.ID > 0 {
		fmt.Fprintf(&b, "id: %s\n", id)
	}
	fmt.Fprintf(&b, "event: %s\ndata: ", e.Event)
	err := WriteLine(&b, e.Pushed)
	return append(b.Bytes(), '\n'), err
}

// lastEventID returns the id of the event after which a stream begins: browsers send it in a header when
// they come back, others may put it into the query.
func lastEventID(r *http.Request) string {
	return cmp.Or(r.Header.Get("Last-Event-ID"), r.URL.Query().Get("after"))
}

// stepAfter returns the number of the step after which the stream of a fight begins.
func stepAfter(r *http.Request) (int, error) {
	last := lastEventID(r)
	if last == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(last)
	if err != nil || n < 0 {
		return 0, NewError(BadRequest, "Last-Event-ID is "+text.Quote(last), "the id of an event: the number of a step")
	}
	return n, nil
}
