package jit

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"sync/atomic"
	"unsafe"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
)

// callCost is the cost, in wave instructions, after which a call should end: a few hundred microseconds.
const callCost = 1 << 18

// yieldCost is the cost after which one long group comes back to the host for a moment.
const yieldCost = 1 << 20

// worker runs chunks of groups. The first one is the caller of Run, the others have a goroutine each.
type worker struct {
	e      *Engine
	number int
	home   int     // the lane of the run that it begins with
	helper *helper // of all but the first one
	at     uint64  // address of its block; 0: none
	block  []byte
	run    *run     // that it works for
	log    *ir.Log  // of the running chunk; made by the first event
	group  uint64   // of the last event
	slow   instance // of a seat: for its code, if it has come to that
}

func newWorker(e *Engine, number int) *worker {
	return &worker{e: e, number: number, helper: newHelper()}
}

func (w *worker) serve() {
	for ok := w.helper.sleep(); ok && w.helper.wait(); {
		w.work(&w.e.current)
		w.e.current.leave()
	}
}

// reserve makes sure that each worker has a block of at least n bytes.
func (e *Engine) reserve(n uint32) error {
	if n <= e.scratch {
		return nil
	}
	e.follower.mu.Lock() // who stops the workers looks at their blocks
	defer e.follower.mu.Unlock()
	for _, w := range e.workers {
		w.release()
	}
	e.scratch = 0
	for _, w := range e.workers {
		at, err := e.space.Alloc(uint64(n), 4096)
		if err != nil {
			return fmt.Errorf("jit: scratch memory of a worker: %w", err)
		}
		w.at, w.block = at, e.space.Bytes()[at:at+uint64(n)]
	}
	e.scratch = n
	return nil
}

func (w *worker) release() {
	if w.at != 0 {
		w.e.space.Free(w.at)
		w.at, w.block = 0, nil
	}
}

// work takes chunks until there are none: those of its own lane first, then what others have left.
func (w *worker) work(r *run) {
	for k := range r.lanes {
		l := &r.lanes[(w.home+k)%len(r.lanes)]
		for i := l.take(); i < l.end && i <= r.last.Load(); i = l.take() {
			if err := w.chunk(r, r.chunks[i], &r.parts[i]); err != nil {
				r.errs[w.number] = err
				r.endsAt(-1)
				return
			}
			if r.parts[i].Fault != nil {
				r.endsAt(i)
			}
		}
	}
}

// chunk runs consecutive groups in calls of about callCost, and says in out, which is empty, what they gave.
func (w *worker) chunk(r *run, c plan.Chunk, out *ir.Result) error {
	in, err := w.e.instance(r.code, w.number)
	if err != nil {
		return err
	}
	return w.calls(in, r, c, out)
}

// calls runs consecutive groups with an instance of the code.
func (w *worker) calls(in *instance, r *run, c plan.Chunk, out *ir.Result) error {
	w.run = r
	w.fill(r)
	w.log, w.group = nil, c.First
	total, perGroup, slow := uint64(0), uint64(callCost), detour{}
	for first, left := c.First, c.Count; left > 0; {
		if r.canceled.Load() {
			w.result(out, total, &ir.Fault{Kind: ir.Canceled, Site: r.code.kernel.Site, Group: first})
			return nil
		}
		most := left
		if left > 1 { // a division takes as long as a small group
			most = min(left, max(1, callCost/perGroup), 1<<31-1)
		}
		now, n := slow.next(in, most)
		w.setLimit(r, 0)
		now.stack[0], now.stack[1], now.stack[2] = w.at, first, n
		if err := now.run.CallWithStack(context.Background(), now.stack); err != nil {
			return fmt.Errorf("BUG: jit: kernel %q stopped in group %d: %w", r.code.kernel.Name, w.u64(block.FieldGroup), err)
		}
		fault := w.u32(block.FieldFault)
		if fault == block.FaultAgain && !r.canceled.Load() {
			total += w.u64(block.FieldBefore)
			first, left = w.again(), 1
			continue
		}
		cost := w.u64(block.FieldCost)
		total += cost
		if fault == block.FaultSlow {
			n = w.u64(block.FieldGroup) - first
			if err := w.takeDetour(&slow, r, n); err != nil {
				return err
			}
		} else if f := w.fault(r); f != nil {
			w.result(out, total, f)
			return nil
		}
		first, left = first+n, left-n
		if n > 0 && left > 0 {
			perGroup = max(1, cost/n)
		}
	}
	w.result(out, total, nil)
	return nil
}

// fill writes the fields that a kernel reads.
func (w *worker) fill(r *run) {
	fields := (*[block.FieldEvent]byte)(w.block)
	put := func(at, v uint32) { binary.LittleEndian.PutUint32(fields[at:], v) }
	put(block.FieldRecords, r.d.Records)
	put(block.FieldWorker, uint32(w.number))
	for i, n := range r.d.Groups {
		put(block.FieldGroups+4*uint32(i), n)
	}
	put(block.FieldFault, 0)
	put(block.FieldPlain, 0)
	if at := r.code.srgb; at != 0 {
		for i, v := range texel.SRGBThresholds() {
			binary.LittleEndian.PutUint32(w.block[at+4*uint32(i):], math.Float32bits(v))
		}
	}
	if io := &r.d.Stage; r.code.kernel.Stage.Kind != ir.ComputeStage {
		put(block.FieldStageInput, io.Input)
		put(block.FieldStageOutput, io.Output)
		put(block.FieldStagePitch, io.Pitch)
		put(block.FieldStageItems, io.Items)
	}
}

// again prepares the group that hangs for a second run, wave by wave, and gives its number.
func (w *worker) again() uint64 {
	binary.LittleEndian.PutUint32(w.block[block.FieldPlain:], 1)
	binary.LittleEndian.PutUint32(w.block[block.FieldFault:], 0)
	group := w.u64(block.FieldGroup)
	if w.log != nil && w.group == group {
		w.log.DropGroup()
	}
	return group
}

// setLimit lets the running group go on to cost + yieldCost instructions at most, and not at all when the run was canceled. A
// kernel that reaches the limit calls back: only then can the garbage collector and other goroutines get in.
func (w *worker) setLimit(r *run, cost uint64) {
	limit := min(r.limit, cost+yieldCost)
	if cost < limit && atomic.LoadUint64(w.limit()) != limit {
		atomic.StoreUint64(w.limit(), limit)
	}
	if r.canceled.Load() {
		w.stopNow()
	}
}

// limit is the budget word of the block. Kernels read it while another goroutine may write it.
func (w *worker) limit() *uint64 { return (*uint64)(unsafe.Pointer(&w.block[block.FieldLimit])) }

func (w *worker) stopNow() {
	if w.block != nil {
		atomic.StoreUint64(w.limit(), 0)
	}
}

func (w *worker) u32(at uint32) uint32 { return binary.LittleEndian.Uint32(w.block[at:]) }
func (w *worker) u64(at uint32) uint64 { return binary.LittleEndian.Uint64(w.block[at:]) }

func (w *worker) fault(r *run) *ir.Fault {
	if w.u32(block.FieldFault) == 0 {
		return nil
	}
	f := &ir.Fault{Kind: ir.Hang, Site: gpu.Site(w.u32(block.FieldFaultSite)), Group: w.u64(block.FieldGroup)}
	if r.canceled.Load() {
		f.Kind = ir.Canceled
	}
	return f
}

func (w *worker) result(out *ir.Result, total uint64, f *ir.Fault) {
	if w.log == nil {
		out.Instructions, out.Fault = total, f
		return
	}
	w.log.EndGroup()
	*out = w.log.Result(total, f)
}

// event reads the event area of the block and logs it lane by lane.
func (w *worker) event() {
	r := w.run
	if w.head(block.EventKind) == block.EventLimit {
		runtime.Gosched()
		w.setLimit(r, w.u64(block.FieldCost))
		return
	}
	if w.log == nil {
		w.log = ir.NewLog(r.code.kernel, &r.d)
	}
	if g := w.u64(block.FieldGroup); g != w.group {
		w.log.EndGroup()
		w.group = g
	}
	for lane := range uint32(ir.WaveSize) {
		if w.u32(block.FieldEvent+block.EventMask+4*lane) == 0 {
			continue
		}
		if w.u32(block.FieldEvent+block.EventKind) == block.EventPrint {
			w.print(lane)
		} else {
			w.report(lane)
		}
	}
}

func (w *worker) head(field uint32) uint32 { return w.u32(block.FieldEvent + field) }

// lane is a lane of vector n of the event.
func (w *worker) lane(n, lane uint32) uint32 {
	return w.u32(block.FieldEvent + block.EventLanes + 16*n + 4*lane)
}

func (w *worker) print(lane uint32) {
	args := make([]uint32, w.head(block.EventBinding))
	for i := range args {
		args[i] = w.lane(uint32(i), lane)
	}
	w.log.Printf(ir.PrintRecord{Group: w.group, Item: w.head(block.EventItem) + lane, Format: w.head(block.EventCode),
		Args: args, Site: gpu.Site(w.head(block.EventSite))})
}

func (w *worker) report(lane uint32) {
	out := ir.Report{Site: gpu.Site(w.head(block.EventSite)), Op: ir.Op(w.head(block.EventCode)), Binding: int32(w.head(block.EventBinding)),
		Group: w.group, Item: w.head(block.EventItem) + lane, Slot: w.lane(block.ReportSlot, lane), Limit: w.lane(block.ReportLimit, lane),
		Bounds: [2]uint32{w.lane(block.ReportBounds0, lane), w.lane(block.ReportBounds1, lane)}}
	for i := range out.Index {
		out.Index[i] = w.lane(block.ReportIndex0+uint32(i), lane)
	}
	w.log.Out(out)
}
