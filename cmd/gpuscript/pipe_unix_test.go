//go:build unix

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// interrupter is an output whose user interrupts as soon as something is printed.
type interrupter struct {
	strings.Builder
	interrupt func()
}

func (i *interrupter) Write(text []byte) (int, error) {
	i.interrupt()
	return i.Builder.Write(text)
}

// One interrupt ends the command where it waits for somebody who reads a pipe.
func TestPipesThatNobodyReads(t *testing.T) {
	files(t, map[string]string{"a.lua": "print(1) require('gpu').CreateDevice {}"})
	require.NoError(t, syscall.Mkfifo("pipe", 0o600))
	t.Cleanup(func() {
		if f, err := os.OpenFile("pipe", os.O_RDONLY|syscall.O_NONBLOCK, 0); err == nil {
			_ = f.Close()
		}
	})
	for _, flag := range []string{"--timeline=pipe", "--heapmap=pipe", "--trace=json:pipe"} {
		ctx, cancel := context.WithCancel(context.Background())
		out := &interrupter{interrupt: cancel}
		if strings.HasPrefix(flag, "--trace") {
			cancel() // it is opened before the script runs
		}
		var errs strings.Builder
		a := &app{stdout: out, stderr: &errs, env: os.Getenv}
		require.NotZero(t, a.main(ctx, []string{flag, "a.lua"}), flag)
		require.Contains(t, errs.String(), "cannot write pipe: interrupted; nobody reads the pipe\n", flag)
	}
}

// One interrupt ends the command where its reader has stalled, on the standard output and on the standard error.
func TestReadersThatStall(t *testing.T) {
	files(t, map[string]string{"endless.lua": "while true do print(('x'):rep(1000)) end"})
	read, write, err := os.Pipe() // of 64 KiB
	require.NoError(t, err)
	t.Cleanup(func() { _ = errors.Join(read.Close(), write.Close()) })
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = read.Read(make([]byte, 1)) // the script runs
		cancel()
	}()
	a := &app{stdout: write, stderr: write, env: os.Getenv}
	require.NotZero(t, a.main(ctx, []string{"--limit-output=none", "endless.lua"}))
	require.True(t, a.stderr.(*patient).gaveUp)
}

// What was written before the interrupt, and what a reader takes in time, is there.
func TestPatient(t *testing.T) {
	read, write, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { _ = read.Close() })
	interrupted := make(chan struct{})
	p := waiting(write, interrupted).(*patient)
	_, err = p.Write([]byte("before, "))
	require.NoError(t, err)
	close(interrupted)
	_, err = p.Write([]byte("behind"))
	require.NoError(t, err)
	require.NoError(t, write.Close())
	text, err := io.ReadAll(read)
	require.NoError(t, err)
	require.Equal(t, "before, behind", string(text))

	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	require.NoError(t, err)
	defer file.Close()
	require.Equal(t, io.Writer(file), waiting(file, interrupted))
}
