-- exit: 4
-- os.exit ends a script with a code of its own.
print "before"
os.exit(4)
print "never printed"
