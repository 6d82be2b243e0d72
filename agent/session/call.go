package session

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// Call calls an operation with its input: a value of its type, or JSON as a [json.RawMessage]. Nil and empty JSON are
// the zero input. An operation that returns an error has made no step.
func (c Client) Call(ctx context.Context, name string, in any) (any, error) {
	o, err := OperationNamed(name)
	if err != nil {
		return nil, err
	}
	if err := c.checkMay(o); err != nil {
		return nil, err
	}
	sent, isSent := in.(json.RawMessage)
	if in != nil && !isSent {
		return c.run(ctx, o, in)
	}
	v := reflect.New(o.In)
	if len(sent) > 0 {
		// The decoder would take the last of two values of one key without a word, and other readers of JSON the first.
		if key := text.DoubledKey(sent); key != "" {
			return nil, newError(BadInput, "the input of "+o.Name+" is wrong: "+key+" is there twice", "it once")
		}
		dec := json.NewDecoder(bytes.NewReader(sent))
		dec.DisallowUnknownFields()
		wrong := ""
		if err := dec.Decode(v.Interface()); err != nil {
			wrong = "wrong: " + DecoderMessage(err)
		} else if dec.More() {
			wrong = "more than one object"
		}
		if wrong != "" {
			return nil, newError(BadInput, "the input of "+o.Name+" is "+wrong,
				"an object with "+cmp.Or(strings.Join(KeysOf(o.In), ", "), "nothing in it"))
		}
		if err := CheckMembers(o.In, sent); err != nil {
			return nil, err
		}
	}
	return c.run(ctx, o, v.Elem().Interface())
}

// run calls an operation that the client may call, unless it is about a combatant or a turn of somebody else.
func (c Client) run(ctx context.Context, o Operation, in any) (any, error) {
	if err := c.checkMayFor(o, in); err != nil {
		return nil, err
	}
	return o.call(ctx, c, in)
}

// checkMay returns an error unless the client may call an operation.
func (c Client) checkMay(o Operation) error {
	if c.May(o) {
		return nil
	}
	var names []string
	for _, o := range Operations() {
		if c.May(o) {
			names = append(names, o.Name)
		}
	}
	whose := text.Either(o.Callers == GMOnly, "the GM's", "a player's")
	return newError(NotYours, o.Name+" is "+whose+" to call, not "+c.holder()+"'s", text.OneOf("", names))
}

// May reports whether the client may call an operation at all. A call can still be refused because it is somebody
// else's turn, or because it is about somebody else.
func (c Client) May(o Operation) bool {
	switch {
	case c.isGM():
		return true
	case c.Watches:
		return o.Asks && (o.Callers == Anybody || o.Callers == OwnSeat)
	}
	return o.Callers != GMOnly
}

// checkMayFor returns an error for a call about somebody other than the client, or while somebody else is asked. One
// place asks it for all faces. A name that nobody has is told to be unknown, also to a player.
func (c Client) checkMayFor(o Operation, in any) error {
	switch {
	case o.Callers == AskedSeat:
		return c.checkTurn()
	case o.Callers != OwnSeat || c.isGM():
		return nil
	}
	name, own := "", c.As
	find := func(name string) (string, error) {
		seat, err := c.seat(name)
		return c.Name(seat), err
	}
	switch in := in.(type) {
	case Who:
		name = in.Name
	case yield:
		name = in.Name
	case end:
		name, own, find = in.Side, c.ownTeam(), c.side
	}
	if name == "" {
		return nil
	}
	name, err := find(name)
	if err != nil || name == own {
		return err
	}
	return newError(NotYours, "the "+o.Name+" of "+name+" is another's to call",
		cmp.Or(own, "no name: as one who watches"))
}

// checkTurn returns an error if somebody else is asked: a seat decides, throws and is advised for itself alone. Dice of
// a seat may be asked for in a throw that is another's, as those of a defence.
func (c Client) checkTurn() error {
	turn := c.Turn()
	name, isThrow := c.Name(turn.Seat), turn.Kind == rules.Chance
	if c.As == "" || turn.Kind == rules.Over || isThrow && name == "" || name == c.As {
		return nil
	}
	if asked, told := c.diceToAskFor(); isThrow && len(told) > 0 && c.Name(asked) == c.As {
		return nil
	}
	return newError(NotYours, "it is "+name+"'s turn", "the turn of "+c.As)
}

// Minimum returns the least number that a member of an input may be, by its tag; ok is false if any number will do.
func Minimum(member reflect.StructField) (n int, ok bool) {
	n, err := strconv.Atoi(member.Tag.Get("least"))
	return n, err == nil
}

// CheckMembers returns an error for a member in the JSON of an input whose key is written in another case, which the
// decoder takes for the same, or whose number is below the least that it may be. A member that is not there is never
// too small, although its value is 0.
func CheckMembers(of reflect.Type, sent json.RawMessage) error {
	var members map[string]json.RawMessage
	// What cannot be read as an object is told by the decoder of the input.
	if json.Unmarshal(sent, &members) != nil || of.Kind() != reflect.Struct {
		return nil
	}
	keys := KeysOf(of)
	for _, given := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(keys, given) {
			return newError(BadInput, fmt.Sprintf("the field %q is unknown", given), "an object with "+strings.Join(keys, ", "))
		}
	}
	for member := range of.Fields() {
		least, has := Minimum(member)
		name := KeyOf(member)
		if n, err := strconv.Atoi(string(members[name])); has && err == nil && n < least {
			want := cmp.Or(member.Tag.Get("want"), fmt.Sprintf("%d or more", least))
			return newError(BadInput, fmt.Sprintf("%s is %d", name, n), want+", or no "+name)
		}
	}
	return nil
}

// DecoderMessage returns the message of a decoder's error without the name of its package.
func DecoderMessage(err error) string {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return WrongTypeMessage(e)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// WrongTypeMessage returns the message for JSON that holds a value of another type than it should: "n" holds a text,
// not a whole number. The decoder's own message has the names of Go types.
func WrongTypeMessage(e *json.UnmarshalTypeError) string {
	whole := text.Either(e.Field != "", strconv.Quote(e.Field), "what was sent")
	holds, _, _ := strings.Cut(e.Value, " ") // of "number 1.5", which is no whole number
	holds = cmp.Or(map[string]string{"string": "a text", "array": "a list", "bool": "true or false",
		"object": "an object", "number": "a number"}[holds], e.Value)
	if _, number, is := strings.Cut(e.Value, "number "); is {
		holds = "the number " + number
	}
	want := map[reflect.Kind]string{reflect.String: "a text, in quotation marks", reflect.Slice: "a list",
		reflect.Map: "an object", reflect.Struct: "an object", reflect.Bool: "true or false"}[e.Type.Kind()]
	if kind := e.Type.Kind(); reflect.Uint <= kind && kind <= reflect.Uint64 {
		want = "a whole number from 0 on"
	}
	return whole + " holds " + holds + ", not " + cmp.Or(want, "a whole number")
}

// KeysOf returns the keys that the members of an input have in JSON.
func KeysOf(t reflect.Type) (keys []string) {
	for member := range t.Fields() {
		if key := KeyOf(member); key != "-" {
			keys = append(keys, key)
		}
	}
	return keys
}

// KeyOf returns the key of a member in JSON; "-" if it is left out.
func KeyOf(member reflect.StructField) string {
	key, _, _ := strings.Cut(member.Tag.Get("json"), ",")
	return key
}
