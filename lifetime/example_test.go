package lifetime_test

import (
	"fmt"

	"github.com/gpuscript/gpuscript/lifetime"
)

// Example is the figure of the package comment: a buffer is released right after the draw that uses it.
func Example() {
	fence := &gpu{}
	domain, err := lifetime.NewDomain(lifetime.Options{Queues: []lifetime.QueueDesc{{Name: "main", Fence: fence}}})
	if err != nil {
		panic(err)
	}
	buffers := lifetime.NewReleaseQueue(domain, "buffers", func(name string) error {
		fmt.Println("destroyed", name)
		return nil
	})
	main := domain.Queue(0)

	// The draw is recorded; the application gives the buffer up.
	if err := buffers.Release("vb", lifetime.MaskOf(0)); err != nil {
		panic(err)
	}
	s, err := main.Submit(func(value uint64) error { // executes the list and signals value
		fmt.Println("list", main.NextNumber()-1, "signals", value)
		return nil
	})
	if err != nil {
		panic(err)
	}
	n, _ := main.Purge()
	fmt.Println("the GPU runs list", s.Number, "- destroyed:", n)
	fence.value = s.Value
	n, _ = main.Purge()
	fmt.Println("the GPU has completed it - destroyed:", n)
	// Output:
	// list 0 signals 1
	// the GPU runs list 0 - destroyed: 0
	// destroyed vb
	// the GPU has completed it - destroyed: 1
}

// ExamplePool lends command allocators.
func ExamplePool() {
	fence := &gpu{}
	domain, _ := lifetime.NewDomain(lifetime.Options{Queues: []lifetime.QueueDesc{{Name: "main", Fence: fence}}})
	allocators := lifetime.NewPool(domain, lifetime.PoolDesc[string]{
		Name: "allocators",
		New:  func(n int) (string, error) { return fmt.Sprintf("allocator %d", n), nil },
	})
	for frame := range 4 {
		a, _ := allocators.Get()
		s, _ := domain.Queue(0).Submit(func(uint64) error { return nil })
		allocators.Put(a, s)
		fmt.Printf("frame %d uses %s\n", frame, a)
		fence.value = uint64(frame) // one frame behind
		_, _ = domain.Purge()
	}
	// Output:
	// frame 0 uses allocator 0
	// frame 1 uses allocator 1
	// frame 2 uses allocator 0
	// frame 3 uses allocator 1
}
