//! Values as the machine holds them: small, copied freely, everything large behind a [`Ref`].

use caravan_label::Label;
use caravan_pylib::error::ExcKind;

/// The place of an object in the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ref(pub(crate) u32);

/// The index of a native function or method in the library's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NativeId(pub(crate) u16);

/// A value without its label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    /// The content of a slot that holds nothing. Never on the stack, never in a container.
    Unbound,
    None,
    Ellipsis,
    NotImplemented,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// A function of the library.
    Native(NativeId),
    /// A built-in class.
    Type(BuiltinType),
    /// A class of exceptions.
    ExcType(ExcKind),
    /// A module of the library.
    Module(Module),
    /// A tool of the agent, by its place in the environment.
    Tool(u16),
    /// A child agent, by its place in the environment.
    Child(u16),
    /// An object in the heap.
    Object(Ref),
}

/// A value and its label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Labelled {
    pub(crate) value: Value,
    pub(crate) label: Label,
}

impl Labelled {
    #[inline]
    pub(crate) fn new(value: Value, label: Label) -> Labelled {
        Labelled { value, label }
    }

    /// The same, read part by part. A number that was just written part by part can be had at once so; as a whole
    /// it has to have reached memory first.
    #[inline]
    pub(crate) fn parts(&self) -> Labelled {
        match self.value {
            Value::Int(int) => Labelled { value: Value::Int(int), label: self.label },
            Value::Bool(bool) => Labelled { value: Value::Bool(bool), label: self.label },
            Value::Object(place) => Labelled { value: Value::Object(place), label: self.label },
            _ => *self,
        }
    }
}

/// The built-in classes: of values, of modules of the library, and the typing forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum BuiltinType {
    Object,
    NoneType,
    Ellipsis,
    NotImplementedType,
    Bool,
    Int,
    Float,
    Str,
    Bytes,
    List,
    Tuple,
    Dict,
    Set,
    FrozenSet,
    Range,
    Slice,
    Function,
    Method,
    BuiltinFunction,
    Type,
    Iterator,
    Generator,
    Property,
    StaticMethod,
    ClassMethod,
    /// `functools.cached_property`.
    CachedProperty,
    Super,
    Date,
    Time,
    DateTime,
    TimeDelta,
    TimeZone,
    Decimal,
    Pattern,
    Match,
    Counter,
    DefaultDict,
    OrderedDict,
    Deque,
    Partial,
    ModuleType,
    Opaque,
    Tool,
    Agent,
    BaseModel,
    Enum,
    StrEnum,
    IntEnum,
    TypedDict,
    NamedTuple,
    // Typing forms, which exist to be written in annotations.
    Any,
    Optional,
    Union,
    Literal,
    Callable,
    Iterable,
    Sequence,
    Mapping,
    Annotated,
    ClassVar,
    InitVar,
    /// `dataclasses.KW_ONLY`.
    KwOnly,
    /// `pydantic.EmailStr`: a text that is an address.
    EmailStr,
}

impl BuiltinType {
    /// The class's `__name__`.
    pub(crate) fn name(self) -> &'static str {
        use BuiltinType as T;
        match self {
            T::Object => "object",
            T::NoneType => "NoneType",
            T::Ellipsis => "ellipsis",
            T::NotImplementedType => "NotImplementedType",
            T::Bool => "bool",
            T::Int => "int",
            T::Float => "float",
            T::Str => "str",
            T::Bytes => "bytes",
            T::List => "list",
            T::Tuple => "tuple",
            T::Dict => "dict",
            T::Set => "set",
            T::FrozenSet => "frozenset",
            T::Range => "range",
            T::Slice => "slice",
            T::Function => "function",
            T::Method => "method",
            T::BuiltinFunction => "builtin_function_or_method",
            T::Type => "type",
            T::Iterator => "iterator",
            T::Generator => "generator",
            T::Property => "property",
            T::StaticMethod => "staticmethod",
            T::ClassMethod => "classmethod",
            T::CachedProperty => "cached_property",
            T::Super => "super",
            T::Date => "date",
            T::Time => "time",
            T::DateTime => "datetime",
            T::TimeDelta => "timedelta",
            T::TimeZone => "timezone",
            T::Decimal => "Decimal",
            T::Pattern => "Pattern",
            T::Match => "Match",
            T::Counter => "Counter",
            T::DefaultDict => "defaultdict",
            T::OrderedDict => "OrderedDict",
            T::Deque => "deque",
            T::Partial => "partial",
            T::ModuleType => "module",
            T::Opaque => "opaque",
            T::Tool => "tool",
            T::Agent => "agent",
            T::BaseModel => "BaseModel",
            T::Enum => "Enum",
            T::StrEnum => "StrEnum",
            T::IntEnum => "IntEnum",
            T::TypedDict => "TypedDict",
            T::NamedTuple => "NamedTuple",
            T::Any => "Any",
            T::Optional => "Optional",
            T::Union => "Union",
            T::Literal => "Literal",
            T::Callable => "Callable",
            T::Iterable => "Iterable",
            T::Sequence => "Sequence",
            T::Mapping => "Mapping",
            T::Annotated => "Annotated",
            T::ClassVar => "ClassVar",
            T::InitVar => "InitVar",
            T::KwOnly => "KW_ONLY",
            T::EmailStr => "EmailStr",
        }
    }

    /// The class's name as its `repr` shows it, with the module where Python shows one.
    pub(crate) fn qualified_name(self) -> &'static str {
        use BuiltinType as T;
        match self {
            T::Date => "datetime.date",
            T::Time => "datetime.time",
            T::DateTime => "datetime.datetime",
            T::TimeDelta => "datetime.timedelta",
            T::TimeZone => "datetime.timezone",
            T::Decimal => "decimal.Decimal",
            T::Pattern => "re.Pattern",
            T::Match => "re.Match",
            T::Counter => "collections.Counter",
            T::DefaultDict => "collections.defaultdict",
            T::OrderedDict => "collections.OrderedDict",
            T::Deque => "collections.deque",
            T::Partial => "functools.partial",
            T::BaseModel => "pydantic.main.BaseModel",
            T::Any => "typing.Any",
            T::Optional => "typing.Optional",
            T::Union => "typing.Union",
            T::Literal => "typing.Literal",
            T::Callable => "typing.Callable",
            T::Iterable => "typing.Iterable",
            T::Sequence => "typing.Sequence",
            T::Mapping => "typing.Mapping",
            T::Annotated => "typing.Annotated",
            T::ClassVar => "typing.ClassVar",
            T::InitVar => "dataclasses.InitVar",
            T::KwOnly => "dataclasses.KW_ONLY",
            T::EmailStr => "pydantic.networks.EmailStr",
            T::CachedProperty => "functools.cached_property",
            other => other.name(),
        }
    }
}

/// The modules that plans can import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Module {
    Collections,
    Copy,
    Dataclasses,
    Datetime,
    Decimal,
    Enum,
    Functools,
    Itertools,
    Json,
    Math,
    Operator,
    Pydantic,
    Re,
    Statistics,
    String,
    Textwrap,
    Typing,
    Zoneinfo,
}

impl Module {
    pub(crate) const ALL: &'static [(&'static str, Module)] = &[
        ("collections", Module::Collections),
        ("copy", Module::Copy),
        ("dataclasses", Module::Dataclasses),
        ("datetime", Module::Datetime),
        ("decimal", Module::Decimal),
        ("enum", Module::Enum),
        ("functools", Module::Functools),
        ("itertools", Module::Itertools),
        ("json", Module::Json),
        ("math", Module::Math),
        ("operator", Module::Operator),
        ("pydantic", Module::Pydantic),
        ("re", Module::Re),
        ("statistics", Module::Statistics),
        ("string", Module::String),
        ("textwrap", Module::Textwrap),
        ("typing", Module::Typing),
        ("zoneinfo", Module::Zoneinfo),
    ];

    /// The module's name.
    pub(crate) fn name(self) -> &'static str {
        Module::ALL.iter().find(|(_, module)| *module == self).map_or("", |(name, _)| name)
    }

    /// The module called `name`; `collections.abc` is as good as `typing`.
    pub(crate) fn from_name(name: &str) -> Option<Module> {
        if name == "collections.abc" {
            return Some(Module::Typing);
        }
        Module::ALL.iter().find(|(known, _)| *known == name).map(|(_, module)| *module)
    }
}
