# The % operator with the usual conversions.
print("%s is %d years" % ("Ann", 30))
print("%5d|%-5d|%05d|%+d" % (42, 42, 42, 42))
print("%.2f %8.3f %e %g" % (3.14159, 2.5, 12345.678, 0.0001))
print("%x %X %o %c %r %%" % (255, 255, 8, "z", "q"))
print("%s" % None, "%s" % [1, 2], "%s %s" % ("a", (1, 2)))
