# Seconds into hours, minutes, seconds.
def hms(seconds):
    m, s = divmod(seconds, 60)
    h, m = divmod(m, 60)
    return f"{h:02d}:{m:02d}:{s:02d}"

print(hms(0), hms(59), hms(3661), hms(86399), divmod(-1, 60), divmod(7.5, 2))
