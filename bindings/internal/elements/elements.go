// Package elements reads Lua arguments as the elements of mapped memory, and returns elements as numbers: the Read and Write of mappings on all
// levels.
//
// Package mapped decides which bytes a number has. The package must not know whose memory it is.
package elements

import (
	"math"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/mapped"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Memory is what Read and Write go through.
type Memory interface {
	ReadBytes(offset, size uint64) ([]byte, error)
	WriteBytes(offset uint64, data []byte) error
}

// Write is Write(offset, type, values).
func Write(c *luabind.Args, to Memory) {
	c.Done(to.WriteBytes(c.Uint64(1), Pack(c, luabind.Enum[mapped.MappedType](c, 2), 3)))
}

// Pack is the bytes of a number or of a list of numbers, which an argument is.
func Pack(c *luabind.Args, kind mapped.MappedType, argument int) []byte {
	t := kind.Numbers()
	values, ok := c.Value(argument).(*lua.LTable)
	if !ok {
		data := make([]byte, t.Size)
		t.Put(data, number(c, kind, argument, 0, c.Value(argument)))
		return data
	}
	n := values.Len()
	if key, _ := values.Next(lua.LNil); n == 0 && key != lua.LNil {
		c.Raise(c.Wrong(argument, 0, diag.WrongType, "must be a number or a list of numbers, got a table without a first element"))
	}
	data := make([]byte, uint64(n)*t.Size)
	for i := 1; i <= n; i++ {
		t.Put(data[uint64(i-1)*t.Size:], number(c, kind, argument, i, values.RawGetInt(i)))
	}
	return data
}

// number checks one value that is to be written: an argument, or an entry of it.
func number(c *luabind.Args, kind mapped.MappedType, argument, entry int, v lua.LValue) float64 {
	t := kind.Numbers()
	x, ok := v.(lua.LNumber)
	switch f := float64(x); {
	case !ok && entry == 0:
		c.Raise(c.Wrong(argument, 0, diag.WrongType, "must be a number or a list of numbers, got %s", c.Describe(v)))
	case !ok:
		c.Raise(c.Wrong(argument, entry, diag.WrongType, "must be a number, got %s", c.Describe(v)))
	case t.Max == 0:
	case f != math.Trunc(f):
		c.Raise(c.Wrong(argument, entry, diag.NotInteger, "is %v, but a %s is a whole number", f, kind.LuaNames()[kind]).
			HelpText("round it with math.floor, or write the values as \"float\""))
	case f < t.Min || f > t.Max:
		c.Raise(c.Wrong(argument, entry, diag.NumberOutOfRange, "is %.0f, but a %s is from %.0f to %.0f", f, kind.LuaNames()[kind], t.Min, t.Max))
	}
	return float64(x)
}

// Read is Read(offset, type, count).
func Read(c *luabind.Args, from Memory) {
	t := luabind.Enum[mapped.MappedType](c, 2).Numbers()
	count := c.OptUint64(3, 1)
	data, err := from.ReadBytes(c.Uint64(1), count*t.Size)
	c.Check(err)
	if !c.Has(3) {
		if len(data) > 0 {
			c.ReturnNumber(t.Get(data))
		}
		return
	}
	n := len(data) / int(t.Size) // a refused read that is only reported gives no bytes
	c.Room(luabind.BytesOfNumber * n)
	list := c.L.CreateTable(n, 0)
	for ; len(data) > 0; data = data[t.Size:] {
		list.Append(lua.LNumber(t.Get(data)))
	}
	c.ReturnLua(list)
}
