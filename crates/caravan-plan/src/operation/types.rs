//! What class a value is of.

use crate::cx::Cx;
use crate::heap::{ClassKind, DictPart, Heap, Iter, Object};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Ref, Value};

impl Heap {
    /// The built-in class that a value is an instance of: `Object` for instances of the plan's classes and for
    /// exceptions, `Type` for classes.
    pub(crate) fn type_of(&self, value: Value) -> BuiltinType {
        use BuiltinType as T;
        let object = match value {
            Value::Unbound | Value::None => return T::NoneType,
            Value::Ellipsis => return T::Ellipsis,
            Value::NotImplemented => return T::NotImplementedType,
            Value::Bool(_) => return T::Bool,
            Value::Int(_) => return T::Int,
            Value::Float(_) => return T::Float,
            Value::Native(_) => return T::BuiltinFunction,
            Value::Type(_) | Value::ExcType(_) => return T::Type,
            Value::Module(_) => return T::ModuleType,
            Value::Tool(_) => return T::Tool,
            Value::Child(_) => return T::Agent,
            Value::Object(place) => self.get(place),
        };
        match object {
            None => T::NoneType,
            Some(Object::Str(_)) => T::Str,
            Some(Object::BigInt(_)) => T::Int,
            Some(Object::Bytes(_)) => T::Bytes,
            Some(Object::List(_)) => T::List,
            Some(Object::Tuple(_)) => T::Tuple,
            Some(Object::Deque(_)) => T::Deque,
            Some(Object::Dict(dict)) => dict.kind,
            Some(Object::Set(_)) => T::Set,
            Some(Object::FrozenSet(_)) => T::FrozenSet,
            Some(Object::Range { .. }) => T::Range,
            Some(Object::Slice(_)) => T::Slice,
            Some(Object::Date(_)) => T::Date,
            Some(Object::Time(_)) => T::Time,
            Some(Object::DateTime(_)) => T::DateTime,
            Some(Object::TimeDelta(_)) => T::TimeDelta,
            Some(Object::TimeZone(_)) => T::TimeZone,
            Some(Object::Decimal(_)) => T::Decimal,
            Some(Object::Pattern(_)) => T::Pattern,
            Some(Object::Match(_)) => T::Match,
            Some(Object::Function(_)) => T::Function,
            Some(Object::Method(_)) => T::Method,
            Some(Object::NativeMethod(..)) => T::BuiltinFunction,
            Some(Object::Partial(_)) => T::Partial,
            Some(Object::Class(_) | Object::Alias(_)) => T::Type,
            Some(Object::Instance(_) | Object::Exception(_) | Object::Cell(_) | Object::FieldSpec(_)) => {
                T::Object
            }
            Some(Object::Iterator(iter)) => match &**iter {
                Iter::Generator { .. } => T::Generator,
                _ => T::Iterator,
            },
            Some(Object::View { .. }) => T::Object,
            Some(Object::Wrapped(kind, _)) => *kind,
            Some(Object::Opaque(_)) => T::Opaque,
        }
    }

    /// The name of a value's class as CPython's error texts give it: `int`, `datetime.date`, `Point`.
    pub(crate) fn type_name(&self, value: Value) -> String {
        match self.object(value) {
            Some(Object::Instance(instance)) => match instance.class.and_then(|place| self.class(place)) {
                Some(class) => class.name.to_string(),
                None => instance.class_name.to_string(),
            },
            Some(Object::Exception(exception)) => match exception.class.and_then(|place| self.class(place)) {
                Some(class) => class.name.to_string(),
                None => exception.kind.name().to_owned(),
            },
            Some(Object::Iterator(iter)) => self.iterator_name(iter).to_owned(),
            Some(Object::View { what, .. }) => what.view_name().to_owned(),
            Some(Object::Class(class)) if class.kind.is_enum() => "EnumType".to_owned(),
            Some(Object::Alias(alias)) if alias.0.value == Value::Type(BuiltinType::Union) => {
                "types.UnionType".to_owned()
            }
            Some(Object::Alias(_)) => "types.GenericAlias".to_owned(),
            _ => match self.type_of(value) {
                // The one class of these that is written in Python, whose name stands without its module.
                BuiltinType::Counter => "Counter".to_owned(),
                other => other.qualified_name().to_owned(),
            },
        }
    }

    /// The name of an iterator's class.
    pub(crate) fn iterator_name(&self, iter: &Iter) -> &'static str {
        match iter {
            Iter::Deque { .. } => "_collections._deque_iterator",
            Iter::Sequence { of, .. } => match self.get(*of) {
                Some(Object::Tuple(_)) => "tuple_iterator",
                Some(Object::Deque(_)) => "_collections._deque_iterator",
                _ => "list_iterator",
            },
            Iter::Reversed { of, .. } => match self.get(*of) {
                Some(Object::List(_)) => "list_reverseiterator",
                _ => "reversed",
            },
            Iter::Str { .. } => "str_iterator",
            Iter::Bytes { .. } => "bytes_iterator",
            Iter::Range { .. } => "range_iterator",
            Iter::Dict { of, what, .. } => match (self.get(*of), what) {
                (Some(Object::Set(_) | Object::FrozenSet(_)), _) => "set_iterator",
                (_, DictPart::Keys) => "dict_keyiterator",
                (_, DictPart::Values) => "dict_valueiterator",
                (_, DictPart::Items) => "dict_itemiterator",
            },
            Iter::Buffer { name, .. } => name,
            Iter::Count { .. } => "itertools.count",
            Iter::Cycle { .. } => "itertools.cycle",
            Iter::Generator { .. } => "generator",
            Iter::Done => "iterator",
        }
    }

    /// Whether a value is an instance of a built-in class or fits a typing form.
    pub(crate) fn is_of_type(&self, value: Value, class: BuiltinType) -> bool {
        use BuiltinType as T;
        let own = self.type_of(value);
        if own == class {
            return class != T::Object || !matches!(value, Value::Unbound);
        }
        let kind = self.instance(value).map(|(_, kind)| kind);
        match class {
            T::Object | T::Any => true,
            T::Int => own == T::Bool || kind == Some(ClassKind::IntEnum),
            T::Str => kind == Some(ClassKind::StrEnum),
            T::Date => own == T::DateTime,
            T::Dict => is_dict(own),
            T::Tuple => kind == Some(ClassKind::NamedTuple),
            T::Iterator => own == T::Generator,
            T::BaseModel => kind == Some(ClassKind::BaseModel),
            T::Enum => kind.is_some_and(ClassKind::is_enum),
            T::StrEnum => kind == Some(ClassKind::StrEnum),
            T::IntEnum => kind == Some(ClassKind::IntEnum),
            T::Callable => self.is_callable(value),
            T::Iterable => {
                matches!(
                    own,
                    T::Str
                        | T::Bytes
                        | T::List
                        | T::Tuple
                        | T::Set
                        | T::FrozenSet
                        | T::Range
                        | T::Deque
                        | T::Iterator
                        | T::Generator
                ) || is_dict(own)
                    || matches!(kind, Some(ClassKind::NamedTuple | ClassKind::BaseModel | ClassKind::StrEnum))
                    || matches!(self.object(value), Some(Object::View { .. }))
                    || self.plan_method(value, "__iter__").is_some()
            }
            T::Sequence => {
                matches!(own, T::Str | T::Bytes | T::List | T::Tuple | T::Range | T::Deque)
                    || matches!(kind, Some(ClassKind::NamedTuple | ClassKind::StrEnum))
            }
            T::Mapping => is_dict(own),
            _ => false,
        }
    }

    /// Whether a value can be called.
    pub(crate) fn is_callable(&self, value: Value) -> bool {
        match value {
            Value::Native(_) | Value::Type(_) | Value::ExcType(_) | Value::Tool(_) | Value::Child(_) => true,
            Value::Object(_) => match self.object(value) {
                Some(
                    Object::Function(_)
                    | Object::Method(_)
                    | Object::NativeMethod(..)
                    | Object::Partial(_)
                    | Object::Class(_),
                ) => true,
                Some(Object::Instance(_)) => self.plan_method(value, "__call__").is_some(),
                _ => false,
            },
            _ => false,
        }
    }

    fn is_of_class(&self, value: Value, class: Ref) -> bool {
        self.class_of(value).is_some_and(|own| self.descends(own, class))
    }

    fn descends(&self, class: Ref, from: Ref) -> bool {
        class == from || self.class(class).is_some_and(|class| class.ancestors.contains(&from))
    }
}

impl DictPart {
    /// The name of the class of what `dict.keys()`, `values()` or `items()` gives.
    pub(crate) fn view_name(self) -> &'static str {
        match self {
            DictPart::Keys => "dict_keys",
            DictPart::Values => "dict_values",
            DictPart::Items => "dict_items",
        }
    }
}

impl ClassKind {
    /// Whether the class is an enum of some kind.
    pub(crate) fn is_enum(self) -> bool {
        matches!(self, ClassKind::Enum | ClassKind::StrEnum | ClassKind::IntEnum)
    }
}

fn is_dict(class: BuiltinType) -> bool {
    use BuiltinType as T;
    matches!(class, T::Dict | T::Counter | T::DefaultDict | T::OrderedDict)
}

/// Unions and tuples of classes within each other, at most.
const NESTING: usize = 50;

impl Cx<'_> {
    /// The built-in class of a value; see [`Heap::type_of`].
    pub(crate) fn type_of(&self, value: Value) -> BuiltinType {
        self.heap.type_of(value)
    }

    /// The name of a value's class for error texts; see [`Heap::type_name`].
    pub(crate) fn type_name(&self, value: Value) -> String {
        self.heap.type_name(value)
    }

    /// `isinstance(value, class)`.
    ///
    /// # Errors
    ///
    /// `TypeError` if `class` is no class, tuple of classes or union.
    pub(crate) fn is_instance(&self, value: Value, class: Value) -> Outcome<bool> {
        let wrong = || Raise::type_error("isinstance() arg 2 must be a type, a tuple of types, or a union");
        self.any_class(class, 0, &wrong, &|heap, class| match class {
            Value::Type(BuiltinType::Any) => {
                Err(Raise::type_error("typing.Any cannot be used with isinstance()"))
            }
            Value::None => Ok(value == Value::None),
            Value::Type(class) => Ok(heap.is_of_type(value, class)),
            Value::ExcType(class) => Ok(match heap.object(value) {
                Some(Object::Exception(exception)) => exception.kind.is_a(class),
                _ => false,
            }),
            Value::Object(place) => Ok(heap.is_of_class(value, place)),
            _ => Ok(false),
        })
    }

    /// `issubclass(class, of)`.
    ///
    /// # Errors
    ///
    /// `TypeError` if one of them is no class.
    pub(crate) fn is_subclass(&self, class: Value, of: Value) -> Outcome<bool> {
        let is_class = match class {
            Value::Type(_) | Value::ExcType(_) => true,
            _ => matches!(self.heap.object(class), Some(Object::Class(_))),
        };
        if !is_class {
            return Err(Raise::type_error("issubclass() arg 1 must be a class"));
        }
        let wrong =
            || Raise::type_error("issubclass() arg 2 must be a class, a tuple of classes, or a union");
        self.any_class(of, 0, &wrong, &|heap, of| Ok(heap.is_class_of(class, of)))
    }

    /// Whether the test holds for a class, or for one of a tuple or union of classes.
    fn any_class(
        &self,
        class: Value,
        depth: usize,
        wrong: &dyn Fn() -> Box<Raise>,
        test: &dyn Fn(&Heap, Value) -> Outcome<bool>,
    ) -> Outcome<bool> {
        use BuiltinType as T;
        if depth > NESTING {
            return Err(wrong());
        }
        let members = match class {
            Value::Type(T::Optional | T::Union | T::Literal) => return Err(wrong()),
            Value::Type(_) | Value::ExcType(_) => return test(self.heap, class),
            Value::None if depth > 0 => return test(self.heap, class),
            _ => match self.heap.object(class) {
                Some(Object::Class(_)) => return test(self.heap, class),
                Some(Object::Tuple(tuple)) => &tuple.items,
                Some(Object::Alias(alias)) => match alias.0.value {
                    Value::Type(T::Union) => &alias.1,
                    Value::Type(T::Optional) => {
                        if test(self.heap, Value::None)? {
                            return Ok(true);
                        }
                        &alias.1
                    }
                    _ => {
                        return Err(Raise::type_error(
                            "isinstance() argument 2 cannot be a parameterized generic",
                        ));
                    }
                },
                _ => return Err(wrong()),
            },
        };
        for member in members {
            if self.any_class(member.value, depth + 1, wrong, test)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Heap {
    fn is_class_of(&self, class: Value, of: Value) -> bool {
        use BuiltinType as T;
        match (class, of) {
            (_, Value::Type(T::Object | T::Any)) => true,
            (Value::Type(class), Value::Type(of)) => {
                class == of
                    || match of {
                        T::Int => matches!(class, T::Bool | T::IntEnum),
                        T::Str => class == T::StrEnum,
                        T::Date => class == T::DateTime,
                        T::Dict | T::Mapping => is_dict(class),
                        T::Enum => matches!(class, T::StrEnum | T::IntEnum),
                        T::Iterator => class == T::Generator,
                        T::Sequence => {
                            matches!(class, T::Str | T::Bytes | T::List | T::Tuple | T::Range | T::Deque)
                        }
                        T::Iterable => {
                            is_dict(class)
                                || matches!(
                                    class,
                                    T::Str
                                        | T::Bytes
                                        | T::List
                                        | T::Tuple
                                        | T::Set
                                        | T::FrozenSet
                                        | T::Range
                                        | T::Deque
                                        | T::Iterator
                                        | T::Generator
                                )
                        }
                        _ => false,
                    }
            }
            (Value::ExcType(class), Value::ExcType(of)) => class.is_a(of),
            (Value::Object(class), Value::Object(of)) => self.descends(class, of),
            (Value::Object(class), Value::ExcType(of)) => match self.class(class).map(|class| class.kind) {
                Some(ClassKind::Exception(kind)) => kind.is_a(of),
                _ => false,
            },
            (Value::Object(class), Value::Type(of)) => match self.class(class).map(|class| class.kind) {
                Some(ClassKind::BaseModel) => of == T::BaseModel,
                Some(ClassKind::Enum) => of == T::Enum,
                Some(ClassKind::StrEnum) => matches!(of, T::Enum | T::StrEnum | T::Str),
                Some(ClassKind::IntEnum) => matches!(of, T::Enum | T::IntEnum | T::Int),
                Some(ClassKind::TypedDict) => of == T::Dict,
                Some(ClassKind::NamedTuple) => of == T::Tuple,
                _ => false,
            },
            _ => false,
        }
    }
}
