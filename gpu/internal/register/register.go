// Package register writes and reads the names of registers by which accesses and messages tell what a shader calls a resource:
//
//	t3              register(t3)
//	u0 in space 2   register(u0, space2)
//
// It must not know shaders or root signatures.
package register

import (
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// named are the first registers of the first spaces whose names are made once: every access of every dispatch has one.
const namedSpaces, namedRegisters = 4, 16

var names = func() (all [gpu.DescriptorSampler + 1][namedSpaces][namedRegisters]string) {
	for class := range all {
		for space := range all[class] {
			for n := range all[class][space] {
				all[class][space][n] = write(gpu.DescriptorType(class), uint32(n), uint32(space))
			}
		}
	}
	return all
}()

// Name is that of a register.
func Name(class gpu.DescriptorType, number, space uint32) string {
	if class <= gpu.DescriptorSampler && space < namedSpaces && number < namedRegisters {
		return names[class][space][number]
	}
	return write(class, number, space)
}

func write(class gpu.DescriptorType, number, space uint32) string {
	text := class.RegisterPrefix() + strconv.FormatUint(uint64(number), 10)
	if space == 0 {
		return text
	}
	return text + between + strconv.FormatUint(uint64(space), 10)
}

// between stands between a register and its space.
const between = " in space "

// Parse reads a name; ok is false for other texts.
func Parse(text string) (class gpu.DescriptorType, number, space uint32, ok bool) {
	if len(text) == 2 { // nearly all
		digit := uint32(text[1] - '0')
		class, ok = classOf(text[0])
		if ok = ok && digit < 10; ok {
			return class, digit, 0, true
		}
	}
	text, behind, spaced := strings.Cut(text, between)
	for class = range gpu.DescriptorSampler + 1 {
		digits, is := strings.CutPrefix(text, class.RegisterPrefix())
		if !is {
			continue
		}
		if number, ok = parseNumber(digits); ok && spaced {
			space, ok = parseNumber(behind)
		}
		return class, number, space, ok
	}
	return 0, 0, 0, false
}

// classOf is the class whose registers begin with a letter.
func classOf(letter byte) (class gpu.DescriptorType, ok bool) {
	switch letter {
	case 'b':
		return gpu.DescriptorCBV, true
	case 't':
		return gpu.DescriptorSRV, true
	case 'u':
		return gpu.DescriptorUAV, true
	case 's':
		return gpu.DescriptorSampler, true
	}
	return 0, false
}

func parseNumber(digits string) (uint32, bool) {
	n, err := strconv.ParseUint(digits, 10, 32)
	return uint32(n), err == nil
}
