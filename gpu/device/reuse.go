package device

// reuse keeps the structs of frequent calls, in which later calls are described. A call that blocks has its struct until it comes back, so
// simulated threads do not share one.
type reuse[T any] struct{ spare []*T }

// take gives a struct with the contents that it had last.
func (r *reuse[T]) take() *T {
	n := len(r.spare)
	if n == 0 {
		return new(T)
	}
	t := r.spare[n-1]
	r.spare = r.spare[:n-1]
	return t
}

// give takes back what take gave.
func (r *reuse[T]) give(t *T) { r.spare = append(r.spare, t) }
