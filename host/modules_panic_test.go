package host_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

var errFull = errors.New("the disk is full")

// TestModulesPanic: a panic of a module of the program, or of a function in it, is the program's, and says whose it is. This test is outside of
// package host, as programs are.
func TestModulesPanic(t *testing.T) {
	modules := map[string]func(*lua.LState) int{
		"broken": func(*lua.LState) int { panic(errFull) },
		"files": func(L *lua.LState) int {
			L.Push(L.SetFuncs(L.NewTable(), map[string]lua.LGFunction{"save": func(*lua.LState) int { panic(errFull) }}))
			return 1
		},
	}
	for text, want := range map[string]string{
		`require "broken"`:                              `the Go module "broken" panicked: the disk is full`,
		`local name = "broken" require(name)`:           `a Go module panicked: the disk is full`,
		`error(select(2, pcall(require, "broken")), 0)`: `the Go module "broken" panicked: the disk is full`,
		`local files = require "files" files.save()`:    `Go function 'save' panicked: the disk is full`,
	} {
		h := host.New(host.Options{Modules: modules})
		err := h.RunString(context.Background(), "p.lua", text)
		var failed *diag.Error
		require.ErrorAs(t, err, &failed, text)
		d := failed.Diagnostics[0]
		require.Equal(t, want, d.Title, text)
		require.Contains(t, d.Why[0], "a mistake of that program", text)
		require.ErrorIs(t, err, errFull, text)
		require.NoError(t, h.Close())
	}
}
