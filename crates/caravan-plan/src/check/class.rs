//! Classes, functions and imports of the plan.

use ruff_python_ast::{Expr, Stmt, StmtClassDef, StmtFunctionDef, StmtImport, StmtImportFrom};

use super::Checker;
use super::known::{Known, Ty};
use crate::library::{self, Home};
use crate::value::{BuiltinType, Module};

impl<'a> Checker<'a> {
    pub(super) fn function_statement(&mut self, function: &'a StmtFunctionDef) {
        for parameter in function.parameters.iter_non_variadic_params() {
            if let Some(default) = &parameter.default {
                self.expression(default);
            }
        }
        // A body is looked at once by itself, whatever it will be called with.
        self.alone(&function.body, |checker| {
            for parameter in function.parameters.iter() {
                checker.bind(parameter.name().as_str(), Known::any());
            }
        });
        let place = self.survey.functions.iter().position(|known| std::ptr::eq(*known, function));
        let known = match place {
            Some(place) if function.decorator_list.is_empty() => Known::of(Ty::Function(place)),
            _ => Known::any(),
        };
        self.bind(function.name.as_str(), known);
    }

    /// Looks at a body that runs later: what variables around it hold then is not known.
    fn alone(&mut self, body: &'a [Stmt], begin: impl FnOnce(&mut Self)) {
        let scopes = std::mem::replace(&mut self.scopes, vec![Default::default()]);
        let returned = std::mem::take(&mut self.returned);
        begin(self);
        self.catching(self.survey.handles, |checker| checker.block(body));
        self.scopes = scopes;
        self.returned = returned;
    }

    pub(super) fn class_statement(&mut self, class: &'a StmtClassDef) {
        for base in class.arguments.iter().flat_map(|arguments| &arguments.args) {
            if base.is_name_expr() {
                self.expression(base);
            }
        }
        for stmt in &class.body {
            if let Stmt::FunctionDef(function) = stmt {
                self.alone(&function.body, |checker| {
                    for parameter in function.parameters.iter() {
                        checker.bind(parameter.name().as_str(), Known::any());
                    }
                });
            }
        }
        let place = self.survey.classes.iter().position(|known| std::ptr::eq(*known, class));
        let known = match place {
            Some(place) if class.decorator_list.is_empty() => Known::of(Ty::Class(place)),
            _ => Known::any(),
        };
        self.bind(class.name.as_str(), known);
    }

    pub(super) fn import(&mut self, import: &'a StmtImport) {
        for alias in &import.names {
            let name = alias.asname.as_ref().unwrap_or(&alias.name).as_str();
            let module = Module::from_name(alias.name.as_str());
            let known = module.map_or(Known::any(), |module| Known::of(Ty::Module(module)));
            self.bind(name.split('.').next().unwrap_or_default(), known);
        }
    }

    pub(super) fn import_from(&mut self, import: &'a StmtImportFrom) {
        let module = import.module.as_ref().and_then(|module| Module::from_name(module.as_str()));
        for alias in &import.names {
            let name = alias.asname.as_ref().unwrap_or(&alias.name).as_str();
            let ty = module.map_or(Ty::Any, |module| member(module, alias.name.as_str()));
            self.bind(name, Known::of(ty));
        }
    }

    /// The one base of a class, if it has one and no other arguments.
    fn base(class: &StmtClassDef) -> Option<&str> {
        match class.arguments.as_deref() {
            Some(arguments) if arguments.keywords.is_empty() => match &*arguments.args {
                [Expr::Name(base)] => Some(base.id.as_str()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The fields of a class whose instances have what its body declares and nothing else.
    pub(super) fn model_field(&self, place: usize, name: &str) -> Option<Known> {
        let class = self.survey.classes.get(place)?;
        if Self::base(class) != Some("BaseModel") || self.survey.stored_attributes.contains(name) {
            return Some(Known::any());
        }
        for stmt in &class.body {
            match stmt {
                Stmt::AnnAssign(field) => {
                    if matches!(&*field.target, Expr::Name(target) if target.id.as_str() == name) {
                        return Some(match field.value {
                            None => Known::of(self.annotated(&field.annotation)),
                            Some(_) => Known::any(),
                        });
                    }
                }
                Stmt::FunctionDef(function) if function.name.as_str() == name => return Some(Known::any()),
                Stmt::Assign(assign) => {
                    let here =
                        // `model_config` may allow fields that are not declared.
                        |target: &Expr| matches!(target, Expr::Name(target) if [name, "model_config"].contains(&target.id.as_str()));
                    if assign.targets.iter().any(here) {
                        return Some(Known::any());
                    }
                }
                Stmt::FunctionDef(_) | Stmt::Expr(_) | Stmt::Pass(_) => {}
                _ => return Some(Known::any()),
            }
        }
        let inherited = [
            Home::Method(BuiltinType::BaseModel),
            Home::Static(BuiltinType::BaseModel),
            Home::Attribute(BuiltinType::BaseModel),
        ];
        if inherited.iter().any(|home| library::find(*home, name).is_some()) || name.starts_with("model_") {
            return Some(Known::any());
        }
        None
    }

    /// The fields and methods that a class of data declares.
    pub(super) fn declared(&self, place: usize) -> Vec<&'a str> {
        let Some(class) = self.survey.classes.get(place) else { return Vec::new() };
        let declared = class.body.iter().filter_map(|stmt| match stmt {
            Stmt::AnnAssign(field) => match &*field.target {
                Expr::Name(name) => Some(name.id.as_str()),
                _ => None,
            },
            Stmt::Assign(assign) => match assign.targets.as_slice() {
                [Expr::Name(name)] => Some(name.id.as_str()),
                _ => None,
            },
            Stmt::FunctionDef(function) => Some(function.name.as_str()),
            _ => None,
        });
        declared.collect()
    }

    /// The members of an enumeration, if a class is a plain one.
    pub(super) fn members(&self, place: usize) -> Option<Vec<&'a str>> {
        let class = self.survey.classes.get(place)?;
        let plain = matches!(Self::base(class), Some("Enum" | "StrEnum" | "IntEnum"))
            && class.body.iter().all(|stmt| matches!(stmt, Stmt::Assign(_) | Stmt::Expr(_) | Stmt::Pass(_)));
        plain.then(|| self.declared(place))
    }

    /// The type that an annotation names.
    pub(super) fn annotated(&self, annotation: &Expr) -> Ty {
        match annotation {
            Expr::NoneLiteral(_) => Ty::None,
            Expr::Name(name) => match self.lookup(name.id.as_str()).map(|known| &known.ty) {
                Some(Ty::Class(place)) if self.members(*place).is_none() => Ty::Instance(*place),
                Some(Ty::Type(ty)) => plain(*ty),
                Some(_) => Ty::Any,
                None if self.survey.bound.contains(name.id.as_str()) => Ty::Any,
                None => match crate::compile::initial(name.id.as_str(), self.environment) {
                    crate::value::Value::Type(ty) => plain(ty),
                    _ => Ty::Any,
                },
            },
            Expr::Subscript(subscript) => match &*subscript.value {
                Expr::Name(name) if matches!(name.id.as_str(), "list" | "List") => {
                    Ty::list(Known::of(self.annotated(&subscript.slice)))
                }
                Expr::Name(name) if name.id.as_str() == "Optional" => {
                    self.annotated(&subscript.slice).either(&Ty::None)
                }
                _ => Ty::Any,
            },
            Expr::BinOp(op) => self.annotated(&op.left).either(&self.annotated(&op.right)),
            _ => Ty::Any,
        }
    }
}

/// What importing a name from a module binds, where the check makes use of it.
pub(super) fn member(module: Module, name: &str) -> Ty {
    match (module, name) {
        (Module::Datetime, "datetime") => Ty::Type(BuiltinType::DateTime),
        (Module::Datetime, "date") => Ty::Type(BuiltinType::Date),
        (Module::Datetime, "time") => Ty::Type(BuiltinType::Time),
        (Module::Datetime, "timedelta") => Ty::Type(BuiltinType::TimeDelta),
        _ => Ty::Any,
    }
}

/// The instances of a built-in class.
pub(super) fn plain(ty: BuiltinType) -> Ty {
    match ty {
        BuiltinType::Bool => Ty::Bool,
        BuiltinType::Int => Ty::Int,
        BuiltinType::Float => Ty::Float,
        BuiltinType::Str | BuiltinType::EmailStr => Ty::Str,
        BuiltinType::Bytes => Ty::Bytes,
        BuiltinType::Date => Ty::Date,
        BuiltinType::Time => Ty::Time,
        BuiltinType::DateTime => Ty::DateTime,
        BuiltinType::TimeDelta => Ty::TimeDelta,
        BuiltinType::List => Ty::list(Known::any()),
        BuiltinType::Dict => Ty::dict(Known::any(), Known::any()),
        _ => Ty::Any,
    }
}
