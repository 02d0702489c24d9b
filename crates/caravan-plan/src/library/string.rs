//! The functions of the module `string`, and its `Template`.

mod template;

use caravan_pylib::text;

use super::answering::given;
use super::parameters::Parameters;
use super::{Args, Native, Run};
use crate::cx::Cx;
use crate::raise::{Outcome, Raise};
use crate::value::{Module, Value};

fn capwords(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let [text, separator] = Parameters::new("capwords", ["s", "sep"], 1).read(args)?;
    let text = given(text)?;
    let source = cx.heap.str(cx.heap.plain(text)).ok_or_else(|| {
        Raise::attribute_error(format!("'{}' object has no attribute 'split'", cx.type_name(text)))
    })?;
    let separator = match separator.map(|separator| separator.value) {
        None | Some(Value::None) => None,
        Some(separator) => Some(cx.heap.str(cx.heap.plain(separator)).ok_or_else(|| {
            Raise::type_error(format!("must be str or None, not {}", cx.type_name(separator)))
        })?),
    };
    let words = text::split(source, separator, -1, cx.object_room())?;
    let words: Vec<String> = words.into_iter().map(text::capitalize).collect();
    let joined = text::join(separator.unwrap_or(" "), words.iter().map(String::as_str), cx.text_room())?;
    cx.heap.text(joined)
}

const STRING: Module = Module::String;

pub(crate) const NATIVES: &[Native] = &[
    Native::function(STRING, "capwords", Run::Pure(capwords)),
    Native::function(STRING, "Template", Run::Labelled(template::construct)),
    Native::function(STRING, template::SUBSTITUTE, Run::Pure(template::substitute)),
    Native::function(STRING, template::SAFE_SUBSTITUTE, Run::Pure(template::safe_substitute)),
];
