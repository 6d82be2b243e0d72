package cluster

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"kokyu/rules/text"
)

// Options are the options of a connection to a server.
type Options struct {
	// URL is nats://HOST:PORT or tls://HOST:PORT; several servers of one cluster are separated by commas.
	URL string
	// Credentials is a file of credentials; empty: none. The URL must not have any, as it is printed in messages.
	Credentials string
	// Authority is a file with the certificate of the server's authority; empty: those of the system.
	Authority string
	// Prefix begins the names of subjects and streams, so that several can share a server; empty: kokyu.
	Prefix string
	// Name is the name of this program, for people.
	Name string
	// Build is the build of this program: see package work. Askers and workers of different builds do not see each
	// other.
	Build string
	// Lease is how long a worker that is silent keeps a job; 0: [LeaseUsual]. The last to connect sets it for all.
	Lease time.Duration
	// Say is called with messages for people; it may be nil.
	Say func(what string)
}

// LeaseUsual is how long a worker that is silent keeps a job.
const LeaseUsual = 30 * time.Second

// How long the server stores things. A job must not outlive its bench, or nobody could do it. Results stay longer than
// jobs, so that a command that is given again after weeks goes on.
const (
	workLifetime    = 7 * 24 * time.Hour
	resultsLifetime = 30 * 24 * time.Hour
	asideLifetime   = 7 * 24 * time.Hour
	benchesLifetime = 60 * 24 * time.Hour
	benchRenewAfter = 20 * 24 * time.Hour // a bench as old as this is stored again: it must outlive its results
	duplicateWindow = time.Minute         // how long the server refuses a message with the same id
	answerTimeout   = 5 * time.Second     // of the server, to one request
)

// prefixes matches valid prefixes: words without the characters that have a meaning in subjects.
var prefixes = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_-]{0,31}$`)

// Check says what is wrong with the options, before anything is contacted.
func (o Options) Check() error {
	if o.Prefix != "" && !prefixes.MatchString(o.Prefix) {
		return text.Problem{What: fmt.Sprintf("the prefix is %q", text.Escape(o.Prefix)),
			Want: "1 to 32 letters, digits, - and _, a letter first"}
	}
	for _, one := range strings.Split(o.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		switch {
		case err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "":
			return text.Problem{What: fmt.Sprintf("the server is %q", text.Escape(one)),
				Want: "nats://HOST:4222, or tls://HOST:4222"}
		case u.User != nil:
			return text.Problem{What: "the address of the server has credentials in it, where everybody sees them",
				Want: "a file of credentials"}
		}
	}
	return nil
}

// link is a connection with the streams of the package's documentation.
type link struct {
	Options
	nc      *nats.Conn
	js      jetstream.JetStream
	work    jetstream.Stream
	results jetstream.Stream
	aside   jetstream.Stream
	benches jetstream.ObjectStore
}

// say formats a message for people.
func (o Options) say(format string, args ...any) {
	if o.Say != nil {
		o.Say(fmt.Sprintf(format, args...))
	}
}

// connect connects to the server and opens the streams.
func connect(ctx context.Context, o Options) (*link, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	o.Prefix, o.Lease = cmp.Or(o.Prefix, "kokyu"), cmp.Or(o.Lease, LeaseUsual)
	options := []nats.Option{nats.Name("kokyu " + o.Name), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second),
		nats.Timeout(answerTimeout),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				o.say("the connection to the server is lost (%v); it is tried again every second, and nothing is lost", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { o.say("connected to the server again") }),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // callers get the errors
	}
	if o.Credentials != "" {
		if _, err := os.Stat(o.Credentials); err != nil {
			return nil, text.Problem{What: fmt.Sprintf("no credentials can be read at %q", text.Escape(o.Credentials)),
				Want: "the file that the server's operator gave out"}
		}
		options = append(options, nats.UserCredentials(o.Credentials))
	}
	if o.Authority != "" {
		pem, err := os.ReadFile(o.Authority)
		pool := x509.NewCertPool()
		if err != nil || !pool.AppendCertsFromPEM(pem) {
			return nil, text.Problem{What: fmt.Sprintf("no certificate can be read at %q", text.Escape(o.Authority)),
				Want: "a PEM file"}
		}
		options = append(options, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}))
	}
	nc, err := nats.Connect(o.URL, options...)
	if err != nil {
		what := fmt.Sprintf("no server can be reached at %s: %s", text.Escape(o.URL), text.Escape(err.Error()))
		return nil, text.Problem{What: what, Want: "a NATS server with JetStream, as nats-server -js is"}
	}
	l := &link{Options: o, nc: nc}
	if err := l.openStreams(ctx); err != nil {
		nc.Close()
		return nil, err
	}
	return l, nil
}

// openStreams creates the streams that do not exist, and opens all.
func (l *link) openStreams(ctx context.Context) (err error) {
	if l.js, err = jetstream.New(l.nc, jetstream.WithDefaultTimeout(answerTimeout)); err != nil {
		return err
	}
	// A stream has one message for each subject, which names a job: with DiscardNew the first one stays and a second is
	// refused, with DiscardOld the last one stays. After an error stream does nothing.
	stream := func(what string, retention jetstream.RetentionPolicy, discard jetstream.DiscardPolicy,
		stays time.Duration) (s jetstream.Stream) {
		if err == nil {
			s, err = l.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
				Name: l.Prefix + "-" + what, Subjects: []string{l.Prefix + "." + what + ".>"},
				Retention: retention, Storage: jetstream.FileStorage, Compression: jetstream.S2Compression,
				Discard: discard, DiscardNewPerSubject: discard == jetstream.DiscardNew, MaxMsgsPerSubject: 1,
				MaxAge: stays, Duplicates: duplicateWindow, AllowDirect: true})
		}
		return s
	}
	l.work = stream(work, jetstream.WorkQueuePolicy, jetstream.DiscardNew, workLifetime)
	l.results = stream(results, jetstream.LimitsPolicy, jetstream.DiscardNew, resultsLifetime)
	l.aside = stream(aside, jetstream.LimitsPolicy, jetstream.DiscardOld, asideLifetime)
	if err == nil {
		l.benches, err = l.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: l.Prefix + "-benches",
			TTL: benchesLifetime, Storage: jetstream.FileStorage, Compression: true})
	}
	if err != nil {
		return fmt.Errorf("the server at %s cannot store jobs: %w", text.Escape(l.URL), l.wordError(err))
	}
	return nil
}

// The names of streams and of the first parts of subjects, after the prefix.
const (
	work    = "work"
	results = "results"
	aside   = "aside"
	status  = "status"
)

// openQueue opens the queue from which workers of this build take jobs.
func (l *link) openQueue(ctx context.Context) (jetstream.Consumer, error) {
	c, err := l.js.CreateOrUpdateConsumer(ctx, l.Prefix+"-"+work, jetstream.ConsumerConfig{
		Durable: "build-" + l.Build, AckPolicy: jetstream.AckExplicitPolicy, AckWait: l.Lease, MaxDeliver: -1,
		MaxAckPending: -1, FilterSubject: l.subject(work, ">"), InactiveThreshold: workLifetime})
	if err != nil {
		return nil, fmt.Errorf("the server at %s gives out no jobs: %w", text.Escape(l.URL), l.wordError(err))
	}
	return c, nil
}

// subject returns a subject of this build: PREFIX.WHAT.BUILD.rest.
func (l *link) subject(what string, rest ...string) string {
	return strings.Join(append([]string{l.Prefix, what, l.Build}, rest...), ".")
}

// isDuplicate reports whether a message was refused because there is one with its subject. JetStream has no error value
// for that.
func isDuplicate(err error) bool {
	return err != nil && strings.Contains(err.Error(), "maximum messages per subject")
}

// isFull reports whether a server has no room left. Servers word that in several ways and have no code for it.
func isFull(err error) bool {
	wordings := []string{"maximum bytes", "insufficient resources", "insufficient storage", "resource limits",
		"no space left", "storage resources"}
	return err != nil && slices.ContainsFunc(wordings, func(says string) bool { return strings.Contains(err.Error(), says) })
}

// isTransient reports whether a call is to be tried again, as its error may go away when the server is back.
func isTransient(err error) bool {
	transient := []error{nats.ErrTimeout, context.DeadlineExceeded, jetstream.ErrNoStreamResponse, nats.ErrNoResponders,
		nats.ErrConnectionReconnecting, nats.ErrDisconnected, nats.ErrReconnectBufExceeded, jetstream.ErrServerShutdown,
		nats.ErrStaleConnection}
	return slices.ContainsFunc(transient, func(one error) bool { return errors.Is(err, one) })
}

// wordError words an error of the server for people.
func (l *link) wordError(err error) error {
	switch {
	case isFull(err):
		return fmt.Errorf("the server at %s has no room left (%s): free some of its disk or raise its limit, then go on",
			text.Escape(l.URL), text.Escape(err.Error()))
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return fmt.Errorf("JetStream is off there, want it on, as nats-server -js has it")
	case isTransient(err):
		return fmt.Errorf("the server at %s does not answer (%s)", text.Escape(l.URL), text.Escape(err.Error()))
	}
	return err
}
