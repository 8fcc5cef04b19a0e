package bindings

import (
	"fmt"
	"math"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/mapped"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

var bufferMappingClass = luabind.Class{
	Kind: "Mapping",
	Type: luabind.TypeOf[mapping](),
	Doc:  "The CPU's view of a mapped buffer; from Resource:Map.",
	Methods: luabind.Methods{
		{Name: "Read", Returns: "number|number[]", Doc: "Reads values: a list, or one number if no count is given.", Params: params(offsetParam, elementParam, luabind.Opt("count", "integer", "values")),
			Fn: luabind.Raw(func(c *luabind.Args) { readMapped(c, self[mapping](c)) })},
		{Name: "ReadString", Returns: "string", Doc: "Reads bytes as a string.", Params: params(offsetParam, luabind.P("size", "integer", "bytes")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				data, err := self[mapping](c).ReadBytes(c.Uint64(1), c.Uint64(2))
				c.Check(err)
				c.Room(len(data))
				c.ReturnString(string(data))
			})},
		{Name: "Write", Doc: "Writes a number or a list of numbers.", Params: params(offsetParam, elementParam, luabind.P("values", "number|number[]", "")),
			Fn: luabind.Raw(func(c *luabind.Args) { writeMapped(c, self[mapping](c)) })},
		{Name: "WriteImage", Doc: "Writes an image's rows as R8G8B8A8 texels; it composes Write.", Params: params(offsetParam, luabind.P("image", "Image", ""),
			luabind.Opt("rowPitch", "integer", "bytes; default: the next multiple of 256")), Fn: luabind.Raw(writeImage)},
		{Name: "WriteString", Doc: "Writes the bytes of a string.", Params: params(offsetParam, luabind.P("bytes", "string", "")),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[mapping](c).WriteBytes(c.Uint64(1), []byte(c.String(2)))) })},
	},
	Name: func(o any) string { return o.(mapping).Resource().Name() },
}

var (
	offsetParam  = luabind.P("offset", "integer", "bytes")
	elementParam = luabind.Of[mapped.MappedType]("type", "float, half, double, int, uint, uint64 (exact to 2^53), short, ushort, sbyte or byte")
)

// mappedMemory is what Read and Write go through.
type mappedMemory interface {
	ReadBytes(offset, size uint64) ([]byte, error)
	WriteBytes(offset uint64, data []byte) error
}

// writeMapped is Write(offset, type, values).
func writeMapped(c *luabind.Args, to mappedMemory) {
	c.Check(to.WriteBytes(c.Uint64(1), packValues(c, luabind.Enum[mapped.MappedType](c, 2), c.Value(3))))
}

// packValues is the bytes of a number or of a list of numbers.
func packValues(c *luabind.Args, kind mapped.MappedType, v lua.LValue) []byte {
	t := kind.Numbers()
	values, ok := v.(*lua.LTable)
	if !ok {
		one := c.L.NewTable()
		one.Append(v)
		values = one
	}
	n := values.Len()
	data := make([]byte, uint64(n)*t.Size)
	for i := 1; i <= n; i++ {
		t.Put(data[uint64(i-1)*t.Size:], mappedNumber(c, kind, i, values.RawGetInt(i)))
	}
	return data
}

// mappedNumber checks one value that is to be written.
func mappedNumber(c *luabind.Args, kind mapped.MappedType, i int, v lua.LValue) float64 {
	t := kind.Numbers()
	x, ok := v.(lua.LNumber)
	switch f := float64(x); {
	case !ok:
		c.Raise(diag.New(diag.WrongType, "values[%d] must be a number, got a %s", i, v.Type()))
	case t.Max == 0:
	case f != math.Trunc(f):
		c.Raise(diag.New(diag.NotInteger, "values[%d] is %v, but a %s is a whole number", i, f, kind.LuaNames()[kind]).
			HelpText("round it with math.floor, or write the values as \"float\""))
	case f < t.Min || f > t.Max:
		c.Raise(diag.New(diag.NumberOutOfRange, "values[%d] is %.0f, but a %s is from %.0f to %.0f", i, f, kind.LuaNames()[kind], t.Min, t.Max))
	}
	return float64(x)
}

// readMapped is Read(offset, type, count).
func readMapped(c *luabind.Args, from mappedMemory) {
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

func writeImage(c *luabind.Args) {
	to, picture := self[mapping](c), luabind.Object[*picture](c, 2)
	row, rows := uint64(picture.Width*4), uint64(picture.Height)
	pitch := c.OptUint64(3, (row+gpu.TexturePitchAlignment-1)/gpu.TexturePitchAlignment*gpu.TexturePitchAlignment)
	if pitch < row {
		c.Raise(diag.New(diag.NumberOutOfRange, "rowPitch is %d bytes, but a row of the image has %d", pitch, row))
	}
	if size := to.Resource().ResourceDesc().Width; row > size || rows > 1 && pitch > (size-row)/(rows-1) {
		c.Raise(diag.New(diag.NumberOutOfRange, "an image of %d x %d pixels in rows of %d bytes does not fit into buffer %q of %d bytes",
			picture.Width, picture.Height, pitch, to.Resource().Name(), size))
	}
	c.Room(int(pitch*(rows-1) + row))
	data := make([]byte, pitch*(rows-1)+row)
	for y := range rows {
		copy(data[y*pitch:], picture.Pixels[y*row:][:row])
	}
	c.Check(to.WriteBytes(c.Uint64(1), data))
	c.ReturnNumber(float64(pitch))
}

// formatTime shows virtual nanoseconds as people read them: "1.250 ms".
func formatTime(ns float64) string {
	for _, unit := range [...]struct {
		size float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if ns >= unit.size {
			return fmt.Sprintf("%.3f %s", ns/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%.0f ns", ns)
}
