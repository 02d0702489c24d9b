# Dates computed from a trusted clock.
#! case precision
#! tool today trusted = "2026-11-30"
#! child child = "done"
#! all gate child#1 allow bits<=0
from datetime import date, timedelta
day = date.fromisoformat(today()) + timedelta(days=1)
child(f"Book a table for {day.strftime('%d %B')}.")
