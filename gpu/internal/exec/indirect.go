package exec

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/assemble"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/tally"
)

// executeIndirect runs as many dispatches or draws as the count buffer says, at most c.Size, with arguments from a buffer. The root
// arguments that the signature sets are unset afterwards, as in Direct3D 12.
func (m *Machine) executeIndirect(ctx context.Context, b *Bindings, c *gpu.Command) Outcome {
	sig := m.env.CommandSignature(c.Object)
	if sig == nil {
		panic(fmt.Sprintf("BUG: exec: command signature %d does not exist", c.Object))
	}
	count := c.Size
	if c.Dst != 0 {
		word := m.bytes(m.resource(c.Dst).Base+c.DstOffset, 4)
		count = min(count, uint64(binary.LittleEndian.Uint32(word)))
	}
	total := Outcome{Result: Result{Accesses: m.joined.Accesses[:0]}, Views: m.joined.Views[:0]}
	at := m.resource(c.Src).Base + c.SrcOffset
	var one gpu.Command
	for i := range count {
		args := m.bytes(at, uint64(sig.SizeInBytes()))
		at += uint64(sig.ByteStride)
		one = *c
		s := b.arguments(sig.Draws())
		b.indirect(s, sig, args, &one)
		if format, bad := assemble.BadIndexFormat(sig, args); bad {
			total.Indirect = append(total.Indirect, IndirectFault{Index: i, IndexFormat: format})
			continue
		}
		if sig.Draws() {
			o := m.draw(ctx, b, &one)
			if m.options.Track {
				m.draws.call.beyond(&total, sig, i)
			}
			total.add(&o, uint32(i))
			if o.Hung || o.Err != nil {
				break
			}
			continue
		}
		if max(one.X, one.Y, one.Z) > gpu.MaxDispatchGroups {
			total.Indirect = append(total.Indirect, IndirectFault{Index: i, Groups: [3]uint32{one.X, one.Y, one.Z}})
			continue
		}
		o := m.dispatch(ctx, b, &one)
		total.add(o, uint32(i))
		if o.Hung || o.Err != nil {
			break
		}
	}
	b.unsetIndirect(b.arguments(sig.Draws()), sig)
	total.Commands = count
	total.BytesRead += count * uint64(sig.SizeInBytes())
	m.keepJoined(&total)
	return total
}

// indirect sets the root arguments and buffers of one command, and the thread groups or the vertices of c.
func (b *Bindings) indirect(s *rootState, sig *gpu.CommandSignatureDesc, args []byte, c *gpu.Command) {
	for _, a := range sig.ArgumentDescs {
		piece := args[:a.SizeInBytes()]
		args = args[len(piece):]
		word := func(i int) uint32 { return binary.LittleEndian.Uint32(piece[4*i:]) }
		switch a.Type {
		case gpu.IndirectDispatch:
			c.X, c.Y, c.Z = word(0), word(1), word(2)
		case gpu.IndirectDraw:
			c.Op, c.X, c.Y, c.Slot, c.Z = gpu.OpDrawInstanced, word(0), word(1), word(2), word(3)
		case gpu.IndirectDrawIndexed:
			c.Op, c.X, c.Y, c.Slot, c.Base, c.Z = gpu.OpDrawIndexedInstanced, word(0), word(1), word(2), int32(word(3)), word(4)
		case gpu.IndirectVertexBufferView:
			b.draw.vertices.Set(a.Slot, gpu.VertexBufferView{BufferLocation: binary.LittleEndian.Uint64(piece),
				SizeInBytes: word(2), StrideInBytes: word(3)})
		case gpu.IndirectIndexBufferView:
			b.draw.indices = gpu.IndexBufferView{BufferLocation: binary.LittleEndian.Uint64(piece), SizeInBytes: word(2),
				Format: assemble.IndexFormat(word(3))}
		case gpu.IndirectConstant:
			words := s.constants[s.root.Parameters[a.RootParameterIndex].First+a.DestOffsetIn32BitValues:]
			for i := range a.Num32BitValuesToSet {
				words[i] = word(int(i))
			}
			s.setArgument(a.RootParameterIndex, argument{})
		default:
			s.setArgument(a.RootParameterIndex, argument{address: binary.LittleEndian.Uint64(piece)})
		}
	}
}

// unsetIndirect forgets the root arguments and buffers that a signature sets.
func (b *Bindings) unsetIndirect(s *rootState, sig *gpu.CommandSignatureDesc) {
	s.version++
	for _, a := range sig.ArgumentDescs {
		switch a.Type {
		case gpu.IndirectDispatch, gpu.IndirectDraw, gpu.IndirectDrawIndexed:
		case gpu.IndirectVertexBufferView:
			b.draw.vertices.Set(a.Slot, gpu.VertexBufferView{})
		case gpu.IndirectIndexBufferView:
			b.draw.indices = gpu.IndexBufferView{}
		case gpu.IndirectConstant:
			from := s.root.Parameters[a.RootParameterIndex].First + a.DestOffsetIn32BitValues
			clear(s.constants[from : from+a.Num32BitValuesToSet])
		default:
			s.set &^= 1 << a.RootParameterIndex
		}
	}
}

// mostJoined is how much of what the commands of an ExecuteIndirect did the memory is kept for.
const mostJoined = 1 << 12

// keepJoined keeps the memory of an outcome, which is valid until the next call of Do, for the next one.
func (m *Machine) keepJoined(o *Outcome) {
	m.joined = Outcome{}
	if cap(o.Accesses) <= mostJoined {
		m.joined.Accesses = o.Accesses
	}
	if cap(o.Views) <= mostJoined {
		m.joined.Views = o.Views
	}
}

// add joins the outcome of one of several commands, whose slices are valid only until the next one.
func (o *Outcome) add(d *Outcome, part uint32) {
	o.BytesRead, o.BytesWritten = o.BytesRead+d.BytesRead, o.BytesWritten+d.BytesWritten
	o.WorkItems, o.Instructions = o.WorkItems+d.WorkItems, o.Instructions+d.Instructions
	o.Hung, o.HungSite, o.HungGroup, o.Err = d.Hung, d.HungSite, d.HungGroup, d.Err // the last one: the first that hangs ends the command
	o.OutOfBounds, o.Printed = o.OutOfBounds+d.OutOfBounds, o.Printed+d.Printed
	o.Views = append(o.Views, d.Views...)
	o.Reports = append(o.Reports, d.Reports...)
	o.Races = append(o.Races, d.Races...)
	o.Prints = append(o.Prints, d.Prints...)
	at := len(o.Accesses)
	o.Accesses = append(o.Accesses, d.Accesses...)
	for ; at < len(o.Accesses); at++ {
		o.Accesses[at].Part = part
	}
	o.Faults = append(o.Faults, d.Faults...)
	o.Fetches = append(o.Fetches, d.Fetches...)
	o.Touched = append(o.Touched, d.Touched...)
	counts := tally.Counts{PipelineStatistics: o.Drawn}
	counts.Add(&d.Drawn, 0)
	o.Drawn, o.HungStage = counts.PipelineStatistics, d.HungStage
}
