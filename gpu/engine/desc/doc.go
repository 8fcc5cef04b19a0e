// Package desc is the vocabulary of the engine level: the enumerations, descriptions and arguments of package engine, which exports them under the
// same names. It says what a description means for the level below, and finds contradictions within one.
//
// It must not know devices, contexts or lifetimes. Everything in it is a value.
package desc
