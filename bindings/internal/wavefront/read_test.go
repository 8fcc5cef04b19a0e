package wavefront

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func files(m map[string]string) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		if text, ok := m[name]; ok {
			return []byte(text), nil
		}
		return nil, errors.New("no file " + name)
	}
}

const paints = "newmtl red\nKd 1 0 0 # a comment\nNs 10\nnewmtl grey\nKd 0.5\n"

func TestRead(t *testing.T) {
	m, err := Read("a.obj", []byte("\ufeff# two faces\nmtllib my paints.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0 \\\n\nv 0 1 0\nvt 0.25 0.5\nvn 0 0 -1\nusemtl red\nf 1 2 3 4\nusemtl grey\nf -4/1/1 2//1 3\n"),
		files(map[string]string{"my paints.mtl": paints}))
	require.NoError(t, err)
	require.Equal(t, []uint32{0, 1, 2, 0, 2, 3, 4, 5, 6}, m.Indices)
	require.Equal(t, Vertex{Position: [3]float32{1, 0, 0}, Normal: [3]float32{0, 0, 1}, Color: [3]float32{1, 0, 0}}, m.Vertices[1], "counterclockwise in the plane: up")
	require.Equal(t, Vertex{Normal: [3]float32{0, 0, -1}, UV: [2]float32{0.25, 0.5}, Color: [3]float32{0.5, 0.5, 0.5}}, m.Vertices[4], "the fourth position from the end")
	least, most := m.Bounds()
	require.Equal(t, [3]float32{0, 0, 0}, least)
	require.Equal(t, [3]float32{1, 1, 0}, most)
	m, err = Read("a.obj", []byte("v 0 0 0 0.25 0.5 1\nv 0 0 1\nv 0 1 0\nf 1 2 3\nf 1 3 2"), files(nil))
	require.NoError(t, err)
	require.Equal(t, [3]float32{0.25, 0.5, 1}, m.Vertices[0].Color)
	require.Equal(t, [3]float32{-1, 0, 0}, m.Vertices[0].Normal, "z x y = -x")
	require.Equal(t, [3]float32{1, 0, 0}, m.Vertices[3].Normal, "the other side has vertices of its own")
}

func TestMistakes(t *testing.T) {
	const corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
	tests := []struct{ text, want string }{
		{"", "a.obj: there is no face in it"},
		{"v 0 0\n", "a.obj:1:1: v has 3 to 7 numbers, and there are 2"},
		{"v 0  x 0\n", `a.obj:1:6: "x" is not a number`},
		{"v 0 nan 0\n", `a.obj:1:5: "nan" is not a number`},
		{"v 0 1e99 0\n", `a.obj:1:5: "1e99" is not a number`},
		{corners + "f 1 2\n", "a.obj:4:1: a face has three corners or more, and this one has 2"},
		{corners + "f 1 2 4\n", "a.obj:4:7: position 4 does not exist: there are 3 before it"},
		{corners + "f 1 2 0\n", "a.obj:4:7: position 0 does not exist: there are 3 before it"},
		{corners + "f 1 -4 2\n", "a.obj:4:5: position -4 does not exist: there are 3 before it"},
		{corners + "f 1 2/1 3\n", "a.obj:4:5: texture coordinate 1 does not exist: there are 0 before it"},
		{corners + "f 1 2//1 3\n", "a.obj:4:5: normal 1 does not exist: there are 0 before it"},
		{corners + "f 1 2/1/1/1 3\n", "a.obj:4:5: a corner is position/uv/normal, and this one has 4 numbers"},
		{corners + "f 1 2 1.5\n", `a.obj:4:7: "1.5" is not a whole number`},
		{corners + "f / 2 3\n", `a.obj:4:3: "" is not a whole number`},
		{"curv 0 1 2\n", `a.obj:1:1: "curv" is not a statement of polygons`},
		{"usemtl red\n", `a.obj:1:8: material "red" is in no file that mtllib names`},
		{"mtllib\n", "a.obj:1:1: mtllib names no file"},
		{"mtllib b.mtl\n", "no file b.mtl"},
		{"mtllib bad.mtl\n", "bad.mtl:1:1: Kd comes before newmtl"},
		{"mtllib xyz.mtl\n", "xyz.mtl:2:4: colors are red, green and blue; xyz is not read"},
	}
	for _, tt := range tests {
		_, err := Read("a.obj", []byte(tt.text), files(map[string]string{"bad.mtl": "Kd 1 1 1", "xyz.mtl": "newmtl m\nKd xyz 1 1 1"}))
		require.EqualError(t, err, tt.want)
	}
}

// Files that are made to take long: statements over many lines, and polygons of many corners.
func TestLargeStatements(t *testing.T) {
	const corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
	m, err := Read("a.obj", []byte(corners+"f 1 2 "+strings.Repeat("\\\n", 1<<20)+"3\nf 3 2 1"), files(nil))
	require.NoError(t, err)
	require.Equal(t, []uint32{0, 1, 2, 3, 4, 5}, m.Indices)
	m, err = Read("a.obj", []byte(corners+"f"+strings.Repeat(" 1 2", mostFields/2)), files(nil))
	require.NoError(t, err)
	require.Len(t, m.Indices, 3*(mostFields-2))
	_, err = Read("a.obj", []byte(corners+"f"+strings.Repeat(" 1 2", mostFields/2)+" 3"), files(nil))
	require.EqualError(t, err, "a.obj:4:1: there are more than 65536 words on a line")
	r := &reader{most: 2, known: map[corner]uint32{}}
	require.EqualError(t, eachLine("a.obj", []byte(corners+"f 1 2 3\nf 1 2 3\nf 1 2 3\n"), r.line), "a.obj:6:1: there are more than 2 triangles")
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("mtllib p\nv 0 0 0\nv 1 0 0 1 1 1\nv 0 1 0\nvt 1\nvn 0 0 1\nusemtl red\nf 1/1/1 2 -1\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := Read("a.obj", text, files(map[string]string{"p": paints}))
		if err != nil {
			return
		}
		require.NotEmpty(t, m.Indices)
		require.Zero(t, len(m.Indices)%3)
		for _, i := range m.Indices {
			require.Less(t, int(i), len(m.Vertices))
		}
	})
}
