package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDocs(t *testing.T) {
	stdout, stderr, exit := command("docs", "commandlist:dispatch")
	require.Zero(t, exit, stderr)
	require.Equal(t, "CommandList\n\n  CommandList:Dispatch(x, y, z)\n      Runs thread groups of the bound compute pipeline.\n      x: integer, groups\n      y: integer, groups\n      z: integer, groups\n", stdout)

	stdout, _, _ = command("docs", "SampleDesc")
	require.Contains(t, stdout, "  Count  integer, default 1\n")

	stdout, _, _ = command("docs")
	for _, heading := range []string{"Modules\n  gpu, gpu.dml, gpu.engine\n", "\nObjects\n", "\nTables\n", "\nNames\n", "\nOperators\n", "\nShaders\n"} {
		require.Contains(t, stdout, heading)
	}
	isHeading := func(name string) bool { return strings.Contains("Modules Objects Tables Names Operators", name) }
	names := slices.DeleteFunc(regexp.MustCompile(`\w[\w.]+`).FindAllString(stdout[strings.Index(stdout, "Modules"):strings.Index(stdout, "\nShaders")], -1), isHeading)
	require.Greater(t, len(names), 300)
	_, stderr, exit = command(append([]string{"docs"}, names...)...) // fails at the first that the reference does not have
	require.Zero(t, exit, stderr)

	for word, want := range map[string]string{
		"smoothstep": "Ranges and blends\n\n  smoothstep(low, high, x)\n      smooth step from 0 to 1\n",
		"sincos":     "Trigonometry\n\n  sincos(x) → s, c\n      sin(x) and cos(x)\n",
		"rcp":        "Powers and logarithms\n\n  rcp(x)\n      1 / x\n      within 0.5 ULP\n",
		"Append":     "Methods of resources in shaders\n\n  Append(value)\n      adds an element at the end and 1 to the counter; dropped where the buffer is full\n      of AppendStructuredBuffer\n",
		"GroupIndex": "System values\n\n  GroupIndex\n      compute shader, uint: the work item in its group, as one number\n",
	} {
		stdout, stderr, exit := command("docs", word)
		require.Zero(t, exit, stderr)
		require.Equal(t, strings.Fields(want), strings.Fields(stdout)) // lines are wrapped
	}
	uses(t, `the reference has no "smothstep"; did you mean smoothstep?`, "docs", "smothstep")

	for word, want := range map[string]string{
		"COPY_DEST": "ResourceStates", "D3D12_RESOURCE_STATE_COPY_DEST": "ResourceStates", "D3D12_RESOURCE_STATES": "ResourceStates", "direct": "CommandListType",
		"DXGI_FORMAT_R8G8B8A8_UNORM_SRGB": "Format", "ID3D12GraphicsCommandList::Dispatch": "CommandList", "D3D12_BLEND_DESC": "BlendDesc",
	} {
		stdout, stderr, exit := command("docs", word)
		require.Zero(t, exit, stderr)
		heading, _, _ := strings.Cut(stdout, "\n")
		require.Equal(t, want, heading, word)
		require.NotContains(t, stdout, "\n\n"+want[:1], word)
	}
	uses(t, `the reference has no "D3D12_NOTHING"; gpuscript docs lists what it has`, "docs", "D3D12_NOTHING")
	uses(t, `the reference has no "X"; gpuscript docs lists what it has`, "docs", "X")
	uses(t, `the reference has no "CommandList:Dispach"; did you mean CommandList:Dispatch?`, "docs", "CommandList:Dispach")
	uses(t, `the reference has no "exampels"; did you mean examples?`, "docs", "exampels")
}
