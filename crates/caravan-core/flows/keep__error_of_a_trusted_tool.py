# A trusted tool's failure may be told.
#! case precision
#! tool today trusted fails = "no clock"
#! all error trusted RuntimeError
today()
