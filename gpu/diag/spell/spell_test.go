package spell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNearest(t *testing.T) {
	states := []string{"COPY_DEST", "COPY_SOURCE", "COMMON"}
	intrinsics := []string{"ceil", "cos", "saturate", "sign", "sin", "sinh", "sqrt", "step"}
	tests := []struct {
		name       string
		candidates []string
		want       string
	}{
		{"copy_dest", states, "COPY_DEST"},
		{"flota3", []string{"float", "float2", "float3"}, "float3"},
		{"COPY_DST", states, "COPY_DEST"},
		{"COMMAN", states, "COMMON"},
		{"COMN", states, "COMMON"},
		{"CMN", states, ""},
		{"X", states, ""},
		{"", states, ""},
		{"UNRELATED", states, ""},
		{"COMMON", states, ""},
		{"satturate", intrinsics, "saturate"},
		{"saturaet", intrinsics, "saturate"},
		{"sinn", intrinsics, "sin"},                // as far as sign and sinh: begins like sinh and is shorter
		{"setp", intrinsics, "step"},               // two letters swapped
		{"abcd", []string{"abxd", "axcd"}, "abxd"}, // the longer common beginning
		{"abcd", []string{"axcd", "abxd"}, "abxd"}, // in any order
		{"abc", []string{"abx", "aby"}, "abx"},     // the first of equals
		{"ab", []string{"cd"}, ""},                 // nothing of it is left
		{"a", []string{"b"}, ""},
		{"X", []string{"x"}, "x"},
		{"completely", intrinsics, ""},
		{"nope", []string{"type"}, ""}, // two of four letters, and the first of them
		{"ytpe", []string{"type"}, ""},
		{"tpye", []string{"type"}, "type"},
		{"rceateHeap", []string{"CreateHeap"}, "CreateHeap"},
		{"abc", nil, ""},
		{"TRIANGLELIST", []string{"POINT", "TRI", "TRIANGLE", "TRIANGLES"}, "TRIANGLES"}, // the longest that it begins with, three letters away
		{"trianglelist", []string{"POINT", "TRIANGLE"}, "TRIANGLE"},
		{"trianglelists", []string{"LINE", "triang"}, ""},                                // less than half of it
		{"timeline", []string{"time"}, ""},                                               // too short to mean something
		{"CommandAllocator", []string{"Name", "Allocator", "InitialState"}, "Allocator"}, // a word too much
		{"RootParameters", []string{"StaticSamplers", "Parameters"}, "Parameters"},
		{"SourceStateOfResource", []string{"Resource"}, ""},                   // three words too much
		{"ShaderResourceState", []string{"ShaderState", "ResourceState"}, ""}, // either
		{"ResourceFormat", []string{"Resource"}, "Resource"},                  // what it begins with
		{"DrawInstancedIndexed", []string{"DrawInstanced", "DrawIndexedInstanced"}, "DrawIndexedInstanced"},
		{"SOURCE_COPY", states, "COPY_SOURCE"},
		{"AddSomeMore", []string{"MoreAddSome", "SomeMoreAdd"}, ""}, // either
		{"FirstFormat", []string{"First", "Type"}, ""},              // another word matters at the end
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, Nearest(tt.name, tt.candidates), tt.name)
	}
}

func TestMisspelt(t *testing.T) {
	names := []string{"compute", "copyList", "fence", "list1", "list_of", "ps"}
	for name, want := range map[string]string{
		"comptue": "compute", "Compute": "compute", "copylist": "copyList", "fenec": "fence", "lsit1": "list1",
		"computeList": "", "copy": "", "fence2": "", "list2": "", "list": "", "listed": "list1", "vs": "", "pso": "ps", "PS": "ps",
	} {
		require.Equal(t, want, Misspelt(name, names), name)
	}
	require.Equal(t, "compute", Nearest("computeList", names), "a name of an interface may be a longer one")
}

// TestReach holds the distances that are near, and the first that are not.
func TestReach(t *testing.T) {
	for n, reach := range map[int]int{3: 1, 4: 1, 5: 2, 7: 2, 8: 3, 12: 3} {
		word := strings.Repeat("a", n)
		near := word[reach:] + strings.Repeat("b", reach)
		far := word[reach+1:] + strings.Repeat("b", reach+1)
		require.Equal(t, near, Nearest(word, []string{near}), word)
		require.Equal(t, "", Nearest(word, []string{far}), word)
	}
}

// TestHalf: of four letters two may be missing, and not two of them be others.
func TestHalf(t *testing.T) {
	names := []string{"next", "sample", "COMMON"}
	for name, want := range map[string]string{"need": "", "nexd": "next", "netx": "next", "smpl": "sample", "COMN": "COMMON"} {
		require.Equal(t, want, Nearest(name, names), name)
	}
}

// FuzzNearest: the answer is one of the candidates or empty, and never the name.
func FuzzNearest(f *testing.F) {
	f.Add("sinn", "sin sign")
	f.Fuzz(func(t *testing.T, name, list string) {
		candidates := strings.Fields(list)
		got := Nearest(name, candidates)
		if got != "" {
			require.Contains(t, candidates, got)
			require.NotEqual(t, name, got)
		}
	})
}

// TestNearestWords: a name is short for another whose words begin and go on like its own.
func TestNearestWords(t *testing.T) {
	methods := []string{"ClearDepthStencilView", "Close", "CopyBufferRegion", "DrawIndexedInstanced", "DrawInstanced", "EndEvent", "EndQuery",
		"GetCompletedValue", "GetName", "SetComputeRootSignature", "SetGraphicsRootSignature", "COPY_DEST", "RENDER_TARGET", "RESOLVE_DEST"}
	tests := []struct{ name, want string }{
		{"Draw", "DrawInstanced"},               // one word more; DrawIndexedInstanced has two
		{"DrawIndexed", "DrawIndexedInstanced"}, // a distance of 9
		{"CopyBuffer", "CopyBufferRegion"},
		{"ClearDepthStencil", "ClearDepthStencilView"},
		{"GetValue", "GetCompletedValue"}, // GetName is three letters away, which says less
		{"GetNam", "GetName"},             // one letter says more
		{"RENDER", "RENDER_TARGET"},
		{"render", "RENDER_TARGET"},
		{"SetRootSignature", ""}, // two of them
		{"End", ""},              // two of them
		{"DEST", ""},             // two of them
		{"View", ""},             // more words are missing than are there
		{"IndexedDraw", ""},      // another order
		{"Dra", ""},              // no word
		{"", ""},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, Nearest(tt.name, methods), tt.name)
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string]string{"IASetVertexBuffers": "ia set vertex buffers", "COPY_DEST": "copy dest", "ddx": "ddx", "GetGPUVirtualAddress": "get gpu virtual address",
		"Texture2D": "texture2d", "WaitCPU": "wait cpu", "": ""} {
		require.Equal(t, want, strings.Join(words(name), " "), name)
	}
}
