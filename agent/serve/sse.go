package serve

import (
	"bytes"
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

// events streams a fight as server-sent events. The id of a step is its number: a client that comes back with Last-Event-ID goes
// on behind it.
func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	a, err := s.Authorize(r, r.PathValue("id"))
	if err != nil {
		return err
	}
	after, err := afterOf(r)
	if err != nil {
		return err
	}
	if r.Method == http.MethodHead { // the pattern of GET takes it too
		return sendText(w, http.StatusOK, "text/event-stream", nil)
	}
	done, err := s.CountStream(a)
	if err != nil {
		return err
	}
	defer done()
	st, err := s.fights.Follow(r.Context(), a, after)
	if err != nil {
		return err
	}
	defer st.Close()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Accel-Buffering", "no")
	out := http.NewResponseController(w)
	if _, err := w.Write([]byte("retry: 1000\n\n")); err != nil {
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
		case err == nil:
			if line, err = sse(e); err != nil {
				return err
			}
		case errors.Is(err, context.DeadlineExceeded) && r.Context().Err() == nil:
			line = []byte(": beat\n\n")
		default: // the last event was sent, or the client is gone
			return nil
		}
		_ = out.SetWriteDeadline(time.Now().Add(writeTimeout))
		if _, err := w.Write(line); err != nil {
			return nil //nolint:nilerr // the client is gone
		}
	}
}

// sse returns an event in the format of server-sent events. Only steps have ids, so that the last id is always that of a step.
func sse(e Event) ([]byte, error) {
	var b bytes.Buffer
	if e.ID > 0 {
		fmt.Fprintf(&b, "id: %d\n", e.ID)
	}
	fmt.Fprintf(&b, "event: %s\ndata: ", e.Event)
	err := Line(&b, e.Pushed)
	return append(b.Bytes(), '\n'), err
}

// afterOf returns the step behind which a stream begins.
func afterOf(r *http.Request) (int, error) {
	last := r.Header.Get("Last-Event-ID")
	if last == "" {
		last = r.URL.Query().Get("after")
	}
	if last == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(last)
	if err != nil || n < 0 {
		return 0, coding(BadRequest, "Last-Event-ID is "+text.Quote(last), "the id of an event: the number of a step")
	}
	return n, nil
}
