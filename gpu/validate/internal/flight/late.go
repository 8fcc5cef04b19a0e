package flight

// A command that comes again in each submission chooses the same things each time. Who uses them is asked when something is given up, which is
// seldom, so only the last use is noted, and the things are told of it before somebody asks:
//
//	submissions 1, 2    choose a, b, c    a, b and c are told; the second time they are remembered
//	submissions 3 …     choose a, b, c    the use is noted
//	a:Release()                           a, b and c are told of the last one

// Late are uses of which things are told before somebody asks. The zero value has none. It must be empty where there are other threads, on which it
// depends which uses of a queue count.
type Late struct {
	commands []late // by place
	noted    []int  // places of those whose things are to be told, the last one last
}

// late is a command that comes again.
type late struct {
	number uint64 // no other command has it; 0: none
	things []Thing
	use    Use
}

// Remember remembers the things of a command with a number at a place, which have been told: it is theirs as long as it has them.
func (l *Late) Remember(place int, number uint64, things []Thing) {
	for place >= len(l.commands) {
		l.commands = append(l.commands, late{})
	}
	c := &l.commands[place]
	c.number, c.things = number, append(c.things[:0], things...)
}

// Again notes a use by a command, if its things are remembered.
func (l *Late) Again(place int, number uint64, u *Use) bool {
	if place >= len(l.commands) || l.commands[place].number != number || number == 0 {
		return false
	}
	c, n := &l.commands[place], len(l.noted)
	if n > 0 && l.noted[n-1] == place {
		if c.use.Point != u.Point { // the first command of a submission is as good as all
			c.use = *u
		}
		return true
	}
	for i, other := range l.noted {
		if other == place {
			if c.use.Point == u.Point {
				return true
			}
			l.noted = append(l.noted[:i], l.noted[i+1:]...)
			break
		}
	}
	c.use = *u
	l.noted = append(l.noted, place)
	return true
}

// Tell tells things of the uses that were noted.
func (l *Late) Tell(tell func(Thing, *Use)) {
	for _, place := range l.noted {
		c := &l.commands[place]
		for _, t := range c.things {
			tell(t, &c.use)
		}
	}
	l.noted = l.noted[:0]
}
