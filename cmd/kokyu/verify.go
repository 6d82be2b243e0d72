package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"kokyu/agent"
	"kokyu/agent/narrate"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Limits of a file of passages.
const (
	passagesBytesMax = 8 << 20
	passageLineMax   = 16 << 10
	passagesMax      = 10_000
)

// passageLine is a line of such a file.
type passageLine struct {
	Steps []int  `json:"steps"` // of the record, that it tells
	Text  string `json:"text"`  // with the names of the fight
}

// verifyReport is what --json prints.
type verifyReport struct {
	Passages []passageVerdict `json:"passages"`
	Refused  int              `json:"refused"`
}

// passageVerdict is one of them.
type passageVerdict struct {
	Line     int      `json:"line"`
	Accepted bool     `json:"accepted"`
	Reasons  []string `json:"reasons"`
	Claims   []string `json:"claims"` // what was read in it
}

func (a *app) verify() *cobra.Command {
	return &cobra.Command{
		Use:   "verify RECORD PASSAGES",
		Short: "Check whether written passages agree with a record",
		Long: `Reads a file of passages, one JSON object per line, and says for each whether it agrees with the steps that it names:

  {"steps":[14,15],"text":"Jubei parries Gonta's blow and cuts him down."}

Each sentence is parsed into claims (who does what to whom, with what, where, with what result). Each claim must follow from
the events of those steps. A passage is refused if a sentence cannot be parsed or if it leaves out an event that must be
told. Names are written as in the record. The exit code is 1 if any passage is refused.

  kokyu verify duel.jsonl passages.jsonl
  kokyu replay duel.jsonl --voice law          lists the steps`,
		Args: arguments(2, 2, "a record and a file of passages, both .jsonl"),
		RunE: func(_ *cobra.Command, args []string) error {
			rec, warnings, err := a.record(args[0])
			if err != nil {
				return err
			}
			name, data, err := a.read(args[1], passagesBytesMax)
			if err != nil {
				return err
			}
			passages, err := readPassages(name, data)
			if err != nil {
				return err
			}
			found, err := verdicts(rec, name, passages)
			if err == nil {
				err = a.sayVerdicts(found)
			}
			switch {
			case err != nil:
				return err
			case len(warnings) > 0:
				return torn(warnings[0])
			case found.Refused > 0:
				return verdict{fmt.Errorf("%d of %s refused", found.Refused, plural(len(passages), "passage"))}
			}
			return nil
		},
	}
}

// sayVerdicts prints what was found.
func (a *app) sayVerdicts(r verifyReport) error {
	if a.json {
		return a.object(r)
	}
	for _, p := range r.Passages {
		if p.Accepted {
			a.say("%d accepted", p.Line)
		} else {
			a.wrapped("", 2, fmt.Sprintf("%d refused: %s", p.Line, strings.Join(p.Reasons, "; ")))
		}
	}
	if r.Refused == 0 {
		a.say("%s, and all of them true to the record.", plural(len(r.Passages), "passage"))
	}
	return nil
}

// verdicts says of each passage whether it may be told.
func verdicts(rec fight.Record, name string, passages []passageLine) (r verifyReport, err error) {
	f, err := agent.Begin(rec)
	if err != nil {
		return r, err
	}
	d := agent.Dialect(rec.Header.System)
	c, err := narrate.NewChronicle(narrate.Options{Title: agent.Title(f), Roster: f.Roster(), Scenery: f.Scenery(), Seed: rec.Header.Seed, Match: agent.Sparring(f)}, d, rec.Steps)
	if err != nil {
		return r, err
	}
	v := narrate.NewVerifier(d)
	for i, p := range passages {
		paragraph, err := c.Paragraph(p.Steps)
		if err != nil {
			return r, text.Problem{File: name, Line: i + 1, Col: 1, What: err.Error()}
		}
		found := passageVerdict{Line: i + 1, Reasons: []string{}, Claims: []string{}}
		if strings.ContainsAny(p.Text, "{}") {
			found.Reasons = append(found.Reasons, "a brace")
		} else {
			said := v.Check(paragraph, narrate.Whole(paragraph, c.Open(p.Text)))
			found.Accepted = said.OK
			for _, reason := range said.Reasons {
				found.Reasons = append(found.Reasons, c.Names(reason))
			}
			for _, s := range said.Sentences {
				for _, claim := range s.Claims {
					found.Claims = append(found.Claims, c.Names(claim.String()))
				}
			}
		}
		if !found.Accepted {
			r.Refused++
		}
		r.Passages = append(r.Passages, found)
	}
	return r, nil
}

// readPassages reads a file of passages and trusts nothing.
func readPassages(name string, data []byte) (list []passageLine, err error) {
	var bad text.Problems
	n := 0
	wrong := func(what, want string) {
		bad = append(bad, text.Problem{File: name, Line: n, Col: 1, What: what, Want: want})
	}
	const shape = `one JSON object with "steps" and "text"`
	scan := bufio.NewScanner(bytes.NewReader(data))
	scan.Buffer(nil, passageLineMax)
	for scan.Scan() {
		n++
		var p passageLine
		dec := json.NewDecoder(bytes.NewReader(scan.Bytes()))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&p); err != nil {
			wrong("the line is no passage: "+err.Error(), shape)
			return nil, bad.Err()
		}
		_, err := dec.Token()
		switch {
		case !errors.Is(err, io.EOF):
			wrong("the line goes on after its object", "one JSON object a line")
		case len(p.Steps) == 0:
			wrong("the passage names no step", `the steps it tells of, as in "steps":[14,15]`)
		case len(list) == passagesMax:
			wrong(fmt.Sprintf("the file holds more than %d passages", passagesMax), "fewer")
			return nil, bad.Err()
		}
		list = append(list, p)
	}
	if scan.Err() != nil {
		n++
		wrong("the line is too long", fmt.Sprintf("at most %d bytes", passageLineMax))
	} else if n == 0 {
		n++
		wrong("there is no passage", shape)
	}
	return list, bad.Err()
}
