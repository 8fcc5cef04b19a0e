package lifetime

// fifo is a queue in one slice. What was popped is cut off when it is half of the slice, so pushing and popping allocate
// nothing once the slice has its size.
//
//	| popped | waiting … | room |
//	0        head        len    cap
type fifo[E any] struct {
	items []E
	head  int
}

func (f *fifo[E]) len() int    { return len(f.items) - f.head }
func (f *fifo[E]) front() *E   { return &f.items[f.head] }
func (f *fifo[E]) at(i int) *E { return &f.items[f.head+i] }
func (f *fifo[E]) push(e E)    { f.items = append(f.items, e) }

func (f *fifo[E]) pop() E {
	e := f.items[f.head]
	clear(f.items[f.head : f.head+1]) // let go of what it points to
	f.head++
	if f.head*2 >= len(f.items) {
		n := copy(f.items, f.items[f.head:])
		clear(f.items[n:])
		f.items, f.head = f.items[:n], 0
	}
	return e
}
