package layers

import (
	"fmt"
	"regexp"
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
	fmt.Fprint(&key, d.Code, " ", d.Turn)
	at := d.Primary()
	places(&key, &at)
	return t.met(key.String())
}

// named are the names of objects in messages.
var named = regexp.MustCompile(`"[^"]*"`)

// refused says whether earlier calls of the same place were refused for the same, and keeps the call: whatever their objects are called, all that is told of them,
// their creation too, stands at the same places.
func (t *turns) refused(list []*diag.Diagnostic) bool {
	all := true
	for _, d := range list {
		var key strings.Builder
		fmt.Fprint(&key, d.Code, " ", named.ReplaceAllString(d.Title, `""`))
		for i := range d.Labels {
			places(&key, &d.Labels[i])
		}
		all = t.met(key.String()) && all
	}
	return all
}

// places adds where a label stands, and how the program came there.
func places(key *strings.Builder, l *diag.Label) {
	fmt.Fprint(key, " ", l.Site)
	for _, v := range l.Via {
		fmt.Fprint(key, ">", v.Site)
	}
}

// met says whether an earlier call has the key, and keeps it.
func (t *turns) met(key string) bool {
	first, known := t.told[key]
	if !known {
		t.told = with(t.told, key, t.calls)
	}
	return known && first != t.calls
}
