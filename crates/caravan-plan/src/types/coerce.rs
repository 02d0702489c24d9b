//! A labelled value made to fit a declared type: what a child's answer goes through.

use caravan_label::{Label, Lattice};

use super::encode::mismatch;
use super::{Mismatch, Pointer, RecordType, Type, iso};
use crate::datum::{Datum, Tree};

impl Type {
    /// The value as one of this type, its labels kept: a dictionary becomes a record, an integer a float, ISO text a
    /// moment, and anything becomes text where text alone is asked for.
    ///
    /// Whoever reports the failure gives it the value's [deep label](Datum::deep_label).
    ///
    /// # Errors
    ///
    /// The value is not of this type.
    pub fn coerce(&self, datum: Datum, lattice: &mut Lattice) -> Result<Datum, Mismatch> {
        if *self == Type::Str && !matches!(datum.value, Tree::Str(_)) {
            let label = datum.deep_label(lattice);
            return Ok(Datum::text(datum.to_text(), label));
        }
        coerce(self, datum, lattice, &Pointer::Root)
    }
}

fn coerce(ty: &Type, datum: Datum, lattice: &mut Lattice, at: &Pointer<'_>) -> Result<Datum, Mismatch> {
    at.check_depth()?;
    let Datum { value, label } = datum;
    let value = match (ty, value) {
        (Type::Any, value) => value,
        (Type::Union(types), value) => {
            let datum = Datum { value, label };
            let arms: Vec<&Type> = types.iter().filter(|ty| takes(ty, &datum.value)).collect();
            if let [arm] = arms.as_slice() {
                return coerce(arm, datum, lattice, at);
            }
            let fitting = arms.into_iter().find_map(|ty| coerce(ty, datum.clone(), lattice, at).ok());
            let mut fitting = fitting.ok_or_else(|| mismatch(ty, &datum, at))?;
            // What is inside decided which arm it is.
            let decided = datum.deep_label(lattice);
            fitting.label = lattice.join(fitting.label, decided);
            return Ok(fitting);
        }
        (Type::None, value @ Tree::None)
        | (Type::Bool, value @ Tree::Bool(_))
        | (Type::Int, value @ (Tree::Int(_) | Tree::BigInt(_)))
        | (Type::Float, value @ Tree::Float(_))
        | (Type::Str, value @ Tree::Str(_))
        | (Type::Bytes, value @ Tree::Bytes(_))
        | (Type::Date, value @ Tree::Date(_))
        | (Type::Time, value @ Tree::Time(_))
        | (Type::DateTime, value @ Tree::DateTime(_)) => value,
        (Type::Float, Tree::Int(value)) => Tree::Float(value as f64),
        (Type::Date | Type::Time | Type::DateTime, Tree::Str(text)) => {
            iso::read(ty, &text).ok_or_else(|| mismatch(ty, &Datum { value: Tree::Str(text), label }, at))?
        }
        (Type::Enum(members), value) => {
            let datum = Datum { value, label };
            if !members.contains(&datum.to_json()) {
                return Err(mismatch(ty, &datum, at));
            }
            datum.value
        }
        (Type::List(item), Tree::List(items) | Tree::Tuple(items) | Tree::Set(items)) => {
            let mut list = Vec::with_capacity(items.len());
            for (index, datum) in items.into_iter().enumerate() {
                list.push(coerce(item, datum, lattice, &Pointer::Index(at, index))?);
            }
            Tree::List(list)
        }
        (Type::Dict(ty), Tree::Dict(entries)) => {
            let mut dict = Vec::with_capacity(entries.len());
            for (key, datum) in entries {
                let name = key.json_key().ok_or_else(|| mismatch(&Type::Str, &key, at))?;
                let value = coerce(ty, datum, lattice, &Pointer::Key(at, &name))?;
                dict.push((key, value));
            }
            Tree::Dict(dict)
        }
        (Type::Dict(ty), Tree::Record(_, fields)) => {
            let mut dict = Vec::with_capacity(fields.len());
            for (name, datum) in fields {
                let value = coerce(ty, datum, lattice, &Pointer::Key(at, &name))?;
                dict.push((Datum::text(name, label), value));
            }
            Tree::Dict(dict)
        }
        (Type::Record(record), Tree::Record(_, fields)) => {
            return record_of(record, fields, label, lattice, at);
        }
        (Type::Record(record), Tree::Dict(entries)) => {
            let mut structure = label;
            let mut fields = Vec::with_capacity(entries.len());
            for (key, datum) in entries {
                let Tree::Str(name) = key.value else { return Err(mismatch(&Type::Str, &key, at)) };
                // A field's name has no label of its own: what was in the key is now in the structure.
                structure = lattice.join(structure, key.label);
                fields.push((name, datum));
            }
            return record_of(record, fields, structure, lattice, at);
        }
        (ty, value) => return Err(mismatch(ty, &Datum { value, label }, at)),
    };
    Ok(Datum { value, label })
}

/// Whether the kind of the value alone lets it be of this type.
fn takes(ty: &Type, value: &Tree) -> bool {
    match (ty, value) {
        (Type::Any, _) => true,
        (Type::Union(types), value) => types.iter().any(|ty| takes(ty, value)),
        (Type::Enum(_), value) => !matches!(
            value,
            Tree::List(_)
                | Tree::Tuple(_)
                | Tree::Set(_)
                | Tree::Dict(_)
                | Tree::Record(..)
                | Tree::Foreign(_)
        ),
        (Type::None, Tree::None)
        | (Type::Bool, Tree::Bool(_))
        | (Type::Int, Tree::Int(_) | Tree::BigInt(_))
        | (Type::Float, Tree::Float(_) | Tree::Int(_))
        | (Type::Bytes, Tree::Bytes(_))
        | (Type::Str | Type::Date | Type::Time | Type::DateTime, Tree::Str(_))
        | (Type::Date, Tree::Date(_))
        | (Type::Time, Tree::Time(_))
        | (Type::DateTime, Tree::DateTime(_))
        | (Type::List(_), Tree::List(_) | Tree::Tuple(_) | Tree::Set(_))
        | (Type::Dict(_) | Type::Record(_), Tree::Dict(_) | Tree::Record(..)) => true,
        _ => false,
    }
}

fn record_of(
    record: &RecordType,
    mut given: Vec<(Box<str>, Datum)>,
    label: Label,
    lattice: &mut Lattice,
    at: &Pointer<'_>,
) -> Result<Datum, Mismatch> {
    let mut fields = Vec::with_capacity(record.fields.len());
    for field in &record.fields {
        let at = Pointer::Key(at, &field.name);
        let value = match given.iter().position(|(name, _)| *name == field.name) {
            Some(index) => {
                let (_, datum) = given.remove(index);
                if datum.value == Tree::None && !field.required {
                    datum
                } else {
                    coerce(&field.ty, datum, lattice, &at)?
                }
            }
            None if field.required => return Err(Mismatch::new(&at, "the field is missing")),
            None => match &field.default {
                Some(default) => coerce(&field.ty, Datum::from_json(default, label), lattice, &at)?,
                None => Datum { value: Tree::None, label },
            },
        };
        fields.push((field.name.clone(), value));
    }
    match given.first() {
        Some((name, _)) if !record.open => {
            Err(Mismatch::new(&Pointer::Key(at, name), format!("`{}` has no such field", record.name)))
        }
        _ => {
            fields.append(&mut given);
            Ok(Datum { value: Tree::Record(record.name.clone(), fields), label })
        }
    }
}
