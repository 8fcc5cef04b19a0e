package spell

import (
	"slices"
	"strings"
	"unicode"
)

// longer is the candidate that name is short for: it has all words of the name, in their order, and the fewest words more. "" if there is none, or
// if several have as few: SetRootSignature may stand for SetComputeRootSignature and for SetGraphicsRootSignature.
func longer(name string, candidates []string) string {
	short := words(name)
	if len(name) < 3 {
		return ""
	}
	best, fewest, alone := "", 0, false
	for _, c := range candidates {
		long := words(c)
		more := len(long) - len(short)
		switch {
		case more < 1 || more > len(short)+1 || !within(short, long):
		case best == "" || more < fewest:
			best, fewest, alone = c, more, true
		case more == fewest:
			alone = false
		}
	}
	if !alone {
		return ""
	}
	return best
}

// reordered is the candidate that has the words of a name in another order: DrawInstancedIndexed stands for DrawIndexedInstanced. "" if there is
// none, or several.
func reordered(name string, candidates []string) (found string) {
	sorted := slices.Sorted(slices.Values(words(name)))
	for _, c := range candidates {
		if len(c) != len(name) || strings.EqualFold(c, name) || len(sorted) < 2 || !slices.Equal(sorted, slices.Sorted(slices.Values(words(c)))) {
			continue
		}
		if found != "" {
			return ""
		}
		found = c
	}
	return found
}

// shorter is the candidate that has all words of the name but one, in their order, and the last of them: CommandAllocator stands for Allocator. "" if
// there is none, or several, or if it has too few letters to mean something.
func shorter(name string, candidates []string) (found string) {
	long := words(name)
	for _, c := range candidates {
		short := words(c)
		if len(c) < 5 || len(short) == 0 || len(short)+1 != len(long) || short[len(short)-1] != long[len(long)-1] || !within(short, long) {
			continue
		}
		if found != "" {
			return ""
		}
		found = c
	}
	return found
}

// distinct says whether two names differ by whole words, or by their numbers alone, or are too short for a slip: vs beside ps.
func distinct(a, b string) bool {
	if max(len(a), len(b)) <= 2 && !strings.EqualFold(a, b) {
		return true
	}
	x, y := words(a), words(b)
	if len(x) != len(y) && (within(x, y) || within(y, x)) {
		return true
	}
	unnumbered := func(s string) string { return strings.ToLower(strings.TrimRight(s, "0123456789")) }
	return unnumbered(a) == unnumbered(b) && !strings.EqualFold(a, b)
}

// within says whether the words of short stand in long in the same order.
func within(short, long []string) bool {
	for _, w := range long {
		if len(short) > 0 && w == short[0] {
			short = short[1:]
		}
	}
	return len(short) == 0
}

// words cuts a name at its underscores and before its capitals, and folds the case: IASetVertexBuffers is "ia set vertex buffers", COPY_DEST
// "copy dest". A name in small letters is one word.
func words(name string) []string {
	var cut strings.Builder
	letters := []rune(name)
	for i, r := range letters {
		if i > 0 && unicode.IsUpper(r) && (unicode.IsLower(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1])) {
			cut.WriteByte('_')
		}
		cut.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(cut.String(), func(r rune) bool { return r == '_' })
}
