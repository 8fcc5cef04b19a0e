package dml

import "github.com/gpuscript/gpuscript/gpu/residency"

// MakeResident lets the GPU use compiled operators and initializers again. As for memory, each counts how often, and counts 1 when it is made.
func (d *Device) MakeResident(objects []Dispatchable) error {
	return d.resides("MakeResident", objects, d.native.MakeResident)
}

// Evict lets the system take the memory of compiled operators and initializers, which the GPU must not use any more. It is that of their state: what
// is bound to them is evicted by itself.
func (d *Device) Evict(objects []Dispatchable) error {
	return d.resides("Evict", objects, d.native.Evict)
}

// resides is one of both: do it with the memory of the objects.
func (d *Device) resides(method string, objects []Dispatchable, do func([]residency.Pageable) error) error {
	var states []residency.Pageable
	for _, o := range objects {
		c := o.common()
		c.site = d.site
		if err := c.usable(method); err != nil {
			return err
		}
		if err := d.sameDevice(method, &c.object); err != nil {
			return err
		}
		states = append(states, c.state)
	}
	d.native.SetSite(d.site)
	return do(states)
}
