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

// metrics are a worker's metrics for Prometheus.
type metrics struct {
	set     *vm.Set
	running *vm.Gauge
	seconds *vm.PrometheusHistogram
}

// endWords are the words for how a job can end, in the order of the fields of [Counts].
var endWords = []string{"done", "known", "failed", "aside"}

// NewMetrics returns metrics that are all zero. Without the zero, a counter's first job would be missing from rates.
func NewMetrics() *metrics {
	set := vm.NewSet()
	m := &metrics{set, set.NewGauge("kokyu_jobs_running", nil),
		set.NewPrometheusHistogramExt("kokyu_job_seconds", vm.ExponentialBuckets(0.001, 4, 10))}
	for _, end := range endWords {
		m.counter(end)
	}
	return m
}

// counter returns the counter of jobs that have ended in one way.
func (m *metrics) counter(end string) *vm.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("kokyu_jobs_total{end=%q}", end))
}

// Began counts a job that has begun.
func (m *metrics) Began() { m.running.Inc() }

// CountJob counts a job that has ended: exactly one field of did is 1.
func (m *metrics) CountJob(did Counts, took time.Duration) {
	m.running.Dec()
	for i, n := range []int{did.Done, did.Known, did.Failed, did.SetAside} {
		m.counter(endWords[i]).Add(n)
	}
	if did.Done > 0 {
		m.seconds.Update(took.Seconds())
	}
}

// Listen opens the address of the metrics, which must be a loopback address, as in 127.0.0.1:9464.
func Listen(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	ip, _ := netip.ParseAddr(host)
	if err != nil || !ip.IsLoopback() && host != "localhost" {
		return nil, text.Problem{What: fmt.Sprintf("the figures at %q", text.Escape(address)),
			Want: "an address of this machine alone, as in 127.0.0.1:9464"}
	}
	return net.Listen("tcp", address)
}

// Serve serves the metrics at /metrics until ctx is done.
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
