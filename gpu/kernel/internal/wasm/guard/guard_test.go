package guard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/bounds"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
)

// A check about 64·GroupID + GroupThreadID can be made for all groups at once, one with something that a group computes cannot.
func TestIsForAll(t *testing.T) {
	k := ir.NewBuilder("k").Kernel
	k.NumThreads = [3]uint32{64, 1, 1}
	place := reach.Form{Known: true, Terms: []reach.Term{{Coef: 64, Symbol: reach.Group}, {Coef: 1, Symbol: reach.Thread}}}
	computed := reach.Form{Known: true, Terms: []reach.Term{{Coef: 1, Factor: 3}}}
	for _, c := range []struct {
		name  string
		check bounds.Check
		want  bool
	}{
		{"a place and a word of a record", bounds.Check{Form: place, Count: bounds.Count{Word: ir.WordCount}}, true},
		{"a place and a number", bounds.Check{Form: place, Count: bounds.Count{Number: 1024}}, true},
		{"a place and a value of the group", bounds.Check{Form: place, Count: bounds.Count{Value: 5}}, false},
		{"a value of the group", bounds.Check{Form: computed, Count: bounds.Count{Number: 1024}}, false},
	} {
		w := Writer{Kernel: k, Checks: []bounds.Check{c.check}}
		require.Equal(t, c.want, w.IsForAll(), c.name)
	}
}

// Push asks for the ends of the dispatch when the answer is for all groups: the highest group can be too high, the lowest cannot be negative here.
func TestPushAsksForTheEnds(t *testing.T) {
	k := ir.NewBuilder("k").Kernel
	k.NumThreads = [3]uint32{64, 1, 1}
	for _, c := range []struct {
		every bool
		coef  int64
		want  []Which
	}{
		{false, 64, []Which{This, This}},
		{true, 64, []Which{Lowest, Highest}},
		{true, -64, []Which{Highest, Lowest}},
	} {
		f := asm.New("f", nil, []enc.ValType{enc.I32})
		var asked []Which
		w := Writer{Func: f, Kernel: k, Group: func(axis reach.Symbol, which Which) {
			require.Zero(t, axis)
			asked = append(asked, which)
			f.I64(1)
		}}
		w.Checks = []bounds.Check{{Form: reach.Form{Known: true, Terms: []reach.Term{{Coef: c.coef, Symbol: reach.Group}}}, Count: bounds.Count{Number: 1024}}}
		w.Push(c.every)
		require.Equal(t, c.want, asked)
	}
}
