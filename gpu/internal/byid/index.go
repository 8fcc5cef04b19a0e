package byid

// Index is the index of a list that has grown by one value: few are searched one by one, and have none.
func Index[K ~uint32, T any](index map[K]T, list []T, few int, id func(T) K) map[K]T {
	if index != nil {
		index[id(list[len(list)-1])] = list[len(list)-1]
		return index
	}
	if len(list) <= few {
		return nil
	}
	index = make(map[K]T, 2*len(list))
	for _, x := range list {
		index[id(x)] = x
	}
	return index
}
