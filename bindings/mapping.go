package bindings

import (
	"fmt"

	"github.com/gpuscript/gpuscript/bindings/internal/elements"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/mapped"
	"github.com/gpuscript/gpuscript/bindings/internal/picture"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

var bufferMappingClass = luabind.Class{
	Kind: "Mapping",
	Type: luabind.TypeOf[mapping](),
	Doc:  "The CPU's view of a mapped buffer; from Resource:Map.",
	Methods: luabind.Methods{
		{Name: "Read", Returns: "number|number[]", Doc: "Reads values: a list, or one number if no count is given.",
			Params: rows.Params(offsetParam, elementParam, luabind.Opt("count", "integer", "values")),
			Fn:     luabind.Raw(func(c *luabind.Args) { elements.Read(c, self[mapping](c)) })},
		{Name: "ReadString", Returns: "string", Doc: "Reads bytes as a string.",
			Params: rows.Params(offsetParam, luabind.P("size", "integer", "bytes")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				data, err := self[mapping](c).ReadBytes(c.Uint64(1), c.Uint64(2))
				c.Check(err)
				c.Room(len(data))
				c.ReturnString(string(data))
			})},
		{Name: "Write", Doc: "Writes a number or a list of numbers.",
			Params: rows.Params(offsetParam, elementParam, luabind.P("values", "number|number[]", "")),
			Fn:     luabind.Raw(func(c *luabind.Args) { elements.Write(c, self[mapping](c)) })},
		{Name: "WriteImage", Doc: "Writes an image's rows as R8G8B8A8 texels; it composes Write.",
			Params: rows.Params(offsetParam, luabind.P("image", "Image", ""),
				luabind.Opt("rowPitch", "integer", "bytes; default: the next multiple of 256")), Fn: luabind.Raw(writeImage)},
		{Name: "WriteString", Doc: "Writes the bytes of a string.", Params: rows.Params(offsetParam, luabind.P("bytes", "string", "")),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[mapping](c).WriteBytes(c.Uint64(1), []byte(c.String(2)))) })},
	},
	Name: func(o any) string { return o.(mapping).Resource().Name() },
}

var (
	offsetParam  = luabind.P("offset", "integer", "bytes")
	elementParam = luabind.Of[mapped.MappedType]("type", "float, half, double, int, uint, uint64 (exact to 2^53), short, ushort, sbyte or byte")
)

func writeImage(c *luabind.Args) {
	to, p := self[mapping](c), luabind.Object[*picture.Picture](c, 2)
	row, rows := uint64(p.Width*4), uint64(p.Height)
	pitch := c.OptUint64(3, (row+gpu.TexturePitchAlignment-1)/gpu.TexturePitchAlignment*gpu.TexturePitchAlignment)
	if pitch < row {
		c.Raise(diag.New(diag.NumberOutOfRange, "rowPitch is %d bytes, but a row of the image has %d", pitch, row))
	}
	if size := to.Resource().ResourceDesc().Width; row > size || rows > 1 && pitch > (size-row)/(rows-1) {
		c.Raise(diag.New(diag.NumberOutOfRange, "an image of %d x %d pixels in rows of %d bytes does not fit into buffer %q of %d bytes",
			p.Width, p.Height, pitch, to.Resource().Name(), size))
	}
	c.Room(int(pitch*(rows-1) + row))
	data := make([]byte, pitch*(rows-1)+row)
	for y := range rows {
		copy(data[y*pitch:], p.Pixels[y*row:][:row])
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
