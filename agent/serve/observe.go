package serve

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

func perSecond(n int) string { return strconv.Itoa(n) + " a second" }
func count(n int) string     { return strconv.Itoa(n) }

// metrics are what the server counts, in the text format of Prometheus.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

func newMetrics(s *Server) *metrics {
	m := &metrics{registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "kokyu_requests_total", Help: "Requests that were answered."}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "kokyu_request_seconds", Help: "Time to answer a request, without streams.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}}, []string{"route"})}
	gauge := func(name, help string, value func() int) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(value()) })
	}
	m.registry.MustRegister(m.requests, m.seconds, collectors.NewGoCollector(),
		gauge("kokyu_fights", "Fights in the folder.", func() int { n, _ := s.fights.Count(); return n }),
		gauge("kokyu_fights_loaded", "Fights that are loaded.", func() int { _, n := s.fights.Count(); return n }),
		gauge("kokyu_searches_waiting", "Searches that wait for their turn.", s.fights.Waiting),
		gauge("kokyu_streams", "Streams that are open.", func() int {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.open
		}))
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
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

// observed counts and logs requests: by their route, never by their path, key or body. A handler that panics is a fault, not the
// end of the server.
func (s *Server) observed(next http.Handler) http.Handler {
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
			s.metrics.requests.WithLabelValues(route, strconv.Itoa(a.status)).Inc()
			if route != eventsRoute {
				s.metrics.seconds.WithLabelValues(route).Observe(took.Seconds())
			}
			s.o.Log.Info("request", "route", route, "status", a.status, "ms", took.Milliseconds())
		}()
		next.ServeHTTP(a, r)
	})
}
