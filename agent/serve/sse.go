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
	beat         = 15 * time.Second // between two signs of life of a silent stream
	writeTimeout = 10 * time.Second // of one event; whoever takes longer is gone
)

// source is a stream of events.
type source interface {
	Next(ctx context.Context) (Event, error)
	Close()
}

// events streams a fight as server-sent events. The id of a step is its number: a client that comes back with Last-Event-ID goes
// on behind it.
func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	b, err := s.watcherOf(r)
	a, err := b.access(r.PathValue("id"), err)
	if err != nil {
		return err
	}
	after, err := afterOf(r)
	if err != nil {
		return err
	}
	return s.stream(w, r, a, func() (source, error) { return s.fights.Follow(r.Context(), a, after) })
}

// allEvents streams all fights that a key opens.
func (s *Server) allEvents(w http.ResponseWriter, r *http.Request, b bearer) error {
	return s.stream(w, r, b.counts(), func() (source, error) { return s.fights.followAll(b, lastOf(r)) })
}

// stream sends the events of a source until one is the last, or the client is gone.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, a Access, open func() (source, error)) error {
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
	all, ofAll := st.(*allStream)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Accel-Buffering", "no")
	out := http.NewResponseController(w)
	first := "retry: 1000\n\n"
	if ofAll && lastOf(r) == "" {
		first += "id: " + all.last() + "\n\n" // from here on, also if nothing happens
	}
	if _, err := w.Write([]byte(first)); err != nil {
		return nil //nolint:nilerr // the client is gone
	}
	for {
		_ = out.SetWriteDeadline(time.Now().Add(writeTimeout)) // a test's writer has none
		if out.Flush() != nil {
			return nil
		}
		wait, cancel := context.WithTimeout(r.Context(), beat)
		e, err := st.Next(wait)
		cancel()
		var line []byte
		switch {
		case err == nil && ofAll:
			line, err = sse(e, all.id(e.ID))
		case err == nil:
			line, err = sse(e, strconv.Itoa(e.ID))
		case errors.Is(err, context.DeadlineExceeded) && r.Context().Err() == nil:
			line, err = []byte(": beat\n\n"), nil
			if ofAll {
				line = []byte("id: " + all.last() + "\n\n") // what came meanwhile was not for this key
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

// sse returns an event in the format of server-sent events, with an id if it has one. Of one fight only steps have, so that the last id
// is always that of a step.
func sse(e Event, id string) ([]byte, error) {
	var b bytes.Buffer
	if e.ID > 0 {
		fmt.Fprintf(&b, "id: %s\n", id)
	}
	fmt.Fprintf(&b, "event: %s\ndata: ", e.Event)
	err := Line(&b, e.Pushed)
	return append(b.Bytes(), '\n'), err
}

// lastOf returns the id of the event behind which a stream begins.
func lastOf(r *http.Request) string {
	return cmp.Or(r.Header.Get("Last-Event-ID"), r.URL.Query().Get("after"))
}

// afterOf returns the step behind which the stream of a fight begins.
func afterOf(r *http.Request) (int, error) {
	last := lastOf(r)
	if last == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(last)
	if err != nil || n < 0 {
		return 0, codedError(BadRequest, "Last-Event-ID is "+text.Quote(last), "the id of an event: the number of a step")
	}
	return n, nil
}
