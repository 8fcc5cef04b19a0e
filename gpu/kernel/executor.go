package kernel

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/jit"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/touch"
)

// executor runs verified variants. Both executors give the same results for the same dispatch.
type executor interface {
	// run does the groups of d. The error is about the executor, never about the kernel.
	run(ctx context.Context, v *variant, d *ir.Dispatch, out *ir.Result) error
	// open starts the runs of a vertex or pixel program for one draw; d has what they share. What the open accesses touch is noted.
	open(ctx context.Context, v *variant, d *ir.Dispatch, workers int, open []*ir.Instr) (session, error)
	// workers is how many of them can do something at the same time.
	workers() int
	// watch is run that also tells what the open accesses touch, by record, class and operation. ok is false where there is no memory to note it.
	watch(ctx context.Context, v *variant, d *ir.Dispatch, open []*ir.Instr) (r ir.Result, seen []touch.Seen, ok bool, err error)
	// merger gives the program that blends into a render target, nil where there is none and the rasterizer does it.
	merger(m *stage.Merge) stage.RunMerge
	// coverer gives the program that covers small triangles, nil where there is none and the rasterizer does it.
	coverer(c *stage.Cover) *stage.Covering
	// setUpper gives the programs that set them up, nil likewise.
	setUpper(s *stage.SetUp) *stage.Triangles
	// prepare starts what run will wait for, and returns at once.
	prepare(v *variant, report bool)
	close() error
}

// newExecutor takes the compiler where there is one.
func newExecutor(space *mem.Space, o Options) (executor, error) {
	if o.Interpreter {
		return interpreter{}, nil
	}
	engine, err := jit.New(space, jit.Options{Workers: o.Workers})
	if errors.Is(err, jit.ErrUnsupported) {
		return interpreter{}, nil
	}
	if err != nil {
		return nil, err
	}
	return &compiler{engine: engine, codes: map[codeKey]*jit.Code{}, maps: scratch{space: space}}, nil
}

// interpreter is the executor that reads the IR.
type interpreter struct{}

func (interpreter) run(ctx context.Context, v *variant, d *ir.Dispatch, out *ir.Result) error {
	*out = interp.Run(ctx, v.program(), d)
	return nil
}

func (interpreter) workers() int { return runtime.GOMAXPROCS(0) }

func (interpreter) watch(ctx context.Context, v *variant, d *ir.Dispatch, open []*ir.Instr) (ir.Result, []touch.Seen, bool, error) {
	seen := touch.NewSet(v.program(), open)
	r := interp.Watch(ctx, v.program(), d, seen.Add)
	return r, seen.Spans(), true, nil
}

func (interpreter) merger(*stage.Merge) stage.RunMerge { return nil }

func (interpreter) coverer(*stage.Cover) *stage.Covering { return nil }

func (interpreter) setUpper(*stage.SetUp) *stage.Triangles { return nil }

func (interpreter) prepare(*variant, bool) {}

func (interpreter) close() error { return nil }

// compiler is the executor that makes machine code.
type compiler struct {
	engine   *jit.Engine
	codes    map[codeKey]*jit.Code
	last     codeKey // the one that was asked for last
	lastCode *jit.Code
	form     *variant // whose code that is; nil: not known
	maps     scratch
	spare    []scratch          // of draws
	idle     []*compiledSession // that were closed
	staged   staged
	seen     touch.Room // what the last dispatch touched
	ahead    ahead
}

// codeKey finds code without looking at the kernel's content; the engine does that, once for each variant.
type codeKey struct {
	k      *ir.Kernel
	report bool
}

func (c *compiler) run(ctx context.Context, v *variant, d *ir.Dispatch, out *ir.Result) error {
	code := c.lastCode
	if v != c.form || c.last.report != (d.Reports > 0) {
		var err error
		if code, err = c.code(v.program(), d); err != nil {
			return err
		}
		c.form = v
	}
	return c.engine.RunInto(ctx, code, d, out)
}

func (c *compiler) code(k *ir.Kernel, d *ir.Dispatch) (*jit.Code, error) {
	key := codeKey{k, d.Reports > 0}
	if key == c.last {
		return c.lastCode, nil
	}
	code, ok := c.codes[key]
	if !ok {
		var err error
		if code, err = c.engine.Compile(k, key.report); err != nil {
			return nil, err
		}
		c.codes[key] = code
	}
	c.last, c.lastCode, c.form = key, code, nil
	return code, nil
}

func (c *compiler) watch(ctx context.Context, v *variant, d *ir.Dispatch, open []*ir.Instr) (ir.Result, []touch.Seen, bool, error) {
	work := d.Count * uint64(v.decl.Threads())
	if !c.staged.holds(v, d, open, work, uint32(c.maps.at)) && !c.stage(v, d, open, work) {
		var r ir.Result
		err := c.run(ctx, v, d, &r)
		return r, nil, false, err
	}
	w, marked := c.staged.watch, *d
	marked.Records = uint32(c.maps.at)
	c.staged.watch = nil // until the maps are zeros again
	code, err := c.code(w.Kernel, &marked)
	if err != nil {
		return ir.Result{}, nil, false, err
	}
	r, err := c.engine.Run(ctx, code, &marked)
	if err != nil {
		return ir.Result{}, nil, false, err
	}
	seen := w.Spans(&marked, &c.seen)
	if w.Again() {
		c.maps.used(w.Table())
		c.staged.watch = w
	}
	return r, seen, true, nil
}

// stage prepares maps for a dispatch. It fails where there is no memory for them.
func (c *compiler) stage(v *variant, d *ir.Dispatch, open []*ir.Instr, work uint64) bool {
	w, size := v.watcher(d, open, work)
	c.staged.watch = nil
	at, ok := c.maps.reserve(size)
	if ok {
		w.Begin(d, at)
		s := &c.staged
		s.of, s.open, s.work, s.watch = v, append(s.open[:0], open...), work, w
		s.keep(d)
	}
	return ok
}

// staged is what a dispatch was watched with last: its maps, which are zeros again, serve for others with the same records, and its notes for those
// with others, too.
type staged struct {
	watch     *touch.Watch // nil: none
	of        *variant
	open      []*ir.Instr
	work      uint64
	originals []byte // the records
	bound     uint64 // their number
}

// holds says whether a dispatch can be watched with it, whose table is at a place.
func (s *staged) holds(v *variant, d *ir.Dispatch, open []*ir.Instr, work uint64, at uint32) bool {
	if s.watch == nil || s.of != v || s.work != work || !s.watch.Row(d) || !slices.Equal(s.open, open) {
		return false
	}
	if d.Bound != 0 && d.Bound == s.bound || bytes.Equal(s.originals, d.Memory[d.Records:][:len(s.originals)]) {
		return true
	}
	turned := s.watch.Turn(d, at)
	if turned {
		s.keep(d)
	}
	return turned
}

// keep notes which records it is for.
func (s *staged) keep(d *ir.Dispatch) {
	s.originals, s.bound = append(s.originals[:0], d.Memory[d.Records:][:s.watch.Originals()]...), d.Bound
}

func (c *compiler) merger(m *stage.Merge) stage.RunMerge {
	if g := c.engine.Merger(m); g != nil {
		return g.Run
	}
	return nil
}

func (c *compiler) coverer(s *stage.Cover) *stage.Covering { return c.engine.Coverer(s) }

func (c *compiler) setUpper(s *stage.SetUp) *stage.Triangles { return c.engine.SetUpper(s) }

func (c *compiler) prepare(v *variant, report bool) {
	c.ahead.add(func() {
		// A defect shows when the dispatch compiles it again.
		defer func() { _ = recover() }()
		if !v.large() {
			_, _ = c.engine.Compile(v.program(), report)
		}
	})
}

func (c *compiler) workers() int { return c.engine.Workers() }

func (c *compiler) close() error {
	c.ahead.close()
	c.maps.release()
	for i := range c.spare {
		c.spare[i].release()
	}
	return c.engine.Close()
}

// maxScratch bounds the memory in which accesses are noted, in bytes.
const maxScratch = 1 << 28

// scratch is VRAM that a runner takes while it needs it.
type scratch struct {
	space *mem.Space
	at    uint64 // 0: none
	bytes uint64
	dirty uint64 // bytes from the start that may not be zeros
}

// reserve gives zeros, aligned to 256 bytes, which the next call takes back.
func (s *scratch) reserve(bytes uint64) (uint32, bool) {
	if bytes > maxScratch {
		return 0, false
	}
	if bytes > s.bytes {
		s.release()
		at, err := s.space.Alloc(bytes, 256)
		if err != nil {
			return 0, false
		}
		s.at, s.bytes, s.dirty = at, bytes, bytes
	}
	s.space.Zero(s.at, s.at+s.dirty)
	s.dirty = bytes
	return uint32(s.at), true
}

// used tells how many of the bytes that were reserved were left dirty, from the start. Where nobody tells, all of them were.
func (s *scratch) used(dirty uint64) { s.dirty = dirty }

func (s *scratch) release() {
	if s.at != 0 {
		s.space.Free(s.at)
	}
	s.at, s.bytes, s.dirty = 0, 0, 0
}

// keptScratch bounds the memory that is kept from draw to draw for each of its programs, in bytes.
const keptScratch = 1 << 24

// lend gives memory for the maps of a draw's program.
func (c *compiler) lend() scratch {
	if n := len(c.spare); n > 0 {
		s := c.spare[n-1]
		c.spare = c.spare[:n-1]
		return s
	}
	return scratch{space: c.maps.space}
}

// giveBack ends that. A draw has two programs.
func (c *compiler) giveBack(s *scratch) {
	if s.at == 0 {
		return
	}
	if s.bytes > keptScratch || len(c.spare) > 1 {
		s.release()
		return
	}
	c.spare = append(c.spare, *s)
	*s = scratch{space: s.space}
}
