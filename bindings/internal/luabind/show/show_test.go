package show_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
)

// TestKinds: a choice of kinds, without those that another one covers by its name.
func TestKinds(t *testing.T) {
	for kinds, want := range map[string]string{
		"Resource":                  "Resource",
		"Buffer|Texture":            "Buffer or Texture",
		"PixelShader|Shader":        "Shader",
		"Shader|PixelShader|Kernel": "Shader or Kernel",
	} {
		require.Equal(t, want, show.Kinds(kinds))
	}
}

func TestEntries(t *testing.T) {
	require.Equal(t, "1 entry", show.Entries(1))
	require.Equal(t, "8 entries", show.Entries(8))
}
