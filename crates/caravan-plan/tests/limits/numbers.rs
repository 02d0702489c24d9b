//! Numbers that are made large.

use super::{limits, meet, print, raise, run};

#[test]
fn an_integer_of_too_many_digits_is_never_computed() {
    meet(
        "digits",
        &[
            "9**9**9",
            "10**10**10",
            "2**(2**70)",
            "(-3)**10**9",
            "1 << 10**12",
            "1 << 2**70",
            "x = 2\nwhile True:\n    x *= x",
            "x = 2\nwhile True:\n    x = x * x",
            "x = 1\nwhile True:\n    x <<= 1000",
            "import math\nmath.factorial(10**9)",
            "import math\nmath.comb(10**9, 5 * 10**8)",
            "import math\nmath.perm(10**9, 10**8)",
            "import math\nmath.prod(range(1, 10**6))",
            "import math\nmath.lcm(*range(1, 10**5))",
            "from functools import reduce\nreduce(lambda a, b: a * b, range(1, 10**4))",
            "pow(10**9000, 10**9000, 10**9000 + 1)",
            "pow(3, 10**9)",
            "int('f' * 10**6, 16)",
            "int('1' * 10**6, 2)",
            "from decimal import Decimal\nint(Decimal('1e999999'))",
            "from decimal import Decimal\nDecimal('1e999999').as_integer_ratio()",
        ],
    );
}

#[test]
fn errors_about_large_numbers_speak_of_digits() {
    for program in ["9**9**9", "1 << 10**12", "int('f' * 10**6, 16)", "import math\nmath.factorial(10**9)"] {
        let end = run(program, limits());
        assert!(
            end.message.contains("digits") && !end.message.contains("bytes"),
            "{program}: {}",
            end.message
        );
    }
    // The remedy that CPython names is not one that plans have.
    for program in
        ["print(10**5000)", "int('9' * 10**6)", "f'{10**5000}'", "'%d' % 10**5000", "str(10**5000)"]
    {
        let end = run(program, limits());
        assert!(
            end.message.starts_with("Exceeds the limit (4300 digits) for integer string conversion"),
            "{end:?}"
        );
        assert!(!end.message.contains("sys."), "{program}: {}", end.message);
        assert!(end.message.contains("hex("), "{program}: {}", end.message);
    }
}

#[test]
fn large_numbers_raise_what_they_raise_in_cpython() {
    raise(&[
        ("int('9' * 10**6)", "ValueError: Exceeds the limit (4300 digits) for integer string conversion"),
        ("10.0 ** 1000", "OverflowError: (34, 'Numerical result out of range')"),
        ("float(10**400)", "OverflowError: int too large to convert to float"),
        ("import math\nmath.exp(10**6)", "OverflowError: math range error"),
        ("import math\nmath.factorial(10**30)", "OverflowError: factorial() argument should not exceed"),
        (
            "from decimal import Decimal\nDecimal('1e999999') ** 2",
            "decimal.Overflow: [<class 'decimal.Overflow'>]",
        ),
        (
            "from decimal import Decimal\nDecimal(10) ** 10**9",
            "decimal.Overflow: [<class 'decimal.Overflow'>]",
        ),
        ("from datetime import timedelta\ntimedelta(days=10**30)", "OverflowError: "),
        ("chr(10**30)", "OverflowError: "),
    ]);
}

#[test]
fn large_numbers_that_fit_are_computed_in_time() {
    print(&[
        ("print(len(hex(3**20000)))", "7927"),
        ("print(round(1.5, 10**9))", "1.5"),
        ("print(1e308 * 10)", "inf"),
        ("from decimal import Decimal\nprint({Decimal('1e999999'): 1}[Decimal('1e999999')])", "1"),
        ("from decimal import Decimal\nprint(Decimal('1e-999999') + 1)", "1.000000000000000000000000000"),
        (
            "from decimal import Decimal\nprint(Decimal('1e999999') == Decimal('1e999998') * 10, Decimal('1e999999') > 10**20)",
            "True True",
        ),
        ("print(10**9000 % 7, 10**9000 // 10**8999)", "1 10"),
        (
            "import math\nprint(math.isqrt(10**8000) == 10**4000, math.gcd(10**5000, 2**9000) == 2**5000)",
            "True True",
        ),
        ("print((10**6000).bit_length(), 10**6000 > 10**5999)", "19932 True"),
    ]);
}
