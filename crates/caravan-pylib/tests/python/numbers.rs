//! The functions of ints and floats.

use caravan_pylib::int::theory;
use caravan_pylib::int::{self, Power};
use caravan_pylib::{float, int::packed, int::text};

use crate::value::Value;
use crate::{LIMIT, Outcome};

pub fn int(name: &str, args: &[Value]) -> Outcome {
    let a = || args[0].int();
    let b = || args[1].int();
    Ok(match name {
        "add" => int::add(a(), b()).into(),
        "sub" => int::sub(a(), b()).into(),
        "mul" => int::mul(a(), b(), LIMIT)?.into(),
        "floordiv" => int::floor_div(a(), b())?.into(),
        "mod" => int::modulo(a(), b())?.into(),
        "divmod" => int::divmod(a(), b())?.into(),
        "truediv" => int::true_div(a(), b())?.into(),
        "pow" => match int::pow(a(), b(), LIMIT)? {
            Power::Int(power) => power.into(),
            Power::Float(power) => power.into(),
        },
        "powmod" => theory::pow_mod(a(), b(), args[2].int())?.into(),
        "neg" => int::neg(a()).into(),
        "abs" => int::abs(a()).into(),
        "shl" => int::shl(a(), b(), LIMIT)?.into(),
        "shr" => int::shr(a(), b())?.into(),
        "and" => int::and(a(), b()).into(),
        "or" => int::or(a(), b()).into(),
        "xor" => int::xor(a(), b()).into(),
        "invert" => int::invert(a()).into(),
        "round" => int::round(a(), b()).into(),
        "compare" => (a().cmp(b()) as i64).into(),
        "compare_float" => match int::compare_float(a(), args[1].float()) {
            None => Value::None,
            Some(ordering) => (ordering as i64).into(),
        },
        "to_float" => a().to_f64()?.into(),
        "from_float" => int::from_float(args[0].float())?.into(),
        "parse" => text::parse(args[0].str(), args[1].i64())?.into(),
        "str" => text::to_text(a())?.into(),
        "bin" => text::bin(a()).into(),
        "oct" => text::oct(a()).into(),
        "hex" => text::hex(a()).into(),
        "bit_length" => a().bit_length().into(),
        "bit_count" => a().bit_count().into(),
        "isqrt" => theory::isqrt(a())?.into(),
        "gcd" => theory::gcd(a(), b()).into(),
        "lcm" => theory::lcm(a(), b(), LIMIT)?.into(),
        "factorial" => theory::factorial(a(), LIMIT)?.into(),
        "comb" => theory::comb(a(), b(), LIMIT)?.into(),
        "perm" => theory::perm(a(), b(), LIMIT)?.into(),
        "to_bytes" => packed::to_bytes(a(), args[1].i64(), args[2].str(), args[3].bool(), LIMIT)?.into(),
        "from_bytes" => packed::from_bytes(args[0].bytes(), args[1].str(), args[2].bool())?.into(),
        _ => panic!("no such function: {name}"),
    })
}

pub fn float(name: &str, args: &[Value]) -> Outcome {
    let a = || args[0].float();
    let b = || args[1].float();
    Ok(match name {
        "repr" => float::repr(a()).into(),
        "parse" => float::parse(args[0].str())?.into(),
        "round" => float::round_to_integer(a())?.into(),
        "round_digits" => float::round(a(), args[1].int())?.into(),
        "is_integer" => float::is_integer(a()).into(),
        "ratio" => float::as_integer_ratio(a())?.into(),
        "truediv" => float::true_div(a(), b())?.into(),
        "floordiv" => float::floor_div(a(), b())?.into(),
        "mod" => float::modulo(a(), b())?.into(),
        "divmod" => float::divmod(a(), b())?.into(),
        "pow" => float::pow(a(), b())?.into(),
        _ => panic!("no such function: {name}"),
    })
}
