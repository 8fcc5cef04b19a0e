package present

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// plainWorld names objects by their numbers and has made them all at place 7.
type plainWorld struct{}

func (plainWorld) Ref(id gpu.ID) string    { return fmt.Sprintf("object %d", id) }
func (plainWorld) Created(gpu.ID) gpu.Site { return 7 }

// titles are the headlines, joined.
func titles(list []*diag.Diagnostic) string {
	text := ""
	for _, d := range list {
		text += fmt.Sprintf("[%s %s]", d.Code, d.Title)
	}
	return text
}

func TestCreate(t *testing.T) {
	for _, test := range []struct {
		name   string
		direct bool
		change func(*gpu.SwapChainDesc)
		want   string
	}{
		{"two buffers", true, func(d *gpu.SwapChainDesc) { d.BufferCount = 2 }, ""},
		{"sixteen buffers", true, func(d *gpu.SwapChainDesc) { d.BufferCount = 16 }, ""},
		{"one buffer", true, func(d *gpu.SwapChainDesc) { d.BufferCount = 1 }, `[GS0841 swap chain "s" cannot be made: BufferCount is 1]`},
		{"seventeen buffers", true, func(d *gpu.SwapChainDesc) { d.BufferCount = 17 }, `[GS0841 swap chain "s" cannot be made: BufferCount is 17]`},
		{"compute queue", false, func(*gpu.SwapChainDesc) {}, `[GS0841 swap chain "s" cannot be made: object 1 presents nothing]`},
		{"samples", true, func(d *gpu.SwapChainDesc) { d.SampleDesc.Count = 4 }, `[GS0841 swap chain "s" cannot be made: SampleDesc.Count is 4]`},
		{"quality", true, func(d *gpu.SwapChainDesc) { d.SampleDesc.Quality = 1 }, `[GS0841 swap chain "s" cannot be made: SampleDesc.Quality is 1]`},
		{"float", true, func(d *gpu.SwapChainDesc) { d.Format = gpu.FormatR16G16B16A16Float }, ""},
		{"sRGB", true, func(d *gpu.SwapChainDesc) { d.Format = gpu.FormatR8G8B8A8UnormSRGB }, `[GS0841 swap chain "s" cannot be made: Format is R8G8B8A8_UNORM_SRGB]`},
	} {
		d := gpu.SwapChainDesc{Name: "s", Width: 8, Height: 8, BufferCount: 3, Format: gpu.FormatR8G8B8A8Unorm}
		test.change(&d)
		require.Equal(t, test.want, titles(Create(plainWorld{}, gpu.CallHead{Site: 3}, 1, test.direct, &d)), test.name)
	}
}

func TestResizeKeepsFlags(t *testing.T) {
	desc := gpu.SwapChainDesc{Name: "s", BufferCount: 2, Format: gpu.FormatR8G8B8A8Unorm}
	for _, test := range []struct {
		from, to gpu.SwapChainFlags
		want     string
	}{
		{0, 0, ""},
		{gpu.SwapChainTearing | gpu.SwapChainWaitable, gpu.SwapChainTearing | gpu.SwapChainWaitable, ""},
		{0, gpu.SwapChainTearing, "[GS0843 ResizeBuffers gives object 5 the flags ALLOW_TEARING, but it has NONE]"},
		{gpu.SwapChainWaitable, 0, "[GS0843 ResizeBuffers gives object 5 the flags NONE, but it has FRAME_LATENCY_WAITABLE_OBJECT]"},
	} {
		from, to := desc, desc
		from.Flags, to.Flags = test.from, test.to
		require.Equal(t, test.want, titles(Resize(plainWorld{}, &gpu.ResizeCall{Chain: 5, From: from, To: to})))
	}
	to := desc
	to.BufferCount = 1
	require.Contains(t, titles(Resize(plainWorld{}, &gpu.ResizeCall{Chain: 5, From: desc, To: to})), "GS0841")
}

func TestPresentTears(t *testing.T) {
	for _, test := range []struct {
		chain    gpu.SwapChainFlags
		flags    gpu.PresentFlags
		interval uint32
		want     string
	}{
		{0, 0, 1, ""},
		{gpu.SwapChainTearing, 0, 1, ""},
		{gpu.SwapChainTearing, gpu.PresentTearing, 0, ""},
		{gpu.SwapChainTearing, gpu.PresentTearing, 1, "[GS0843 Present has ALLOW_TEARING and a sync interval of 1]"},
		{0, gpu.PresentTearing, 0, "[GS0843 Present of object 5 has ALLOW_TEARING, but the swap chain was created without it]"},
	} {
		require.Equal(t, test.want, titles(Present(plainWorld{}, &gpu.PresentCall{Chain: 5, ChainFlags: test.chain, Flags: test.flags, SyncInterval: test.interval})))
	}
}
