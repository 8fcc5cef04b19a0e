-- exit: 1
-- A script reads only what it was given.
print(io.open("../golden_test.go"))
