# Zero padding of numbers.
for h, m in [(9, 5), (12, 30)]:
    print(f"{h:02}:{m:02d}")
print(f"{7:03} {-7:03} {3.5:06.2f} {123456:03} {7:+03}")
