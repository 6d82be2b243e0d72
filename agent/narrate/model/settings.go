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
	Timeout  time.Duration // of one answer, with every try
	Calls    int           // of one telling, at most
	Tokens   int           // of one telling, at most, in and out

	Known func(string) bool // says which weapons and maneuvers the built-in catalogue has: no other name is sent; nil: none
}

// usual are the settings but provider, model and key.
var usual = Settings{Timeout: 2 * time.Minute, Calls: 8, Tokens: 100_000}

const hereURL = "http://127.0.0.1:11434"

// origin returns where the model is asked, or a sentence about what is wrong.
func (s Settings) origin() (*url.URL, error) {
	if forms[s.Provider] == nil {
		return nil, fmt.Errorf("voice-provider is %q, want %s", text.Escape(s.Provider), text.OneOf(s.Provider, slices.Sorted(maps.Keys(forms))))
	}
	if strings.TrimSpace(s.Model) == "" {
		return nil, fmt.Errorf("voice-model is empty, want the name of a model at %s", s.Provider)
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
	for _, whole := range forms[provider].paths { // an address to the end, as some print it
		u.Path = strings.TrimSuffix(u.Path, whole)
	}
	if u.Path == "" {
		u.Path = forms[provider].usual
	}
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
