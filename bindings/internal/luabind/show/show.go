// Package show formats strings, numbers and lists of names for messages: short, and in the syntax of a script.
//
// It must not know Lua values or classes.
package show

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxQuoted is how many bytes of a string a message shows.
const maxQuoted = 40

// MaxExact is 2^53: a Lua number holds every whole number up to it.
const MaxExact = 1 << 53

// Quote writes a string as Lua does, shortened if it is long.
func Quote(s string) string {
	if len(s) > maxQuoted {
		end := maxQuoted
		for end > 0 && !utf8.RuneStart(s[end]) {
			end--
		}
		return strconv.Quote(s[:end]) + "..."
	}
	return strconv.Quote(s)
}

// Number writes whole numbers without exponent where a reader may want to compare digits: up to 2^54.
func Number(x float64) string {
	if x >= -2*MaxExact && x <= 2*MaxExact && x == float64(int64(x)) {
		return strconv.FormatInt(int64(x), 10)
	}
	return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(x, 'g', -1, 64)), "+") // nan, inf, -inf as Lua writes them
}

// IsName reports whether a key can be written as it is.
func IsName(s string) bool { return len(s) <= maxQuoted && nameText.MatchString(s) }

var nameText = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// MaxListed is how many names a message lists.
const MaxListed = 16

// Names writes names as `a, b, c`, each by the given function, and counts the rest.
func Names(names []string, write func(string) string) string {
	rest := len(names) - MaxListed
	if rest > 0 {
		names = names[:MaxListed]
	}
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = write(name)
	}
	all := strings.Join(texts, ", ")
	if rest > 0 {
		all += " and " + strconv.Itoa(rest) + " more"
	}
	return all
}

// Plain is the name as it is.
func Plain(s string) string { return s }

// Article is the indefinite article for a word.
func Article(word string) string {
	if word != "" && strings.ContainsRune("AEIOUaeiou", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// Kinds writes kinds of objects, as "A|B", as a choice: A or B. A kind whose name ends in that of another one is one of those: a PixelShader is a
// Shader.
func Kinds(kinds string) string {
	list := strings.Split(kinds, "|")
	special := func(k string) bool {
		return slices.ContainsFunc(list, func(o string) bool { return o != k && strings.HasSuffix(k, o) })
	}
	return strings.Join(slices.DeleteFunc(slices.Clone(list), special), " or ")
}

// Alternatives writes quoted names as a choice: "A", "B" or "C".
func Alternatives(names []string) string {
	if len(names) > MaxListed {
		return "one of " + Names(names, Quote)
	}
	last := len(names) - 1
	if last == 0 {
		return Quote(names[0])
	}
	return Names(names[:last], Quote) + " or " + Quote(names[last])
}

// Count writes "at most 1 argument", "at most 2 arguments"; want may be empty.
func Count(want string, n int) string {
	if want != "" {
		want += " "
	}
	switch n {
	case 0:
		return "no arguments"
	case 1:
		return want + "1 argument"
	}
	return want + strconv.Itoa(n) + " arguments"
}

// Range says what a number must do to be in [lo, hi]: "be from 1 to 8". The ends of the floating-point types are not worth their digits.
func Range(lo, hi float64) string {
	switch {
	case lo == -math.MaxFloat32 && hi == math.MaxFloat32:
		return "fit into a 32-bit float"
	case lo <= -math.MaxFloat32:
		return "be at most " + Number(hi)
	case hi >= math.MaxFloat32:
		return "be at least " + Number(lo)
	case lo == hi:
		return "be " + Number(lo)
	}
	return "be from " + Number(lo) + " to " + Number(hi)
}

// Entries counts entries of a list: "1 entry", "8 entries".
func Entries(n float64) string {
	if n == 1 {
		return "1 entry"
	}
	return Number(n) + " entries"
}

// Key writes the field that replaces another one: with its name, or whole, around the value that %1 stands for, or %0 for nothing.
func Key(written string) string {
	if whole := strings.NewReplacer("%1", "...", "%0", "").Replace(written); whole != written {
		return whole
	}
	return written + " = ..."
}

// Makers are the methods that make objects of a kind, or of several as "A or B", with "|" between them.
func Makers(kinds string) string {
	var calls []string
	for _, kind := range strings.Split(kinds, " or ") {
		if calls = append(calls, "Create"+kind); kind == "Resource" {
			calls = append(calls, "CreateCommittedResource", "CreatePlacedResource")
		}
	}
	return strings.Join(calls, "|")
}

// Each are the texts of the entries of a list.
func Each[T any](list []T, text func(T) string) []string {
	all := make([]string, len(list))
	for i, entry := range list {
		all[i] = text(entry)
	}
	return all
}
