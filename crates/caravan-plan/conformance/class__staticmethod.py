# A static method gets neither instance nor class.
class Tools:
    @staticmethod
    def clean(s):
        return s.strip().lower()

    def run(self, s):
        return self.clean(s) + Tools.clean(" B ")

print(Tools.clean(" A "), Tools().clean(" C "), Tools().run(" X "))
