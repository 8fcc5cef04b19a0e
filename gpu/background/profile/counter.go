package profile

// places is how many values a counter tells apart.
const places = 8

// counter counts values, the frequent ones exactly enough: the space-saving list of Metwally, Agrawal and El Abbadi. A value without a place takes
// that of the rarest one and its count, as an error that is taken off again when shares are asked for.
type counter struct {
	used   int
	values [places]uint32
	counts [places]uint32
	errors [places]uint32
}

func (c *counter) add(v uint32) {
	least := 0
	for i := range c.used {
		if c.values[i] == v {
			c.counts[i]++
			return
		}
		if c.counts[i] < c.counts[least] {
			least = i
		}
	}
	if c.used < places {
		c.values[c.used], c.counts[c.used], c.errors[c.used] = v, 1, 0
		c.used++
		return
	}
	c.values[least], c.errors[least] = v, c.counts[least]
	c.counts[least]++
}

// top is the value that was certainly seen most often, and how often at least; of equals the first one.
func (c *counter) top() (value, count uint32) {
	for i := range c.used {
		if n := c.counts[i] - c.errors[i]; n > count {
			value, count = c.values[i], n
		}
	}
	return value, count
}
