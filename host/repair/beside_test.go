package repair

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// exchanged are lines of frame loops that begin in some way and are exchanged with the next one: the edits give the script back as it was.
var exchanged = []struct{ name, file, line string }{
	{"what a loop counts is used before the loop", "bundles", "for frame = 0, 7 do"},
	{"what a loop visits is used before the loop", "descriptor_ring", "for i, object in ipairs(objects) do\n  list:ResourceBarrier"},
	{"a local of a loop is used before it is declared", "garbage", "  local staging ="},
	{"a local in a condition before it is used", "readback_ring", "  local slot = slots[frame % LATENCY]"},
	{"a signal behind the loop, of what the loop counts", "bundles", "  queue:Signal(fence, frame + 1)"},
	{"a signal behind the loop, of a slot", "readback_ring", "  queue:Signal(fence, frame + 1)"},
	{"a list is closed in the loop that records it", "descriptor_ring", "  end\n  list:Close()"},
	{"a list is closed in the loop that records it, at last", "descriptor_ring", "end\nlist:Close()"},
	{"a buffer is unmapped in the loop that writes it", "uploaded_texture", "end\nupload:Unmap()"},
	{"a signal before its submission, of which a poll tells", "garbage", "  queue:ExecuteCommandLists"},
	{"a draw behind the barriers of its targets, in a function of its own", "passes", "    list:DrawInstanced(3, 1, 0, 0)\n    transition(list, \"RENDER_TARGET\""},
	{"a draw behind the barriers of what it reads, in a function of its own", "passes", "    list:DrawInstanced(3, 1, 0, 0)\n    transition(list, \"PIXEL_SHADER_RESOURCE\""},
	{"a signal behind the loop, of a number that goes on", "descriptor_ring", "  queue:Signal(fence, frame)\nend"},
}

// TestExchanged: what stands on the wrong side of the beginning or the end of a block is moved.
func TestExchanged(t *testing.T) {
	for _, tt := range exchanged {
		t.Run(tt.name, func(t *testing.T) {
			data, err := os.ReadFile("testdata/frames/" + tt.file + ".lua")
			require.NoError(t, err)
			before, rest, found := strings.Cut(string(data), tt.line)
			require.True(t, found)
			lines, i := strings.Split(string(data), "\n"), strings.Count(before, "\n")
			require.NotContains(t, rest, tt.line)
			wrong := slices.Clone(lines)
			wrong[i], wrong[i+1] = wrong[i+1], wrong[i]
			path := script(t, strings.Join(wrong, "\n"), map[string]string{})
			o, err := Script(context.Background(), path, host.Options{})
			require.NoError(t, err)
			require.Empty(t, o.Left)
			require.Equal(t, string(data), o.After[filepath.ToSlash(path)])
		})
	}
}

// TestNamesOfBlocks: a local of a block that has ended, or of a field of another kind, is no slip for a name that is like it.
func TestNamesOfBlocks(t *testing.T) {
	for _, tt := range []struct{ name, text, want, help string }{
		{"used at the end of a block that declares it", "local seen = {}\nfor i = 1, 2 do\n  local item = { size = i }\nend\nseen[#seen + 1] = item.size\n",
			"local seen = {}\nfor i = 1, 2 do\n  local item = { size = i }\n  seen[#seen + 1] = item.size\nend\n", ""},
		{"used further down", "local items = {}\nfor i = 1, 2 do\n  local item = { size = i }\nend\nprint(#items)\nprint(item.size)\n", "",
			"Use 'item' in that block, or declare it before the block."},
		{"declared in a loop that it does not depend on", "for i = 1, 2 do\n  local sum = { n = 0 }\n  sum.n = sum.n + i\nend\nprint(sum.n)\n",
			"local sum = { n = 0 }\nfor i = 1, 2 do\n  sum.n = sum.n + i\nend\nprint(sum.n)\n", ""},
		{"between two loops that have the name", "for i = 1, 2 do\n  print(i)\nend\nprint(i + 1)\nfor i = 1, 2 do\n  print(i)\nend\n", "",
			"Use 'i' in that block, or declare it before the block."},
		{"between two functions that have the name", "local function visit(f) f({ n = 1 }) end\nvisit(function(item)\n  print(item.n)\nend)\nprint(item.n)\nvisit(function(item)\n  print(item.n)\nend)\nlocal item = { n = 2 }\n", "",
			"Use 'item' in that block, or declare it before the block."},
		{"behind a function that has the name", "local function visit(f) f({ n = 1 }) end\nvisit(function(item)\n  print(item.n)\nend)\nprint(item.n)\n",
			"local function visit(f) f({ n = 1 }) end\nvisit(function(item)\n  print(item.n)\n  print(item.n)\nend)\n", ""},
		{"used by several statements", "for i = 1, 2 do\n  local item = { size = i }\n  print(item.size)\nend\nprint(item.size)\nprint(item.size)\n", "",
			"Use 'item' in that block, or declare it before the block."},
		{"declared in a condition, and used behind it", "local list = { { n = 1 } }\nfor i = 1, 1 do\n  if i > 0 then\n    local item = list[i]\n    print(item.n)\n  end\n  print(item.n)\n  print(item.n)\nend\n",
			"local list = { { n = 1 } }\nfor i = 1, 1 do\n  local item = list[i]\n  if i > 0 then\n    print(item.n)\n  end\n  print(item.n)\n  print(item.n)\nend\n", ""},
		{"a local that others use", "local sum = 0\nlocal size = item.size\nfor _, item in ipairs { { size = 1 } } do\n  sum = sum + item.size\nend\nprint(size)\n", "",
			"Use 'item' in that block, or declare it before the block."},
		{"a block that goes on elsewhere", "local items = {}\nfor i = 1, 2 do\n  local item = { size = i }\n  break\nend\nprint(item.size)\n", "",
			"Use 'item' in that block, or declare it before the block."},
		{"a number beside a field", "local q = { last = 0 }\nprint(q.list.size)\n", "", "Give q.list a value before it is used. Its table has last."},
		{"a list beside a field", "local q = { items = { 1, 2 } }\nprint(q.item.size)\n", "", "Give q.item a value before it is used. Its table has items."},
		{"a table beside a field", "local q = { items = { size = 2 } }\nprint(q.item.size)\n", "local q = { items = { size = 2 } }\nprint(q.items.size)\n", ""},
		{"an element of a list beside a field", "local q = { items = { 1, 2 } }\nprint(q.item[1])\n", "local q = { items = { 1, 2 } }\nprint(q.items[1])\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := script(t, tt.text, map[string]string{})
			o, err := Script(context.Background(), path, host.Options{})
			require.NoError(t, err)
			if tt.want != "" {
				require.Empty(t, o.Left)
				require.Equal(t, tt.want, o.After[filepath.ToSlash(path)])
				return
			}
			require.Empty(t, o.Steps)
			require.Len(t, o.Left, 1)
			require.Equal(t, tt.help, o.Left[0].Help[0].Text)
		})
	}
}

// TestClosedByAnother: a command behind the call that has closed its list and submitted it gets no edit where the list is made anew in each pass.
func TestClosedByAnother(t *testing.T) {
	data, err := os.ReadFile("testdata/frames/pool.lua")
	require.NoError(t, err)
	wrong := strings.Replace(string(data), "  list:Dispatch(1, 1, 1)\n  submit(entry)\n", "  submit(entry)\n  list:Dispatch(1, 1, 1)\n", 1)
	require.NotEqual(t, string(data), wrong)
	o, err := Script(context.Background(), script(t, wrong, map[string]string{}), host.Options{})
	require.NoError(t, err)
	require.Empty(t, o.Steps)
	require.Len(t, o.Left, 1)
	require.Equal(t, "GS0333", o.Left[0].Code.String())
}

// TestMissingNames: a name that nobody has given a value is why something is missing.
func TestMissingNames(t *testing.T) {
	for _, tt := range []slip{
		{"the resource of a view", "local rtvs = device:CreateDescriptorHeap { Type = \"RTV\", NumDescriptors = 1 }\ndevice:CreateRenderTargetView(target, nil, rtvs:GetCPUDescriptorHandle(0))\n", ""},
		{"a resource of a view that is declared later",
			"local rtvs = device:CreateDescriptorHeap { Type = \"RTV\", NumDescriptors = 1 }\ndevice:CreateRenderTargetView(target, nil, rtvs:GetCPUDescriptorHandle(0))\nlocal target = device:CreateCommittedResource { HeapType = \"DEFAULT\", Dimension = \"TEXTURE2D\", Width = 8, Height = 8, Format = \"R8G8B8A8_UNORM\", Flags = \"ALLOW_RENDER_TARGET\" }\n",
			"local rtvs = device:CreateDescriptorHeap { Type = \"RTV\", NumDescriptors = 1 }\nlocal target = device:CreateCommittedResource { HeapType = \"DEFAULT\", Dimension = \"TEXTURE2D\", Width = 8, Height = 8, Format = \"R8G8B8A8_UNORM\", Flags = \"ALLOW_RENDER_TARGET\" }\ndevice:CreateRenderTargetView(target, nil, rtvs:GetCPUDescriptorHandle(0))\n"},
		{"the allocator of lists of a loop", "for i = 1, 2 do\n  local list = device:CreateCommandList { Type = \"COPY\", Allocator = allocator }\n  list:SetMarker(0, \"x\")\n  list:Close()\nend\n",
			"for i = 1, 2 do\n  local allocator = device:CreateCommandAllocator(\"COPY\")\n  local list = device:CreateCommandList { Type = \"COPY\", Allocator = allocator }\n  list:SetMarker(0, \"x\")\n  list:Close()\nend\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, d := range tt.check(t) {
				require.Contains(t, d.Why, "Nothing has been assigned to 'target'.")
			}
		})
	}
}

// TestModulesOfNames: a module is proposed for a global without a value where it may have the field that is used.
func TestModulesOfNames(t *testing.T) {
	module := map[string]string{"scene.lua": "local M = {}\nfunction M.load() return 1 end\nreturn M\n"}
	text := "print(scene.load())\n"
	path := script(t, text, module)
	o, err := Script(context.Background(), path, host.Options{Dir: filepath.Dir(path)})
	require.NoError(t, err)
	require.Equal(t, "local scene = require \"scene\"\n"+text, o.After[filepath.ToSlash(path)])
	o, err = Script(context.Background(), script(t, "print(scene.resource())\n", module), host.Options{})
	require.NoError(t, err)
	require.Empty(t, o.Steps)
}

// TestInCallers: a line goes into a function that is called with what an earlier call opens, not before that call.
func TestInCallers(t *testing.T) {
	data, err := os.ReadFile("testdata/frames/classes.lua")
	require.NoError(t, err)
	for _, line := range []string{"  list:SetPipelineState(pso)\n", "  list:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())\n",
		"  list:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())\n"} {
		text := string(data)
		require.Equal(t, 1, strings.Count(text, line))
		path := script(t, strings.Replace(text, line, "", 1), map[string]string{})
		o, err := Script(context.Background(), path, host.Options{})
		require.NoError(t, err)
		require.Empty(t, o.Left)
		after := o.After[filepath.ToSlash(path)]
		require.Equal(t, strings.Replace(text, line, "", 1), strings.Replace(after, line, "", 1))
		require.Contains(t, after, line+"  list:Dispatch(1, 1, 1)\n")
	}
	// The list is opened again behind the place where the next pass finds it open.
	wrong := strings.Replace(string(data), "  compute:End()\n", "", 1)
	require.NotEqual(t, string(data), wrong)
	o, err := Script(context.Background(), script(t, wrong, map[string]string{}), host.Options{})
	require.NoError(t, err)
	require.Empty(t, o.Steps)
	require.Len(t, o.Left, 1)
}

// TestErrorsFirst: a wait for a number that the fence begins with gets the number that orders what races, and is not left out.
func TestErrorsFirst(t *testing.T) {
	data, err := os.ReadFile("testdata/frames/uploaded_texture.lua")
	require.NoError(t, err)
	wrong := strings.Replace(string(data), "direct:Wait(uploaded, 1)", "direct:Wait(uploaded, 0)", 1)
	require.NotEqual(t, string(data), wrong)
	path := script(t, wrong, map[string]string{})
	o, err := Script(context.Background(), path, host.Options{})
	require.NoError(t, err)
	require.Empty(t, o.Left)
	require.Len(t, o.Steps, 1)
	require.Equal(t, string(data), o.After[filepath.ToSlash(path)])
}

// TestOutputs: an output that nothing is bound to is the only tensor that the script has made without contents.
func TestOutputs(t *testing.T) {
	data, err := os.ReadFile("../../scripts/dml_operator.lua")
	require.NoError(t, err)
	const line = "table1:BindOutputs { { Buffer = c } }\n"
	require.Equal(t, 1, strings.Count(string(data), line))
	path := script(t, strings.Replace(string(data), line, "", 1), map[string]string{})
	o, err := Script(context.Background(), path, host.Options{})
	require.NoError(t, err)
	require.Empty(t, o.Left)
	require.Equal(t, strings.Replace(string(data), line, "table1:BindOutputs({ { Buffer = c } })\n", 1), o.After[filepath.ToSlash(path)])
}
