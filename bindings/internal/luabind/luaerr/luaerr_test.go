package luaerr

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

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
