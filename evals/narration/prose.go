package narration

import (
	"bytes"
	"compress/gzip"
	"math"
	"strings"

	"kokyu/agent/narrate"
)

// Prose is what can be counted of how passages read.
type Prose struct {
	Of        string  `json:"of"`
	Passages  int     `json:"passages"`
	Words     int     `json:"words"`
	Sentence  float64 `json:"sentence"`  // mean words of a sentence
	Spread    float64 `json:"spread"`    // their standard deviation
	Longest   int     `json:"longest"`   // sentence
	Distinct1 float64 `json:"distinct1"` // different words, of all
	Distinct2 float64 `json:"distinct2"` // different pairs of neighbours, of all
	Openings  float64 `json:"openings"`  // different first three words of sentences, of all
	Repeated  float64 `json:"repeated"`  // sentences told before, of all
	Gzip      float64 `json:"gzip"`      // size packed, of the size as it is
	Similes   float64 `json:"similes"`   // a passage
}

// proseWords is how many words of each kind of passages are measured: most of the measures fall with length.
const proseWords = 1500

// proseOf measures passages, as many as come to [proseWords].
func proseOf(of string, texts []string) Prose {
	p := Prose{Of: of}
	words, pairs, openings, sentences := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	var lengths []float64
	var all strings.Builder
	nPairs, repeated, similes := 0, 0, 0
	for _, text := range texts {
		if p.Words >= proseWords {
			break
		}
		p.Passages++
		all.WriteString(text + "\n")
		for _, s := range narrate.Sentences(text) {
			ws := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(" .,;:?…", r) })
			if len(ws) == 0 {
				continue
			}
			if sentences[s] {
				repeated++
			}
			sentences[s] = true
			openings[strings.Join(ws[:min(3, len(ws))], " ")] = true
			lengths = append(lengths, float64(len(ws)))
			p.Words += len(ws)
			p.Longest = max(p.Longest, len(ws))
			for i, w := range ws {
				words[w] = true
				if w == "like" || w == "as" {
					similes++
				}
				if i > 0 {
					pairs[ws[i-1]+" "+w] = true
					nPairs++
				}
			}
		}
	}
	n := float64(len(lengths))
	if n == 0 {
		return p
	}
	for _, l := range lengths {
		p.Sentence += l / n
	}
	for _, l := range lengths {
		p.Spread += (l - p.Sentence) * (l - p.Sentence) / n
	}
	p.Spread = math.Sqrt(p.Spread)
	p.Distinct1, p.Distinct2 = float64(len(words))/float64(p.Words), float64(len(pairs))/float64(max(1, nPairs))
	p.Openings, p.Repeated = float64(len(openings))/n, float64(repeated)/n
	p.Gzip, p.Similes = packed(all.String()), float64(similes)/float64(p.Passages)
	return p
}

// packed is the size of a text packed, of its size.
func packed(text string) float64 {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is one
	_, _ = w.Write([]byte(text))                          // a buffer takes all
	_ = w.Close()
	return float64(b.Len()) / float64(max(1, len(text)))
}
