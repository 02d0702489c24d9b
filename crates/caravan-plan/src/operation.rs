//! What operators, subscripts, iteration and text forms do.
//!
//! Functions over a bare [`Value`](crate::value::Value) compute and see no label; the machine joins the
//! labels of the operands. Functions over [`Labelled`](crate::value::Labelled) keep labels themselves, by
//! the rules in `rules`.

mod arithmetic;
mod ask;
mod combine;
mod compare;
mod decimals;
mod format;
mod hash;
mod index;
mod instance;
mod iterate;
mod membership;
mod percent;
mod repr;
mod store;
#[cfg(test)]
mod tests;
mod types;

pub(crate) use compare::range_length;
pub(crate) use hash::ENTRY;
pub(crate) use index::Found;

/// The binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    FloorDiv,
    Mod,
    Pow,
    MatMul,
    LeftShift,
    RightShift,
    And,
    Or,
    Xor,
}

impl Binary {
    /// The operator as it is written.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div => "/",
            Binary::FloorDiv => "//",
            Binary::Mod => "%",
            Binary::Pow => "** or pow()",
            Binary::MatMul => "@",
            Binary::LeftShift => "<<",
            Binary::RightShift => ">>",
            Binary::And => "&",
            Binary::Or => "|",
            Binary::Xor => "^",
        }
    }
}

/// The unary operators but `not`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Neg,
    Pos,
    Invert,
}

/// The comparisons but `is` and `in`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Comparison {
    /// Whether it holds between two values that Rust can compare.
    #[inline]
    pub(crate) fn holds<T: PartialOrd + ?Sized>(self, a: &T, b: &T) -> bool {
        match self {
            Comparison::Eq => a == b,
            Comparison::Ne => a != b,
            Comparison::Lt => a < b,
            Comparison::Le => a <= b,
            Comparison::Gt => a > b,
            Comparison::Ge => a >= b,
        }
    }

    /// The comparison as it is written.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Comparison::Eq => "==",
            Comparison::Ne => "!=",
            Comparison::Lt => "<",
            Comparison::Le => "<=",
            Comparison::Gt => ">",
            Comparison::Ge => ">=",
        }
    }
}
