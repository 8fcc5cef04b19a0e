package desc

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestBufferFaults: each contradiction once; the empty text is a description without one.
func TestBufferFaults(t *testing.T) {
	for _, c := range []struct {
		desc BufferDesc
		want string
	}{
		{BufferDesc{Size: 1}, ""},
		{BufferDesc{}, "Size is 0 bytes"},
		{BufferDesc{Size: 4, BindFlags: BindRenderTarget}, "a buffer cannot be a render target or a depth buffer"},
		{BufferDesc{Size: 4, Mode: ModeStructured}, "Mode STRUCTURED needs ElementByteStride"},
		{BufferDesc{Size: 4, Mode: ModeStructured, ElementByteStride: 4}, ""},
		{BufferDesc{Size: 4, BindFlags: BindShaderResource}, "Mode is UNDEFINED, but shaders see a buffer that is bound with SHADER_RESOURCE or UNORDERED_ACCESS as an array"},
		{BufferDesc{Size: 4, BindFlags: BindShaderResource, Mode: ModeRaw}, ""},
		{BufferDesc{Size: 4, BindFlags: BindVertexBuffer}, ""},
		{BufferDesc{Size: 4, Data: make([]byte, 5)}, "Data is longer than Size"},
		{BufferDesc{Size: 4, Data: make([]byte, 4)}, ""},
		{BufferDesc{Size: 4, Usage: UsageImmutable}, "an IMMUTABLE buffer needs Data, since nothing can write it later"},
		{BufferDesc{Size: 4, Usage: UsageImmutable, Data: []byte{1}, BindFlags: BindUnorderedAccess, Mode: ModeRaw}, "an IMMUTABLE buffer cannot be bound with UNORDERED_ACCESS, since nothing can write it later"},
		{BufferDesc{Size: 4, CPUAccessFlags: CPURead}, "Usage DEFAULT has no CPU access"},
		{BufferDesc{Size: 4, Usage: UsageDynamic, Data: []byte{1}}, "a DYNAMIC buffer has no first contents, since each frame begins without any"},
		{BufferDesc{Size: 4, Usage: UsageDynamic, CPUAccessFlags: CPURead}, "a DYNAMIC buffer has the CPU access WRITE"},
		{BufferDesc{Size: 4, Usage: UsageDynamic}, ""},
		{BufferDesc{Size: 4, Usage: UsageDynamic, BindFlags: BindUnorderedAccess, Mode: ModeRaw, ImmediateContextMask: 3},
			"a DYNAMIC buffer with Mode FORMATTED or UNORDERED_ACCESS has a resource of its own and belongs to one context"},
		{BufferDesc{Size: 4, Usage: UsageDynamic, ImmediateContextMask: 3}, ""},
		{BufferDesc{Size: 4, Usage: UsageStaging, CPUAccessFlags: CPURead, BindFlags: BindVertexBuffer}, "a STAGING buffer is bound nowhere"},
		{BufferDesc{Size: 4, Usage: UsageStaging}, "a STAGING buffer has one CPU access, READ or WRITE"},
		{BufferDesc{Size: 4, Usage: UsageStaging, CPUAccessFlags: CPURead, Data: []byte{1}}, "a STAGING buffer for READ has no first contents"},
		{BufferDesc{Size: 4, Usage: UsageStaging, CPUAccessFlags: CPUWrite, Data: []byte{1}}, ""},
	} {
		require.Equal(t, c.want, c.desc.Normalized().Fault(), "%+v", c.desc)
		_, r := c.desc.Normalized().Contradiction()
		require.Equal(t, c.want == "", r.Text == "", "each contradiction has a remedy: %+v", c.desc)
		if r.Field != "" {
			repair(&c.desc, r)
			require.Empty(t, c.desc.Normalized().Fault(), "repaired: %+v", c.desc)
		}
	}
}

// repair makes a description what a Repair says.
func repair[D any](d *D, r Repair) {
	field := reflect.ValueOf(d).Elem().FieldByName(r.Field)
	field.SetZero()
	if r.Value != nil {
		field.Set(reflect.ValueOf(r.Value).Convert(field.Type()))
	}
}

func TestTextureFaults(t *testing.T) {
	data := []SubresourceData{{}}
	for _, c := range []struct {
		desc TextureDesc
		want string
	}{
		{TextureDesc{Width: 1}, ""},
		{TextureDesc{}, "Width is 0 texels"},
		{TextureDesc{Width: 1, BindFlags: BindVertexBuffer}, "a texture is bound with SHADER_RESOURCE, RENDER_TARGET, DEPTH_STENCIL or UNORDERED_ACCESS only"},
		{TextureDesc{Width: 1, Usage: UsageStaging}, "a STAGING texture has one CPU access, READ or WRITE"},
		{TextureDesc{Width: 1, Usage: UsageStaging, CPUAccessFlags: CPURead}, ""},
		{TextureDesc{Width: 1, Usage: UsageStaging, CPUAccessFlags: CPURead | CPUWrite}, "a STAGING texture has one CPU access, READ or WRITE"},
		{TextureDesc{Width: 1, Usage: UsageStaging, CPUAccessFlags: CPURead, BindFlags: BindShaderResource}, "a STAGING texture is bound nowhere"},
		{TextureDesc{Width: 1, Usage: UsageStaging, CPUAccessFlags: CPURead, SampleCount: 2}, "a multisampled texture has the usage DEFAULT, since the CPU does not see samples"},
		{TextureDesc{Width: 1, Usage: UsageDynamic}, ""},
		{TextureDesc{Width: 1, Usage: UsageDynamic, CPUAccessFlags: CPURead}, "a DYNAMIC texture has the CPU access WRITE"},
		{TextureDesc{Width: 1, Usage: UsageDynamic, BindFlags: BindUnorderedAccess}, "a DYNAMIC texture is bound with SHADER_RESOURCE only, since the CPU writes it"},
		{TextureDesc{Width: 1, Usage: UsageDynamic, Data: data}, "a DYNAMIC texture has no first contents; map it to write them"},
		{TextureDesc{Width: 1, CPUAccessFlags: CPUWrite}, "Usage DEFAULT has no CPU access"},
		{TextureDesc{Width: 1, Format: gpu.FormatR8Unorm, BindFlags: BindShaderResource, MiscFlags: MiscGenerateMips}, ""},
		{TextureDesc{Width: 1, Format: gpu.FormatR8Unorm, MiscFlags: MiscGenerateMips}, "GENERATE_MIPS needs Usage DEFAULT and the bind flag SHADER_RESOURCE"},
		{TextureDesc{Width: 1, Format: gpu.FormatR8Unorm, Type: Tex3D, BindFlags: BindShaderResource, MiscFlags: MiscGenerateMips}, "GENERATE_MIPS is for 2D textures, their arrays and cubes, of one sample, and this is TEX_3D"},
		{TextureDesc{Width: 1, Format: gpu.FormatR8Uint, BindFlags: BindShaderResource, MiscFlags: MiscGenerateMips}, "GENERATE_MIPS needs a format that can be drawn to and filtered, which R8_UINT cannot"},
		{TextureDesc{Width: 1, Usage: UsageImmutable}, "an IMMUTABLE texture needs Data, since nothing can write it later"},
		{TextureDesc{Width: 1, Usage: UsageImmutable, Data: data, BindFlags: BindRenderTarget}, "an IMMUTABLE texture is bound with SHADER_RESOURCE only, since nothing can write it later"},
		{TextureDesc{Width: 1, Type: TexCube, ArraySize: 7}, "a cube has six slices"},
		{TextureDesc{Width: 4, Type: Tex2DArray, ArraySize: 1 << 31, Usage: UsageStaging, CPUAccessFlags: CPURead}, "ArraySize is 2147483648, but such a texture has 2048 at most"},
		{TextureDesc{Width: 4, MipLevels: 4, Usage: UsageStaging, CPUAccessFlags: CPURead}, "MipLevels is 4, but such a texture has 3 at most"},
		{TextureDesc{Width: 4, MipLevels: 3, Usage: UsageStaging, CPUAccessFlags: CPURead}, ""},
		{TextureDesc{Width: 1, Type: TexCube, ArraySize: 12}, ""},
		{TextureDesc{Width: 1, Depth: 2}, "Depth is for TEX_3D; arrays have ArraySize"},
		{TextureDesc{Width: 1, ArraySize: 2}, "ArraySize is for arrays and cubes"},
		{TextureDesc{Width: 1, Type: Tex2DArray, ArraySize: 2}, ""},
		{TextureDesc{Width: 1, SampleCount: 2, Data: data}, "a multisampled texture has no first contents"},
	} {
		require.Equal(t, c.want, c.desc.Normalized().Fault(), "%+v", c.desc)
		if _, r := c.desc.Normalized().Contradiction(); r.Field != "" {
			require.NotEmpty(t, r.Text)
			repair(&c.desc, r)
			require.Empty(t, c.desc.Normalized().Fault(), "repaired: %+v", c.desc)
		}
	}
}

// TestRowsGoToTheirFootprint: rows without gaps are put at the row pitch of the footprint, N and N-1 bytes of data.
func TestRowsGoToTheirFootprint(t *testing.T) {
	n := gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 2, Height: 2, Format: gpu.FormatR8Unorm}.Normalized()
	prints, _ := n.Footprints(0, 1, 0)
	s := SubresourceData{Data: []byte{1, 2, 3, 4}}
	require.EqualValues(t, 4, s.Needs(prints[0]))
	require.EqualValues(t, 7, SubresourceData{Stride: 5}.Needs(prints[0]), "the last row ends with its texels")
	got := map[uint64][]byte{}
	require.NoError(t, s.Put(func(at uint64, row []byte) error { got[at] = row; return nil }, 512, prints[0]))
	require.Equal(t, map[uint64][]byte{512: {1, 2}, 768: {3, 4}}, got)
}

func TestVertexStrides(t *testing.T) {
	g := GraphicsPipelineDesc{InputLayout: []gpu.InputElement{
		{Format: gpu.FormatR32G32Float, AlignedByteOffset: gpu.AppendAligned},
		{Format: gpu.FormatR8Unorm, AlignedByteOffset: gpu.AppendAligned},
		{Format: gpu.FormatR32Float, InputSlot: 1, AlignedByteOffset: 8},
		{Format: gpu.FormatR32Float, InputSlot: 2, AlignedByteOffset: 0}}, VertexStrides: []uint32{0, 0, 32}}
	s := g.Strides()
	require.Equal(t, []uint32{12, 12, 32, 0}, s[:4], "9 bytes rounded up to 4, an offset, a given stride, nothing")
	require.False(t, g.StrideFault().Is())
	g.VertexStrides = []uint32{12, 12, 32, 8}
	require.False(t, g.StrideFault().Is(), "one more than there are slots, as a list for several pipelines has it")
	g.VertexStrides = []uint32{12, 0, 0, 32}
	require.Equal(t, "VertexStrides has the bytes of a vertex of slot 3, in which no element of the InputLayout is, and none of slot 1", g.StrideFault().Why)
}

func TestSignatureFaults(t *testing.T) {
	good := PipelineResourceDesc{Name: "a", ShaderStages: StageCompute, ArraySize: 1, ResourceType: ResourceBufferSRV}
	for name, c := range map[string]struct {
		change func(*PipelineResourceSignatureDesc)
		fault  string
	}{
		"nothing":                    {func(*PipelineResourceSignatureDesc) {}, ""},
		"last place":                 {func(d *PipelineResourceSignatureDesc) { d.BindingIndex = 7 }, ""},
		"behind it":                  {func(d *PipelineResourceSignatureDesc) { d.BindingIndex = 8 }, "BindingIndex is 8; allowed are 0 to 7"},
		"no stages":                  {func(d *PipelineResourceSignatureDesc) { d.Resources[0].ShaderStages = 0 }, `resource "a" has no ShaderStages`},
		"more views than a heap has": {func(d *PipelineResourceSignatureDesc) { d.Resources[0].ArraySize = 1 << 31 }, `its resources up to "a" take 2147483648 views and 0 samplers; a heap has at most 1000000 and 2048`},
		"no elements":                {func(d *PipelineResourceSignatureDesc) { d.Resources[0].ArraySize = 0 }, `resource "a" has ArraySize 0`},
		"twice":                      {func(d *PipelineResourceSignatureDesc) { d.Resources = append(d.Resources, good) }, `resource "a" is in it twice for one stage`},
		"inline buffer":              {func(d *PipelineResourceSignatureDesc) { d.Resources[0].Flags = InlineConstants }, `resource "a" has the flag INLINE_CONSTANTS and is not a CONSTANT_BUFFER`},
		"formatted":                  {func(d *PipelineResourceSignatureDesc) { d.Resources[0].Flags = FormattedBuffer }, ""},
		"formatted texture": {func(d *PipelineResourceSignatureDesc) {
			d.Resources[0].Flags, d.Resources[0].ResourceType = FormattedBuffer, ResourceTextureSRV
		}, `resource "a" has the flag FORMATTED_BUFFER and is not a BUFFER_SRV or BUFFER_UAV`},
		"dynamic sampler": {func(d *PipelineResourceSignatureDesc) {
			d.Resources[0].Flags, d.Resources[0].ResourceType = NoDynamicBuffers, ResourceSampler
		}, `resource "a" has the flag NO_DYNAMIC_BUFFERS and is not a buffer`},
		"sampler of no stage": {func(d *PipelineResourceSignatureDesc) { d.ImmutableSamplers = []ImmutableSampler{{Name: "s"}} }, `immutable sampler "s" has no ShaderStages`},
		"compute and graphics": {func(d *PipelineResourceSignatureDesc) {
			d.ImmutableSamplers = []ImmutableSampler{{StagePixel, "s", gpu.SamplerDesc{}}}
		}, "some resources are of the COMPUTE stage and others are not, and no pipeline has both"},
		"most constants": {func(d *PipelineResourceSignatureDesc) {
			d.Resources[0] = PipelineResourceDesc{Name: "a", ShaderStages: StageCompute, ArraySize: 64, Flags: InlineConstants}
		}, ""},
		"one more": {func(d *PipelineResourceSignatureDesc) {
			d.Resources[0] = PipelineResourceDesc{Name: "a", ShaderStages: StageCompute, ArraySize: 65, Flags: InlineConstants}
		}, `resource "a" has 65 inline constants; at most 64 are allowed`},
		"other flags": {func(d *PipelineResourceSignatureDesc) {
			d.Resources[0] = PipelineResourceDesc{Name: "a", ShaderStages: StageCompute, ArraySize: 1, Flags: InlineConstants | NoDynamicBuffers}
		}, `resource "a" has other flags beside INLINE_CONSTANTS`},
	} {
		d := PipelineResourceSignatureDesc{Resources: []PipelineResourceDesc{good}}
		c.change(&d)
		require.Equal(t, c.fault, d.Fault().Why, name)
	}
}
