package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"net/http"
	"strings"
	"syscall/js"

	"kokyu/agent/serve/phones"
)

// requests answers the requests of pages: objects that a service worker sends through a port, with an id
// that each part of the answer repeats.
type requests struct {
	handler http.Handler
	phones  *phones.Phones
	// cancels are the functions that cancel the requests under way, by their ids. No lock guards them, for in a browser
	// one goroutine runs at a time, and none is interrupted.
	cancels map[string]func()
}

// answer takes a request and the port for the answer, and if the request is for a line to another browser
// also the port of that. The answer goes back in parts: the first has status and headers, the last says
// that it is the end. A later message with the same id can cancel the request.
func (rs *requests) answer(_ js.Value, args []js.Value) any {
	asks, port := args[0], args[1]
	id := asks.Get("id").String()
	if asks.Get("cancel").Truthy() {
		if end := rs.cancels[id]; end != nil {
			end()
		}
		return nil
	}
	if line := asks.Get("line"); line.Truthy() {
		go holdLine(rs.phones, line.String(), args[2])
		port.Call("postMessage", map[string]any{"id": asks.Get("id"), "end": true})
		return nil
	}
	ctx, end := context.WithCancel(context.Background())
	rs.cancels[id] = end
	body := make([]byte, asks.Get("body").Length())
	js.CopyBytesToGo(body, asks.Get("body"))
	r, err := http.NewRequestWithContext(ctx, asks.Get("method").String(), asks.Get("url").String(), bytes.NewReader(body))
	w := &response{id: asks.Get("id"), port: port, header: http.Header{}}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		w.send(true)
		return nil
	}
	r.RequestURI, r.RemoteAddr = r.URL.RequestURI(), "127.0.0.1:0" // all requests here are of this machine
	if r.URL.Scheme == "https" {
		r.TLS = &tls.ConnectionState{}
	}
	for pair := range itemsOf(asks.Get("headers")) {
		r.Header.Add(pair.Index(0).String(), pair.Index(1).String())
	}
	// All requests come from pages of this site. Those of pages without a referrer would have the origin null, which the
	// server takes for another site.
	r.Header.Del("Origin")
	go func() {
		defer delete(rs.cancels, id)
		defer end()
		defer w.send(true)
		rs.handler.ServeHTTP(w, r)
	}()
	return nil
}

// itemsOf returns an iterator over the items of an array.
func itemsOf(list js.Value) func(yield func(js.Value) bool) {
	return func(yield func(js.Value) bool) {
		for i := range list.Length() {
			if !yield(list.Index(i)) {
				return
			}
		}
	}
}

// response is an answer that is sent through a port.
type response struct {
	id, port js.Value
	header   http.Header
	status   int  // 0 until it is known
	isBegun  bool // it was sent
	body     []byte
}

// partMax is how many bytes of a body may wait to be sent.
const partMax = 1 << 20

func (r *response) Header() http.Header { return r.header }

func (r *response) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *response) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	if r.body = append(r.body, p...); len(r.body) > partMax {
		r.Flush()
	}
	return len(p), nil
}

// Flush sends what has been written so far.
func (r *response) Flush() { r.send(false) }

// send sends what has been written so far, with status and headers the first time, and says whether the
// answer ends with it.
func (r *response) send(end bool) {
	part := map[string]any{"id": r.id, "end": end}
	if !r.isBegun {
		r.isBegun = true
		r.WriteHeader(http.StatusOK)
		var headers []any
		for name, values := range r.header {
			headers = append(headers, []any{name, strings.Join(values, ", ")})
		}
		part["status"], part["headers"] = r.status, headers
	}
	if len(r.body) > 0 {
		part["chunk"], r.body = bytesOf(r.body), nil
	}
	r.port.Call("postMessage", part)
}

// bytesOf returns bytes as an array of JavaScript, which is a copy.
func bytesOf(data []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return array
}

// try calls a function that may throw, and returns what it throws as an error. Package js turns what is
// thrown into a panic; any other panic is one of this program and goes on.
func try(call func() js.Value) (v js.Value, err error) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case js.Error:
			err = thrown
		default:
			panic(thrown)
		}
	}()
	return call(), nil
}

// await waits for a promise, and returns what it is rejected with as an error. Only the goroutine waits:
// the browser's thread goes on, and calls what settles the promise.
func await(promise func() js.Value) (js.Value, error) {
	type settled struct {
		v   js.Value
		err error
	}
	p, err := try(promise)
	if err != nil {
		return p, err
	}
	c := make(chan settled, 1)
	settle := func(failed bool) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			s := settled{v: args[0]}
			if failed {
				s.err = js.Error{Value: args[0]}
			}
			c <- s
			return nil
		})
	}
	kept, broken := settle(false), settle(true)
	defer kept.Release()
	defer broken.Release()
	p.Call("then", kept, broken)
	s := <-c
	return s.v, s.err
}
