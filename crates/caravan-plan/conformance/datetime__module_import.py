# The module imported whole, and under other names.
import datetime
import datetime as dt
from datetime import datetime as DT, timedelta as TD
print(datetime.datetime(2024, 1, 1) + datetime.timedelta(days=1), dt.date(2024, 1, 1), DT(2024, 1, 1) - TD(hours=1), dt.timezone.utc)
print(isinstance(DT(2024, 1, 1), dt.date), isinstance(dt.date(2024, 1, 1), DT), type(dt.timedelta(1)))
