// Package compiled caches the kernels of one Lua state, so that calling a function that makes shaders again with the same captured values costs a
// look-up. A kernel depends on its source, its size, its name, and on the values of the names it captures. Which names these are, the compiler says
// by asking for them; what it asks next follows from the answers before, so the kernels of one function are the leaves of a tree of questions:
//
//	Main of "scale", 64 work items
//	  out?  ── u0: RWStructuredBuffer<float> ──▶  factor?  ── 2 ──▶ kernel
//	                                                       └─ 3 ──▶ kernel
//
// To look a kernel up, the same questions are asked again and answered by the script as it is now; each answer is one look-up in a map, so the number
// of kernels makes no difference. The package must not know Lua values, nor what becomes of kernels.
package compiled

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// most is how many kernels are remembered. A script that makes more of them, each with other values, starts over: it has no use for the old ones.
const most = 4096

// Kernels are the kernels of one Lua state. The zero value has none. It is not safe for concurrent use.
type Kernels struct {
	roots map[source]*node
	count int
}

// source is what is known of a kernel before the compiler asks.
type source struct {
	main *ast.FunctionExpr
	name string
	size [3]int
}

// node is a question of the compiler, or a kernel where all are answered.
type node struct {
	kernel  *kernel.Kernel
	env     int // whose name it is: 0 for the shader's main function, then captured functions in the order of answers
	name    string
	answers map[answer]*node
}

// Compile is kernel.Compile with a memory.
func (m *Kernels) Compile(src kernel.Source) (*kernel.Kernel, []*diag.Diagnostic) {
	of := source{src.Func, src.Name, src.NumThreads}
	if k := m.roots[of].find(src.Env); k != nil {
		return k, nil
	}
	log := &record{}
	src.Env = log.follow(src.Env)
	k, problems := kernel.Compile(src)
	if k == nil {
		return nil, problems
	}
	if m.roots == nil || m.count == most {
		m.roots, m.count = map[source]*node{}, 0
	}
	m.count++
	if m.roots[of] == nil {
		m.roots[of] = &node{}
	}
	m.roots[of].add(log.asked, k)
	return k, nil
}

// find goes from question to question; nil if an answer is new.
func (n *node) find(main syntax.Env) *kernel.Kernel {
	envs := []syntax.Env{main}
	for n != nil && n.kernel == nil {
		found, ok := envs[n.env].Resolve(n.name)
		if found.Function != nil {
			envs = append(envs, found.Function.Env)
		}
		n = n.answers[answerOf(&found, ok)]
	}
	if n == nil {
		return nil
	}
	return n.kernel
}

// add puts a kernel after the questions that were asked for it.
func (n *node) add(asked []asked, k *kernel.Kernel) {
	for i := range asked {
		q := &asked[i]
		if n.answers == nil {
			n.env, n.name, n.answers = q.env, q.name, map[answer]*node{}
		}
		if n.env != q.env || n.name != q.name {
			panic("BUG: compiled: after the same answers the compiler asks for " + n.name + " or for " + q.name)
		}
		next := n.answers[q.answer]
		if next == nil {
			next = &node{}
			n.answers[q.answer] = next
		}
		n = next
	}
	n.kernel = k
}

// record is what one compilation asked.
type record struct {
	asked []asked
	envs  int
}

// asked is one name, and what it meant.
type asked struct {
	env    int
	name   string
	answer answer
}

// follow gives an Env that writes down what it is asked.
func (r *record) follow(env syntax.Env) *recorder {
	r.envs++
	return &recorder{env: env, number: r.envs - 1, record: r, answers: map[string]reply{}}
}

// recorder is an Env that writes down what it is asked. It asks for each name once.
type recorder struct {
	env     syntax.Env
	number  int
	record  *record
	answers map[string]reply
}

type reply struct {
	found syntax.Capture
	ok    bool
}

// Resolve implements syntax.Env.
func (r *recorder) Resolve(name string) (syntax.Capture, bool) {
	if a, known := r.answers[name]; known {
		return a.found, a.ok
	}
	found, ok := r.env.Resolve(name)
	r.record.asked = append(r.record.asked, asked{r.number, name, answerOf(&found, ok)})
	if f := found.Function; f != nil {
		own := *f
		own.Env = r.record.follow(f.Env)
		found.Function = &own
	}
	r.answers[name] = reply{found, ok}
	return found, ok
}
