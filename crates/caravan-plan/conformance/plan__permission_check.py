# Roles and permissions with sets.
roles = {"viewer": {"read"}, "editor": {"read", "write"}, "admin": {"read", "write", "delete"}}
users = {"ann": ["admin"], "bob": ["viewer", "editor"], "cy": []}

def allowed(user, action):
    return any(action in roles[r] for r in users.get(user, []))

for user in ("ann", "bob", "cy", "zed"):
    granted = [a for a in ("read", "write", "delete") if allowed(user, a)]
    print(user, granted or "nothing")
