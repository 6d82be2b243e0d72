package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	vm "github.com/VictoriaMetrics/metrics"
	"github.com/charmbracelet/log"
	"golang.org/x/time/rate"

	"kokyu/agent/session"
)

// ServerOptions are what a server needs besides its fights. The zero value of each limit is its default.
type ServerOptions struct {
	// Lan is whether other machines may reach the server. [Server.SetLAN] changes it while the server runs.
	Lan bool
	// Networks returns the addresses of this machine in its networks; nil: those that it has.
	Networks func() []string
	// Hosts are host names that requests may be for, besides localhost and addresses.
	Hosts []string
	// Origins are the origins of the web pages that may use the server, as https://table.example.
	Origins []string
	// Base is the path below which a proxy has the server, as /kokyu; see [CheckBase].
	Base string
	// Proxies are the addresses of proxies whose headers about a client are believed.
	Proxies []netip.Prefix

	Streams     int // open at the same time; default 2000
	StreamsLink int // of them, opened with one link; default 16
	Rate        int // requests a second; default 2000
	RateLink    int // of them, with one link; default 200
}

const (
	headerMax     = 16 << 10 // bytes
	headerTimeout = 5 * time.Second
	readTimeout   = 30 * time.Second
	idleTimeout   = 2 * time.Minute
	stopTimeout   = 800 * time.Millisecond // so that the whole stop takes less than a second
)

// Server serves a folder of fights over HTTP. It decides nothing: every operation is one of
// [session.Operations], and a client receives what its link lets it know. It takes care of what a network
// brings along: who sends a request, from where, and how many.
type Server struct {
	fights       *Fights
	options      ServerOptions
	mux          *http.ServeMux
	owner        string
	ticketSecret [sha256.Size]byte // signs tickets; drawn at every start
	metrics      *vm.Set
	allRequests  *rate.Limiter
	applier      session.Applier // used by what [RunShort] runs, one at a time: it keeps fights between calls
	openings     openingsByKey
	description  func() ([]byte, error) // the OpenAPI document, which is made once

	mu            sync.Mutex
	linkLimiters  map[string]*rate.Limiter // by the hash of a key
	streamsOfLink map[string]linkStreams   // by fight and link
	openStreams   int

	// serveAt answers at one more address; nil before [Server.Serve]. It is a function, so that the program for browsers
	// is linked without what listens.
	serveAt        func(address string) (net.Listener, error)
	port           string
	listensLocally bool           // the listener given to Serve has a loopback address
	lan            bool           // other machines may reach the server
	otherListeners []net.Listener // at this machine's addresses in its networks, see [Server.SetLAN]
}

// NewServer returns a server of a folder of fights. It listens nowhere before [Server.Serve];
// [Server.Handler] answers requests that come in another way.
func NewServer(f *Fights, o ServerOptions) *Server {
	for limit, standard := range map[*int]int{&o.Streams: 2000, &o.StreamsLink: 16, &o.Rate: 2000, &o.RateLink: 200} {
		if *limit == 0 {
			*limit = standard
		}
	}
	if o.Networks == nil {
		o.Networks = networkAddresses
	}
	s := &Server{fights: f, options: o, mux: http.NewServeMux(), allRequests: rate.NewLimiter(rate.Limit(o.Rate), o.Rate),
		linkLimiters: map[string]*rate.Limiter{}, streamsOfLink: map[string]linkStreams{}, lan: o.Lan}
	s.owner, _ = newKey(ownersName)
	_, _ = rand.Read(s.ticketSecret[:]) // never fails
	s.metrics = newMetrics(s)
	s.applier.Catalogue = f.options.Catalogue
	s.description = sync.OnceValues(s.describe)
	s.mountRoutes()
	return s
}

// Owner returns the key of whoever runs the server, which opens all fights as their GM. Every start makes a new one.
func (s *Server) Owner() string { return s.owner }

// Fights returns the fights that are served.
func (s *Server) Fights() *Fights { return s.fights }

// Mount adds a handler at a pattern of [http.ServeMux]. The handler gets requests that have passed the server's checks
// of hosts, origins and limits; it calls [Server.Authorize] to learn what the request's key opens.
func (s *Server) Mount(pattern string, h http.Handler) { s.mux.Handle(pattern, h) }

// Authorize returns the access that the key of a request gives to a fight; an empty id means the fight of
// the link. The error is the same whatever is wrong, so that nobody learns which fights there are.
func (s *Server) Authorize(r *http.Request, fight string) (Access, error) {
	b, err := s.bearerOf(r)
	if fight == "" {
		fight, _ = b.link()
	}
	return b.access(fight, err)
}

// RequireKey returns an error for a request without an Authorization header.
func RequireKey(r *http.Request) error {
	if r.Header.Get("Authorization") == "" {
		return NewError(NoKey, "the request has no link or key",
			"Authorization: Bearer and a link, as it was shown when the fight was opened")
	}
	return nil
}

// IsOwner reports whether a key is the owner's. The owner's key itself is in memory, so that it is compared
// in constant time: how long it takes must not tell how many letters are right.
func (s *Server) IsOwner(key string) bool {
	return subtle.ConstantTimeCompare([]byte(key), []byte(s.owner)) == 1
}

// senderOf returns the sender of a request that is about no fight, such as one for odds. On this machine no key is
// needed; from elsewhere a valid one is, so that no stranger can keep the server busy.
func (s *Server) senderOf(r *http.Request) (bearer, error) {
	if IsLocal(r) {
		return bearer{s.fights, ""}, nil
	}
	return s.bearerOf(r)
}

// mayBegin returns an error unless a request may open a fight: no link may, and no key for one fight or without scope
// gm.
func (s *Server) mayBegin(r *http.Request) error {
	if IsLocal(r) {
		return nil
	}
	b, err := s.bearerOf(r)
	if err != nil {
		return err
	}
	_, isLink := b.link()
	k, isLasting := b.lastingKey()
	if isLink || isLasting && (k.Scope != scopeGM || k.Fight != "") {
		return NewError(session.NotYours, "the link or key opens no new fight",
			"the owner's key, or one with the scope gm that is for all fights")
	}
	return nil
}

// IsLocal reports whether a request comes from a program on this machine: from a loopback address, to localhost, and
// without the headers of a proxy, which asks for anybody. A proxy that adds no header counts as a program.
func IsLocal(r *http.Request) bool {
	for header := range r.Header {
		if isProxyHeader(header) {
			return false
		}
	}
	return isLoopback(hostName(r.RemoteAddr)) && isLoopback(hostName(r.Host))
}

// isProxyHeader reports whether a header is one that proxies add to the requests they pass on.
func isProxyHeader(header string) bool {
	header = strings.ToLower(header)
	return strings.Contains(header, "forwarded") || strings.HasSuffix(header, "-ip") ||
		strings.HasSuffix(header, "clientip") || header == "via" || header == "cdn-loop"
}

// hostName returns the host of "host:port" or "host", in lower case and without the brackets of an IPv6 address.
func hostName(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

func isLoopback(name string) bool {
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// Handler returns the server's handler, with all of its checks. Their order matters: what a proxy says comes before
// everything that asks where the request comes from, and refused requests are counted and logged too.
func (s *Server) Handler() http.Handler {
	return s.behindProxy(s.observe(s.checkHost(s.checkOrigin(s.limit(s.mux)))))
}

// Serve answers requests until the context is done. Then it refuses new work, waits until steps under way are written,
// sends a last event to every stream and closes the fights, all within a second, and returns nil.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	errorLog := s.fights.options.Log.StandardLog(log.StandardLogOptions{ForceLevel: log.DebugLevel})
	srv := &http.Server{Handler: s.Handler(), ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: headerMax, Protocols: new(http.Protocols), ErrorLog: errorLog}
	srv.Protocols.SetHTTP1(true)
	srv.Protocols.SetUnencryptedHTTP2(true) // for proxies: browsers speak HTTP/2 over TLS only
	s.SetListener(l)
	if err := s.fights.writeRunningFile(ServerInfo{"http://" + listenerAddress(l) + s.options.Base, s.owner}); err != nil {
		s.fights.options.Log.Warn("programs of this user cannot find the server", "err", err)
	}
	s.mu.Lock()
	s.serveAt = func(address string) (net.Listener, error) {
		l, err := net.Listen("tcp", address)
		if err == nil {
			go func() { _ = srv.Serve(l) }()
		}
		return l, err
	}
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

// checkHost refuses requests for another host: a page of an attacker could have its name resolve to this machine (DNS
// rebinding), and would then be of the same origin.
func (s *Server) checkHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.isForThisServer(r) {
			WriteProblem(w, NewError(WrongHost, "the request is for another host",
				"localhost, the server's address, or a name that --host gives"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isForThisServer reports whether a request is for this server, and from a machine that may reach it. It is for a
// loopback name, an address where other machines may reach the server, or a name that the options have: an address
// cannot be made to mean another machine, as a name can. Where it comes from matters after [Server.SetLAN] has shut
// other machines out again, for a connection that is open already stays open.
func (s *Server) isForThisServer(r *http.Request) bool {
	name := hostName(r.Host)
	s.mu.Lock()
	lan, listens := s.lan, s.serveAt != nil
	s.mu.Unlock()
	isHost := isLoopback(name) || lan && net.ParseIP(name) != nil || slices.Contains(s.options.Hosts, name)
	return isHost && (lan || !listens || isLoopback(hostName(r.RemoteAddr)))
}

// limit refuses requests above the rate of the server or of a link, and cuts off bodies that are too large.
// The headers RateLimit and RateLimit-Policy tell a client how much it may still send.
func (s *Server) limit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.allRequests.Allow() {
			WriteProblem(w, NewError(TooMany, "the server gets too many requests",
				fmt.Sprintf("at most %d a second", s.options.Rate)))
			return
		}
		if key := cmp.Or(r.Header.Get("Authorization"), r.URL.Query().Get("ticket")); key != "" {
			limiter := s.limiterOf(key)
			allowed := limiter.Allow()
			w.Header().Set("RateLimit-Policy", fmt.Sprintf(`"link";q=%d;w=1`, s.options.RateLink))
			w.Header().Set("RateLimit", fmt.Sprintf(`"link";r=%d;t=1`, max(0, int(limiter.Tokens()))))
			if !allowed {
				WriteProblem(w, NewError(TooMany, "the link is used for too many requests",
					fmt.Sprintf("at most %d a second", s.options.RateLink)))
				return
			}
		}
		r.Body = http.MaxBytesReader(w, r.Body, bodyMax)
		next.ServeHTTP(w, r)
	})
}

// limitersMax is the largest number of links and keys that have a limiter.
const limitersMax = 10_000

// limiterOf returns the limiter of a link or key, made at its first request. The map has hashes, so that no
// key stays in memory. Anybody can send made-up keys, which must not fill the memory: when the map is full
// all limiters are dropped, and the limit of the whole server is left.
func (s *Server) limiterOf(key string) *rate.Limiter {
	hash := hashKey(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.linkLimiters[hash]
	if l == nil {
		if len(s.linkLimiters) == limitersMax {
			clear(s.linkLimiters)
		}
		l = rate.NewLimiter(rate.Limit(s.options.RateLink), s.options.RateLink)
		s.linkLimiters[hash] = l
	}
	return l
}

type linkStreams struct {
	open int
	last time.Time // when the last one began or ended
}

// linkStreamsMax is for how many links the time of their last stream is known, besides those with open streams.
const linkStreamsMax = 2000

// linkOf names the link of an access among those of all fights: l1 is a link of each.
func linkOf(a Access) string { return a.Fight + " " + a.Link }

// CountStream counts one more stream of a link against the limits; done counts it off. Handlers that are
// mounted call it for the streams that they serve.
func (s *Server) CountStream(a Access) (done func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	link := linkOf(a)
	of, isKnown := s.streamsOfLink[link]
	switch {
	case s.openStreams >= s.options.Streams:
		return nil, NewError(TooMany, "the server has too many streams", fmt.Sprintf("at most %d", s.options.Streams))
	case of.open >= s.options.StreamsLink:
		return nil, NewError(TooMany, "the link has too many streams",
			fmt.Sprintf("at most %d: close one first", s.options.StreamsLink))
	}
	if !isKnown && len(s.streamsOfLink) >= linkStreamsMax {
		maps.DeleteFunc(s.streamsOfLink, func(_ string, l linkStreams) bool { return l.open == 0 })
	}
	s.countStreams(link, 1)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.countStreams(link, -1)
	}, nil
}

// countStreams counts so many streams of a link more, or fewer if by is negative. The caller holds mu.
func (s *Server) countStreams(link string, by int) {
	s.openStreams += by
	s.streamsOfLink[link] = linkStreams{s.streamsOfLink[link].open + by, time.Now()}
}

// Streams returns how many streams of a link are open, and when one last began or ended; the zero time if never.
func (s *Server) Streams(a Access) (open int, last time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	of := s.streamsOfLink[linkOf(a)]
	return of.open, of.last
}

// SetListener tells the server its listener, so that [Server.LANAddresses] knows the port before Serve is called.
func (s *Server) SetListener(l net.Listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	host, port, _ := net.SplitHostPort(l.Addr().String())
	s.port, s.listensLocally = port, isLoopback(host)
}

// LANAddresses returns the addresses at which other machines reach the server; none if they may not.
func (s *Server) LANAddresses() (list []string) {
	s.mu.Lock()
	lan, port := s.lan, s.port
	s.mu.Unlock()
	if !lan || port == "" {
		return nil
	}
	for _, ip := range s.options.Networks() {
		list = append(list, "http://"+net.JoinHostPort(ip, port)+s.options.Base)
	}
	return list
}

// SetLAN sets whether other machines may reach the server. If it listens at a loopback address only, it then listens at
// the addresses of this machine in its networks, too.
func (s *Server) SetLAN(lan bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if lan == s.lan {
		return nil
	}
	if !lan {
		s.lan = false
		for _, l := range s.otherListeners {
			_ = l.Close()
		}
		s.otherListeners = nil
		return nil
	}
	if s.listensLocally && s.serveAt != nil {
		for _, ip := range s.options.Networks() {
			if l, err := s.serveAt(net.JoinHostPort(ip, s.port)); err == nil { // else another program listens there
				s.otherListeners = append(s.otherListeners, l)
			}
		}
		if s.otherListeners == nil {
			return problem("this computer is in no network, or another program is at its port", "a network, or another --listen")
		}
	}
	s.lan = true
	return nil
}

// listenerAddress returns the address of a listener for programs on this machine.
func listenerAddress(l net.Listener) string {
	host, port, _ := net.SplitHostPort(l.Addr().String())
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

// networkAddresses returns the addresses of this machine in its networks, IPv4 first, which people can read
// out. Link-local addresses are left out: a browser cannot open them without naming a network interface.
func networkAddresses() (list []string) {
	addresses, _ := net.InterfaceAddrs() // without them there is nothing to list
	for _, at := range addresses {
		if n, ok := at.(*net.IPNet); ok && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			list = append(list, n.IP.String())
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return len(net.ParseIP(b).To4()) - len(net.ParseIP(a).To4()) })
	return list
}

// bearerOf returns the sender of a request by its key: the owner's, a lasting one, or that of a link. The
// error is the same for every key that opens nothing, but for one of the owner's from an earlier start.
func (s *Server) bearerOf(r *http.Request) (b bearer, err error) {
	if err := RequireKey(r); err != nil {
		return b, err
	}
	key := KeyOf(r)
	if s.IsOwner(key) {
		return bearer{s.fights, ownersName}, nil
	}
	if k, ok := s.fights.lasting.ofSecret(key); ok {
		return bearer{s.fights, lastingLink + k.ID}, nil
	}
	if strings.HasPrefix(key, ownersName+".") {
		return b, NewError(NoKey, "this key of the owner's no longer holds: every start of the server makes another",
			"the owner's link that kokyu serve has printed as it started")
	}
	a, err := s.fights.Access(key)
	return bearer{s.fights, a.Fight + " " + a.Link}, err
}

// KeyOf returns the bearer token of a request, empty if it has none. The word Bearer may be written in any case.
func KeyOf(r *http.Request) string {
	scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(key)
}

// versionPrefix begins the paths of this version. While there is one version, all paths answer without it, too.
var versionPrefix = "/v" + strconv.Itoa(version)
