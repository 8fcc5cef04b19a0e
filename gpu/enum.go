package gpu

import "strings"

// FlagName names one bit, or one documented union of bits, of a flags type.
type FlagName struct {
	Name string
	Bits uint64
}

// enumName returns names[i], or "UNKNOWN" for a value outside the enumeration or without a name.
func enumName(names []string, i int) string {
	if i < 0 || i >= len(names) || names[i] == "" {
		return "UNKNOWN"
	}
	return names[i]
}

// flagString joins the names of the set bits with "|", in table order; zero is the name whose bits are 0.
// Unions of several bits are preferred when they stand before their parts and all their bits are set.
func flagString(names []FlagName, bits uint64) string {
	var parts []string
	for _, n := range names {
		if n.Bits == 0 && bits == 0 && len(parts) == 0 {
			return n.Name
		}
		if n.Bits != 0 && bits&n.Bits == n.Bits {
			parts, bits = append(parts, n.Name), bits&^n.Bits
		}
	}
	return strings.Join(parts, "|")
}
