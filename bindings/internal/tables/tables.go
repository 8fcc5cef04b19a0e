// Package tables reads what tables of a script mean to a shader: lists of numbers that are constant arrays, and layouts of structs.
//
//	{ 1, 2, 3 }                                       numbers, or rows of two to four of them
//	{ { "position", "float3" }, { "mass", "float" } } a layout: fields in the order of memory
//
// It must not know shaders, registers or the Lua machine apart from its values.
package tables

import (
	"fmt"
	"strconv"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// Capture is what a table that a shader mentions is in it: a constant array, a struct, or nothing that it could use.
func Capture(t *lua.LTable) syntax.Capture {
	if rows := numbers(t, 2); rows != nil {
		return syntax.Capture{Kind: syntax.CaptureTable, Table: &syntax.Table{Rows: rows}}
	}
	if specs, problem := Fields(t, "", 0); problem == nil {
		if s, problem := syntax.ParseLayout("", specs); problem == nil {
			return syntax.Capture{Kind: syntax.CaptureStruct, Struct: s}
		}
	}
	return syntax.Capture{Kind: syntax.CaptureHost, Host: "a table"}
}

// numbers reads a table that a kernel can use as a constant array: a list of numbers or, with a depth of 2, of lists of two to four numbers. It
// returns nil for any other table.
func numbers(t *lua.LTable, depth int) [][]float64 {
	n := t.Len()
	if n == 0 || depth == 0 || countKeys(t) != n {
		return nil
	}
	rows := make([][]float64, n)
	for i := range rows {
		switch x := t.RawGetInt(i + 1).(type) {
		case lua.LNumber:
			rows[i] = []float64{float64(x)}
		case *lua.LTable:
			inner := numbers(x, depth-1)
			if len(inner) < 2 || len(inner) > 4 {
				return nil
			}
			for _, v := range inner {
				if len(v) != 1 {
					return nil
				}
				rows[i] = append(rows[i], v[0])
			}
		default:
			return nil
		}
	}
	return rows
}

// countKeys is the number of entries of a table, list part and others.
func countKeys(t *lua.LTable) int {
	n := 0
	for k, _ := t.Next(lua.LNil); k != lua.LNil; k, _ = t.Next(k) {
		n++
	}
	return n
}

// maxDepth bounds structs in structs, because a table may hold itself.
const maxDepth = 32

// Fields reads a layout: a list, because its order is the order in memory. It is an argument, from 1, of a call of method.
func Fields(t *lua.LTable, method string, argument int) ([]syntax.FieldSpec, *diag.Diagnostic) {
	specs, problem := fields(t, "", maxDepth)
	if problem != nil {
		for _, help := range problem.Help {
			if help.Fix != nil {
				help.Fix.Method, help.Fix.Argument = method, argument
			}
		}
	}
	return specs, problem
}

// fields reads the layout at a path of the argument.

func fields(t *lua.LTable, path string, depth int) (specs []syntax.FieldSpec, problem *diag.Diagnostic) {
	if t.Len() == 0 {
		return nil, keyed(diag.New(diag.WrongType, "type%s is a layout without fields", path), path, t)
	}
	if depth == 0 {
		return nil, diag.New(diag.WrongType, "type%s is a layout of more than %d structs in each other", path, maxDepth)
	}
	for i := 1; i <= t.Len(); i++ {
		spec, got, problem := field(t.RawGetInt(i), fmt.Sprintf("%s[%d]", path, i), depth)
		if got != nil {
			problem = asList(diag.New(diag.WrongType, "type%s[%d] must be a field { name, type [, count] }, got a %s", path, i, got.Type()))
		}
		if problem != nil {
			return nil, problem
		}
		specs = append(specs, spec)
	}
	return specs, nil
}

// field reads one field. got is what is in the place of something else.
func field(v lua.LValue, path string, depth int) (spec syntax.FieldSpec, got lua.LValue, problem *diag.Diagnostic) {
	row, ok := v.(*lua.LTable)
	if !ok {
		return spec, v, nil
	}
	name, ok := row.RawGetInt(1).(lua.LString)
	if !ok {
		return spec, row.RawGetInt(1), nil
	}
	spec.Name = string(name)
	switch typ := row.RawGetInt(2).(type) {
	case lua.LString:
		spec.Type = string(typ)
	case *lua.LTable:
		if spec.Fields, problem = fields(typ, path+"[2]", depth-1); problem != nil {
			return spec, nil, problem
		}
	default:
		return spec, typ, nil
	}
	for at := 3; row.RawGetInt(at) != lua.LNil; at++ {
		n, ok := row.RawGetInt(at).(lua.LNumber)
		switch {
		case !ok:
			return spec, row.RawGetInt(at), nil
		case n == 0 || n != lua.LNumber(int32(n)):
			return spec, nil, diag.New(diag.WrongType, "type%s[%d] must be a whole number of elements, 1 or more, got %v", path, at, n).
				HelpText("leave the count out where there is no array")
		case at == 3:
			spec.Count = int(n)
		default:
			spec.Inner = append(spec.Inner, int(n))
		}
	}
	return spec, nil, nil
}

// keyed says how a field that is a key, { width = "float" }, is written in a list. The order of several is not known.
func keyed(d *diag.Diagnostic, path string, t *lua.LTable) *diag.Diagnostic {
	key, value := t.Next(lua.LNil)
	name, isName := key.(lua.LString)
	typ, isText := value.(lua.LString)
	if next, _ := t.Next(key); !isName || !isText || next != lua.LNil {
		return asList(d)
	}
	text := fmt.Sprintf("{ { %s, %s } }", strconv.Quote(string(name)), strconv.Quote(string(typ)))
	return d.HelpFix(0, diag.Fix{Path: path, Action: diag.FixWrap, Text: text}, "a layout is a list of fields: %s", text)
}

func asList(d *diag.Diagnostic) *diag.Diagnostic {
	return d.HelpText(`a layout is a list, because its order is the order in memory: { { "direction", "float3" }, { "width", "uint" } }`)
}
