# Minus zero equals zero but prints its sign.
z = -0.0
print(z, z == 0, 0.0 * -1)
print(-0, abs(z), z + 0)
print(round(-0.4), round(-0.4, 1), int(z))
print(str(z))
print(0.0 == -0.0, [0.0, -0.0], 0 / -5)
print(-0.0 + -0.0)
