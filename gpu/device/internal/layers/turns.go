package layers

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// turns are the calls of which something was told that a loop may do again, with another buffer of a swap chain or another texture of a list.
type turns struct {
	told  map[string]int // the number of the call
	calls int
}

// again says whether an earlier call of the same place was told of the same, and keeps the call. What one call does with two objects is told of both.
func (t *turns) again(d *diag.Diagnostic) bool {
	if d.Turn == "" {
		return false
	}
	var key strings.Builder
	at := d.Primary()
	fmt.Fprint(&key, d.Code, " ", d.Turn, " ", at.Site)
	for _, v := range at.Via {
		fmt.Fprint(&key, ">", v.Site)
	}
	first, known := t.told[key.String()]
	if !known {
		t.told = with(t.told, key.String(), t.calls)
	}
	return known && first != t.calls
}
