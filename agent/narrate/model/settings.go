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

// Settings are what a user says of a model. The key itself is in none of them.
type Settings struct {
	Provider string        // of [servers]
	Model    string        // as the provider calls it
	URL      string        // where it is asked; empty is the ollama of this machine, and nowhere for the others
	Key      string        // the variable of the environment that holds the key; empty: there is none
	Timeout  time.Duration // of one answer, with every try
	Calls    int           // of one tale, at most
	Tokens   int           // of one tale, at most, in and out

	Record string            // beside which answers are kept, a .jsonl file; none are of another
	Again  bool              // ask anew for a tale that was refused in an earlier telling
	Known  func(string) bool // says which weapons and maneuvers the built-in catalogue has: no other name is sent; nil: none
}

// servers are whose models can be asked, all in the way of OpenAI: the paths with which addresses of theirs end that lead to the same server,
// where it is if nobody says, and what it is sent besides.
var servers = map[string]struct {
	ends        []string
	usual, more string
}{
	"openai":    {[]string{"/chat/completions"}, "", "{}"},
	"anthropic": {[]string{"/chat/completions", "/messages"}, "", "{}"},
	// Its models think before they write unless they are told not to, and where these are not said it takes 1 for both, not what its
	// documentation has.
	"ollama": {[]string{"/chat/completions", "/chat", "/api"}, "http://127.0.0.1:11434", `{"reasoning_effort":"none","temperature":0.8,"top_p":0.9}`},
}

// address returns where the model is asked, or a sentence about what is wrong: whole, without a name and password in it, and with https
// unless it is on this machine. An empty one is the ollama of this machine; nobody else is asked unless the user names the host.
func (s Settings) address() (*url.URL, error) {
	const want = "an address such as https://api.openai.com/v1 or http://127.0.0.1:1234/v1"
	server, known := servers[s.Provider]
	s.URL = cmp.Or(s.URL, server.usual)
	u, err := url.Parse(s.URL)
	switch {
	case !known:
		return nil, fmt.Errorf("voice-provider is %q, want %s", text.Escape(s.Provider), text.OneOf(s.Provider, slices.Sorted(maps.Keys(servers))))
	case strings.TrimSpace(s.Model) == "":
		return nil, fmt.Errorf("voice-model is empty, want the name of a model at %s", s.Provider)
	case s.URL == "":
		return nil, fmt.Errorf("voice-url is empty, want %s: only a host you name is asked", want)
	case err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("voice-url is no address, or more than a host and a path, want %s; the key stands in a variable that voice-key names", want)
	case u.Scheme == "http" && !isHere(u):
		return nil, fmt.Errorf("voice-url is %q, want https: off this machine others could read it", text.Escape(s.URL))
	}
	u.Path = strings.TrimSuffix(u.Path, "/")
	for _, end := range server.ends {
		u.Path = strings.TrimSuffix(u.Path, end)
	}
	u.Path = cmp.Or(u.Path, "/v1")
	return u, nil
}

// secret returns what stands in the variable of the key.
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
