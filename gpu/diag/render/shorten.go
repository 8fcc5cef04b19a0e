package render

import (
	"regexp"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// maxQuoted is how many characters of a text in quotes are shown.
const maxQuoted = 120

// quoted is a text in quotes.
var quoted = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"`)

// shorten leaves out the middle of the long names in the words of a diagnostic, which the caller owns. What is a script's line, or an edit of one,
// stays as it is.
func shorten(d *diag.Diagnostic, dots string) {
	texts := []*string{&d.Title}
	for i := range d.Labels {
		texts = append(texts, &d.Labels[i].Text)
		for k := range d.Labels[i].Via {
			texts = append(texts, &d.Labels[i].Via[k].Text)
		}
	}
	for i := range d.Why {
		texts = append(texts, &d.Why[i])
	}
	for i := range d.Notes {
		texts = append(texts, &d.Notes[i])
	}
	for i := range d.Help {
		texts = append(texts, &d.Help[i].Text)
	}
	for _, text := range texts {
		if len(*text) > maxQuoted {
			*text = quoted.ReplaceAllStringFunc(*text, func(name string) string { return middleOut(name, dots) })
		}
	}
}

// middleOut is a quoted text without its middle, if it is long.
func middleOut(name, dots string) string {
	runes := []rune(name)
	if len(runes) <= maxQuoted+len(`""`) {
		return name
	}
	half := (maxQuoted-len([]rune(dots)))/2 + 1
	return string(runes[:half]) + dots + string(runes[len(runes)-half:])
}
