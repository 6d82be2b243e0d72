package serve

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"time"

	"kokyu/agent/session"
	"kokyu/rules/text"
)

// The bodies of requests and answers over HTTP.

const bodyMax = 1 << 20 // bytes of a request

// send answers with a value as JSON. The body is made before the status is sent: an error can still become an answer.
func send(w http.ResponseWriter, status int, v any) error {
	var b bytes.Buffer
	if err := WriteLine(&b, v); err != nil {
		return codedError{err, Failed}
	}
	return sendText(w, status, "application/json", b.Bytes())
}

// sendText answers with a body of this media type, and forbids browsers to cache it or to guess another type. Its error
// is always nil, so that handlers can end with a call of it.
func sendText(w http.ResponseWriter, status int, mediaType string, body []byte) error {
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client may be gone
	return nil
}

// readBody reads the body of a request, which the server has limited to bodyMax before it called the handler.
func readBody(r *http.Request) ([]byte, error) {
	b, err := io.ReadAll(r.Body)
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, NewError(TooLarge, "the body is too large", fmt.Sprintf("at most %d bytes", bodyMax))
	}
	if err != nil {
		return nil, NewError(BadRequest, "the body cannot be read", "a whole one")
	}
	return b, nil
}

// readJSON reads the body of a request as one JSON object; an empty body is the empty object.
func readJSON[T any](r *http.Request) (in T, err error) {
	b, err := readBody(r)
	if err != nil {
		return in, err
	}
	return decodeBody[T](b)
}

// decodeBody decodes a body as readJSON does. It refuses a key that is there twice: encoding/json takes the last one.
func decodeBody[T any](b []byte) (in T, err error) {
	if len(bytes.TrimSpace(b)) == 0 {
		return in, nil
	}
	if key := text.DoubledKey(b); key != "" {
		return in, NewError(session.BadInput, key+" is there twice", "it once")
	}
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&in); err != nil {
		return in, decodeError(err, reflect.TypeFor[T](), b)
	}
	if dec.More() {
		return in, NewError(BadRequest, "the body holds more than one JSON object", "one")
	}
	return in, session.CheckMembers(reflect.TypeFor[T](), b)
}

// decodeError returns an error of the JSON decoder in words for the client, to whom Go types mean nothing. What is
// wanted stands in the tag want of the field.
func decodeError(err error, of reflect.Type, body []byte) error {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		want := "an object with " + strings.Join(session.KeysOf(of), ", ")
		for member := range of.Fields() {
			if session.KeyOf(member) == e.Field {
				want = cmp.Or(member.Tag.Get("want"), want)
			}
		}
		return NewError(session.BadInput, session.WrongTypeMessage(e), want)
	}
	if e, ok := errors.AsType[*time.ParseError](err); ok {
		return NewError(session.BadInput, text.Escape(e.Value)+" is no time", "one as in 2030-01-01T00:00:00Z")
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return NewError(session.BadInput, "the field "+field+" is unknown", "an object with "+strings.Join(session.KeysOf(of), ", "))
	}
	if json.Valid(body) { // a type's own decoder has refused it: time.Time has its own error for a number
		return NewError(session.BadInput, "a member has another form", "the form that /openapi.json describes")
	}
	return NewError(BadRequest, "the body is no JSON", "one JSON object")
}
