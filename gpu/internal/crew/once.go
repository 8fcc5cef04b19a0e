package crew

import "sync"

// Once calls f for parts [0, n), each on a goroutine of its own but for the first, and returns when all of them are done. It is for steps so long
// that goroutines cost nothing.
func Once(n int, f func(part int)) {
	var all failure
	do := func(part int) {
		defer all.note(part)
		f(part)
	}
	var others sync.WaitGroup
	for part := 1; part < n; part++ {
		others.Go(func() { do(part) })
	}
	if n > 0 {
		do(0)
	}
	others.Wait()
	all.raise()
}
