package graph

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// order is the nodes so that each comes after those that feed it, lower numbers first. rest are those that are in a cycle or after one, nil without.
func (c *compiler) order() (out, rest []int) {
	done := make([]bool, len(c.Nodes))
	for len(out) < len(c.Nodes) {
		next := -1
		for n := range c.Nodes {
			if !done[n] && c.feeder(n, done) < 0 {
				next = n
				break
			}
		}
		if next < 0 {
			break
		}
		done[next], out = true, append(out, next)
	}
	for n := range c.Nodes {
		if !done[n] {
			rest = append(rest, n)
		}
	}
	return out, rest
}

// feeder is a node that feeds one and is not done; -1 if there is none.
func (c *compiler) feeder(n int, done []bool) int {
	for i := range c.ins[n] {
		if s, ok := c.source[End{n, i}]; ok && s.Node >= 0 && !done[s.Node] {
			return s.Node
		}
	}
	return -1
}

// cycle is the fault of nodes that feed each other. They are among some nodes, each of which is fed by another one of them: who goes from each to the
// one that feeds it comes to a node again, and from there on all are in the cycle.
func (c *compiler) cycle(among []int) *Fault {
	done := make([]bool, len(c.Nodes))
	for n := range done {
		done[n] = !slices.Contains(among, n)
	}
	var way []int
	at := among[0]
	for !slices.Contains(way, at) {
		way = append(way, at)
		at = c.feeder(at, done)
	}
	ring := way[slices.Index(way, at):]
	slices.Reverse(ring)
	first := slices.Index(ring, slices.Min(ring))
	ring = append(slices.Clone(ring[first:]), ring[:first]...)
	text := fmt.Sprintf("%s depends on its own output", c.Nodes[ring[0]].Name)
	if len(ring) > 1 {
		text += ": nodes " + arrows(append(slices.Clone(ring), ring[0]))
	}
	return &Fault{Cause: Cycle, Text: text, Repair: c.opened(ring)}
}

// mostShown is how many nodes of a cycle are named.
const mostShown = 8

// arrows are numbers of nodes as a text, some of the middle left out if there are many.
func arrows(nodes []int) string {
	var out []string
	for i, n := range nodes {
		switch {
		case len(nodes) <= mostShown || i < 4 || i >= len(nodes)-3:
			out = append(out, strconv.Itoa(n))
		case i == 4:
			out = append(out, "…")
		}
	}
	return strings.Join(out, " → ")
}

// opened makes an input of the graph of the edge of a cycle that goes back to a node that is described before: so a network is fed with its own
// state. nil where that leaves another cycle, or an output that nothing takes.
func (c *compiler) opened(ring []int) *Repair {
	at := -1
	for i, e := range c.Edges {
		if k := slices.Index(ring, e.From.Node); k >= 0 && e.To.Node == ring[(k+1)%len(ring)] && e.To.Node <= e.From.Node {
			at = i
		}
	}
	e := c.Edges[at]
	if len(c.targets[e.From]) < 2 {
		return nil
	}
	delete(c.source, e.To)
	if _, rest := c.order(); rest != nil {
		return nil
	}
	out := &Repair{Path: e.Path}
	input := 0
	for input < c.Inputs && len(c.targets[End{-1, input}]) > 0 {
		input++
	}
	if input == c.Inputs {
		out.And = append(out.And, Repair{Path: "InputCount", Text: strconv.Itoa(input + 1)})
	}
	out.And = append(out.And, *c.edge("InputEdges",
		fmt.Sprintf("GraphInputIndex = %d, ToNodeIndex = %d, ToNodeInputIndex = %d", input, e.To.Node, e.To.Slot)))
	return out
}
