// Package path is the path of a value within an argument, as a script would write it: Barriers[3].After.
//
// It must not know Lua values or messages.
package path

import (
	"strconv"
	"strings"
)

// Path leads from an argument to a value in it.
type Path []step

// step is a field, or an entry of a list if the name is empty. The name may be a key in brackets. A field with an index is written as an entry.
type step struct {
	name  string
	index int
}

// Push adds a field.
func (p *Path) Push(name string) { *p = append(*p, step{name: name}) }

// PushEntry adds a field that is written as an entry of a list, from 1; 0: by its name.
func (p *Path) PushEntry(name string, i int) { *p = append(*p, step{name, i}) }

// PushIndex adds an entry of a list, from 1.
func (p *Path) PushIndex(i int) { *p = append(*p, step{index: i}) }

// Pop takes the last step away.
func (p *Path) Pop() { *p = (*p)[:len(*p)-1] }

// Last is the name at the end, "" if an index is there.
func (p Path) Last() string {
	if len(p) == 0 {
		return ""
	}
	return p[len(p)-1].name
}

// String writes the path with the names of fields.
func (p Path) String() string { return p.text(false) }

// Written writes the path as the value stands in the script: Inputs[1][2] for Inputs[1].Type.
func (p Path) Written() string { return p.text(true) }

func (p Path) text(written bool) string {
	var sb strings.Builder
	for i, s := range p {
		switch {
		case s.name == "" || written && s.index > 0:
			sb.WriteString("[" + strconv.Itoa(s.index) + "]")
		case i > 0 && s.name[0] != '[':
			sb.WriteString("." + s.name)
		default:
			sb.WriteString(s.name)
		}
	}
	return sb.String()
}

// With writes the path with one more key, which may be in brackets.
func (p Path) With(key string) string {
	text := p.String()
	if text == "" || strings.HasPrefix(key, "[") {
		return text + key
	}
	return text + "." + key
}
