//! What the functions of this crate raise: CPython's exception classes, and limits.
//!
//! A class is a small `Copy` value; its name and its bases are CPython's. A limit is no exception of Python's:
//! what a caller makes of it is the caller's business, so it is kept apart by [`PyErrorKind`].

use std::fmt;

/// One table for the enum, the names and the bases, so that they cannot disagree.
macro_rules! exception_classes {
    ($($class:ident, $module:literal, $name:literal, $parent:expr;)*) => {
        /// Exception classes that plans can meet, with CPython's names and hierarchy.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ExcKind {
            $(
                #[doc = concat!("`", $module, "`'s class `", $name, "`.")]
                $class,
            )*
        }

        impl ExcKind {
            /// Every class, a class after its bases.
            pub const ALL: &'static [ExcKind] = &[$(ExcKind::$class),*];

            /// The class's `__name__`, such as `ValueError`; `error` for the class of `re`.
            pub fn name(self) -> &'static str {
                match self {
                    $(ExcKind::$class => $name,)*
                }
            }

            /// The module that the class is imported from: `builtins` for most.
            pub fn module(self) -> &'static str {
                match self {
                    $(ExcKind::$class => $module,)*
                }
            }

            /// The first base class; none for `BaseException`.
            pub fn parent(self) -> Option<ExcKind> {
                match self {
                    $(ExcKind::$class => $parent,)*
                }
            }
        }
    };
}

exception_classes! {
    BaseException, "builtins", "BaseException", None;
    KeyboardInterrupt, "builtins", "KeyboardInterrupt", Some(ExcKind::BaseException);
    SystemExit, "builtins", "SystemExit", Some(ExcKind::BaseException);
    Exception, "builtins", "Exception", Some(ExcKind::BaseException);
    ArithmeticError, "builtins", "ArithmeticError", Some(ExcKind::Exception);
    FloatingPointError, "builtins", "FloatingPointError", Some(ExcKind::ArithmeticError);
    OverflowError, "builtins", "OverflowError", Some(ExcKind::ArithmeticError);
    ZeroDivisionError, "builtins", "ZeroDivisionError", Some(ExcKind::ArithmeticError);
    AssertionError, "builtins", "AssertionError", Some(ExcKind::Exception);
    AttributeError, "builtins", "AttributeError", Some(ExcKind::Exception);
    FrozenInstanceError, "dataclasses", "FrozenInstanceError", Some(ExcKind::AttributeError);
    EOFError, "builtins", "EOFError", Some(ExcKind::Exception);
    ImportError, "builtins", "ImportError", Some(ExcKind::Exception);
    ModuleNotFoundError, "builtins", "ModuleNotFoundError", Some(ExcKind::ImportError);
    LookupError, "builtins", "LookupError", Some(ExcKind::Exception);
    IndexError, "builtins", "IndexError", Some(ExcKind::LookupError);
    KeyError, "builtins", "KeyError", Some(ExcKind::LookupError);
    ZoneInfoNotFoundError, "zoneinfo", "ZoneInfoNotFoundError", Some(ExcKind::KeyError);
    MemoryError, "builtins", "MemoryError", Some(ExcKind::Exception);
    NameError, "builtins", "NameError", Some(ExcKind::Exception);
    UnboundLocalError, "builtins", "UnboundLocalError", Some(ExcKind::NameError);
    OSError, "builtins", "OSError", Some(ExcKind::Exception);
    ConnectionError, "builtins", "ConnectionError", Some(ExcKind::OSError);
    FileNotFoundError, "builtins", "FileNotFoundError", Some(ExcKind::OSError);
    PermissionError, "builtins", "PermissionError", Some(ExcKind::OSError);
    TimeoutError, "builtins", "TimeoutError", Some(ExcKind::OSError);
    RuntimeError, "builtins", "RuntimeError", Some(ExcKind::Exception);
    NotImplementedError, "builtins", "NotImplementedError", Some(ExcKind::RuntimeError);
    RecursionError, "builtins", "RecursionError", Some(ExcKind::RuntimeError);
    StopIteration, "builtins", "StopIteration", Some(ExcKind::Exception);
    SyntaxError, "builtins", "SyntaxError", Some(ExcKind::Exception);
    TypeError, "builtins", "TypeError", Some(ExcKind::Exception);
    ValueError, "builtins", "ValueError", Some(ExcKind::Exception);
    UnicodeError, "builtins", "UnicodeError", Some(ExcKind::ValueError);
    UnicodeDecodeError, "builtins", "UnicodeDecodeError", Some(ExcKind::UnicodeError);
    UnicodeEncodeError, "builtins", "UnicodeEncodeError", Some(ExcKind::UnicodeError);
    JSONDecodeError, "json.decoder", "JSONDecodeError", Some(ExcKind::ValueError);
    StatisticsError, "statistics", "StatisticsError", Some(ExcKind::ValueError);
    ValidationError, "pydantic_core._pydantic_core", "ValidationError", Some(ExcKind::ValueError);
    DecimalException, "decimal", "DecimalException", Some(ExcKind::ArithmeticError);
    InvalidOperation, "decimal", "InvalidOperation", Some(ExcKind::DecimalException);
    DivisionByZero, "decimal", "DivisionByZero", Some(ExcKind::DecimalException);
    DecimalOverflow, "decimal", "Overflow", Some(ExcKind::DecimalException);
    RegexError, "re", "error", Some(ExcKind::Exception);
}

impl ExcKind {
    /// Whether this class is `other` or derives from it, as `issubclass` says.
    pub fn is_a(self, other: ExcKind) -> bool {
        // The one class here with two bases.
        if self == ExcKind::DivisionByZero && other == ExcKind::ZeroDivisionError {
            return true;
        }
        let mut class = Some(self);
        while let Some(current) = class {
            if current == other {
                return true;
            }
            class = current.parent();
        }
        false
    }

    /// The class as a traceback names it: `re.error`, `json.decoder.JSONDecodeError`, `ValueError`.
    pub fn qualified_name(self) -> String {
        match self.module() {
            "builtins" => self.name().to_owned(),
            module => format!("{module}.{}", self.name()),
        }
    }

    /// The class of that name, with or without its module (`JSONDecodeError`, `json.JSONDecodeError`, `re.error`);
    /// none for a name that no class here has. The class of `re` is only known as `re.error`, and that of `decimal`
    /// for overflow only as `decimal.Overflow`, since their bare names say too little.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "IOError" | "EnvironmentError" => return Some(ExcKind::OSError),
            "json.JSONDecodeError" => return Some(ExcKind::JSONDecodeError),
            "pydantic.ValidationError" => return Some(ExcKind::ValidationError),
            _ => {}
        }
        ExcKind::ALL.iter().copied().find(|class| match class {
            ExcKind::RegexError | ExcKind::DecimalOverflow => class.qualified_name() == name,
            _ => class.name() == name || (name.contains('.') && class.qualified_name() == name),
        })
    }
}

impl fmt::Display for ExcKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether Python would have raised, or a limit of ours was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PyErrorKind {
    /// An exception of that class.
    Exc(ExcKind),
    /// The limit of that name (`text`, `digits`, `depth`, ...) would have been exceeded.
    Limit(&'static str),
}

/// What a pure function raises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PyError {
    /// The class, or the limit.
    pub kind: PyErrorKind,
    /// What `str(exception)` gives.
    pub message: String,
}

impl PyError {
    /// An exception of class `kind` whose `str` is `message`.
    pub fn new(kind: ExcKind, message: impl Into<String>) -> Self {
        PyError { kind: PyErrorKind::Exc(kind), message: message.into() }
    }

    /// The limit `name` was met.
    pub fn limit(name: &'static str, message: impl Into<String>) -> Self {
        PyError { kind: PyErrorKind::Limit(name), message: message.into() }
    }

    /// A `TypeError`.
    pub fn type_error(message: impl Into<String>) -> Self {
        PyError::new(ExcKind::TypeError, message)
    }

    /// A `ValueError`.
    pub fn value_error(message: impl Into<String>) -> Self {
        PyError::new(ExcKind::ValueError, message)
    }

    /// An `OverflowError`.
    pub fn overflow_error(message: impl Into<String>) -> Self {
        PyError::new(ExcKind::OverflowError, message)
    }

    /// A `ZeroDivisionError`.
    pub fn zero_division(message: impl Into<String>) -> Self {
        PyError::new(ExcKind::ZeroDivisionError, message)
    }

    /// An `IndexError`.
    pub fn index_error(message: impl Into<String>) -> Self {
        PyError::new(ExcKind::IndexError, message)
    }

    /// A `KeyError` whose `str` is `message`: Python gives the `repr` of the missing key.
    pub fn key_error(message: impl Into<String>) -> Self {
        PyError::new(ExcKind::KeyError, message)
    }

    /// An `AttributeError`.
    pub fn attribute_error(message: impl Into<String>) -> Self {
        PyError::new(ExcKind::AttributeError, message)
    }

    /// A `LookupError`.
    pub fn lookup_error(message: impl Into<String>) -> Self {
        PyError::new(ExcKind::LookupError, message)
    }

    /// The exception class; none for a limit.
    pub fn exception(&self) -> Option<ExcKind> {
        match self.kind {
            PyErrorKind::Exc(class) => Some(class),
            PyErrorKind::Limit(_) => None,
        }
    }
}

impl fmt::Display for PyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            PyErrorKind::Exc(class) if self.message.is_empty() => f.write_str(class.name()),
            PyErrorKind::Exc(class) => write!(f, "{}: {}", class.name(), self.message),
            PyErrorKind::Limit(name) => write!(f, "limit `{name}`: {}", self.message),
        }
    }
}

impl std::error::Error for PyError {}

/// What a pure function gives: a value, or what it raises.
pub type PyResult<T> = Result<T, PyError>;
