package exec

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// executeIndirect runs as many dispatches as the count buffer says, at most c.Size, with arguments from a buffer. The root
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
	var total Outcome
	at := m.resource(c.Src).Base + c.SrcOffset
	for i := range count {
		args := m.bytes(at, uint64(sig.SizeInBytes()))
		at += uint64(sig.ByteStride)
		one := *c
		b.indirect(sig, args, &one)
		if max(one.X, one.Y, one.Z) > gpu.MaxDispatchGroups {
			total.Indirect = append(total.Indirect, IndirectFault{Index: i, Groups: [3]uint32{one.X, one.Y, one.Z}})
			continue
		}
		o := m.dispatch(ctx, b, &one)
		total.add(&o)
		if o.Hung || o.Err != nil {
			break
		}
	}
	b.unsetIndirect(sig)
	total.Commands = count
	total.BytesRead += count * uint64(sig.SizeInBytes())
	return total
}

// indirect sets the root arguments of one command, and the thread groups of c.
func (b *Bindings) indirect(sig *gpu.CommandSignatureDesc, args []byte, c *gpu.Command) {
	for _, a := range sig.ArgumentDescs {
		piece := args[:a.SizeInBytes()]
		args = args[len(piece):]
		switch a.Type {
		case gpu.IndirectDispatch:
			c.X, c.Y, c.Z = binary.LittleEndian.Uint32(piece), binary.LittleEndian.Uint32(piece[4:]), binary.LittleEndian.Uint32(piece[8:])
		case gpu.IndirectConstant:
			words := b.constants[b.root.parameters[a.RootParameterIndex].constants+a.DestOffsetIn32BitValues:]
			for i := range a.Num32BitValuesToSet {
				words[i] = binary.LittleEndian.Uint32(piece[4*i:])
			}
			b.setArgument(a.RootParameterIndex, argument{})
		case gpu.IndirectConstantBufferView, gpu.IndirectShaderResourceView, gpu.IndirectUnorderedAccessView:
			b.setArgument(a.RootParameterIndex, argument{address: binary.LittleEndian.Uint64(piece)})
		default:
			panic(fmt.Sprintf("BUG: exec: indirect argument %s", a.Type))
		}
	}
}

// unsetIndirect forgets the root arguments that a signature sets.
func (b *Bindings) unsetIndirect(sig *gpu.CommandSignatureDesc) {
	for _, a := range sig.ArgumentDescs {
		switch a.Type {
		case gpu.IndirectDispatch:
		case gpu.IndirectConstant:
			from := b.root.parameters[a.RootParameterIndex].constants + a.DestOffsetIn32BitValues
			clear(b.constants[from : from+a.Num32BitValuesToSet])
		default:
			b.args[a.RootParameterIndex] = argument{}
		}
	}
}

// add joins the outcome of one of several dispatches, whose slices are valid only until the next one.
func (o *Outcome) add(d *Outcome) {
	o.BytesRead, o.BytesWritten = o.BytesRead+d.BytesRead, o.BytesWritten+d.BytesWritten
	o.WorkItems, o.Instructions = o.WorkItems+d.WorkItems, o.Instructions+d.Instructions
	o.Hung, o.HungSite, o.HungGroup, o.Err = d.Hung, d.HungSite, d.HungGroup, d.Err // the last one: the first that hangs ends the command
	o.OutOfBounds, o.Printed = o.OutOfBounds+d.OutOfBounds, o.Printed+d.Printed
	o.Views = append(o.Views, d.Views...)
	o.Reports = append(o.Reports, d.Reports...)
	o.Prints = append(o.Prints, d.Prints...)
	o.Accesses = append(o.Accesses, d.Accesses...)
	o.Faults = append(o.Faults, d.Faults...)
}
