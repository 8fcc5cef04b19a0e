package jit

import (
	"fmt"
	"sync"

	"github.com/tetratelabs/wazero/api"
)

// maxFixed is how many numbers a fixed program takes at most.
const maxFixed = 11

// fixed is the machine code of a program that no script has written: it merges, covers or sets up. It is made when it first runs, and different
// workers may run it at the same time.
type fixed struct {
	e      *Engine
	what   string        // what it does and its state, for defects
	export string        // of the module
	code   func() []byte // the module
	once   sync.Once
	seats  []fixedSeat
}

// fixedSeat is what a worker calls the program with.
type fixedSeat struct {
	run   api.Function
	stack [maxFixed]uint64
	_     [64]byte // workers write at the same time: not into one cache line
}

func (e *Engine) fixed(what, export string, code func() []byte) *fixed {
	return &fixed{e: e, what: what, export: export, code: code, seats: make([]fixedSeat, len(e.workers))}
}

// call runs the program on a worker, and gives its result, if it has one.
func (f *fixed) call(worker int, args ...uint64) uint64 {
	f.once.Do(f.compile)
	s := &f.seats[worker]
	copy(s.stack[:], args)
	if err := s.run.CallWithStack(f.e.ctx, s.stack[:]); err != nil {
		panic(fmt.Sprintf("BUG: jit: %s: %v", f.what, err))
	}
	return s.stack[0]
}

func (f *fixed) compile() {
	compiled, err := f.e.runtime().CompileModule(f.e.ctx, f.code())
	if err != nil {
		panic(fmt.Sprintf("BUG: jit: the program for %s does not compile: %v", f.what, err))
	}
	module, err := f.e.runtime().InstantiateModule(f.e.ctx, compiled, anonymous())
	if err != nil {
		panic(fmt.Sprintf("BUG: jit: the program for %s does not start: %v", f.what, err))
	}
	for i := range f.seats {
		f.seats[i].run = module.ExportedFunction(f.export)
	}
}
