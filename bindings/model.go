package bindings

import (
	"errors"
	"path"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/wavefront"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// modelStride is the size of a vertex of gpu.LoadModel in bytes: position, normal and color of three floats, and two texture coordinates.
const modelStride = 4 * (3 + 3 + 3 + 2)

// loadModel is gpu.LoadModel.
func loadModel(c *luabind.Args) {
	name := c.String(1)
	m, err := self[*env](c).loadModel(name)
	c.Check(err)
	c.Room(luabind.BytesOfNumber * (len(m.Vertices)*modelStride/4 + len(m.Indices)))
	c.ReturnLua(modelTable(c.L, m))
}

func (e *env) loadModel(name string) (*wavefront.Mesh, error) {
	if e.options.Files == nil {
		return nil, diag.AsError(diag.New(diag.FileOutsideSandbox, "cannot open %q: this program gives scripts no files", name))
	}
	text, err := e.options.Files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	m, err := wavefront.Read(name, text, func(library string) ([]byte, error) {
		return e.options.Files.ReadFile(path.Join(path.Dir(name), library))
	})
	var broken *wavefront.Error
	if errors.As(err, &broken) {
		return nil, diag.AsError(diag.New(diag.BrokenModel, "%q is not a Wavefront OBJ model that can be read", name).
			Because("%s.", broken.Error()).WithDocRule())
	}
	return m, err
}

// modelTable is a mesh as plain lists of numbers, ready for Mapping:Write.
func modelTable(L *lua.LState, m *wavefront.Mesh) *lua.LTable {
	vertices, indices := L.CreateTable(len(m.Vertices)*modelStride/4, 0), L.CreateTable(len(m.Indices), 0)
	for i := range m.Vertices {
		v := &m.Vertices[i]
		for _, group := range [][]float32{v.Position[:], v.Normal[:], v.Color[:], v.UV[:]} {
			for _, x := range group {
				vertices.Append(lua.LNumber(x))
			}
		}
	}
	for _, i := range m.Indices {
		indices.Append(lua.LNumber(i))
	}
	least, most := m.Bounds()
	t := L.NewTable()
	for _, f := range []struct {
		name  string
		value lua.LValue
	}{{"Vertices", vertices}, {"Indices", indices}, {"VertexCount", lua.LNumber(len(m.Vertices))}, {"IndexCount", lua.LNumber(len(m.Indices))},
		{"StrideInBytes", lua.LNumber(modelStride)}, {"Min", pointTable(L, least)}, {"Max", pointTable(L, most)}} {
		t.RawSetString(f.name, f.value) // pairs visits them in this order
	}
	return t
}

func pointTable(L *lua.LState, p [3]float32) *lua.LTable {
	t := L.CreateTable(3, 0)
	for _, x := range p {
		t.Append(lua.LNumber(x))
	}
	return t
}
