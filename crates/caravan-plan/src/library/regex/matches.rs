//! The methods of matches.

use caravan_label::Label;
use caravan_pylib::regex::{Subject, Template};

use super::{MATCH, group_argument, pattern_of, template_text};
use crate::cx::Cx;
use crate::heap::{MatchObject, Object};
use crate::library::answering::given;
use crate::library::signature::{Signature, receiver};
use crate::library::{Args, Native, Run};
use crate::raise::{Outcome, Raise};
use crate::value::{BuiltinType, Labelled, Value};

/// The match that a method is called on.
fn own(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<MatchObject> {
    let value = receiver(cx, args, MATCH, name)?;
    match cx.heap.object(value) {
        Some(Object::Match(found)) => Ok(MatchObject::clone(found)),
        _ => Err(Raise::internal("a match that is none")),
    }
}

/// The texts of groups; none for one that took no part.
fn texts(cx: &Cx<'_>, own: &MatchObject, groups: impl IntoIterator<Item = usize>) -> Vec<Option<String>> {
    let subject = Subject::new(cx.heap.text_at(own.text).as_str());
    groups.into_iter().map(|group| own.found.text(group, &subject).map(str::to_owned)).collect()
}

fn group(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own(cx, args, "group")?;
    args.no_keywords("Match.group")?;
    let asked = args.positional.get(1..).unwrap_or(&[]);
    let groups: Vec<usize> =
        asked.iter().map(|group| group_argument(cx, &own, group.value)).collect::<Outcome<_>>()?;
    if groups.len() > 1 {
        let texts = texts(cx, &own, groups);
        let texts = texts.into_iter().map(|text| cx.optional_text(text)).collect::<Outcome<Vec<_>>>()?;
        return cx.bare_tuple(texts);
    }
    let text = texts(cx, &own, [groups.first().copied().unwrap_or(0)]).pop().flatten();
    cx.optional_text(text)
}

/// All groups with a default for those that took no part, and the match's label.
fn all_groups(
    cx: &mut Cx<'_>,
    args: Args<'_>,
    name: &'static str,
) -> Outcome<(MatchObject, Vec<Labelled>, Label)> {
    let own = own(cx, args, name)?;
    let [default] = Signature::new(name, ["default"]).read(args, 1)?;
    let label = cx.join(args.receiver()?.label, cx.literal);
    let default = match default {
        // Which groups took no part is the match's to say.
        Some(default) => Labelled::new(default.value, cx.pick(default.label, label, Label::NONE, 1)),
        None => cx.none(label),
    };
    let texts = texts(cx, &own, 1..=own.found.groups());
    let mut values = Vec::with_capacity(texts.len());
    for text in texts {
        values.push(match text {
            Some(text) => cx.text(text, label)?,
            None => default,
        });
    }
    Ok((own, values, label))
}

fn groups(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (_, values, label) = all_groups(cx, args, "groups")?;
    cx.make_tuple(values, label)
}

fn groupdict(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Labelled> {
    let (own, values, label) = all_groups(cx, args, "groupdict")?;
    let names = pattern_of(cx, &own).map(|pattern| pattern.group_names().to_vec()).unwrap_or_default();
    let dict = cx.make_dict(BuiltinType::Dict, label)?;
    for (name, group) in names {
        let name = cx.text(name, label)?;
        let value = group.checked_sub(1).and_then(|place| values.get(place)).copied();
        cx.dict_insert(dict.value, name, value.unwrap_or(cx.none(label)))?;
    }
    Ok(dict)
}

/// Where the group that is asked for starts and ends; -1 for one that took no part.
fn asked_span(cx: &Cx<'_>, args: Args<'_>, name: &str) -> Outcome<[Value; 2]> {
    let own = own(cx, args, name)?;
    let [group] = args.unpack(1, name, 0)?;
    let group = group.map_or(Ok(0), |group| group_argument(cx, &own, group.value))?;
    Ok(span_values(cx, &own, group))
}

fn span_values(cx: &Cx<'_>, own: &MatchObject, group: usize) -> [Value; 2] {
    match own.found.span(group) {
        Some((start, end)) => [cx.count(start), cx.count(end)],
        None => [Value::Int(-1), Value::Int(-1)],
    }
}

fn start(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    asked_span(cx, args, "start").map(|[start, _]| start)
}

fn end(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    asked_span(cx, args, "end").map(|[_, end]| end)
}

fn span(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let span = asked_span(cx, args, "span")?;
    cx.bare_tuple(span)
}

fn regs(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own(cx, args, "regs")?;
    let spans = (0..=own.found.groups())
        .map(|group| {
            let span = span_values(cx, &own, group);
            cx.bare_tuple(span)
        })
        .collect::<Outcome<Vec<_>>>()?;
    cx.bare_tuple(spans)
}

fn expand(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own(cx, args, "expand")?;
    let [template] = Signature::new("expand", ["template"]).requires(1).read(args, 1)?;
    let template = template_text(cx, given(template)?)?;
    let pattern = pattern_of(cx, &own).ok_or_else(|| Raise::internal("a match without a pattern"))?;
    let template = Template::parse(template, pattern)?;
    let subject = Subject::new(cx.heap.text_at(own.text).as_str());
    let mut expanded = String::new();
    template.expand_into(&own.found, &subject, &mut expanded, cx.text_room())?;
    cx.heap.text(expanded)
}

fn pos(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own(cx, args, "pos")?;
    Ok(cx.count(own.bounds.0))
}

fn endpos(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own(cx, args, "endpos")?;
    Ok(cx.count(own.bounds.1))
}

fn lastindex(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own(cx, args, "lastindex")?;
    Ok(own.found.last_index().map_or(Value::None, |group| cx.count(group)))
}

fn lastgroup(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    let own = own(cx, args, "lastgroup")?;
    let pattern = pattern_of(cx, &own);
    let name = own.found.last_index().and_then(|group| pattern?.group_name(group)).map(str::to_owned);
    cx.optional_text(name)
}

// The pattern and the text are given back themselves: nothing in them can have a label.

fn re(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Object(own(cx, args, "re")?.pattern))
}

fn string(cx: &mut Cx<'_>, args: Args<'_>) -> Outcome<Value> {
    Ok(Value::Object(own(cx, args, "string")?.text))
}

pub(crate) const NATIVES: &[Native] = &[
    Native::attribute(MATCH, "endpos", Run::Pure(endpos)),
    Native::attribute(MATCH, "lastgroup", Run::Pure(lastgroup)),
    Native::attribute(MATCH, "lastindex", Run::Pure(lastindex)),
    Native::attribute(MATCH, "pos", Run::Pure(pos)),
    Native::attribute(MATCH, "re", Run::Pure(re)),
    Native::attribute(MATCH, "regs", Run::Pure(regs)),
    Native::attribute(MATCH, "string", Run::Pure(string)),
    Native::method(MATCH, "end", Run::Pure(end)),
    Native::method(MATCH, "expand", Run::Pure(expand)),
    Native::method(MATCH, "group", Run::Pure(group)),
    Native::method(MATCH, "groupdict", Run::Labelled(groupdict)),
    Native::method(MATCH, "groups", Run::Labelled(groups)),
    Native::method(MATCH, "span", Run::Pure(span)),
    Native::method(MATCH, "start", Run::Pure(start)),
];
