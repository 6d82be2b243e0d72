package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/log"
	"golang.org/x/time/rate"
)

// ServerOptions are what a server needs besides its fights. The zero value of each limit is its default.
type ServerOptions struct {
	Log     *log.Logger    // default: nothing is logged
	Lan     bool           // others than this machine may reach the server
	Hosts   []string       // names by which it is called, besides localhost and addresses
	Origins []string       // of the web pages that may use it, as https://table.example
	Base    string         // the path below which it is, as /kokyu; see [CheckBase]
	Proxies []netip.Prefix // whose word of a client counts

	Streams     int // at the same time; default 2000
	StreamsLink int // of one link; default 16
	Rate        int // requests a second; default 2000
	RateLink    int // of one link; default 200
}

// Limits of a request.
const (
	bodyMax       = 1 << 20
	headerMax     = 16 << 10
	headerTimeout = 5 * time.Second
	readTimeout   = 30 * time.Second
	idleTimeout   = 2 * time.Minute
	stopTimeout   = 800 * time.Millisecond
)

// Server serves a folder of fights over HTTP. It decides nothing: every operation is one of [session.Operations], and a client
// receives what its link lets it know.
type Server struct {
	fights  *Fights
	o       ServerOptions
	mux     *http.ServeMux
	owner   string
	sealed  [sha256.Size]byte // the secret of tickets
	metrics *metrics
	all     *rate.Limiter
	applier sharedApplier
	begun   begunOnce

	mu      sync.Mutex
	links   map[string]*rate.Limiter // by the hash of a key
	streams map[string]int           // by the hash of a key
	open    int                      // streams

	srv    *http.Server
	port   string
	narrow bool           // it listens at this machine's own address alone
	lan    bool           // others than this machine may reach it
	more   []net.Listener // at this machine's other addresses
}

// NewServer returns a server of a folder of fights.
func NewServer(f *Fights, o ServerOptions) *Server {
	if o.Log == nil {
		o.Log = log.New(io.Discard)
	}
	for limit, standard := range map[*int]int{&o.Streams: 2000, &o.StreamsLink: 16, &o.Rate: 2000, &o.RateLink: 200} {
		if *limit == 0 {
			*limit = standard
		}
	}
	s := &Server{fights: f, o: o, mux: http.NewServeMux(), all: rate.NewLimiter(rate.Limit(o.Rate), o.Rate),
		links: map[string]*rate.Limiter{}, streams: map[string]int{}, lan: o.Lan}
	s.owner, _ = newKey("owner")
	_, _ = rand.Read(s.sealed[:]) // never fails
	s.metrics = newMetrics(s)
	c := f.Catalogue()
	s.applier.Catalogue = &c
	s.routes()
	return s
}

// Owner returns the key of who runs the server. It opens every fight as the GM's, lists them, and is another one at every start.
func (s *Server) Owner() string { return s.owner }

// Fights returns the fights that are served.
func (s *Server) Fights() *Fights { return s.fights }

// Mount adds a handler at a pattern of [http.ServeMux]. It gets requests that have passed the server's checks of hosts, origins
// and limits, and finds out who asks with [Server.Authorize].
func (s *Server) Mount(pattern string, h http.Handler) { s.mux.Handle(pattern, h) }

// Authorize returns what the key of a request opens. fight may be empty, then a link says of which fight it is. The error is
// the same whatever is wrong.
func (s *Server) Authorize(r *http.Request, fight string) (Access, error) {
	b, err := s.bearerOf(r)
	if fight == "" {
		fight, _ = b.link()
	}
	return b.access(fight, err)
}

// HasKey returns an error for a request that shows no link or key at all, where that says nothing of a fight.
func HasKey(r *http.Request) error {
	if r.Header.Get("Authorization") == "" {
		return codedError(NoKey, "the request has no link or key", "Authorization: Bearer and a link, as it was shown when the fight was opened")
	}
	return nil
}

// IsOwner reports whether a key is the owner's.
func (s *Server) IsOwner(key string) bool {
	return subtle.ConstantTimeCompare([]byte(key), []byte(s.owner)) == 1
}

// mayUse reports whether a request may use what belongs to no fight: from this machine everybody, from elsewhere who has a link.
func (s *Server) mayUse(r *http.Request, owner bool) error {
	if IsLocal(r) {
		return nil
	}
	b, err := s.bearerOf(r)
	if err != nil {
		return err
	}
	_, link := b.link()
	k, lasting := b.lastingKey()
	if owner && (link || lasting && (k.Scope != scopeGM || k.Fight != "")) {
		return unknownFight()
	}
	return nil
}

// IsLocal reports whether a request comes from this machine: from its address, for a host that is this machine's own name, and
// through no proxy, which asks from here for anybody. A proxy that names nobody cannot be told from a local program.
func IsLocal(r *http.Request) bool {
	for header := range r.Header {
		if passedOn(header) {
			return false
		}
	}
	return isLoopback(nameOf(r.RemoteAddr)) && isLoopback(nameOf(r.Host))
}

// passedOn reports whether a header is one that proxies add to what they pass on: for whom they ask, or that they do.
func passedOn(header string) bool {
	header = strings.ToLower(header)
	return strings.Contains(header, "forwarded") || strings.HasSuffix(header, "-ip") ||
		strings.HasSuffix(header, "clientip") || header == "via" || header == "cdn-loop"
}

// nameOf returns the name or address, in lower case, of a host that a port may follow.
func nameOf(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

func isLoopback(name string) bool {
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// Handler returns the server's handler, with all of its checks.
func (s *Server) Handler() http.Handler {
	return s.behind(s.observe(s.checkHost(s.checkOrigin(s.limit(s.mux)))))
}

// Serve answers requests until the context is done. Then nothing new is begun, what is under way is written, streams get a last
// event, and the fights are closed: within a second.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	srv := &http.Server{Handler: s.Handler(), ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: headerMax,
		Protocols: new(http.Protocols), ErrorLog: s.o.Log.StandardLog(log.StandardLogOptions{ForceLevel: log.DebugLevel})}
	srv.Protocols.SetHTTP1(true)
	srv.Protocols.SetUnencryptedHTTP2(true) // for proxies
	s.At(l)
	if err := s.fights.tellRunning(ServerInfo{"http://" + ownAddress(l) + s.o.Base, s.owner}); err != nil {
		s.o.Log.Warn("programs of this user cannot find the server", "err", err)
	}
	s.mu.Lock()
	s.srv = srv
	s.mu.Unlock()
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(l) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
		s.fights.Stop()
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
		defer cancel()
		if srv.Shutdown(end) != nil {
			_ = srv.Close() // somebody's connection hangs; what was acknowledged is on disk
		}
		err = <-failed
	}
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return errors.Join(err, s.fights.Close())
}

// checkHost refuses requests that are meant for another host: those of a page whose name was made to point here.
func (s *Server) checkHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.isHost(r.Host) || !s.reaches(r) {
			WriteProblem(w, codedError(WrongHost, "the request is for another host", "localhost, the server's address, or a name that --host gives"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// reaches reports whether a request comes from where the server may be reached.
func (s *Server) reaches(r *http.Request) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lan || s.srv == nil || isLoopback(nameOf(r.RemoteAddr))
}

func (s *Server) isHost(host string) bool {
	name := nameOf(host)
	s.mu.Lock()
	lan := s.lan
	s.mu.Unlock()
	return isLoopback(name) || lan && net.ParseIP(name) != nil || slices.Contains(s.o.Hosts, name)
}

// limit refuses what is too much: requests a second, in all and of one link, and bodies that are too large.
func (s *Server) limit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.all.Allow() {
			WriteProblem(w, codedError(TooMany, "the server gets too many requests", "at most "+perSecond(s.o.Rate)))
			return
		}
		if key := cmp.Or(r.Header.Get("Authorization"), r.URL.Query().Get("ticket")); key != "" {
			of := s.ofLink(key)
			may := of.Allow()
			w.Header().Set("RateLimit-Policy", fmt.Sprintf(`"link";q=%d;w=1`, s.o.RateLink))
			w.Header().Set("RateLimit", fmt.Sprintf(`"link";r=%d;t=1`, max(0, int(of.Tokens()))))
			if !may {
				WriteProblem(w, codedError(TooMany, "the link is used for too many requests", "at most "+perSecond(s.o.RateLink)))
				return
			}
		}
		r.Body = http.MaxBytesReader(w, r.Body, bodyMax)
		next.ServeHTTP(w, r)
	})
}

// limitersMax is how many links the limits of requests are counted for.
const limitersMax = 10_000

// ofLink returns the limit of requests of a link, made when it is first used. Links are told apart by their hashes, so that none stands in
// memory. Too many start all anew.
func (s *Server) ofLink(key string) *rate.Limiter {
	hash := hashKey(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.links[hash]
	if l == nil {
		if len(s.links) == limitersMax {
			clear(s.links)
		}
		l = rate.NewLimiter(rate.Limit(s.o.RateLink), s.o.RateLink)
		s.links[hash] = l
	}
	return l
}

// CountStream counts one more stream of a link; done counts it off. Handlers that were mounted call it for streams of their own.
func (s *Server) CountStream(a Access) (done func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	link := a.Fight + " " + a.Link
	switch {
	case s.open >= s.o.Streams:
		return nil, codedError(TooMany, "the server has too many streams", "at most "+count(s.o.Streams))
	case s.streams[link] >= s.o.StreamsLink:
		return nil, codedError(TooMany, "the link has too many streams", "at most "+count(s.o.StreamsLink)+": close one first")
	}
	s.open++
	s.streams[link]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.open--
		if s.streams[link]--; s.streams[link] == 0 {
			delete(s.streams, link)
		}
	}, nil
}
