package sched

import "github.com/gpuscript/gpuscript/gpu/internal/sched/profile"

// What a machine is like, and what things cost on it, stands in package profile. Here are the names that every caller needs.
type (
	// Time is a point in virtual time, or a span of it, in nanoseconds.
	Time = profile.Time
	// Kind is the kind of a queue and of the engine that runs its commands.
	Kind = profile.Kind
	// CallClass sorts API calls by what they cost the CPU.
	CallClass = profile.CallClass
	// Profile says how fast a simulated adapter and the CPU before it are.
	Profile = profile.Profile
)

// Kinds of queues and engines.
const (
	Direct  = profile.Direct
	Compute = profile.Compute
	Copy    = profile.Copy
)

// Classes of API calls.
const (
	CallRecord  = profile.CallRecord
	CallReset   = profile.CallReset
	CallSubmit  = profile.CallSubmit
	CallSync    = profile.CallSync
	CallMap     = profile.CallMap
	CallView    = profile.CallView
	CallCreate  = profile.CallCreate
	CallCompile = profile.CallCompile
	CallPresent = profile.CallPresent
	CallThread  = profile.CallThread
	CallQuery   = profile.CallQuery
)

// Spans of virtual time.
const (
	Nanosecond  = profile.Nanosecond
	Microsecond = profile.Microsecond
	Millisecond = profile.Millisecond
	Second      = profile.Second
	Infinite    = profile.Infinite
)
