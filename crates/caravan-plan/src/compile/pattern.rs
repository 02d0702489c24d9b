//! `match`.

use ruff_python_ast::{Expr, Pattern as Syntax, Singleton, StmtMatch};
use ruff_text_size::Ranged;

use super::Compiler;
use super::effects::Effects;
use super::symbol::Symbol;
use crate::code::{Constant, Op, Pattern};
use crate::value::Value;

/// What a pattern needs beside itself: names for its captures, expressions for its values.
#[derive(Default)]
struct Parts<'a> {
    captures: Vec<Symbol>,
    values: Vec<&'a Expr>,
}

impl<'a> Compiler<'a> {
    pub(super) fn match_statement(&mut self, stmt: &'a StmtMatch) {
        self.expression(&stmt.subject);
        let subject = self.new_local_called("<subject>");
        self.emit(Op::StoreLocal(subject));
        // The region of a pattern or guard covers its own case and all that follow.
        let chain = Effects::of_cases(&stmt.cases, &self.definitions);
        let mut ends: Vec<(Option<usize>, u32)> = Vec::new();
        for (case, effects) in stmt.cases.iter().zip(chain) {
            let before = self.at(&case.pattern);
            let mut parts = Parts::default();
            let pattern = self.pattern(&case.pattern, &mut parts);
            self.emit(Op::LoadLocal(subject));
            for value in &parts.values {
                self.expression(value);
            }
            let code = &mut self.context().code;
            code.patterns.push(pattern);
            let index = (code.patterns.len() - 1) as u32;
            let region = self.region(&effects);
            self.emit(Op::MatchPattern { pattern: index, values: parts.values.len() as u16 });
            let otherwise = self.emit(Op::Branch { region, otherwise: 0 });
            for name in parts.captures.iter().rev() {
                self.store(*name);
            }
            let guarded = match &case.guard {
                Some(guard) => {
                    let region = self.region(&effects);
                    self.expression(guard);
                    self.truth();
                    Some((self.emit(Op::Branch { region, otherwise: 0 }), region))
                }
                None => None,
            };
            self.block(&case.body);
            let end = self.emit(Op::Jump(0));
            // A failed guard and a failed pattern both go on with the next case.
            if let Some((failed, guard)) = guarded {
                self.patch(failed);
                self.emit(Op::Rejoin(guard));
                self.emit(Op::Rejoin(region));
                ends.push((None, guard));
            }
            self.patch(otherwise);
            // Captures of a pattern that fits stand beside what was there when it does not.
            self.emit(Op::Rejoin(region));
            ends.push((Some(end), region));
            self.context().range = before;
        }
        for (end, _) in &ends {
            if let Some(end) = end {
                self.patch(*end);
            }
        }
        // All bodies meet here; each region that was opened is closed, the innermost first.
        let mut regions: Vec<u32> = ends.iter().map(|(_, region)| *region).collect();
        regions.sort_unstable();
        for region in regions.into_iter().rev() {
            self.emit(Op::EndRegion(region));
        }
        self.emit(Op::Constant(0));
        self.emit(Op::StoreLocal(subject));
    }

    fn pattern(&mut self, pattern: &'a Syntax, parts: &mut Parts<'a>) -> Pattern {
        match pattern {
            Syntax::MatchValue(value) => {
                parts.values.push(&value.value);
                Pattern::Value((parts.values.len() - 1) as u16)
            }
            Syntax::MatchSingleton(singleton) => Pattern::Singleton(match singleton.value {
                Singleton::None => Value::None,
                Singleton::True => Value::Bool(true),
                Singleton::False => Value::Bool(false),
            }),
            Syntax::MatchSequence(sequence) => {
                let star =
                    sequence.patterns.iter().position(|pattern| matches!(pattern, Syntax::MatchStar(_)));
                let before = sequence.patterns.iter().take(star.unwrap_or(usize::MAX));
                let before: Vec<Pattern> = before.map(|pattern| self.pattern(pattern, parts)).collect();
                let star_capture =
                    star.and_then(|star| sequence.patterns.get(star)).map(|pattern| match pattern {
                        Syntax::MatchStar(star) => {
                            star.name.as_ref().map(|name| capture(self.identifier(name), parts))
                        }
                        _ => None,
                    });
                let after = match star {
                    Some(star) => sequence
                        .patterns
                        .iter()
                        .skip(star + 1)
                        .map(|pattern| self.pattern(pattern, parts))
                        .collect(),
                    None => Vec::new(),
                };
                Pattern::Sequence { before, star: star_capture, after }
            }
            Syntax::MatchMapping(mapping) => {
                let mut keys = Vec::new();
                for (key, value) in mapping.keys.iter().zip(&mapping.patterns) {
                    parts.values.push(key);
                    let place = (parts.values.len() - 1) as u16;
                    keys.push((place, self.pattern(value, parts)));
                }
                let rest = mapping.rest.as_ref().map(|name| capture(self.identifier(name), parts));
                Pattern::Mapping { keys, rest }
            }
            Syntax::MatchClass(class) => {
                parts.values.push(&class.cls);
                let place = (parts.values.len() - 1) as u16;
                let positional =
                    class.arguments.patterns.iter().map(|pattern| self.pattern(pattern, parts)).collect();
                let keyword = class
                    .arguments
                    .keywords
                    .iter()
                    .map(|keyword| (Box::from(keyword.attr.as_str()), self.pattern(&keyword.pattern, parts)))
                    .collect();
                Pattern::Class { class: place, positional, keyword }
            }
            Syntax::MatchAs(binding) => {
                let inner = binding.pattern.as_ref().map(|pattern| Box::new(self.pattern(pattern, parts)));
                match &binding.name {
                    Some(name) => Pattern::Capture(capture(self.identifier(name), parts), inner),
                    None => inner.map_or(Pattern::Wildcard, |inner| *inner),
                }
            }
            Syntax::MatchOr(or) => {
                Pattern::Or(or.patterns.iter().map(|pattern| self.pattern(pattern, parts)).collect())
            }
            Syntax::MatchStar(star) => {
                self.finding("P001", star.range(), "a starred pattern outside a sequence", None);
                self.load_constant(Constant::Value(Value::None));
                Pattern::Wildcard
            }
        }
    }
}

/// The place of a capture; alternatives of `|` bind the same names.
fn capture(name: Symbol, parts: &mut Parts<'_>) -> u16 {
    match parts.captures.iter().position(|known| *known == name) {
        Some(place) => place as u16,
        None => {
            parts.captures.push(name);
            (parts.captures.len() - 1) as u16
        }
    }
}
