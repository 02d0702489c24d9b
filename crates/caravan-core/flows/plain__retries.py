# Three attempts, left by `break`.
#! case precision
#! tool fetch = "text"
#! child child = "done"
#! all gate child#1 allow bits<=0
text = ""
for attempt in range(3):
    try:
        text = fetch()
        break
    except RuntimeError:
        continue
child("Summarise.", variables={"text": text})
