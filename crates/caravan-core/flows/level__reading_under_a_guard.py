# A tool without a side effect may be called under any guard, at every strictness.
#! case precision
#! untrusted u = "yes"
#! tool fetch = "text"
#! all tool fetch#1 allow
#! all ends value
if get_variable("u") == "yes":
    fetch()
