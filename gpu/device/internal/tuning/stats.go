package tuning

import (
	"github.com/gpuscript/gpuscript/gpu/background"
	"github.com/gpuscript/gpuscript/gpu/background/profile"
)

// BackgroundProcessingStats counts what background processing has done since the device was made.
type BackgroundProcessingStats struct {
	Mode              background.ProcessingMode // that the last call has set
	Queued            uint64                    // tasks that were queued
	Completed         uint64                    // tasks that ran to their end
	Cancelled         uint64                    // tasks that never ran, because background work was disabled or the device went
	Failed            uint64                    // completed tasks that failed: what they were to optimise stays as it is
	MostAtOnce        uint64                    // tasks that ran at the same time, the most
	Commits           uint64                    // commits that have finished
	Samples           uint64                    // dispatches that were measured
	VariantsInstalled uint64                    // optimised variants of kernels that came into use
	VariantsWithdrawn uint64                    // variants that went out of use again
	PipelinesTuned    uint64                    // pipelines that a variant came into use for
	ProgramRuns       uint64                    // dispatches, and programs of draws, while background processing looked on
	VariantRuns       uint64                    // those of them that ran as a variant
}

// Add adds the counts of another device.
func (s *BackgroundProcessingStats) Add(o BackgroundProcessingStats) {
	s.Queued, s.Completed, s.Cancelled, s.Failed = s.Queued+o.Queued, s.Completed+o.Completed, s.Cancelled+o.Cancelled, s.Failed+o.Failed
	s.Commits, s.Samples = s.Commits+o.Commits, s.Samples+o.Samples
	s.VariantsInstalled, s.VariantsWithdrawn = s.VariantsInstalled+o.VariantsInstalled, s.VariantsWithdrawn+o.VariantsWithdrawn
	s.PipelinesTuned, s.ProgramRuns, s.VariantRuns = s.PipelinesTuned+o.PipelinesTuned, s.ProgramRuns+o.ProgramRuns, s.VariantRuns+o.VariantRuns
}

// Report counts what was done so far.
func (t *Tuner) Report() BackgroundProcessingStats {
	s, p := t.Stats(), profile.Stats{}
	if t.driver != nil {
		p = t.driver.Stats()
	}
	return BackgroundProcessingStats{Mode: t.Mode(), Queued: s.Queued, Completed: s.Completed, Cancelled: s.Cancelled,
		Failed: s.Failed, MostAtOnce: s.MostBusy,
		Commits: s.Commits, Samples: p.Samples, VariantsInstalled: p.Installed, VariantsWithdrawn: p.Withdrawn,
		PipelinesTuned: t.tuned, ProgramRuns: t.runs, VariantRuns: t.variantRuns}
}
