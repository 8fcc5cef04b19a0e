package graph

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// run adds the steps of a node.
func (c *compiler) run(n int) {
	node := &c.Nodes[n]
	if node.Args == nil {
		c.constant(n)
		return
	}
	p := node.Args.Row.Lower(node.Args)
	for i, b := range c.outs[n] {
		if b.Tensor != nil {
			c.place(End{n, i}, b.Tensor)
		}
	}
	temp := c.memory.take(p.Temp)
	kept := c.out.Program.Kept
	c.out.Program.Kept += align(p.Kept)
	move := func(v shader.View) shader.View {
		switch v.Space {
		case shader.Temporary:
			v.Offset += temp
		case shader.Persistent:
			v.Offset += kept
		case shader.Input:
			return moved(v, c.spot(c.source[End{n, v.Index}]))
		case shader.Output:
			return moved(v, c.spots[End{n, v.Index}])
		}
		return v
	}
	c.out.Program.Init = append(c.out.Program.Init, each(p.Init, move)...)
	c.out.Program.Steps = append(c.out.Program.Steps, each(p.Steps, move)...)
	c.memory.give(temp, p.Temp)
	c.finish(n)
}

// constant adds the step of initialisation that keeps what a constant holds.
func (c *compiler) constant(n int) {
	p, data := c.out.Program, c.Nodes[n].Data
	k := shader.New("CONSTANT", uint64(len(data)/4))
	k.Persistent(p.Kept, tensor.Of(tensor.Uint32, uint32(len(data)/4))).Store("i", fmt.Sprintf("%s[i + %d]", shader.Constants, len(p.Data)/4))
	p.Init = append(p.Init, k.Step())
	c.spots[End{n, 0}] = shader.View{Space: shader.Persistent, Offset: p.Kept}
	p.Data = append(p.Data, data...)
	p.Kept += align(uint64(len(data)))
}

// place finds room for an output of a node: the first output of the graph that it feeds, or temporary memory.
func (c *compiler) place(at End, t *tensor.Desc) {
	for _, to := range c.targets[at] {
		if to.Node >= 0 {
			c.readers[at]++
		}
	}
	for _, to := range c.targets[at] {
		if to.Node < 0 {
			c.spots[at] = shader.View{Space: shader.Output, Index: to.Slot}
			return
		}
	}
	c.spots[at] = shader.View{Space: shader.Temporary, Offset: c.memory.take(t.TotalSize())}
}

// spot is where an end that feeds others stands.
func (c *compiler) spot(at End) shader.View {
	if at.Node < 0 {
		return shader.View{Space: shader.Input, Index: at.Slot}
	}
	return c.spots[at]
}

// moved is a view at another place.
func moved(v, to shader.View) shader.View {
	v.Space, v.Index, v.Offset = to.Space, to.Index, v.Offset+to.Offset
	return v
}

// each are steps whose views stand elsewhere. Two views of a step that come together stay two.
func each(steps []shader.Step, move func(shader.View) shader.View) []shader.Step {
	out := slices.Clone(steps)
	for i := range out {
		s := &out[i]
		s.Slots = slices.Clone(s.Slots)
		seen := map[shader.View]bool{}
		for k := range s.Slots {
			v := move(s.Slots[k].View)
			for v.Again = 0; seen[v]; v.Again++ {
			}
			seen[v], s.Slots[k].View = true, v
		}
	}
	return out
}

// finish gives back what the node was the last one to read.
func (c *compiler) finish(n int) {
	for i := range c.ins[n] {
		from, ok := c.source[End{n, i}]
		if !ok || from.Node < 0 {
			continue
		}
		if c.readers[from]--; c.readers[from] == 0 && c.spots[from].Space == shader.Temporary {
			c.memory.give(c.spots[from].Offset, c.outs[from.Node][from.Slot].Tensor.TotalSize())
		}
	}
}

// duplicate copies what several outputs of the graph show, and inputs of the graph that are outputs, too.
func (c *compiler) duplicate() {
	for i := range c.Outputs {
		from := c.source[End{-1, i}]
		at := c.spot(from)
		if at.Space == shader.Output && at.Index == i || c.out.Outputs[i].Tensor == nil {
			continue
		}
		words := tensor.Of(tensor.Uint32, uint32(c.out.Outputs[i].Tensor.TotalSize()/4))
		k := shader.New("COPY", words.Count())
		x, y := k.Input(0, words), k.Output(i, words)
		y.Store("i", x.Load("i"))
		s := k.Step()
		s.Slots[0].View = moved(s.Slots[0].View, at)
		c.out.Program.Steps = append(c.out.Program.Steps, s)
	}
}

// pool gives out ranges of temporary memory, the first that is free and large enough.
type pool struct {
	end  uint64
	free []span // by offset, never adjacent
}

type span struct{ begin, end uint64 }

func align(n uint64) uint64 {
	return (n + tensor.BufferAlign - 1) / tensor.BufferAlign * tensor.BufferAlign
}

// take is the offset of size bytes.
func (p *pool) take(size uint64) uint64 {
	size = align(size)
	for i := range p.free {
		if f := &p.free[i]; size > 0 && f.end-f.begin >= size {
			at := f.begin
			if f.begin += size; f.begin == f.end {
				p.free = slices.Delete(p.free, i, i+1)
			}
			return at
		}
	}
	at := p.end
	p.end += size
	return at
}

// give takes a range back.
func (p *pool) give(at, size uint64) {
	if size = align(size); size == 0 {
		return
	}
	i := 0
	for i < len(p.free) && p.free[i].begin < at {
		i++
	}
	p.free = slices.Insert(p.free, i, span{at, at + size})
	for k := max(i-1, 0); k+1 < len(p.free) && k <= i; {
		if p.free[k].end != p.free[k+1].begin {
			k++
			continue
		}
		p.free[k].end = p.free[k+1].end
		p.free = slices.Delete(p.free, k+1, k+2)
	}
}
