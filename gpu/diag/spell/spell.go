// Package spell guesses which name was meant by a misspelt or shortened one, for the "did you mean" of messages.
//
// The edit distance decides; letters in the wrong case cost nothing, and how far is too far depends on the length of the name. Where no name
// is very near, the words of the names decide (words.go): DrawIndexed is short for DrawIndexedInstanced.
// It must not know what the names stand for: it sees strings only. Its functions are safe for concurrent use.
package spell

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Nearest is the candidate that the writer of name most likely meant, or "" if none is near. The same letters in another case
// win. Otherwise the smallest edit distance wins; of equals the one that shares the longer beginning with name, because people
// rarely mistype the first letters (sinn is sin rather than sign), then the shorter one (a letter too much is more likely than a wrong
// one at the end), then the first in the order of the candidates. The name itself is no answer.
//
// Near is a distance of 1, of 2 from five bytes on or where two of four were left out, and of 3 from eight bytes on; two letters swapped, but for
// the first one, are a distance of 1. A candidate that has the words of the name in another order (reordered), or all of them and more (longer), is
// nearer than a distance of 3. Where nothing is near, what the name begins with is meant, or what it is without one of its words (shorter).
func Nearest(name string, candidates []string) string {
	found, distance := closest(name, candidates)
	if distance < 3 && found != "" {
		return found
	}
	return cmp.Or(reordered(name, candidates), longer(name, candidates), found, beginning(name, candidates), shorter(name, candidates))
}

// Misspelt is the candidate that differs from name by a few letters, as for Nearest, or "" if there is none. It is for names that a script gives to
// its own values: there a name that has a word more or less, or another number, is that of another thing, as compute beside computeList and list1
// beside list2, and so is one of two letters, of which one is another.
func Misspelt(name string, candidates []string) string {
	found, _ := closest(name, slices.DeleteFunc(slices.Clone(candidates), func(c string) bool { return distinct(name, c) }))
	return found
}

// beginning is the longest candidate that a name begins with, as TRIANGLE of TRIANGLELIST, if it is more than half of it and long enough to mean
// something.
func beginning(name string, candidates []string) (found string) {
	for _, c := range candidates {
		if len(c) >= 5 && 2*len(c) > len(name) && len(c) < len(name) && len(c) > len(found) && strings.EqualFold(name[:len(c)], c) {
			found = c
		}
	}
	return found
}

// closest is the candidate with the smallest edit distance that is near.
func closest(name string, candidates []string) (found string, distance int) {
	folded := strings.ToLower(name)
	best := guess{distance: reach(name) + 1, prefix: len(name)}
	for _, c := range candidates {
		if c == name || abs(len(c)-len(name)) > best.distance {
			continue
		}
		lower := strings.ToLower(c)
		g := guess{distanceOf(folded, lower), commonPrefix(folded, lower), len(c)}
		if g.distance < len(c) && g.begins(name) && g.holds(name) && g.better(best) {
			best, found = g, c
		}
	}
	return found, best.distance
}

// distanceOf is the edit distance of two names, in which two neighbours after the first letter that changed places are one change.
func distanceOf(a, b string) int {
	if at := commonPrefix(a, b); at > 0 && len(a) == len(b) && at+2 <= len(a) && a[at] == b[at+1] && a[at+1] == b[at] && a[at+2:] == b[at+2:] {
		return 1
	}
	return levenshtein.ComputeDistance(a, b)
}

// reach is the largest distance that is near.
func reach(name string) int {
	switch {
	case len(name) >= 8:
		return 3
	case len(name) >= 4:
		return 2
	}
	return 1
}

// guess says how near a candidate is.
type guess struct{ distance, prefix, length int }

func (g guess) better(h guess) bool {
	switch {
	case g.distance != h.distance:
		return g.distance < h.distance
	case g.prefix != h.prefix:
		return g.prefix > h.prefix
	}
	return g.length < h.length
}

// begins says whether a guess has a part of the name that can be seen: two changes of a short name leave its beginning.
func (g guess) begins(name string) bool { return g.distance < 2 || len(name) >= 8 || g.prefix > 0 }

// holds says whether more than half of a name is in a guess: of two changes of four bytes both have to be further ones, as in COMN.
func (g guess) holds(name string) bool {
	return g.distance < 2 || len(name) != 4 || g.length == len(name)+2
}

// commonPrefix is the number of bytes that a and b begin with together.
func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
