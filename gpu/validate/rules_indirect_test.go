package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
)

// signatureOf makes a command signature for a root signature with constants (2), a UAV and a CBV.
func signatureOf(w *world, stride uint32, bare bool, args ...gpu.IndirectArgument) *fake {
	d := &gpu.CommandSignatureDesc{ByteStride: stride, ArgumentDescs: args}
	if !bare {
		d.RootSignature = w.root("root", constants(2), uavAt(0), gpu.RootParameter{Type: gpu.RootCBV, ShaderRegister: 1})
	}
	return w.create("CreateCommandSignature", gpu.KindCommandSignature, "work", d)
}

var (
	groups = gpu.IndirectArgument{Type: gpu.IndirectDispatch}
	uavArg = gpu.IndirectArgument{Type: gpu.IndirectUnorderedAccessView, RootParameterIndex: 1}
)

func constantArg(first, n uint32) gpu.IndirectArgument {
	return gpu.IndirectArgument{Type: gpu.IndirectConstant, DestOffsetIn32BitValues: first, Num32BitValuesToSet: n}
}

func vertexArg(slot uint32) gpu.IndirectArgument {
	return gpu.IndirectArgument{Type: gpu.IndirectVertexBufferView, Slot: slot}
}

// indirect is an open list that is ready for a signature of 20 bytes which sets the UAV that the shader reads.
type indirect struct {
	*world
	root, sig, args *fake
}

func newIndirect(w *world) *indirect {
	b := &indirect{world: w}
	b.root = w.root("root", constants(2), uavAt(0))
	pso := w.pipeline("fill", b.root, gpu.ShaderSlot{Name: "out", Class: gpu.DescriptorUAV, Count: 1})
	b.sig = w.create("CreateCommandSignature", gpu.KindCommandSignature, "work", &gpu.CommandSignatureDesc{ByteStride: 24, RootSignature: b.root,
		ArgumentDescs: []gpu.IndirectArgument{uavArg, groups}})
	b.args = w.buffer("args", 68, 0, 0) // two commands: 24 + 20 bytes, from byte 24 on
	w.rec(gpu.Command{Op: gpu.OpSetPipelineState, Object: pso.id})
	return b
}

func (b *indirect) setRoot(r *fake) *indirect {
	b.rec(gpu.Command{Op: gpu.OpSetComputeRootSignature, Object: r.id})
	return b
}

func (b *indirect) run(most, offset uint64, count *fake, at uint64) *indirect {
	c := gpu.Command{Op: gpu.OpExecuteIndirect, Object: b.sig.id, Size: most, Src: b.args.id, SrcOffset: offset, DstOffset: at}
	if count != nil {
		c.Dst = count.id
	}
	b.rec(c)
	return b
}

// ready sets the root signature.
func ready(w *world) *indirect {
	b := newIndirect(w)
	return b.setRoot(b.root)
}

func runs(most, offset uint64) func(*world) {
	return func(w *world) { ready(w).run(most, offset, nil, 0) }
}

func counted(at uint64) func(*world) { return func(w *world) { ready(w).run(2, 24, w.b, at) } }

var indirectCases = []ruleCase{
	{"draw", func(w *world) { signatureOf(w, 12, true, gpu.IndirectArgument{Type: gpu.IndirectDraw}) }, func(w *world) { signatureOf(w, 16, true, gpu.IndirectArgument{Type: gpu.IndirectDraw}) },
		`error[GS0326]: command signature "work" cannot be made: ByteStride is 12 bytes, but the arguments of a command take 16`},
	{"index buffer", func(w *world) {
		signatureOf(w, 28, true, gpu.IndirectArgument{Type: gpu.IndirectIndexBufferView}, groups)
	}, func(w *world) { signatureOf(w, 12, true, groups) }, `error[GS0326]: command signature "work" cannot be made: ArgumentDescs[1] has type INDEX_BUFFER_VIEW, but there is no draw`},
	{"stride", func(w *world) { signatureOf(w, 8, true, groups) }, func(w *world) { signatureOf(w, 12, true, groups) },
		`error[GS0326]: command signature "work" cannot be made: ByteStride is 8 bytes, but the arguments of a command take 12`},
	{"stride alignment", func(w *world) { signatureOf(w, 15, true, groups) }, func(w *world) { signatureOf(w, 16, true, groups) },
		`error[GS0326]: command signature "work" cannot be made: ByteStride is 15 bytes, which is not a multiple of 4`},
	{"no arguments", func(w *world) { signatureOf(w, 12, true) }, func(w *world) { signatureOf(w, 12, true, groups) },
		`error[GS0326]: command signature "work" cannot be made: ArgumentDescs is empty`},
	{"no dispatch", func(w *world) { signatureOf(w, 20, false, uavArg) }, func(w *world) { signatureOf(w, 20, false, uavArg, groups) },
		`error[GS0326]: command signature "work" cannot be made: it has no DISPATCH, DRAW or DRAW_INDEXED`},
	{"dispatch not last", func(w *world) { signatureOf(w, 20, false, groups, uavArg) }, func(w *world) { signatureOf(w, 20, false, uavArg, groups) },
		`error[GS0326]: command signature "work" cannot be made: ArgumentDescs[1] is the DISPATCH, but more arguments follow`},
	{"two dispatches", func(w *world) { signatureOf(w, 24, true, groups, groups) }, func(w *world) { signatureOf(w, 24, true, groups) },
		`error[GS0326]: command signature "work" cannot be made: ArgumentDescs[1] is the DISPATCH, but more arguments follow`},
	{"no root signature for arguments", func(w *world) { signatureOf(w, 20, true, uavArg, groups) }, func(w *world) { signatureOf(w, 20, false, uavArg, groups) },
		`error[GS0326]: command signature "work" cannot be made: ArgumentDescs[1] sets a root argument, but there is no RootSignature`},
	{"argument index", func(w *world) {
		signatureOf(w, 20, false, gpu.IndirectArgument{Type: gpu.IndirectConstantBufferView, RootParameterIndex: 3}, groups)
	}, func(w *world) {
		signatureOf(w, 20, false, gpu.IndirectArgument{Type: gpu.IndirectConstantBufferView, RootParameterIndex: 2}, groups)
	}, `error[GS0326]: command signature "work" cannot be made: ArgumentDescs[1] names root parameter 3, but root signature "root" has 3`},
	{"argument kind", func(w *world) {
		signatureOf(w, 20, false, gpu.IndirectArgument{Type: gpu.IndirectShaderResourceView, RootParameterIndex: 1}, groups)
	}, func(w *world) { signatureOf(w, 20, false, uavArg, groups) },
		`error[GS0326]: command signature "work" cannot be made: ArgumentDescs[1] of type SHADER_RESOURCE_VIEW sets root parameter 1, which has type UAV`},
	{"constants end", func(w *world) { signatureOf(w, 20, false, constantArg(1, 2), groups) }, func(w *world) { signatureOf(w, 20, false, constantArg(1, 1), groups) },
		`error[GS0326]: command signature "work" cannot be made: ArgumentDescs[1] sets values [1, 3) of root parameter 0, which has 2`},
	{"constants empty", func(w *world) { signatureOf(w, 20, false, constantArg(1, 0), groups) }, func(w *world) { signatureOf(w, 20, false, constantArg(1, 1), groups) },
		`error[GS0326]: command signature "work" cannot be made: ArgumentDescs[1] sets values [1, 1) of root parameter 0, which has 2`},
	{"argument twice", func(w *world) { signatureOf(w, 24, false, constantArg(0, 2), constantArg(1, 1), groups) },
		func(w *world) { signatureOf(w, 20, false, constantArg(0, 1), constantArg(1, 1), groups) },
		`error[GS0326]: command signature "work" cannot be made: ArgumentDescs[2] sets what ArgumentDescs[1] sets already`},
	{"constants out of order", func(w *world) { signatureOf(w, 20, false, constantArg(1, 1), constantArg(0, 1), groups) },
		func(w *world) { signatureOf(w, 20, false, constantArg(0, 1), constantArg(1, 1), groups) },
		`error[GS0326]: command signature "work" cannot be made: ArgumentDescs[2] sets values of root parameter 0 that come before those of ArgumentDescs[1]`},
	{"slot twice", func(w *world) {
		signatureOf(w, 48, true, vertexArg(3), vertexArg(3), gpu.IndirectArgument{Type: gpu.IndirectDraw})
	},
		func(w *world) {
			signatureOf(w, 48, true, vertexArg(3), vertexArg(4), gpu.IndirectArgument{Type: gpu.IndirectDraw})
		},
		`error[GS0326]: command signature "work" cannot be made: ArgumentDescs[2] sets what ArgumentDescs[1] sets already`},
	{"indices twice", func(w *world) {
		signatureOf(w, 52, true, gpu.IndirectArgument{Type: gpu.IndirectIndexBufferView}, gpu.IndirectArgument{Type: gpu.IndirectIndexBufferView}, gpu.IndirectArgument{Type: gpu.IndirectDrawIndexed})
	}, func(w *world) {
		signatureOf(w, 36, true, gpu.IndirectArgument{Type: gpu.IndirectIndexBufferView}, gpu.IndirectArgument{Type: gpu.IndirectDrawIndexed})
	}, `error[GS0326]: command signature "work" cannot be made: ArgumentDescs[2] sets what ArgumentDescs[1] sets already`},
	{"argument end", runs(3, 4), runs(2, 24), `error[GS0399]: ExecuteIndirect needs args[4, 72) for its arguments, but the buffer has 68 bytes`},
	{"argument offset", runs(2, 28), runs(2, 24), `error[GS0399]: ExecuteIndirect needs args[28, 72) for its arguments, but the buffer has 68 bytes`},
	{"argument alignment", runs(1, 2), runs(1, 4), `error[GS0399]: ExecuteIndirect reads its arguments at byte 2 of buffer "args", which is not a multiple of 4`},
	{"argument texture", func(w *world) { b := ready(w); b.args = w.tex; b.run(1, 0, nil, 0) }, runs(1, 0),
		`error[GS0399]: ExecuteIndirect reads its arguments from a buffer, but texture "tex" is a texture`},
	{"count end", counted(1024), counted(1020), `error[GS0399]: ExecuteIndirect needs b[1024, 1028) for its count, but the buffer has 1024 bytes`},
	{"count alignment", counted(2), counted(4), `error[GS0399]: ExecuteIndirect reads its count at byte 2 of buffer "b", which is not a multiple of 4`},
	{"no commands", runs(0, 0), runs(1, 0), `advice[GS0911]: ExecuteIndirect with a maximum of 0 commands runs nothing`},
	{"indirect root", func(w *world) { b := newIndirect(w); b.setRoot(w.root("plain")).run(1, 0, nil, 0) }, runs(1, 0),
		`error[GS0353]: command signature "work" sets arguments of root signature "root", and root signature "plain" is set in direct list "draw"`},
	{"unset afterwards", func(w *world) { ready(w).run(1, 0, nil, 0).rec(gpu.Command{Op: gpu.OpDispatch, X: 1, Y: 1, Z: 1}) },
		func(w *world) { ready(w).run(1, 0, nil, 0).run(1, 0, nil, 0) }, `error[GS0355]: root parameter 1 (UAV) is not set, but shader "fillCS" reads it`},
	{"indirect without pipeline", func(w *world) {
		b := ready(w)
		b.rec(gpu.Command{Op: gpu.OpClearState})
		b.setRoot(b.root).run(1, 0, nil, 0)
	}, runs(1, 0), `error[GS0352]: ExecuteIndirect without a pipeline in direct list "draw"`},
	{"argument state", func(w *world) {
		b := ready(w)
		w.copy(w.open, b.args, w.a)
		b.run(1, 0, nil, 0)
	}, func(w *world) {
		b := ready(w)
		w.rec(gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: b.args.id, Src: w.a.id, Size: 64})
		w.barrier(w.open, transition(b.args, gpu.StateCopyDest, gpu.StateIndirectArgument))
		b.run(1, 0, nil, 0)
	}, `error[GS0402]: ExecuteIndirect needs buffer "args" in INDIRECT_ARGUMENT, but it is in COPY_DEST`},
	{"argument released", func(w *world) { b := submitted(w); w.release(b.args) }, func(w *world) {
		b := submitted(w)
		w.signal(w.main, w.f, 1)
		w.cpu(gpu.FenceCPUWait, w.f, 1)
		w.release(b.args)
	}, `error[GS0601]: buffer "args" is released while direct queue "main" may still need it`},
	{"signature released", func(w *world) { b := submitted(w); w.release(b.sig) }, func(w *world) {
		b := submitted(w)
		w.signal(w.main, w.f, 1)
		w.cpu(gpu.FenceCPUWait, w.f, 1)
		w.release(b.sig)
	}, `error[GS0601]: command signature "work" is released while direct queue "main" may still need it`},
	{"count released", func(w *world) { submitted(w); w.release(w.b) }, func(w *world) { submitted(w); w.release(w.a) },
		`error[GS0601]: buffer "b" is released while direct queue "main" may still need it`},
}

func submitted(w *world) *indirect {
	b := ready(w).run(1, 0, w.b, 0)
	w.close(w.open)
	w.submit(w.main, w.open)
	return b
}
