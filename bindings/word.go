package bindings

import (
	"fmt"
	"math"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// word is a 32-bit pattern for a root constant: what gpu.AsUint and gpu.AsInt return. Plain Lua numbers are floats there.
type word uint32

var wordClass = luabind.Class{
	Kind: "Word",
	Type: luabind.TypeOf[word](),
	Doc:  "The 32 bits of a root constant; from gpu.AsUint and gpu.AsInt.",
	Methods: luabind.Methods{
		{Name: "Hex", Doc: "The bits as hexadecimal digits.", Fn: luabind.Get(func(w word) string { return fmt.Sprintf("0x%08X", uint32(w)) })},
	},
	Name: func(o any) string { return fmt.Sprintf("0x%08X", uint32(o.(word))) },
}

// setConstants is Set…Root32BitConstants of dispatches or of draws.
func setConstants(c *luabind.Args, graphics bool) {
	l, parameter := self[list](c), c.Uint32(1)
	c.Check(l.SetRootConstants(graphics, parameter, wordsOf(c, 2), c.OptUint32(3, 0), false))
}

// setConstant is Set…Root32BitConstant of dispatches or of draws.
func setConstant(c *luabind.Args, graphics bool) {
	l, parameter := self[list](c), c.Uint32(1)
	c.Check(l.SetRootConstants(graphics, parameter, []gpu.RootConstant{wordOf(c, 2, 0, c.Value(2))}, c.OptUint32(3, 0), true))
}

// wordsOf is the bit patterns of root constants in an argument.
func wordsOf(c *luabind.Args, argument int) []gpu.RootConstant {
	values := luabind.Decode[[]lua.LValue](c, argument)
	words := make([]gpu.RootConstant, len(values))
	for i, v := range values {
		words[i] = wordOf(c, argument, i+1, v)
	}
	return words
}

// wordOf is the bit pattern of a root constant, an argument or an entry of one: of a number as float32, or of a word.
func wordOf(c *luabind.Args, argument, entry int, v lua.LValue) gpu.RootConstant {
	switch x := v.(type) {
	case lua.LNumber:
		return gpu.RootConstant{Bits: math.Float32bits(float32(x)), Type: gpu.ConstantFloat}
	case *lua.LUserData:
		if w, ok := x.Value.(word); ok {
			return gpu.RootConstant{Bits: uint32(w), Type: gpu.ConstantInteger}
		}
	}
	c.Raise(c.Wrong(argument, entry, diag.WrongType, "must be a number or a Word, got %s", c.Describe(v)).
		HelpText("write a float as a number, and an integer as gpu.AsUint(n) or gpu.AsInt(n)"))
	return gpu.RootConstant{}
}
