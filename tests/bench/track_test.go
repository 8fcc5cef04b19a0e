package bench

import "testing"

// BenchmarkValidation reports, for every workload on one core, the time with validation on over the time with it off. Validation follows every
// byte that a kernel touches; the bar is a ratio of 1.3.
func BenchmarkValidation(b *testing.B) {
	for _, w := range workloads() {
		b.Run(w.name, func(b *testing.B) {
			all := []*variant{scriptVariant(b, w, ours, session{cores: 1}), scriptVariant(b, w, checked, session{cores: 1, validation: true})}
			defer all[0].close()
			defer all[1].close()
			agree(b, w, all)
			times := measure(b, all, 20)
			off, on := times[ours].p10, times[checked].p10
			b.ReportMetric(float64(off), "ns-off")
			b.ReportMetric(float64(on), "ns-on")
			b.ReportMetric(float64(on)/float64(off), "ratio")
		})
	}
}
