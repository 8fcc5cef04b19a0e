// Package library has the functions of a module that a kernel calls from many places: division, gathers, atomics, reductions over lanes. Each is
// added to the module on first use, under a descriptive name.
//
// It must not know the kernel. A Library is for one goroutine.
package library

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// Library adds functions to a module. Its methods give numbers for the call instruction.
type Library struct {
	module  *enc.Module
	numbers map[string]uint64
}

// New is an empty library of m, whose imports are complete.
func New(m *enc.Module) *Library { return &Library{module: m, numbers: make(map[string]uint64)} }

var (
	oneI32  = []enc.ValType{enc.I32}
	twoI32  = []enc.ValType{enc.I32, enc.I32}
	oneV128 = []enc.ValType{enc.V128}
	twoV128 = []enc.ValType{enc.V128, enc.V128}
)

// function gives the number of a function, which build fills when it is first needed.
func (l *Library) function(name string, params, results []enc.ValType, build func(a asm.Func)) uint64 {
	n, ok := l.numbers[name]
	if !ok {
		a := asm.New(name, params, results)
		l.module.Funcs = append(l.module.Funcs, a.F)
		n = uint64(len(l.module.Imports) + len(l.module.Funcs) - 1)
		l.numbers[name] = n
		build(a)
	}
	return n
}
