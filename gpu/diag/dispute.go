package diag

// Dispute is how what is wrong with a call looks when the other threads have gone on: one of them may do something beside it that is the cause, or
// that another run begins with. Its functions answer for the moment at which they are called, by the thread of the call.
type Dispute struct {
	// Disputed says whether another thread has done such a thing by now.
	Disputed func() bool
	// Settled says whether that stays so, whatever the others do.
	Settled func() bool
	// Lifted says whether all that is wrong is so because of work that may be missing in another run.
	Lifted func() bool
	// Again is what is wrong with the call by now.
	Again func() []*Diagnostic
	// Causes are what the others have done, told at once.
	Causes func() []*Diagnostic
}
