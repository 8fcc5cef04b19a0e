package wavefront

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// maxVertices bounds the vertices of a mesh, and the numbers in its file.
const maxVertices = 1 << 22

// maxTriangles bounds the triangles of a mesh.
const maxTriangles = 1 << 24

// Vertex is one corner. A missing texture coordinate is 0.
type Vertex struct {
	Position, Normal, Color [3]float32
	UV                      [2]float32
}

// Mesh is a list of triangles: three Indices each, counted from 0, counterclockwise as the file has them.
type Mesh struct {
	Vertices []Vertex
	Indices  []uint32
}

// Bounds is the smallest box that holds all positions; zeros without any.
func (m *Mesh) Bounds() (least, most [3]float32) {
	for i := range m.Vertices {
		p := &m.Vertices[i].Position
		for k := range p {
			if i == 0 {
				least[k], most[k] = p[k], p[k]
			}
			least[k], most[k] = min(least[k], p[k]), max(most[k], p[k])
		}
	}
	return least, most
}

// Error is a mistake in a file.
type Error struct {
	File         string
	Line, Column int // from 1; 0: the file as a whole
	Text         string
}

// Error implements error: "boat.obj:12:7: …".
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}

// corner is what makes two corners one vertex.
type corner struct {
	position, uv, normal int // from 0; -1: none
	face                 int // of a corner without a normal, else -1
	color                [3]float32
}

// reader is the state of one file.
type reader struct {
	mesh      Mesh
	positions [][3]float32
	painted   map[int][3]float32 // positions with a color
	normals   [][3]float32
	uvs       [][2]float32
	colors    map[string][3]float32 // of materials
	color     [3]float32
	known     map[corner]uint32
	faces     int
	most      int // triangles
	open      func(name string) ([]byte, error)
}

// Read reads the text of an OBJ file. open gives the MTL files that it names; its errors are passed on. All other errors are *Error.
func Read(name string, text []byte, open func(name string) ([]byte, error)) (*Mesh, error) {
	r := &reader{painted: map[int][3]float32{}, colors: map[string][3]float32{}, color: [3]float32{1, 1, 1}, known: map[corner]uint32{},
		most: maxTriangles, open: open}
	if err := eachLine(name, text, r.line); err != nil {
		return nil, err
	}
	if len(r.mesh.Indices) == 0 {
		return nil, &Error{File: name, Text: "there is no face in it"}
	}
	return &r.mesh, nil
}

func (r *reader) line(l *line) error {
	switch l.word {
	case "v":
		return r.position(l)
	case "vn":
		v, err := l.numbers(3, 3)
		if err == nil {
			r.normals = append(r.normals, [3]float32(v))
		}
		return err
	case "vt":
		v, err := l.numbers(1, 3)
		if err == nil {
			r.uvs = append(r.uvs, [2]float32{v[0], append(v, 0)[1]})
		}
		return err
	case "f":
		return r.face(l)
	case "mtllib":
		return r.library(l)
	case "usemtl":
		return r.use(l)
	case "g", "o", "s", "l", "p", "lod", "bevel", "c_interp", "d_interp", "shadow_obj", "trace_obj":
		return nil
	}
	return l.fail(0, "%q is not a statement of polygons", l.word)
}

func (r *reader) position(l *line) error {
	v, err := l.numbers(3, 7)
	if err != nil {
		return err
	}
	if len(v) >= 6 {
		r.painted[len(r.positions)] = [3]float32(v[len(v)-3:])
	}
	r.positions = append(r.positions, [3]float32(v))
	if len(r.positions) > maxVertices {
		return l.fail(0, "there are more than %d positions", maxVertices)
	}
	return nil
}

// face makes a fan of the corners of a polygon.
func (r *reader) face(l *line) error {
	if len(l.fields) < 3 {
		return l.fail(0, "a face has three corners or more, and this one has %d", len(l.fields))
	}
	corners := make([]corner, len(l.fields))
	for i := range l.fields {
		c, err := r.corner(l, i)
		if err != nil {
			return err
		}
		corners[i] = c
	}
	flat := r.flat(corners)
	ids := make([]uint32, len(corners))
	for i := range corners {
		ids[i] = r.vertex(corners[i], flat)
	}
	for i := 2; i < len(ids); i++ {
		r.mesh.Indices = append(r.mesh.Indices, ids[0], ids[i-1], ids[i])
	}
	r.faces++
	switch {
	case len(r.mesh.Vertices) > maxVertices:
		return l.fail(0, "there are more than %d vertices", maxVertices)
	case len(r.mesh.Indices) > 3*r.most:
		return l.fail(0, "there are more than %d triangles", r.most)
	}
	return nil
}

// corner reads position, position/uv, position//normal or position/uv/normal.
func (r *reader) corner(l *line, i int) (corner, error) {
	parts := strings.Split(l.fields[i].text, "/")
	if len(parts) > 3 {
		return corner{}, l.fail(i+1, "a corner is position/uv/normal, and this one has %d numbers", len(parts))
	}
	parts = append(parts, "", "")
	c := corner{face: -1, color: r.color}
	for k, to := range []struct {
		at    *int
		count int
		what  string
	}{{&c.position, len(r.positions), "position"}, {&c.uv, len(r.uvs), "texture coordinate"}, {&c.normal, len(r.normals), "normal"}} {
		if parts[k] == "" && k > 0 {
			*to.at = -1
			continue
		}
		n, err := strconv.Atoi(parts[k])
		if err != nil {
			return c, l.fail(i+1, "%q is not a whole number", parts[k])
		}
		if n < 0 {
			n += to.count + 1 // counted back from the last one
		}
		if n < 1 || n > to.count {
			return c, l.fail(i+1, "%s %s does not exist: there are %d before it", to.what, parts[k], to.count)
		}
		*to.at = n - 1
	}
	if c.normal < 0 {
		c.face = r.faces
	}
	if p, ok := r.painted[c.position]; ok {
		c.color = p
	}
	return c, nil
}

// flat is the normal of a polygon, by Newell's method: right for any number of corners. A face without an area has (0, 0, 1).
func (r *reader) flat(corners []corner) [3]float32 {
	var n [3]float64
	for i := range corners {
		a, b := r.positions[corners[i].position], r.positions[corners[(i+1)%len(corners)].position]
		for k := range n {
			u, v := (k+1)%3, (k+2)%3
			n[k] += float64((float64(a[u]) - float64(b[u])) * (float64(a[v]) + float64(b[v])))
		}
	}
	// The sums above are those of (y, z), (z, x) and (x, y): components x, y and z of the normal.
	length := math.Sqrt(float64(n[0]*n[0]) + float64(n[1]*n[1]) + float64(n[2]*n[2]))
	if !(length > 0) || math.IsInf(length, 0) {
		return [3]float32{0, 0, 1}
	}
	return [3]float32{float32(n[0] / length), float32(n[1] / length), float32(n[2] / length)}
}

// vertex is the number of the vertex of a corner.
func (r *reader) vertex(c corner, flat [3]float32) uint32 {
	if id, ok := r.known[c]; ok {
		return id
	}
	v := Vertex{Position: r.positions[c.position], Normal: flat, Color: c.color}
	if c.normal >= 0 {
		v.Normal = r.normals[c.normal]
	}
	if c.uv >= 0 {
		v.UV = r.uvs[c.uv]
	}
	id := uint32(len(r.mesh.Vertices))
	r.mesh.Vertices = append(r.mesh.Vertices, v)
	r.known[c] = id
	return id
}
