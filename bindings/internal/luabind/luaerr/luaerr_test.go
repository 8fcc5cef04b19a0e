package luaerr

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

func TestDiagnosticsSurviveAScriptThatChangesTheTable(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	one, two := diag.New(diag.WrongType, "one"), diag.New(diag.Internal, "two")
	L.SetGlobal("fail", L.NewFunction(func(L *lua.LState) int { Raise(L, one, two); return 0 }))
	require.NoError(t, L.DoString(`ok, e = pcall(fail)`))
	require.Equal(t, []*diag.Diagnostic{one, two}, Diagnostics(L.GetGlobal("e")))
	require.NoError(t, L.DoString(`e.more = { e, 1, {} }`))
	require.Equal(t, []*diag.Diagnostic{one, one}, Diagnostics(L.GetGlobal("e")))
	require.NoError(t, L.DoString(`e.more = nil; e.__diagnostic = nil; assert(tostring(e) == "error")`))
	require.Nil(t, Diagnostics(L.GetGlobal("e")))
	require.Nil(t, Diagnostics(lua.LNil))
}

func TestList(t *testing.T) {
	one := diag.New(diag.WrongType, "one")
	require.Equal(t, []*diag.Diagnostic{one}, List(diag.AsError(one)))
	require.Equal(t, []*diag.Diagnostic{one}, List(fmt.Errorf("wrapped: %w", diag.AsError(one))))
	plain := List(errors.New("disk on fire"))
	require.Len(t, plain, 1)
	require.Equal(t, diag.Internal, plain[0].Code)
	require.Equal(t, diag.Internal, List(&diag.Error{})[0].Code)
}

// TestErrorTable: a script finds every field of a diagnostic.
func TestErrorTable(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	SetSpans(L, func(site gpu.Site) (diag.Span, bool) { return diag.Span{File: "a.lua", Line: int(site), Col: 2}, true })
	d := diag.New(diag.WrongBefore, "t").Also(5, "other").Via(6, "list").At(4, "here").Because("w").WithRule("r").WithResource(`buffer "b"`).
		WithRange(16, 32).HelpEdit(4, diag.EditDeleteLine, "", "")
	L.SetGlobal("fail", L.NewFunction(func(L *lua.LState) int { Raise(L, d); return 0 }))
	require.NoError(t, L.DoString(`
		local ok, e = pcall(fail)
		assert(e.code == "GS0401" and e.name == "WrongBefore" and e.severity == "error" and e.message == "t")
		assert(e.resource == 'buffer "b"' and e.range.begin == 16 and e.range["end"] == 32)
		assert(#e.range == 2 and e.range[1] == 16 and e.range[2] == 32 and tostring(e.range) == "[16, 32)")
		assert(tostring(e.first) == "a.lua:4:2: here" and tostring(e.second.recorded[1]) == "a.lua:6:2: list")
		assert(getmetatable(e.first).__tostring == nil and not pcall(setmetatable, e.range, {}))
		assert(e.first.file == "a.lua" and e.first.line == 4 and e.first.column == 2 and e.first.text == "here" and e.first.recorded == nil)
		assert(e.second.line == 5 and #e.second.recorded == 1 and e.second.recorded[1].line == 6 and e.second.recorded[1].text == "list")
		assert(e.why == "w" and e.rule == "r" and e.help == "a.lua:4:2: delete the line")
		assert(e.d3d12 == "RESOURCE_BARRIER_BEFORE_AFTER_MISMATCH" and e.more == nil)
	`))
}
