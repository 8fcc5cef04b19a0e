// Package bench measures gpuscript beside its peers: what a call from Lua costs, and how fast kernels run.
//
//	go test -bench . ./tests/bench                    every row
//	go test ./tests/bench -run TestTable -table       writes TABLE.md, the table of the README
//
// A machine that others share is never quiet, so all implementations of one workload run in turns, each for a few
// milliseconds at a time, and two numbers are given: the median and the 10th percentile of the times, which is what the
// undisturbed machine does. Nothing here fails because of a time. Before anything is timed the results of all
// implementations are compared.
//
// The kernels are scripts (kernels/*.lua) that run in a host of their own. Their peers are the same loops in Go (loops_test.go), and in C (peers/):
// plain loops, vectors by hand, OpenCL; draws run beside OpenGL on Mesa's llvmpipe. Those are compiled when the machine has gcc, an OpenCL library,
// and EGL; nothing is installed, and the table says what was left out. The peer in Go is fauxgl, a rasterizer with depth tests and shaders as Go
// functions, in a module of its own (fauxgl/).
//
// The package must not know the inside of the GPU: it uses what an embedding program uses.
package bench
