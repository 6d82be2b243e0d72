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
