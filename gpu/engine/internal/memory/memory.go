// Package memory joins package heaps with a device: descriptor heaps of all types, and the pool of pages that dynamic memory comes from.
//
// It must not know contexts or objects of the engine.
package memory

import (
	"errors"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/heaps"
)

// At is a device, told the place of the running call.
type At func() *device.Device

// CreateDescriptorHeap implements heaps.Device.
func (at At) CreateDescriptorHeap(desc gpu.DescriptorHeapDesc) (heaps.DescriptorHeap, error) {
	return at().CreateDescriptorHeap(desc)
}

// CopyDescriptorsSimple implements heaps.Device.
func (at At) CopyDescriptorsSimple(count uint32, dst, src gpu.CPUDescriptorHandle, typ gpu.DescriptorHeapType) error {
	return at().CopyDescriptorsSimple(count, dst, src, typ)
}

// Page is a buffer in an UPLOAD heap, mapped for good.
type Page struct {
	Native  *device.Resource
	Mapping *device.Mapping
	Address uint64 // GPU virtual
	taken   bool   // by a frame, at least once
}

// Upload is space in a page.
type Upload = heaps.Upload[*Page]

// NewPage makes a page of size bytes.
func (at At) NewPage(name string, size uint64, site gpu.Site) (*Page, error) {
	r, err := at().CreateCommittedResource(gpu.CommittedResourceDesc{HeapType: gpu.HeapUpload, InitialState: gpu.StateGenericRead,
		ResourceDesc: gpu.ResourceDesc{Name: name, Dimension: gpu.DimensionBuffer, Width: size, Layout: gpu.LayoutRowMajor}})
	if err != nil {
		return nil, err
	}
	r.SetSite(site)
	m, err := r.Map(0, &gpu.MapRange{})
	if err != nil { // of earlier work
		r.SetSite(site)
		_ = r.Release()
		return nil, err
	}
	return &Page{Native: r, Mapping: m, Address: r.GetGPUVirtualAddress()}, nil
}

// source makes the pages of a pool.
type source struct {
	at   At
	name string
	site *gpu.Site
	made int
}

// CreatePage implements heaps.PageSource.
func (s *source) CreatePage(size uint64) (*Page, error) {
	s.made++
	return s.at.NewPage(fmt.Sprintf("%s dynamic page %d", s.name, s.made), size, *s.site)
}

// DestroyPage implements heaps.PageSource.
func (s *source) DestroyPage(p *Page) error { return p.Native.Release() }

// Options say how large the parts are; all are set.
type Options struct {
	Name     string
	Site     *gpu.Site      // of the running call
	CPU      [4]uint32      // by heap type: descriptors of one heap of the pool
	GPU      [2]uint32      // static and mutable descriptors
	Dynamic  [2]uint32      // dynamic descriptors
	Chunk    [2]uint32      // descriptors that a context takes at a time
	PageSize uint64         // bytes
	Seed     bool           // rings instead of pages, chunks that go back with each list
	RingSize uint64         // bytes of a context's first ring
	Releaser heaps.Releaser // takes what is freed while the GPU may use it
}

// Memory is the descriptor heaps and the pages of a render device.
type Memory struct {
	CPU   [4]*heaps.CPUHeap
	GPU   [2]*heaps.GPUHeap
	Pages *heaps.PagePool[*Page]

	high   [2][2]uint32 // the first descriptor that nobody ever had, by part (0: static and mutable, 1: dynamic) and heap type
	o      Options
	pages  *source
	frames []*Frame // with rings
}

// Create makes all heaps. After an error nothing is left of them.
func Create(at At, o Options) (*Memory, error) {
	m := &Memory{o: o, pages: &source{at: at, name: o.Name, site: o.Site}}
	if err := m.create(at); err != nil {
		_ = m.Close()
		return nil, err
	}
	return m, nil
}

func (m *Memory) create(at At) (err error) {
	o := &m.o
	for t := range gpu.HeapDSV + 1 {
		m.CPU[t], err = heaps.NewCPUHeap(at, heaps.CPUHeapOptions{Name: fmt.Sprintf("%s %s", o.Name, t), Type: t,
			Size: o.CPU[t], Releaser: o.Releaser})
		if err != nil {
			return err
		}
	}
	for t := range gpu.HeapSampler + 1 {
		m.GPU[t], err = heaps.NewGPUHeap(at, heaps.GPUHeapOptions{Name: fmt.Sprintf("%s %s", o.Name, t), Type: t,
			Static: o.GPU[t], Dynamic: o.Dynamic[t],
			Chunk: o.Chunk[t], Releaser: o.Releaser})
		if err != nil {
			return err
		}
	}
	m.Pages, err = heaps.NewPagePool(m.pages, heaps.PagePoolOptions{Name: o.Name + " dynamic heap", PageSize: o.PageSize, Releaser: o.Releaser})
	return err
}

// Static takes n static and mutable descriptors of a heap type. used says that others have had some of them, so that the calling thread must see
// for itself that the GPU is done with those.
func (m *Memory) Static(name string, heap, n uint32) (a *heaps.Allocation, used bool, err error) {
	if a, err = m.GPU[heap].Allocate(name, n); err != nil {
		return nil, false, err
	}
	return a, m.had(0, heap, a.First(), n), nil
}

// had notes that n descriptors from first on are given out, and says whether some were before.
func (m *Memory) had(part int, heap, first, n uint32) bool {
	high := &m.high[part][heap]
	used := first < *high
	*high = max(*high, first+n)
	return used
}

// Close gives everything up that was made.
func (m *Memory) Close() error {
	var errs []error
	for _, f := range m.frames {
		errs = append(errs, f.ring.Close())
	}
	for _, h := range m.CPU {
		if h != nil {
			errs = append(errs, h.Close())
		}
	}
	for _, h := range m.GPU {
		if h != nil {
			errs = append(errs, h.Close())
		}
	}
	if m.Pages != nil {
		errs = append(errs, m.Pages.Close())
	}
	return errors.Join(errs...)
}

// GPUHeapStats are the numbers of a shader-visible heap.
type GPUHeapStats struct {
	heaps.GPUHeapStats
	DynamicPeak           uint64 // the most dynamic descriptors that were ever live or stale
	DynamicChunksInFlight int    // chunks that are not free
}

// GPUStats are the numbers of the shader-visible heap of a type, CBV_SRV_UAV or SAMPLER.
func (m *Memory) GPUStats(t gpu.DescriptorHeapType) GPUHeapStats {
	s := m.GPU[t].Stats()
	return GPUHeapStats{s, s.Dynamic.Peak, s.ChunksInFlight()}
}
