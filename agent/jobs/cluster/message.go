package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"kokyu/agent/jobs"
)

// The subject of a job is PREFIX.work.BUILD.BENCH.JOB, that of its result or fault the same with results or aside.
// BENCH and JOB are hashes, so that two askers of the same work share its results.

// storedResult is a result in the stream results. The worker and the time that the job took are for people only.
type storedResult struct {
	Worker       string          `json:"by"`
	Milliseconds int64           `json:"ms"`
	Result       json.RawMessage `json:"result"`
}

// failedJob is a job in the stream aside. It is tried again only if it is asked for again.
type failedJob struct {
	By    string `json:"by"`
	Tries int    `json:"tries"`
	Fault string `json:"fault"`
}

// faultMax is how many bytes of an error are stored and shown.
const faultMax = 2000

// readJob decodes and checks a job of the work stream, where anybody who reaches the server can put anything. The
// subject must be that of the job, or its result would be stored as another's.
func (l *link) readJob(subject string, data []byte) (j jobs.Job, id jobs.ID, err error) {
	if len(data) > jobs.JobMax {
		return j, "", fmt.Errorf("a job of %d bytes", len(data))
	}
	if err := jobs.Decode(data, &j); err != nil {
		return j, "", fmt.Errorf("it is no job: %w", err)
	}
	id = j.ID()
	switch {
	case j.Build != l.Build:
		return j, id, fmt.Errorf("it is of build %.40q", j.Build)
	case !j.Bench.Valid() || j.N < 0 || int64(j.N) > jobs.NumberMax || len(j.Kind) > 40:
		return j, id, errors.New("it is no job of kokyu")
	case subject != l.subject(work, string(j.Bench), string(id)):
		return j, id, errors.New("its subject is that of another job")
	}
	return j, id, nil
}

// idOf returns the id at the end of a subject.
func idOf(subject string) jobs.ID { return jobs.ID(subject[strings.LastIndexByte(subject, '.')+1:]) }

// readBench reads the document of a bench and checks its hash.
func (l *link) readBench(ctx context.Context, id jobs.ID) ([]byte, error) {
	ctx, end := context.WithTimeout(ctx, time.Minute)
	defer end()
	info, err := l.benches.GetInfo(ctx, string(id))
	if err != nil {
		return nil, fmt.Errorf("what the jobs have in common is not there: %w", l.wordError(err))
	}
	if info.Size > jobs.DocMax {
		return nil, fmt.Errorf("what the jobs have in common is %d bytes, want at most %d", info.Size, jobs.DocMax)
	}
	doc, err := l.benches.GetBytes(ctx, string(id))
	if err != nil {
		return nil, fmt.Errorf("what the jobs have in common cannot be read: %w", l.wordError(err))
	}
	if jobs.Hash(doc) != id {
		return nil, errors.New("what the jobs have in common is not what its hash says")
	}
	return doc, nil
}

// putBench stores the document of a bench, unless it was stored within benchRenewAfter.
func (l *link) putBench(ctx context.Context, id jobs.ID, doc []byte) error {
	info, err := l.benches.GetInfo(ctx, string(id))
	if err == nil && time.Since(info.ModTime) < benchRenewAfter {
		return nil
	}
	if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return l.wordError(err)
	}
	_, err = l.benches.PutBytes(ctx, string(id), doc)
	return l.wordError(err)
}

// hasResult reports whether a job has a result. A server that lost an acknowledgement gives out such a job again.
func (l *link) hasResult(ctx context.Context, bench, id jobs.ID) (bool, error) {
	_, err := l.results.GetLastMsgForSubject(ctx, l.subject(results, string(bench), string(id)))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	return err == nil, err
}
