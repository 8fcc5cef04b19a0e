package dml

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/graph"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
)

// GraphNode is an operator of a graph (DML_OPERATOR_GRAPH_NODE_DESC).
type GraphNode struct {
	Operator *Operator `lua:",required"`
	Name     string    // for messages
}

// InputGraphEdge connects an input of the graph to an input of a node (DML_INPUT_GRAPH_EDGE_DESC). Numbers count from 0.
type InputGraphEdge struct {
	GraphInputIndex  uint32 `lua:",required"` // from 0
	ToNodeIndex      uint32 `lua:",required"` // from 0, in Nodes
	ToNodeInputIndex uint32 `lua:",required"` // from 0, in the order of BindInputs
	Name             string // for messages
}

// OutputGraphEdge connects an output of a node to an output of the graph (DML_OUTPUT_GRAPH_EDGE_DESC). Numbers count from 0.
type OutputGraphEdge struct {
	FromNodeIndex       uint32 `lua:",required"` // from 0, in Nodes
	FromNodeOutputIndex uint32 `lua:",required"` // from 0, in the order of BindOutputs
	GraphOutputIndex    uint32 `lua:",required"` // from 0
	Name                string // for messages
}

// IntermediateGraphEdge connects an output of a node to an input of another one (DML_INTERMEDIATE_GRAPH_EDGE_DESC). Numbers count from 0.
type IntermediateGraphEdge struct {
	FromNodeIndex       uint32 `lua:",required"` // from 0, in Nodes
	FromNodeOutputIndex uint32 `lua:",required"` // from 0, in the order of BindOutputs
	ToNodeIndex         uint32 `lua:",required"` // from 0, in Nodes
	ToNodeInputIndex    uint32 `lua:",required"` // from 0, in the order of BindInputs
	Name                string // for messages
}

// GraphDesc describes a graph of operators (DML_GRAPH_DESC).
type GraphDesc struct {
	InputCount        uint32                  // inputs of the graph
	OutputCount       uint32                  // outputs of the graph
	Nodes             []GraphNode             `lua:",required"`
	InputEdges        []InputGraphEdge        // from inputs of the graph
	OutputEdges       []OutputGraphEdge       // to outputs of the graph
	IntermediateEdges []IntermediateGraphEdge // between nodes
}

var graphCodes = map[graph.Cause]diag.Code{graph.Unknown: diag.DMLGraphEdge, graph.Connected: diag.DMLGraphConnection, graph.Cycle: diag.DMLGraphCycle, graph.Bytes: diag.DMLGraphBytes, graph.Owner: diag.DMLGraphOwner}

var graphHelps = map[graph.Cause]string{graph.Unknown: "name what exists: numbers of nodes, inputs and outputs count from 0", graph.Connected: "connect every input of a node once, and every output at least once",
	graph.Cycle: "make one of the edges of the cycle an input of the graph, which the result before is bound to", graph.Bytes: "give both tensors one TotalTensorSizeInBytes", graph.Owner: "leave OWNED_BY_DML out, or connect the tensor to an input of the graph of its own"}

// CompileGraph makes one compiled operator of operators that feed each other. Its inputs and outputs are those of the graph; the operators may be released behind it.
func (d *Device) CompileGraph(of GraphDesc, how CompileDesc) (*CompiledOperator, error) {
	if err := d.usable("CompileGraph"); err != nil {
		return nil, err
	}
	g := graph.Graph{Inputs: int(of.InputCount), Outputs: int(of.OutputCount)}
	for i, n := range of.Nodes {
		n.Operator.site = d.site
		if err := n.Operator.usable("CompileGraph"); err != nil {
			return nil, err
		}
		if err := d.sameDevice("CompileGraph", &n.Operator.object); err != nil {
			return nil, err
		}
		name := fmt.Sprintf("node %d, %s", i, n.Operator.args.Row.Name)
		if n.Name != "" {
			name = fmt.Sprintf("node %d %q", i, n.Name)
		}
		g.Nodes = append(g.Nodes, graph.Node{Name: name, Args: n.Operator.args})
	}
	g.Edges = of.edges()
	c, fault := graph.Compile(g)
	if fault != nil {
		return nil, d.rules.Refuse(words.Describe(d.site, graphFault(fault)))
	}
	return d.compile(c.Program, c.Inputs, c.Outputs, how)
}

// graphFault is what is said of a fault.
func graphFault(f *graph.Fault) words.Fault {
	out := words.Fault{Code: graphCodes[f.Cause], Method: "CompileGraph", Where: "CompileGraph", Text: f.Text, Help: graphHelps[f.Cause]}
	if f.Path != "" {
		out.Where += "." + f.Path
	}
	if f.Repair == nil {
		return out
	}
	repair(&out, f.Repair)
	if len(f.Repair.And) > 0 {
		out.Together()
	}
	for i := range f.Repair.And {
		repair(&out, &f.Repair.And[i])
	}
	return out
}

// repair adds a repair to what is said of a fault.
func repair(to *words.Fault, r *graph.Repair) {
	switch {
	case r.Append:
		to.Add(r.Path, r.Text)
	case r.Text == "":
		to.Edit(r.Path, nil)
	default:
		to.Edit(r.Path, diag.Source(r.Text))
	}
}

// edges are all edges.
func (of *GraphDesc) edges() []graph.Edge {
	var out []graph.Edge
	for i, e := range of.InputEdges {
		out = append(out, graph.Edge{Path: fmt.Sprintf("InputEdges[%d]", i+1), From: graph.End{Node: -1, Slot: int(e.GraphInputIndex)}, To: graph.End{Node: int(e.ToNodeIndex), Slot: int(e.ToNodeInputIndex)}})
	}
	for i, e := range of.IntermediateEdges {
		out = append(out, graph.Edge{Path: fmt.Sprintf("IntermediateEdges[%d]", i+1), From: graph.End{Node: int(e.FromNodeIndex), Slot: int(e.FromNodeOutputIndex)}, To: graph.End{Node: int(e.ToNodeIndex), Slot: int(e.ToNodeInputIndex)}})
	}
	for i, e := range of.OutputEdges {
		out = append(out, graph.Edge{Path: fmt.Sprintf("OutputEdges[%d]", i+1), From: graph.End{Node: int(e.FromNodeIndex), Slot: int(e.FromNodeOutputIndex)}, To: graph.End{Node: -1, Slot: int(e.GraphOutputIndex)}})
	}
	return out
}
