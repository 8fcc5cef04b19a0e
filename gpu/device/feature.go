package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/features"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Feature is a group of capabilities that CheckFeatureSupport reports.
type Feature = features.Feature

// FeatureValue is one capability: a name of Direct3D 12 and a boolean, number or string.
type FeatureValue = features.Value

// CheckFeatureSupport reports a group of capabilities, in a fixed order. format is used by FORMAT_SUPPORT, FORMAT_INFO and MULTISAMPLE_QUALITY_LEVELS
// only.
func (d *Device) CheckFeatureSupport(f Feature, format gpu.Format, samples uint32) []FeatureValue {
	d.adapter.sim.Call(sched.CallQuery)
	e := &d.adapter.profile.Engines[sched.Direct]
	return features.Of(f, features.Query{Format: format, Samples: samples}, e.LinkBytesPerUS >= e.BytesPerUS, d.tuner.Supported())
}

// AdapterDesc describes the simulated adapter, as DXGI_ADAPTER_DESC.
type AdapterDesc = features.AdapterDesc

// GetAdapterDesc describes the simulated adapter.
func (d *Device) GetAdapterDesc() AdapterDesc {
	d.adapter.sim.Call(sched.CallQuery)
	return d.adapter.Desc()
}

// Desc describes the simulated adapter.
func (a *Adapter) Desc() AdapterDesc {
	p := &a.profile
	return AdapterDesc{Description: "gpuscript software adapter: " + p.Description, Profile: p.Name, DedicatedVideoMemory: a.vram.Limit(),
		Engines3D: uint32(p.Engines[sched.Direct].Count), EnginesCompute: uint32(p.Engines[sched.Compute].Count),
		EnginesCopy:        uint32(p.Engines[sched.Copy].Count),
		TimestampFrequency: gpu.TimestampFrequency, WaveSize: 4, SoftwareAdapter: true,
		SharedComputeEngine: p.Engines[sched.Compute].Count == 0, SharedCopyEngine: p.Engines[sched.Copy].Count == 0, MaxVirtualAddressBits: 32}
}
