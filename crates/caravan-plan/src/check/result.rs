//! The type of a plan's result, as far as the text shows it.

use ruff_python_ast::Stmt;

use super::known::{Known, Ty};
use super::survey::Survey;
use super::{CheckSetup, Checker, Leads};
use crate::code::Lines;
use crate::compile::DEEPEST;
use crate::environment::Environment;
use crate::stack::with_room;
use crate::types::Type;

/// The type of what a plan returns, as its author would write it; `Any` where the text does not show it.
///
/// It is made of the text and the declared schemas alone, so it tells nothing of any value.
pub fn type_of_result(source: &str, environment: &Environment) -> Box<str> {
    let known = with_room(DEEPEST, || {
        let module = crate::compile::parsed(source, environment)?;
        let (lines, survey, setup) = (Lines::new(source), Survey::of(&module.body), CheckSetup::default());
        let mut checker = Checker::new(&lines, environment, &setup, &survey);
        let leads = checker.block(&module.body);
        if leads == Leads::On {
            let last = match module.body.last() {
                Some(Stmt::Expr(last)) => checker.expression(&last.value),
                _ => Known::of(Ty::None),
            };
            checker.returned.push(last);
        }
        std::mem::take(&mut checker.returned).into_iter().reduce(|a, b| a.either(&b))
    });
    known.unwrap_or_default().ty.written(0).into()
}

/// How deep containers are written out.
const DEEPEST_WRITTEN: usize = 3;

impl Ty {
    /// The type as it stands in an annotation.
    fn written(&self, depth: usize) -> String {
        let inside = |known: &Known| known.ty.written(depth + 1);
        match self {
            Ty::Any => "Any".to_owned(),
            _ if depth > DEEPEST_WRITTEN => self.name(),
            Ty::Member(members) => Type::Enum(members.clone()).python(),
            Ty::List(item) => format!("list[{}]", inside(item)),
            Ty::Set(item) => format!("set[{}]", inside(item)),
            Ty::Tuple(items) => format!("tuple[{}]", items.iter().map(inside).collect::<Vec<_>>().join(", ")),
            Ty::Dict(entry) => format!("dict[{}, {}]", inside(&entry.0), inside(&entry.1)),
            Ty::Union(arms) if arms.is_empty() => "Any".to_owned(),
            Ty::Union(arms) => arms.iter().map(|arm| arm.written(depth)).collect::<Vec<_>>().join(" | "),
            Ty::Class(_) | Ty::Type(_) => "type".to_owned(),
            Ty::Instance(_)
            | Ty::Function(_)
            | Ty::Builtin(_)
            | Ty::Tool(_)
            | Ty::Child(_)
            | Ty::Module(_) => "object".to_owned(),
            _ => self.name(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::environment::Tool;

    #[test]
    fn the_type_of_a_result_is_what_the_text_shows() {
        let schema = json!({
            "type": "array",
            "items": {"title": "Mail", "type": "object", "properties": {"subject": {"type": "string"}}, "required": ["subject"]},
        });
        let returns = Type::from_schema_named(&schema, "search").unwrap();
        let tool = Tool {
            name: "search".into(),
            description: "".into(),
            parameters: Vec::new(),
            returns,
            trusted: false,
            reads: Vec::new(),
            writes: Vec::new(),
            accepts_anything: false,
        };
        let environment = Environment { tools: vec![tool], ..Environment::default() };
        for (plan, ty) in [
            ("return search()", "list[Mail]"),
            ("mails = search()\nmails", "list[Mail]"),
            ("[1 for mail in search()]", "list[int]"),
            ("[mail.subject for mail in search()]", "list[str]"),
            ("[(mail.subject, mail) for mail in search() if mail.subject]", "list[tuple[str, Mail]]"),
            (
                "subjects = []\nfor mail in search():\n    subjects.append(mail.subject)\nsubjects",
                "list[Any]",
            ),
            ("return {'n': len(search())}", "dict[str, int]"),
            ("if search():\n    return 'yes'\nreturn 1", "str | int"),
            ("x = 1", "None"),
            ("return get_variable('x')", "Any"),
        ] {
            assert_eq!(&*type_of_result(plan, &environment), ty, "{plan}");
        }
    }
}
