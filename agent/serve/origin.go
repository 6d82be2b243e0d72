package serve

import (
	"net/http"
	"slices"
	"strings"

	"kokyu/rules/text"
)

type originList struct {
	Origins []allowedOrigin `json:"origins"`
}

type originRequest struct {
	Origin string `json:"origin" jsonschema:"as in https://table.example"`
}

// CheckOrigin returns an error unless a text is the origin of a web page, written as browsers write it.
// Origins are compared letter by letter: one in capitals, or with the usual port of its scheme, would never
// match. Patterns such as *.example are refused.
func CheckOrigin(origin string) error {
	scheme, host, _ := strings.Cut(origin, "://")
	usualPort := map[string]string{"http": ":80", "https": ":443"}[scheme]
	hasUsualPort := usualPort != "" && strings.HasSuffix(host, usualPort)
	isOrigin := http.NewCrossOriginProtection().AddTrustedOrigin(origin) == nil
	if !isOrigin || strings.ToLower(origin) != origin || strings.ContainsAny(host, "*@ ,") || hasUsualPort {
		return problem("the origin is "+text.Quote(origin), "one as a browser sends it, as in https://table.example: "+
			"in small letters, without a path and without the usual port")
	}
	return nil
}

func (s *Server) allowsOrigin(origin string) bool {
	isIt := func(o allowedOrigin) bool { return o.Origin == origin }
	return origin != "" && (slices.Contains(s.options.Origins, origin) ||
		slices.ContainsFunc(s.fights.lasting.origins(), isIt))
}

// checkOrigin adds the CORS headers for pages of allowed origins, and answers their preflight requests.
// From pages of other sites it refuses requests that change something; programs send no Origin and pass.
func (s *Server) checkOrigin(next http.Handler) http.Handler {
	guard := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		if !s.allowsOrigin(origin) {
			if guard.Check(r) != nil {
				WriteProblem(w, NewError(WrongHost, "the request comes from a page of another site",
					"a page whose origin --origin names, or the owner allows"))
				return
			}
			next.ServeHTTP(w, r)
			return
		}
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID")
		h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
		h.Set("Access-Control-Expose-Headers",
			"ETag, Idempotency-Replayed, Kokyu-Version, Link, Location, RateLimit, RateLimit-Policy, Retry-After")
		h.Add("Vary", "Origin")
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *Server) listOrigins(*http.Request, bearer, noBody) (originList, error) {
	list := []allowedOrigin{}
	for _, o := range s.options.Origins {
		list = append(list, allowedOrigin{Origin: o})
	}
	return originList{append(list, s.fights.lasting.origins()...)}, nil
}

func (s *Server) allowOrigin(_ *http.Request, _ bearer, in originRequest) (o allowedOrigin, err error) {
	if err := CheckOrigin(in.Origin); err != nil {
		return o, err
	}
	return s.fights.lasting.allow(in.Origin)
}

func (s *Server) forbidOrigin(r *http.Request, _ bearer, _ noBody) (noBody, error) {
	return noBody{}, s.fights.lasting.forbid(r.PathValue("origin"))
}
