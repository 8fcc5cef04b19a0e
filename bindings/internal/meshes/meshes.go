// Package meshes gives a mesh to a script, as plain lists of numbers that Mapping:Write takes. It must not know files.
package meshes

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/wavefront"
)

// floats are those of a vertex: position, normal and color of three each, and two texture coordinates.
const floats = 3 + 3 + 3 + 2

// Numbers is how many numbers the lists of a mesh have.
func Numbers(m *wavefront.Mesh) int { return len(m.Vertices)*floats + len(m.Indices) }

// Table is the table of a mesh.
func Table(L *lua.LState, m *wavefront.Mesh) *lua.LTable {
	vertices, indices := L.CreateTable(len(m.Vertices)*floats, 0), L.CreateTable(len(m.Indices), 0)
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
		{"StrideInBytes", lua.LNumber(4 * floats)}, {"Min", pointTable(L, least)}, {"Max", pointTable(L, most)}} {
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
