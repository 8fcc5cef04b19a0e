package jit

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm"
)

// ErrUnsupported is the error of New where wazero has no compiler for the platform. The interpreter runs kernels there.
var ErrUnsupported = errors.New("jit: no compiler for this platform")

// Options configure an Engine. The zero value is useful.
type Options struct {
	Workers int // most goroutines that run groups; 0: GOMAXPROCS
}

// Engine compiles and runs kernels on one address space. Compile may be called by anybody at any time, and seats of a session run concurrently; all
// else is for one goroutine at a time.
type Engine struct {
	space   *mem.Space
	config  wazero.RuntimeConfig
	begin   sync.Once
	made    wazero.Runtime  // see runtime
	ctx     context.Context // carries the allocator to instantiation
	codesMu sync.Mutex
	codes   map[string]*promise
	uses    atomic.Uint64 // of all codes
	machine atomic.Int64  // how many of those of compute kernels have machine code
	// mostMachine is how many may have it; tests have fewer.
	mostMachine int64
	workers     []*worker
	scratch     uint32 // bytes of each worker's block
	current     run
	small       small
	follower    follower
	seats       []*seat // of sessions
	mergers     map[stage.Merge]*Merger
	coverers    map[stage.Cover]*coverer
	setUppers   map[stage.SetUp]*setUpper
	packers     map[stage.Pack]stage.RunPack
	sorters     [2]*fixed // of all of them: for lists of entries, and of items
}

// New starts an engine on space. It fails with ErrUnsupported where there is no compiler. The engine takes scratch memory
// from the space as kernels need it and gives it back in Close.
func New(space *mem.Space, opt Options) (*Engine, error) {
	if !supported() {
		return nil, ErrUnsupported
	}
	config := wazero.NewRuntimeConfigCompiler().WithCoreFeatures(api.CoreFeaturesV2).WithDebugInfoEnabled(false)
	ctx := experimental.WithMemoryAllocator(context.Background(), space.Allocator())
	e := &Engine{space: space, ctx: ctx, codes: make(map[string]*promise), mergers: make(map[stage.Merge]*Merger),
		coverers: make(map[stage.Cover]*coverer), setUppers: make(map[stage.SetUp]*setUpper), packers: make(map[stage.Pack]stage.RunPack),
		config: config, mostMachine: mostMachine}
	n := opt.Workers
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	for i := range n {
		e.workers = append(e.workers, newWorker(e, i))
	}
	for _, w := range e.workers[1:] {
		go w.serve()
	}
	e.follower.always = e
	return e, nil
}

// runtime is that of all programs. It is made for the first one: it takes longer than everything else that an engine needs, and many scripts have no
// kernels.
func (e *Engine) runtime() wazero.Runtime {
	e.begin.Do(func() {
		e.made = wazero.NewRuntimeWithConfig(e.ctx, e.config)
		e.exportEvents()
	})
	return e.made
}

// exportEvents makes the function that kernels call with reports and prints.
func (e *Engine) exportEvents() {
	event := api.GoModuleFunc(func(_ context.Context, _ api.Module, stack []uint64) { e.worker(uint32(stack[0])).event() })
	_, err := e.made.NewHostModuleBuilder(wasm.HostModule).
		NewFunctionBuilder().WithGoModuleFunction(event, []api.ValueType{api.ValueTypeI32}, nil).Export(wasm.HostEvent).
		Instantiate(e.ctx)
	if err != nil {
		panic(fmt.Sprintf("BUG: jit: host module: %v", err))
	}
}

// Close stops the workers and frees machine code and scratch memory. The space stays. It must be called before the space is
// closed, only once, and when no Compile is going on.
func (e *Engine) Close() error {
	e.follower.close()
	for _, w := range e.workers {
		w.helper.dismiss()
		w.release()
	}
	for _, s := range e.seats {
		s.release()
	}
	e.workers, e.seats = nil, nil
	if e.made == nil {
		return nil
	}
	return e.made.Close(e.ctx)
}

// Code is a compiled variant of a kernel. It belongs to its engine.
type Code struct {
	kernel     *ir.Kernel
	compiled   wazero.CompiledModule // nil: given up, see shed
	blockBytes uint32
	srgb       uint32     // where the block has the thresholds of sRGB bytes; 0: nowhere
	instances  []instance // by worker; made when the worker first needs it
	report     bool
	plans      plan.Cache
	shared     api.Module // the instance of all seats
	free       []*seat    // that no session has
	idle       []*Session // that were closed: a draw needs one, and there are many draws
	slow       slowCode
	used       uint64 // Engine.uses when it ran last, or was made
}

// slowCode is code of the same kernel, see slowForm.
type slowCode struct {
	once sync.Once
	code *Code
	err  error
}

// instance is a module on a worker: its function and the stack it is called with.
type instance struct {
	run    api.Function
	stack  []uint64
	module api.Module
}

// promise is code that somebody compiles.
type promise struct {
	done chan struct{} // closed when code or err is there
	code *Code
	err  error
}

// Compile gives the code of a verified kernel, which must not change any more. report chooses the variant that tells about accesses out of
// bounds: Run demands it when Dispatch.Reports is above 0. Equal kernels share their code: who comes second waits for the first. It may be called
// by any number of goroutines, also while a dispatch runs.
func (e *Engine) Compile(k *ir.Kernel, report bool) (*Code, error) {
	key := keyOf(k, report)
	e.codesMu.Lock()
	if p, ok := e.codes[key]; ok {
		e.codesMu.Unlock()
		<-p.done
		return p.code, p.err
	}
	p := &promise{done: make(chan struct{}), err: fmt.Errorf("BUG: jit: the compilation of kernel %q panicked", k.Name)}
	e.codes[key] = p
	e.codesMu.Unlock()
	defer func() {
		if p.err != nil { // the next one tries it again, and fails where its own caller sees it
			e.codesMu.Lock()
			delete(e.codes, key)
			e.codesMu.Unlock()
		}
		close(p.done)
	}()
	forms := wasm.FastForm
	if k.Stage.Kind == ir.VertexStage {
		forms = wasm.BothForms // draws are many short runs, and the last group of each may need the slow form
	}
	if p.code, p.err = e.compile(k, report, forms); p.err == nil {
		p.code.used = e.uses.Add(1)
		if k.Stage.Kind == ir.ComputeStage {
			e.machine.Add(1)
		}
	}
	return p.code, p.err
}

// slowForm is the code for the groups of a kernel that need the slow form, made when the first one does.
func (e *Engine) slowForm(c *Code) (*Code, error) {
	c.slow.once.Do(func() { c.slow.code, c.slow.err = e.compile(c.kernel, c.report, wasm.SlowForm) })
	return c.slow.code, c.slow.err
}

func (e *Engine) compile(k *ir.Kernel, report bool, forms wasm.Forms) (*Code, error) {
	g, err := wasm.Generate(k, wasm.Options{Pages: e.space.Pages(), Report: report, Forms: forms})
	if err != nil {
		return nil, err
	}
	compiled, err := e.runtime().CompileModule(e.ctx, g.Module.Encode())
	if err != nil {
		return nil, fmt.Errorf("BUG: jit: kernel %q does not compile: %w", k.Name, err)
	}
	return &Code{kernel: k, compiled: compiled, blockBytes: g.BlockBytes, srgb: g.SRGB,
		instances: make([]instance, len(e.workers)), report: report}, nil
}

// anonymous is the configuration of instances, which have no names.
func anonymous() wazero.ModuleConfig { return wazero.NewModuleConfig().WithName("") }

// instance gives the module of a worker. Instances have no names: they are found through their Code only.
func (e *Engine) instance(c *Code, worker int) (*instance, error) {
	in := &c.instances[worker]
	if in.run != nil {
		return in, nil
	}
	return in, e.instantiate(c, in)
}

// instantiate makes an instance of the code.
func (e *Engine) instantiate(c *Code, in *instance) error {
	m, err := e.runtime().InstantiateModule(e.ctx, c.compiled, anonymous())
	if err != nil {
		return fmt.Errorf("BUG: jit: kernel %q does not start: %w", c.kernel.Name, err)
	}
	in.run, in.stack, in.module = m.ExportedFunction(wasm.RunExport), make([]uint64, 3), m
	return nil
}
