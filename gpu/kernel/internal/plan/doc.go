// Package plan knows what a dispatch touches before it runs, and from that how it may be cut over cores.
//
//	kernel + records + constants ──FindFootprint──▶ closed forms ──▶ Known: exactly the bytes touched, and the accesses that must be watched for that
//	                                                             └─▶ Plan: chunks of groups that cannot see each other
//
// The index of each access is followed symbolically through the kernel, with the dispatch's own constants in place (affine.go says in which
// form). What has no form may be anywhere in its resource.
//
// The package must not know executors, devices or Lua. Its functions read the dispatch's memory and change nothing.
package plan
