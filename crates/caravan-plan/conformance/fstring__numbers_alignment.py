# Numbers align right, and = puts fill after the sign.
for v in [42, -42]:
    print(f"[{v:6}] [{v:<6}] [{v:^6}] [{v:06}] [{v:=6}] [{v:*=6}] [{v:*>6}]")
print(f"[{True:5}] [{True!s:5}] [{1.5:8}] [{1.5:<8}]")
