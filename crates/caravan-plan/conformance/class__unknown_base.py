# A base that is not there is an error of the class statement.
class A(Missing):
    pass


print(A())
