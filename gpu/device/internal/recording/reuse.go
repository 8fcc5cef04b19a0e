package recording

// Reuse keeps the structs of frequent calls, in which later calls are described. A call that blocks has its struct until it comes back, so
// simulated threads do not share one.
type Reuse[T any] struct{ spare []*T }

// Take gives a struct with the contents that it had last.
func (r *Reuse[T]) Take() *T {
	n := len(r.spare)
	if n == 0 {
		return new(T)
	}
	t := r.spare[n-1]
	r.spare = r.spare[:n-1]
	return t
}

// Give takes back what Take gave.
func (r *Reuse[T]) Give(t *T) { r.spare = append(r.spare, t) }

// Spare is how many structs wait to be taken.
func (r *Reuse[T]) Spare() int { return len(r.spare) }
