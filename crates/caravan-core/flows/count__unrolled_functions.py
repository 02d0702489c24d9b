# Thirty-one functions of twenty-six arms each, every arm handing a longer text to the next: recursion, unrolled.
#! case attack
#! untrusted u = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" | "zbcdefghijklmnopqrstuvwxyzabcde"
#! child child = "done"
#! explicit gate child#1 allow
#! cfi gate child#1 deny because=budget
#! noninterference gate child#1 deny because=control
u = get_variable("u")

def f0(text):
    c = u[0]
    if c == "a":
        f1(text + "a")
    elif c == "b":
        f1(text + "b")
    elif c == "c":
        f1(text + "c")
    elif c == "d":
        f1(text + "d")
    elif c == "e":
        f1(text + "e")
    elif c == "f":
        f1(text + "f")
    elif c == "g":
        f1(text + "g")
    elif c == "h":
        f1(text + "h")
    elif c == "i":
        f1(text + "i")
    elif c == "j":
        f1(text + "j")
    elif c == "k":
        f1(text + "k")
    elif c == "l":
        f1(text + "l")
    elif c == "m":
        f1(text + "m")
    elif c == "n":
        f1(text + "n")
    elif c == "o":
        f1(text + "o")
    elif c == "p":
        f1(text + "p")
    elif c == "q":
        f1(text + "q")
    elif c == "r":
        f1(text + "r")
    elif c == "s":
        f1(text + "s")
    elif c == "t":
        f1(text + "t")
    elif c == "u":
        f1(text + "u")
    elif c == "v":
        f1(text + "v")
    elif c == "w":
        f1(text + "w")
    elif c == "x":
        f1(text + "x")
    elif c == "y":
        f1(text + "y")
    elif c == "z":
        f1(text + "z")

def f1(text):
    c = u[1]
    if c == "a":
        f2(text + "a")
    elif c == "b":
        f2(text + "b")
    elif c == "c":
        f2(text + "c")
    elif c == "d":
        f2(text + "d")
    elif c == "e":
        f2(text + "e")
    elif c == "f":
        f2(text + "f")
    elif c == "g":
        f2(text + "g")
    elif c == "h":
        f2(text + "h")
    elif c == "i":
        f2(text + "i")
    elif c == "j":
        f2(text + "j")
    elif c == "k":
        f2(text + "k")
    elif c == "l":
        f2(text + "l")
    elif c == "m":
        f2(text + "m")
    elif c == "n":
        f2(text + "n")
    elif c == "o":
        f2(text + "o")
    elif c == "p":
        f2(text + "p")
    elif c == "q":
        f2(text + "q")
    elif c == "r":
        f2(text + "r")
    elif c == "s":
        f2(text + "s")
    elif c == "t":
        f2(text + "t")
    elif c == "u":
        f2(text + "u")
    elif c == "v":
        f2(text + "v")
    elif c == "w":
        f2(text + "w")
    elif c == "x":
        f2(text + "x")
    elif c == "y":
        f2(text + "y")
    elif c == "z":
        f2(text + "z")

def f2(text):
    c = u[2]
    if c == "a":
        f3(text + "a")
    elif c == "b":
        f3(text + "b")
    elif c == "c":
        f3(text + "c")
    elif c == "d":
        f3(text + "d")
    elif c == "e":
        f3(text + "e")
    elif c == "f":
        f3(text + "f")
    elif c == "g":
        f3(text + "g")
    elif c == "h":
        f3(text + "h")
    elif c == "i":
        f3(text + "i")
    elif c == "j":
        f3(text + "j")
    elif c == "k":
        f3(text + "k")
    elif c == "l":
        f3(text + "l")
    elif c == "m":
        f3(text + "m")
    elif c == "n":
        f3(text + "n")
    elif c == "o":
        f3(text + "o")
    elif c == "p":
        f3(text + "p")
    elif c == "q":
        f3(text + "q")
    elif c == "r":
        f3(text + "r")
    elif c == "s":
        f3(text + "s")
    elif c == "t":
        f3(text + "t")
    elif c == "u":
        f3(text + "u")
    elif c == "v":
        f3(text + "v")
    elif c == "w":
        f3(text + "w")
    elif c == "x":
        f3(text + "x")
    elif c == "y":
        f3(text + "y")
    elif c == "z":
        f3(text + "z")

def f3(text):
    c = u[3]
    if c == "a":
        f4(text + "a")
    elif c == "b":
        f4(text + "b")
    elif c == "c":
        f4(text + "c")
    elif c == "d":
        f4(text + "d")
    elif c == "e":
        f4(text + "e")
    elif c == "f":
        f4(text + "f")
    elif c == "g":
        f4(text + "g")
    elif c == "h":
        f4(text + "h")
    elif c == "i":
        f4(text + "i")
    elif c == "j":
        f4(text + "j")
    elif c == "k":
        f4(text + "k")
    elif c == "l":
        f4(text + "l")
    elif c == "m":
        f4(text + "m")
    elif c == "n":
        f4(text + "n")
    elif c == "o":
        f4(text + "o")
    elif c == "p":
        f4(text + "p")
    elif c == "q":
        f4(text + "q")
    elif c == "r":
        f4(text + "r")
    elif c == "s":
        f4(text + "s")
    elif c == "t":
        f4(text + "t")
    elif c == "u":
        f4(text + "u")
    elif c == "v":
        f4(text + "v")
    elif c == "w":
        f4(text + "w")
    elif c == "x":
        f4(text + "x")
    elif c == "y":
        f4(text + "y")
    elif c == "z":
        f4(text + "z")

def f4(text):
    c = u[4]
    if c == "a":
        f5(text + "a")
    elif c == "b":
        f5(text + "b")
    elif c == "c":
        f5(text + "c")
    elif c == "d":
        f5(text + "d")
    elif c == "e":
        f5(text + "e")
    elif c == "f":
        f5(text + "f")
    elif c == "g":
        f5(text + "g")
    elif c == "h":
        f5(text + "h")
    elif c == "i":
        f5(text + "i")
    elif c == "j":
        f5(text + "j")
    elif c == "k":
        f5(text + "k")
    elif c == "l":
        f5(text + "l")
    elif c == "m":
        f5(text + "m")
    elif c == "n":
        f5(text + "n")
    elif c == "o":
        f5(text + "o")
    elif c == "p":
        f5(text + "p")
    elif c == "q":
        f5(text + "q")
    elif c == "r":
        f5(text + "r")
    elif c == "s":
        f5(text + "s")
    elif c == "t":
        f5(text + "t")
    elif c == "u":
        f5(text + "u")
    elif c == "v":
        f5(text + "v")
    elif c == "w":
        f5(text + "w")
    elif c == "x":
        f5(text + "x")
    elif c == "y":
        f5(text + "y")
    elif c == "z":
        f5(text + "z")

def f5(text):
    c = u[5]
    if c == "a":
        f6(text + "a")
    elif c == "b":
        f6(text + "b")
    elif c == "c":
        f6(text + "c")
    elif c == "d":
        f6(text + "d")
    elif c == "e":
        f6(text + "e")
    elif c == "f":
        f6(text + "f")
    elif c == "g":
        f6(text + "g")
    elif c == "h":
        f6(text + "h")
    elif c == "i":
        f6(text + "i")
    elif c == "j":
        f6(text + "j")
    elif c == "k":
        f6(text + "k")
    elif c == "l":
        f6(text + "l")
    elif c == "m":
        f6(text + "m")
    elif c == "n":
        f6(text + "n")
    elif c == "o":
        f6(text + "o")
    elif c == "p":
        f6(text + "p")
    elif c == "q":
        f6(text + "q")
    elif c == "r":
        f6(text + "r")
    elif c == "s":
        f6(text + "s")
    elif c == "t":
        f6(text + "t")
    elif c == "u":
        f6(text + "u")
    elif c == "v":
        f6(text + "v")
    elif c == "w":
        f6(text + "w")
    elif c == "x":
        f6(text + "x")
    elif c == "y":
        f6(text + "y")
    elif c == "z":
        f6(text + "z")

def f6(text):
    c = u[6]
    if c == "a":
        f7(text + "a")
    elif c == "b":
        f7(text + "b")
    elif c == "c":
        f7(text + "c")
    elif c == "d":
        f7(text + "d")
    elif c == "e":
        f7(text + "e")
    elif c == "f":
        f7(text + "f")
    elif c == "g":
        f7(text + "g")
    elif c == "h":
        f7(text + "h")
    elif c == "i":
        f7(text + "i")
    elif c == "j":
        f7(text + "j")
    elif c == "k":
        f7(text + "k")
    elif c == "l":
        f7(text + "l")
    elif c == "m":
        f7(text + "m")
    elif c == "n":
        f7(text + "n")
    elif c == "o":
        f7(text + "o")
    elif c == "p":
        f7(text + "p")
    elif c == "q":
        f7(text + "q")
    elif c == "r":
        f7(text + "r")
    elif c == "s":
        f7(text + "s")
    elif c == "t":
        f7(text + "t")
    elif c == "u":
        f7(text + "u")
    elif c == "v":
        f7(text + "v")
    elif c == "w":
        f7(text + "w")
    elif c == "x":
        f7(text + "x")
    elif c == "y":
        f7(text + "y")
    elif c == "z":
        f7(text + "z")

def f7(text):
    c = u[7]
    if c == "a":
        f8(text + "a")
    elif c == "b":
        f8(text + "b")
    elif c == "c":
        f8(text + "c")
    elif c == "d":
        f8(text + "d")
    elif c == "e":
        f8(text + "e")
    elif c == "f":
        f8(text + "f")
    elif c == "g":
        f8(text + "g")
    elif c == "h":
        f8(text + "h")
    elif c == "i":
        f8(text + "i")
    elif c == "j":
        f8(text + "j")
    elif c == "k":
        f8(text + "k")
    elif c == "l":
        f8(text + "l")
    elif c == "m":
        f8(text + "m")
    elif c == "n":
        f8(text + "n")
    elif c == "o":
        f8(text + "o")
    elif c == "p":
        f8(text + "p")
    elif c == "q":
        f8(text + "q")
    elif c == "r":
        f8(text + "r")
    elif c == "s":
        f8(text + "s")
    elif c == "t":
        f8(text + "t")
    elif c == "u":
        f8(text + "u")
    elif c == "v":
        f8(text + "v")
    elif c == "w":
        f8(text + "w")
    elif c == "x":
        f8(text + "x")
    elif c == "y":
        f8(text + "y")
    elif c == "z":
        f8(text + "z")

def f8(text):
    c = u[8]
    if c == "a":
        f9(text + "a")
    elif c == "b":
        f9(text + "b")
    elif c == "c":
        f9(text + "c")
    elif c == "d":
        f9(text + "d")
    elif c == "e":
        f9(text + "e")
    elif c == "f":
        f9(text + "f")
    elif c == "g":
        f9(text + "g")
    elif c == "h":
        f9(text + "h")
    elif c == "i":
        f9(text + "i")
    elif c == "j":
        f9(text + "j")
    elif c == "k":
        f9(text + "k")
    elif c == "l":
        f9(text + "l")
    elif c == "m":
        f9(text + "m")
    elif c == "n":
        f9(text + "n")
    elif c == "o":
        f9(text + "o")
    elif c == "p":
        f9(text + "p")
    elif c == "q":
        f9(text + "q")
    elif c == "r":
        f9(text + "r")
    elif c == "s":
        f9(text + "s")
    elif c == "t":
        f9(text + "t")
    elif c == "u":
        f9(text + "u")
    elif c == "v":
        f9(text + "v")
    elif c == "w":
        f9(text + "w")
    elif c == "x":
        f9(text + "x")
    elif c == "y":
        f9(text + "y")
    elif c == "z":
        f9(text + "z")

def f9(text):
    c = u[9]
    if c == "a":
        f10(text + "a")
    elif c == "b":
        f10(text + "b")
    elif c == "c":
        f10(text + "c")
    elif c == "d":
        f10(text + "d")
    elif c == "e":
        f10(text + "e")
    elif c == "f":
        f10(text + "f")
    elif c == "g":
        f10(text + "g")
    elif c == "h":
        f10(text + "h")
    elif c == "i":
        f10(text + "i")
    elif c == "j":
        f10(text + "j")
    elif c == "k":
        f10(text + "k")
    elif c == "l":
        f10(text + "l")
    elif c == "m":
        f10(text + "m")
    elif c == "n":
        f10(text + "n")
    elif c == "o":
        f10(text + "o")
    elif c == "p":
        f10(text + "p")
    elif c == "q":
        f10(text + "q")
    elif c == "r":
        f10(text + "r")
    elif c == "s":
        f10(text + "s")
    elif c == "t":
        f10(text + "t")
    elif c == "u":
        f10(text + "u")
    elif c == "v":
        f10(text + "v")
    elif c == "w":
        f10(text + "w")
    elif c == "x":
        f10(text + "x")
    elif c == "y":
        f10(text + "y")
    elif c == "z":
        f10(text + "z")

def f10(text):
    c = u[10]
    if c == "a":
        f11(text + "a")
    elif c == "b":
        f11(text + "b")
    elif c == "c":
        f11(text + "c")
    elif c == "d":
        f11(text + "d")
    elif c == "e":
        f11(text + "e")
    elif c == "f":
        f11(text + "f")
    elif c == "g":
        f11(text + "g")
    elif c == "h":
        f11(text + "h")
    elif c == "i":
        f11(text + "i")
    elif c == "j":
        f11(text + "j")
    elif c == "k":
        f11(text + "k")
    elif c == "l":
        f11(text + "l")
    elif c == "m":
        f11(text + "m")
    elif c == "n":
        f11(text + "n")
    elif c == "o":
        f11(text + "o")
    elif c == "p":
        f11(text + "p")
    elif c == "q":
        f11(text + "q")
    elif c == "r":
        f11(text + "r")
    elif c == "s":
        f11(text + "s")
    elif c == "t":
        f11(text + "t")
    elif c == "u":
        f11(text + "u")
    elif c == "v":
        f11(text + "v")
    elif c == "w":
        f11(text + "w")
    elif c == "x":
        f11(text + "x")
    elif c == "y":
        f11(text + "y")
    elif c == "z":
        f11(text + "z")

def f11(text):
    c = u[11]
    if c == "a":
        f12(text + "a")
    elif c == "b":
        f12(text + "b")
    elif c == "c":
        f12(text + "c")
    elif c == "d":
        f12(text + "d")
    elif c == "e":
        f12(text + "e")
    elif c == "f":
        f12(text + "f")
    elif c == "g":
        f12(text + "g")
    elif c == "h":
        f12(text + "h")
    elif c == "i":
        f12(text + "i")
    elif c == "j":
        f12(text + "j")
    elif c == "k":
        f12(text + "k")
    elif c == "l":
        f12(text + "l")
    elif c == "m":
        f12(text + "m")
    elif c == "n":
        f12(text + "n")
    elif c == "o":
        f12(text + "o")
    elif c == "p":
        f12(text + "p")
    elif c == "q":
        f12(text + "q")
    elif c == "r":
        f12(text + "r")
    elif c == "s":
        f12(text + "s")
    elif c == "t":
        f12(text + "t")
    elif c == "u":
        f12(text + "u")
    elif c == "v":
        f12(text + "v")
    elif c == "w":
        f12(text + "w")
    elif c == "x":
        f12(text + "x")
    elif c == "y":
        f12(text + "y")
    elif c == "z":
        f12(text + "z")

def f12(text):
    c = u[12]
    if c == "a":
        f13(text + "a")
    elif c == "b":
        f13(text + "b")
    elif c == "c":
        f13(text + "c")
    elif c == "d":
        f13(text + "d")
    elif c == "e":
        f13(text + "e")
    elif c == "f":
        f13(text + "f")
    elif c == "g":
        f13(text + "g")
    elif c == "h":
        f13(text + "h")
    elif c == "i":
        f13(text + "i")
    elif c == "j":
        f13(text + "j")
    elif c == "k":
        f13(text + "k")
    elif c == "l":
        f13(text + "l")
    elif c == "m":
        f13(text + "m")
    elif c == "n":
        f13(text + "n")
    elif c == "o":
        f13(text + "o")
    elif c == "p":
        f13(text + "p")
    elif c == "q":
        f13(text + "q")
    elif c == "r":
        f13(text + "r")
    elif c == "s":
        f13(text + "s")
    elif c == "t":
        f13(text + "t")
    elif c == "u":
        f13(text + "u")
    elif c == "v":
        f13(text + "v")
    elif c == "w":
        f13(text + "w")
    elif c == "x":
        f13(text + "x")
    elif c == "y":
        f13(text + "y")
    elif c == "z":
        f13(text + "z")

def f13(text):
    c = u[13]
    if c == "a":
        f14(text + "a")
    elif c == "b":
        f14(text + "b")
    elif c == "c":
        f14(text + "c")
    elif c == "d":
        f14(text + "d")
    elif c == "e":
        f14(text + "e")
    elif c == "f":
        f14(text + "f")
    elif c == "g":
        f14(text + "g")
    elif c == "h":
        f14(text + "h")
    elif c == "i":
        f14(text + "i")
    elif c == "j":
        f14(text + "j")
    elif c == "k":
        f14(text + "k")
    elif c == "l":
        f14(text + "l")
    elif c == "m":
        f14(text + "m")
    elif c == "n":
        f14(text + "n")
    elif c == "o":
        f14(text + "o")
    elif c == "p":
        f14(text + "p")
    elif c == "q":
        f14(text + "q")
    elif c == "r":
        f14(text + "r")
    elif c == "s":
        f14(text + "s")
    elif c == "t":
        f14(text + "t")
    elif c == "u":
        f14(text + "u")
    elif c == "v":
        f14(text + "v")
    elif c == "w":
        f14(text + "w")
    elif c == "x":
        f14(text + "x")
    elif c == "y":
        f14(text + "y")
    elif c == "z":
        f14(text + "z")

def f14(text):
    c = u[14]
    if c == "a":
        f15(text + "a")
    elif c == "b":
        f15(text + "b")
    elif c == "c":
        f15(text + "c")
    elif c == "d":
        f15(text + "d")
    elif c == "e":
        f15(text + "e")
    elif c == "f":
        f15(text + "f")
    elif c == "g":
        f15(text + "g")
    elif c == "h":
        f15(text + "h")
    elif c == "i":
        f15(text + "i")
    elif c == "j":
        f15(text + "j")
    elif c == "k":
        f15(text + "k")
    elif c == "l":
        f15(text + "l")
    elif c == "m":
        f15(text + "m")
    elif c == "n":
        f15(text + "n")
    elif c == "o":
        f15(text + "o")
    elif c == "p":
        f15(text + "p")
    elif c == "q":
        f15(text + "q")
    elif c == "r":
        f15(text + "r")
    elif c == "s":
        f15(text + "s")
    elif c == "t":
        f15(text + "t")
    elif c == "u":
        f15(text + "u")
    elif c == "v":
        f15(text + "v")
    elif c == "w":
        f15(text + "w")
    elif c == "x":
        f15(text + "x")
    elif c == "y":
        f15(text + "y")
    elif c == "z":
        f15(text + "z")

def f15(text):
    c = u[15]
    if c == "a":
        f16(text + "a")
    elif c == "b":
        f16(text + "b")
    elif c == "c":
        f16(text + "c")
    elif c == "d":
        f16(text + "d")
    elif c == "e":
        f16(text + "e")
    elif c == "f":
        f16(text + "f")
    elif c == "g":
        f16(text + "g")
    elif c == "h":
        f16(text + "h")
    elif c == "i":
        f16(text + "i")
    elif c == "j":
        f16(text + "j")
    elif c == "k":
        f16(text + "k")
    elif c == "l":
        f16(text + "l")
    elif c == "m":
        f16(text + "m")
    elif c == "n":
        f16(text + "n")
    elif c == "o":
        f16(text + "o")
    elif c == "p":
        f16(text + "p")
    elif c == "q":
        f16(text + "q")
    elif c == "r":
        f16(text + "r")
    elif c == "s":
        f16(text + "s")
    elif c == "t":
        f16(text + "t")
    elif c == "u":
        f16(text + "u")
    elif c == "v":
        f16(text + "v")
    elif c == "w":
        f16(text + "w")
    elif c == "x":
        f16(text + "x")
    elif c == "y":
        f16(text + "y")
    elif c == "z":
        f16(text + "z")

def f16(text):
    c = u[16]
    if c == "a":
        f17(text + "a")
    elif c == "b":
        f17(text + "b")
    elif c == "c":
        f17(text + "c")
    elif c == "d":
        f17(text + "d")
    elif c == "e":
        f17(text + "e")
    elif c == "f":
        f17(text + "f")
    elif c == "g":
        f17(text + "g")
    elif c == "h":
        f17(text + "h")
    elif c == "i":
        f17(text + "i")
    elif c == "j":
        f17(text + "j")
    elif c == "k":
        f17(text + "k")
    elif c == "l":
        f17(text + "l")
    elif c == "m":
        f17(text + "m")
    elif c == "n":
        f17(text + "n")
    elif c == "o":
        f17(text + "o")
    elif c == "p":
        f17(text + "p")
    elif c == "q":
        f17(text + "q")
    elif c == "r":
        f17(text + "r")
    elif c == "s":
        f17(text + "s")
    elif c == "t":
        f17(text + "t")
    elif c == "u":
        f17(text + "u")
    elif c == "v":
        f17(text + "v")
    elif c == "w":
        f17(text + "w")
    elif c == "x":
        f17(text + "x")
    elif c == "y":
        f17(text + "y")
    elif c == "z":
        f17(text + "z")

def f17(text):
    c = u[17]
    if c == "a":
        f18(text + "a")
    elif c == "b":
        f18(text + "b")
    elif c == "c":
        f18(text + "c")
    elif c == "d":
        f18(text + "d")
    elif c == "e":
        f18(text + "e")
    elif c == "f":
        f18(text + "f")
    elif c == "g":
        f18(text + "g")
    elif c == "h":
        f18(text + "h")
    elif c == "i":
        f18(text + "i")
    elif c == "j":
        f18(text + "j")
    elif c == "k":
        f18(text + "k")
    elif c == "l":
        f18(text + "l")
    elif c == "m":
        f18(text + "m")
    elif c == "n":
        f18(text + "n")
    elif c == "o":
        f18(text + "o")
    elif c == "p":
        f18(text + "p")
    elif c == "q":
        f18(text + "q")
    elif c == "r":
        f18(text + "r")
    elif c == "s":
        f18(text + "s")
    elif c == "t":
        f18(text + "t")
    elif c == "u":
        f18(text + "u")
    elif c == "v":
        f18(text + "v")
    elif c == "w":
        f18(text + "w")
    elif c == "x":
        f18(text + "x")
    elif c == "y":
        f18(text + "y")
    elif c == "z":
        f18(text + "z")

def f18(text):
    c = u[18]
    if c == "a":
        f19(text + "a")
    elif c == "b":
        f19(text + "b")
    elif c == "c":
        f19(text + "c")
    elif c == "d":
        f19(text + "d")
    elif c == "e":
        f19(text + "e")
    elif c == "f":
        f19(text + "f")
    elif c == "g":
        f19(text + "g")
    elif c == "h":
        f19(text + "h")
    elif c == "i":
        f19(text + "i")
    elif c == "j":
        f19(text + "j")
    elif c == "k":
        f19(text + "k")
    elif c == "l":
        f19(text + "l")
    elif c == "m":
        f19(text + "m")
    elif c == "n":
        f19(text + "n")
    elif c == "o":
        f19(text + "o")
    elif c == "p":
        f19(text + "p")
    elif c == "q":
        f19(text + "q")
    elif c == "r":
        f19(text + "r")
    elif c == "s":
        f19(text + "s")
    elif c == "t":
        f19(text + "t")
    elif c == "u":
        f19(text + "u")
    elif c == "v":
        f19(text + "v")
    elif c == "w":
        f19(text + "w")
    elif c == "x":
        f19(text + "x")
    elif c == "y":
        f19(text + "y")
    elif c == "z":
        f19(text + "z")

def f19(text):
    c = u[19]
    if c == "a":
        f20(text + "a")
    elif c == "b":
        f20(text + "b")
    elif c == "c":
        f20(text + "c")
    elif c == "d":
        f20(text + "d")
    elif c == "e":
        f20(text + "e")
    elif c == "f":
        f20(text + "f")
    elif c == "g":
        f20(text + "g")
    elif c == "h":
        f20(text + "h")
    elif c == "i":
        f20(text + "i")
    elif c == "j":
        f20(text + "j")
    elif c == "k":
        f20(text + "k")
    elif c == "l":
        f20(text + "l")
    elif c == "m":
        f20(text + "m")
    elif c == "n":
        f20(text + "n")
    elif c == "o":
        f20(text + "o")
    elif c == "p":
        f20(text + "p")
    elif c == "q":
        f20(text + "q")
    elif c == "r":
        f20(text + "r")
    elif c == "s":
        f20(text + "s")
    elif c == "t":
        f20(text + "t")
    elif c == "u":
        f20(text + "u")
    elif c == "v":
        f20(text + "v")
    elif c == "w":
        f20(text + "w")
    elif c == "x":
        f20(text + "x")
    elif c == "y":
        f20(text + "y")
    elif c == "z":
        f20(text + "z")

def f20(text):
    c = u[20]
    if c == "a":
        f21(text + "a")
    elif c == "b":
        f21(text + "b")
    elif c == "c":
        f21(text + "c")
    elif c == "d":
        f21(text + "d")
    elif c == "e":
        f21(text + "e")
    elif c == "f":
        f21(text + "f")
    elif c == "g":
        f21(text + "g")
    elif c == "h":
        f21(text + "h")
    elif c == "i":
        f21(text + "i")
    elif c == "j":
        f21(text + "j")
    elif c == "k":
        f21(text + "k")
    elif c == "l":
        f21(text + "l")
    elif c == "m":
        f21(text + "m")
    elif c == "n":
        f21(text + "n")
    elif c == "o":
        f21(text + "o")
    elif c == "p":
        f21(text + "p")
    elif c == "q":
        f21(text + "q")
    elif c == "r":
        f21(text + "r")
    elif c == "s":
        f21(text + "s")
    elif c == "t":
        f21(text + "t")
    elif c == "u":
        f21(text + "u")
    elif c == "v":
        f21(text + "v")
    elif c == "w":
        f21(text + "w")
    elif c == "x":
        f21(text + "x")
    elif c == "y":
        f21(text + "y")
    elif c == "z":
        f21(text + "z")

def f21(text):
    c = u[21]
    if c == "a":
        f22(text + "a")
    elif c == "b":
        f22(text + "b")
    elif c == "c":
        f22(text + "c")
    elif c == "d":
        f22(text + "d")
    elif c == "e":
        f22(text + "e")
    elif c == "f":
        f22(text + "f")
    elif c == "g":
        f22(text + "g")
    elif c == "h":
        f22(text + "h")
    elif c == "i":
        f22(text + "i")
    elif c == "j":
        f22(text + "j")
    elif c == "k":
        f22(text + "k")
    elif c == "l":
        f22(text + "l")
    elif c == "m":
        f22(text + "m")
    elif c == "n":
        f22(text + "n")
    elif c == "o":
        f22(text + "o")
    elif c == "p":
        f22(text + "p")
    elif c == "q":
        f22(text + "q")
    elif c == "r":
        f22(text + "r")
    elif c == "s":
        f22(text + "s")
    elif c == "t":
        f22(text + "t")
    elif c == "u":
        f22(text + "u")
    elif c == "v":
        f22(text + "v")
    elif c == "w":
        f22(text + "w")
    elif c == "x":
        f22(text + "x")
    elif c == "y":
        f22(text + "y")
    elif c == "z":
        f22(text + "z")

def f22(text):
    c = u[22]
    if c == "a":
        f23(text + "a")
    elif c == "b":
        f23(text + "b")
    elif c == "c":
        f23(text + "c")
    elif c == "d":
        f23(text + "d")
    elif c == "e":
        f23(text + "e")
    elif c == "f":
        f23(text + "f")
    elif c == "g":
        f23(text + "g")
    elif c == "h":
        f23(text + "h")
    elif c == "i":
        f23(text + "i")
    elif c == "j":
        f23(text + "j")
    elif c == "k":
        f23(text + "k")
    elif c == "l":
        f23(text + "l")
    elif c == "m":
        f23(text + "m")
    elif c == "n":
        f23(text + "n")
    elif c == "o":
        f23(text + "o")
    elif c == "p":
        f23(text + "p")
    elif c == "q":
        f23(text + "q")
    elif c == "r":
        f23(text + "r")
    elif c == "s":
        f23(text + "s")
    elif c == "t":
        f23(text + "t")
    elif c == "u":
        f23(text + "u")
    elif c == "v":
        f23(text + "v")
    elif c == "w":
        f23(text + "w")
    elif c == "x":
        f23(text + "x")
    elif c == "y":
        f23(text + "y")
    elif c == "z":
        f23(text + "z")

def f23(text):
    c = u[23]
    if c == "a":
        f24(text + "a")
    elif c == "b":
        f24(text + "b")
    elif c == "c":
        f24(text + "c")
    elif c == "d":
        f24(text + "d")
    elif c == "e":
        f24(text + "e")
    elif c == "f":
        f24(text + "f")
    elif c == "g":
        f24(text + "g")
    elif c == "h":
        f24(text + "h")
    elif c == "i":
        f24(text + "i")
    elif c == "j":
        f24(text + "j")
    elif c == "k":
        f24(text + "k")
    elif c == "l":
        f24(text + "l")
    elif c == "m":
        f24(text + "m")
    elif c == "n":
        f24(text + "n")
    elif c == "o":
        f24(text + "o")
    elif c == "p":
        f24(text + "p")
    elif c == "q":
        f24(text + "q")
    elif c == "r":
        f24(text + "r")
    elif c == "s":
        f24(text + "s")
    elif c == "t":
        f24(text + "t")
    elif c == "u":
        f24(text + "u")
    elif c == "v":
        f24(text + "v")
    elif c == "w":
        f24(text + "w")
    elif c == "x":
        f24(text + "x")
    elif c == "y":
        f24(text + "y")
    elif c == "z":
        f24(text + "z")

def f24(text):
    c = u[24]
    if c == "a":
        f25(text + "a")
    elif c == "b":
        f25(text + "b")
    elif c == "c":
        f25(text + "c")
    elif c == "d":
        f25(text + "d")
    elif c == "e":
        f25(text + "e")
    elif c == "f":
        f25(text + "f")
    elif c == "g":
        f25(text + "g")
    elif c == "h":
        f25(text + "h")
    elif c == "i":
        f25(text + "i")
    elif c == "j":
        f25(text + "j")
    elif c == "k":
        f25(text + "k")
    elif c == "l":
        f25(text + "l")
    elif c == "m":
        f25(text + "m")
    elif c == "n":
        f25(text + "n")
    elif c == "o":
        f25(text + "o")
    elif c == "p":
        f25(text + "p")
    elif c == "q":
        f25(text + "q")
    elif c == "r":
        f25(text + "r")
    elif c == "s":
        f25(text + "s")
    elif c == "t":
        f25(text + "t")
    elif c == "u":
        f25(text + "u")
    elif c == "v":
        f25(text + "v")
    elif c == "w":
        f25(text + "w")
    elif c == "x":
        f25(text + "x")
    elif c == "y":
        f25(text + "y")
    elif c == "z":
        f25(text + "z")

def f25(text):
    c = u[25]
    if c == "a":
        f26(text + "a")
    elif c == "b":
        f26(text + "b")
    elif c == "c":
        f26(text + "c")
    elif c == "d":
        f26(text + "d")
    elif c == "e":
        f26(text + "e")
    elif c == "f":
        f26(text + "f")
    elif c == "g":
        f26(text + "g")
    elif c == "h":
        f26(text + "h")
    elif c == "i":
        f26(text + "i")
    elif c == "j":
        f26(text + "j")
    elif c == "k":
        f26(text + "k")
    elif c == "l":
        f26(text + "l")
    elif c == "m":
        f26(text + "m")
    elif c == "n":
        f26(text + "n")
    elif c == "o":
        f26(text + "o")
    elif c == "p":
        f26(text + "p")
    elif c == "q":
        f26(text + "q")
    elif c == "r":
        f26(text + "r")
    elif c == "s":
        f26(text + "s")
    elif c == "t":
        f26(text + "t")
    elif c == "u":
        f26(text + "u")
    elif c == "v":
        f26(text + "v")
    elif c == "w":
        f26(text + "w")
    elif c == "x":
        f26(text + "x")
    elif c == "y":
        f26(text + "y")
    elif c == "z":
        f26(text + "z")

def f26(text):
    c = u[26]
    if c == "a":
        f27(text + "a")
    elif c == "b":
        f27(text + "b")
    elif c == "c":
        f27(text + "c")
    elif c == "d":
        f27(text + "d")
    elif c == "e":
        f27(text + "e")
    elif c == "f":
        f27(text + "f")
    elif c == "g":
        f27(text + "g")
    elif c == "h":
        f27(text + "h")
    elif c == "i":
        f27(text + "i")
    elif c == "j":
        f27(text + "j")
    elif c == "k":
        f27(text + "k")
    elif c == "l":
        f27(text + "l")
    elif c == "m":
        f27(text + "m")
    elif c == "n":
        f27(text + "n")
    elif c == "o":
        f27(text + "o")
    elif c == "p":
        f27(text + "p")
    elif c == "q":
        f27(text + "q")
    elif c == "r":
        f27(text + "r")
    elif c == "s":
        f27(text + "s")
    elif c == "t":
        f27(text + "t")
    elif c == "u":
        f27(text + "u")
    elif c == "v":
        f27(text + "v")
    elif c == "w":
        f27(text + "w")
    elif c == "x":
        f27(text + "x")
    elif c == "y":
        f27(text + "y")
    elif c == "z":
        f27(text + "z")

def f27(text):
    c = u[27]
    if c == "a":
        f28(text + "a")
    elif c == "b":
        f28(text + "b")
    elif c == "c":
        f28(text + "c")
    elif c == "d":
        f28(text + "d")
    elif c == "e":
        f28(text + "e")
    elif c == "f":
        f28(text + "f")
    elif c == "g":
        f28(text + "g")
    elif c == "h":
        f28(text + "h")
    elif c == "i":
        f28(text + "i")
    elif c == "j":
        f28(text + "j")
    elif c == "k":
        f28(text + "k")
    elif c == "l":
        f28(text + "l")
    elif c == "m":
        f28(text + "m")
    elif c == "n":
        f28(text + "n")
    elif c == "o":
        f28(text + "o")
    elif c == "p":
        f28(text + "p")
    elif c == "q":
        f28(text + "q")
    elif c == "r":
        f28(text + "r")
    elif c == "s":
        f28(text + "s")
    elif c == "t":
        f28(text + "t")
    elif c == "u":
        f28(text + "u")
    elif c == "v":
        f28(text + "v")
    elif c == "w":
        f28(text + "w")
    elif c == "x":
        f28(text + "x")
    elif c == "y":
        f28(text + "y")
    elif c == "z":
        f28(text + "z")

def f28(text):
    c = u[28]
    if c == "a":
        f29(text + "a")
    elif c == "b":
        f29(text + "b")
    elif c == "c":
        f29(text + "c")
    elif c == "d":
        f29(text + "d")
    elif c == "e":
        f29(text + "e")
    elif c == "f":
        f29(text + "f")
    elif c == "g":
        f29(text + "g")
    elif c == "h":
        f29(text + "h")
    elif c == "i":
        f29(text + "i")
    elif c == "j":
        f29(text + "j")
    elif c == "k":
        f29(text + "k")
    elif c == "l":
        f29(text + "l")
    elif c == "m":
        f29(text + "m")
    elif c == "n":
        f29(text + "n")
    elif c == "o":
        f29(text + "o")
    elif c == "p":
        f29(text + "p")
    elif c == "q":
        f29(text + "q")
    elif c == "r":
        f29(text + "r")
    elif c == "s":
        f29(text + "s")
    elif c == "t":
        f29(text + "t")
    elif c == "u":
        f29(text + "u")
    elif c == "v":
        f29(text + "v")
    elif c == "w":
        f29(text + "w")
    elif c == "x":
        f29(text + "x")
    elif c == "y":
        f29(text + "y")
    elif c == "z":
        f29(text + "z")

def f29(text):
    c = u[29]
    if c == "a":
        f30(text + "a")
    elif c == "b":
        f30(text + "b")
    elif c == "c":
        f30(text + "c")
    elif c == "d":
        f30(text + "d")
    elif c == "e":
        f30(text + "e")
    elif c == "f":
        f30(text + "f")
    elif c == "g":
        f30(text + "g")
    elif c == "h":
        f30(text + "h")
    elif c == "i":
        f30(text + "i")
    elif c == "j":
        f30(text + "j")
    elif c == "k":
        f30(text + "k")
    elif c == "l":
        f30(text + "l")
    elif c == "m":
        f30(text + "m")
    elif c == "n":
        f30(text + "n")
    elif c == "o":
        f30(text + "o")
    elif c == "p":
        f30(text + "p")
    elif c == "q":
        f30(text + "q")
    elif c == "r":
        f30(text + "r")
    elif c == "s":
        f30(text + "s")
    elif c == "t":
        f30(text + "t")
    elif c == "u":
        f30(text + "u")
    elif c == "v":
        f30(text + "v")
    elif c == "w":
        f30(text + "w")
    elif c == "x":
        f30(text + "x")
    elif c == "y":
        f30(text + "y")
    elif c == "z":
        f30(text + "z")

def f30(text):
    c = u[30]
    if c == "a":
        f31(text + "a")
    elif c == "b":
        f31(text + "b")
    elif c == "c":
        f31(text + "c")
    elif c == "d":
        f31(text + "d")
    elif c == "e":
        f31(text + "e")
    elif c == "f":
        f31(text + "f")
    elif c == "g":
        f31(text + "g")
    elif c == "h":
        f31(text + "h")
    elif c == "i":
        f31(text + "i")
    elif c == "j":
        f31(text + "j")
    elif c == "k":
        f31(text + "k")
    elif c == "l":
        f31(text + "l")
    elif c == "m":
        f31(text + "m")
    elif c == "n":
        f31(text + "n")
    elif c == "o":
        f31(text + "o")
    elif c == "p":
        f31(text + "p")
    elif c == "q":
        f31(text + "q")
    elif c == "r":
        f31(text + "r")
    elif c == "s":
        f31(text + "s")
    elif c == "t":
        f31(text + "t")
    elif c == "u":
        f31(text + "u")
    elif c == "v":
        f31(text + "v")
    elif c == "w":
        f31(text + "w")
    elif c == "x":
        f31(text + "x")
    elif c == "y":
        f31(text + "y")
    elif c == "z":
        f31(text + "z")

def f31(text):
    child(text)

f0("")
