package usual

import (
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/gpu"
)

// buffer is a resource, list a command list, other neither.
type (
	buffer struct{ gpu.Resource }
	list   struct{ gpu.CommandList }
	other  struct{}
)

// state is a Lua state with r, l and o of these types, barrier(t), which reads a list of barriers both ways, and lists(t).
func state(t *testing.T) (L *lua.LState, seen *[]any) {
	L, seen = lua.NewState(), &[]any{}
	t.Cleanup(L.Close)
	set := luabind.NewSet(&luabind.Class{Kind: "Resource", Type: luabind.TypeOf[*buffer](), Doc: "A buffer."},
		&luabind.Class{Kind: "CommandList", Type: luabind.TypeOf[*list](), Doc: "A list."}, &luabind.Class{Kind: "Other", Type: luabind.TypeOf[*other](), Doc: "Neither."})
	b := luabind.New(L, luabind.Config{Set: set})
	for name, object := range map[string]any{"r": &buffer{}, "l": &list{}, "o": &other{}} {
		L.SetGlobal(name, b.Wrap(object))
	}
	m := b.Module(&luabind.Module{Name: "m", Doc: "Readers.", Functions: luabind.Methods{
		{Name: "barrier", Doc: "Reads barriers.", Params: []luabind.Param{luabind.P("barriers", "table", "")}, Fn: luabind.Raw(func(c *luabind.Args) {
			if got, ok := oneBarrier(c, 1, nil); ok {
				require.Equal(t, luabind.Decode[[]gpu.BarrierDesc](c, 1), got)
				*seen = append(*seen, got[0])
			}
		})},
		{Name: "lists", Doc: "Reads lists.", Params: []luabind.Param{luabind.P("lists", "table", "")}, Fn: luabind.Raw(func(c *luabind.Args) {
			if got, ok := oneList(c, 1, nil); ok {
				require.Equal(t, luabind.Decode[[]gpu.CommandList](c, 1), got)
				*seen = append(*seen, got[0])
			}
		})},
	}})
	L.SetGlobal("m", m)
	return L, seen
}

// TestUsualFormsAreRead compares what is read with what the decoder reads, which is done in state, and with what the barrier says.
func TestUsualFormsAreRead(t *testing.T) {
	for text, want := range map[string]gpu.BarrierDesc{
		`{ { Type = "UAV" } }`:               {Type: gpu.BarrierUAV, Subresource: gpu.AllSubresources},
		`{ { Resource = r, Type = "UAV" } }`: {Type: gpu.BarrierUAV, Subresource: gpu.AllSubresources, Resource: &buffer{}},
		`{ { Type = "TRANSITION", Resource = r, Before = "COPY_DEST", After = "UNORDERED_ACCESS" } }`: {Type: gpu.BarrierTransition, Subresource: gpu.AllSubresources,
			Resource: &buffer{}, Before: gpu.StateCopyDest, After: gpu.StateUnorderedAccess},
		`{ { After = "COMMON", Before = "COPY_SOURCE", Resource = r, Type = "TRANSITION" } }`: {Type: gpu.BarrierTransition, Subresource: gpu.AllSubresources, Resource: &buffer{},
			Before: gpu.StateCopySource},
	} {
		L, seen := state(t)
		require.NoError(t, L.DoString("m.barrier"+text), text)
		require.Equal(t, []any{want}, *seen, text)
	}
	L, seen := state(t)
	require.NoError(t, L.DoString("m.lists { l }"))
	require.Equal(t, []any{&list{}}, *seen)
}

// TestOtherFormsAreLeft are forms that are the decoder's, right ones and wrong ones.
func TestOtherFormsAreLeft(t *testing.T) {
	for _, text := range []string{`{}`, `"UAV"`, `{ Type = "UAV" }`, `{ { Type = "UAV" }, { Type = "UAV" } }`, `{ { Type = "UAV" }, Type = "UAV" }`, `{ "UAV" }`, `{ {} }`,
		`{ { Resource = r } }`, `{ { Type = "ALIASING" } }`, `{ { Type = "UAW" } }`, `{ { Type = 2 } }`, `{ { Type = "UAV", Resource = o } }`, `{ { Type = "UAV", Resource = 1 } }`,
		`{ { Type = "UAV", After = "COMMON" } }`, `{ { Type = "UAV", Flags = "BEGIN_ONLY" } }`, `{ { Type = "UAV", [1] = r } }`,
		`{ { Type = "TRANSITION", Resource = r, Before = "COMMON" } }`, `{ { Type = "TRANSITION", Before = "COPY_DEST", After = "COMMON" } }`,
		`{ { Type = "TRANSITION", Resource = r, Before = "COPY_DEST", After = "COMMON", Subresource = 0 } }`,
		`{ { Type = "TRANSITION", Resource = r, Before = { "COPY_DEST" }, After = "COMMON" } }`, `{ { Type = "TRANSITION", Resource = r, Before = "COPY_DEST", After = "none" } }`,
		`{ setmetatable({ Type = "UAV" }, {}) }`, `setmetatable({ { Type = "UAV" } }, {})`} {
		L, seen := state(t)
		require.NoError(t, L.DoString("m.barrier("+text+")"), text)
		require.Empty(t, *seen, text)
	}
	for _, text := range []string{`{}`, `{ r }`, `{ l, l }`, `{ l, n = 1 }`, `{ 1 }`, `l`} {
		L, seen := state(t)
		require.NoError(t, L.DoString("m.lists("+text+")"), text)
		require.Empty(t, *seen, text)
	}
}
