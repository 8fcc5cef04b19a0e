// Package foreign says which edit a name from elsewhere stands for: what is written for a call of it, or in its place.
//
// It is a table of texts and the way to look a name up. The package must not know where the table comes from, nor what a message says beside the
// edit.
package foreign

import (
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Calls are the texts of edits by "Class.Method" or "module.Name": of a diag.FixCall for a call of it, or in quotes what stands in the place of the
// name itself.
type Calls map[string]string

// Edit is the edit for a name; none if there is no text.
func (c Calls) Edit(owner, name string) (fix diag.Fix) {
	switch text := c[owner+"."+name]; {
	case strings.HasPrefix(text, `"`):
		fix = diag.Fix{Text: text}
	case text != "":
		fix = diag.Fix{Argument: 1, Action: diag.FixCall, Text: text}
	}
	return fix
}

// prefixed are the words before the value in the names of C: COMMAND_LIST_TYPE_COPY, but not FLOAT32_MAX.
var prefixed = []string{"ACCESS", "BIND", "BLEND", "DIM", "DIMENSION", "EFFECT", "FILTER", "FLAG", "FORMAT", "FUNC", "MAP", "MODE", "OP",
	"PRIORITY", "STATE", "TOPOLOGY", "TYPE",
	"USAGE", "VIEW", "VISIBILITY"}

// Value is the name of the value that a name of C ends in, if its text is in quotes: COPY for D3D12_COMMAND_LIST_TYPE_COPY. The longest one wins,
// because a name can be the end of another. It is "" if there is none.
func (c Calls) Value(module, name string) string {
	return ending(name, func(end string) bool { return strings.HasPrefix(c[module+"."+end], `"`) })
}

// Renamed is what replaces a value of an enumeration, with the prefix of C or without: the text of "Enum.VALUE". It is "" if there is none.
func Renamed(renames map[string]string, enum, name string) string {
	if put := renames[enum+"."+name]; put != "" {
		return put
	}
	return renames[enum+"."+ending(name, func(end string) bool { return renames[enum+"."+end] != "" })]
}

// ending is the longest end of a name behind a prefix of C that is known; "" if there is none.
func ending(name string, known func(end string) bool) string {
	for word, end, more := strings.Cut(name, "_"); more; word, end, more = strings.Cut(end, "_") {
		if slices.Contains(prefixed, word) && known(end) {
			return end
		}
	}
	return ""
}
