package exec

import "github.com/gpuscript/gpuscript/gpu"

// WriteDescriptor writes a descriptor as it is.
func (m *Machine) WriteDescriptor(at gpu.CPUDescriptorHandle, d *Descriptor) { d.Put(m.written(at, 1)) }

// WriteNull creates the null descriptor of a type, with the dimension and format of v (nil: none).
func (m *Machine) WriteNull(at gpu.CPUDescriptorHandle, t gpu.DescriptorType, v *gpu.ViewDesc) {
	d := ViewOf(t, nil, nil, v)
	d.Put(m.written(at, 1))
}
