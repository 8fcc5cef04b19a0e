package source

import "sort"

// scopes follows which local variables are visible while the text is read.
type scopes struct {
	locals []local
	marks  []int // len(locals) at the beginning of each block
	level  int   // nesting depth of functions
	vararg []bool
}

type local struct {
	name  string
	level int
}

func (s *scopes) enter() { s.marks = append(s.marks, len(s.locals)) }

func (s *scopes) leave() {
	last := len(s.marks) - 1
	s.locals = s.locals[:s.marks[last]]
	s.marks = s.marks[:last]
}

func (s *scopes) enterFunction(params []string, vararg bool) {
	s.enter()
	s.level++
	s.vararg = append(s.vararg, vararg)
	s.declare(params...)
}

func (s *scopes) leaveFunction() {
	s.level--
	s.vararg = s.vararg[:len(s.vararg)-1]
	s.leave()
}

func (s *scopes) declare(names ...string) {
	for _, n := range names {
		s.locals = append(s.locals, local{n, s.level})
	}
}

// find says what a name refers to here.
func (s *scopes) find(name string) refKind {
	for i := len(s.locals) - 1; i >= 0; i-- {
		if s.locals[i].name == name {
			if s.locals[i].level == s.level {
				return refLocal
			}
			return refUpvalue
		}
	}
	return refGlobal
}

// names returns the visible local names, each once, sorted.
func (s *scopes) names() []string {
	seen := map[string]bool{}
	var out []string
	for _, l := range s.locals {
		if !seen[l.name] {
			seen[l.name] = true
			out = append(out, l.name)
		}
	}
	sort.Strings(out)
	return out
}
