# Recursion over the plan's own data.
#! case precision
#! child child = "done"
#! all gate child#1 allow bits<=0
def flatten(tree):
    if isinstance(tree, list):
        return [leaf for branch in tree for leaf in flatten(branch)]
    return [tree]

child(", ".join(flatten(["a", ["b", ["c"]]])))
