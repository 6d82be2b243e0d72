package session

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kokyu/rules"
	"kokyu/rules/text"
)

// Line calls an operation with a line of a prompt, which begins with the name of the operation.
func (c Client) Line(ctx context.Context, line string) (any, error) {
	o, rest, err := FindSpoken(c.PlainLine(line))
	if err != nil {
		return nil, err
	}
	if err := c.checkMay(o); err != nil {
		return nil, err
	}
	if err := o.checkLine(rest); err != nil {
		return nil, withCode(BadInput, err)
	}
	c.typed = true
	if strings.Contains(o.Line, "NAME") || strings.Contains(o.Line, "SIDE") || strings.Contains(o.Line, "MANEUVER") {
		rest = c.unquote(rest)
	}
	return c.run(ctx, o, o.read(rest))
}

// FindSpoken returns the operation with whose name a line begins, and the rest of the line. Of several such names the
// longest counts, as "ruling odds" beside "ruling".
func FindSpoken(line string) (found Operation, rest string, err error) {
	line = strings.TrimSpace(line)
	longest := ""
	for _, o := range Operations() {
		for _, name := range append([]string{o.Name}, o.Also...) {
			if len(line) < len(name) || len(name) <= len(longest) || !strings.EqualFold(line[:len(name)], name) {
				continue
			}
			if after := line[len(name):]; after == "" || after[0] == ' ' || name == "?" {
				found, longest = o, name
			}
		}
	}
	if longest == "" {
		first, _, _ := strings.Cut(line, " ")
		_, err = OperationNamed(first)
		return found, "", err
	}
	return found, strings.TrimSpace(line[len(longest):]), nil
}

// PlainLine returns a line of a prompt in plain characters, see [text.NormalizeTyped], with the name of its operation
// in lower case: phones write "Edit", typographic quotation marks and no-break spaces. The text of a note stays as it
// was typed.
func (s *Session) PlainLine(line string) string {
	typed := line
	var names []string
	for _, r := range s.Roster() {
		names = append(names, r.Name, r.Team)
	}
	line = text.NormalizeTyped(line, names...)
	if o, rest, err := FindSpoken(line); err == nil {
		name := line[:len(line)-len(rest)]
		if at := strings.IndexFunc(strings.TrimSpace(typed), unicode.IsSpace); o.Name == "note" && at >= 0 {
			rest = strings.TrimSpace(strings.TrimSpace(typed)[at:])
		}
		return strings.ToLower(name) + rest
	}
	return line
}

// checkLine returns an error if the line of an operation has too much, or no number where one must be. The functions
// that read the inputs cannot fail, so that what they would pass over is refused here before.
func (o Operation) checkLine(rest string) error {
	wrong := func(what string) error {
		return text.Problem{What: fmt.Sprintf("%q behind %s is %s", rest, o.Name, what), Want: o.Line}
	}
	switch reflect.Zero(o.In).Interface().(type) {
	case Nothing, boardInput:
		if rest != "" {
			return wrong("too much")
		}
	case count, back, Since, Looked:
		n, err := strconv.Atoi(rest)
		least, _ := Minimum(o.In.Field(0))
		switch {
		case rest == "":
		case err != nil:
			return wrong("no number")
		case n < least:
			return wrong(fmt.Sprintf("less than %d", least))
		}
	case PlayerRights:
		words := rightsIn(rest)
		isOther := func(w string) bool { return w != "hint" && w != "undo" }
		if slices.ContainsFunc(words, isOther) || len(text.Unique(words)) < len(words) {
			return wrong("not what players may do")
		}
	case Faces:
		return checkFaces(rest)
	case ruling:
		if _, shown, ok := cutShows(rest); ok {
			return checkFaces(shown)
		}
	}
	// Without its end a reason would be taken for a part of the name or the maneuver before it.
	if strings.HasSuffix(o.Line, `["why"]`) && strings.Count(rest, `"`)%2 > 0 {
		return text.Problem{What: "a quotation mark is not closed",
			Want: "one at the end of the reason, as in \"the rope breaks\""}
	}
	return nil
}

// checkFaces returns the error of [ReadFaces] for a line that may have a reason.
func checkFaces(line string) error {
	line, _ = splitReason(line)
	_, err := ReadFaces(line)
	return err
}

// unquote removes the quotation marks from the names of combatants and sides where there can be no reason: at the
// beginning of a line, and after "for" and ">".
func (s *Session) unquote(line string) string {
	for at := 0; at < len(line); at++ { // not a range: the line becomes shorter on the way
		before := strings.TrimRight(line[:at], " ")
		if line[at] != '"' || before != "" && !strings.HasSuffix(before, ">") && !strings.HasSuffix(before, " for") {
			continue
		}
		inside, after, closed := strings.Cut(line[at+1:], `"`)
		_, noSeat := s.seat(inside)
		_, noSide := s.side(inside)
		if closed && (noSeat == nil || noSide == nil) {
			line = line[:at] + inside + after
		}
	}
	return line
}

func (s *Session) names() []string { return rules.Names(s.Roster()) }

// splitName cuts the combatant or side with whose name a text begins off it, the longest such name: of "Jubei the Cur
// wounds=2" not Jubei, where both are in the fight. A text that begins with nobody's name is cut at its first word, so
// that the error is about that word.
func (s *Session) splitName(text string) (name, rest string) {
	if quoted, ok := strings.CutPrefix(text, `"`); ok { // unquote has left it: it is nobody's name
		name, rest, _ = strings.Cut(quoted, `"`)
		return name, strings.TrimSpace(rest)
	}
	if _, err := s.seat(text); err == nil {
		return text, ""
	}
	names := s.names()
	for _, side := range s.Sides() {
		if !slices.Contains(names, side) { // a side may be called as its one combatant is
			names = append(names, side)
		}
	}
	switch i, rest, err := rules.SplitChange(text, names); {
	case err != nil: // the name is several people's
		return strings.TrimSpace(strings.TrimSuffix(text, rest)), rest
	case i >= 0:
		return names[i], rest
	}
	if at := strings.IndexAny(text, " ,;"); at >= 0 {
		return text[:at], strings.TrimSpace(text[at:])
	}
	return text, ""
}

// cutSemicolon cuts a text at the first semicolon outside quotation marks, which separates the changes of several
// combatants: "Aki, Ume +bleeding; bandits energy=0".
func cutSemicolon(text string) (before, after string, found bool) {
	quoted := false
	at := strings.IndexFunc(text, func(r rune) bool {
		quoted = quoted != (r == '"')
		return r == ';' && !quoted
	})
	if at < 0 {
		return text, "", false
	}
	return strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+1:]), true
}

// SplitChanges splits a line of changes at blanks and commas outside quotation marks, and removes those marks. A blank
// beside = or after a sign does not split, for people type "wounds = 2" and "- bleeding" too.
func SplitChanges(text string) (list []string) {
	quoted, part := false, ""
	for _, r := range text + " " { // the blank ends the last change
		switch {
		case r == '"':
			quoted = !quoted
		case r == ' ' && !quoted && strings.HasSuffix(part, "="): // wounds= 2
		case r == ' ' && !quoted && (part == "+" || part == "-"): // - bleeding
		case (r == ' ' || r == ',') && !quoted:
			if part != "" {
				list = append(list, part)
			}
			part = ""
		case r == '=' && (part == "" || part == "+" || part == "-") && len(list) > 0: // wounds =2, wounds -= 2
			part, list = list[len(list)-1]+part+"=", list[:len(list)-1]
		default:
			part += string(r)
		}
	}
	if part = strings.TrimSpace(part); part != "" { // after a quotation mark that is never closed
		list = append(list, part)
	}
	if list == nil {
		list = []string{""}
	}
	return list
}

// splitReason cuts a reason in quotation marks off the end of a line. A blank before it tells it from the end of a
// value in quotation marks, as in zone="second front".
func splitReason(text string) (rest, why string) {
	text = strings.TrimSpace(text)
	if head, ok := strings.CutSuffix(text, `"`); ok {
		if at := strings.LastIndex(head, `"`); at >= 0 && (at == 0 || head[at-1] == ' ') {
			return strings.TrimSpace(head[:at]), head[at+1:]
		}
	}
	return text, ""
}

// readNumber returns the number that a line has, 0 if the line is empty; checkLine refuses all else.
func readNumber(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// seat returns the combatant that a typed name means.
func (s *Session) seat(name string) (rules.Seat, error) {
	return rules.SeatNamed(s.Roster(), name)
}

// side returns the side that a typed name means.
func (s *Session) side(name string) (string, error) {
	return rules.SideNamed(s.Roster(), name)
}

// seatOrSide returns the combatant or side that a typed name means; empty for everybody.
func (s *Session) seatOrSide(name string) (string, error) {
	proper, err := rules.SeatOrSideNamed(s.Roster(), name, ", or fight for everybody")
	if err != nil && (name == "" || text.Fold(name) == "fight") {
		return "", nil
	}
	return proper, err
}
