package layers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// turn says whether an earlier call of the same place was told of the same, which a loop may do again with another buffer of a swap chain or another
// texture of a list, and keeps the call. What one call does with two objects is told of both, unless one edit serves both: what orders two
// submissions, or the threads of a loop, serves all that they touch, and what a loop has recorded is mended where it records.
func (l *ledger) turn(d *diag.Diagnostic) bool {
	if d.Turn == "" {
		return false
	}
	var key strings.Builder
	fmt.Fprint(&key, d.Code, " ", d.Turn)
	at := d.Primary()
	places(&key, &at)
	order := d.Code >= diag.DataRace && d.Code <= diag.UnorderedTransition || d.Code == diag.TwoThreads
	return order && l.has(cause{kind: repeated, turn: key.String()}) || l.met(key.String()) || l.recordedAgain(d)
}

// recordedAgain says whether the same was told before of what another turn of a loop has recorded, and keeps this.
func (l *ledger) recordedAgain(d *diag.Diagnostic) bool {
	key := loopOf(d)
	c := cause{kind: repeated, turn: key}
	known := key != "" && l.has(c)
	if key != "" {
		l.put(c)
	}
	return known
}

// oneEach leaves out what is told of what other turns of a loop have recorded.
func oneEach(found []*diag.Diagnostic) []*diag.Diagnostic {
	if len(found) == 1 {
		return found
	}
	met := map[string]bool{}
	return slices.DeleteFunc(found, func(d *diag.Diagnostic) bool {
		key := loopOf(d)
		known := met[key]
		met[key] = key != ""
		return known
	})
}

// loopOf is equal for what is told of a loop that records the same in each turn, which a later call finds wrong: all places are the same, and one
// edit where it records serves all turns. Others have "".
func loopOf(d *diag.Diagnostic) string {
	at := d.Primary().Site
	if d.Turn == "" || !slices.ContainsFunc(d.Help, func(h diag.Help) bool { return h.Site != 0 && h.Site != at && h.Draft != nil }) {
		return ""
	}
	var key strings.Builder
	fmt.Fprint(&key, "recorded ", d.Code, " ", d.Turn)
	for i := range d.Labels {
		places(&key, &d.Labels[i])
	}
	return key.String()
}

// refusedAgain says whether an earlier call of the same place was refused for the same, and keeps the call: whatever its objects are called, all that
// is told of them, their creation too, stands at the same places.
func (l *ledger) refusedAgain(d *diag.Diagnostic) bool {
	if d.Turn == "" {
		return false
	}
	var key strings.Builder
	fmt.Fprint(&key, d.Code, " ", d.Turn)
	for i := range d.Labels {
		places(&key, &d.Labels[i])
	}
	return l.met(key.String())
}

// places adds where a label stands, and how the program came there.
func places(key *strings.Builder, at *diag.Label) {
	fmt.Fprint(key, " ", at.Site)
	for _, v := range at.Via {
		fmt.Fprint(key, ">", v.Site)
	}
}

// met says whether an earlier call has the key, and keeps it.
func (l *ledger) met(key string) bool {
	c := cause{kind: repeated, turn: key}
	first, known := l.causes[c]
	l.put(c)
	return known && first.call != l.calls
}

// mended says whether an earlier diagnostic had the same edit of the same object elsewhere, as in the call that made it: one edit repairs both. It
// keeps those of this one.
func (l *ledger) mended(d *diag.Diagnostic) (known bool) {
	at := d.Primary().Site
	for _, h := range d.Help {
		if h.Fix != nil && h.Site != 0 && h.Site != at && d.Resource != "" {
			known = l.met(fmt.Sprint("edit ", d.Resource, " ", h.Site, *h.Fix, h.Text)) || known
		}
	}
	return known
}
