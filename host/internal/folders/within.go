package folders

import "context"

// Within does something with the file system until a context ends: then the error is its cause. It may take as long as somebody else likes, to read a
// pipe for example to which nobody writes; what is given up goes on alone. Its result, if there is one, is dropped.
func Within[T any](ctx context.Context, do func() (T, error), drop func(T)) (T, error) {
	if ctx.Done() == nil {
		return do()
	}
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		v, err := do()
		done <- result{v, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		go func() {
			if r := <-done; r.err == nil {
				drop(r.value)
			}
		}()
		var none T
		return none, context.Cause(ctx)
	}
}
