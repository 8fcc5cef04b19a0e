package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag/render"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/settings"
)

// emitter prints a stage of every kernel that a script compiles.
type emitter struct {
	host.NoObserver
	out   io.Writer
	stage string
	err   error
}

// OnKernel implements host.Observer.
func (e *emitter) OnKernel(k *kernel.Kernel) {
	text, err := k.Emit(e.stage)
	if err == nil {
		_, err = fmt.Fprintf(e.out, "-- kernel %q: %s\n%s\n", k.ShaderName(), e.stage, strings.TrimRight(text, "\n"))
	}
	if e.err == nil {
		e.err = err
	}
}

// emitKernels runs a script and prints the kernels, not what the script prints. What it saves is thrown away.
func (a *app) emitKernels(ctx context.Context, path, stage string, o host.Options) (int, error) {
	if !slices.Contains(kernel.Stages(), stage) {
		return host.ExitUsage, fmt.Errorf("--emit: %w", settings.NotOne(stage, kernel.Stages()))
	}
	scratch, err := os.MkdirTemp("", "gpuscript")
	if err != nil {
		return host.ExitUsage, err
	}
	defer os.RemoveAll(scratch)
	e := &emitter{out: a.stdout, stage: stage}
	o.Observer, o.Dir, o.Out = e, filepath.Dir(path), scratch
	h := host.New(o)
	defer h.Close()
	if h.RunFile(ctx, path) != nil {
		return h.Result().ExitCode, h.WriteDiagnostics(a.stderr, render.Options{})
	}
	return host.ExitOK, e.err
}
