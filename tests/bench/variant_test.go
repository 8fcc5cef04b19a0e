package bench

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// variant is one implementation of a workload, ready to run.
type variant struct {
	name   string
	result []float32 // of the first run
	within tolerance
	skip   string                                 // why it is not there
	run    func(times int) (time.Duration, error) // runs it so many times
	close  func()
}

// The names of the columns.
const (
	plainGo     = "Go"
	plainGo2    = "Go, 2 goroutines"
	ours        = "gpuscript"
	ours2       = "gpuscript, 2 cores"
	checked     = "gpuscript, validation on"
	checked2    = "gpuscript, validation on, 2 cores"
	plainC      = "gcc -O3 -march=native"
	vectorC     = "SSE4 by hand in C"
	vectorC2    = "SSE4 by hand in C, 2 threads"
	openCL      = "PoCL"
	openCL2     = "PoCL, 2 threads"
	llvmpipe    = "llvmpipe"
	llvmpipe2   = "llvmpipe, 2 threads"
	fauxgl      = "fauxgl"
	fauxgl2     = "fauxgl, 2 goroutines"
	interpreted = "interpreter"
)

// variants makes every implementation of w that the machine has, the plain loop first.
func variants(t testing.TB, w workload) []*variant {
	all := []*variant{goVariant(w, plainGo, 1), goVariant(w, plainGo2, 2),
		scriptVariant(t, w, ours, session{cores: 1}), scriptVariant(t, w, checked, session{cores: 1, validation: true})}
	if runtime.NumCPU() > 1 {
		all = append(all, scriptVariant(t, w, ours2, session{cores: 2}), scriptVariant(t, w, checked2, session{cores: 2, validation: true}))
	}
	all = append(all, peerVariant(t, w, plainC, plainProgram), peerVariant(t, w, vectorC, vectorProgram), peerVariant(t, w, vectorC2, vectorProgram, "PEER_THREADS=2"),
		peerVariant(t, w, openCL, openCLProgram, "POCL_MAX_PTHREAD_COUNT=1"), peerVariant(t, w, openCL2, openCLProgram, "POCL_MAX_PTHREAD_COUNT=2"))
	t.Cleanup(func() {
		for _, v := range all {
			v.close()
		}
	})
	agree(t, w, all)
	return all
}

// agree compares all results with the first one.
func agree(t testing.TB, w workload, all []*variant) {
	t.Helper()
	for _, v := range all[1:] {
		if v.skip == "" {
			require.NoError(t, compare(all[0].result, v.result, v.within), "%s: %s against %s", w.name, v.name, all[0].name)
		}
	}
}

func goVariant(w workload, name string, goroutines int) *variant {
	l := newLoops(w)
	l.run(goroutines)
	return &variant{name: name, result: append([]float32(nil), l.out...), close: func() {},
		run: func(times int) (time.Duration, error) {
			start := time.Now()
			for range times {
				l.run(goroutines)
			}
			return time.Since(start), nil
		}}
}

func skipped(name, why string) *variant { return &variant{name: name, skip: why, close: func() {}} }
