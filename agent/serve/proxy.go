package serve

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

// A proxy sends the requests of its clients from its own address. The headers in which a trusted proxy
// ([ServerOptions].Proxies) tells the client's address and the scheme, host and path that it used are believed. With
// such headers from any other sender a request counts as one from another machine, see [IsLocal].

// publicURL is how a client reaches the server: the scheme, and the base, the path before every path of the
// server. The server itself sees neither behind a proxy.
type publicURL struct{ scheme, base string }

type publicURLKey struct{}

func publicURLOf(r *http.Request) publicURL {
	u, ok := r.Context().Value(publicURLKey{}).(publicURL)
	if !ok {
		u.scheme = "http"
	}
	return u
}

// AddressOf returns the address at which a client has reached the server, without a slash at its end:
// https://table.example/kokyu. Links are given out with it.
func AddressOf(r *http.Request) string {
	u := publicURLOf(r)
	return u.scheme + "://" + r.Host + u.base
}

// CookieFor returns a cookie for this server alone: only below its base, and only over https if the request came so.
func CookieFor(r *http.Request, c http.Cookie) *http.Cookie {
	u := publicURLOf(r)
	c.Path, c.Secure = u.base+"/", u.scheme == "https"
	return &c
}

// WithBase puts the base before the addresses in a page: templates do not know it. It searches the HTML for attributes
// with quotation marks, which are escaped in the texts of a page.
func WithBase(r *http.Request, page []byte) []byte {
	base := publicURLOf(r).base
	if base == "" {
		return page
	}
	return addressAttribute.ReplaceAll(page, []byte(`${1}="`+base+`/`))
}

var addressAttribute = regexp.MustCompile(`((?: |form)action| href| src| hx-get| hx-post| hx-sse:connect)="/`)

// CheckBase returns an error unless a text is a path below which the server can be, or empty.
func CheckBase(base string) error {
	if base != "" && !basePattern.MatchString(base) {
		return NewError(BadRequest, "the path "+base, "a path that begins with / and does not end with it, as in /kokyu")
	}
	return nil
}

var basePattern = regexp.MustCompile(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$`)

// ReadProxy reads the address of a proxy, or of a network of proxies: 127.0.0.1, 10.0.0.0/8.
func ReadProxy(text string) (netip.Prefix, error) {
	if at, err := netip.ParseAddr(text); err == nil {
		return at.Prefix(at.BitLen())
	}
	return netip.ParsePrefix(text)
}

func (s *Server) isTrusted(at netip.Addr) bool {
	return slices.ContainsFunc(s.options.Proxies, func(p netip.Prefix) bool { return p.Contains(at.Unmap()) })
}

// behindProxy applies what a trusted proxy says of the client, and takes the base off the path, if the proxy has left
// it. It comes before all other handlers, because they ask which client it is.
func (s *Server) behindProxy(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		u := publicURL{"http", s.options.Base}
		if r.TLS != nil {
			u.scheme = "https"
		}
		r = r.Clone(r.Context())
		if at, err := netip.ParseAddr(hostName(r.RemoteAddr)); err == nil && s.isTrusted(at) {
			s.applyForwarded(r, &u)
		}
		if below, ok := strings.CutPrefix(r.URL.Path, u.base); ok && u.base != "" {
			if below == "" {
				http.Redirect(w, r, u.base+"/", http.StatusPermanentRedirect)
				return
			}
			if below[0] == '/' {
				r.URL.Path, r.URL.RawPath = below, ""
			}
		}
		r = r.WithContext(context.WithValue(r.Context(), publicURLKey{}, u))
		if u.base != "" {
			w = &responseBelow{w, u.base}
		}
		next.ServeHTTP(w, r)
	})
}

// responseBelow is a response that puts the base before the address of a redirect.
type responseBelow struct {
	http.ResponseWriter
	base string
}

func (b *responseBelow) WriteHeader(status int) {
	if at := b.Header().Get("Location"); strings.HasPrefix(at, "/") {
		b.Header().Set("Location", b.base+at)
	}
	b.ResponseWriter.WriteHeader(status)
}

// Unwrap returns the response below, with which [http.ResponseController] flushes streams.
func (b *responseBelow) Unwrap() http.ResponseWriter { return b.ResponseWriter }

// applyForwarded changes a request as a trusted proxy says. Only if the proxy names a client, the headers
// of proxies are removed: with them a request counts as one from another machine, see [IsLocal].
func (s *Server) applyForwarded(r *http.Request, u *publicURL) {
	said := readForwarded(r.Header)
	if said.proto == "http" || said.proto == "https" {
		u.scheme = said.proto
	}
	if said.host != "" {
		r.Host = said.host
	}
	if CheckBase(said.prefix) == nil && said.prefix != "" {
		u.base = said.prefix
	}
	client := netip.Addr{}
	// The nearest proxy has added the last address, and is trusted. Read from there, the first address that is no trusted
	// proxy is the client; what stands before it, the client may have made up.
	for _, address := range slices.Backward(said.clients) {
		at, err := netip.ParseAddr(hostName(address))
		if err != nil {
			return
		}
		if client = at; !s.isTrusted(at) {
			break
		}
	}
	if !client.IsValid() {
		return
	}
	r.RemoteAddr = net.JoinHostPort(client.String(), "0")
	maps.DeleteFunc(r.Header, func(header string, _ []string) bool { return isProxyHeader(header) })
}

// forwarded is what the headers of proxies say of a client.
type forwarded struct {
	clients             []string // the client's address and those of proxies after it, the nearest last
	proto, host, prefix string
}

// readForwarded reads the headers X-Forwarded-For, -Proto, -Host and -Prefix, and Forwarded (RFC 7239). Of several
// values the last one counts, which the nearest proxy has added.
func readForwarded(h http.Header) (said forwarded) {
	list := func(name string) (words []string) {
		for word := range strings.SplitSeq(strings.Join(h.Values(name), ","), ",") {
			if word = strings.TrimSpace(word); word != "" {
				words = append(words, word)
			}
		}
		return words
	}
	last := func(name string) string {
		words := append([]string{""}, list(name)...)
		return words[len(words)-1]
	}
	said = forwarded{list("X-Forwarded-For"), strings.ToLower(last("X-Forwarded-Proto")),
		last("X-Forwarded-Host"), strings.TrimSuffix(last("X-Forwarded-Prefix"), "/")}
	for _, element := range list("Forwarded") {
		one := map[string]string{}
		for pair := range strings.SplitSeq(element, ";") {
			key, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
			one[strings.ToLower(key)] = strings.Trim(value, `"`)
		}
		if len(h.Values("X-Forwarded-For")) == 0 && one["for"] != "" {
			said.clients = append(said.clients, one["for"])
		}
		said.proto, said.host = cmp.Or(strings.ToLower(one["proto"]), said.proto), cmp.Or(one["host"], said.host)
	}
	return said
}

// withBaseURL returns the OpenAPI document with the base in the URL of the server.
func withBaseURL(r *http.Request, description []byte) []byte {
	if base := publicURLOf(r).base; base != "" {
		url := func(path string) []byte { return fmt.Appendf(nil, `"url":%q`, path) }
		return bytes.Replace(description, url(versionPrefix), url(base+versionPrefix), 1)
	}
	return description
}
