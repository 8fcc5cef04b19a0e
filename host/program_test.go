package host

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

var errProgram = errors.New("the disk is full")

// programHost is a host whose program has functions that fail in each way.
func programHost(out *bytes.Buffer) *Host {
	h := New(Options{Stdout: out, Modules: map[string]func(*lua.LState) int{"broken": func(*lua.LState) int { panic(errProgram) }}})
	h.Expose("breaks", func() { panic(errProgram) })
	h.Expose("fails", func() error { return errProgram })
	return h
}

// TestGoPanic: a panic in a function of the program is an error that says whose it is, wherever the script calls it.
func TestGoPanic(t *testing.T) {
	const named, unnamed = "Go function 'breaks' panicked: the disk is full", "a Go function panicked: the disk is full"
	for text, want := range map[string]string{
		"breaks()": named, "coroutine.wrap(function() breaks() end)()": named, "local ok, e = pcall(breaks) error(e, 0)": named,
		"local ok, e = coroutine.resume(coroutine.create(breaks)) error(e, 0)": unnamed, "coroutine.wrap(breaks)()": unnamed,
		"require('gpu').Thread('worker', function() breaks() end):Join()": named,
	} {
		h := programHost(&bytes.Buffer{})
		var failed *diag.Error
		require.ErrorAs(t, h.RunString(context.Background(), "p.lua", text), &failed, text)
		d := failed.Diagnostics[0]
		require.Equal(t, diag.Internal, d.Code, text)
		require.Equal(t, want, d.Title, text)
		require.NoError(t, h.Close())
	}
	var out bytes.Buffer
	h := programHost(&out)
	require.NoError(t, h.RunString(context.Background(), "p.lua", "print(pcall(breaks)) print(pcall(require, 'broken'))"))
	require.Equal(t, "false\tp.lua:1: Go function 'breaks' panicked: the disk is full\nfalse\tp.lua:1: internal error: the disk is full\n", out.String())
	require.NoError(t, h.Close())
}

// TestErrorsOfTheProgram: errors.Is finds the program's own error in that of the run, if nothing has caught it.
func TestErrorsOfTheProgram(t *testing.T) {
	for text, found := range map[string]bool{
		"breaks()": true, "error(fails())": true, "local e = fails() assert(not e, e)": true, "coroutine.wrap(breaks)()": true,
		"pcall(breaks) error('another')": false, "error('the disk is full')": false,
	} {
		h := programHost(&bytes.Buffer{})
		err := h.RunString(context.Background(), "p.lua", text)
		require.Error(t, err, text)
		require.Equal(t, found, errors.Is(err, errProgram), text)
		require.NoError(t, h.Close())
	}
}

// TestFilesOfTheProgram: the program reads and writes between runs too, and learns why that fails.
func TestFilesOfTheProgram(t *testing.T) {
	out := t.TempDir()
	h := New(Options{Files: fstest.MapFS{"data.txt": {Data: []byte("four")}}, Out: out})
	for range 2 {
		data, err := h.ReadFile("data.txt")
		require.NoError(t, err)
		require.Equal(t, "four", string(data))
		require.NoError(t, h.WriteFile("copy.txt", data))
		require.NoError(t, h.RunString(context.Background(), "p.lua", "assert(io.open('copy.txt')):close()"))
	}
	require.ErrorIs(t, h.RunFile(context.Background(), filepath.Join(out, "absent.lua")), fs.ErrNotExist)
	_, err := h.ReadFile("absent.txt")
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorIs(t, h.WriteFile("copy.txt/below", nil), fs.ErrExist)
	require.NoError(t, h.Close())
	_, err = h.ReadFile("data.txt")
	require.ErrorIs(t, err, ErrClosed)
	require.ErrorIs(t, h.WriteFile("copy.txt", nil), ErrClosed)

	h = New(Options{Save: func(string, []byte) error { return errProgram }})
	require.ErrorIs(t, h.WriteFile("copy.txt", nil), errProgram)
	require.NoError(t, h.Close())
}
