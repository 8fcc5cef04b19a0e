package graph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// chain is a graph of n activations in a row.
func chain(t *testing.T, n int) Graph {
	a := tensor.Of(tensor.Float32, 64)
	args, fault := catalogue.Resolve(op.Desc{Type: "ACTIVATION_RELU", Fields: map[string]any{"InputTensor": a, "OutputTensor": a}})
	require.Nil(t, fault)
	g := Graph{Inputs: 1, Outputs: 1}
	from := End{-1, 0}
	for i := range n {
		g.Nodes = append(g.Nodes, Node{Name: "node", Args: args})
		g.Edges = append(g.Edges, Edge{"edge", from, End{i, 0}})
		from = End{i, 0}
	}
	g.Edges = append(g.Edges, Edge{"edge", from, End{-1, 0}})
	return g
}

// TestMemoryIsUsedAgain: of a chain two places are in use at a time, whatever its length; the last one is where the output is bound.
func TestMemoryIsUsedAgain(t *testing.T) {
	for _, c := range []struct {
		nodes int
		temp  uint64
	}{{1, 0}, {2, 256}, {3, 512}, {9, 512}} {
		out, fault := Compile(chain(t, c.nodes))
		require.Nil(t, fault)
		require.Equal(t, c.temp, out.Program.Temp, "%d nodes", c.nodes)
		require.Len(t, out.Program.Steps, c.nodes)
		first, last := out.Program.Steps[0].Slots, out.Program.Steps[c.nodes-1].Slots
		require.Contains(t, spaces(first), shader.Input)
		require.Contains(t, spaces(last), shader.Output)
	}
}

func spaces(slots []shader.Slot) []shader.Space {
	var out []shader.Space
	for _, s := range slots {
		out = append(out, s.Space)
	}
	return out
}

// TestOrder: nodes whose numbers are against the edges run in the order of the edges.
func TestOrder(t *testing.T) {
	g := chain(t, 3)
	turn := func(e End) End {
		if e.Node >= 0 {
			e.Node = 2 - e.Node
		}
		return e
	}
	for i := range g.Edges {
		g.Edges[i].From, g.Edges[i].To = turn(g.Edges[i].From), turn(g.Edges[i].To)
	}
	out, fault := Compile(g)
	require.Nil(t, fault)
	require.Contains(t, spaces(out.Program.Steps[0].Slots), shader.Input)
	require.Contains(t, spaces(out.Program.Steps[2].Slots), shader.Output)
}

// TestOneOutputTwice: an output of a node that feeds two outputs of the graph is copied to the second one.
func TestOneOutputTwice(t *testing.T) {
	g := chain(t, 1)
	g.Outputs = 2
	g.Edges = append(g.Edges, Edge{"edge", End{0, 0}, End{-1, 1}})
	out, fault := Compile(g)
	require.Nil(t, fault)
	require.Len(t, out.Program.Steps, 2)
	require.Equal(t, "COPY", out.Program.Steps[1].Name)
	require.Equal(t, []op.Bound{{Name: "GraphOutput[0]", Tensor: out.Outputs[0].Tensor}, {Name: "GraphOutput[1]", Tensor: out.Outputs[0].Tensor}}, out.Outputs)
}

// TestOneInputTwice: a node that gets one tensor twice has two views of it.
func TestOneInputTwice(t *testing.T) {
	a := tensor.Of(tensor.Float32, 4)
	args, fault := catalogue.Resolve(op.Desc{Type: "ELEMENT_WISE_ADD", Fields: map[string]any{"ATensor": a, "BTensor": a, "OutputTensor": a}})
	require.Nil(t, fault)
	out, wrong := Compile(Graph{Inputs: 1, Outputs: 1, Nodes: []Node{{Name: "sum", Args: args}}, Edges: []Edge{{"", End{-1, 0}, End{0, 0}}, {"", End{-1, 0}, End{0, 1}}, {"", End{0, 0}, End{-1, 0}}}})
	require.Nil(t, wrong)
	seen := map[shader.View]bool{}
	for _, s := range out.Program.Steps[0].Slots {
		require.False(t, seen[s.View], "%+v", s)
		seen[s.View] = true
	}
	require.Len(t, seen, 3)
}

// TestPool holds the pool against a list of all bytes: no two ranges in use share one, and what is given back is found again.
func TestPool(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		var p pool
		used := map[uint64]uint64{} // sizes by offset
		var order []uint64
		for range 200 {
			if len(order) > 0 && r.IntN(2) == 0 {
				i := r.IntN(len(order))
				at := order[i]
				p.give(at, used[at])
				delete(used, at)
				order = append(order[:i], order[i+1:]...)
				continue
			}
			size := uint64(r.IntN(2000) + 1)
			at := p.take(size)
			for other, n := range used {
				require.False(t, at < other+align(n) && other < at+align(size), "[%d, %d) and [%d, %d)", at, at+size, other, other+n)
			}
			require.Zero(t, at%tensor.BufferAlign)
			require.LessOrEqual(t, at+size, p.end)
			used[at], order = size, append(order, at)
		}
		for _, at := range order {
			p.give(at, used[at])
		}
		if p.end > 0 {
			require.Equal(t, []span{{0, p.end}}, p.free, "everything came back, in one piece")
		}
	}
}

// TestTooManyInputs refuses a graph with more inputs than a heap has descriptors, before anything is made for them.
func TestTooManyInputs(t *testing.T) {
	_, fault := Compile(Graph{Inputs: 1_000_001})
	require.NotNil(t, fault)
	require.Equal(t, Unknown, fault.Cause)
	_, fault = Compile(Graph{Inputs: 1_000_000, Outputs: 1})
	require.Equal(t, Connected, fault.Cause) // the next fault: nothing feeds the output
}

// TestRepairs: what removes a fault is proposed where one change does, and only there.
func TestRepairs(t *testing.T) {
	number := func(change func(*Graph)) *Fault {
		g := chain(t, 2)
		for i := range g.Edges {
			g.Edges[i].Path = []string{"InputEdges[1]", "IntermediateEdges[1]", "OutputEdges[1]"}[i]
		}
		change(&g)
		_, fault := Compile(g)
		require.NotNil(t, fault)
		return fault
	}
	for name, c := range map[string]struct {
		change func(*Graph)
		want   *Repair
	}{
		"a node counted from 1":             {func(g *Graph) { g.Edges[2].From.Node = 2 }, &Repair{Path: "OutputEdges[1].FromNodeIndex", Text: "1"}},
		"a node far beyond":                 {func(g *Graph) { g.Edges[2].From.Node = 3 }, nil},
		"one that another edge goes to":     {func(g *Graph) { g.Edges[0].To.Node = 2 }, nil},
		"an output of the graph, from 1":    {func(g *Graph) { g.Edges[2].To.Slot = 1 }, &Repair{Path: "OutputEdges[1].GraphOutputIndex", Text: "0"}},
		"no edge between nodes":             {func(g *Graph) { g.Edges = append(g.Edges[:1], g.Edges[2]) }, &Repair{Path: "IntermediateEdges", Text: "{ { FromNodeIndex = 0, FromNodeOutputIndex = 0, ToNodeIndex = 1, ToNodeInputIndex = 0 } }"}},
		"no edge to the output":             {func(g *Graph) { g.Edges = g.Edges[:2] }, &Repair{Path: "OutputEdges", Text: "{ { FromNodeIndex = 1, FromNodeOutputIndex = 0, GraphOutputIndex = 0 } }"}},
		"no edge from the input":            {func(g *Graph) { g.Edges = g.Edges[1:] }, &Repair{Path: "InputEdges", Text: "{ { GraphInputIndex = 0, ToNodeIndex = 0, ToNodeInputIndex = 0 } }"}},
		"no edges":                          {func(g *Graph) { g.Edges = nil }, nil},
		"the input goes to both nodes":      {func(g *Graph) { g.Edges = append(g.Edges, Edge{"InputEdges[2]", End{-1, 0}, End{1, 0}}) }, &Repair{Path: "InputEdges[2]"}},
		"a node whose only edge goes twice": {func(g *Graph) { g.Edges[0].To.Node = 1 }, nil},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, number(c.change).Repair) })
	}
}

// back is a chain whose node from feeds node to as well, in the place of the edge that fed it.
func back(t *testing.T, nodes, from, to int) Graph {
	g := chain(t, nodes)
	for i := range g.Edges {
		g.Nodes[min(i, nodes-1)].Name = fmt.Sprintf("node %d", min(i, nodes-1))
		switch e := &g.Edges[i]; {
		case i == 0:
			e.Path = "InputEdges[1]"
		case i == nodes:
			e.Path = "OutputEdges[1]"
		default:
			e.Path = fmt.Sprintf("IntermediateEdges[%d]", i)
		}
	}
	last := Edge{fmt.Sprintf("IntermediateEdges[%d]", nodes), End{from, 0}, End{to, 0}}
	g.Edges = slices.DeleteFunc(g.Edges, func(e Edge) bool { return e.To == last.To })
	g.Edges = append(g.Edges, last)
	return g
}

// TestCycle: nodes of a cycle are named and no others, and the edge that goes back to a lower node becomes an input of the graph, where nothing else
// hangs on it.
func TestCycle(t *testing.T) {
	input := func(n, node int) Repair {
		return Repair{Path: "InputEdges", Text: fmt.Sprintf("{ { GraphInputIndex = %d, ToNodeIndex = %d, ToNodeInputIndex = 0 } }", n, node)}
	}
	added := func(n, node int) Repair {
		return Repair{Path: "InputEdges", Text: fmt.Sprintf("{ GraphInputIndex = %d, ToNodeIndex = %d, ToNodeInputIndex = 0 }", n, node), Append: true}
	}
	for _, c := range []struct {
		name   string
		graph  Graph
		text   string
		repair *Repair
	}{
		{"all nodes", back(t, 2, 1, 0), "node 0 depends on its own output: nodes 0 → 1 → 0",
			&Repair{Path: "IntermediateEdges[2]", And: []Repair{input(0, 0)}}},
		{"a node alone", back(t, 1, 0, 0), "node 0 depends on its own output", &Repair{Path: "IntermediateEdges[1]", And: []Repair{input(0, 0)}}},
		{"behind another node", func() Graph { // 0 feeds the second output, 1 and 2 each other
			g := back(t, 3, 2, 1)
			g.Outputs = 2
			g.Edges = append(g.Edges, Edge{"OutputEdges[2]", End{0, 0}, End{-1, 1}})
			return g
		}(), "node 1 depends on its own output: nodes 1 → 2 → 1",
			&Repair{Path: "IntermediateEdges[3]", And: []Repair{{Path: "InputCount", Text: "2"}, added(1, 1)}}},
		{"before another node", func() Graph { // 1 and 2 feed each other, and 2 feeds 0
			g := back(t, 3, 2, 1)
			for i := range g.Edges {
				if g.Edges[i].To == (End{-1, 0}) {
					g.Edges[i].From = End{0, 0}
				}
			}
			g.Edges[0] = Edge{"IntermediateEdges[1]", End{2, 0}, End{0, 0}}
			return g
		}(), "node 1 depends on its own output: nodes 1 → 2 → 1", &Repair{Path: "IntermediateEdges[3]", And: []Repair{input(0, 1)}}},
		{"the edge is the only one of its output", func() Graph {
			g := back(t, 2, 1, 0)
			g.Edges = slices.DeleteFunc(g.Edges, func(e Edge) bool { return e.To.Node < 0 })
			g.Outputs = 0
			return g
		}(), "node 0 depends on its own output: nodes 0 → 1 → 0", nil},
		{"many nodes", back(t, 12, 11, 0), "node 0 depends on its own output: nodes 0 → 1 → 2 → 3 → … → 10 → 11 → 0",
			&Repair{Path: "IntermediateEdges[12]", And: []Repair{input(0, 0)}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, fault := Compile(c.graph)
			require.NotNil(t, fault)
			require.Equal(t, Cycle, fault.Cause)
			require.Equal(t, c.text, fault.Text)
			require.Equal(t, c.repair, fault.Repair)
		})
	}
}

// TestTwoCycles: no edge alone repairs two cycles.
func TestTwoCycles(t *testing.T) {
	g, other := back(t, 2, 1, 0), back(t, 2, 1, 0)
	g.Nodes = append(g.Nodes, other.Nodes...)
	for _, e := range other.Edges {
		if e.To.Node >= 0 {
			e.From.Node, e.To.Node = e.From.Node+2, e.To.Node+2
		} else {
			e.From.Node, e.To.Slot = 3, 1
		}
		g.Edges = append(g.Edges, e)
	}
	g.Outputs = 2
	_, fault := Compile(g)
	require.Equal(t, Cycle, fault.Cause)
	require.Nil(t, fault.Repair)
}
