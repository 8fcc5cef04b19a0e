-- args: 640 480
-- Arguments come as `...` and in the table arg.
print(...)
print(arg[0], arg[1], arg[2], #arg)
