package luabind

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu"
)

// toyResource is an object of the vocabulary's Resource interface.
type toyResource struct{ desc gpu.ResourceDesc }

func (*toyResource) ID() gpu.ID                        { return 7 }
func (*toyResource) Kind() gpu.ObjectKind              { return gpu.KindResource }
func (*toyResource) Name() string                      { return "verts" }
func (r *toyResource) ResourceDesc() *gpu.ResourceDesc { return &r.desc }

// decoded reads a Lua expression as a T.
func decoded[T any](t *testing.T, script string) T {
	var got T
	set := NewSet(
		&Class{Kind: "Resource", Type: TypeOf[*toyResource](), Doc: "Memory."},
		&Class{Kind: "Taker", Type: TypeOf[*list](), Doc: "Takes it.", Methods: Methods{{Name: "Take", Doc: "Takes it.", Params: []Param{P("desc", "", "")},
			Fn: Do(func(_ *list, v T) error { got = v; return nil })}}},
	)
	L := lua.NewState()
	defer L.Close()
	b := New(L, Config{Set: set})
	L.SetGlobal("taker", b.Wrap(&list{}))
	L.SetGlobal("r", b.Wrap(&toyResource{}))
	require.NoError(t, L.DoString("taker:Take("+script+")"))
	return got
}

// TestVocabulary reads descriptors as the scripts of Direct3D samples write them.
func TestVocabulary(t *testing.T) {
	require.Equal(t, gpu.CommittedResourceDesc{
		ResourceDesc: gpu.ResourceDesc{Name: "rt", Dimension: gpu.DimensionTexture2D, Width: 256, Height: 128, DepthOrArraySize: 1, MipLevels: 1,
			SampleDesc: gpu.SampleDesc{Count: 1}, Flags: gpu.AllowRenderTarget},
		HeapType: gpu.HeapUpload, InitialState: gpu.StateRenderTarget, OptimizedClearValue: &gpu.ClearValue{Color: [4]float32{0, 0, 0, 1}},
	}, decoded[gpu.CommittedResourceDesc](t, `{ Name = "rt", HeapType = "UPLOAD", Dimension = "TEXTURE2D", Width = 256, Height = 128,
		Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET", OptimizedClearValue = { Color = { 0, 0, 0, 1 } } }`))

	barriers := decoded[[]gpu.BarrierDesc](t, `{ { Type = "TRANSITION", Resource = r, Before = "COPY_DEST", After = "GENERIC_READ" }, { Type = "UAV" } }`)
	require.Equal(t, gpu.ID(7), barriers[0].Resource.ID())
	require.Equal(t, gpu.StateGenericRead, barriers[0].After)
	require.Equal(t, uint32(gpu.AllSubresources), barriers[0].Subresource)
	require.Nil(t, barriers[1].Resource)

	sampler := decoded[gpu.SamplerDesc](t, `{ Filter = "MIN_MAG_MIP_LINEAR", AddressU = "WRAP" }`)
	require.Equal(t, []any{gpu.Filter(0x15), gpu.AddressWrap, gpu.AddressClamp, uint32(1)},
		[]any{sampler.Filter, sampler.AddressU, sampler.AddressV, sampler.MaxAnisotropy})

	root := decoded[gpu.RootSignatureDesc](t, `{ Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 5 } } },
		{ Type = "32BIT_CONSTANTS", Num32BitValues = 4 } }, StaticSamplers = { { ShaderRegister = 3, AddressV = "WRAP" } } }`)
	require.Equal(t, uint32(5), root.Parameters[0].Ranges[0].NumDescriptors)
	require.Equal(t, []any{uint32(3), gpu.AddressWrap}, []any{root.StaticSamplers[0].ShaderRegister, root.StaticSamplers[0].AddressV})
}

// TestVocabularyIsReadable builds the plans of every descriptor.
func TestVocabularyIsReadable(t *testing.T) {
	set := NewSet()
	for _, descriptor := range []any{gpu.BarrierDesc{}, gpu.Box{}, gpu.CommandListDesc{}, gpu.CommandQueueDesc{}, gpu.CommittedResourceDesc{},
		gpu.ComputePipelineStateDesc{}, gpu.ConstantBufferViewDesc{}, gpu.DescriptorHeapDesc{}, gpu.DeviceDesc{}, gpu.EventDesc{}, gpu.HeapDesc{},
		gpu.PlacedResourceDesc{}, gpu.QueryHeapDesc{}, gpu.Rect{}, gpu.RootSignatureDesc{}, gpu.SamplerDesc{}, gpu.StepDesc{}, gpu.ViewDesc{},
		gpu.WriteBufferImmediateParameter{}} {
		require.NotPanics(t, func() { set.visit(reflect.TypeOf(descriptor), map[reflect.Type]bool{}) }, "%T", descriptor)
	}
}
