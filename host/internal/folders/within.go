package folders

import "context"

// Within reads until a context ends: then the error is its cause. A read may take as long as somebody else likes, that of a pipe for example to which nobody
// writes; what is given up goes on alone, and nobody gets what it reads.
func Within(ctx context.Context, read func() ([]byte, error)) ([]byte, error) {
	if ctx.Done() == nil {
		return read()
	}
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		data, err := read()
		done <- result{data, err}
	}()
	select {
	case r := <-done:
		return r.data, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
