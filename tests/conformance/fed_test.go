package conformance

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/explore"
	"github.com/gpuscript/gpuscript/host"
)

// fedKind is what an operation does with data. Each reads or writes one half of a buffer.
type fedKind uint8

const (
	fedWrite    fedKind = iota // good or bad numbers into a buffer
	fedCopy                    // a half of the indices to a half of others
	fedMove                    // the same by a kernel
	fedAddress                 // a kernel that stores where an index says
	fedGuard                   // a kernel that stores outside if an index says so
	fedConstant                // a kernel that stores an index, always outside
	fedBoth                    // a kernel that does both
	fedIndirect                // ExecuteIndirect
	fedSignal
	fedWait
	fedCPU
	fedKinds
)

// The buffers: indices, others made of them, and arguments.
const (
	fedIndices = iota
	fedOthers
	fedArguments
)

// fedOp is an operation of one queue, or of the CPU.
type fedOp struct {
	kind      fedKind
	queue     int
	buf, half int
	to        int  // half of the others
	bad       bool // what is written
	of        int  // of waits: the operation that signals
	joined    bool // to the operation before it, in one list
}

type fedProgram []fedOp

// fedPrograms are random ones: writes, and what reads.
func fedPrograms(r *rand.Rand) (p fedProgram) {
	var signals []int
	for range 4 + r.Intn(5) {
		o := fedOp{kind: fedKind(r.Intn(int(fedKinds))), queue: r.Intn(3), buf: r.Intn(2), half: r.Intn(2), to: r.Intn(2), bad: r.Intn(2) == 0}
		if r.Intn(4) == 0 {
			o.kind = fedWrite
		}
		if n := len(p); n > 0 && o.does() && p[n-1].does() && r.Intn(3) == 0 {
			o.joined, o.queue = true, p[n-1].queue
		}
		switch o.kind {
		case fedWrite:
			o.buf = r.Intn(3)
		case fedIndirect:
			o.buf = fedArguments
		case fedCopy, fedMove:
			o.buf = fedIndices
		case fedSignal:
			signals = append(signals, len(p))
		case fedWait, fedCPU:
			if len(signals) == 0 {
				continue
			}
			o.of = signals[r.Intn(len(signals))]
		}
		p = append(p, o)
	}
	return p
}

// does says whether an operation does something with data.
func (o *fedOp) does() bool { return o.kind < fedSignal }

// after says for each operation which ones certainly come before it, as bits.
func (p fedProgram) after() []uint64 {
	before := make([]uint64, len(p))
	known, last := uint64(0), [3]uint64{} // of the CPU, and by queue what its next operation comes after
	for i := range p {
		o := &p[i]
		switch o.kind {
		case fedCPU:
			known |= before[o.of]
		case fedWait:
			last[o.queue] |= before[o.of]
		default:
			before[i] = last[o.queue] | known
			last[o.queue] = before[i] | 1<<i
		}
	}
	return before
}

// fedCell is what a half of a buffer holds, and where that comes from.
type fedCell struct {
	bad    bool
	origin string
}

// outcomes are what each operation reads in some run: the different ones.
func (p fedProgram) outcomes() []map[fedCell]bool {
	seen := make([]map[fedCell]bool, len(p))
	for i := range seen {
		seen[i] = map[fedCell]bool{}
	}
	before, all := p.after(), uint64(0)
	for i := range p {
		if p[i].does() {
			all |= 1 << i
		}
	}
	var run func(done uint64, cells [3][2]fedCell)
	run = func(done uint64, cells [3][2]fedCell) {
		for i := range p {
			if done>>i&1 != 0 || all>>i&1 == 0 || before[i]&all&^done != 0 {
				continue
			}
			o, next := &p[i], cells
			read := cells[o.buf][o.half]
			switch seen[i][read] = true; o.kind {
			case fedWrite:
				next[o.buf][o.half] = fedCell{o.bad, fmt.Sprint(i)}
			case fedCopy, fedMove:
				next[fedOthers][o.to] = fedCell{read.bad, fmt.Sprint(i, "(", read.origin, ")")}
			}
			run(done|1<<i, next)
		}
	}
	run(0, [3][2]fedCell{})
	return seen
}

// told are the lines of operations that are outside whatever runs first: those at a constant, and those that read bad numbers from one origin in all
// runs. A line is the number of the operation, or, of those at a constant, that after all of these.
func (p fedProgram) told() map[int]bool {
	out := map[int]bool{}
	for i, seen := range p.outcomes() {
		o := &p[i]
		if o.kind == fedConstant || o.kind == fedBoth {
			out[len(p)+i] = true
		}
		if !slices.Contains([]fedKind{fedAddress, fedGuard, fedBoth, fedIndirect}, o.kind) || len(seen) != 1 {
			continue
		}
		for cell := range seen {
			if cell.bad {
				out[i] = true
			}
		}
	}
	return out
}

const fedHead = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d", AllowDisjointWriters = true }; local q, f, data = {}, {}, {}
for i = 0, 2 do q[i], f[i] = device:CreateCommandQueue { Type = "DIRECT", Name = "q" .. i }, device:CreateFence(0, "f" .. i) end
local function buffer(name, upload)
  return device:CreateCommittedResource { Name = name, HeapType = upload and "UPLOAD" or "DEFAULT", Dimension = "BUFFER", Width = 256,
    InitialState = upload and "GENERIC_READ" or "COMMON", Flags = upload and "NONE" or "ALLOW_UNORDERED_ACCESS" }
end
for i, name in ipairs { "indices", "others", "arguments" } do data[i - 1] = buffer(name) end
local numbers = { [false] = buffer("good", true), [true] = buffer("bad", true), args = buffer("arguments that are good", true), bad = buffer("arguments that are bad", true) }
local good, bad = {}, {}; for i = 1, 32 do good[i], bad[i] = i, 100000 end
numbers[false]:Map():Write(0, "uint", good); numbers[true]:Map():Write(0, "uint", bad)
numbers.args:Map():Write(0, "uint", { 1, 1, 1 }); numbers.bad:Map():Write(0, "uint", { 100000, 1, 1 })
local from, to, half = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint"), gpu.ConstantBuffer("b0", { { "from", "uint" }, { "to", "uint" } })
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "SRV", ShaderRegister = 0, Flags = "DATA_VOLATILE" }, { Type = "UAV", ShaderRegister = 0 },
  { Type = "32BIT_CONSTANTS", Num32BitValues = 2, ShaderRegister = 0 } } }
local signature = device:CreateCommandSignature { Name = "signature", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
local function run(queue, ...)
  local l = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator("DIRECT") }
  for _, record in ipairs { ... } do record(l) end
  l:Close(); queue:ExecuteCommandLists { l }
end
local states = {}
local function go(l, buffer, state)
  l:ResourceBarrier { { Type = "TRANSITION", Resource = buffer, Before = states[buffer] or "COMMON", After = state } }
  states[buffer] = state ~= "COMMON" and state or nil
end
local function copy(l, dst, at, src, from, size)
  if src:GetName() == "indices" then go(l, src, "COPY_SOURCE") end
  go(l, dst, "COPY_DEST"); l:CopyBufferRegion(dst, at, src, from, size); go(l, dst, "COMMON")
  if src:GetName() == "indices" then go(l, src, "COMMON") end
end
local function use(l, main, a, b, src, dst)
  l:SetPipelineState(device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { Name = "k", NumThreads = { 32, 1, 1 }, Main = main } })
  l:SetComputeRootSignature(root); l:SetComputeRoot32BitConstants(2, { gpu.AsUint(a), gpu.AsUint(b) })
  l:SetComputeRootShaderResourceView(0, (src or numbers[false]):GetGPUVirtualAddress())
  l:SetComputeRootUnorderedAccessView(1, (dst or buffer("out")):GetGPUVirtualAddress())
  if src then go(l, src, "NON_PIXEL_SHADER_RESOURCE") end
  if dst then go(l, dst, "UNORDERED_ACCESS") end
end
local function dispatch(l, src, dst)
  l:Dispatch(1, 1, 1)
  if src then go(l, src, "COMMON") end
  if dst then go(l, dst, "COMMON") end
end
`

// script is the program in Lua: two lines for each operation, of which the second one has accesses at constant places.
func (p fedProgram) script() string {
	var b strings.Builder
	b.WriteString(fedHead)
	for i := range p {
		o := &p[i]
		switch o.kind {
		case fedSignal:
			fmt.Fprintf(&b, "q[%d]:Signal(f[%d], %d)\n\n", o.queue, o.queue, i+1)
		case fedWait:
			fmt.Fprintf(&b, "q[%d]:Wait(f[%d], %d)\n\n", o.queue, p[o.of].queue, o.of+1)
		case fedCPU:
			fmt.Fprintf(&b, "f[%d]:WaitCPU(%d)\n\n", p[o.of].queue, o.of+1)
		default:
			if !o.joined {
				fmt.Fprintf(&b, "run(q[%d]", o.queue)
			}
			fmt.Fprintf(&b, ", function(l) %s end", o.records())
			if i+1 == len(p) || !p[i+1].joined {
				b.WriteString(")")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// records is what an operation records: two lines.
func (o *fedOp) records() string {
	const index = "from[half.from + GroupIndex]"
	kernel := func(first, second string) string {
		return fmt.Sprintf("use(l, function(GroupIndex) %s\n%s end, %d, 0, data[%d]) dispatch(l, data[%d])", first, second, 32*o.half, o.buf, o.buf)
	}
	switch o.kind {
	case fedWrite:
		source, size := fmt.Sprintf("[%v]", o.bad), 128
		if o.buf == fedArguments {
			source, size = map[bool]string{false: ".args", true: ".bad"}[o.bad], 12
		}
		return fmt.Sprintf("copy(l, data[%d], %d, numbers%s, 0, %d)\n", o.buf, 128*o.half, source, size)
	case fedCopy:
		return fmt.Sprintf("copy(l, data[1], %d, data[0], %d, 128)\n", 128*o.to, 128*o.half)
	case fedMove:
		return fmt.Sprintf("use(l, function(GroupIndex) to[half.to + GroupIndex] = %s end, %d, %d, data[0], data[1]) dispatch(l, data[0], data[1])\n",
			index, 32*o.half, 32*o.to)
	case fedAddress:
		return kernel("to["+index+"] = 1", "")
	case fedGuard:
		return kernel("if "+index+" > 1000 then to[500] = 1 end", "")
	case fedConstant:
		return kernel("", "to[500 + GroupIndex] = "+index)
	case fedBoth:
		return kernel("to["+index+"] = 1", "to[500 + GroupIndex] = 2")
	}
	return fmt.Sprintf("use(l, function(GroupIndex) to[GroupIndex] = 1 end, 0, 0) "+
		"go(l, data[2], \"INDIRECT_ARGUMENT\") l:ExecuteIndirect(signature, 1, data[2], %d) "+
		"go(l, data[2], \"COMMON\")\n", 128*o.half)
}

// lines are those of the operations that reports say are outside, as told has them.
func (p fedProgram) lines(found []*diag.Diagnostic) map[int]bool {
	out, head := map[int]bool{}, strings.Count(fedHead, "\n")+1
	for _, d := range found {
		if d.Code != diag.ShaderOutOfBounds && d.Code != diag.IndirectTooManyGroups {
			continue
		}
		for _, l := range d.Labels {
			if at := l.Span.Line - head; at >= 0 && (l.Primary || strings.HasPrefix(l.Text, "writes")) {
				out[at/2+at%2*len(p)] = true
			}
		}
	}
	return out
}

// TestDataBesideRaces: of small programs whose kernels take indices, and whose ExecuteIndirect takes arguments, from data that other queues write,
// every schedule is run. All say the same in the same words; and they say of what is outside exactly what no race decides, which a model finds out
// that tries all runs and follows where data come from.
func TestDataBesideRaces(t *testing.T) {
	programs := max(count()/10, 100)
	ran, decided, outside, left := 0, 0, 0, 0
	for i := range int64(programs) {
		p := fedPrograms(rand.New(rand.NewSource(*from + i)))
		want, first, x := p.told(), "", explore.New(mostSchedules)
		for runs := x.Next(1); len(runs) > 0; runs = x.Next(1) {
			found := everything(t, p.script(), func(o *host.Options) { o.Schedule, o.Errors, o.Interpreter = runs[0], host.ReportErrors, true })
			if ran++; x.Outcome().Runs == 1 {
				first = words(found)
				require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(p.lines(found))), "program %d\n%s\n%s", i, p.script(), first)
			}
			require.Equal(t, first, words(found), "program %d, schedule %s\n%s", i, runs[0].Token(), p.script())
			x.Finish(runs[0])
		}
		if x.Outcome().Left {
			left++
		}
		outside += len(want)
		for _, seen := range p.outcomes() {
			if len(seen) > 1 {
				decided++
			}
		}
	}
	t.Logf("%d programs, %d runs, %d operations outside, %d that a race decides", programs, ran, outside, decided)
	require.Greater(t, ran, 2*programs, "schedules")
	require.Positive(t, outside)
	require.Greater(t, decided, programs/4)
	require.Less(t, left, programs/20)
}
