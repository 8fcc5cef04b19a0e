package repair

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// changedFrames are frame loops with a change after which nobody can know the edit that is meant, and what is proposed then.
var changedFrames = []struct{ name, file, from, to, code, help string }{
	{"a number that stays what the fence begins with", "recorders", "  frame = frame + 1\n", "", "GS0602", "call Signal with a fence and its next value on direct queue \"gfx\""},
	{"a field that is left out", "pages", "    buffer = buffer,\n", "", "GS0133", ""},
	{"a Reset inside of the loop that records", "pages", "  list:Reset(f.allocator) --~\n  for object = 0, 3 do\n", "  for object = 0, 3 do\n    list:Reset(f.allocator)\n", "GS0334",
		"call Close on direct list \"frame list\" when it is recorded, before it comes to this call again; or reset it once, before the loop"},
	{"constants of a ring", "swap_ring", "  list:SetGraphicsRootConstantBufferView(0, cb:GetGPUVirtualAddress() + 256 * slot)\n", "", "GS0355", "call SetGraphicsRootConstantBufferView(0, address)"},
	{"the last wait inside of the loop", "swap_ring", "end\nfence:WaitCPU(7)\n", "  fence:WaitCPU(7)\nend\n", "GS0502", "wait for 1, which fence \"frames\" has"},
	{"a target that is not cleared", "transient", "  list:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(0), { frame / 4, 0, 0, 1 })\n", "", "GS0614", "clear texture \"first\", or copy to all of it, before its first other use"},
	{"a script that fails where its waits are still for 0", "uploader", "  self.fence = device:CreateFence(0, \"upload fence\")\n", "", "GS0104", ""},
	{"a way back in another list", "two_lists", "  f.useList:ResourceBarrier { { Type = \"TRANSITION\", Resource = tex, Before = \"NON_PIXEL_SHADER_RESOURCE\", After = \"COPY_DEST\" } }\n", "", "GS0402",
		"call ResourceBarrier on direct list \"upload 1\" before it"},
	{"an event that is armed for an older frame", "event_frames", "    fence:SetEventOnCompletion(value, event)\n", "", "GS0502", "set the event with SetEvent, or arm it with SetEventOnCompletion of a fence"},
	{"a reader that does not wait in another thread", "loader", "  main:Wait(loaded, n)\n", "", "GS0512", "call Wait with fence \"consumed\" and 1 on copy queue \"copies\" first"},
	{"a thread that never says that it is done", "recorder", "    done:Signal(frame)\n", "", "GS0502", "let CPU thread \"recorder\" signal 1 of fence \"done\", or a queue"},
	{"a table that is not made", "bloom", "local pso = {}\n", "", "GS0104", "did you mean 'ps'?"},
	{"a table beside a number of its name", "histogram", "local ring = {}\n", "", "GS0104", "Make the table first, where all that use it see it: local ring = {}."},
	{"a table of the name of the script", "tiles", "local tiles, ready = {}, {}\n", "", "GS0104", "Make the table first, where all that use it see it: local tiles = {}."},
	{"a function that is not there, beside a library", "bloom", "local function tableOf(register) return { Type = \"DESCRIPTOR_TABLE\", Ranges = { { Type = \"SRV\", NumDescriptors = 1, BaseShaderRegister = register } } } end\n", "", "GS0105", ""},
	{"a constant that is not there", "bloom", "local FORMAT = \"R16G16B16A16_FLOAT\"\n", "", "GS0309", "Format = "},
	{"a buffer that is not asked for", "triple", "  local buffer = swapChain:GetBuffer(i)\n", "", "GS0392", "{ ViewDimension = "},
	{"the resources of a turn", "sparks", "  local from, to = pools[(i - 1) % 2 + 1], pools[i % 2 + 1]\n", "", "GS0376", "name the resource"},
	{"a pixel shader without its return", "soft_shadows", "  return float4(s, s, s, 1.0)\n", "", "GS0917", "leave the format out, return a color"},
	{"a local of a shader", "soft_shadows", "  local s = source:Load(int3(int(v.Position.x), int(v.Position.y), 0))\n", "", "GS0201", "declare it before its use: local s = …, in the kernel or before it"},
	{"a view of one of several textures", "pyramid", "    device:CreateShaderResourceView(tex, { ViewDimension = \"TEXTURE2D\", MostDetailedMip = mip - 1, MipLevels = 1 }, heap:GetCPUDescriptorHandle(used))\n", "", "GS0626", "write a view"},
}

// TestChangedFrames: what is reported of a change that has no certain edit is one thing, in words.
func TestChangedFrames(t *testing.T) {
	for _, tt := range changedFrames {
		t.Run(tt.name, func(t *testing.T) {
			text, err := os.ReadFile("testdata/frames/" + tt.file + ".lua")
			require.NoError(t, err)
			require.Equal(t, 1, strings.Count(string(text), tt.from))
			o, err := Script(context.Background(), script(t, strings.Replace(string(text), tt.from, tt.to, 1), map[string]string{}), host.Options{})
			require.NoError(t, err)
			require.Empty(t, o.Steps)
			require.Len(t, o.Left, 1)
			require.Equal(t, tt.code, o.Left[0].Code.String())
			help := ""
			if len(o.Left[0].Help) > 0 {
				help = o.Left[0].Help[0].Text
			}
			require.True(t, strings.HasPrefix(help, tt.help), help)
			require.Equal(t, tt.help == "", help == "")
		})
	}
}
