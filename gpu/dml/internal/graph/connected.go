package graph

import "fmt"

// connected finds tensors that nothing is connected to.
func (c *compiler) connected() *Fault {
	for n := range c.Nodes {
		for i, b := range c.ins[n] {
			if _, ok := c.source[End{n, i}]; b.Tensor != nil && !ok {
				return c.loose(c.name(End{n, i}, c.ins, ""), c.feeder(End{n, i}))
			}
		}
		for i, b := range c.outs[n] {
			if b.Tensor != nil && len(c.targets[End{n, i}]) == 0 {
				return c.loose(c.name(End{n, i}, c.outs, ""), c.reader(End{n, i}))
			}
		}
	}
	for i := range c.Outputs {
		if _, ok := c.source[End{-1, i}]; !ok {
			return c.loose(fmt.Sprintf("output %d of the graph", i), nil)
		}
	}
	return nil
}

func (c *compiler) loose(what string, r *Repair) *Fault {
	return &Fault{Cause: Connected, Text: "nothing is connected to " + what, Repair: r}
}

// feeder is the edge from the only thing that could feed an input of a node: an output of another node that nothing reads, or an input of the graph.
func (c *compiler) feeder(to End) *Repair {
	size := c.ins[to.Node][to.Slot].Tensor.TotalSize()
	var free []End
	for n := range c.Nodes {
		for i, b := range c.outs[n] {
			if at := (End{n, i}); n != to.Node && b.Tensor != nil && len(c.targets[at]) == 0 && b.Tensor.TotalSize() == size {
				free = append(free, at)
			}
		}
	}
	if len(free) == 1 {
		return c.between(free[0], to)
	}
	for i := range c.Inputs {
		if len(c.targets[End{-1, i}]) == 0 {
			free = append(free, End{-1, i})
		}
	}
	if len(free) != 1 {
		return nil
	}
	return c.edge("InputEdges", -1, fmt.Sprintf("GraphInputIndex = %d, ToNodeIndex = %d, ToNodeInputIndex = %d", free[0].Slot, to.Node, to.Slot))
}

// reader is the edge to the only thing that could read an output of a node: an input of another node that nothing feeds, or an output of the graph.
func (c *compiler) reader(from End) *Repair {
	size := c.outs[from.Node][from.Slot].Tensor.TotalSize()
	var free []End
	for n := range c.Nodes {
		for i, b := range c.ins[n] {
			if _, fed := c.source[End{n, i}]; n != from.Node && b.Tensor != nil && !fed && b.Tensor.TotalSize() == size {
				free = append(free, End{n, i})
			}
		}
	}
	if len(free) == 1 {
		return c.between(from, free[0])
	}
	for i := range c.Outputs {
		if _, fed := c.source[End{-1, i}]; !fed {
			free = append(free, End{-1, i})
		}
	}
	if len(free) != 1 {
		return nil
	}
	return c.edge("OutputEdges", from.Node, fmt.Sprintf("FromNodeIndex = %d, FromNodeOutputIndex = %d, GraphOutputIndex = %d", from.Node, from.Slot, free[0].Slot))
}

// between is the edge from an output of a node to an input of another one.
func (c *compiler) between(from, to End) *Repair {
	return c.edge("IntermediateEdges", from.Node, fmt.Sprintf("FromNodeIndex = %d, FromNodeOutputIndex = %d, ToNodeIndex = %d, ToNodeInputIndex = %d", from.Node, from.Slot, to.Node, to.Slot))
}

// edge is a further edge in a list, which may be empty or absent. Those of a list come from nodes, or from inputs of the graph, and go to the same kind of thing.
func (c *compiler) edge(list string, from int, fields string) *Repair {
	for i := range c.Edges {
		e := &c.Edges[i]
		if (e.From.Node < 0) == (from < 0) && (e.To.Node < 0) == (list == "OutputEdges") {
			return &Repair{Path: list, Text: "{ " + fields + " }", Append: true}
		}
	}
	return &Repair{Path: list, Text: "{ { " + fields + " } }"}
}
