// Package gpu is the vocabulary of the software GPU: formats, descriptors, states, handles, limits and recorded commands.
//
// It holds nouns. Values of this package are what the layers pass to each other: the bindings decode a script's table into
// a descriptor, the device issues it as a call, validation reads it, the executor does it, the trace prints it.
//
// It must not know any of them: it imports nothing of this module and has no behaviour beyond naming and arithmetic on
// its own values. Everything here is safe for concurrent use because nothing here is mutable.
package gpu
