# An operator of the plan's own class has an effect, and runs as often as untrusted data asks for.
#! case attack
#! untrusted u = "a" | "c"
#! child child = "done"
#! budget 0
#! cfi ends refused
log = []

class Word:
    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        log.append("x")
        return self.text == other.text

Word(get_variable("u")) in [Word("a"), Word("b"), Word("c")]
child(str(len(log)))
