package profile

// All returns the adapter presets in a fixed order, "default" first.
// The slice is the caller's own.
func All() []Profile {
	return []Profile{defaultProfile(), integrated(), slowCopy(), slowGPU(), twoCopy(), coarse(), instant()}
}

// Find returns the preset of that name.
func Find(name string) (Profile, bool) {
	for _, p := range All() {
		if p.Name == name {
			return p, true
		}
	}
	return Profile{}, false
}

func defaultProfile() Profile {
	return Profile{
		Name:        "default",
		Description: "A discrete adapter: one 3D, one compute and one copy engine, link 12 GB/s, memory 200 GB/s.",
		Engines: [Kinds]EngineSpec{
			Direct:  {Count: 1, InstructionsPerUS: 1_000_000, BytesPerUS: 200_000, LinkBytesPerUS: 8_000},
			Compute: {Count: 1, InstructionsPerUS: 1_000_000, BytesPerUS: 200_000, LinkBytesPerUS: 8_000},
			Copy:    {Count: 1, InstructionsPerUS: 1_000, BytesPerUS: 24_000, LinkBytesPerUS: 12_000},
		},
		Call: [CallClasses]Time{
			CallRecord: 50, CallReset: 1_000, CallSubmit: 8_000, CallSync: 1_500, CallMap: 500, CallView: 150,
			CallCreate: 5_000, CallCompile: 100_000, CallPresent: 10_000, CallThread: 10_000, CallQuery: 30,
		},
		SubmitLatency:  10 * Microsecond,
		SignalLatency:  1 * Microsecond,
		WaitLatency:    3 * Microsecond,
		WakeLatency:    5 * Microsecond,
		LaunchOverhead: 2 * Microsecond,
		CopyOverhead:   1 * Microsecond,
		BarrierCost:    1 * Microsecond,
		ItemTime:       100 * Nanosecond,
		Preemption:     PreemptCommand,
		PreemptCost:    20 * Microsecond,
		Quantum:        2 * Millisecond,
		VsyncPeriod:    16_666_667 * Nanosecond,
	}
}

func integrated() Profile {
	p := defaultProfile()
	p.Name = "integrated"
	p.Description = "An integrated adapter: all queues share one engine, and copies run at the speed of system memory."
	p.Engines = [Kinds]EngineSpec{
		Direct: {Count: 1, InstructionsPerUS: 300_000, BytesPerUS: 40_000, LinkBytesPerUS: 40_000},
	}
	return p
}

func slowCopy() Profile {
	p := defaultProfile()
	p.Name = "slow-copy"
	p.Description = "The default adapter behind a link of 1 GB/s: forgotten waits for uploads show at once."
	p.Engines[Direct].LinkBytesPerUS = 1_000
	p.Engines[Compute].LinkBytesPerUS = 1_000
	p.Engines[Copy].LinkBytesPerUS = 1_000
	return p
}

func slowGPU() Profile {
	p := defaultProfile()
	p.Name = "slow-gpu"
	p.Description = "The default adapter with engines 50 times slower: the GPU falls behind the CPU by whole frames."
	for k := range p.Engines {
		e := &p.Engines[k]
		e.InstructionsPerUS /= 50
		e.BytesPerUS /= 50
		e.LinkBytesPerUS /= 50
	}
	p.LaunchOverhead *= 50
	return p
}

func twoCopy() Profile {
	p := defaultProfile()
	p.Name = "two-copy"
	p.Description = "The default adapter with two copy engines: two copy queues overlap and create no order."
	p.Engines[Copy].Count = 2
	return p
}

func coarse() Profile {
	p := defaultProfile()
	p.Name = "coarse"
	p.Description = "The default adapter that preempts only between submissions: long lists delay high priorities."
	p.Preemption = PreemptBatch
	p.Quantum = 0
	return p
}

func instant() Profile {
	p := defaultProfile()
	p.Name = "instant"
	p.Description = "The default adapter without latencies and overheads: the GPU starts when the CPU submits."
	p.SubmitLatency, p.SignalLatency, p.WaitLatency, p.WakeLatency = 0, 0, 0, 0
	p.LaunchOverhead, p.CopyOverhead, p.BarrierCost, p.PreemptCost = 0, 0, 0, 0
	return p
}
