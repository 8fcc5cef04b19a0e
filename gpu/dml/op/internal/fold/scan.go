package fold

import "github.com/gpuscript/gpuscript/gpu/dml/internal/shader"

// Scan writes the running results of an operation along an axis. A short line is one work item's, in its order. A long one is cut into parts of as
// many elements as there are parts: the results of the parts come first, then their running results, and then each part goes on from there.
type Scan struct {
	Name      string // of the operator
	From, To  Place
	Axis      int
	Backward  bool // from the end of the axis
	Exclusive bool // each result without the element at its place
	Start     float64
	Join      func(m shader.Math, a, b string) string

	outer  []uint32 // the sizes with 1 along the axis
	length uint32   // of a line
}

// Run appends the dispatches of a scan to a plan.
func (s *Scan) Run(p *Plan) {
	if s.outer, _, s.length = Sets(s.From.Sizes, []uint32{uint32(s.Axis)}); s.length < longSet {
		p.Add(s.line())
		return
	}
	s.long(p)
}

// kernel begins a kernel, and is the arithmetic of the operator in it.
func (s *Scan) kernel(items uint64) (*shader.Kernel, shader.Math) {
	k := shader.New(s.Name, items)
	return k, k.Math(s.From.DataType)
}

// at is the coordinates of a place on a line, which is counted from its end if the direction is DECREASING.
func (s *Scan) at(k *shader.Kernel, line []string, n string) []string {
	at := append([]string(nil), line...)
	at[s.Axis] = n
	if s.Backward {
		at[s.Axis] = k.Let("place", "%s - %s", number(s.length-1), n)
	}
	return at
}

// tally begins the running result with a value.
func (s *Scan) tally(k *shader.Kernel, value string) string {
	return k.Let("tally", "%s(%s)", shader.Scalar(s.From.DataType), value)
}

// write adds the loop over some elements that writes the running results from a tally on.
func (s *Scan) write(k *shader.Kernel, m shader.Math, line []string, from, to, tally string) {
	x, y := s.From.In(k), s.To.In(k)
	n := k.Let("n", "uint(%s)", from)
	k.Block("while %s < %s do", n, to)
	at := s.at(k, line, n)
	next := k.Let("next", "%s", s.Join(m, tally, k.Let("x", "%s", x.At(at))))
	if s.Exclusive {
		y.Store(y.Index(at), tally)
	} else {
		y.Store(y.Index(at), next)
	}
	k.Line("%s = %s", tally, next)
	k.Line("%s = %s + 1", n, n)
	k.End()
}

// line is the only kernel of short lines.
func (s *Scan) line() *shader.Kernel {
	k, m := s.kernel(Product(s.outer))
	s.write(k, m, k.Coords("i", s.outer), "0", number(s.length), s.tally(k, m.Const(s.Start)))
	return k
}

// long appends the dispatches of long lines.
func (s *Scan) long(p *Plan) {
	length := root(s.length)
	pieces := (s.length + length - 1) / length
	lines, t := uint32(Product(s.outer)), Wide(s.From.DataType)
	results, before := p.Store(t, lines, pieces), p.Store(t, lines, pieces)
	p.Add(s.results(length, results))
	p.Add(s.running(results, before))
	p.Add(s.finish(length, before))
}

// part is the part that a work item has: the coordinates of its line, its first element and what comes after its last one.
func (s *Scan) part(k *shader.Kernel, pieces, length uint32) (line []string, from, to string) {
	line = k.Coords(k.Let("line", "i / %d", pieces), s.outer)
	from = k.Let("from", "i %% %d * %d", pieces, length)
	return line, from, k.Let("to", "min(%s + %d, uint(%d))", from, length, s.length)
}

// results is the kernel of the result of each part.
func (s *Scan) results(length uint32, results Stored) *shader.Kernel {
	k, m := s.kernel(results.Count())
	line, n, to := s.part(k, results.Sizes[1], length)
	tally, x := s.tally(k, m.Const(s.Start)), s.From.In(k)
	k.Block("while %s < %s do", n, to)
	k.Line("%s = %s", tally, s.Join(m, tally, k.Let("x", "%s", x.At(s.at(k, line, n)))))
	k.Line("%s = %s + 1", n, n)
	k.End()
	results.In(k).Store("i", tally)
	return k
}

// running is the kernel of what comes before each part.
func (s *Scan) running(results, before Stored) *shader.Kernel {
	k, m := s.kernel(Product(s.outer))
	tally := s.tally(k, m.Const(s.Start))
	from, to := results.In(k), before.In(k)
	k.Block("for n = 0, %d do", results.Sizes[1]-1)
	at := []string{"i", k.Let("n", "uint(n)")}
	to.Store(to.Index(at), tally)
	k.Line("%s = %s", tally, s.Join(m, tally, k.Let("part", "%s", from.At(at))))
	k.End()
	return k
}

// finish is the kernel that writes each part.
func (s *Scan) finish(length uint32, before Stored) *shader.Kernel {
	k, m := s.kernel(before.Count())
	line, from, to := s.part(k, before.Sizes[1], length)
	s.write(k, m, line, from, to, s.tally(k, before.In(k).Load("i")))
	return k
}
