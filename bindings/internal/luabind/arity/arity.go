// Package arity finds which argument of a call is superfluous or missing, from the arguments' kinds and what the parameters accept, and writes
// arguments for edits.
//
// Both are given as text: a parameter has the type that the documentation shows ("Resource|nil", "integer"), an argument its kind of object or its
// Lua type. The package must not know Lua values, classes or messages.
package arity

import (
	"fmt"
	"slices"
	"strings"
)

// mayBeNil ends the type of a parameter that takes nil.
const mayBeNil = "|nil"

// LeftOut is the parameter, from 0, that takes nil and is left out before the last one, as the counter is in CreateUnorderedAccessView(buffer, nil,
// handle): with nil in its place all arguments are what the parameters take. It is -1 if there is none, and if it is the last argument that is
// missing. object says whether a type is a kind of object.
func LeftOut(arguments, parameters []string, object func(string) bool) int {
	if len(arguments)+1 != len(parameters) || match(arguments, parameters[:len(arguments)], object) {
		return -1
	}
	for i := len(arguments) - 1; i >= 0; i-- {
		if !strings.HasSuffix(parameters[i], mayBeNil) || !match(arguments[:i], parameters[:i], object) ||
			!match(arguments[i:], parameters[i+1:], object) {
			continue
		}
		for i > 0 && arguments[i-1] == "nil" && strings.HasSuffix(parameters[i-1], mayBeNil) {
			i-- // one of several, all of them nil: the first one is the one that is not known
		}
		return i
	}
	return -1
}

// Usual is the parameter, from 0, that is left out before the last one and whose usual value is known: with it in its place all arguments are what
// the parameters take, as with the type in Write(0, { 1 }). It is -1 if there is none, and if it is the last argument that is missing.
func Usual(arguments, parameters []string, known func(int) bool, object func(string) bool) int {
	if len(arguments)+1 != len(parameters) || match(arguments, parameters[:len(arguments)], object) {
		return -1
	}
	for i := len(arguments) - 1; i >= 0; i-- {
		if known(i) && match(arguments[:i], parameters[:i], object) && match(arguments[i:], parameters[i+1:], object) {
			return i
		}
	}
	return -1
}

// Neighbour is the argument next to the one at, from 0, with which it has to be exchanged for all arguments to be what the parameters take; -1 if
// there is none.
func Neighbour(arguments, parameters []string, at int, object func(string) bool) int {
	if len(arguments) > len(parameters) {
		return -1
	}
	for _, next := range []int{at - 1, at + 1} {
		if next < 0 || next >= len(arguments) || arguments[at] == arguments[next] {
			continue
		}
		if vague(parameters[at], object) && vague(parameters[next], object) {
			continue
		}
		exchanged := slices.Clone(arguments)
		exchanged[at], exchanged[next] = exchanged[next], exchanged[at]
		if match(exchanged, parameters, object) {
			return next
		}
	}
	return -1
}

// Offsets are the arguments of a call with 0 for the offsets that were left out, as in CopyBufferRegion(dst, src, 4096), so that all of them are what
// the parameters take; names are those of the parameters. It is nil where something else is missing.
func Offsets(arguments, parameters, names []string, object func(string) bool) []string {
	pieces, next := offsets(arguments, parameters, names, object), 0
	for i := range pieces {
		if pieces[i] == "" {
			next++
			pieces[i] = fmt.Sprintf("%%%d", next)
		}
	}
	return pieces
}

// offsets is Offsets with "" for each argument that is there.
func offsets(arguments, parameters, names []string, object func(string) bool) []string {
	if len(parameters) == 0 {
		if len(arguments) == 0 {
			return []string{}
		}
		return nil
	}
	if len(arguments) > 0 && match(arguments[:1], parameters, object) {
		if rest := offsets(arguments[1:], parameters[1:], names[1:], object); rest != nil {
			return append([]string{""}, rest...)
		}
	}
	if parameters[0] == "integer" && IsOffset(names[0]) {
		if rest := offsets(arguments, parameters[1:], names[1:], object); rest != nil {
			return append([]string{"0"}, rest...)
		}
	}
	return nil
}

// IsOffset says whether a parameter is an offset: that of a buffer in bytes, or that of a texture, dstX, dstY and dstZ.
func IsOffset(name string) bool {
	return strings.HasSuffix(strings.ToLower(name), "offset") || len(name) == len("dstX") && strings.HasPrefix(name, "dst") && name[3] >= 'X'
}

// TooMany is the argument, from 0, without which the others are what the parameters take, as the counter is that CreateShaderResourceView(buffer,
// nil, desc, handle) has not, and what to call it: the last one that it can be, nil before others, and the last of all if there is none.
func TooMany(arguments, parameters []string, object func(string) bool) (at int, name string) {
	last := len(arguments) - 1
	if len(arguments) != len(parameters)+1 || match(arguments[:last], parameters, object) {
		return last, "the last argument"
	}
	at = last
	for i, a := range arguments[:last] {
		if match(slices.Concat(arguments[:i], arguments[i+1:]), parameters, object) && (at == last || a == "nil" || arguments[at] != "nil") {
			at = i
		}
	}
	if at == last {
		return at, "the last argument"
	}
	return at, fmt.Sprintf("argument %d", at+1)
}

// Gathered are the arguments of a call whose last ones, all of one kind, are the entries of a list that a parameter takes, as in
// ClearRenderTargetView(view, 0, 0, 0, 1) and SetDescriptorHeaps(views, samplers), with the list in their place; nil if they are not.
func Gathered(arguments, parameters []string, object func(string) bool) []string {
	for i, p := range parameters {
		if len(arguments) < i+2 || slices.ContainsFunc(arguments[i:], func(a string) bool { return a != arguments[i] }) {
			continue
		}
		entry, isList := strings.CutSuffix(strings.TrimSuffix(p, mayBeNil), "[]")
		if !isList || !enters(arguments[i], entry, object) {
			continue
		}
		pieces := Places(len(arguments))
		return append(pieces[:i:i], "{ "+strings.Join(pieces[i:], ", ")+" }")
	}
	return nil
}

// enters reports whether an argument may be an entry of a list: a number, an object, or the table of a description, whose type begins with a capital.
func enters(argument, entry string, object func(string) bool) bool {
	switch argument {
	case "number":
		return strings.Contains(entry, "number") || strings.Contains(entry, "integer")
	case "table":
		return 'A' <= entry[0] && entry[0] <= 'Z' && !object(entry)
	}
	return argument == entry
}

// Single says whether a parameter takes one value, which is no table.
func Single(parameter string, object func(string) bool) bool {
	want := strings.TrimSuffix(parameter, mayBeNil)
	return object(want) || slices.Contains([]string{"boolean", "function", "integer", "number", "string"}, want)
}

// Spread are the arguments of a call whose only one is a table with a field for each parameter, up to some of them: fields of their names, or of
// those that C has for them, as DstBuffer is dst and pResource resource. It is nil if the fields are others.
func Spread(fields, parameters []string) (pieces []string) {
	for _, p := range parameters {
		at := slices.IndexFunc(fields, func(f string) bool { return isCalled(f, p) })
		if at < 0 {
			break
		}
		pieces = append(pieces, "%1."+fields[at])
	}
	if len(pieces) < len(fields) {
		return nil
	}
	return pieces
}

// isCalled says whether a field is what a parameter is called in C.
func isCalled(field, parameter string) bool {
	if len(field) > 1 && field[0] == 'p' && field[1] < 'a' {
		field = field[1:]
	}
	field = strings.ToLower(field)
	parameter = strings.ToLower(parameter)
	return field == parameter || field == parameter+"buffer" || field == parameter+"resource"
}

// Fit reports whether a call takes arguments, as far as their kinds tell. Entries of a list may be them.
func Fit(arguments, parameters []string, object func(string) bool) bool {
	return len(arguments) <= len(parameters) && match(arguments, parameters, object)
}

// plain are the types of Lua that a parameter takes alone.
var plain = []string{"boolean", "function", "number", "string"}

// vague reports whether words do not tell what a parameter takes: a table with fields, or one of several types.
func vague(parameter string, object func(string) bool) bool {
	want := strings.TrimSuffix(parameter, mayBeNil)
	return !object(want) && want != "integer" && !slices.Contains(plain, want)
}

// match reports whether parameters may take arguments.
func match(arguments, parameters []string, object func(string) bool) bool {
	for i, a := range arguments {
		want := strings.TrimSuffix(parameters[i], mayBeNil)
		fits := a != "number" // tables and names, as far as words can tell
		switch {
		case a == "nil":
			fits = want != parameters[i]
		case object(a) || object(want) || slices.Contains(plain, want):
			fits = a == want
		case want == "integer":
			fits = a == "number"
		}
		if !fits {
			return false
		}
	}
	return true
}

// Places are the arguments of a call of n, as edits name them.
func Places(n int) []string {
	pieces := make([]string, n)
	for i := range pieces {
		pieces[i] = fmt.Sprintf("%%%d", i+1)
	}
	return pieces
}

// Listed are the arguments of a call in its parentheses.
func Listed(pieces []string) string { return "(" + strings.Join(pieces, ", ") + ")" }
