package luabind

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// nearest returns the candidate that the writer of name most likely meant, "" if none is near. The same letters in another
// case win; otherwise the smallest edit distance up to a third of the length, the first of equals in the order of the
// candidates.
func nearest(name string, candidates []string) string {
	for _, c := range candidates {
		if strings.EqualFold(c, name) {
			return c
		}
	}
	best, bestDistance := "", max(1, len(name)/3)+1
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
