package repair

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// given are functions that get what a script may not have: in a module, as methods, through another function, and in what another function calls.
const given = `local tools = {}
function tools:fence(device, name) return device:CreateFence(0, name) end
tools.twice = function(self, device) return self:fence(device, "a"), self:fence(device, "b") end
function tools.later(device)
  local function make() return device:CreateFence(0) end
  local fence = make()
  return fence
end
function tools.last(device)
  local function make() return device:CreateFence(0) end
  return make()
end
function tools.clear(device) device = nil return device:CreateFence(0) end
function tools.queue(device, desc) return device:CreateCommandQueue(desc) end
function tools.root(device, desc) return device:CreateComputePipelineState(desc) end
function tools.half(size) return size / 2 end
function tools.each(f, ...) return f(...) end
`

// TestGiven: what is nil in a function because the call that gave it had nothing is repaired where that call is.
func TestGiven(t *testing.T) {
	const device = "local device = gpu.CreateDevice()\n"
	for _, tt := range []struct{ name, text, want string }{
		{"a local that is declared later", "tools:fence(device, \"a\")\n" + device, device + "tools:fence(device, \"a\")\n"},
		{"given to a method without its colon", "tools.fence(tools, device, \"a\")\n" + device, device + "tools.fence(tools, device, \"a\")\n"},
		{"given through a method that names its object", "tools:twice(device)\n" + device, device + "tools:twice(device)\n"},
		{"used by a function in that function", "tools.later(device)\n" + device, device + "tools.later(device)\n"},
		{"a name that is misspelt", device + "tools:fence(devise, \"a\")\n", device + "tools:fence(device, \"a\")\n"},
		{"an argument of the API", "tools.queue(gpu.CreateDevice(), desc)\nlocal desc = { Type = \"COPY\" }\n", "local desc = { Type = \"COPY\" }\ntools.queue(gpu.CreateDevice(), desc)\n"},
		{"an operand", "tools.half(size)\nlocal size = 4\n", "local size = 4\ntools.half(size)\n"},
		{"a field of a table that is given", device + "tools.root(device, { RootSignature = root, CS = gpu.ComputeShader { NumThreads = { 1 }, Main = function() end } })\nlocal root = device:CreateRootSignature {}\n",
			device + "local root = device:CreateRootSignature {}\ntools.root(device, { RootSignature = root, CS = gpu.ComputeShader { NumThreads = { 1 }, Main = function() end } })\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const begin = "local gpu = require \"gpu\"\nlocal tools = require \"tools\"\n"
			path := script(t, begin+tt.text, map[string]string{"tools.lua": given + "return tools\n"})
			o, err := Script(context.Background(), path, host.Options{})
			require.NoError(t, err)
			require.Empty(t, o.Left)
			require.Equal(t, begin+tt.want, o.After[filepath.ToSlash(path)])
		})
	}
}

// TestGivenNothing: the message shows the call that gave nothing, and proposes no other value where nothing tells which was meant.
func TestGivenNothing(t *testing.T) {
	for _, tt := range []struct{ name, text, label string }{
		{"no argument", "tools:fence()\n", "this call gives nothing for 'device'"},
		{"too few of them", "tools:twice()\n", "this call gives nothing for 'device'"},
		{"nil", "tools:fence(nil)\n", "'device' is nil because of this"},
		{"a name without a value, which is that of the parameter", "tools:fence(device)\n", "nothing has been assigned to 'device'"},
		{"another name without a value", "tools:fence(machine)\n", "nothing has been assigned to 'machine'"},
		{"a field", "tools:fence(tools.device)\n", "field 'device' is nil"},
		{"a local", "local machine\ntools:fence(machine)\n", "local 'machine' is nil"},
		{"what a call returns", "tools:fence(tostring and rawget(tools, 1))\n", "'device' is nil because of this"},
		{"one of the values of a call", "tools.half(unpack({}))\n", "result of 'unpack' is nil"},
		{"a parameter that its function sets", "tools.clear(device)\n", ""},
		{"used by a function that its function calls last, which leaves no trace", "tools.last(device)\n", ""},
		{"behind all values of a call", "tools:fence(unpack({}))\n", "result of 'unpack' is nil"},
		{"more than a call gives for it", "tools.each(tools.half)\n", ""},
		{"in a protected call", "assert(pcall(tools.half))\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := script(t, given+tt.text, map[string]string{})
			o, err := Script(context.Background(), path, host.Options{})
			require.NoError(t, err)
			require.Empty(t, o.Steps)
			require.Len(t, o.Left, 1)
			labels := o.Left[0].Labels
			if tt.label == "" {
				require.Len(t, labels, 1)
				return
			}
			require.Equal(t, tt.label, labels[len(labels)-1].Text)
			require.Equal(t, 1, len(o.Left[0].Labels)-1)
		})
	}
}

// TestNamesOfShaders: a shader has locals as other functions do, and takes what the script has declared before it.
func TestNamesOfShaders(t *testing.T) {
	const sink, begin = "local sink = gpu.RWStructuredBuffer(\"u0\", \"float\")\n", "gpu.ComputeShader { NumThreads = { 1 }, Main = function(DispatchThreadID)\n"
	checkSlips(t, []slip{
		{"a local that is declared after its use", sink + begin + "  local sum = start * 2\n  local start = 3.0\n  sink[0] = sum\nend }\n",
			sink + begin + "  local start = 3.0\n  local sum = start * 2\n  sink[0] = sum\nend }\n"},
		{"a local that is declared after it gets a value", sink + begin + "  if DispatchThreadID.x > 0 then\n    sum = 1.0\n  end\n  local sum = 3.0\n  sink[0] = sum\nend }\n",
			sink + begin + "  local sum = 3.0\n  if DispatchThreadID.x > 0 then\n    sum = 1.0\n  end\n  sink[0] = sum\nend }\n"},
		{"a buffer that is declared after the shader", begin + "  sink[0] = 1\nend }\n" + sink, sink + begin + "  sink[0] = 1\nend }\n"},
		{"a local of a loop that is used behind it", sink + begin + "  for i = 0, 3 do\n    local half = i / 2\n  end\n  sink[0] = half + half\nend }\n",
			""},
		{"a buffer with a name like that", "local lights = gpu.StructuredBuffer(\"t0\", \"float\")\n" + sink + begin + "  sink[0] = light[0]\nend }\n",
			"local lights = gpu.StructuredBuffer(\"t0\", \"float\")\n" + sink + begin + "  sink[0] = lights[0]\nend }\n"},
	})
}
