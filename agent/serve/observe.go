package serve

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	vm "github.com/VictoriaMetrics/metrics"
)

func perSecond(n int) string { return strconv.Itoa(n) + " a second" }
func count(n int) string     { return strconv.Itoa(n) }

// metrics are what the server counts, in the text format of Prometheus.
type metrics struct{ set *vm.Set }

// requestBuckets are the upper ends, in seconds, of the histogram of how long an answer takes.
var requestBuckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}

func newMetrics(s *Server) *metrics {
	m := &metrics{vm.NewSet()}
	for name, value := range map[string]func() int{
		"kokyu_fights":           func() int { n, _ := s.fights.Count(); return n }, // in the folder
		"kokyu_fights_loaded":    func() int { _, n := s.fights.Count(); return n },
		"kokyu_searches_waiting": s.fights.CountWaiting, // for their turn
		"kokyu_streams": func() int {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.open
		},
	} {
		m.set.NewGauge(name, func() float64 { return float64(value()) })
	}
	return m
}

// countAnswer counts an answer; what streams take says nothing, nor what a connection takes that was handed over, without a status.
func (m *metrics) countAnswer(route string, status int, took time.Duration) {
	m.set.GetOrCreateCounter(fmt.Sprintf("kokyu_requests_total{route=%q,status=\"%d\"}", route, status)).Inc()
	if !isStream(route) && status != 0 {
		m.set.GetOrCreatePrometheusHistogramExt(fmt.Sprintf("kokyu_request_seconds{route=%q}", route), requestBuckets).Update(took.Seconds())
	}
}

func (m *metrics) handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		m.set.WritePrometheus(w)
		vm.WriteProcessMetrics(w)
	})
}

// answered is a response that remembers its status.
type answered struct {
	http.ResponseWriter
	status int
}

func (a *answered) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *answered) Write(p []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	return a.ResponseWriter.Write(p)
}

// Unwrap lets streams be flushed.
func (a *answered) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// observe counts and logs requests: by their route, never by their path, key or body. A handler that panics is a fault, not the
// end of the server.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start, a := time.Now(), &answered{ResponseWriter: w}
		_, route := s.mux.Handler(r)
		defer func() {
			if fault := recover(); fault != nil && fault != http.ErrAbortHandler { //nolint:errorlint // it is this value
				s.o.Log.Error("a request panicked", "route", route, "fault", fmt.Sprint(fault), "stack", string(debug.Stack()))
				if a.status == 0 {
					WriteProblem(a, coded{fmt.Errorf("panic"), Failed})
				}
			}
			took := time.Since(start)
			s.metrics.countAnswer(route, a.status, took)
			s.o.Log.Info("request", "route", route, "status", a.status, "ms", took.Milliseconds())
		}()
		next.ServeHTTP(a, r)
	})
}
