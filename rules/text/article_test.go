package text

import "testing"

func TestANameHasOneArticle(t *testing.T) {
	for name, want := range map[string]string{
		"bandits": "the bandits", "one-eyed men": "the one-eyed men", "onlookers": "the onlookers", "others": "the others",
		"thespians": "the thespians", "men of Aki": "the men of Aki",
		"the toll": "the toll", "The Cranes": "The Cranes", "THE TOLL": "THE TOLL", "the\u00a0toll": "the\u00a0toll", "the-toll": "the-toll", "the": "the",
		"a band": "a band", "a": "the a", "an ox": "an ox", "Los Lobos": "Los Lobos", "los lobos": "los lobos",
		"Aki's men": "Aki's men", "aki’s men": "aki’s men", "wolves' pack": "wolves' pack",
		"my friends": "my friends", "them": "them", "one": "one", "One": "One", "three wolves": "three wolves", "twenty-one": "twenty-one", "3 wolves": "3 wolves",
		"Odani": "Odani", "浪人": "浪人", "": "",
	} {
		if got := The(name); got != want {
			t.Errorf("The(%q) is %q, want %q", name, got, want)
		}
	}
}
