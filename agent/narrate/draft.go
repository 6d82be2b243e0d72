package narrate

import "strings"

// Sentences are those of a text, each with its sign; what stands after the last sign is one as well.
func Sentences(text string) (list []string) {
	start := 0
	for i, r := range text {
		if !strings.ContainsRune(".?…", r) {
			continue
		}
		end := i + len(string(r))
		if rest := text[end:]; rest != "" && rest[0] != ' ' {
			continue
		}
		if s := strings.TrimSpace(text[start:end]); s != "" {
			list = append(list, s)
		}
		start = end
	}
	if s := strings.TrimSpace(text[start:]); s != "" {
		list = append(list, s)
	}
	return list
}

// Whole is a text as a draft whose sentences cite every fact of a paragraph.
func Whole(p Paragraph, text string) (d Draft) {
	var all []string
	for _, f := range p.Facts {
		all = append(all, f.ID)
	}
	for _, s := range Sentences(text) {
		d = append(d, Sentence{s, all})
	}
	return d
}
