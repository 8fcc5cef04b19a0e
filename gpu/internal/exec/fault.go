package exec

import (
	"slices"
)

// settle leaves the faults that count: what is wrong with a volatile descriptor of an array matters if the program came to use it, which it then has
// reported as an access outside the null view in its place.
func (o *Outcome) settle() {
	if len(o.Faults) == 0 {
		return
	}
	o.Faults = slices.DeleteFunc(o.Faults, func(f Fault) bool { return f.unused && o.use(&f) == nil })
	for i := range o.Faults {
		f := &o.Faults[i]
		if r := o.use(f); f.unused && r != nil {
			f.Used, f.Item, f.unused = r.Site, r.Item, false
		}
	}
}

// use is the first report of an access through the descriptor of a fault, nil if there is none.
func (o *Outcome) use(f *Fault) *Report {
	for i := range o.Reports {
		if r := &o.Reports[i]; r.Stage == f.Stage && r.Binding == f.Binding && r.Element == f.Element {
			return r
		}
	}
	return nil
}
