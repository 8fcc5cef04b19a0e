package bench

import (
	"context"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag/render"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/host"
)

var emitTo = flag.String("emit", "", "a folder for the stages of every kernel that runs, for a closer look")

// session is a script of kernels/ that runs in a host of its own, in turns with other sessions.
//
//	script     bench.step ─┐        ┌─ returns K: K dispatches, wait ─ bench.step ─┐
//	                       ▼        │                                              ▼
//	Go                   ready ─ next ◀ K          the time from here ──────▶ to here
type session struct {
	cores       int
	validation  bool
	interpreter bool

	text   string // a script of its own, instead of the workload's
	expose map[string]any
	work   workload
	next   chan int
	ready  chan struct{}
	result []float32
	host   *host.Host
	failed error
}

// scriptVariant starts a session and waits for its first result.
func scriptVariant(t testing.TB, w workload, name string, s session) *variant {
	s.work, s.next, s.ready = w, make(chan int), make(chan struct{})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(s.cores)) // how many workers the machine of the script has
	options := host.Options{Dir: "kernels", Validation: host.ValidationOff, Interpreter: s.interpreter,
		Limits:  host.Limits{VRAMBytes: host.Unlimited, LuaSteps: host.Unlimited, WallTime: host.Unlimited, Memory: host.Unlimited},
		Modules: map[string]func(*lua.LState) int{"bench": s.module}}
	if s.validation {
		options.Validation = host.ValidationOn
	}
	s.host = host.New(options)
	bindMethod(s.host.L)
	for name, value := range s.expose {
		s.host.Expose(name, value)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer close(s.ready)
		s.failed = s.script()
	}()
	<-s.ready
	require.NoError(t, s.failed, "%s: %s", w.name, name)
	within := exact
	if w.kernel == "nbody" || w.kernel == "blur" || w.kernel == "gemm_tiled" {
		within = tolerance{relative: 1e-5} // the loops associate differently
	}
	return &variant{name: name, result: s.result, within: within, run: s.run, close: func() {
		if s.failed == nil {
			s.next <- 0
		}
		<-ended
		_ = s.host.Close()
	}}
}

// script runs the script to its end. The error is what a user would see.
func (s *session) script() error {
	var err error
	if s.text != "" {
		err = s.host.RunString(context.Background(), s.work.name, s.text)
	} else {
		err = s.host.RunFile(context.Background(), filepath.Join("kernels", s.work.file()))
	}
	if err == nil {
		return nil
	}
	var text strings.Builder
	_ = s.host.WriteDiagnostics(&text, render.Options{})
	return errors.New(text.String())
}

// run lets the script run its kernel.
func (s *session) run(times int) (time.Duration, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(s.cores))
	start := time.Now()
	s.next <- times
	<-s.ready
	return time.Since(start), s.failed
}

// module is what the script requires as "bench".
func (s *session) module(L *lua.LState) int {
	m := L.NewTable()
	m.RawSetString("n", lua.LNumber(s.work.size))
	L.SetFuncs(m, map[string]lua.LGFunction{"fill": s.fill, "shader": s.shader, "take": s.take, "step": s.step,
		"mesh": s.mesh, "image": s.image, "pixels": s.pixels})
	L.Push(m)
	return 1
}

// shader is bench.shader(shader): with -emit its stages are written to files. A pixel shader without inputs of its own is compiled only with
// the vertex shader of its pipeline, so it has none here.
func (s *session) shader(L *lua.LState) int {
	k, compiled := L.CheckUserData(1).Value.(*kernel.Kernel)
	if *emitTo == "" || !compiled {
		return 0
	}
	for _, stage := range kernel.Stages() {
		text, err := k.Emit(stage)
		if err == nil {
			err = os.WriteFile(filepath.Join(*emitTo, strings.ReplaceAll(k.ShaderName(), " ", "_")+"."+stage), []byte(text), 0o644)
		}
		if err != nil {
			L.RaiseError("%v", err)
		}
	}
	return 0
}

// fill is bench.fill(mapping, name, count).
func (s *session) fill(L *lua.LState) int {
	to := L.CheckUserData(1).Value.(interface {
		WriteFloats(offset uint64, values []float32) error
	})
	values := make([]float32, L.CheckInt(3))
	fill(s.work.kernel, L.CheckString(2), values)
	if err := to.WriteFloats(0, values); err != nil {
		L.RaiseError("%v", err)
	}
	return 0
}

// take is bench.take(mapping, count).
func (s *session) take(L *lua.LState) int {
	from := L.CheckUserData(1).Value.(interface {
		ReadFloats(offset uint64, values []float32) error
	})
	s.result = make([]float32, L.CheckInt(2))
	if err := from.ReadFloats(0, s.result); err != nil {
		L.RaiseError("%v", err)
	}
	return 0
}

// step is bench.step(): how often the kernel is to run now, nil to end.
func (s *session) step(L *lua.LState) int {
	s.ready <- struct{}{}
	if n := <-s.next; n > 0 {
		L.Push(lua.LNumber(n))
		return 1
	}
	return 0
}

// TestKernelsAgree runs every kernel on every executor at a small size.
func TestKernelsAgree(t *testing.T) {
	for _, w := range small() {
		t.Run(w.name, func(t *testing.T) {
			all := []*variant{goVariant(w, plainGo, 1), goVariant(w, plainGo2, 2), scriptVariant(t, w, ours, session{cores: 1}),
				scriptVariant(t, w, checked2, session{cores: 2, validation: true}), scriptVariant(t, w, interpreted, session{cores: 1, interpreter: true})}
			for _, v := range all {
				defer v.close()
			}
			agree(t, w, all)
			require.NoError(t, compare(all[2].result, all[3].result, exact), "cores and validation change nothing")
			require.NoError(t, compare(all[2].result, all[4].result, exact), "nor does the interpreter")
			_, err := all[2].run(2)
			require.NoError(t, err)
		})
	}
}

// TestThreadsOfPeersAgree runs the vectors in C on one thread and on two.
func TestThreadsOfPeersAgree(t *testing.T) {
	for _, w := range small() {
		t.Run(w.name, func(t *testing.T) {
			all := []*variant{goVariant(w, plainGo, 1), peerVariant(t, w, vectorC, vectorProgram), peerVariant(t, w, vectorC2, vectorProgram, "PEER_THREADS=2")}
			for _, v := range all {
				defer v.close()
			}
			if all[2].skip != "" {
				t.Skip(all[2].skip)
			}
			agree(t, w, all)
			_, err := all[2].run(200) // turns of the threads one after the other
			require.NoError(t, err)
		})
	}
}

func TestCompareFindsDifferences(t *testing.T) {
	require.NoError(t, compare([]float32{1, 2}, []float32{1, 2}, exact))
	require.Error(t, compare([]float32{1, 2}, []float32{1}, exact))
	require.Error(t, compare([]float32{1, 2}, []float32{1, 2.0000002}, exact))
	require.NoError(t, compare([]float32{1, 2}, []float32{1, 2.0000002}, tolerance{relative: 1e-6}))
	require.Error(t, compare([]float32{1, 2}, []float32{1, float32(math.NaN())}, fused))
	require.NoError(t, compare(make([]float32, 100), append(make([]float32, 99), 1), fused))
	require.ErrorContains(t, compare(make([]float32, 100), append(make([]float32, 98), 1, 1), fused), "2 of 100")
}
