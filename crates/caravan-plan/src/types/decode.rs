//! JSON from outside, read as a labelled value of a declared type.

use caravan_label::{Bits, Label, Source};
use serde_json::Value as Json;

use super::{Field, MAX_DEPTH, Mismatch, Pointer, RecordType, Type, iso};
use crate::datum::{Datum, Opaque, Tree, base64};
use crate::world::{Strictness, World};

impl Type {
    /// The value that `json` is of this type, as an answer of this label.
    ///
    /// Every part gets `label`, a container as the label of its structure, with one exception: where the type spells
    /// out the members (a truth value, an enum, an optional one of these) and the answer is untrusted, the part is
    /// the constant itself, chosen by the answer (DESIGN section 3); not under [`Strictness::Explicit`].
    ///
    /// # Errors
    ///
    /// The JSON is not of this type. The message may quote from `json` and is as untrusted as that.
    pub fn decode(&self, json: &Json, label: Label, world: &mut World) -> Result<Datum, Mismatch> {
        let chooses = world.strictness != Strictness::Explicit && !world.lattice.data_is_trusted(label);
        let world = if chooses { Some(world) } else { None };
        Decoder { label, world }.decode(self, json, &Pointer::Root)
    }
}

struct Decoder<'w> {
    label: Label,
    /// Where the decisions for members are made; without it members have the label of everything else.
    world: Option<&'w mut World>,
}

impl Decoder<'_> {
    fn decode(&mut self, ty: &Type, json: &Json, at: &Pointer<'_>) -> Result<Datum, Mismatch> {
        at.check_depth()?;
        if matches!(ty, Type::Any | Type::Str | Type::Bytes)
            && let Some(opaque) = Opaque::from_json(json)
        {
            return Ok(Datum { value: Tree::Opaque(opaque), label: self.label });
        }
        if let Some(members) = ty.members() {
            let value = member(ty, json).ok_or_else(|| mismatch(ty, json, at))?;
            return Ok(Datum { value, label: self.member_label(members) });
        }
        let value = match (ty, json) {
            (Type::Any, json) => {
                if deeper_than(json, MAX_DEPTH.saturating_sub(at.depth())) {
                    return Err(Mismatch::new(at, format!("the value nests deeper than {MAX_DEPTH} levels")));
                }
                return Ok(Datum::from_json(json, self.label));
            }
            (Type::Union(types), json) => {
                // Which arm it is, is the answer's to say: below it nothing is one of a written set alone.
                let mut plain = Decoder { label: self.label, world: None };
                let arm = plain.best_arm(types, json, at).ok_or_else(|| mismatch(ty, json, at))?;
                return plain.decode(arm, json, at);
            }
            (Type::Int, Json::Number(number)) => integer(number).ok_or_else(|| mismatch(ty, json, at))?,
            (Type::Float, Json::Number(number)) => {
                Tree::Float(number.as_f64().ok_or_else(|| mismatch(ty, json, at))?)
            }
            (Type::Str, Json::String(text)) => Tree::Str(text.as_str().into()),
            (Type::Bytes, Json::String(text)) => Tree::Bytes(
                base64::decode(text).ok_or_else(|| Mismatch::new(at, "text that is no base64"))?.into(),
            ),
            (Type::Date | Type::Time | Type::DateTime, Json::String(text)) => {
                iso::read(ty, text).ok_or_else(|| mismatch(ty, json, at))?
            }
            (Type::List(item), Json::Array(items)) => {
                let mut list = Vec::with_capacity(items.len());
                for (index, json) in items.iter().enumerate() {
                    list.push(self.decode(item, json, &Pointer::Index(at, index))?);
                }
                Tree::List(list)
            }
            (Type::Dict(ty), Json::Object(entries)) => {
                let mut dict = Vec::with_capacity(entries.len());
                for (key, json) in entries {
                    let value = self.decode(ty, json, &Pointer::Key(at, key))?;
                    dict.push((Datum::text(key.as_str(), self.label), value));
                }
                Tree::Dict(dict)
            }
            (Type::Record(record), Json::Object(entries)) => {
                let mut fields = Vec::with_capacity(record.fields.len());
                for field in &record.fields {
                    let at = Pointer::Key(at, &field.name);
                    let value = match entries.get(&*field.name) {
                        Some(Json::Null) if !field.required && !field.ty.admits_none() => {
                            self.absent(field, &at)?
                        }
                        Some(json) => self.decode(&field.ty, json, &at)?,
                        None => self.absent(field, &at)?,
                    };
                    fields.push((field.name.clone(), value));
                }
                // What the type does not declare, no plan can know of: it is left out, so that which fields a
                // record has is settled before anything answers.
                for name in entries.keys() {
                    if !record.open && !record.fields.iter().any(|field| *field.name == **name) {
                        return Err(unknown_field(record, &Pointer::Key(at, name)));
                    }
                }
                let label = self.record_label();
                return Ok(Datum { value: Tree::Record(record.name.clone(), fields), label });
            }
            (ty, json) => return Err(mismatch(ty, json, at)),
        };
        Ok(Datum { value, label: self.label })
    }

    fn absent(&mut self, field: &Field, at: &Pointer<'_>) -> Result<Datum, Mismatch> {
        match &field.default {
            Some(Json::Null) => {}
            Some(default) => {
                return Decoder { label: self.label, world: None }.decode(&field.ty, default, at);
            }
            None if field.required => return Err(Mismatch::new(at, "the field is missing")),
            None => {}
        }
        Ok(Datum { value: Tree::None, label: self.label })
    }

    /// The arm that the value fits; of several, the one that declares most of its fields.
    fn best_arm<'t>(&mut self, types: &'t [Type], json: &Json, at: &Pointer<'_>) -> Option<&'t Type> {
        let declared = |ty: &Type| match (ty, json) {
            (Type::Record(record), Json::Object(entries)) => {
                1 + record.fields.iter().filter(|field| entries.contains_key(&*field.name)).count()
            }
            (Type::Int, Json::Number(number)) => usize::from(!number.is_f64()),
            _ => 0,
        };
        let mut best: Option<(usize, &Type)> = None;
        for ty in types {
            let score = declared(ty);
            if best.is_none_or(|(known, _)| score > known) && self.decode(ty, json, at).is_ok() {
                best = Some((score, ty));
            }
        }
        best.map(|(_, ty)| ty)
    }

    /// The label of a record's structure: its fields are those that the declaration spells out, whatever the
    /// answer says, unless the answer chose among several declarations.
    fn record_label(&mut self) -> Label {
        match &mut self.world {
            Some(world) => {
                let control = world.lattice.without_data(self.label);
                let pinned = world.lattice.data_from(&[Source::System]);
                world.lattice.join(control, pinned)
            }
            None => self.label,
        }
    }

    /// The label of one of `members` constants that the declaration spells out.
    fn member_label(&mut self, members: u64) -> Label {
        let Some(world) = &mut self.world else { return self.label };
        let chosen = world.lattice.guard(self.label, Bits::log2(members));
        let constant = world.lattice.data_from(&[Source::System]);
        world.lattice.join(chosen, constant)
    }
}

/// The constant that `json` is, if it is one of those that the type spells out.
fn member(ty: &Type, json: &Json) -> Option<Tree> {
    match (ty, json) {
        (Type::None, Json::Null) => Some(Tree::None),
        (Type::Bool, Json::Bool(value)) => Some(Tree::Bool(*value)),
        (Type::Enum(members), json) => {
            members.contains(json).then(|| Datum::from_json(json, Label::NONE).value)
        }
        (Type::Union(types), json) => types.iter().find_map(|ty| member(ty, json)),
        _ => None,
    }
}

/// An integer, also where it is written `5.0`.
fn integer(number: &serde_json::Number) -> Option<Tree> {
    if !number.is_f64() {
        return Some(Datum::from_json(&Json::Number(number.clone()), Label::NONE).value);
    }
    let float = number.as_f64()?;
    let is_small = float.fract() == 0.0 && float.abs() <= 9_007_199_254_740_992.0;
    is_small.then_some(Tree::Int(float as i64))
}

fn deeper_than(json: &Json, levels: usize) -> bool {
    let Some(below) = levels.checked_sub(1) else { return json.is_array() || json.is_object() };
    match json {
        Json::Array(items) => items.iter().any(|json| deeper_than(json, below)),
        Json::Object(entries) => entries.values().any(|json| deeper_than(json, below)),
        _ => false,
    }
}

fn unknown_field(record: &RecordType, at: &Pointer<'_>) -> Mismatch {
    let known: Vec<String> = record.fields.iter().map(|field| format!("`{}`", field.name)).collect();
    Mismatch::new(at, format!("`{}` has no such field; it has {}", record.name, known.join(", ")))
}

fn mismatch(ty: &Type, json: &Json, at: &Pointer<'_>) -> Mismatch {
    let found = match json {
        Json::Null => "`None`".to_owned(),
        Json::Array(_) => "a list".to_owned(),
        Json::Object(_) => "an object".to_owned(),
        Json::String(_) if !matches!(ty, Type::Enum(_) | Type::Date | Type::Time | Type::DateTime) => {
            "text".to_owned()
        }
        json => {
            let text = Datum::from_json(json, Label::NONE).repr();
            if text.chars().count() > 60 {
                format!("{}...", text.chars().take(60).collect::<String>())
            } else {
                text
            }
        }
    };
    Mismatch::new(at, format!("expected `{}`, found {found}", ty.python()))
}
