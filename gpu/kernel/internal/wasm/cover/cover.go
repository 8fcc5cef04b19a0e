package cover

import (
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// RunExport is the name of a module's function: the fields of stage.CoverJob in their order, all of type i32.
const RunExport = "cover"

// Params is the number of the function's parameters.
const Params = 9

// The parameters of the function.
const (
	paramList = iota
	paramNext
	paramEnd
	paramQuads
	paramQuadsEnd
	paramRecords
	paramDepth
	paramPitch
	paramCells
)

// The functions of a module, by number.
const (
	numberRun = iota
	numberFind
	numberEmit
)

// Module is the program for a state, in a memory of that many pages of 64 KiB.
func Module(c *stage.Cover, pages uint32) *enc.Module {
	run := function("cover", Params, nil)
	run.F.Export = RunExport
	runBody(run)
	find := &finder{Func: function("find", findParams, []enc.ValType{enc.I32}), Cover: c}
	find.run()
	emit := &emitter{Func: function("emit", emitParams, nil), Cover: c}
	emit.run()
	return &enc.Module{Pages: pages, Funcs: []*enc.Func{numberRun: run.F, numberFind: find.F, numberEmit: emit.F}}
}

// function begins a function of numbers.
func function(name string, params int, results []enc.ValType) asm.Func {
	types := make([]enc.ValType, params)
	for i := range types {
		types[i] = enc.I32
	}
	return asm.New(name, types, results)
}

// runBody calls one half after the other. Each has only the locals that it needs: others would be moved between registers and memory in its loops.
func runBody(g asm.Func) {
	g.Get(g.Param(paramList), g.Param(paramNext), g.Param(paramEnd), g.Param(paramCells))
	g.Get(g.Param(paramQuadsEnd), g.Param(paramQuads))
	g.Op(enc.I32Sub)
	g.I32(stage.CoverCell / stage.MergeEntry)
	g.Op(enc.I32Mul)
	g.Get(g.Param(paramCells))
	g.Op(enc.I32Add)
	g.Get(g.Param(paramDepth), g.Param(paramPitch))
	g.Index(enc.Call, numberFind)
	cellsEnd := g.Keep(enc.I32)
	g.Get(g.Param(paramList), g.Param(paramCells), cellsEnd, g.Param(paramQuads), g.Param(paramRecords), g.Param(paramPitch))
	g.Index(enc.Call, numberEmit)
}

// repeat does a body n times, which is at least 1, and counts n down.
func repeat(g asm.Func, n asm.Local, body func()) {
	g.Open(enc.Loop, 0)
	body()
	g.Get(n)
	g.I32(0xffffffff)
	g.Op(enc.I32Add)
	g.Tee(n)
	g.Index(enc.BrIf, 0)
	g.End()
}

// plane pushes a word of a triangle of the list.
func plane(g asm.Func, entry asm.Local, number uint32) {
	g.Get(entry)
	g.Mem(enc.I32Load, stage.CoverPitch*number)
}

// set stores a word.
func set(g asm.Func, base asm.Local, word uint32, value func()) {
	g.Get(base)
	value()
	g.Mem(enc.I32Store, 4*word)
}

// sum adds a vector to a local.
func sum(g asm.Func, op enc.Op, l, by asm.Local) {
	g.Get(l, by)
	g.Op(op)
	g.Set(l)
}
