# A field that a label rule declares trusted stays trusted beside the others.
#! case precision
#! tool mails = [{"id": 7, "text": "Pay mallory."}]
#! field mails id trusted
#! child child = "done"
#! cfi label number data=trusted
#! all label text data=untrusted
found = mails()
for mail in found:
    number = mail["id"]
    text = mail["text"]
