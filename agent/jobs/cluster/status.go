package cluster

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"kokyu/agent/jobs"
)

// Status is the state of all work on a server.
type Status struct {
	Builds []buildStatus `json:"builds"`
	Peers  []peer        `json:"nodes"`  // workers and askers, by name
	Stored stored        `json:"stored"` // on the server
	Rate   float64       `json:"rate"`   // jobs a minute of all workers
	// SecondsLeft is the time in seconds until all known jobs are done at this rate; 0: unknown.
	SecondsLeft float64 `json:"seconds"`
}

// buildStatus is the queue of one build.
type buildStatus struct {
	Build   string `json:"build"`
	Queued  int    `json:"queued"`
	Running int    `json:"running"`
	Done    int    `json:"done"`  // results that are stored
	Aside   int    `json:"aside"` // set aside
}

// stored is what the server keeps.
type stored struct {
	Results int    `json:"results"`
	Bytes   uint64 `json:"bytes"` // of all streams
}

// peer is a program that is connected.
type peer struct {
	Role    string  `json:"role"` // worker, asker
	Name    string  `json:"name"`
	Build   string  `json:"build"`
	Cores   int     `json:"cores,omitempty"`
	Running int     `json:"running,omitempty"`
	Jobs    Counts  `json:"did"`
	Rate    float64 `json:"rate"`    // jobs a minute, of late
	Seconds float64 `json:"seconds"` // since it began
	What    string  `json:"what,omitempty"`
	Asked   int     `json:"of,omitempty"` // of an asker, jobs in all
}

// Bounds of what is asked and read for a status.
const (
	peersTimeout  = 500 * time.Millisecond // how long to wait for answers
	peerAnswerMax = 4096                   // bytes of an answer
	peersMax      = 4096                   // answers
	subjectsMax   = 100_000                // subjects that a server may list; with more, jobs are not counted by build
)

// respond answers a request of [Look].
func respond(m *nats.Msg, n peer) {
	if data, err := json.Marshal(n); err == nil {
		_ = m.Respond(data)
	}
}

// report returns the worker's state. Its rate is that of its last jobs, so that it changes when jobs take longer.
func (w *Worker) report() peer {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := peer{Role: "worker", Name: w.Name, Build: w.Build, Cores: w.Cores, Running: len(w.running), Jobs: w.counts,
		Seconds: time.Since(w.began).Seconds()}
	if k := len(w.recent); k > 0 {
		from := w.recent[0]
		if k < recentMost {
			from = w.began
		}
		if took := time.Since(from).Minutes(); took > 0 {
			n.Rate = float64(k) / took
		}
	}
	n.What = strings.Join(slices.Compact(slices.Sorted(maps.Values(w.running))), ", ")
	return n
}

// report returns the asker's state.
func (a *asker) report() peer {
	a.mu.Lock()
	defer a.mu.Unlock()
	return peer{Role: "asker", Name: a.Name, Build: a.Build, Jobs: Counts{Done: a.done}, Asked: a.count, What: a.what}
}

// buildOf returns BUILD of a subject PREFIX.WHAT.BUILD.rest; empty for any other subject.
func buildOf(subject string) string {
	if parts := strings.Split(subject, "."); len(parts) > 2 {
		return parts[2]
	}
	return ""
}

// Look asks a server for the state of all work. The server counts what is stored, stream by stream; the connected
// programs report what they do. The server's count of a queue includes jobs under way, which are subtracted.
func Look(ctx context.Context, o Options) (s Status, err error) {
	s.Builds = []buildStatus{}
	server, err := connect(ctx, o)
	if err != nil {
		return s, err
	}
	defer server.nc.Close()
	if s.Peers, err = server.askPeers(ctx); err != nil {
		return s, err
	}
	builds := map[string]*buildStatus{}
	build := func(name string) *buildStatus {
		if builds[name] == nil {
			builds[name] = &buildStatus{Build: name}
		}
		return builds[name]
	}
	for _, part := range []struct {
		stream jetstream.Stream
		what   string
		count  func(b *buildStatus) *int
	}{
		{server.work, work, func(b *buildStatus) *int { return &b.Queued }},
		{server.results, results, func(b *buildStatus) *int { return &b.Done }},
		{server.aside, aside, func(b *buildStatus) *int { return &b.Aside }},
	} {
		info, err := part.stream.Info(ctx)
		if err != nil {
			return s, server.wordError(err)
		}
		s.Stored.Bytes += info.State.Bytes
		if part.what == results {
			s.Stored.Results = int(info.State.Msgs)
		}
		if info.State.NumSubjects > subjectsMax {
			*part.count(build("all")) = int(info.State.Msgs)
			continue
		}
		if info, err = part.stream.Info(ctx, jetstream.WithSubjectFilter(server.Prefix+"."+part.what+".>")); err != nil {
			return s, server.wordError(err)
		}
		for subject, n := range info.State.Subjects {
			*part.count(build(buildOf(subject))) += int(n)
		}
	}
	if objects, err := server.benches.Status(ctx); err == nil {
		s.Stored.Bytes += objects.Size()
	}
	for name, b := range builds {
		if c, err := server.js.Consumer(ctx, server.Prefix+"-"+work, "build-"+name); err == nil {
			if info, err := c.Info(ctx); err == nil {
				b.Running = info.NumAckPending
				b.Queued = max(0, b.Queued-b.Running)
			}
		}
		s.Builds = append(s.Builds, *b)
	}
	slices.SortFunc(s.Builds, func(a, b buildStatus) int { return strings.Compare(a.Build, b.Build) })
	s.estimate()
	return s, nil
}

// estimate computes the rate of all workers, and the time until all jobs are done that are queued or that askers will
// ask for.
func (s *Status) estimate() {
	queued, wanted := 0, 0
	for _, n := range s.Peers {
		if n.Role == "worker" {
			s.Rate += n.Rate
		} else {
			wanted += max(0, n.Asked-n.Jobs.Done)
		}
	}
	for _, b := range s.Builds {
		queued += b.Queued + b.Running
	}
	if s.Rate > 0 {
		s.SecondsLeft = float64(max(queued, wanted)) / s.Rate * 60
	}
}

// askPeers asks all connected programs for their state, and returns the answers that come within peersTimeout.
func (l *link) askPeers(ctx context.Context) (list []peer, err error) {
	list = []peer{}
	inbox := l.nc.NewInbox()
	sub, err := l.nc.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := l.nc.PublishRequest(l.Prefix+"."+status, inbox, nil); err != nil {
		return nil, err
	}
	ctx, end := context.WithTimeout(ctx, peersTimeout)
	defer end()
	for len(list) < peersMax {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			break
		}
		var n peer
		if len(m.Data) <= peerAnswerMax && jobs.Decode(m.Data, &n) == nil {
			list = append(list, n)
		}
	}
	slices.SortFunc(list, func(a, b peer) int { return strings.Compare(a.Role+a.Name, b.Role+b.Name) })
	return list, nil
}
