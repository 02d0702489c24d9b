# A copy of trusted data is trusted, whatever lies beside it in the original; and changing it leaves the original alone.
#! case precision
#! untrusted u = "yes"
#! child child = "done"
#! all gate child#* allow bits<=0
import copy

rows = [{"name": "Ann"}, {"name": get_variable("u")}]
mine = copy.deepcopy(rows)
child(f"Write to {mine[0]['name']}")
if get_variable("u") == "yes":
    mine[1]["name"] = "x"
child(f"Write to {rows[0]['name']}, one of {len(rows)}")
