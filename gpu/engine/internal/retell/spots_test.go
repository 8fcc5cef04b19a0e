package retell

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// newPage makes a page of 1 KiB with the name "page".
func newPage(t *testing.T) *memory.Page {
	a, err := device.NewAdapter(device.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, a.Close()) })
	d, err := a.CreateDevice(gpu.DeviceDesc{}, 0)
	require.NoError(t, err)
	p, err := memory.At(func() *device.Device { return d }).NewPage("page", 1024, 0)
	require.NoError(t, err)
	return p
}

// race is what the level below says of bytes [begin, end) of the page.
func race(begin, end uint64) *diag.Diagnostic {
	return diag.New(diag.MappedRace, `the CPU writes buffer "page" while direct queue "q" reads it`).WithResource(`buffer "page"`).WithRange(begin, end).
		At(7, "writes page[304, 312)").Also(5, `reads page[256, 400) through t0 by Dispatch`).Also(5, `fence "q progress" = 1 is signalled when that is finished`).
		Note("Both touch page[304, 312).")
}

func TestRetell(t *testing.T) {
	p := newPage(t)
	by := func() words.Context {
		return words.Context{Title: `DeviceContext "main"`, Frame: 3, Queue: true, Known: 2}
	}
	var l Log
	l.Note(p, Spot{Base: 0, Size: 64, Buffer: &objects.Object{Name: "other"}, By: by})
	l.Note(p, Spot{Base: 256, Size: 64, Buffer: &objects.Object{Name: "ring"}, By: by, Frame: 1, Number: 4, Opened: 3})

	d := race(304, 312)
	l.Retell(d)
	require.Equal(t, diag.EngineOverwrite, d.Code)
	require.Equal(t, &diag.Range{Begin: 48, End: 56}, d.Range)
	require.Contains(t, d.Title, `the CPU writes bytes [48, 56) of `)
	require.Equal(t, "writes ring[48, 56)", d.Labels[0].Text)
	require.Equal(t, "reads ring[0, 64) through t0 by Dispatch", d.Labels[1].Text, "bytes outside of the spot are not the buffer's")
	require.Equal(t, `got its memory here, on DeviceContext "main", frame 1, list 4`, d.Labels[2].Text)
	require.Equal(t, gpu.Site(3), d.Labels[2].Site)
	require.Equal(t, "Both touch ring[48, 56).", d.Notes[0])
}

// TestRetellKnowsItsPages: a page of another render device may have the same name.
func TestRetellKnowsItsPages(t *testing.T) {
	p := newPage(t)
	var l Log
	l.Note(p, Spot{Base: 256, Size: 64, Buffer: &objects.Object{Name: "ring"}, By: func() words.Context { return words.Context{} }})
	d := race(304, 312)
	d.Object = p.Native.ID() + 1
	l.Retell(d)
	require.Equal(t, diag.MappedRace, d.Code)
	d.Object = p.Native.ID()
	l.Retell(d)
	require.Equal(t, diag.EngineOverwrite, d.Code)
}

func TestRetellLeavesTheRestAlone(t *testing.T) {
	p := newPage(t)
	var l Log
	l.Note(p, Spot{Base: 256, Size: 64, Buffer: &objects.Object{Name: "ring"}, By: func() words.Context { return words.Context{} }})
	for name, d := range map[string]*diag.Diagnostic{
		"one byte before": race(255, 260), "one byte behind": race(319, 321), "no range": diag.New(diag.MappedRace, "x").WithResource(`buffer "page"`),
		"another buffer": race(256, 260).WithResource(`buffer "verts"`),
	} {
		before := *d
		l.Retell(d)
		require.Equal(t, before.Title, d.Title, name)
		require.Equal(t, diag.MappedRace, d.Code, name)
	}
	for _, d := range []*diag.Diagnostic{race(256, 257), race(319, 320)} {
		l.Retell(d)
		require.Equal(t, diag.EngineOverwrite, d.Code)
	}
	other := race(256, 260)
	other.Code = diag.DataRace
	l.Retell(other)
	require.Equal(t, diag.DataRace, other.Code, "only a race with the CPU is an overwrite")
	require.Equal(t, "writes ring[48, 56)", other.Labels[0].Text)
}

// A page that is used again from its start forgets what stood in it.
func TestPageIsUsedAgain(t *testing.T) {
	p := newPage(t)
	var l Log
	spot := func(base uint64, name string) Spot {
		return Spot{Base: base, Size: 64, Buffer: &objects.Object{Name: name}, By: func() words.Context { return words.Context{} }}
	}
	l.Note(p, spot(0, "a"))
	l.Note(p, spot(64, "b"))
	l.Note(p, spot(0, "c"))
	require.Equal(t, "c", l.find(race(0, 64)).Buffer.Name)
	require.Nil(t, l.find(race(64, 65)))
}
