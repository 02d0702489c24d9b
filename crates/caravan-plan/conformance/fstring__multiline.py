# A triple-quoted f-string.
name, items = "Ann", ["a", "b"]
print(f"""Dear {name},
You have {len(items)} items:
{chr(10).join('- ' + i for i in items)}
""")
