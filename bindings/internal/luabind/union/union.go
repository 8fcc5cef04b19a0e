// Package union says which fields of a table a kind of description makes no use of, where one field, the tag, says which kind it is:
//
//	{ Type = "UAV", Resource = r, After = "COPY_DEST" }
//	  tag                         unused: it belongs to Type "TRANSITION"
//
// It must not know tables, decoders or diagnostics: names and texts are all that it gets and gives.
package union

import (
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
)

// Field is a field that a table sets, and the values of the tag that make use of it; empty: all of them.
type Field struct {
	Name string
	When []string
}

// Used says whether a value of the tag makes use of the field.
func (f Field) Used(value string) bool { return len(f.When) == 0 || slices.Contains(f.When, value) }

// Misfit is a table with fields that its tag makes no use of.
type Misfit struct {
	Tag, Value string
	Unused     []Field
	Fits       string // the only value of the tag that makes use of all that the table sets; "": none or several
}

// Find compares a table, which sets some fields, with its tag, which may have some values.
func Find(tag, value string, values []string, set []Field) Misfit {
	m := Misfit{Tag: tag, Value: value}
	for _, f := range set {
		if !f.Used(value) {
			m.Unused = append(m.Unused, f)
		}
	}
	fits := slices.DeleteFunc(slices.Clone(values), func(v string) bool {
		return slices.ContainsFunc(set, func(f Field) bool { return !f.Used(v) })
	})
	if len(fits) == 1 {
		m.Fits = fits[0]
	}
	return m
}

// Names are those of the fields that are not used: "Before and After".
func (m Misfit) Names() string {
	names := show.Each(m.Unused, func(f Field) string { return f.Name })
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return names[0]
}

// Owners says to which values of the tag the fields belong, each of them in a sentence where they differ.
func (m Misfit) Owners() string {
	var sentences []string
	for i := 0; i < len(m.Unused); {
		when, group := m.Unused[i].When, Misfit{}
		for ; i < len(m.Unused) && slices.Equal(m.Unused[i].When, when); i++ {
			group.Unused = append(group.Unused, m.Unused[i])
		}
		belong := " belongs to "
		if len(group.Unused) > 1 {
			belong = " belong to "
		}
		sentences = append(sentences, group.Names()+belong+m.Tag+" "+show.Alternatives(when)+".")
	}
	return strings.Join(sentences, " ")
}

// Help says what to do.
func (m Misfit) Help() string {
	change := "change " + m.Tag
	if m.Fits != "" {
		change = "write " + m.Tag + " = " + show.Quote(m.Fits)
	}
	return "remove " + m.Names() + ", or " + change
}
