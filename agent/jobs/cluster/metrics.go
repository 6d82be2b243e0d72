package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	vm "github.com/VictoriaMetrics/metrics"

	"kokyu/rules/text"
)

// metrics are a worker's figures for Prometheus.
type metrics struct {
	set     *vm.Set
	running *vm.Gauge
	seconds *vm.PrometheusHistogram
}

// ends are how a job can end: done, there was a result, to be tried again, set aside. They are in the order of the
// fields of [Counts].
var ends = []string{"done", "known", "failed", "aside"}

// NewMetrics returns figures that are all zero: a counter that appeared with its first job would hide that job from a
// rate.
func NewMetrics() *metrics {
	set := vm.NewSet()
	m := &metrics{set, set.NewGauge("kokyu_jobs_running", nil),
		set.NewPrometheusHistogramExt("kokyu_job_seconds", vm.ExponentialBuckets(0.001, 4, 10))}
	for _, end := range ends {
		m.jobs(end)
	}
	return m
}

// jobs returns the counter of jobs that have ended in one way.
func (m *metrics) jobs(end string) *vm.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("kokyu_jobs_total{end=%q}", end))
}

// Began counts a job that has begun.
func (m *metrics) Began() { m.running.Inc() }

// CountJob counts a job that has ended: exactly one field of did is 1.
func (m *metrics) CountJob(did Counts, took time.Duration) {
	m.running.Dec()
	for i, n := range []int{did.Done, did.Known, did.Failed, did.SetAside} {
		m.jobs(ends[i]).Add(n)
	}
	if did.Done > 0 {
		m.seconds.Update(took.Seconds())
	}
}

// Listen opens the address of the figures, which must be one of this machine alone, as in 127.0.0.1:9464.
func Listen(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	ip, _ := netip.ParseAddr(host)
	if err != nil || !ip.IsLoopback() && host != "localhost" {
		return nil, text.Problem{What: fmt.Sprintf("the figures at %q", text.Escape(address)),
			Want: "an address of this machine alone, as in 127.0.0.1:9464"}
	}
	return net.Listen("tcp", address)
}

// Serve shows the figures at /metrics until ctx is done.
func (m *metrics) Serve(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		m.set.WritePrometheus(w)
		vm.WriteProcessMetrics(w)
	})
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 30 * time.Second, MaxHeaderBytes: 16 << 10}
	defer context.AfterFunc(ctx, func() { _ = s.Close() })()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
