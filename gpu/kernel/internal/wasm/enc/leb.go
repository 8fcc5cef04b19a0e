package enc

// appendU appends n as unsigned LEB128 (specification section 5.2.2).
func appendU(b []byte, n uint64) []byte {
	for n >= 0x80 {
		b = append(b, byte(n)|0x80)
		n >>= 7
	}
	return append(b, byte(n))
}

// appendS appends n as signed LEB128.
func appendS(b []byte, n int64) []byte {
	for {
		c := byte(n) & 0x7F
		n >>= 7
		if n == 0 && c&0x40 == 0 || n == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

func appendName(b []byte, s string) []byte {
	b = appendU(b, uint64(len(s)))
	return append(b, s...)
}
