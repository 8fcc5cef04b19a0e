package engine

// bindings is what is bound in a recording.
type bindings struct{}
