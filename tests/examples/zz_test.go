package examples

import (
	"fmt"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

func TestZZ(t *testing.T) {
	listed := map[string]bool{}
	for _, names := range withoutEdit {
		for _, n := range names {
			listed[n] = true
		}
	}
	with := 0
	for _, d := range diag.Docs() {
		if d.Example == "" {
			continue
		}
		o, err := run(d.Example, t.TempDir())
		if err != nil {
			fmt.Println("ERR", d.Name, err)
			continue
		}
		if len(o.edits) > 0 {
			with++
		}
		if (len(o.edits) == 0) != listed[d.Name] {
			fmt.Println("TABLE", d.Name, len(o.edits))
		}
		for _, h := range o.edits {
			s := apply(t, d.Example, h)
			r, _ := run(s, t.TempDir())
			if len(r.codes) > 0 || r.exit != 0 {
				fmt.Println("FAIL", d.Name, h.String(), "\n", r.text, s)
			}
		}
	}
	fmt.Println("with", with)
}
