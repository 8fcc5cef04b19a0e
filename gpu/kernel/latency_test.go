package kernel

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/jit"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm"
	"github.com/stretchr/testify/require"
)

// BenchmarkCompile breaks down what the first dispatch of a kernel waits for.
func BenchmarkCompile(b *testing.B) {
	text, err := os.ReadFile(filepath.Join("internal", "jit", "testdata", "gemm_tiled.ir"))
	require.NoError(b, err)
	space, err := mem.New(64 << 20)
	require.NoError(b, err)
	defer func() { require.NoError(b, space.Close()) }()
	var parse, passes, generate, compile time.Duration
	for b.Loop() {
		engine, err := jit.New(space, jit.Options{Workers: 1})
		require.NoError(b, err)
		t0 := time.Now()
		k, err := ir.Parse(string(text))
		require.NoError(b, err)
		t1 := time.Now()
		opt.Optimize(k)
		t2 := time.Now()
		_, err = wasm.Generate(k, wasm.Options{Pages: space.Pages(), Report: true})
		require.NoError(b, err)
		t3 := time.Now()
		_, err = engine.Compile(k, true)
		require.NoError(b, err)
		t4 := time.Now()
		parse, passes, generate, compile = parse+t1.Sub(t0), passes+t2.Sub(t1), generate+t3.Sub(t2), compile+t4.Sub(t3)-t3.Sub(t2)
		require.NoError(b, engine.Close())
	}
	n := float64(b.N) * 1e3
	b.ReportMetric(float64(parse)/n, "us-parse")
	b.ReportMetric(float64(passes)/n, "us-passes")
	b.ReportMetric(float64(generate)/n, "us-wasm")
	b.ReportMetric(float64(compile)/n, "us-wazero")
}
