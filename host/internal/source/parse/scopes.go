package parse

// scopes follows which local variables are visible while the text is read.
type scopes struct {
	locals []local
	marks  []int // len(locals) at the beginning of each block
	level  int   // nesting depth of functions
	vararg []bool
	starts []int // of every declaration so far, where the text goes on after it
	seen   []Seen
	next   int // index of the node that is finished next
}

// Seen is a name that a text declares, and which nodes can use it: those from one index up to another one.
type Seen struct {
	Name     string
	From, To int
}

type local struct {
	name  string
	level int
	decl  int // the number of its declaration, from 1
}

func (s *scopes) enter() { s.marks = append(s.marks, len(s.locals)) }

func (s *scopes) leave() {
	last := len(s.marks) - 1
	s.end(s.marks[last])
	s.marks = s.marks[:last]
}

// end ends the visible names but the first few.
func (s *scopes) end(keep int) {
	for _, l := range s.locals[keep:] {
		s.seen[l.decl-1].To = s.next
	}
	s.locals = s.locals[:keep]
}

func (s *scopes) enterFunction(vararg bool) {
	s.enter()
	s.level++
	s.vararg = append(s.vararg, vararg)
}

func (s *scopes) leaveFunction() {
	s.level--
	s.vararg = s.vararg[:len(s.vararg)-1]
	s.leave()
}

// declare makes names visible from a byte of the text on, and returns the number of the first declaration.
func (s *scopes) declare(at int, names ...string) (first int) {
	first = len(s.starts) + 1
	for _, n := range names {
		s.starts = append(s.starts, at)
		s.seen = append(s.seen, Seen{Name: n, From: s.next})
		s.locals = append(s.locals, local{n, s.level, len(s.starts)})
	}
	return first
}

// find says what a name refers to here, and the number of its declaration; 0 for globals.
func (s *scopes) find(name string) (kind Scope, decl int) {
	for i := len(s.locals) - 1; i >= 0; i-- {
		if l := &s.locals[i]; l.name == name {
			if l.level == s.level {
				return ScopeLocal, l.decl
			}
			return ScopeUpvalue, l.decl
		}
	}
	return ScopeGlobal, 0
}
