package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"syscall/js"
	"time"

	"kokyu/agent/serve"
	"kokyu/agent/serve/phones"
	"kokyu/agent/serve/web"
)

// site is what the page that starts the program says of itself.
type site struct {
	Origin string `json:"origin"` // of the page, as https://table.example
	Base   string `json:"base"`   // the path of the site, as /kokyu/
	Frames string `json:"frames"` // the origins of pages that may show the site in a frame, with spaces between

	Program string `json:"program"` // the name of the program's file, which is another one for each version
}

// budget is the time limit of a proposal. It is so long that the limit of nodes ends the search, as it does
// outside a browser, even where WebAssembly is slow: the same fight then gets the same proposals.
const budget = 20 * time.Second

func main() {
	if err := serveTab(); err != nil {
		js.Global().Call("tell", map[string]any{"failed": err.Error() + "."})
		return
	}
	js.Global().Call("tell", map[string]any{"runs": true})
	select {}
}

// serveTab opens the fights, and lets the service worker ask for pages: it sets the function answer, which
// the worker of the program calls with each request. There is no listener.
func serveTab() error {
	// The page passes what it says as the first argument of the program.
	var at site
	if err := json.Unmarshal([]byte(os.Args[1]), &at); err != nil {
		return err
	}
	disk, err := openDisk("kokyu" + at.Base)
	if err != nil {
		return fmt.Errorf("this window keeps nothing, as a private one (%w): open the page in another window", err)
	}
	keepFiles(disk)
	fights, err := serve.Open("/fights", serve.Options{Budget: budget, MaxThinkTime: 2 * time.Minute})
	if err != nil {
		return err
	}
	origin, err := url.Parse(at.Origin)
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(at.Base, "/") + "/table"
	if err := serve.CheckBase(base); err != nil {
		return err
	}
	server := serve.NewServer(fights, serve.ServerOptions{Base: base, Hosts: []string{strings.ToLower(origin.Hostname())}})
	pages := web.Mount(server, web.Options{Alone: true, Frames: strings.Fields(at.Frames)})
	far := phones.New(server, pages, phones.Options{Site: at.Origin + at.Base, Base: base, Host: origin.Host, Version: at.Program,
		File: "/phones.json", Scan: qrScanner()})
	asked := &requests{handler: far.Handler(server.Handler()), phones: far, cancels: map[string]func(){}}
	js.Global().Set("answer", js.FuncOf(asked.answer))
	return nil
}
