//! What the language leaves out of Python, by name, with the reason or what to write instead: the findings of the
//! compiler, the language page and the planner's prompt read these tables.

/// A construct that is refused before anything runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Construct {
    /// What it is called, as in "`with` is not part of the plan language".
    pub(crate) name: &'static str,
    /// What to write instead, or why it is not there.
    pub(crate) instead: &'static str,
}

const fn construct(name: &'static str, instead: &'static str) -> Construct {
    Construct { name, instead }
}

pub(crate) const WITH: Construct =
    construct("`with`", "a plan has no files or locks to open: call the tool and use its result");
pub(crate) const ASYNC_DEF: Construct =
    construct("`async def`", "write `def`: calls of tools and agents wait by themselves");
pub(crate) const ASYNC_FOR: Construct = construct("`async for`", "write `for`");
pub(crate) const AWAIT: Construct = construct("`await`", "calls of tools and agents wait by themselves");
pub(crate) const EXCEPT_STAR: Construct = construct("`except*`", "write `except`");
pub(crate) const COMPLEX: Construct = construct("a complex number", "keep the two parts in a tuple");
pub(crate) const TEMPLATE_STRING: Construct = construct("a template string", "write an f-string");
pub(crate) const SHELL: Construct = construct("a shell command", "call a tool");
pub(crate) const IMPORT_STAR: Construct = construct("`import *`", "name what you import");
pub(crate) const SPREAD_COMPREHENSION: Construct =
    construct("`**` in a comprehension", "merge the dictionaries in a loop");
pub(crate) const CLASS_EXPRESSION: Construct =
    construct("an expression in a class body", "move it out of the class");
pub(crate) const CLASS_STATEMENT: Construct =
    construct("this statement in a class body", "move it out of the class");
pub(crate) const CLASS_ASSIGNMENT: Construct =
    construct("this assignment in a class body", "assign one name at a time");
pub(crate) const CLASS_FIELD: Construct = construct("this field", "write `name: type`");
/// What is said of a name such as `__globals__`.
pub(crate) const DUNDER: Construct = construct(
    "access to `__NAME__`",
    "plans see data, not the machinery behind it: use the operator or function that stands for it",
);

/// Every construct, in the order of the language page.
pub(crate) const CONSTRUCTS: &[Construct] = &[
    WITH,
    ASYNC_DEF,
    AWAIT,
    ASYNC_FOR,
    EXCEPT_STAR,
    IMPORT_STAR,
    DUNDER,
    COMPLEX,
    TEMPLATE_STRING,
    SHELL,
    SPREAD_COMPREHENSION,
    CLASS_EXPRESSION,
    CLASS_STATEMENT,
    CLASS_ASSIGNMENT,
    CLASS_FIELD,
];

/// The special names that a plan may read or call.
pub(crate) const DUNDERS: &[&str] =
    &["__init__", "__name__", "__post_init__", "__str__", "__repr__", "__class__", "__doc__", "__members__"];

/// Special methods that no operation of a plan calls, so that a class which defines one would not do what it says, and
/// what to write instead.
const SPECIAL_METHODS: &[(&[&str], &str)] = &[
    (&["__getattr__", "__getattribute__"], "define the attributes, or a method that takes the name"),
    (&["__setattr__", "__delattr__"], "write a property with a setter, or `@dataclass(frozen=True)`"),
    (
        &["__get__", "__set__", "__delete__", "__set_name__"],
        "write a property in the class that has the attribute",
    ),
    (&["__copy__", "__deepcopy__", "__replace__"], "write a method `copy`, and call it"),
    (&["_missing_", "_generate_next_value_"], "write a class method that finds the member, and call it"),
    (&["__index__", "__divmod__", "__rdivmod__"], "write a method that gives the number, and call it"),
    (
        &["__init_subclass__", "__prepare__", "__instancecheck__", "__subclasscheck__"],
        "write a function and call it",
    ),
];

/// What to write instead of a special method that is never called.
pub(crate) fn special_method(name: &str) -> Option<&'static str> {
    SPECIAL_METHODS.iter().find(|(names, _)| names.contains(&name)).map(|(_, instead)| *instead)
}

/// Builtins of Python that plans do not have, and why.
pub(crate) const BUILTINS: &[(&[&str], &str)] = &[
    (&["eval", "exec", "compile", "__import__"], "a plan runs no text as code"),
    (&["open"], "plans have no files: call a tool"),
    (&["input"], "plans have no terminal: take data from `get_variable` or a tool"),
    (&["globals", "locals", "vars", "dir"], "plans see data, not the machinery behind it"),
    (&["id", "hash"], "it would tell objects apart by where they lie in memory"),
    (&["exit", "quit"], "end the plan with a top-level `return`"),
    (&["memoryview", "bytearray"], "use bytes"),
    (&["breakpoint", "help"], "there is nobody to read it"),
];

/// Modules of Python that plans cannot import, and why; any other module is "not part of the plan language".
pub(crate) const MODULES: &[(&[&str], &str)] = &[
    (
        &["os", "pathlib", "io", "shutil", "glob", "tempfile", "csv", "sqlite3", "pickle"],
        "plans have no files",
    ),
    (
        &["sys", "subprocess", "multiprocessing", "threading", "concurrent", "asyncio", "signal"],
        "plans have no processes or threads",
    ),
    (&["socket", "requests", "urllib", "http", "httpx", "aiohttp", "smtplib"], "plans have no network"),
    (&["random", "secrets", "uuid"], "plans have no randomness"),
    (&["time"], "`datetime.now()` is the time at which the run began, and no plan waits"),
    (&["abc"], "leave `ABC` out, and let a method that subclasses must write `raise NotImplementedError`"),
    (&["fractions"], "use `Decimal`, or keep the two parts in a tuple"),
    (
        &["base64", "hashlib", "hmac", "binascii", "struct", "zlib", "gzip"],
        "plans read no encoded data: call a tool",
    ),
    (
        &["html", "xml", "bs4", "unicodedata"],
        "use `re` and the methods of `str`, or ask `query_ai_assistant`",
    ),
    (&["difflib"], "ask `query_ai_assistant` which texts are alike"),
    (&["pprint"], "write `print(json.dumps(value, indent=2))`"),
    (&["numpy", "pandas"], "use lists and dictionaries, `statistics` and `sum`"),
    (&["dateutil", "pytz", "arrow"], "use `datetime`, `timedelta` and `zoneinfo`"),
    (&["logging", "warnings", "traceback"], "write `print`"),
    (
        &["contextlib", "inspect", "types", "weakref", "ast", "importlib"],
        "plans see data, not the machinery behind it",
    ),
];

/// What modules that plans may import do not have, and what to write instead.
const MEMBERS: &[(&str, &[&str], &str)] = &[
    (
        "pydantic",
        &["BeforeValidator", "PlainValidator", "WrapValidator"],
        "write `@field_validator(\"NAME\", mode=\"before\")` in the model",
    ),
    ("pydantic", &["AfterValidator"], "write `@field_validator(\"NAME\")` in the model"),
    ("pydantic", &["TypeAdapter", "RootModel"], "write a model with one field of that type"),
    ("pydantic", &["PrivateAttr"], "write a field with `Field(exclude=True)`"),
    ("pydantic", &["field_serializer", "model_serializer"], "write a method that makes the dictionary"),
    ("pydantic", &["create_model"], "write a class"),
    (
        "pydantic",
        &["conint", "confloat", "constr", "conlist", "condecimal"],
        "write `Annotated[TYPE, Field(...)]`",
    ),
    ("pydantic", &["HttpUrl", "AnyUrl", "SecretStr"], "write `str`"),
    (
        "pydantic",
        &["AliasChoices", "AliasPath"],
        "write a `model_validator` with `mode=\"before\"` that renames the key",
    ),
    ("pydantic", &["root_validator"], "write `@model_validator(mode=\"after\")`"),
    ("enum", &["Flag", "IntFlag"], "keep a set of the members of an `Enum`"),
    ("functools", &["singledispatch", "singledispatchmethod"], "write `match` or `isinstance`"),
    ("collections", &["ChainMap", "UserDict", "UserList"], "write `{**defaults, **given}`"),
    ("heapq", &["merge"], "write `sorted(a + b)`"),
];

/// What to write instead of a member that a module does not have here.
pub(crate) fn member(module: &str, name: &str) -> Option<&'static str> {
    let found = MEMBERS.iter().find(|(of, names, _)| *of == module && names.contains(&name));
    found.map(|(_, _, instead)| *instead)
}

/// Why plans do not have a builtin of Python's, if this is one.
pub(crate) fn builtin(name: &str) -> Option<&'static str> {
    BUILTINS.iter().find(|(names, _)| names.contains(&name)).map(|(_, reason)| *reason)
}

/// Why a module cannot be imported.
pub(crate) fn module(name: &str) -> &'static str {
    let top = name.split('.').next().unwrap_or_default();
    let known = MODULES.iter().find(|(names, _)| names.contains(&top));
    known.map_or("it is not part of the plan language", |(_, reason)| *reason)
}
