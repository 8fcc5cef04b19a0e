// Package desc is the vocabulary of the engine level: the enumerations, descriptions and arguments of package engine, which gives them under
// the same names. It says what a description means for the level below, and what contradicts itself in one.
//
// It must not know devices, contexts or lifetimes. Everything in it is a value.
package desc
