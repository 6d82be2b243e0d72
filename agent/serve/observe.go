package serve

import (
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	vm "github.com/VictoriaMetrics/metrics"
)

// requestBuckets are the upper ends, in seconds, of the histogram of how long an answer takes.
var requestBuckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}

// newMetrics returns what the server measures of itself, for Prometheus. It is a set of its own, so that
// several servers in one process do not count for each other.
func newMetrics(s *Server) *vm.Set {
	set := vm.NewSet()
	for name, value := range map[string]func() int{
		"kokyu_fights":           func() int { n, _ := s.fights.Count(); return n }, // in the folder
		"kokyu_fights_loaded":    func() int { _, n := s.fights.Count(); return n },
		"kokyu_searches_waiting": s.fights.searchQueue.length, // for their turn
		"kokyu_streams": func() int {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.openStreams
		},
	} {
		set.NewGauge(name, func() float64 { return float64(value()) })
	}
	return set
}

// countAnswer counts an answer, and measures how long it took: not of streams, which end when the client goes, nor of
// connections that a handler has taken over, which have no status.
func (s *Server) countAnswer(route string, status int, took time.Duration) {
	s.metrics.GetOrCreateCounter(fmt.Sprintf("kokyu_requests_total{route=%q,status=\"%d\"}", route, status)).Inc()
	if !isStream(route) && status != 0 {
		name := fmt.Sprintf("kokyu_request_seconds{route=%q}", route)
		s.metrics.GetOrCreatePrometheusHistogramExt(name, requestBuckets).Update(took.Seconds())
	}
}

// statusRecorder is a response that remembers its status.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

func (a *statusRecorder) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *statusRecorder) Write(p []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	return a.ResponseWriter.Write(p)
}

// Unwrap returns the response below, with which [http.ResponseController] flushes streams.
func (a *statusRecorder) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// observe counts and logs requests by their route, never by their path, key or body, which may be secret. A
// handler that panics is logged and answered with a fault; the server goes on. The package net/http uses
// the panic [http.ErrAbortHandler] to end a connection, which is no fault.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start, a := time.Now(), &statusRecorder{ResponseWriter: w}
		_, route := s.mux.Handler(r)
		defer func() {
			if fault := recover(); fault != nil && fault != http.ErrAbortHandler { //nolint:errorlint // it is this value
				s.fights.options.Log.Error("a request panicked", "route", route, "fault", fmt.Sprint(fault),
					"stack", string(debug.Stack()))
				if a.status == 0 {
					WriteProblem(a, codedError{errors.New("panic"), Failed})
				}
			}
			took := time.Since(start)
			s.countAnswer(route, a.status, took)
			s.fights.options.Log.Info("request", "route", route, "status", a.status, "ms", took.Milliseconds())
		}()
		next.ServeHTTP(a, r)
	})
}
