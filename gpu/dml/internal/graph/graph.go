// Package graph makes one program of operators that are connected: outputs of some are inputs of others.
//
//	graph input 0 ──▶ CONVOLUTION ──▶ RELU ──▶ GEMM ──▶ graph output 0
//	graph input 1 ──────────────────────────────▲
//	constant ───────────────────────────────────┘
//
// Operators run in the order of their numbers as far as the edges allow it. Intermediate results are in the temporary resource, at places that are
// reused once their last reader has run; an output of the graph is written where it is bound. Constants are kept like owned inputs: initialisation
// copies them to the persistent resource. There is a barrier between all steps, so places can be reused at once.
//
// The package must not know devices.
package graph

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Cause is the kind of a fault.
type Cause uint8

// The causes.
const (
	Unknown   Cause = iota // an edge names what does not exist
	Connected              // something is connected twice, or not at all
	Cycle
	Bytes // two ends of an edge have other sizes in bytes
	Owner // OWNED_BY_DML where it cannot be
)

// Fault is what is wrong with a graph.
type Fault struct {
	Cause Cause
	Path  string // "IntermediateEdges[2].ToNodeIndex"; "" for the graph as a whole
	Text  string // a clause without full stop

	Repair *Repair // nil: what was meant is not known
	Help   string  // what to do; "": what the cause asks for
}

// Repair is a change of the description that removes a fault.
type Repair struct {
	Path   string // in the description
	Text   string // in Lua, what is put there; "": what stands there is left out
	Append bool   // it is a further entry of the list there
	And    []Repair
}

// Node is an operator of a graph, or a constant.
type Node struct {
	Name string // for messages
	Args *op.Args
	Data []byte // of a constant, which has no Args
}

// tensors are the inputs and outputs of the node. What a constant holds goes to tensors of any description that has as many bytes.
func (n *Node) tensors() (ins, outs []op.Bound) {
	if n.Args != nil {
		return n.Args.Inputs(), n.Args.Outputs()
	}
	size := uint64(len(n.Data))
	return nil, []op.Bound{{Name: "Data", Tensor: &tensor.Desc{DataType: tensor.Uint8, Sizes: []uint32{uint32(size)}, TotalTensorSizeInBytes: size}}}
}

// Edge connects two ends. A node of -1 is the graph itself, whose input or output is Slot.
type Edge struct {
	Path     string // in the description
	From, To End
}

// End is an end of an edge.
type End struct{ Node, Slot int }

// Graph is a graph to be compiled.
type Graph struct {
	Inputs, Outputs int
	Nodes           []Node
	Edges           []Edge
}

// Compiled is a graph as a program.
type Compiled struct {
	Program         *op.Program
	Inputs, Outputs []op.Bound
}

// compiler is a graph that is being compiled.
type compiler struct {
	Graph
	out     Compiled
	ins     [][]op.Bound // of each node
	outs    [][]op.Bound
	source  map[End]End   // what feeds an input of a node, or an output of the graph
	targets map[End][]End // what an output of a node, or an input of the graph, feeds
	spots   map[End]shader.View
	readers map[End]int // nodes that have yet to read an output of a node
	memory  pool
}

// mostInputs are as many descriptors as a shader-visible heap can have.
const mostInputs = 1_000_000

// Compile makes a program of a graph.
func Compile(g Graph) (*Compiled, *Fault) {
	c := &compiler{Graph: g, source: map[End]End{}, targets: map[End][]End{}, spots: map[End]shader.View{}, readers: map[End]int{}}
	if g.Inputs > mostInputs {
		return nil, &Fault{Cause: Unknown, Path: "InputCount",
			Text: fmt.Sprintf("a graph has at most %d inputs, got %d: each has a descriptor", mostInputs, g.Inputs)}
	}
	if len(g.Nodes) == 0 {
		return nil, &Fault{Cause: Connected, Path: "Nodes", Text: "a graph has at least one node, got none"}
	}
	for i := range g.Nodes {
		ins, outs := g.Nodes[i].tensors()
		c.ins, c.outs = append(c.ins, ins), append(c.outs, outs)
	}
	for i := range g.Edges {
		if fault := c.connect(&g.Edges[i]); fault != nil {
			return nil, fault
		}
	}
	if fault := c.connected(); fault != nil {
		return nil, fault
	}
	order, loose := c.order()
	if loose != nil {
		return nil, c.cycle(loose)
	}
	c.bounds()
	c.out.Program = &op.Program{}
	for _, n := range order {
		c.run(n)
	}
	c.duplicate()
	c.out.Program.Temp = c.memory.end
	return &c.out, nil
}

// connect takes an edge over.
func (c *compiler) connect(e *Edge) *Fault {
	from, fault := c.tensor(e, e.From, "From", c.outs, c.Inputs, "inputs", "GraphInputIndex")
	if fault != nil {
		return fault
	}
	to, fault := c.tensor(e, e.To, "To", c.ins, c.Outputs, "outputs", "GraphOutputIndex")
	if fault != nil {
		return fault
	}
	if _, twice := c.source[e.To]; twice {
		return &Fault{Cause: Connected, Path: e.Path, Text: fmt.Sprintf("%s is connected twice", c.name(e.To, c.ins, "output")), Repair: c.surplus(e)}
	}
	switch {
	case from != nil && to != nil && from.TotalSize() != to.TotalSize() && c.Nodes[e.From.Node].Args == nil:
		return &Fault{Cause: Bytes, Path: e.Path,
			Text: fmt.Sprintf("%s has %d bytes, but %s has %d", c.name(e.From, c.outs, "input"), from.TotalSize(),
				c.name(e.To, c.ins, "output"), to.TotalSize()),
			Help: fmt.Sprintf("give Data of %d bytes, as dml.PackTensor makes them of the tensor and its elements", to.TotalSize())}
	case from != nil && to != nil && from.TotalSize() != to.TotalSize():
		return &Fault{Cause: Bytes, Path: e.Path,
			Text: fmt.Sprintf("%s has %d bytes, but %s has %d", c.name(e.From, c.outs, "input"), from.TotalSize(),
				c.name(e.To, c.ins, "output"), to.TotalSize()),
			Repair: c.sameType(e.To, from, to)}
	case e.From.Node >= 0 && to != nil && to.Owned():
		return &Fault{Cause: Owner, Path: e.Path,
			Text:   fmt.Sprintf("%s is OWNED_BY_DML, but only inputs of the graph can be handed over", c.name(e.To, c.ins, "output")),
			Repair: &Repair{Path: c.field(e.To, "Flags")}}
	}
	c.source[e.To] = e.From
	c.targets[e.From] = append(c.targets[e.From], e.To)
	return c.agree(e, to)
}

// agree asks that all that an input of the graph feeds have one size in bytes and one owner.
func (c *compiler) agree(e *Edge, to *tensor.Desc) *Fault {
	if e.From.Node >= 0 || to == nil {
		return nil
	}
	first := c.targets[e.From][0]
	if first.Node < 0 {
		return nil
	}
	t := c.ins[first.Node][first.Slot].Tensor
	switch {
	case t.Owned() != to.Owned():
		return &Fault{Cause: Owner, Path: e.Path,
			Text: fmt.Sprintf("%s and %s take the same input of the graph, and one of them only is OWNED_BY_DML", c.name(first, c.ins, "output"),
				c.name(e.To, c.ins, "output"))}
	case t.TotalSize() != to.TotalSize():
		return &Fault{Cause: Bytes, Path: e.Path,
			Text: fmt.Sprintf("%s has %d bytes, but %s, which takes the same input of the graph, has %d", c.name(e.To, c.ins, "output"),
				to.TotalSize(), c.name(first, c.ins, "output"), t.TotalSize())}
	}
	return nil
}

// tensor is the tensor at an end; nil for the graph itself.
func (c *compiler) tensor(e *Edge, at End, side string, of [][]op.Bound, graph int, what, field string) (*tensor.Desc, *Fault) {
	kind := map[string]string{"From": "Output", "To": "Input"}[side]
	switch {
	case at.Node < 0 && at.Slot >= graph:
		if n := c.ends(side, at.Node); n > 0 {
			path := map[string]string{"From": "InputCount", "To": "OutputCount"}[side]
			return nil, &Fault{Cause: Unknown, Path: e.Path + "." + field, Text: fmt.Sprintf("the graph has %d %s, got %d", graph, what, at.Slot),
				Repair: &Repair{Path: path, Text: strconv.Itoa(n)}}
		}
		return nil, c.beyond(side, e.Path+"."+field, at, End{at.Node, at.Slot - 1}, graph,
			fmt.Sprintf("the graph has %d %s, got %d", graph, what, at.Slot))
	case at.Node < 0:
		return nil, nil
	case at.Node >= len(c.Nodes):
		return nil, c.beyond(side, e.Path+"."+side+"NodeIndex", at, End{at.Node - 1, at.Slot}, len(c.Nodes),
			fmt.Sprintf("the graph has %d nodes, got %d", len(c.Nodes), at.Node))
	case at.Slot >= len(of[at.Node]) || of[at.Node][at.Slot].Tensor == nil:
		return nil, c.beyond(side, fmt.Sprintf("%s.%sNode%sIndex", e.Path, side, kind), at, End{at.Node, at.Slot - 1}, len(of[at.Node]),
			fmt.Sprintf("%s has no tensor %d", c.Nodes[at.Node].Name, at.Slot))
	}
	return of[at.Node][at.Slot].Tensor, nil
}

// ends is how many numbers of a node, or of the graph itself, the edges name on a side, if they are all from 0; else 0. Where each has an edge, it is
// their count that is wrong.
func (c *compiler) ends(side string, node int) int {
	named := map[int]bool{}
	most := -1
	for _, e := range c.Edges {
		at := e.From
		if side == "To" {
			at = e.To
		}
		if at.Node == node {
			named[at.Slot], most = true, max(most, at.Slot)
		}
	}
	if len(named) != most+1 {
		return 0
	}
	return len(named)
}

// beyond is the fault of an end with a number that is none of count from 0. The first one beyond them may have been counted from 1: it is the one
// before, unless another edge goes there.
func (c *compiler) beyond(side, path string, at, before End, count int, text string) *Fault {
	f := &Fault{Cause: Unknown, Path: path, Text: text}
	got := at.Slot
	if before.Slot == at.Slot {
		got = at.Node
	}
	if got != count || count == 0 || side == "To" && slices.ContainsFunc(c.Edges, func(e Edge) bool { return e.To == before }) {
		return f
	}
	f.Repair = &Repair{Path: path, Text: strconv.Itoa(got - 1)}
	return f
}

// surplus leaves out an edge to something that another one goes to, where what it comes from feeds something else.
func (c *compiler) surplus(e *Edge) *Repair {
	others := 0
	for i := range c.Edges {
		if c.Edges[i].From == e.From {
			others++
		}
	}
	if e.From.Node >= 0 && others < 2 {
		return nil
	}
	return &Repair{Path: e.Path}
}

// field is the path of a field of a tensor, from the description of the graph, where the tensor is a BufferTensor and the operator is in a local.
func (c *compiler) field(at End, name string) string {
	return fmt.Sprintf("Nodes[%d].Operator(1).%s(1).%s", at.Node+1, c.ins[at.Node][at.Slot].Name, name)
}

// sameType gives a tensor the data type of the one that feeds it, where that is what differs.
func (c *compiler) sameType(at End, from, to *tensor.Desc) *Repair {
	if at.Node < 0 || !from.SameSizes(to) || from.DataType == to.DataType {
		return nil
	}
	return &Repair{Path: c.field(at, "DataType"), Text: strconv.Quote(from.DataType.String())}
}

// name is an end for messages.
func (c *compiler) name(at End, of [][]op.Bound, graph string) string {
	if at.Node < 0 {
		return fmt.Sprintf("%s %d of the graph", graph, at.Slot)
	}
	return fmt.Sprintf("'%s' of %s", of[at.Node][at.Slot].Name, c.Nodes[at.Node].Name)
}

// bounds are the inputs and outputs of the graph: each has the tensor of the first node that it is connected to.
func (c *compiler) bounds() {
	for i := range c.Inputs {
		b := op.Bound{Name: fmt.Sprintf("GraphInput[%d]", i)}
		for _, t := range c.targets[End{-1, i}] {
			if b.Tensor == nil && t.Node >= 0 {
				b.Tensor = c.ins[t.Node][t.Slot].Tensor
			}
		}
		c.out.Inputs = append(c.out.Inputs, b)
	}
	for i := range c.Outputs {
		b := op.Bound{Name: fmt.Sprintf("GraphOutput[%d]", i)}
		if s := c.source[End{-1, i}]; s.Node >= 0 {
			b.Tensor = c.outs[s.Node][s.Slot].Tensor
		}
		c.out.Outputs = append(c.out.Outputs, b)
	}
}
