package wasm

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

var update = flag.Bool("update", false, "write the golden files")

// TestGolden compares the module of each testdata/*.ir with the file of the same name that ends in .wat; of ahead, abreast and tile, the fast form
// says it all:
//
//	abreast           up to 32 groups of a row run packet by packet
//	ahead             rows of a large view with looks ahead, and of a small one in packets, whose address the loop carries
//	barrier_loop      regions, values that cross them in slots
//	copy              bounds failures in functions of the library
//	divergent_report  reports of accesses outside
//	escape            a counter of a loop that lanes leave follows from the number of turns; its limit is looked at once in four turns
//	rows              a loop that strides runs turn by turn in a long packet; a choice of the first items runs for their waves only
//	stream            a long packet: one address for all waves, a constant in a local, canonical NaNs
//	tile              rows and columns of shared memory, at addresses that follow from the first item of a packet; numbers of items by shifts
//	tree              half of the items are eight waves of a long packet without masks, one item is one wave
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ir")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		k, err := ir.Parse(string(text))
		require.NoError(t, err, file)
		require.NoError(t, ir.Verify(k), file)
		options := Options{Pages: 16, Report: strings.Contains(file, "report")}
		if strings.Contains(file, "ahead") || strings.Contains(file, "abreast") || strings.Contains(file, "tile") {
			options.Forms = FastForm
		}
		c, err := Generate(k, options)
		require.NoError(t, err)
		golden := strings.TrimSuffix(file, ".ir") + ".wat"
		if *update {
			require.NoError(t, os.WriteFile(golden, []byte(c.Module.Text()), 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		require.Equal(t, string(want), c.Module.Text(), "%s: run go test -update and read the difference", file)
	}
}

func TestGenerateIsDeterministic(t *testing.T) {
	text, err := os.ReadFile("testdata/barrier_loop.ir")
	require.NoError(t, err)
	k, err := ir.Parse(string(text))
	require.NoError(t, err)
	first, err := Generate(k, Options{Pages: 16})
	require.NoError(t, err)
	for range 5 {
		again, err := Generate(k, Options{Pages: 16})
		require.NoError(t, err)
		require.Equal(t, first.Module.Encode(), again.Module.Encode())
	}
}

func TestStrideMustBeSet(t *testing.T) {
	k := ir.NewBuilder("k").Kernel
	k.Bindings = []ir.Binding{{Name: "tex", Kind: ir.SRV, Shape: ir.Texture2D, Count: 1}}
	_, err := Generate(k, Options{Pages: 16})
	require.EqualError(t, err, `wasm: kernel "k": the stride of binding "tex" is not set`)
	k.Bindings[0].Stride = 4
	_, err = Generate(k, Options{Pages: 16})
	require.NoError(t, err)
}

// A module of one form has no functions for the other one, and both use one block.
func TestForms(t *testing.T) {
	text, err := os.ReadFile("testdata/copy.ir")
	require.NoError(t, err)
	k, err := ir.Parse(string(text))
	require.NoError(t, err)
	for _, c := range []struct {
		forms       Forms
		edges, asks bool
	}{{BothForms, true, false}, {FastForm, false, true}, {SlowForm, true, false}} {
		code, err := Generate(k, Options{Pages: 16, Forms: c.forms})
		require.NoError(t, err)
		both, err := Generate(k, Options{Pages: 16})
		require.NoError(t, err)
		require.Equal(t, both.BlockBytes, code.BlockBytes)
		wat := code.Module.Text()
		require.Equal(t, c.edges, strings.Contains(wat, "$edge."), "bounds failures: %d", c.forms)
		require.Equal(t, c.asks, strings.Contains(wat, "i32.const 3\n          i32.store offset=40"), "FaultSlow: %d", c.forms)
	}
}
