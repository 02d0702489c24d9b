# Sign options.
for v in [5, -5, 0]:
    print(f"[{v:+}] [{v:-}] [{v: }] [{v:+04}]")
for v in [2.5, -2.5]:
    print(f"[{v:+.1f}] [{v: .1f}] [{v:+08.2f}]")
