package sched_test

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/internal/sched/profile"
)

// frame is a batch of two commands.
type frame struct{ sim *sched.Sim }

func (f frame) Len() int { return 2 }

func (f frame) Step(i int, _ bool) sched.Cost {
	fmt.Printf("%6d ns  command %d starts\n", f.sim.Now(), i)
	return sched.Cost{Time: 20 * sched.Microsecond}
}

func (f frame) Retire(completed bool) { fmt.Printf("%6d ns  frame retires\n", f.sim.Now()) }

// A CPU thread records and submits a frame, goes on, and waits for it:
//
//	cpu     0 ..8 submit ..9.5 signal, wait ...................... 64
//	direct          ~10~ 18 [command 0] 38 [command 1] 58 ~1~ 59 ~5~'
func Example() {
	p, _ := profile.Find("default")
	sim := sched.New(p, sched.Timeline())
	defer sim.Shutdown()
	gpu := sim.NewGPU("gpu", p)
	queue := gpu.NewQueue(sched.QueueDesc{Kind: sched.Direct, Name: "main"})
	fence := gpu.NewFence(0, "frames", 0)

	sim.Call(sched.CallSubmit) // 8000 ns
	queue.Submit(frame{sim}, 0)
	sim.Call(sched.CallSync) // 1500 ns
	queue.Signal(fence, 1, 0)
	sim.WaitFence(fence, 1, sched.Infinite, 0)
	fmt.Printf("%6d ns  the CPU goes on\n", sim.Now())

	r := sim.WaitFence(fence, 2, sched.Infinite, 0)
	fmt.Println("deadlock:", r.Status == sched.Deadlocked, "nothing signals it:", r.Deadlock.Waiters[0].Lacks[0].Missing())
	// Output:
	//  18000 ns  command 0 starts
	//  38000 ns  command 1 starts
	//  58000 ns  frame retires
	//  64000 ns  the CPU goes on
	// deadlock: true nothing signals it: true
}
