package graph

import (
	"fmt"
	"strings"
)

// connected finds tensors that nothing is connected to.
func (c *compiler) connected() *Fault {
	var ins, outs, results []End // that are loose; of the results of the graph as many as are looked at
	first := ""
	loose := func(list *[]End, at End, name string) {
		if *list = append(*list, at); first == "" {
			first = name
		}
	}
	for n := range c.Nodes {
		for i, b := range c.ins[n] {
			if _, fed := c.source[End{n, i}]; b.Tensor != nil && !fed {
				loose(&ins, End{n, i}, c.name(End{n, i}, c.ins, ""))
			}
		}
		for i, b := range c.outs[n] {
			if b.Tensor != nil && len(c.targets[End{n, i}]) == 0 {
				loose(&outs, End{n, i}, c.name(End{n, i}, c.outs, ""))
			}
		}
	}
	for i := 0; i < c.Outputs && len(results) < 2; i++ {
		if _, fed := c.source[End{-1, i}]; !fed {
			loose(&results, End{-1, i}, fmt.Sprintf("output %d of the graph", i))
		}
	}
	if first == "" {
		return nil
	}
	return &Fault{Cause: Connected, Text: "nothing is connected to " + first, Repair: c.joined(ins, outs, results)}
}

// joined is the one edge that connects all that is loose, if there is one.
func (c *compiler) joined(ins, outs, results []End) *Repair {
	switch counts := [3]int{len(ins), len(outs), len(results)}; counts {
	case [3]int{1, 1, 0}:
		from, to := outs[0], ins[0]
		if from.Node == to.Node || c.outs[from.Node][from.Slot].Tensor.TotalSize() != c.ins[to.Node][to.Slot].Tensor.TotalSize() {
			return nil
		}
		return c.edge("IntermediateEdges", fmt.Sprintf("FromNodeIndex = %d, FromNodeOutputIndex = %d, ToNodeIndex = %d, ToNodeInputIndex = %d",
			from.Node, from.Slot, to.Node, to.Slot))
	case [3]int{0, 1, 1}:
		return c.edge("OutputEdges", fmt.Sprintf("FromNodeIndex = %d, FromNodeOutputIndex = %d, GraphOutputIndex = %d", outs[0].Node,
			outs[0].Slot, results[0].Slot))
	case [3]int{1, 0, 0}:
		for i := range c.Inputs {
			if len(c.targets[End{-1, i}]) == 0 {
				return c.edge("InputEdges", fmt.Sprintf("GraphInputIndex = %d, ToNodeIndex = %d, ToNodeInputIndex = %d", i, ins[0].Node, ins[0].Slot))
			}
		}
	}
	return nil
}

// edge is a further edge in a list, which may be empty or absent.
func (c *compiler) edge(list, fields string) *Repair {
	for i := range c.Edges {
		if strings.HasPrefix(c.Edges[i].Path, list) {
			return &Repair{Path: list, Text: "{ " + fields + " }", Append: true}
		}
	}
	return &Repair{Path: list, Text: "{ { " + fields + " } }"}
}
