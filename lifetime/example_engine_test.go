package lifetime_test

import (
	"errors"
	"fmt"

	"github.com/gpuscript/gpuscript/lifetime"
)

// renderer is an engine with one queue: what another engine writes to keep its objects alive with this package.
type renderer struct {
	gpu        *gpu // what the GPU has signalled
	domain     *lifetime.Domain
	queue      *lifetime.Queue
	textures   *lifetime.ReleaseQueue[string]
	allocators *lifetime.Pool[string]
}

// newRenderer makes the parts: a domain on the fences of the queues, a release queue for each kind of object, a pool for each kind of thing that
// is used again.
func newRenderer() (*renderer, error) {
	r := &renderer{gpu: &gpu{}}
	var err error
	if r.domain, err = lifetime.NewDomain(lifetime.Options{Queues: []lifetime.QueueDesc{{Name: "main", Fence: r.gpu}}}); err != nil {
		return nil, err
	}
	r.queue = r.domain.Queue(0)
	r.textures = lifetime.NewReleaseQueue(r.domain, "textures", func(name string) error {
		fmt.Println("  destroyed", name)
		return nil
	})
	r.allocators = lifetime.NewPool(r.domain, lifetime.PoolDesc[string]{
		Name: "allocators",
		New:  func(n int) (string, error) { return fmt.Sprintf("allocator %d", n), nil },
	})
	return r, nil
}

// create uploads the first contents of a texture in the middle of the recording of a frame: a submission without a number, which frees nothing early.
// Its upload buffer is released after it, like any other object.
func (r *renderer) create(texture string) (string, error) {
	if _, err := r.queue.SubmitTransient(func(value uint64) error { return r.execute("upload of "+texture, value) }); err != nil {
		return "", err
	}
	return texture, r.textures.Release("upload buffer of "+texture, lifetime.MaskOf(0))
}

// frame records with an allocator that the GPU has finished with, submits, and destroys what it has passed.
func (r *renderer) frame(record func() error) error {
	allocator, err := r.allocators.Get()
	if err != nil {
		return err
	}
	if err := record(); err != nil {
		r.allocators.PutFree(allocator) // nothing was submitted
		return err
	}
	s, err := r.queue.Submit(func(value uint64) error { return r.execute("frame on "+allocator, value) })
	if err != nil {
		r.allocators.PutFree(allocator)
		return err
	}
	r.allocators.Put(allocator, s)
	_, err = r.queue.Purge()
	return err
}

// execute stands for the calls that hand lists to the GPU and signal the value of the submission after them.
func (r *renderer) execute(what string, value uint64) error {
	fmt.Printf("  submit %s, signal %d\n", what, value)
	return nil
}

// close waits for the GPU and destroys everything; Close names what was forgotten.
func (r *renderer) close() error {
	r.gpu.value = r.queue.LastValue()
	_, err := r.domain.PurgeAll()
	return errors.Join(err, r.allocators.Drop(func(string) error { return nil }), r.domain.Close())
}

// Example_engine is a whole engine, small: three frames with the GPU a submission or two behind.
func Example_engine() {
	r, err := newRenderer()
	if err != nil {
		panic(err)
	}
	for n := range 3 {
		fmt.Println("frame", n)
		err := r.frame(func() error {
			texture, err := r.create(fmt.Sprintf("texture %d", n))
			if err != nil {
				return err
			}
			return r.textures.Release(texture, lifetime.MaskOf(0)) // after the draw that uses it
		})
		if err != nil {
			panic(err)
		}
		r.gpu.value = r.queue.LastValue() - 1 // all but this frame
	}
	s := r.queue.Stats()
	fmt.Println("completed", s.CompletedLists, "of", s.NextNumber, "lists; waiting", s.Pending)
	fmt.Println("the end", r.close())
	// Output:
	// frame 0
	//   submit upload of texture 0, signal 1
	//   submit frame on allocator 0, signal 2
	// frame 1
	//   submit upload of texture 1, signal 3
	//   submit frame on allocator 1, signal 4
	// frame 2
	//   submit upload of texture 2, signal 5
	//   submit frame on allocator 2, signal 6
	//   destroyed upload buffer of texture 0
	//   destroyed texture 0
	// completed 1 of 3 lists; waiting 6
	//   destroyed upload buffer of texture 1
	//   destroyed texture 1
	//   destroyed upload buffer of texture 2
	//   destroyed texture 2
	// the end <nil>
}
