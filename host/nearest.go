package host

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// nearest returns the candidate the writer of name most likely meant, "" if none is near: at most a third of the letters
// differ, letter case aside. The first of equals wins.
func nearest(name string, candidates []string) string {
	best, bestDistance := "", max(1, len(name)/3)+1
	lower := strings.ToLower(name)
	for _, c := range candidates {
		if c == name {
			continue
		}
		if d := levenshtein.ComputeDistance(lower, strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}
