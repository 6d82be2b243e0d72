package main

import (
	"errors"
	"syscall/js"

	"kokyu/agent/serve/phones"
)

// heardMost is how many messages of a page may wait to be read. A page that sends more without a pause is not one of kokyu's.
const heardMost = 4096

// holdLine lets a page, which alone can open connections to phones, carry the messages of the line with this name, until the page is gone.
// They come through a port, in the order in which they were sent.
func holdLine(of *phones.Phones, name string, port js.Value) {
	heard := make(chan phones.Heard, heardMost)
	hear := of.Page(name, func(s phones.Say) {
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
	come := func(h phones.Heard) {
		select {
		case heard <- h:
		default:
			port.Call("close")
		}
	}
	says := js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		h := phones.Heard{Opened: data.Get("opened").Truthy(), Ended: data.Get("ended").Truthy()}
		if sdp := data.Get("sdp"); sdp.Truthy() {
			h.SDP = sdp.String()
		}
		if bytes := data.Get("bytes"); bytes.Truthy() {
			h.Bytes = make([]byte, bytes.Length())
			js.CopyBytesToGo(h.Bytes, bytes)
		}
		come(h)
		return nil
	})
	defer says.Release()
	closed := js.FuncOf(func(js.Value, []js.Value) any {
		come(phones.Heard{Ended: true})
		return nil
	})
	defer closed.Release()
	port.Set("onmessage", says)
	port.Set("onclose", closed) // some browsers say when the page is gone
	for h := range heard {
		hear(h)
		if h.Ended {
			port.Call("close")
			return
		}
	}
}

// scanner returns what reads the QR code of a picture; nil where the browser has nothing that does.
func scanner() func([]byte) (string, error) {
	detector := js.Global().Get("BarcodeDetector")
	if !detector.Truthy() {
		return nil
	}
	return func(picture []byte) (string, error) {
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
		for code := range items(found) {
			return code.Get("rawValue").String(), nil
		}
		return "", errors.New("there is none")
	}
}
