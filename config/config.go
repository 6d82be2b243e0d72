// Package config holds the settings of a user and reads them: flags first, then environment variables (KOKYU_SEED),
// then a file, then the defaults in [settings]. [Load] reads all of them once and returns a plain [Config], which does
// not change afterwards.
//
// It is the only package that imports viper, which chooses the source of each value. Viper neither reads the file nor
// converts values: every value stays a text until [settingReader] reads it, so that 010 is not read as 8, a 5 without a
// unit is not a duration, and an unknown key is an error.
package config

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Config is every setting, read and checked.
type Config struct {
	Seed        uint64        // of the dice, and of agents that draw
	Nodes       int           // most nodes to search for one decision of a fight; 0: Time is the limit
	AdviseNodes int           // most nodes to search for one piece of advice; 0: Time is the limit
	Time        time.Duration // time limit of one decision, whose results are not repeatable; 0: none
	Threads     int           // cores to use; 0: all
	Voice       string        // scent, law, none, model
	Model       model         // the language model that tells if Voice is model
	Colour      string        // auto, always, never
	Data        string        // folder of catalogue files over the built-in ones; empty: none
	Log         string        // debug, info, warn, error, json
	NATS        nats          // distributes work; its URL is empty if this machine works alone
}

// nats is a NATS server over which long work is distributed.
type nats struct {
	URL         string
	Credentials string // a file with the user's credentials
	Authority   string // a file with the certificate of the server's authority
	Prefix      string // of the names of subjects and streams there
}

// model is a language model that may word the tale. No field holds the key.
type model struct {
	Provider string        // openai, anthropic, ollama
	Name     string        // of the model; empty: none is chosen
	URL      string        // of its server; empty: the provider's default on this machine, which only ollama has
	Key      string        // the environment variable that holds the key; empty: there is no key
	Timeout  time.Duration // of one answer
	Calls    int           // most requests for one tale
	Tokens   int           // most tokens for one tale
}

// settings holds every setting as a text. The tags of a setting are its key in files, its default, the word for its
// value, its help, and which values are never shown. Its environment variable is KOKYU_ and the key in capitals, with
// underscores for dashes.
type settings struct {
	Seed        rawText `yaml:"seed" default:"1" takes:"N" help:"seed of the dice; the same seed gives the same fight"`
	Nodes       rawText `yaml:"nodes" default:"20000" takes:"N" help:"most nodes to search for one decision; 0: no limit, then a time limit must be set"`
	AdviseNodes rawText `yaml:"advise-nodes" default:"500000" takes:"N" help:"most nodes to search for one piece of advice, unless its system sets another default; 0: no limit, then a time limit must be set"`
	Time        rawText `yaml:"time" default:"0s" takes:"D" help:"time limit for one decision, as in 500ms; results are not reproducible; 0s: no limit"`
	Threads     rawText `yaml:"threads" default:"0" takes:"N" help:"number of cores to use; 0: all; does not change results"`
	Voice       rawText `yaml:"voice" default:"scent" takes:"VOICE" help:"how a fight is told: scent, law, none, or model (kokyu tell: the language model of the voice-* settings)"`

	VoiceProvider rawText `yaml:"voice-provider" default:"ollama" takes:"NAME" help:"who serves the model: ollama, anthropic, or openai for every other server"`
	VoiceModel    rawText `yaml:"voice-model" default:"" takes:"NAME" help:"name of the model, as its provider calls it"`
	VoiceURL      rawText `yaml:"voice-url" default:"" takes:"URL" hides:"all with a key in it" help:"address of the model; empty: ollama on this machine; must be https unless it is on this machine"`
	VoiceKey      rawText `yaml:"voice-key" default:"" takes:"VARIABLE" hides:"all but a name" help:"name of the environment variable that holds the API key; never the key itself"`
	VoiceTimeout  rawText `yaml:"voice-timeout" default:"2m0s" takes:"D" help:"time limit for one answer"`
	VoiceCalls    rawText `yaml:"voice-calls" default:"8" takes:"N" help:"most requests to the model for one tale, retries included"`
	VoiceTokens   rawText `yaml:"voice-tokens" default:"100000" takes:"N" help:"most tokens for one tale, input and output"`

	Colour     rawText `yaml:"colour" default:"auto" takes:"WHEN" help:"colours: auto, always or never"`
	Data       rawText `yaml:"data" default:"" takes:"DIR" help:"folder of your own catalogue files; a row replaces the built-in one of its name"`
	NATS       rawText `yaml:"nats" default:"" takes:"URL" help:"of kokyu-lab: NATS server over which long work is shared out, as in nats://127.0.0.1:4222; empty: this machine works alone"`
	NATSCreds  rawText `yaml:"nats-creds" default:"" takes:"FILE" help:"of kokyu-lab: file of credentials for the NATS server"`
	NATSCA     rawText `yaml:"nats-ca" default:"" takes:"FILE" help:"of kokyu-lab: certificate (PEM) of the authority that vouches for the NATS server; empty: those of the system"`
	NATSPrefix rawText `yaml:"nats-prefix" default:"kokyu" takes:"NAME" help:"of kokyu-lab: what the names of subjects and streams on the NATS server begin with"`

	Log rawText `yaml:"log" default:"warn" takes:"LEVEL" help:"least severe messages logged on stderr: debug, info, warn or error; json: info and worse, as JSON lines"`
}

// Limits of the numbers.
const (
	nodesMax   = 1_000_000_000
	threadsMax = 256
	timeMax    = time.Hour
	callsMax   = 100_000
	tokensMax  = 1_000_000_000
)

// readConfig reads every setting.
func (r settingReader) readConfig() (c Config) {
	c.Seed = r.number("seed", 1<<64-1)
	c.Nodes = int(r.number("nodes", nodesMax))
	c.AdviseNodes = int(r.number("advise-nodes", nodesMax))
	c.Time = r.duration("time", 0, timeMax)
	c.Threads = int(r.number("threads", threadsMax))
	c.Voice = r.word("voice", "scent", "law", "none", "model")
	c.Model = model{Provider: r.word("voice-provider", "openai", "anthropic", "ollama"), Name: r.text("voice-model"),
		URL: r.address("voice-url"), Key: r.variable("voice-key"), Timeout: r.duration("voice-timeout", time.Second, timeMax),
		Calls: int(r.number("voice-calls", callsMax)), Tokens: int(r.number("voice-tokens", tokensMax))}
	c.Colour = r.word("colour", "auto", "always", "never")
	c.Data = r.text("data")
	c.NATS = nats{URL: r.text("nats"), Credentials: r.text("nats-creds"), Authority: r.text("nats-ca"),
		Prefix: r.text("nats-prefix")}
	c.Log = r.word("log", "debug", "info", "warn", "error", "json")
	return c
}

// Setting is a setting with its value, for people.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	From  string `json:"from"` // "--seed", "KOKYU_SEED", a file with its line, "default"
	Help  string `json:"help"`
}

// field is a field of [settings], by its tags.
type field struct {
	name, defaultText, takes, help string
	hides                          string // which values are never shown
}

// fields returns the fields of [settings].
func fields() (list []field) {
	for f := range reflect.TypeFor[settings]().Fields() {
		list = append(list, field{f.Tag.Get("yaml"), f.Tag.Get("default"), f.Tag.Get("takes"),
			f.Tag.Get("help"), f.Tag.Get("hides")})
	}
	return list
}

// shown returns a value for people, masked if it may hold an API key: somebody may have typed the key in place of the
// name of its variable, or into an address.
func (k field) shown(value string) string {
	if k.hides == "all but a name" && value != "" && !isVariable.MatchString(value) ||
		k.hides == "all with a key in it" && strings.ContainsAny(value, "@?#") {
		return masked
	}
	return value
}

const masked = "(secret)"

// variable returns the environment variable of a setting.
func (k field) variable() string {
	return prefix + strings.ToUpper(strings.ReplaceAll(k.name, "-", "_"))
}

const (
	prefix       = "KOKYU_"
	fileVariable = prefix + "CONFIG"
)

// Load reads the flags that are bound to keys ([Flag]), the environment, the file and the defaults. If path is empty,
// KOKYU_CONFIG names the file; if that is empty too, the file is kokyu/config.yaml in the user's folder of settings,
// and need not exist. The error lists everything that is wrong.
func Load(flags *pflag.FlagSet, path string) (Config, []Setting, error) {
	list := fields()
	if err := unknownVariables(list); err != nil {
		return Config{}, nil, err
	}
	var file settings
	doc, err := readFile(path, &file)
	if err != nil {
		return Config{}, nil, err
	}
	layers := viper.NewWithOptions(viper.KeyDelimiter("\x00")) // no key is a path
	inFile := map[string]any{}
	for i, k := range list {
		layers.SetDefault(k.name, k.defaultText)
		if err := layers.BindEnv(k.name, k.variable()); err != nil {
			return Config{}, nil, err
		}
		if f := flagOf(flags, k.name); f != nil {
			if err := layers.BindPFlag(k.name, f); err != nil {
				return Config{}, nil, err
			}
		}
		if doc.Has(k.name) {
			inFile[k.name] = reflect.ValueOf(file).Field(i).String()
		}
	}
	if err := layers.MergeConfigMap(inFile); err != nil {
		return Config{}, nil, err
	}
	origin := func(k field) string {
		switch f := flagOf(flags, k.name); {
		case f != nil && f.Changed:
			return "--" + f.Name
		case os.Getenv(k.variable()) != "":
			return k.variable()
		case doc.Has(k.name):
			line, _ := doc.At(k.name)
			return fmt.Sprintf("%s:%d", doc.Name, line)
		}
		return "default"
	}
	var values []Setting
	for _, k := range list {
		value := k.shown(layers.GetString(k.name))
		values = append(values, Setting{Key: k.name, Value: value, From: origin(k), Help: k.help})
	}
	var bad text.Problems
	c := settingReader{text: layers.GetString, wrong: func(name, want string) {
		i := slices.IndexFunc(list, func(k field) bool { return k.name == name })
		k, value := list[i], values[i].Value
		switch from := values[i].From; {
		case strings.HasPrefix(from, "--"), from == k.variable():
			bad = append(bad, text.Problem{What: fmt.Sprintf("%s is %q", from, value), Want: want})
		default:
			p := doc.Problem(strict.Path{name}, fmt.Sprintf("%s is %q", name, value), want)
			if k.hides != "" {
				p.Source = "" // it has the value
			}
			bad = append(bad, p)
		}
	}}.readConfig()
	return c, values, bad.Err()
}

// unknownVariables returns an error for each KOKYU_ variable that is no setting, as it may be misspelt.
func unknownVariables(list []field) error {
	known := []string{fileVariable}
	for _, k := range list {
		known = append(known, k.variable())
	}
	var bad text.Problems
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		if value != "" && strings.HasPrefix(name, prefix) && !slices.Contains(known, name) {
			bad = append(bad, text.Problem{What: fmt.Sprintf("the variable %s is no setting", name),
				Want: text.OneOf(name, known)})
		}
	}
	return bad.Err()
}

// readFile reads the file of settings, by the path that [Load] describes.
func readFile(path string, into *settings) (strict.Document, error) {
	path = cmp.Or(path, os.Getenv(fileVariable))
	if path == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return strict.Document{}, nil // no folder, so no file
		}
		path = filepath.Join(dir, "kokyu", "config.yaml")
		if _, err := os.Stat(path); err != nil {
			return strict.Document{}, nil
		}
	}
	data, err := strict.ReadFile(path)
	if err != nil {
		return strict.Document{}, err
	}
	return strict.Decode(path, data, into)
}

// Folder returns the path of kokyu/NAME in the user's data folder, which is XDG_DATA_HOME if that is an absolute path,
// else that of the operating system. The folder need not exist yet. The error says that there is no data folder.
func Folder(name string) (string, error) {
	data := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(data) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("there is no folder for records: %w", err)
		}
		data = dataFolder(runtime.GOOS, home)
	}
	return filepath.Join(data, "kokyu", name), nil
}

// dataFolder returns where an operating system keeps a user's data.
func dataFolder(system, home string) string {
	switch system {
	case "windows":
		return cmp.Or(os.Getenv("LocalAppData"), filepath.Join(home, "AppData", "Local"))
	case "darwin":
		return filepath.Join(home, "Library", "Application Support")
	}
	return filepath.Join(home, ".local", "share")
}
