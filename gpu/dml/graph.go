package dml

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/graph"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
)

// GraphNodeType as DML_GRAPH_NODE_TYPE.
type GraphNodeType uint8

// The types of nodes.
const (
	NodeAuto     GraphNodeType = iota // as the other fields of the node say
	NodeOperator                      // an operator
	NodeConstant                      // data that the graph keeps
)

var nodeTypeNames = []string{"", "OPERATOR", "CONSTANT"}

// LuaNames implements the enum contract of the bindings.
func (GraphNodeType) LuaNames() []string { return nodeTypeNames }

// String returns the DirectML name without its prefix.
func (t GraphNodeType) String() string { return nodeTypeNames[t] }

// GraphNode is a node of a graph: an operator (DML_OPERATOR_GRAPH_NODE_DESC), or data that the graph keeps (DML_CONSTANT_DATA_GRAPH_NODE_DESC). The
// data of a node is its output 0; initialisation puts it into the persistent resource.
type GraphNode struct {
	Type     GraphNodeType // left out: as the other fields say
	Operator *Operator     // of OPERATOR
	Data     []byte        // of CONSTANT: as many as the TotalTensorSizeInBytes of what it feeds; dml.PackTensor makes them of numbers
	DataSize uint64        // bytes of Data; 0: all
	Name     string        // for messages
}

// fault is what is wrong with the fields of node i.
func (n *GraphNode) fault(i int) *graph.Fault {
	path := fmt.Sprintf("Nodes[%d]", i+1)
	unlike := func(field, text, help string) *graph.Fault {
		return &graph.Fault{Cause: graph.Connected, Path: path, Text: text, Help: help, Repair: &graph.Repair{Path: path + "." + field}}
	}
	constant := n.Type == NodeConstant || n.Type == NodeAuto && n.Data != nil
	switch {
	case n.Operator == nil && n.Data == nil:
		return &graph.Fault{Cause: graph.Connected, Path: path, Text: "a node has an Operator, or is a constant with Data, and this one has neither",
			Help: "give the node an Operator, or Data"}
	case n.Operator != nil && n.Data != nil:
		return unlike("Data", "a node is an operator or a constant, and this one has both an Operator and Data",
			"leave one of both out, and give it a node of its own")
	case constant && n.Data == nil:
		return unlike("Type", "a node of type CONSTANT has Data, and this one has an Operator", "leave Type out, or give the node Data")
	case !constant && n.Operator == nil:
		return unlike("Type", "a node of type OPERATOR has an Operator, and this one has Data", "leave Type out, or give the node an Operator")
	case n.DataSize != 0 && n.DataSize != uint64(len(n.Data)):
		f := &graph.Fault{Cause: graph.Bytes, Path: path + ".DataSize",
			Text: fmt.Sprintf("DataSize is %d, and the node holds %d bytes of Data", n.DataSize, len(n.Data)),
			Help: "leave DataSize out: it is the number of bytes of Data"}
		f.Repair = &graph.Repair{Path: f.Path}
		return f
	case constant && (len(n.Data) == 0 || len(n.Data)%4 != 0):
		return &graph.Fault{Cause: graph.Bytes, Path: path + ".Data",
			Text: fmt.Sprintf("a constant has a multiple of 4 bytes and at least 4, as all tensors, and this one has %d", len(n.Data)),
			Help: "make Data of the tensor that the node feeds and its elements with dml.PackTensor"}
	}
	return nil
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

var graphCodes = map[graph.Cause]diag.Code{graph.Unknown: diag.DMLGraphEdge, graph.Connected: diag.DMLGraphConnection,
	graph.Cycle: diag.DMLGraphCycle, graph.Bytes: diag.DMLGraphBytes, graph.Owner: diag.DMLGraphOwner}

var graphHelps = map[graph.Cause]string{graph.Unknown: "name a node, input or output that exists: they are numbered from 0",
	graph.Connected: "connect every input of a node once, and every output at least once",
	graph.Cycle:     "make one of the edges of the cycle an input of the graph, which the result before is bound to",
	graph.Bytes:     "give both tensors one TotalTensorSizeInBytes",
	graph.Owner:     "leave OWNED_BY_DML out, or connect the tensor to an input of the graph of its own"}

// CompileGraph makes one compiled operator of operators that feed each other. Its inputs and outputs are those of the graph; the operators may be
// released after it.
func (d *Device) CompileGraph(of GraphDesc, how CompileDesc) (*CompiledOperator, error) {
	if err := d.usable("CompileGraph"); err != nil {
		return nil, err
	}
	g := graph.Graph{Inputs: int(of.InputCount), Outputs: int(of.OutputCount)}
	for i, n := range of.Nodes {
		if fault := n.fault(i); fault != nil {
			return nil, d.rules.Refuse(words.Describe(d.site, graphFault(fault)))
		}
		if n.Operator == nil {
			g.Nodes = append(g.Nodes, graph.Node{Name: n.title(i, "CONSTANT"), Data: n.Data})
			continue
		}
		n.Operator.site = d.site
		if err := n.Operator.usable("CompileGraph"); err != nil {
			return nil, err
		}
		if err := d.sameDevice("CompileGraph", &n.Operator.object); err != nil {
			return nil, err
		}
		g.Nodes = append(g.Nodes, graph.Node{Name: n.title(i, n.Operator.args.Row.Name), Args: n.Operator.args})
	}
	g.Edges = of.edges()
	c, fault := graph.Compile(g)
	if fault != nil {
		return nil, d.rules.Refuse(words.Describe(d.site, graphFault(fault)))
	}
	return d.compile(c.Program, c.Inputs, c.Outputs, how)
}

// title is node i in messages.
func (n *GraphNode) title(i int, kind string) string {
	if n.Name != "" {
		return fmt.Sprintf("node %d %q", i, n.Name)
	}
	return fmt.Sprintf("node %d, %s", i, kind)
}

// graphFault is what is said of a fault.
func graphFault(f *graph.Fault) words.Fault {
	out := words.Fault{Code: graphCodes[f.Cause], Method: "CompileGraph", Where: "CompileGraph", Text: f.Text, Help: graphHelps[f.Cause]}
	if f.Path != "" {
		out.Where += "." + f.Path
	}
	if f.Help != "" {
		out.Help = f.Help
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
		out = append(out, graph.Edge{Path: fmt.Sprintf("InputEdges[%d]", i+1), From: graph.End{Node: -1, Slot: int(e.GraphInputIndex)},
			To: graph.End{Node: int(e.ToNodeIndex), Slot: int(e.ToNodeInputIndex)}})
	}
	for i, e := range of.IntermediateEdges {
		out = append(out, graph.Edge{Path: fmt.Sprintf("IntermediateEdges[%d]", i+1),
			From: graph.End{Node: int(e.FromNodeIndex), Slot: int(e.FromNodeOutputIndex)},
			To:   graph.End{Node: int(e.ToNodeIndex), Slot: int(e.ToNodeInputIndex)}})
	}
	for i, e := range of.OutputEdges {
		out = append(out, graph.Edge{Path: fmt.Sprintf("OutputEdges[%d]", i+1),
			From: graph.End{Node: int(e.FromNodeIndex), Slot: int(e.FromNodeOutputIndex)}, To: graph.End{Node: -1, Slot: int(e.GraphOutputIndex)}})
	}
	return out
}
