package flow

import (
	"slices"
	"sort"
	"sync"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// An index answers what is asked for each line of a message without going through all nodes: a script may be told as many things as it has lines.
type index struct {
	*declared
	parents []int            // by node, as an index: the node that it is a part of; -1: none
	bodies  nest             // loops, functions and conditions
	stmts   nest             // all statements
	named   map[string][]int // the declarations of each name, ascending
}

// declared is what the text does with each variable.
type declared struct {
	firsts   map[int]ast.Expr // by declaration: the value that it begins with; nil without
	written  map[int]bool     // declarations that an assignment sets, or a field of which it sets
	assigned map[Variable]int // how often the text gives a variable a value
	uses     map[int][]int    // the names that stand for a declaration, as indices of nodes
}

// New is a tree of what was read.
func New(t *parse.Tree) *Tree {
	tree := &Tree{Tree: t}
	tree.index = sync.OnceValue(tree.indexed)
	return tree
}

// indexed makes the index.
func (t *Tree) indexed() *index {
	x := &index{declared: t.declared(), parents: t.parents(), named: map[string][]int{}}
	for i := range t.Records {
		r := &t.Records[i]
		if _, is := r.Node.(ast.Stmt); is {
			x.stmts = append(x.stmts, nested{Record: r})
		}
		switch r.Node.(type) {
		case *ast.WhileStmt, *ast.RepeatStmt, *ast.NumberForStmt, *ast.GenericForStmt, *ast.FunctionExpr, *ast.IfStmt:
			x.bodies = append(x.bodies, nested{Record: r})
		}
	}
	x.bodies.link()
	x.stmts.link()
	for i, s := range t.Seen {
		x.named[s.Name] = append(x.named[s.Name], i+1)
	}
	return x
}

// parents finds the parts of each node: they are finished before it, after all that stands in front of it.
func (t *Tree) parents() []int {
	parents := make([]int, len(t.Records))
	var open []int // nodes whose parent is not finished yet
	for i := range t.Records {
		for n := len(open) - 1; n >= 0 && t.Records[open[n]].Extent.Start >= t.Records[i].Extent.Start; n-- {
			parents[open[n]], open = i, open[:n]
		}
		parents[i], open = -1, append(open, i)
	}
	return parents
}

// Parent is the node that a node is a part of; nil if there is none.
func (t *Tree) Parent(n ast.PositionHolder) *parse.Record {
	i := t.index().parents[n.Line()-t.Base]
	if i < 0 {
		return nil
	}
	return &t.Records[i]
}

// declared goes through the text once.
func (t *Tree) declared() *declared {
	d := &declared{firsts: map[int]ast.Expr{}, written: map[int]bool{}, assigned: map[Variable]int{}, uses: map[int][]int{}}
	set := func(e ast.Expr) {
		if id, is := e.(*ast.IdentExpr); is {
			d.assigned[t.Variable(id)]++
		}
	}
	for i := range t.Records {
		r := &t.Records[i]
		switch n := r.Node.(type) {
		case *ast.IdentExpr:
			d.uses[r.Decl] = append(d.uses[r.Decl], i)
		case *ast.LocalAssignStmt:
			for k, name := range n.Names {
				if k < len(n.Exprs) {
					d.firsts[r.Decl+k] = n.Exprs[k]
				}
				if len(n.Exprs) > 0 {
					d.assigned[Variable{name, r.Decl + k}]++
				}
			}
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				set(e)
				d.written[t.rootOf(e)] = true
			}
		case *ast.FuncDefStmt:
			set(n.Name.Func)
		}
	}
	return d
}

// A nest is nodes of which each two are apart, or one holds the other one: those that begin first come first, the outer one before the inner one.
type nest []nested

type nested struct {
	*parse.Record
	outer int // index of the node around it; -1: none
}

// link sorts the nodes and finds what is around each.
func (n nest) link() {
	slices.Reverse(n) // of nodes of one range the inner one was finished first
	slices.SortStableFunc(n, func(a, b nested) int {
		if a.Extent.Start != b.Extent.Start {
			return a.Extent.Start - b.Extent.Start
		}
		return b.Extent.End - a.Extent.End
	})
	outer := -1
	for i := range n {
		for outer >= 0 && n[outer].Extent.End < n[i].Extent.End {
			outer = n[outer].outer
		}
		n[i].outer = outer
		outer = i
	}
}

// at goes through the nodes that begin at a place or before it and end at another one or behind it, from inside.
func (n nest) at(begin, end int, yield func(*parse.Record) bool) {
	i := sort.Search(len(n), func(i int) bool { return n[i].Extent.Start > begin }) - 1
	for ; i >= 0; i = n[i].outer {
		if n[i].Extent.End >= end && !yield(n[i].Record) {
			return
		}
	}
}

// around goes through the loops, the functions and the conditions that a place stands in, from inside.
func (t *Tree) around(pos int) func(func(*parse.Record) bool) {
	return func(yield func(*parse.Record) bool) { t.index().bodies.at(pos-1, pos+1, yield) }
}

// Within are the nodes that a node is made of, and the node itself, which is the last one to be finished.
func (t *Tree) Within(r *parse.Record) []parse.Record {
	last := r.Node.Line() - t.Base
	first := last
	for first > 0 && t.Records[first-1].Extent.Start >= r.Extent.Start {
		first--
	}
	return t.Records[first : last+1]
}

// Visible is the declaration that each local name stands for at a node.
func (t *Tree) Visible(r *parse.Record) map[string]int {
	names := map[string]int{}
	for i, s := range t.Seen {
		if t.sees(r, s) {
			names[s.Name] = i + 1
		}
	}
	return names
}

// Stands is the declaration that a local name stands for at a node; 0: none.
func (t *Tree) Stands(r *parse.Record, name string) int {
	for _, decl := range slices.Backward(t.index().named[name]) {
		if t.sees(r, t.Seen[decl-1]) {
			return decl
		}
	}
	return 0
}

// sees says whether a node can use a name.
func (t *Tree) sees(r *parse.Record, s parse.Seen) bool {
	if r.Node == nil { // the end of the text
		return false
	}
	i := r.Node.Line() - t.Base
	return s.From <= i && i < s.To
}
