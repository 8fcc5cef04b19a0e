package cases

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMessagesOfCases: one code has several messages of the debug layer, by what is wrong with which call.
func TestMessagesOfCases(t *testing.T) {
	const begin = `local device = require "gpu".CreateDevice {}
		local list = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT" }
		local function buffer(heap) return device:CreateCommittedResource { HeapType = heap, Dimension = "BUFFER", Width = 256 } end
		local function texture(d)
		  d.Dimension, d.Width, d.Height, d.Format = d.Dimension or "TEXTURE2D", 16, 16, "R8G8B8A8_UNORM"
		  return device:CreateCommittedResource(d)
		end
		local function views(flags) return device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = flags } end
		`
	for _, tt := range []struct{ script, want string }{
		{`list:ResourceBarrier { { Resource = texture {}, Subresource = 1, Before = "COMMON", After = "COPY_DEST" } }`, "RESOURCE_BARRIER_INVALID_SUBRESOURCE"},
		{`buffer("UPLOAD"):Map(1)`, "MAP_INVALIDSUBRESOURCE"},
		{`local b = buffer("UPLOAD") b:Map() b:Unmap(1)`, "UNMAP_INVALIDSUBRESOURCE"},
		{`list:CopyTextureRegion({ Resource = texture {}, Subresource = 1 }, 0, 0, 0, { Resource = texture {} })`, ""},
		{`buffer("UPLOAD"):Map(0, { Begin = 0, End = 257 })`, "MAP_INVALIDRANGE"},
		{`local b = buffer("UPLOAD") b:Map() b:Unmap(0, { Begin = 0, End = 257 })`, "UNMAP_INVALIDRANGE"},
		{`buffer("UPLOAD"):Map():Write(254, "uint", 1)`, ""},
		{`device:CreateHeap { SizeInBytes = 2 ^ 40 }`, "CREATEHEAP_INVALIDSIZE"},
		{`device:CreateHeap { SizeInBytes = 65536, Alignment = 100 }`, "CREATEHEAP_INVALIDALIGNMENT"},
		{`device:CreateHeap { SizeInBytes = 65536, HeapType = "UPLOAD", Flags = "DENY_BUFFERS" }`, "CREATEHEAP_INVALIDMISCFLAGS"},
		{`texture { Layout = "ROW_MAJOR" }`, "CREATERESOURCE_INVALIDLAYOUT"},
		{`texture { Alignment = 100 }`, "CREATERESOURCE_INVALIDALIGNMENT"},
		{`list:CopyBufferRegion(texture {}, 0, buffer(), 0, 16)`, "COPYBUFFERREGION_INVALIDDSTRESOURCEDIMENSION"},
		{`list:CopyBufferRegion(buffer(), 0, texture {}, 0, 16)`, "COPYBUFFERREGION_INVALIDSRCRESOURCEDIMENSION"},
		{`local h = views "SHADER_VISIBLE" device:CopyDescriptorsSimple(1, views():GetCPUDescriptorHandle(0), h:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")`,
			"COPY_DESCRIPTORS_WRITE_ONLY_DESCRIPTOR"},
		{`local h = views() device:CopyDescriptorsSimple(2, h:GetCPUDescriptorHandle(0), h:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")`, "COPY_DESCRIPTORS_INVALID_RANGES"},
	} {
		said := sayings(t, begin+tt.script)
		require.Len(t, said, 1, tt.script)
		message, _ := said[0].D3D12()
		require.Equal(t, tt.want, message.Name, "%s\n%s", tt.script, text(said))
	}
	_, said := run(t, "lifetimes/rules.lua", nil, "static descriptor never written")
	message, _ := said[0].D3D12()
	require.Equal(t, "INVALID_DESCRIPTOR_HANDLE", message.Name)
}

// TestCounterOutside: where an index is what a counter is, the counter is spoken of before the index.
func TestCounterOutside(t *testing.T) {
	_, said := run(t, "rulebook/one_by_one.lua", nil, "counter that goes on from frame to frame, until what is appended leaves the buffer")
	require.Len(t, said, 1)
	require.Contains(t, said[0].Help[0].Text, "set the counter of the view")
}
