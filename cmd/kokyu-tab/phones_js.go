package main

import (
	"errors"
	"syscall/js"

	"kokyu/agent/serve/phones"
)

// heardMax is how many messages of a page may wait to be read. A page that sends more at once is not one of
// kokyu's, and loses its port.
const heardMax = 4096

// holdLine lets a page carry the messages of the line with this name to and from a phone, until the page is
// gone: only pages can open connections to other browsers. The messages come and go through a port, in
// order.
func holdLine(of *phones.Phones, name string, port js.Value) {
	heard := make(chan phones.PageEvent, heardMax)
	hear := of.Page(name, func(s phones.PageCommand) {
		said := map[string]any{"type": s.Type, "sdp": s.SDP, "ends": s.End}
		if s.Bytes != nil {
			said["bytes"] = bytesOf(s.Bytes)
		}
		port.Call("postMessage", said)
	})
	if hear == nil {
		port.Call("postMessage", map[string]any{"ends": true})
		return
	}
	// receive does not wait, as callbacks of JavaScript must not: what they hear goes into a channel that has room.
	receive := func(h phones.PageEvent) {
		select {
		case heard <- h:
		default:
			port.Call("close")
		}
	}
	onMessage := js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		h := phones.PageEvent{Opened: data.Get("opened").Truthy(), Ended: data.Get("ended").Truthy()}
		if sdp := data.Get("sdp"); sdp.Truthy() {
			h.SDP = sdp.String()
		}
		if bytes := data.Get("bytes"); bytes.Truthy() {
			h.Bytes = make([]byte, bytes.Length())
			js.CopyBytesToGo(h.Bytes, bytes)
		}
		receive(h)
		return nil
	})
	defer onMessage.Release()
	closed := js.FuncOf(func(js.Value, []js.Value) any {
		receive(phones.PageEvent{Ended: true})
		return nil
	})
	defer closed.Release()
	port.Set("onmessage", onMessage)
	port.Set("onclose", closed) // only some browsers call it when the page is gone; in others the line falls silent
	for h := range heard {
		hear(h)
		if h.Ended {
			port.Call("close")
			return
		}
	}
}

// qrScanner returns a function that reads the QR code in a picture; nil if the browser cannot.
func qrScanner() func([]byte) (string, error) {
	detector := js.Global().Get("BarcodeDetector")
	if !detector.Truthy() {
		return nil
	}
	return func(picture []byte) (string, error) {
		// The detector reads bitmaps, which the browser makes of a picture in any format that it knows.
		blob := js.Global().Get("Blob").New([]any{bytesOf(picture)})
		image, err := await(func() js.Value { return js.Global().Call("createImageBitmap", blob) })
		if err != nil {
			return "", err
		}
		found, err := await(func() js.Value {
			return detector.New(map[string]any{"formats": []any{"qr_code"}}).Call("detect", image)
		})
		if err != nil {
			return "", err
		}
		for code := range itemsOf(found) {
			return code.Get("rawValue").String(), nil
		}
		return "", errors.New("there is none")
	}
}
