package conformance

import (
	"fmt"
	"math/rand"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// What programs of mixed work touch. Two buffers share a heap, the second half of one and the first half of the other. The textures have two
// subresources of 4096 bytes each.
const (
	mixedBuffer gpu.ID = 101 + iota
	mixedFirst         // placed at 0 of the heap
	mixedSecond        // placed at 128 of the heap
	mixedTexture
	mixedShared // a texture with simultaneous access
	mixedMapped // a buffer that the CPU maps
	mixedHeap
)

const subresourceBytes = 4096

// mixedBegin is where a resource begins in its memory, and which memory that is.
func mixedBegin(id gpu.ID) (memory gpu.ID, begin uint64) {
	switch id {
	case mixedFirst:
		return mixedHeap, 0
	case mixedSecond:
		return mixedHeap, 128
	}
	return id, 0
}

// A mixedAct is one command: accesses, or a barrier.
type mixedAct struct {
	accesses []gpu.Access
	barrier  gpu.Barrier
	is       bool // a barrier
}

// A mixed program has work of several commands, and accesses of a CPU to mapped memory. Acts stand beside the operations of order.
type mixed struct {
	order program
	acts  [][]mixedAct
}

// randomMixed makes a program of four queues.
func randomMixed(seed int64) *mixed {
	r := rand.New(rand.NewSource(seed))
	p := &mixed{order: random(r, shape{queues: 2 + r.Intn(3), operations: 12, fences: 3, values: 2, rewinds: seed%4 == 0, polls: seed%8 == 1})}
	for i := range p.order {
		o := &p.order[i]
		var acts []mixedAct
		switch o.kind {
		case submit:
			for range 1 + r.Intn(4) {
				acts = append(acts, mixedWork(r))
			}
		case cpuTouch:
			a := gpu.Access{Resource: mixedMapped, Begin: o.begin, End: o.end, Exact: true}
			if o.write {
				a.Kind = gpu.AccessWrite
			}
			acts = []mixedAct{{accesses: []gpu.Access{a}}}
		}
		p.acts = append(p.acts, acts)
	}
	return p
}

// mixedWork makes a command.
func mixedWork(r *rand.Rand) mixedAct {
	if r.Intn(4) == 0 {
		return mixedAct{barrier: mixedWall(r), is: true}
	}
	a := mixedAct{accesses: []gpu.Access{mixedAccess(r)}}
	if b := mixedAccess(r); r.Intn(3) == 0 && b.Resource != a.accesses[0].Resource {
		a.accesses = append(a.accesses, b)
	}
	return a
}

// mixedAccess is an access of a copy, a dispatch or a draw.
func mixedAccess(r *rand.Rand) gpu.Access {
	id := mixedBuffer + gpu.ID(r.Intn(6))
	a := gpu.Access{Resource: id, Exact: true}
	a.Begin = uint64(r.Intn(4)) * 64
	a.End = a.Begin + 32 + uint64(r.Intn(3))*48
	if id == mixedTexture || id == mixedShared {
		a.Begin += uint64(r.Intn(2)) * subresourceBytes
		a.End = a.Begin + 64
	}
	a.End = min(a.End, a.Begin-a.Begin%subresourceBytes+256)
	switch r.Intn(8) {
	case 0, 1:
		a.As = gpu.StateCopySource
	case 2:
		a.Kind, a.As = gpu.AccessWrite, gpu.StateCopyDest
	case 3:
		a.As = gpu.StateNonPixelShaderResource
	case 4:
		a.Kind, a.As = gpu.AccessWrite, gpu.StateUnorderedAccess
	case 5:
		a.As = gpu.StateUnorderedAccess
	default:
		a.Kind, a.Class, a.As = gpu.AccessAtomic, uint8(1+r.Intn(2)), gpu.StateUnorderedAccess
	}
	return a
}

// halves are the flags of UAV and aliasing barriers: most are whole.
var halves = []gpu.BarrierFlags{0, 0, 0, 0, gpu.BarrierBeginOnly, gpu.BarrierEndOnly}

// mixedWall is a barrier. Those between resources of one heap are many.
func mixedWall(r *rand.Rand) gpu.Barrier {
	placed := []gpu.ID{0, mixedFirst, mixedSecond, mixedFirst, mixedSecond}
	switch r.Intn(4) {
	case 0:
		return gpu.Barrier{Type: gpu.BarrierUAV, Resource: []gpu.ID{0, mixedBuffer, mixedFirst, mixedTexture}[r.Intn(4)], Flags: halves[r.Intn(len(halves))]}
	case 1, 2:
		b := gpu.Barrier{Type: gpu.BarrierAliasing, Flags: halves[r.Intn(len(halves))]}
		if b.Aliased = [2]gpu.ID{placed[r.Intn(5)], placed[r.Intn(5)]}; b.Aliased[0] == b.Aliased[1] {
			b.Aliased = [2]gpu.ID{}
		}
		return b
	}
	b := gpu.Barrier{Type: gpu.BarrierTransition, Resource: []gpu.ID{mixedTexture, mixedTexture, mixedBuffer}[r.Intn(3)], Before: gpu.StateCopyDest, After: gpu.StateNonPixelShaderResource}
	if b.Resource == mixedTexture {
		b.Subresource = uint32(r.Intn(2))
		b.Flags = []gpu.BarrierFlags{0, gpu.BarrierBeginOnly, gpu.BarrierEndOnly}[r.Intn(3)]
	}
	return b
}

// String shows a program, from 0.
func (p *mixed) String() string {
	lines := strings.Split(strings.TrimSpace(p.order.String()), "\n")
	for i := range p.acts {
		lines[i] = fmt.Sprintf("%2d (queue %d)", i, p.order[i].queue) + lines[i][2:]
		for _, a := range p.acts[i] {
			if a.is {
				lines[i] += fmt.Sprintf("\n     %v %v sub %d flags %v aliased %v", a.barrier.Type, a.barrier.Resource, a.barrier.Subresource, a.barrier.Flags, a.barrier.Aliased)
			}
			for _, x := range a.accesses {
				lines[i] += fmt.Sprintf("\n     %d [%d, %d) kind %d class %d as %v", x.Resource, x.Begin, x.End, x.Kind, x.Class, x.As)
			}
		}
	}
	return strings.Join(lines, "\n")
}
