//! Variances, deviations, and how two rows of data go together.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::{Sum, answer, error, floats, products, sum};
use crate::error::{PyError, PyResult};
use crate::math;
use crate::number::{Number, float_ratio, ratio_to_f64};

/// The sum of the squared distances from the mean, or from a centre, and whether all data are ints.
fn squares(data: &[Number], centre: Option<&Number>) -> PyResult<(Sum, bool)> {
    if let Some(centre) = centre {
        let mut squared = Vec::with_capacity(data.len());
        for x in data {
            let distance = x.minus(centre)?;
            squared.push(distance.times(&distance)?);
        }
        return Ok(sum(&squared));
    }
    let (total, ints) = sum(data);
    let (n, d) = match total {
        Sum::Exact(n, d) => (n, d),
        Sum::Special(special) => return Ok((Sum::Special(special), ints)),
    };
    let mut square_n = BigInt::zero();
    for x in data {
        let scaled = match x {
            Number::Int(int) => int * &d,
            // The common denominator is a multiple of every float's.
            Number::Float(float) => match float_ratio(*float) {
                Some((xn, xd)) => xn * (&d / xd),
                None => BigInt::zero(),
            },
        };
        square_n += &scaled * &scaled;
    }
    let count = BigInt::from(data.len());
    let numerator = &count * square_n - &n * &n;
    Ok((Sum::Exact(numerator, count.max(BigInt::one()) * &d * &d), ints))
}

/// Squares over a count, as a fraction or as what is no number.
fn averaged(sum: Sum, count: usize) -> Sum {
    match sum {
        Sum::Exact(n, d) => Sum::Exact(n, d * BigInt::from(count)),
        Sum::Special(special) => Sum::Special(special / count as f64),
    }
}

fn checked(data: &[Number], name: &str, sample: bool) -> PyResult<usize> {
    match data.len() {
        0 | 1 if sample => Err(error(format!("{name} requires at least two data points"))),
        0 => Err(error(format!("{name} requires at least one data point"))),
        count => Ok(count - usize::from(sample)),
    }
}

fn variance_of(data: &[Number], centre: Option<&Number>, name: &str, sample: bool) -> PyResult<Number> {
    let (squares, ints) = squares(data, centre)?;
    let count = checked(data, name, sample)?;
    match averaged(squares, count) {
        Sum::Exact(n, d) => answer(n, d, ints),
        Sum::Special(special) => Ok(Number::Float(special)),
    }
}

fn deviation_of(data: &[Number], centre: Option<&Number>, name: &str, sample: bool) -> PyResult<f64> {
    let (squares, _) = squares(data, centre)?;
    let count = checked(data, name, sample)?;
    match averaged(squares, count) {
        Sum::Exact(n, d) => Ok(root(&n, &d)),
        // Python asks an infinity or a NaN for its numerator.
        Sum::Special(_) => Err(PyError::attribute_error("'float' object has no attribute 'numerator'")),
    }
}

/// The float nearest to the root of a fraction that is not negative.
fn root(n: &BigInt, d: &BigInt) -> f64 {
    let common = n.gcd(d);
    if common.is_zero() {
        return 0.0;
    }
    let (n, d) = (n / &common, d / &common);
    // More bits than a float has, the last one made sticky, so that the final rounding is the only one.
    let half_shift = (n.bits() as i64 - d.bits() as i64 - 109).div_euclid(2);
    let (scaled_n, scaled_d) =
        if half_shift >= 0 { (n, d << (2 * half_shift)) } else { (n << (-2 * half_shift), d) };
    let mut whole = (&scaled_n / &scaled_d).sqrt();
    if &whole * &whole * &scaled_d != scaled_n {
        whole.set_bit(0, true);
    }
    let result = if half_shift >= 0 {
        ratio_to_f64(&(whole << half_shift), &BigInt::one())
    } else {
        ratio_to_f64(&whole, &(BigInt::one() << -half_shift))
    };
    result.unwrap_or(f64::INFINITY)
}

/// `statistics.variance(data, xbar)`. `StatisticsError` for fewer than two data.
pub fn variance(data: &[Number], xbar: Option<&Number>) -> PyResult<Number> {
    variance_of(data, xbar, "variance", true)
}

/// `statistics.pvariance(data, mu)`. `StatisticsError` without data.
pub fn pvariance(data: &[Number], mu: Option<&Number>) -> PyResult<Number> {
    variance_of(data, mu, "pvariance", false)
}

/// `statistics.stdev(data, xbar)`. `StatisticsError` for fewer than two data, `AttributeError` (as in Python) for data
/// that are not finite.
pub fn stdev(data: &[Number], xbar: Option<&Number>) -> PyResult<f64> {
    deviation_of(data, xbar, "stdev", true)
}

/// `statistics.pstdev(data, mu)`. `StatisticsError` without data, `AttributeError` (as in Python) for data that are not
/// finite.
pub fn pstdev(data: &[Number], mu: Option<&Number>) -> PyResult<f64> {
    deviation_of(data, mu, "pstdev", false)
}

/// The distances of data from their mean.
fn centred(data: &[f64]) -> PyResult<Vec<f64>> {
    let mean = math::fsum(data)? / data.len() as f64;
    Ok(data.iter().map(|x| x - mean).collect())
}

fn float_products(left: &[f64], right: &[f64]) -> PyResult<f64> {
    let products: Vec<f64> = left.iter().zip(right).map(|(x, y)| x * y).collect();
    math::fsum(&products)
}

fn pairs(x: &[Number], y: &[Number], name: &str) -> PyResult<(Vec<f64>, Vec<f64>)> {
    if x.len() != y.len() {
        return Err(error(format!("{name} requires that both inputs have same number of data points")));
    }
    if x.len() < 2 {
        return Err(error(format!("{name} requires at least two data points")));
    }
    Ok((floats(x)?, floats(y)?))
}

/// `statistics.covariance(x, y)`. `StatisticsError` for rows of different lengths or fewer than two data.
pub fn covariance(x: &[Number], y: &[Number]) -> PyResult<f64> {
    let (x, y) = pairs(x, y, "covariance")?;
    Ok(float_products(&centred(&x)?, &centred(&y)?)? / (x.len() - 1) as f64)
}

/// `statistics.correlation(x, y)`. `StatisticsError` for rows of different lengths, fewer than two data, or a row that
/// is constant.
pub fn correlation(x: &[Number], y: &[Number]) -> PyResult<f64> {
    let (x, y) = pairs(x, y, "correlation")?;
    let (x, y) = (centred(&x)?, centred(&y)?);
    let together = float_products(&x, &y)?;
    let apart = (float_products(&x, &x)? * float_products(&y, &y)?).sqrt();
    if apart == 0.0 {
        return Err(error("at least one of the inputs is constant"));
    }
    Ok(together / apart)
}

/// `statistics.linear_regression(x, y, proportional=...)`: slope and intercept (0 if proportional). `StatisticsError`
/// for rows of different lengths, fewer than two data, or an `x` that is constant.
pub fn linear_regression(x: &[Number], y: &[Number], proportional: bool) -> PyResult<(f64, f64)> {
    let (fx, fy) = pairs(x, y, "linear regression")?;
    let means = |data: &[f64]| math::fsum(data).map(|sum| sum / data.len() as f64);
    let (slope_over, slope_under) = if proportional {
        (products(x, y)?, products(x, x)?)
    } else {
        let (dx, dy) = (centred(&fx)?, centred(&fy)?);
        (float_products(&dx, &dy)?, float_products(&dx, &dx)?)
    };
    if slope_under == 0.0 {
        return Err(error("x is constant"));
    }
    let slope = slope_over / slope_under;
    let intercept = if proportional { 0.0 } else { means(&fy)? - slope * means(&fx)? };
    Ok((slope, intercept))
}
