package luabind

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// tag is a parsed `lua` struct tag.
type tag struct {
	name       string
	hidden     bool
	required   bool
	hasDefault bool
	defaultTo  string
	limits     limits
	order      int // from 1; 0 for none
	long       int // its place in the long list form
	isTag      bool
	when       []string
	inC        []string // its names in the documentation of C
}

// limits are the bounds of a number or of the length of a list; nil where there is none.
type limits struct {
	min, max *float64
	multiple float64 // 0 for none

	nonfinite bool // infinities and NaN are welcome, also as entries
}

// parseTag reads the tag of a field. It panics with "BUG:" on a tag that it does not understand: tags are written by us.
func parseTag(f reflect.StructField) tag {
	parts := strings.Split(f.Tag.Get("lua"), ",")
	t := tag{name: parts[0]}
	if t.name == "" {
		t.name = f.Name
	}
	t.hidden = parts[0] == "-" || !f.IsExported()
	for _, part := range parts[1:] {
		if err := t.option(part); err != nil {
			panic(fmt.Sprintf("BUG: luabind: tag of %s: %v", f.Name, err))
		}
	}
	return t
}

// option reads one option of a tag.
func (t *tag) option(text string) (err error) {
	key, value, _ := strings.Cut(text, "=")
	switch key {
	case "required":
		t.required = true
	case "nonfinite":
		t.limits.nonfinite = true
	case "tag":
		t.isTag = true
	case "default":
		t.hasDefault, t.defaultTo = true, value
	case "when":
		t.when = strings.Split(value, "|")
	case "c":
		t.inC = strings.Split(value, "|")
	case "order":
		t.order, err = strconv.Atoi(value)
	case "long":
		t.long, err = strconv.Atoi(value)
	case "multiple":
		t.limits.multiple, err = strconv.ParseFloat(value, 64)
	case "min":
		t.limits.min, err = parseLimit(value)
	case "max":
		t.limits.max, err = parseLimit(value)
	default:
		err = fmt.Errorf("unknown option %q", text)
	}
	return err
}

func parseLimit(text string) (*float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	return &x, err
}
