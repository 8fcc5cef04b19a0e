package bindings

import (
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
)

// TestWorkOfAnyLength: computations add up, a negative one takes no time, and one that is too long ends at the end of time.
func TestWorkOfAnyLength(t *testing.T) {
	L := lua.NewState()
	defer L.Close()
	defer Preload(L, Options{}).Close()
	require.NoError(t, L.DoString(`
		local gpu = require "gpu"
		local function takes(microseconds)
			local start = gpu.Now()
			gpu.Work(microseconds)
			return gpu.Now() - start
		end
		assert(takes(2.5) == 2500)
		assert(takes(-1) == 0)
		assert(takes(1e30) > 1e18)
		assert(takes(1) == 0, "the clock passes the end of time")`))
}
