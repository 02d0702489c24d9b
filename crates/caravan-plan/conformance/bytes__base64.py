# base64 round trip.
import base64
data = "héllo".encode()
enc = base64.b64encode(data)
print(enc, enc.decode(), base64.b64decode(enc) == data, base64.b64decode("aGk=").decode())
