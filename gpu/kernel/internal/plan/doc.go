// Package plan determines before a dispatch runs which bytes it touches, and from that how it can be split over cores.
//
//	kernel + records + constants ──FindFootprint──▶ closed forms ──▶ Known: exactly the bytes touched, and the accesses that must be watched for that
//	                                                             └─▶ Plan: chunks of groups that cannot see each other
//
// The index of each access is traced symbolically through the kernel, with the dispatch's own constants filled in (affine.go defines the form). An
// index without a closed form may be anywhere in its resource.
//
// The package must not know executors, devices or Lua. Its functions read the dispatch's memory and change nothing.
package plan
