// Package spell guesses which name was meant by a misspelt one. It knows strings only.
package spell

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// Nearest returns the candidate that the writer of name most likely meant, "" if none is near. The same letters in another
// case win; otherwise the smallest edit distance, the first of equals in the order of the candidates. Two letters swapped are
// a distance of 2, so that much is near from four letters on.
func Nearest(name string, candidates []string) string {
	for _, c := range candidates {
		if strings.EqualFold(c, name) {
			return c
		}
	}
	best, bestDistance := "", 2
	switch {
	case len(name) >= 8:
		bestDistance = 4
	case len(name) >= 4:
		bestDistance = 3
	}
	folded := strings.ToLower(name)
	for _, c := range candidates {
		if len(c)-len(name) >= bestDistance || len(name)-len(c) >= bestDistance {
			continue
		}
		if d := levenshtein.ComputeDistance(folded, strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}
