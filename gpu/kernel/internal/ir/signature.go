package ir

import "strings"

// param is one place of a signature.
type param struct {
	letter   byte // b, i, f or T
	optional bool
}

// signature is the parsed form of opInfo.sig.
type signature struct {
	params []param
	result byte // letter, or 0
	free   bool // checked by hand: Printf, If, Loop
}

var signatures = parseSignatures()

func parseSignatures() [numOps]signature {
	var all [numOps]signature
	for op := range all {
		args, result, _ := strings.Cut(ops[op].sig, ":")
		s := &all[op]
		s.free = strings.HasSuffix(args, "*")
		if result != "" {
			s.result = result[0]
		}
		optional := false
		for i := range len(args) {
			switch args[i] {
			case '?':
				optional = true
			case '*':
			default:
				s.params = append(s.params, param{args[i], optional})
				optional = false
			}
		}
	}
	return all
}

// typeOf is the type a letter stands for, Invalid for T.
func typeOf(letter byte) Type {
	switch letter {
	case 'b':
		return Bool
	case 'i':
		return I32
	case 'f':
		return F32
	}
	return Invalid
}

// resultType is the type of op's result for these arguments, Invalid where it has none or the arguments do not tell.
func resultType(k *Kernel, op Op, args []Value) Type {
	s := &signatures[op]
	if s.result != 'T' {
		return typeOf(s.result)
	}
	for i, p := range s.params {
		if p.letter == 'T' && i < len(args) {
			return k.Type(args[i])
		}
	}
	return Invalid
}
