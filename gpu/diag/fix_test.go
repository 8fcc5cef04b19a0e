package diag

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestLua(t *testing.T) {
	for want, value := range map[string]any{
		`"COPY_DEST"`: gpu.StateCopyDest, "7": 7, "8": uint32(8), "9": uint64(9), "true": true, "0.5": float32(0.5), "-2": float64(-2),
		`"a \"b\""`: `a "b"`, "{ 1 }": Source("{ 1 }"),
	} {
		require.Equal(t, want, Lua(value))
	}
}

// TestFixes: what the makers of fixes make.
func TestFixes(t *testing.T) {
	require.Equal(t, Fix{Method: "M", Argument: 1, Path: "A.B", Text: "4"}, Put("M", "A.B", 4))
	require.Equal(t, Fix{Method: "M", Argument: 3, Text: `"x"`}, PutArgument("M", 3, "x"))
	require.Equal(t, Fix{Method: "M", Argument: 2, Path: "A", Action: FixDrop}, Drop("M", "A").At(2))
	require.Equal(t, Fix{Action: FixWrap, Text: "int(%1)"}, Around("int(%1)"))
	require.Equal(t, Fix{Method: "M", Argument: 1, Path: "L", Action: FixAppend, Text: "{}"}, Append("M", "L", "{}"))
	for _, tt := range []struct {
		value uint64
		want  string
	}{{0, "0"}, {1, "256"}, {255, "256"}, {256, "256"}, {257, "512"}} {
		f := Multiple("M", "A", tt.value, 256)
		require.Equal(t, tt.want, f.Text)
		require.Equal(t, "math.ceil(%p / 256) * 256", f.Computed)
	}
	require.Equal(t, Drop("M", "Flags"), Flags("M", "Flags", gpu.ResourceFlags(0)))
	require.Equal(t, Put("M", "Flags", gpu.AllowRenderTarget), Flags("M", "Flags", gpu.AllowRenderTarget))
}

func TestFixCalls(t *testing.T) {
	require.True(t, Fix{}.Calls("A"))
	require.True(t, Fix{Method: "A|B"}.Calls("B"))
	require.False(t, Fix{Method: "A|B"}.Calls("A|B"))
	require.False(t, Fix{Method: "AB"}.Calls("A"))
}

// TestPlace: a fix becomes an edit where it has a place, else its text is left, and nothing where it has none.
func TestPlace(t *testing.T) {
	known := Span{File: "a.lua", Line: 3, Col: 1}
	find := func(site gpu.Site, f Fix) (Change, bool) {
		return Change{Span: known, Edit: EditReplace, Text: f.Text + "!"}, site == 7
	}
	d := New(WrongType, "x").At(7, "").
		HelpFix(7, Put("M", "A", 1), "placed").
		HelpFix(0, Put("M", "A", 2), "").
		HelpFix(8, Put("M", "A", 3), "not placed").
		HelpFix(8, Put("M", "A", 4), "").
		HelpFix(7, Fix{}, "no fix")
	clone := d.Clone()
	d.Anchor()
	d.Place(find)
	require.Equal(t, []Help{
		{Span: known, Text: "placed", Edit: EditReplace, Replace: "1!"},
		{Span: known, Edit: EditReplace, Replace: "2!"},
		{Site: 8, Text: "not placed"},
		{Text: "no fix"},
	}, d.Help)
	require.Len(t, clone.Help, 5)
	require.Equal(t, "1", clone.Help[0].Fix.Text)
}
