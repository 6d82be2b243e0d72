package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"kokyu/rules/text"
)

// Metrics are a worker's figures for Prometheus. They implement [Count].
type Metrics struct {
	registry *prometheus.Registry
	jobs     *prometheus.CounterVec
	running  prometheus.Gauge
	seconds  prometheus.Histogram
}

// NewMetrics returns figures that are all zero.
func NewMetrics() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(),
		jobs:    prometheus.NewCounterVec(prometheus.CounterOpts{Name: "kokyu_jobs_total", Help: "Jobs that ended, by how: done, known (there was a result), failed (to be tried again), aside (set aside)."}, []string{"end"}),
		running: prometheus.NewGauge(prometheus.GaugeOpts{Name: "kokyu_jobs_running", Help: "Jobs in hand."}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "kokyu_job_seconds", Help: "Time of a job that was done.", Buckets: prometheus.ExponentialBuckets(0.001, 4, 10)})}
	m.registry.MustRegister(m.jobs, m.running, m.seconds, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Began implements [Count].
func (m *Metrics) Began() { m.running.Inc() }

// Ended implements [Count].
func (m *Metrics) Ended(did Did, took time.Duration) {
	m.running.Dec()
	for end, n := range map[string]int{"done": did.Done, "known": did.Known, "failed": did.Failed, "aside": did.Aside} {
		m.jobs.WithLabelValues(end).Add(float64(n))
	}
	if did.Done > 0 {
		m.seconds.Observe(took.Seconds())
	}
}

// Listen opens the address of the figures, which must be one of this machine alone, as in 127.0.0.1:9464.
func Listen(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	ip, _ := netip.ParseAddr(host)
	if err != nil || !ip.IsLoopback() && host != "localhost" {
		return nil, text.Problem{What: fmt.Sprintf("the figures at %q", text.Escape(address)), Want: "an address of this machine alone, as in 127.0.0.1:9464"}
	}
	return net.Listen("tcp", address)
}

// Serve shows the figures at /metrics until ctx is done.
func (m *Metrics) Serve(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second, MaxHeaderBytes: 16 << 10}
	defer context.AfterFunc(ctx, func() { _ = s.Close() })()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
