//! Differences between CPython and this machine that are meant; the conformance corpus's README says why.

/// Whether these two lines, CPython's and the machine's, may differ.
pub fn on_purpose(theirs: &str, ours: &str) -> bool {
    let both = |text: &str| theirs.contains(text) && ours.contains(text);
    // NaN has no identity here.
    both("nan")
        // Plans have no module `sys`, and no integer beyond 64 bits bounds a range.
        || ours.contains("hex(n) and int(text, 16) have no such limit")
        || ours.contains("range() arguments beyond 64 bits")
        // A method is looked up when it is called, with the arguments there already.
        || theirs.contains("object has no attribute") && ours.contains("Error")
        // `int.is_integer` came with 3.12.
        || theirs.contains("'int' object has no attribute 'is_integer'")
        // What is not callable with `*` and `**` is named without the module.
        || both("argument after *")
        || theirs.contains("argument after * must be") && ours.contains("Value after * must be")
        // The signals of `decimal` are texts among an exception's arguments.
        || both("<class 'decimal.")
        // A variable that a comprehension or function shares is told of as any other.
        || theirs.contains("cannot access free variable") && ours.contains("cannot access local variable")
        // Which of several members of a set without an order is looked at first.
        || both("not supported between instances of")
        // The JSON encoder of CPython names a class with its module or without, as it is written in C or not.
        || both("keys must be str, int, float")
        // A dataclass within a function shows its name without the function's.
        || theirs.contains(".<locals>.")
}
