# A generator of written words.
#! case precision
#! child child = "done"
#! all gate child#* allow bits<=0
#! all calls child 2
def words():
    for word in ["a", "b"]:
        yield word

for word in words():
    child(f"Say {word}")
