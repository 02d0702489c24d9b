# Choosing days by forecast.
forecast = {"Mon": ("rain", 14), "Tue": ("sun", 19), "Wed": ("cloud", 21), "Thu": ("sun", 23), "Fri": ("rain", 18)}
score = {"sun": 2, "cloud": 1, "rain": -3}
ranked = sorted(forecast.items(), key=lambda kv: score[kv[1][0]] * 10 + kv[1][1], reverse=True)
best, (sky, temp) = ranked[0]
print(f"Best day: {best} ({sky}, {temp}C)")
print([d for d, _ in ranked], sum(t for _, t in forecast.values()) / len(forecast))
umbrella = any(sky == "rain" for sky, _ in forecast.values())
print("bring an umbrella" if umbrella else "leave it")
