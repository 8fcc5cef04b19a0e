package ir

import (
	"errors"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// VerifyError says what is wrong with a kernel, and where. It is a fault of the front end or of a pass, never of a script, except for Barrier.
type VerifyError struct {
	Site gpu.Site
	Text string
	// Barrier is set where a Barrier is in control flow that is not uniform over the group: scripts can do that.
	Barrier bool
}

// Error is the text with its site.
func (e *VerifyError) Error() string { return fmt.Sprintf("ir: %s (site %d)", e.Text, e.Site) }

// Verify checks that k is well formed: types, dominance, limits, bindings, regions and uniform barriers. It gives the first fault.
func Verify(k *Kernel) error {
	v := verifier{k: k, visible: make([]bool, k.NumValues()), defined: make([]bool, k.NumValues())}
	v.header()
	if v.err == nil {
		v.block(k.Body)
	}
	if v.err == nil && len(k.Body.Params)+len(k.Body.Yield) > 0 {
		v.fail(k.Site, "the body has parameters or yields")
	}
	if v.err == nil {
		v.barriers()
	}
	if v.err == nil {
		return nil
	}
	return v.err
}

type verifier struct {
	k       *Kernel
	visible []bool // by Value: its definition dominates this place
	defined []bool // by Value: it has a definition somewhere
	err     *VerifyError
}

func (v *verifier) fail(site gpu.Site, format string, args ...any) {
	if v.err == nil {
		v.err = &VerifyError{Site: site, Text: fmt.Sprintf(format, args...)}
	}
}

func (v *verifier) header() {
	k := v.k
	for _, n := range k.NumThreads {
		if n == 0 || n > gpu.MaxThreadsPerGroup {
			v.fail(k.Site, "threads %v: got %d, want 1..%d", k.NumThreads, n, gpu.MaxThreadsPerGroup)
			return
		}
	}
	if k.Threads() > gpu.MaxThreadsPerGroup || k.NumThreads[2] > gpu.MaxThreadsPerGroupZ {
		v.fail(k.Site, "threads %v: want a product of at most %d and at most %d in z", k.NumThreads, gpu.MaxThreadsPerGroup, gpu.MaxThreadsPerGroupZ)
	}
	v.arrays("shared", k.Shared, gpu.MaxGroupSharedBytes)
	v.arrays("local", k.Locals, MaxLocalBytes)
	for i := range k.Bindings {
		v.binding(&k.Bindings[i])
	}
}

func (v *verifier) binding(b *Binding) {
	switch {
	case int(b.Kind) >= len(kindNames) || int(b.Shape) >= len(shapeNames):
		v.fail(b.Site, "binding %q: unknown kind or shape", b.Name)
	case b.Count == 0:
		v.fail(b.Site, "binding %q: count is 0", b.Name)
	case (b.Kind == CBV) != (b.Shape == Constants) || b.Kind == Sampler && b.Shape != ShapeNone && b.Shape != Raw ||
		b.Kind != Sampler && b.Shape == ShapeNone:
		v.fail(b.Site, "binding %q: a %s cannot have the shape %s", b.Name, b.Kind, b.Shape)
	case b.CounterOf < 0 || int(b.CounterOf) > len(v.k.Bindings) || (b.CounterOf > 0) != (b.Shape == Counter):
		v.fail(b.Site, "binding %q: counterof %d of shape %s", b.Name, b.CounterOf, b.Shape)
	}
}

func (v *verifier) arrays(word string, list []Array, limit uint32) {
	end := uint64(0)
	for i := range list {
		a := &list[i]
		if a.Align == 0 || a.Align&(a.Align-1) != 0 || a.Offset%a.Align != 0 || uint64(a.Offset) < end {
			v.fail(a.Site, "%s %q: offset %d, align %d after byte %d", word, a.Name, a.Offset, a.Align, end)
		}
		end = uint64(a.Offset) + uint64(a.Bytes)
		if end > uint64(limit) {
			v.fail(a.Site, "%s %q: ends at byte %d, limit is %d", word, a.Name, end, limit)
			return
		}
	}
}

// block checks b in the present scope. Its definitions stay visible until the caller hides them.
func (v *verifier) block(b *Block) (defs []Value) {
	for _, p := range b.Params {
		defs = v.define(defs, p, 0)
	}
	for _, in := range b.Instrs {
		if v.err != nil {
			return defs
		}
		v.instr(in)
		for _, r := range in.Results {
			defs = v.define(defs, r, in.Site)
		}
	}
	for _, y := range b.Yield {
		v.use(y, 0, "yield")
	}
	return defs
}

func (v *verifier) define(defs []Value, val Value, site gpu.Site) []Value {
	switch {
	case val == 0 || int(val) >= len(v.visible):
		v.fail(site, "definition of unknown value %d", val)
		return defs
	case v.defined[val]:
		v.fail(site, "value %d is defined twice", val)
	}
	v.visible[val], v.defined[val] = true, true
	return append(defs, val)
}

func (v *verifier) hide(defs []Value) {
	for _, d := range defs {
		v.visible[d] = false
	}
}

func (v *verifier) use(val Value, site gpu.Site, by string) {
	if val == 0 || int(val) >= len(v.visible) || !v.visible[val] {
		v.fail(site, "%s uses value %d, which is not visible there", by, val)
	}
}

func (v *verifier) instr(in *Instr) {
	if in.Op == OpInvalid || in.Op >= numOps {
		v.fail(in.Site, "operation %d does not exist", in.Op)
		return
	}
	if signatures[in.Op].free {
		v.free(in)
		return
	}
	v.signature(in)
	if v.err != nil {
		return
	}
	v.immediate(in)
	if hasWidth(in.Op) {
		v.memory(in)
	}
	if in.Op.NamesBinding() {
		v.bound(in)
	}
	if len(in.Blocks) > 0 {
		v.fail(in.Site, "%s has blocks", in.Op)
	}
}

func (v *verifier) signature(in *Instr) {
	s := &signatures[in.Op]
	if len(in.Args) != len(s.params) {
		v.fail(in.Site, "%s: got %d arguments, want %d", in.Op, len(in.Args), len(s.params))
		return
	}
	shared := Invalid // the type of T
	for i, p := range s.params {
		a := in.Args[i]
		if a == 0 && p.optional {
			continue
		}
		v.use(a, in.Site, in.Op.String())
		want, got := typeOf(p.letter), v.k.Type(a)
		if p.letter == 'T' {
			if shared == Invalid {
				shared = got
			}
			want = shared
		}
		if got != want {
			v.fail(in.Site, "%s: argument %d is %s, want %s", in.Op, i+1, got, want)
		}
	}
	results := 0
	if s.result != 0 {
		results = 1
	}
	if len(in.Results) != results {
		v.fail(in.Site, "%s: got %d results, want %d", in.Op, len(in.Results), results)
		return
	}
	want := resultType(v.k, in.Op, in.Args)
	if results == 1 && want != Invalid && v.k.Type(in.Result()) != want {
		v.fail(in.Site, "%s: the result is %s, want %s", in.Op, v.k.Type(in.Result()), want)
	}
}

func (v *verifier) immediate(in *Instr) {
	limit := ^uint32(0)
	switch {
	case in.Op == OpSys:
		limit = uint32(numSysVals) - 1
	case in.Op == OpQuery:
		limit = uint32(numQueryFields) - 1
	case in.Op.Class() == Atomic:
		limit = uint32(numAtomicOps) - 1
		compare := in.Args[len(in.Args)-1] != 0
		if compare != (in.Imm == uint32(AtomicCompareExchange)) {
			v.fail(in.Site, "%s: a comparand belongs to compare-exchange, and only to it", in.Op)
		}
	case in.Op == OpConst && v.k.Type(in.Result()) == Bool:
		limit = 1
	case hasNumber(in.Op):
		limit = v.k.Stage.limit(in.Op) - 1
		if v.k.Stage.limit(in.Op) == 0 {
			v.fail(in.Site, "%s: not in a %s program", in.Op, v.k.Stage.Kind)
		}
	}
	if in.Imm > limit {
		v.fail(in.Site, "%s: immediate %d, limit is %d", in.Op, in.Imm, limit)
	}
}

func (v *verifier) memory(in *Instr) {
	if in.Width != 1 && in.Width != 2 && in.Width != 4 {
		v.fail(in.Site, "%s: width %d, want 1, 2 or 4", in.Op, in.Width)
	}
	if in.Width != 4 && (in.Op.Class() == Atomic || in.Op == OpLoadConst) {
		v.fail(in.Site, "%s: width %d, want 4", in.Op, in.Width)
	}
	if in.Offset > 1<<30 {
		v.fail(in.Site, "%s: offset %d is too large", in.Op, in.Offset)
	}
}

func (v *verifier) bound(in *Instr) {
	if in.Binding < 0 || int(in.Binding) >= len(v.k.Bindings) {
		v.fail(in.Site, "%s: binding %d does not exist", in.Op, in.Binding)
		return
	}
	b := &v.k.Bindings[in.Binding]
	ok := true
	switch in.Op {
	case OpLoadBuf, OpStoreBuf, OpAtomicBuf:
		ok = b.Shape.IsBuffer()
	case OpLoadTex, OpStoreTex, OpAtomicTex:
		ok = b.Shape.IsTexture()
	case OpLoadConst:
		ok = b.Shape == Constants
	case OpAligned:
		ok = b.Shape == Raw
	}
	class := in.Op.Class()
	if !ok || (class == Store || class == Atomic) && b.Kind != UAV {
		v.fail(in.Site, "%s: not on a %s of shape %s", in.Op, b.Kind, b.Shape)
	}
	if ok && hasWidth(in.Op) && b.Stride > 0 && b.Shape != Constants && in.Offset+uint32(in.Width) > b.Stride {
		v.fail(in.Site, "%s: bytes [%d, %d) of an element of %d bytes", in.Op, in.Offset, in.Offset+uint32(in.Width), b.Stride)
	}
}

// free checks the operations whose shape is not in the table.
func (v *verifier) free(in *Instr) {
	for _, a := range in.Args {
		v.use(a, in.Site, in.Op.String())
	}
	switch in.Op {
	case OpPrintf:
		if int(in.Imm) >= len(v.k.Formats) || len(in.Results) > 0 {
			v.fail(in.Site, "printf: format %d of %d", in.Imm, len(v.k.Formats))
		}
	case OpIf:
		v.ifInstr(in)
	case OpLoop:
		v.loopInstr(in)
	}
}

func (v *verifier) ifInstr(in *Instr) {
	if len(in.Blocks) != 2 || len(in.Args) != 1 || v.k.Type(in.Args[0]) != Bool {
		v.fail(in.Site, "if: want one bool and two blocks")
		return
	}
	for _, b := range in.Blocks {
		if len(b.Params) > 0 {
			v.fail(in.Site, "if: a block has parameters")
		}
		v.hide(v.block(b))
		v.sameTypes(in, "if yields", b.Yield, in.Results)
	}
}

func (v *verifier) loopInstr(in *Instr) {
	if len(in.Blocks) != 2 || len(in.Blocks[0].Yield) == 0 || len(in.Blocks[1].Params) > 0 {
		v.fail(in.Site, "loop: want a condition block that yields and a body without parameters")
		return
	}
	head, body := in.Blocks[0], in.Blocks[1]
	v.sameTypes(in, "loop starts with", in.Args, head.Params)
	defs := v.block(head)
	if v.k.Type(head.Yield[0]) != Bool {
		v.fail(in.Site, "loop: the condition is %s, want bool", v.k.Type(head.Yield[0]))
	}
	v.sameTypes(in, "loop yields", head.Yield[1:], in.Results)
	v.hide(v.block(body))
	v.sameTypes(in, "loop carries", body.Yield, head.Params)
	v.hide(defs)
}

func (v *verifier) sameTypes(in *Instr, what string, got, want []Value) {
	if len(got) != len(want) {
		v.fail(in.Site, "%s %d values, want %d", what, len(got), len(want))
		return
	}
	for i := range got {
		if g, w := v.k.Type(got[i]), v.k.Type(want[i]); g != w {
			v.fail(in.Site, "%s %s in place %d, want %s", what, g, i+1, w)
		}
	}
}

// barriers checks that every Barrier is reached by the whole group or not at all.
func (v *verifier) barriers() {
	if v.k.Threads() == 1 {
		return
	}
	var u *Uniformity
	v.k.Body.Walk(func(in *Instr) {
		if len(in.Blocks) == 0 || !in.HasBarrier() {
			return
		}
		if u == nil {
			u = FindUniformity(v.k)
		}
		cond := in.Args
		if in.Op == OpLoop {
			cond = in.Blocks[0].Yield
		}
		if u.Of(cond[0]) > PerGroup && v.err == nil {
			v.fail(in.Site, "a barrier is under a condition that differs between the work items of a group")
			v.err.Barrier = true
		}
	})
}

// IsBarrierError tells whether err says that a barrier is not uniform, and gives the site of the condition.
func IsBarrierError(err error) (gpu.Site, bool) {
	var e *VerifyError
	if errors.As(err, &e) && e.Barrier {
		return e.Site, true
	}
	return 0, false
}
