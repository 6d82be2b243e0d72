package serve

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
)

// Behind a proxy a request comes from the proxy's address, for the proxy's idea of a host. What a trusted one says of the client counts:
// from where, by which scheme, for which host and under which path. What any other one says makes the request a stranger's.

// reach is how a client reaches the server: what stands before every path of it.
type reach struct{ scheme, base string }

type reachKey struct{}

func reachOf(r *http.Request) reach {
	of, ok := r.Context().Value(reachKey{}).(reach)
	if !ok {
		of.scheme = "http"
	}
	return of
}

// AddressOf returns the address by which a client has reached the server, without a slash at its end: https://table.example/kokyu.
func AddressOf(r *http.Request) string {
	of := reachOf(r)
	return of.scheme + "://" + r.Host + of.base
}

// CookieFor returns a cookie that a client's browser sends back to this server alone: below its base, and only by https if it came so.
func CookieFor(r *http.Request, c http.Cookie) *http.Cookie {
	of := reachOf(r)
	c.Path, c.Secure = of.base+"/", of.scheme == "https"
	return &c
}

// WithBase returns a page with the addresses in it as the client of a request reaches them. No text of a page looks like one: its
// quotation marks are escaped.
func WithBase(r *http.Request, page []byte) []byte {
	base := reachOf(r).base
	if base == "" {
		return page
	}
	return addresses.ReplaceAll(page, []byte(`${1}="`+base+`/`))
}

var addresses = regexp.MustCompile(`((?: |form)action| href| src| hx-get| hx-post| hx-sse:connect)="/`)

// CheckBase returns an error if a text is no path below which a server can be.
func CheckBase(base string) error {
	if base != "" && !bases.MatchString(base) {
		return codedError(BadRequest, "the path "+base, "a path that begins with / and does not end with it, as in /kokyu")
	}
	return nil
}

var bases = regexp.MustCompile(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$`)

// ReadProxy reads the address of a proxy, or of a network of them: 127.0.0.1, 10.0.0.0/8.
func ReadProxy(text string) (netip.Prefix, error) {
	if at, err := netip.ParseAddr(text); err == nil {
		return at.Prefix(at.BitLen())
	}
	return netip.ParsePrefix(text)
}

// trusts reports whether an address is that of a proxy whose word counts.
func (s *Server) trusts(at netip.Addr) bool {
	for _, p := range s.o.Proxies {
		if p.Contains(at.Unmap()) {
			return true
		}
	}
	return false
}

// behind reads what a proxy says of the client, and takes the base off the path. Both ways are open: a proxy may pass the path on whole
// or without it.
func (s *Server) behind(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		of := reach{"http", s.o.Base}
		if r.TLS != nil {
			of.scheme = "https"
		}
		r = r.Clone(r.Context())
		if at, err := netip.ParseAddr(nameOf(r.RemoteAddr)); err == nil && s.trusts(at) {
			s.believe(r, &of)
		}
		if below, ok := strings.CutPrefix(r.URL.Path, of.base); ok && of.base != "" {
			if below == "" {
				http.Redirect(w, r, of.base+"/", http.StatusPermanentRedirect)
				return
			}
			if below[0] == '/' {
				r.URL.Path, r.URL.RawPath = below, ""
			}
		}
		r = r.WithContext(context.WithValue(r.Context(), reachKey{}, of))
		if of.base != "" {
			w = &based{w, of.base}
		}
		next.ServeHTTP(w, r)
	})
}

// based is a response whose redirects stay below a path.
type based struct {
	http.ResponseWriter
	base string
}

func (b *based) WriteHeader(status int) {
	if at := b.Header().Get("Location"); strings.HasPrefix(at, "/") {
		b.Header().Set("Location", b.base+at)
	}
	b.ResponseWriter.WriteHeader(status)
}

// Unwrap lets streams be flushed.
func (b *based) Unwrap() http.ResponseWriter { return b.ResponseWriter }

// believe takes what a trusted proxy says. Without a client's address the request stays a stranger's.
func (s *Server) believe(r *http.Request, of *reach) {
	said := readForwarded(r.Header)
	if said.proto == "http" || said.proto == "https" {
		of.scheme = said.proto
	}
	if said.host != "" {
		r.Host = said.host
	}
	if CheckBase(said.prefix) == nil && said.prefix != "" {
		of.base = said.prefix
	}
	client := netip.Addr{}
	for i := len(said.of) - 1; i >= 0; i-- { // whoever is before the trusted ones may have made up the rest
		at, err := netip.ParseAddr(nameOf(said.of[i]))
		if err != nil {
			return
		}
		if client = at; !s.trusts(at) {
			break
		}
	}
	if !client.IsValid() {
		return
	}
	r.RemoteAddr = net.JoinHostPort(client.String(), "0")
	for header := range r.Header {
		if passedOn(header) {
			r.Header.Del(header)
		}
	}
}

// hearsay is what headers say of a client.
type hearsay struct {
	of                  []string // addresses, that of the last proxy's client last
	proto, host, prefix string
}

// readForwarded reads the headers X-Forwarded-For, -Proto, -Host and -Prefix, or Forwarded (RFC 7239). Of several the last is the nearest
// proxy's.
func readForwarded(h http.Header) (said hearsay) {
	list := func(name string) (words []string) {
		for word := range strings.SplitSeq(strings.Join(h.Values(name), ","), ",") {
			if word = strings.TrimSpace(word); word != "" {
				words = append(words, word)
			}
		}
		return words
	}
	last := func(name string) string {
		words := list(name)
		if len(words) == 0 {
			return ""
		}
		return words[len(words)-1]
	}
	said = hearsay{list("X-Forwarded-For"), strings.ToLower(last("X-Forwarded-Proto")), last("X-Forwarded-Host"), strings.TrimSuffix(last("X-Forwarded-Prefix"), "/")}
	for _, element := range list("Forwarded") {
		one := map[string]string{}
		for pair := range strings.SplitSeq(element, ";") {
			key, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
			one[strings.ToLower(key)] = strings.Trim(value, `"`)
		}
		if len(h.Values("X-Forwarded-For")) == 0 && one["for"] != "" {
			said.of = append(said.of, one["for"])
		}
		said.proto, said.host = cmp.Or(strings.ToLower(one["proto"]), said.proto), cmp.Or(one["host"], said.host)
	}
	return said
}

// baseOf returns the description of the server as a client reaches it.
func baseOf(r *http.Request, description []byte) []byte {
	if base := reachOf(r).base; base != "" {
		return bytes.Replace(description, fmt.Appendf(nil, `"url":%q`, stable), fmt.Appendf(nil, `"url":%q`, base+stable), 1)
	}
	return description
}
