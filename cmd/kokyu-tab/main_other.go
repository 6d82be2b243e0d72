//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "kokyu-tab runs in a browser alone: build it with GOOS=js GOARCH=wasm, as kokyu site --help says.")
	os.Exit(2)
}
