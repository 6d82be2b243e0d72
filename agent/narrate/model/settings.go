package model

import (
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
	Provider string        // openai (and all that speak as it does), anthropic, ollama
	Model    string        // as the provider calls it
	URL      string        // where it is asked; empty is the ollama of this machine, and nowhere for the others
	Key      string        // the variable of the environment that holds the key; empty: there is none
	Way      string        // select, own or free
	Timeout  time.Duration // of one passage, with every try
	Ahead    int           // how many passages are asked for at once
	Calls    int           // of one telling, at most
	Tokens   int           // of one telling, at most, in and out
}

// The ways a model is asked in. One that selects picks ways and images by number, and can tell nothing that is not so; with
// own it may offer images, which are checked; with free it writes, and nobody checks what it says.
const (
	choose = "select"
	own    = "own"
	free   = "free"
)

// ways lists them, the usual one first.
var ways = []string{choose, own, free}

// usual are the settings but provider, model and key. A model that hangs costs one timeout for a whole tale.
var usual = Settings{Way: choose, Timeout: 14 * time.Second, Ahead: 4, Calls: 200, Tokens: 400_000}

const (
	askersMax = 16
	hereURL   = "http://127.0.0.1:11434"
)

// Check says what is wrong with them, in one sentence, before anything begins.
func (s Settings) Check() error {
	_, err := s.origin()
	if err == nil {
		_, err = s.key()
	}
	return err
}

// origin returns where the model is asked, or a sentence about what is wrong.
func (s Settings) origin() (*url.URL, error) {
	if forms[s.Provider] == nil {
		return nil, fmt.Errorf("voice-provider is %q, want %s", text.Escape(s.Provider), text.OneOf(s.Provider, slices.Sorted(maps.Keys(forms))))
	}
	if strings.TrimSpace(s.Model) == "" {
		return nil, fmt.Errorf("voice-model is empty, want the name of a model at %s", s.Provider)
	}
	if !slices.Contains(ways, s.Way) {
		return nil, fmt.Errorf("voice-way is %q, want %s", text.Escape(s.Way), text.OneOf(s.Way, ways))
	}
	if s.Ahead < 1 || s.Ahead > askersMax {
		return nil, fmt.Errorf("voice-ahead is %d, want 1 to %d", s.Ahead, askersMax)
	}
	return origin(s.Provider, s.URL)
}

// origin returns a provider's address, if it is one: whole, without a name and password in it, and with https unless it is on
// this machine. An empty one is the ollama of this machine; nobody else is asked unless the user names the host.
func origin(provider, txt string) (*url.URL, error) {
	if txt == "" && provider == "ollama" {
		txt = hereURL
	}
	const want = "an address such as https://api.openai.com/v1 or http://127.0.0.1:1234/v1"
	u, err := url.Parse(txt)
	switch {
	case txt == "":
		return nil, fmt.Errorf("voice-url is empty, want %s: only a host you name is asked", want)
	case err != nil || u.Host == "" || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("voice-url is no address, want %s", want)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("voice-url has more than a host and a path, want %s; the key stands in a variable that voice-key names", want)
	case u.Scheme == "http" && !isHere(u):
		return nil, fmt.Errorf("voice-url is %q, want https: off this machine others could read it", text.Escape(txt))
	}
	u.Path = strings.TrimSuffix(u.Path, "/")
	return u, nil
}

// key returns what stands in the variable.
func (s Settings) key() (string, error) {
	if s.Key == "" {
		return "", nil
	}
	key := strings.TrimSpace(os.Getenv(s.Key))
	switch {
	case key == "":
		return "", fmt.Errorf("the variable %s is empty, want the key of the model in it: voice-key names it", s.Key)
	case strings.ContainsFunc(key, func(r rune) bool { return r < '!' || r > '~' }):
		return "", fmt.Errorf("the variable %s holds signs no key has, want the key alone", s.Key)
	}
	return key, nil
}
