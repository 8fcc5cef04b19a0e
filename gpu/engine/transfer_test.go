package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/validate"
)

func (w *world) make(of desc.TextureDesc) *engine.Texture {
	w.t.Helper()
	t, err := w.CreateTexture(of)
	w.ok(err)
	return t
}

// level copies a subresource through a STAGING texture and returns its rows without gaps.
func (w *world) level(t *engine.Texture, mip, slice uint32) []byte {
	w.t.Helper()
	d := t.Desc()
	width, height := max(d.Width>>mip, 1), max(d.Height>>mip, 1)
	back := w.make(desc.TextureDesc{Name: "back", Width: width, Height: height, Format: d.Format, MipLevels: 1, Usage: desc.UsageStaging, CPUAccessFlags: desc.CPURead})
	w.ok(w.imm.CopyTexture(t, mip+slice*d.MipLevels, nil, 0, back, 0, 0, 0, 0, 0))
	w.ok(w.imm.WaitForIdle())
	m, err := w.imm.MapTextureSubresource(back, 0, desc.MapRead, 0, nil)
	w.ok(err)
	require.EqualValues(w.t, 256, m.Stride())
	var out []byte
	for y := range uint64(height) {
		row, err := m.ReadBytes(y*uint64(m.Stride()), uint64(width*d.Format.Bytes()))
		w.ok(err)
		out = append(out, row...)
	}
	w.ok(w.imm.UnmapTextureSubresource(back, 0))
	w.release(back)
	return out
}

// TestGenerateMips: each texel is the mean of four. The values are multiples of 64, so every mean is exact.
func TestGenerateMips(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{DeferredContexts: 1})
	data := func(values ...float32) desc.SubresourceData { return desc.SubresourceData{Data: bytesOf(values...)} }
	none := data(make([]float32, 16)...)
	tex := w.make(desc.TextureDesc{Name: "cube", Type: desc.TexCube, Width: 4, Height: 4, Format: gpu.FormatR32Float, MipLevels: 3, BindFlags: desc.BindShaderResource,
		MiscFlags: desc.MiscGenerateMips, Data: []desc.SubresourceData{
			data(64, 128, 0, 0, 192, 128, 0, 0, 0, 0, 64, 64, 0, 0, 64, 64), none, none,
			none, none, none, none, none, none, none, none, none, none, none, none,
			data(256, 256, 256, 256, 256, 256, 256, 256, 0, 0, 0, 0, 0, 0, 0, 0), none, none}})
	w.ok(w.imm.GenerateMips(tex.GetDefaultView(desc.ViewShaderResource)))
	require.Equal(t, bytesOf(128, 0, 0, 64), w.level(tex, 1, 0))
	require.Equal(t, bytesOf(48), w.level(tex, 2, 0))
	require.Equal(t, bytesOf(256, 256, 0, 0), w.level(tex, 1, 5))
	require.Equal(t, bytesOf(128), w.level(tex, 2, 5))

	c := w.GetDeferredContext(0) // from a view of the second level on, in a list: the third is made of it
	w.ok(w.imm.UpdateTexture(tex, 1, nil, data(4, 4, 4, 4), 0))
	v, err := tex.CreateView(desc.ViewDesc{Name: "from 1", Type: desc.ViewShaderResource, ViewDesc: gpu.ViewDesc{ViewDimension: gpu.ViewTexture2DArray, MostDetailedMip: 1}})
	w.ok(err)
	w.ok(c.Begin(w.imm))
	w.ok(c.GenerateMips(v))
	list, err := c.FinishCommandList()
	w.ok(err)
	w.ok(w.imm.ExecuteCommandLists([]*engine.CommandList{list}))
	w.ok(c.FinishFrame())
	require.Equal(t, bytesOf(4), w.level(tex, 2, 0))
	require.Equal(t, bytesOf(128), w.level(tex, 2, 5))
	w.ok(w.imm.FinishFrame())
	w.release(v, tex)
	w.end()
}

// TestGenerateMipsOfSRGB: the mean is of light, not of stored bytes: half of white is 188.
func TestGenerateMipsOfSRGB(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	tex := w.make(desc.TextureDesc{Name: "half", Width: 2, Height: 1, Format: gpu.FormatR8G8B8A8UnormSRGB, MipLevels: 2, BindFlags: desc.BindShaderResource, MiscFlags: desc.MiscGenerateMips,
		Data: []desc.SubresourceData{{Data: []byte{255, 255, 255, 255, 0, 0, 0, 255}}, {Data: make([]byte, 4)}}})
	w.ok(w.imm.GenerateMips(tex.GetDefaultView(desc.ViewShaderResource)))
	require.Equal(t, []byte{188, 188, 188, 255}, w.level(tex, 1, 0))
	w.ok(w.imm.FinishFrame())
	w.release(tex)
	w.end()
}

func TestGenerateMipsRefuses(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{ImmediateContexts: []desc.ImmediateContextDesc{{}, {Name: "compute", Type: gpu.ListCompute}}})
	plain := w.make(desc.TextureDesc{Name: "plain", Width: 4, Height: 4, Format: gpu.FormatR8Unorm, MipLevels: 2, BindFlags: desc.BindShaderResource | desc.BindRenderTarget})
	d := refused(t, w.imm.GenerateMips(plain.GetDefaultView(desc.ViewShaderResource)), diag.EngineDescription)
	require.Contains(t, d.Title, "MiscFlags do not have GENERATE_MIPS")
	d = refused(t, w.imm.GenerateMips(plain.GetDefaultView(desc.ViewRenderTarget)), diag.EngineDescription)
	require.Contains(t, d.Title, "its type is RENDER_TARGET")
	d = refused(t, w.GetImmediateContext(1).GenerateMips(plain.GetDefaultView(desc.ViewShaderResource)), diag.EngineContextUse)
	require.Contains(t, d.Title, "COMPUTE queue")
	for format, ok := range map[gpu.Format]bool{gpu.FormatR8Unorm: true, gpu.FormatR32Uint: false, gpu.FormatBC1Unorm: false} {
		of := desc.TextureDesc{Width: 4, Height: 4, Format: format, MiscFlags: desc.MiscGenerateMips, BindFlags: desc.BindShaderResource}
		require.Equal(t, ok, of.Normalized().Fault() == "", format)
	}
	w.release(plain)
	w.end()
}

// TestMapTextures: a STAGING texture that the CPU writes, a DYNAMIC one, and boxes of copies between them.
func TestMapTextures(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	up := w.make(desc.TextureDesc{Name: "up", Width: 4, Height: 2, Format: gpu.FormatR32Float, MipLevels: 2, Usage: desc.UsageStaging, CPUAccessFlags: desc.CPUWrite})
	require.Equal(t, gpu.DimensionBuffer, up.Native().ResourceDesc().Dimension)
	m, err := w.imm.MapTextureSubresource(up, 1, desc.MapWrite, 0, nil)
	w.ok(err)
	require.EqualValues(t, 8, m.Size(), "a row of two texels")
	w.ok(m.WriteFloats(0, []float32{7, 8}))
	w.ok(w.imm.UnmapTextureSubresource(up, 1))
	refused(t, m.WriteFloats(0, []float32{7}), diag.EngineStaleMapping)

	dyn := w.make(desc.TextureDesc{Name: "dyn", Width: 4, Height: 2, Format: gpu.FormatR32Float, Usage: desc.UsageDynamic, BindFlags: desc.BindShaderResource})
	write := func(box *gpu.Box, row0, row1 []float32) {
		m, err := w.imm.MapTextureSubresource(dyn, 0, desc.MapWrite, desc.MapDiscard, box)
		w.ok(err)
		w.ok(m.WriteFloats(0, row0))
		w.ok(m.WriteFloats(uint64(m.Stride()), row1))
		w.ok(w.imm.UnmapTextureSubresource(dyn, 0))
	}
	write(nil, []float32{1, 2, 3, 4}, []float32{5, 6, 7, 8})
	write(&gpu.Box{Left: 1, Right: 3, Bottom: 2, Back: 1}, []float32{20, 30}, []float32{60, 70})
	require.Equal(t, bytesOf(1, 20, 30, 4, 5, 60, 70, 8), w.level(dyn, 0, 0))

	target := w.make(desc.TextureDesc{Name: "target", Width: 4, Height: 2, Format: gpu.FormatR32Float})
	w.ok(w.imm.CopyTexture(dyn, 0, nil, 0, target, 0, 0, 0, 0, 0))
	w.ok(w.imm.CopyTexture(up, 1, &gpu.Box{Left: 1, Right: 2, Bottom: 1, Back: 1}, 0, target, 0, 3, 1, 0, 0))
	require.Equal(t, bytesOf(1, 20, 30, 4, 5, 60, 70, 8), w.level(target, 0, 0), "8 at 3, 1")
	w.ok(w.imm.CopyTexture(up, 1, nil, 0, target, 0, 0, 0, 0, 0))
	require.Equal(t, bytesOf(7, 8, 30, 4, 5, 60, 70, 8), w.level(target, 0, 0))
	w.ok(w.imm.FinishFrame())
	w.release(up, dyn, target)
	w.end()
}

// TestCopyInsideATexture: subresources have states of their own, so that one can be copied to another.
func TestCopyInsideATexture(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	tex := w.make(desc.TextureDesc{Name: "tex", Type: desc.Tex2DArray, Width: 1, Height: 1, ArraySize: 3, Format: gpu.FormatR32Float,
		Data: []desc.SubresourceData{{Data: bytesOf(1)}, {Data: bytesOf(2)}, {Data: bytesOf(3)}}, MipLevels: 1})
	w.ok(w.imm.CopyTexture(tex, 0, nil, 0, tex, 1, 0, 0, 0, 0))
	w.ok(w.imm.CopyTexture(tex, 1, nil, 0, tex, 2, 0, 0, 0, 0))
	w.ok(w.imm.Flush())
	w.ok(w.imm.CopyTexture(tex, 2, nil, 0, tex, 0, 0, 0, 0, 0))
	refused(t, w.imm.CopyTexture(tex, 1, nil, 0, tex, 1, 0, 0, 0, 0), diag.EngineDescription)
	d := refused(t, w.imm.CopyTexture(tex, 0, nil, 0, tex, 3, 0, 0, 0, 0), diag.EngineRange)
	require.Contains(t, d.Title, "it has 1 mip level and 3 slices")
	for slice := range uint32(3) {
		require.Equal(t, bytesOf(1), w.level(tex, 0, slice))
	}
	// VERIFY sees the state of the subresource: 0 is COPY_SOURCE, as the others are
	w.ok(w.imm.TransitionResourceStates([]engine.StateTransitionDesc{{Texture: tex, NewState: gpu.StateCopyDest, FirstArraySlice: 1, ArraySliceCount: 1}}))
	w.ok(w.imm.CopyTexture(tex, 0, nil, desc.TransitionVerify, tex, 1, 0, 0, 0, desc.TransitionVerify))
	d = refused(t, w.imm.CopyTexture(tex, 1, nil, desc.TransitionVerify, tex, 2, 0, 0, 0, 0), diag.EngineState)
	require.Contains(t, d.Title, `needs subresource 1 of Texture "tex" in state COPY_SOURCE; it is in COPY_DEST`)
	w.ok(w.imm.WaitForIdle())
	w.release(tex)
	w.end()
}

// TestTextureOnTheCopyQueueByParts: a COPY queue leaves every subresource in COMMON.
func TestTextureOnTheCopyQueueByParts(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{ImmediateContexts: []desc.ImmediateContextDesc{{}, {Name: "copies", Type: gpu.ListCopy}}})
	copies := w.GetImmediateContext(1)
	tex := w.make(desc.TextureDesc{Name: "tex", Width: 2, Height: 1, MipLevels: 2, Format: gpu.FormatR32Float, ImmediateContextMask: 3})
	w.ok(copies.UpdateTexture(tex, 0, nil, desc.SubresourceData{Data: bytesOf(1, 2)}, 0))
	w.ok(copies.CopyTexture(tex, 0, &gpu.Box{Left: 1, Right: 2, Bottom: 1, Back: 1}, 0, tex, 1, 0, 0, 0, 0))
	w.ok(copies.WaitForIdle())
	require.Equal(t, bytesOf(2), w.level(tex, 1, 0))
	w.ok(copies.FinishFrame())
	w.release(tex)
	w.end()
}

func TestResolve(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	of := desc.TextureDesc{Name: "samples", Width: 2, Height: 1, Format: gpu.FormatR32Float, SampleCount: 4, MipLevels: 1, BindFlags: desc.BindRenderTarget}
	samples := w.make(of)
	of.Name, of.SampleCount = "one", 1
	one := w.make(of)
	w.ok(w.imm.ClearRenderTarget(samples.GetDefaultView(desc.ViewRenderTarget), [4]float32{3}, 0))
	w.ok(w.imm.ResolveTextureSubresource(samples, 0, 0, one, 0, 0, 0))
	require.Equal(t, bytesOf(3, 3), w.level(one, 0, 0))
	refused(t, w.imm.ResolveTextureSubresource(one, 0, 0, samples, 0, 0, 0), diag.EngineDescription)
	refused(t, w.imm.ResolveTextureSubresource(samples, 0, 0, samples, 0, 0, 0), diag.EngineDescription)
	w.release(samples, one)
	w.end()
}

var mapTextureCases = map[string]struct {
	of   desc.TextureDesc
	typ  desc.MapType
	f    desc.MapFlags
	box  *gpu.Box
	want string
}{
	"usage":            {of: desc.TextureDesc{}, typ: desc.MapWrite, want: "its usage is DEFAULT"},
	"dynamic read":     {of: desc.TextureDesc{Usage: desc.UsageDynamic}, typ: desc.MapRead, want: "mapped for WRITE only, not READ"},
	"no overwrite":     {of: desc.TextureDesc{Usage: desc.UsageDynamic}, typ: desc.MapWrite, f: desc.MapNoOverwrite, want: "NO_OVERWRITE is for buffers"},
	"box outside":      {of: desc.TextureDesc{Usage: desc.UsageDynamic}, typ: desc.MapWrite, box: &gpu.Box{Right: 3, Bottom: 1, Back: 1}, want: "is not inside the subresource of 2 x 2 x 1 texels"},
	"staging box":      {of: desc.TextureDesc{Usage: desc.UsageStaging, CPUAccessFlags: desc.CPUWrite}, typ: desc.MapWrite, box: &gpu.Box{Right: 1, Bottom: 1, Back: 1}, want: "mapped by whole subresources"},
	"staging backward": {of: desc.TextureDesc{Usage: desc.UsageStaging, CPUAccessFlags: desc.CPUWrite}, typ: desc.MapRead, want: "it was made with CPUAccessFlags WRITE"},
}

func TestMapTextureRefuses(t *testing.T) {
	for name, c := range mapTextureCases {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, desc.DeviceDesc{})
			c.of.Name, c.of.Width, c.of.Height, c.of.Format, c.of.MipLevels = "tex", 2, 2, gpu.FormatR32Float, 1
			tex := w.make(c.of)
			_, err := w.imm.MapTextureSubresource(tex, 0, c.typ, c.f, c.box)
			var e *diag.Error
			require.ErrorAs(t, err, &e)
			require.Contains(t, e.Diagnostics[0].Title, c.want)
			_, err = w.imm.MapTextureSubresource(tex, 1, c.typ, c.f, nil)
			refused(t, err, diag.EngineRange)
			refused(t, w.imm.UnmapTextureSubresource(tex, 0), diag.EngineMap)
			w.release(tex)
			w.end()
		})
	}
}

// TestUpdateBlocks: rows of block-compressed data are rows of blocks.
func TestUpdateBlocks(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	blocks := []byte("11111111222222223333333344444444")
	tex := w.make(desc.TextureDesc{Name: "blocks", Width: 8, Height: 8, Format: gpu.FormatBC1Unorm, MipLevels: 1, BindFlags: desc.BindShaderResource, Data: []desc.SubresourceData{{Data: blocks}}})
	w.ok(w.imm.UpdateTexture(tex, 0, &gpu.Box{Left: 4, Top: 4, Right: 8, Bottom: 8, Back: 1}, desc.SubresourceData{Data: []byte("55555555")}, 0))
	back := w.make(desc.TextureDesc{Name: "back", Width: 8, Height: 8, Format: gpu.FormatBC1Unorm, MipLevels: 1, Usage: desc.UsageStaging, CPUAccessFlags: desc.CPURead})
	w.ok(w.imm.CopyTexture(tex, 0, nil, 0, back, 0, 0, 0, 0, 0))
	w.ok(w.imm.WaitForIdle())
	m, err := w.imm.MapTextureSubresource(back, 0, desc.MapRead, 0, nil)
	w.ok(err)
	for row, want := range []string{"1111111122222222", "3333333355555555"} {
		got, err := m.ReadBytes(uint64(row)*uint64(m.Stride()), 16)
		w.ok(err)
		require.Equal(t, want, string(got))
	}
	w.ok(w.imm.UnmapTextureSubresource(back, 0))
	w.ok(w.imm.FinishFrame())
	w.release(tex, back)
	w.end()
}

// TestMapTextureOnADeferredContext: a DYNAMIC texture is mapped while the context records, and the texels are copied when the list is executed.
func TestMapTextureOnADeferredContext(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{DeferredContexts: 1})
	c := w.GetDeferredContext(0)
	tex := w.make(desc.TextureDesc{Name: "tex", Width: 2, Height: 1, Format: gpu.FormatR32Float, MipLevels: 1, Usage: desc.UsageDynamic, BindFlags: desc.BindShaderResource})
	_, err := c.MapTextureSubresource(tex, 0, desc.MapWrite, desc.MapDiscard, nil)
	refused(t, err, diag.EngineContextUse)
	w.ok(c.Begin(w.imm))
	m, err := c.MapTextureSubresource(tex, 0, desc.MapWrite, desc.MapDiscard, nil)
	w.ok(err)
	refused(t, c.UnmapBuffer(w.buffer("other", 4, desc.UsageDynamic, 0)), diag.EngineMap)
	w.ok(m.WriteFloats(0, []float32{1, 2}))
	w.ok(c.UnmapTextureSubresource(tex, 0))
	refused(t, m.WriteFloats(0, []float32{3}), diag.EngineStaleMapping)
	list, err := c.FinishCommandList()
	w.ok(err)
	w.ok(w.imm.ExecuteCommandLists([]*engine.CommandList{list}))
	w.ok(c.FinishFrame())
	require.Equal(t, bytesOf(1, 2), w.level(tex, 0, 0))
	w.release(tex)
	refused(t, w.Release(), diag.EngineLeak) // "other"
}

// TestGenerateMipsAgain: where the pipelines could not be made at the first use, a later one makes them.
func TestGenerateMipsAgain(t *testing.T) {
	v := validate.New(validate.Options{})
	a, err := device.NewAdapter(device.Options{Layers: []device.Layer{v}, MaxObjects: 32})
	require.NoError(t, err)
	defer func() { require.NoError(t, a.Close()) }()
	v.SetResourceAt(a.ResourceAt)
	d, err := engine.CreateDeviceAndContexts(a, desc.DeviceDesc{}, 1)
	require.NoError(t, err)
	w := &world{t: t, adapter: a, RenderDevice: d, imm: d.GetImmediateContext(0)}
	tex := w.make(desc.TextureDesc{Name: "levels", Width: 2, Height: 2, Format: gpu.FormatR8Unorm, MipLevels: 2, BindFlags: desc.BindShaderResource, MiscFlags: desc.MiscGenerateMips})
	w.ok(w.imm.SetStencilRef(0)) // the recording has its list
	var fences []*engine.Fence
	for err == nil {
		var f *engine.Fence
		if f, err = w.CreateFence(desc.FenceDesc{}); err == nil {
			fences = append(fences, f)
		}
	}
	refused(t, w.imm.GenerateMips(tex.GetDefaultView(desc.ViewShaderResource)), diag.ObjectLimit)
	for _, f := range fences {
		w.ok(f.Release())
	}
	w.ok(w.imm.WaitForIdle())
	w.ok(w.imm.GenerateMips(tex.GetDefaultView(desc.ViewShaderResource)))
	w.ok(w.imm.Flush())
	w.ok(w.imm.FinishFrame())
	w.release(tex)
	w.end()
}
