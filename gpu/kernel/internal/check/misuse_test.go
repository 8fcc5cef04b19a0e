package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/intrinsic"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/stretchr/testify/require"
)

// wrongArguments are the kinds of things that no intrinsic and no method takes as a number.
var wrongArguments = []struct{ name, text string }{
	{"resource", "data"}, {"texture", "tex"}, {"host table", "cfg"}, {"function", "twice"}, {"intrinsic", "sin"}, {"type", "float3"},
	{"struct", "particles[0]"}, {"array", `Array("int", 2)`}, {"nothing", "nothing()"}, {"constant table", "weights"}, {"table", "{ 1 }"}, {"nil", "nil"},
}

// TestWrongArguments calls every intrinsic with every kind of wrong argument in every place: each is refused at its place, with a message
// and never a panic.
func TestWrongArguments(t *testing.T) {
	for _, in := range intrinsic.Intrinsics() {
		for _, wrong := range wrongArguments {
			for place := range max(in.MinArgs, 1) {
				args := make([]string, max(in.MinArgs, 1))
				for i := range args {
					args[i] = "1"
				}
				args[place] = wrong.text
				call := fmt.Sprintf("%s(%s)", in.Name, strings.Join(args, ", "))
				_, k, diags := compile(t, kernel("local function nothing() end local r = "+call), nil)
				require.Nil(t, k, call)
				require.NotEmpty(t, diags, call)
				require.NotEmpty(t, diags[0].Title)
			}
		}
		tooMany := in.Name + "(" + strings.TrimSuffix(strings.Repeat("1, ", in.MaxArgs+1), ", ") + ")"
		_, k, _ := compile(t, kernel(tooMany), nil)
		require.Nil(t, k, tooMany)
	}
}

// TestWrongMethodArguments does the same with the methods of every kind of resource.
func TestWrongMethodArguments(t *testing.T) {
	resources := map[syntax.ResourceKind]string{syntax.StructuredBuffer: "data", syntax.RWStructuredBuffer: "out", syntax.RWByteAddressBuffer: "raw", syntax.Texture2D: "tex",
		syntax.RWTexture2D: "img", syntax.Texture3D: "volume", syntax.TextureCube: "cube", syntax.AppendStructuredBuffer: "queue", syntax.Texture1DArray: "strips"}
	for _, m := range intrinsic.Methods() {
		for _, k := range m.Kinds {
			name, ok := resources[k]
			if !ok {
				continue
			}
			for _, wrong := range wrongArguments {
				for n := 1; n <= 3; n++ {
					call := fmt.Sprintf("local r = %s:%s(%s)", name, m.Name, strings.TrimSuffix(strings.Repeat(wrong.text+", ", n), ", "))
					_, compiled, diags := compile(t, kernel("local function nothing() end "+call), nil)
					require.Nil(t, compiled, call)
					require.NotEmpty(t, diags, call)
				}
			}
		}
	}
}
