package gpu

// Site names one place in a script: a call, a field access or a function.
//
// The host numbers the nodes of every script before it compiles it, so a site is a line and a column, not only a line.
// 0 means that the place is not known. A site is resolved by the host (Span), never here.
type Site uint32
