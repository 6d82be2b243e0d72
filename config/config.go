// Package config holds the settings of a user and reads them: flags first, then environment variables (KOKYU_SEED), then a
// file, then the defaults in [settings]. [Load] reads all of them once and returns a plain [Config], which does not change
// afterwards.
//
// It is the only package that imports viper, which decides which source a value is taken from. Viper neither reads the file
// nor converts values: every value stays a text until the setting's own parser reads it, so that 010 is not read as 8, a 5
// without a unit is no duration, and an unknown key is an error.
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
	Nodes       int           // Plays for one decision of a fight; 0 leaves it to Time
	AdviseNodes int           // Plays for one piece of advice; 0 leaves it to Time
	Time        time.Duration // for one decision; 0 is no limit, anything else is not repeatable
	Threads     int           // cores at work; 0 is all there are
	Voice       string        // scent, law, none, model
	Model       model         // who tells if Voice is model
	Colour      string        // auto, always, never
	Data        string        // a folder of catalogue files over the built-in ones; empty is none
	Log         string        // debug, info, warn, error, json
	NATS        nats          // who else works; nobody if its URL is empty
}

// nats is a server that long work is shared out over.
type nats struct {
	URL         string
	Credentials string // a file
	Authority   string // a file
	Prefix      string // of everything stored there
}

// model is a language model that may word the tale. The key it is asked with is in none of these.
type model struct {
	Provider string        // openai, anthropic, ollama
	Name     string        // of the model, empty: none is chosen
	URL      string        // where it is asked; empty: on this machine, if the provider is at home there
	Key      string        // the variable of the environment that holds the key; empty: there is none
	Timeout  time.Duration // of one answer
	Calls    int           // of one telling, at most
	Tokens   int           // of one telling, at most
}

// settings is every key as a text: its name in files, its default, what it takes, what it is for. The variable of a key
// is KOKYU_ and the name in capitals, a dash as an underscore.
type settings struct {
	Seed        characters `mapstructure:"seed" yaml:"seed" default:"1" takes:"N" help:"seed of the dice; the same seed gives the same fight"`
	Nodes       characters `mapstructure:"nodes" yaml:"nodes" default:"20000" takes:"N" help:"most nodes to search for one decision; 0: no limit, then a time limit must be set"`
	AdviseNodes characters `mapstructure:"advise-nodes" yaml:"advise-nodes" default:"500000" takes:"N" help:"most nodes to search for one piece of advice, unless its system sets another default; 0: no limit, then a time limit must be set"`
	Time        characters `mapstructure:"time" yaml:"time" default:"0s" takes:"D" help:"time limit for one decision, as in 500ms; results are not reproducible; 0s: no limit"`
	Threads     characters `mapstructure:"threads" yaml:"threads" default:"0" takes:"N" help:"number of cores to use; 0: all; does not change results"`
	Voice       characters `mapstructure:"voice" yaml:"voice" default:"scent" takes:"VOICE" help:"how a fight is told: scent, law, none, or model (kokyu tell: the language model of the voice-* settings)"`

	VoiceProvider characters `mapstructure:"voice-provider" yaml:"voice-provider" default:"ollama" takes:"NAME" help:"API of the model: openai (which most servers have), anthropic or ollama"`
	VoiceModel    characters `mapstructure:"voice-model" yaml:"voice-model" default:"" takes:"NAME" help:"name of the model, as its provider calls it"`
	VoiceURL      address    `mapstructure:"voice-url" yaml:"voice-url" default:"" takes:"URL" help:"address of the model; empty: ollama on this machine; must be https unless it is on this machine"`
	VoiceKey      variable   `mapstructure:"voice-key" yaml:"voice-key" default:"" takes:"VARIABLE" help:"name of the environment variable that holds the API key; never the key itself"`
	VoiceTimeout  characters `mapstructure:"voice-timeout" yaml:"voice-timeout" default:"2m0s" takes:"D" help:"time limit for one answer"`
	VoiceCalls    characters `mapstructure:"voice-calls" yaml:"voice-calls" default:"8" takes:"N" help:"most requests to the model for one tale, retries included"`
	VoiceTokens   characters `mapstructure:"voice-tokens" yaml:"voice-tokens" default:"100000" takes:"N" help:"most tokens for one tale, input and output"`

	Colour     characters `mapstructure:"colour" yaml:"colour" default:"auto" takes:"WHEN" help:"colours: auto, always or never"`
	Data       characters `mapstructure:"data" yaml:"data" default:"" takes:"DIR" help:"folder of your own catalogue files; a row replaces the built-in one of its name"`
	NATS       characters `mapstructure:"nats" yaml:"nats" default:"" takes:"URL" help:"of kokyu-lab: NATS server over which long work is shared out, as in nats://127.0.0.1:4222; empty: this machine works alone"`
	NATSCreds  characters `mapstructure:"nats-creds" yaml:"nats-creds" default:"" takes:"FILE" help:"of kokyu-lab: file of credentials for the NATS server"`
	NATSCA     characters `mapstructure:"nats-ca" yaml:"nats-ca" default:"" takes:"FILE" help:"of kokyu-lab: certificate (PEM) of the authority that vouches for the NATS server; empty: those of the system"`
	NATSPrefix characters `mapstructure:"nats-prefix" yaml:"nats-prefix" default:"kokyu" takes:"NAME" help:"of kokyu-lab: what the names of subjects and streams on the NATS server begin with"`

	Log characters `mapstructure:"log" yaml:"log" default:"warn" takes:"LEVEL" help:"least severe messages logged on stderr: debug, info, warn or error; json: info and worse, as JSON lines"`
}

// limits of the numbers.
const (
	nodesMax   = 1_000_000_000
	threadsMax = 256
	timeMax    = time.Hour
	callsMax   = 100_000
	tokensMax  = 1_000_000_000
)

// read takes every text apart. Wrong ones are reported under their key, with what would be right.
func (s settings) read(wrong func(key, want string)) (c Config) {
	r := settingReader{wrong: wrong}
	c.Seed = r.number("seed", s.Seed, 1<<64-1)
	c.Nodes = int(r.number("nodes", s.Nodes, nodesMax))
	c.AdviseNodes = int(r.number("advise-nodes", s.AdviseNodes, nodesMax))
	c.Time = r.duration("time", s.Time, timeMax)
	c.Threads = int(r.number("threads", s.Threads, threadsMax))
	c.Voice = r.word("voice", s.Voice, "scent", "law", "none", "model")
	c.Model = model{Provider: r.word("voice-provider", s.VoiceProvider, "openai", "anthropic", "ollama"), Name: string(s.VoiceModel),
		URL: r.address("voice-url", s.VoiceURL), Key: r.variable("voice-key", s.VoiceKey),
		Timeout: r.duration("voice-timeout", s.VoiceTimeout, timeMax),
		Calls:   int(r.number("voice-calls", s.VoiceCalls, callsMax)), Tokens: int(r.number("voice-tokens", s.VoiceTokens, tokensMax))}
	c.Colour = r.word("colour", s.Colour, "auto", "always", "never")
	c.Data = string(s.Data)
	c.NATS = nats{URL: string(s.NATS), Credentials: string(s.NATSCreds), Authority: string(s.NATSCA), Prefix: string(s.NATSPrefix)}
	c.Log = r.word("log", s.Log, "debug", "info", "warn", "error", "json")
	return c
}

// Setting is one key as it stands, for people.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	From  string `json:"from"` // "--seed", "KOKYU_SEED", a file with its line, "default"
	Help  string `json:"help"`
}

// field is one key of a settings struct.
type field struct {
	name, standard, takes, help string
	secret                      bool // never shown
	index                       int
}

// keys lists the fields of a settings struct.
func keys(of reflect.Type) (list []field) {
	for i := range of.NumField() {
		f := of.Field(i)
		list = append(list, field{name: f.Tag.Get("mapstructure"), standard: f.Tag.Get("default"), takes: f.Tag.Get("takes"),
			help: f.Tag.Get("help"), index: i,
			secret: slices.Contains([]reflect.Type{reflect.TypeFor[secret](), reflect.TypeFor[variable](), reflect.TypeFor[address]()}, f.Type)})
	}
	return list
}

func (k field) variable() string {
	return prefix + strings.ToUpper(strings.ReplaceAll(k.name, "-", "_"))
}

const (
	prefix       = "KOKYU_"
	fileVariable = prefix + "CONFIG"
)

// Load reads the flags that are bound to keys ([Flag]), the environment, the file and the defaults. A path that is not
// empty must be readable; without one, KOKYU_CONFIG names the file, or else it is kokyu/config.yaml in the user's folder
// of settings, if there is one. The error lists everything that is wrong.
func Load(flags *pflag.FlagSet, path string) (Config, []Setting, error) {
	var s settings
	standing, wrong, err := layer(&s, flags, path)
	if err != nil {
		return Config{}, nil, err
	}
	var bad text.Problems
	c := s.read(func(key, want string) { bad = append(bad, wrong(key, want)) })
	return c, standing, bad.Err()
}

// layer fills a settings struct and says where each value came from; wrong words a mistake at that place.
func layer(into any, flags *pflag.FlagSet, path string) (standing []Setting, wrong func(key, want string) text.Problem, err error) {
	v := reflect.ValueOf(into).Elem()
	list := keys(v.Type())
	if err := unknownVariables(list); err != nil {
		return nil, nil, err
	}
	file := reflect.New(v.Type())
	doc, err := readFile(path, file.Interface())
	if err != nil {
		return nil, nil, err
	}
	layers := viper.NewWithOptions(viper.KeyDelimiter("\x00")) // no key is a path
	inFile := map[string]any{}
	for _, k := range list {
		layers.SetDefault(k.name, k.standard)
		if err := layers.BindEnv(k.name, k.variable()); err != nil {
			return nil, nil, err
		}
		if f := flagOf(flags, k.name); f != nil {
			if err := layers.BindPFlag(k.name, f); err != nil {
				return nil, nil, err
			}
		}
		if doc.Has(k.name) {
			inFile[k.name] = file.Elem().Field(k.index).String()
		}
	}
	if err := layers.MergeConfigMap(inFile); err != nil {
		return nil, nil, err
	}
	if err := layers.UnmarshalExact(into); err != nil {
		return nil, nil, err
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
	value := func(k field) string { return fmt.Sprint(v.Field(k.index).Interface()) } // a Secret masks itself
	for _, k := range list {
		standing = append(standing, Setting{Key: k.name, Value: value(k), From: origin(k), Help: k.help})
	}
	return standing, func(name, want string) text.Problem {
		k := list[slices.IndexFunc(list, func(k field) bool { return k.name == name })]
		switch from := origin(k); {
		case strings.HasPrefix(from, "--"), from == k.variable():
			return text.Problem{What: fmt.Sprintf("%s is %q", from, value(k)), Want: want}
		default:
			p := doc.Problem(strict.Path{name}, fmt.Sprintf("%s is %q", name, value(k)), want)
			if k.secret {
				p.Source = "" // the line shows it
			}
			return p
		}
	}, nil
}

// unknownVariables refuses a KOKYU_ variable that is no setting: a misspelt one would be ignored in silence.
func unknownVariables(list []field) error {
	known := []string{fileVariable}
	for _, k := range list {
		known = append(known, k.variable())
	}
	var bad text.Problems
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		if value != "" && strings.HasPrefix(name, prefix) && !slices.Contains(known, name) {
			bad = append(bad, text.Problem{What: fmt.Sprintf("the variable %s is no setting", name), Want: text.OneOf(name, known)})
		}
	}
	return bad.Err()
}

// readFile reads the file of settings strictly; without a path, one that is not there is empty.
func readFile(path string, into any) (strict.Document, error) {
	must := path != ""
	if path == "" {
		path = os.Getenv(fileVariable)
		must = path != ""
	}
	if path == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return strict.Document{}, nil // nowhere to look
		}
		path = filepath.Join(dir, "kokyu", "config.yaml")
	}
	if _, err := os.Stat(path); err != nil && !must {
		return strict.Document{}, nil
	}
	data, err := strict.ReadFile(path)
	if err != nil {
		return strict.Document{}, err
	}
	return strict.Decode(path, data, into)
}

// Evenings returns the folder in which records are kept that nobody named a file for.
func Evenings() (string, error) { return Folder("evenings") }

// Folder returns a folder of kokyu by its name: kokyu/evenings in the user's folder of data, which is XDG_DATA_HOME, if it is an
// absolute path, or else as the system has it. The folder may not exist yet. The error says that there is no such place.
func Folder(name string) (string, error) {
	data := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(data) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("there is no folder for records: %w", err)
		}
		data = dataOn(runtime.GOOS, home)
	}
	return filepath.Join(data, "kokyu", name), nil
}

// dataOn returns where a system keeps a user's data.
func dataOn(system, home string) string {
	switch system {
	case "windows":
		return cmp.Or(os.Getenv("LocalAppData"), filepath.Join(home, "AppData", "Local"))
	case "darwin":
		return filepath.Join(home, "Library", "Application Support")
	}
	return filepath.Join(home, ".local", "share")
}
