package model

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"kokyu/rules/text"
)

// Settings are what a user has set about a model. None of them holds the key itself.
type Settings struct {
	Provider string        // a key of [servers]
	Model    string        // the name of the model, as the provider calls it
	URL      string        // where the model is asked; empty: the provider's usual place, which only ollama has
	Key      string        // the environment variable that holds the key; empty: there is no key
	Timeout  time.Duration // of one answer, retries included
	Calls    int           // most requests for one tale
	Tokens   int           // most tokens for one tale, input and output

	Record string            // the .jsonl file beside which answers are kept; empty or another file: none are kept
	Again  bool              // ask anew if an earlier answer could not be read
	Known  func(string) bool // reports whether the built-in catalogue has a weapon or maneuver of this name: no other name is sent; nil: none is
}

// servers are by provider the kinds of servers that can be asked, all by the protocol of OpenAI.
var servers = map[string]struct {
	pathEnds   []string // ends of paths that users may give, which are cut off
	defaultURL string   // empty: the user must name one
	extra      string   // more fields of a request, as JSON
}{
	"openai":    {[]string{"/chat/completions"}, "", "{}"},
	"anthropic": {[]string{"/chat/completions", "/messages"}, "", "{}"},
	// Its models think before they write unless they are told not to. If temperature and top_p are not sent it uses 1
	// for both, and not the defaults of its documentation.
	"ollama": {[]string{"/chat/completions", "/chat", "/api"}, "http://127.0.0.1:11434", `{"reasoning_effort":"none","temperature":0.8,"top_p":0.9}`},
}

// address returns the address at which the model is asked, or a sentence about what is wrong with it. It must hold no
// name and password, and be https unless it is on this machine. No host is asked that the user has not named, but for
// the ollama of this machine.
func (s Settings) address() (*url.URL, error) {
	const want = "an address such as https://api.openai.com/v1 or http://127.0.0.1:1234/v1"
	server, known := servers[s.Provider]
	s.URL = cmp.Or(s.URL, server.defaultURL)
	u, err := url.Parse(s.URL)
	switch {
	case !known:
		return nil, fmt.Errorf("voice-provider is %q, want %s", text.Escape(s.Provider),
			text.OneOf(s.Provider, slices.Sorted(maps.Keys(servers))))
	case strings.TrimSpace(s.Model) == "":
		return nil, fmt.Errorf("voice-model is empty, want the name of a model at %s", s.Provider)
	case s.URL == "":
		return nil, fmt.Errorf("voice-url is empty, want %s: only a host you name is asked", want)
	case err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil ||
		u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("voice-url is no address, or more than a host and a path, want %s; the key stands in a variable that voice-key names", want)
	case u.Scheme == "http" && !isHere(u):
		return nil, fmt.Errorf("voice-url is %q, want https: off this machine others could read it", text.Escape(s.URL))
	}
	u.Path = strings.TrimSuffix(u.Path, "/")
	for _, end := range server.pathEnds {
		u.Path = strings.TrimSuffix(u.Path, end)
	}
	u.Path = cmp.Or(u.Path, "/v1")
	return u, nil
}

// secret returns the key, which is read from its environment variable and nowhere else. A key
// that a header cannot carry is refused here, before anything is sent.
func (s Settings) secret() (string, error) {
	key := strings.TrimSpace(os.Getenv(s.Key))
	switch {
	case s.Key == "":
		return "", nil
	case key == "":
		return "", fmt.Errorf("the variable %s is empty, want the key of the model in it: voice-key names it", s.Key)
	case strings.ContainsFunc(key, func(r rune) bool { return r < '!' || r > '~' }):
		return "", fmt.Errorf("the variable %s holds signs no key has, want the key alone", s.Key)
	}
	return key, nil
}
