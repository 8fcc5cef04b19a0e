//go:build unix

package main

import (
	"context"
	"os"
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
