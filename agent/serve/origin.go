package serve

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"kokyu/agent/session"
	"kokyu/rules/text"
)

// Origin is where web pages come from that may use the server.
type Origin struct {
	ID     string `json:"id,omitempty" jsonschema:"none of one that the flag --origin names"`
	Origin string `json:"origin"`
}

// Origins is a list of origins.
type Origins struct {
	Origins []Origin `json:"origins"`
}

// OriginRequest is an origin to allow.
type OriginRequest struct {
	Origin string `json:"origin" jsonschema:"as in https://table.example"`
}

const originsMax = 100

// CheckOrigin returns an error if a text is no origin of a web page as browsers write it: one, and not a pattern of several.
func CheckOrigin(origin string) error {
	scheme, host, _ := strings.Cut(origin, "://")
	usual := map[string]string{"http": ":80", "https": ":443"}[scheme]
	if http.NewCrossOriginProtection().AddTrustedOrigin(origin) != nil || strings.ToLower(origin) != origin || strings.ContainsAny(host, "*@ ,") ||
		usual != "" && strings.HasSuffix(host, usual) {
		return problem("the origin is "+text.Quote(origin), "one as a browser sends it, as in https://table.example: in small letters, without a path and without the usual port")
	}
	return nil
}

// allows reports whether the pages of an origin may use the server.
func (s *Server) allows(origin string) bool {
	if origin == "" || slices.Contains(s.o.Origins, origin) {
		return origin != ""
	}
	l := s.fights.lasting
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.Origins, func(o Origin) bool { return o.Origin == origin })
}

// checkOrigin lets the pages of allowed origins read answers, and refuses what pages of others would do.
func (s *Server) checkOrigin(next http.Handler) http.Handler {
	guard := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		if !s.allows(origin) {
			if guard.Check(r) != nil {
				WriteProblem(w, codedError(WrongHost, "the request comes from a page of another site", "a page whose origin --origin names, or the owner allows"))
				return
			}
			next.ServeHTTP(w, r)
			return
		}
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID")
		h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
		h.Set("Access-Control-Expose-Headers", "ETag, Idempotency-Replayed, Kokyu-Version, Link, Location, RateLimit, RateLimit-Policy, Retry-After")
		h.Add("Vary", "Origin")
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *Server) listOrigins(w http.ResponseWriter, _ *http.Request) error {
	out := Origins{[]Origin{}}
	for _, o := range s.o.Origins {
		out.Origins = append(out.Origins, Origin{Origin: o})
	}
	l := s.fights.lasting
	l.mu.Lock()
	out.Origins = append(out.Origins, l.Origins...)
	l.mu.Unlock()
	return send(w, http.StatusOK, out)
}

func (s *Server) allowOrigin(w http.ResponseWriter, _ *http.Request, in OriginRequest) error {
	if err := CheckOrigin(in.Origin); err != nil {
		return err
	}
	o, err := s.fights.lasting.allow(in.Origin)
	return answer(w, http.StatusCreated, o, err)
}

func (s *Server) forbidOrigin(w http.ResponseWriter, r *http.Request) error {
	return answer(w, http.StatusNoContent, nil, s.fights.lasting.forbid(r.PathValue("origin")))
}

// allow keeps an origin, once.
func (l *lasting) allow(origin string) (Origin, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.IndexFunc(l.Origins, func(o Origin) bool { return o.Origin == origin }); i >= 0 {
		return l.Origins[i], nil
	}
	if len(l.Origins) >= originsMax {
		return Origin{}, codedError(TooMany, fmt.Sprintf("there are %d origins", len(l.Origins)), fmt.Sprintf("at most %d: revoke one first", originsMax))
	}
	o := Origin{fmt.Sprintf("o%d", l.Made+1), origin}
	return o, l.write(keptKeys{l.Made + 1, l.Keys, append(slices.Clone(l.Origins), o)})
}

// forbid takes an origin back.
func (l *lasting) forbid(id string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	rest := slices.DeleteFunc(slices.Clone(l.Origins), func(o Origin) bool { return o.ID == id })
	if len(rest) == len(l.Origins) {
		return codedError(session.UnknownName, fmt.Sprintf("there is no origin %q", id), "the id of an origin that was allowed here")
	}
	return l.write(keptKeys{l.Made, l.Keys, rest})
}
