package bench

import "testing"

// BenchmarkKernels reports, for every workload and implementation, nanoseconds a run and the rate at the 10th percentile and the median.
func BenchmarkKernels(b *testing.B) {
	for _, w := range workloads() {
		b.Run(w.name, func(b *testing.B) { benchmarkKernel(b, w) })
	}
}

func benchmarkKernel(b *testing.B, w workload) { report(b, w, variants(b, w)) }

// report measures implementations of one workload beside each other.
func report(b *testing.B, w workload, all []*variant) {
	times := measure(b, all, 20)
	for _, v := range all {
		b.Run(v.name, func(b *testing.B) {
			if v.skip != "" {
				b.Skip("skipped: " + v.skip)
			}
			got := times[v.name]
			b.ReportMetric(float64(got.p10), "ns/op") // the time of a turn, not of this loop
			b.ReportMetric(w.amount/float64(got.p10), w.unit+"-p10")
			b.ReportMetric(w.amount/float64(got.median), w.unit+"-median")
		})
	}
}

// BenchmarkInterpreter measures the oracle, once, at the small sizes.
func BenchmarkInterpreter(b *testing.B) {
	for _, w := range small() {
		b.Run(w.name, func(b *testing.B) {
			v := scriptVariant(b, w, interpreted, session{cores: 1, interpreter: true})
			defer v.close()
			got := measure(b, []*variant{v}, 5)[v.name]
			b.ReportMetric(float64(got.p10), "ns/op")
			b.ReportMetric(w.amount/float64(got.p10), w.unit+"-p10")
		})
	}
}
