// Package tags parses the struct tags that describe what a Go type alone cannot say about its Lua table; package luabind documents the options. It
// must not know Lua, values or messages: a tag is text in, a Tag out.
package tags

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
)

// Tag is a parsed `lua` struct tag.
type Tag struct {
	Name       string // the key in Lua
	Hidden     bool
	Required   bool
	HasDefault bool
	Default    string // as it is written
	Limits     Limits
	Order      int      // its place in the list form from 1; 0 for none
	Long       int      // its place in the long list form
	IsTag      bool     // it says which fields of a union are used
	When       []string // the values of that field for which this one is used; empty: always
	Spare      bool     // it may be given where it is not used
}

// Limits are the bounds of a number or of the length of a list.
type Limits struct {
	Min, Max *float64 // inclusive; nil where there is none
	Multiple float64  // 0 for none

	Nonfinite bool // infinities and NaN are welcome, also as entries
}

// Parse reads the tag of a field. It panics with "BUG:" on a tag that it does not understand: tags are written by us.
func Parse(f reflect.StructField) Tag {
	parts := strings.Split(f.Tag.Get("lua"), ",")
	t := Tag{Name: parts[0]}
	if t.Name == "" {
		t.Name = f.Name
	}
	t.Hidden = parts[0] == "-" || !f.IsExported()
	for _, part := range parts[1:] {
		if err := t.option(part); err != nil {
			panic(fmt.Sprintf("BUG: luabind: tag of %s: %v", f.Name, err))
		}
	}
	return t
}

// option reads one option of a tag.
func (t *Tag) option(text string) (err error) {
	key, value, _ := strings.Cut(text, "=")
	switch key {
	case "required":
		t.Required = true
	case "nonfinite":
		t.Limits.Nonfinite = true
	case "spare":
		t.Spare = true
	case "tag":
		t.IsTag = true
	case "default":
		t.HasDefault, t.Default = true, value
	case "when":
		t.When = strings.Split(value, "|")
	case "order":
		t.Order, err = strconv.Atoi(value)
	case "long":
		t.Long, err = strconv.Atoi(value)
	case "multiple":
		t.Limits.Multiple, err = strconv.ParseFloat(value, 64)
	case "min":
		t.Limits.Min, err = parseLimit(value)
	case "max":
		t.Limits.Max, err = parseLimit(value)
	default:
		err = fmt.Errorf("unknown option %q", text)
	}
	return err
}

func parseLimit(text string) (*float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	return &x, err
}

// Narrow applies the bounds to a range.
func (l Limits) Narrow(lo, hi float64) (float64, float64) {
	if l.Min != nil {
		lo = max(lo, *l.Min)
	}
	if l.Max != nil {
		hi = min(hi, *l.Max)
	}
	return lo, hi
}

// Text writes limits for the documentation: "1 to 16, a multiple of 4".
func (l Limits) Text() string {
	var parts []string
	switch {
	case l.Min != nil && l.Max != nil:
		parts = append(parts, fmt.Sprintf("%s to %s", show.Number(*l.Min), show.Number(*l.Max)))
	case l.Min != nil:
		parts = append(parts, "at least "+show.Number(*l.Min))
	case l.Max != nil:
		parts = append(parts, "at most "+show.Number(*l.Max))
	}
	if l.Multiple != 0 {
		parts = append(parts, "a multiple of "+show.Number(l.Multiple))
	}
	return strings.Join(parts, ", ")
}

// IntegerRange returns the values of an integer kind that Lua can express.
func IntegerRange(t reflect.Type) (lo, hi float64) {
	bits := t.Bits()
	if t.Kind() >= reflect.Uint && t.Kind() <= reflect.Uintptr {
		return 0, min(show.MaxExact, math.Ldexp(1, bits)-1)
	}
	return max(-show.MaxExact, -math.Ldexp(1, bits-1)), min(show.MaxExact, math.Ldexp(1, bits-1)-1)
}
