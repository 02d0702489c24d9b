//! Programs: definitions, blocks of statements, and lines that print what came of them.

use super::choices::Choices;
use super::expression::{KINDS, Variable, Writer};
use super::shapes;

/// What every program begins with.
pub const HEADER: &str = "\
import itertools, json, math, operator, re, statistics, string, textwrap
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal, ROUND_DOWN, ROUND_HALF_UP
from enum import Enum, IntEnum
from functools import partial, reduce
";

/// A program as pieces that stand for themselves: any of them can be left out.
pub fn pieces(choices: Choices<'_>, calls: &[(u8, &str)]) -> Vec<String> {
    let mut writer = Writer { choices, variables: Vec::new(), calls };
    let mut pieces = Vec::new();
    for number in 0..writer.choices.below(6) {
        pieces.push(define(&mut writer, number));
    }
    for number in 0..3 + writer.choices.below(8) {
        let piece = match writer.choices.below(10) {
            0..5 => probe(&mut writer, number),
            5..7 => shaped(&mut writer, number),
            _ => {
                let mut block = String::new();
                let mut budget = 12;
                statements(&mut writer, &mut block, 0, &mut budget, Place::default());
                guarded(&block, number)
            }
        };
        pieces.push(piece);
    }
    if writer.choices.one_in(12) {
        let kind = *writer.choices.pick(KINDS);
        pieces.push(format!("{}\n", writer.expression(kind, 3)));
    }
    pieces
}

/// A variable of the program.
fn define(writer: &mut Writer<'_>, number: usize) -> String {
    let kind = *writer.choices.pick(KINDS);
    let value = writer.expression(kind, 1);
    let fallback = writer.atom(kind);
    let name = format!("v{number}");
    writer.variables.push(Variable { name: name.clone(), kind });
    format!("try:\n    {name} = {value}\nexcept Exception as e:\n    {name} = {fallback}\n")
}

/// What an expression gives, or the exception that it raises.
fn probe(writer: &mut Writer<'_>, number: usize) -> String {
    let kind = *writer.choices.pick(KINDS);
    let value = writer.expression(kind, 3);
    let shown = if matches!(kind, b'S' | b'T') { "sorted(r)" } else { "r" };
    guarded(&format!("r = {value}\nprint({shown}, type(r).__name__)\n"), number)
}

/// A definition with calls, from the table of shapes.
fn shaped(writer: &mut Writer<'_>, number: usize) -> String {
    let shape = *writer.choices.pick(shapes::SHAPES);
    let text = writer.fill(shape, 1);
    guarded(&text, number)
}

fn guarded(block: &str, number: usize) -> String {
    let mut text = format!("print('--', {number})\ntry:\n");
    for line in block.lines() {
        text.push_str("    ");
        text.push_str(line);
        text.push('\n');
    }
    text.push_str("except Exception as e:\n    print(type(e).__name__, '|', e)\n");
    text
}

/// Where a statement stands.
#[derive(Clone, Copy, Default)]
struct Place {
    in_loop: bool,
    in_function: bool,
}

/// Some statements at a depth; `budget` bounds how many there are in all.
fn statements(writer: &mut Writer<'_>, text: &mut String, depth: usize, budget: &mut usize, place: Place) {
    for _ in 0..1 + writer.choices.below(4) {
        if *budget == 0 {
            break;
        }
        *budget -= 1;
        statement(writer, text, depth, budget, place);
    }
    line(text, depth, &format!("print({}, 'end')", visible(writer)));
}

fn line(text: &mut String, depth: usize, statement: &str) {
    for _ in 0..depth {
        text.push_str("    ");
    }
    text.push_str(statement);
    text.push('\n');
}

/// A variable to show, or a number.
fn visible(writer: &mut Writer<'_>) -> String {
    let known: Vec<usize> = (0..writer.variables.len())
        .filter(|place| !matches!(writer.variables[*place].kind, b'S' | b'T'))
        .collect();
    if known.is_empty() {
        return "0".to_owned();
    }
    let place = *writer.choices.pick(&known);
    writer.variables[place].name.clone()
}

/// A name to write to: one that is there, or a new one.
fn target(writer: &mut Writer<'_>, kind: u8) -> String {
    let known: Vec<usize> =
        (0..writer.variables.len()).filter(|place| writer.variables[*place].kind == kind).collect();
    if !known.is_empty() && writer.choices.below(2) == 0 {
        let place = *writer.choices.pick(&known);
        return writer.variables[place].name.clone();
    }
    let name = format!("w{}", writer.variables.len());
    writer.variables.push(Variable { name: name.clone(), kind });
    name
}

const CHANGES: &[&str] = &[
    "$v.append($i)",
    "$v += [$i]",
    "$v *= $n",
    "$v.insert($i, $i)",
    "$v.pop($n)",
    "$v.sort()",
    "$v.reverse()",
    "$v[$n] = $i",
    "$v[$n:$n] = $l",
    "del $v[$n]",
    "del $v[:$n]",
    "$v.extend($l)",
    "$v.remove($i)",
    "$v.clear()",
    "$v[::2] = $l",
    "$v.sort(key=lambda x: -x)",
    "$v.sort(reverse=$b)",
];

const DICT_CHANGES: &[&str] = &[
    "$v[$s] = $i",
    "$v.update($d)",
    "$v.pop($s, None)",
    "del $v[$s]",
    "$v.setdefault($s, $i)",
    "$v |= $d",
    "$v.clear()",
    "$v.popitem()",
    "$v[$c] = $v.get($c, 0) + 1",
    "$v[$s] += $i",
];

const STEPS: &[&str] = &[
    "$v += $i",
    "$v -= $i",
    "$v *= $n",
    "$v //= $i",
    "$v %= $i",
    "$v ^= $i",
    "$v <<= $n",
    "$v **= 2",
    "$v |= $i",
];

fn statement(writer: &mut Writer<'_>, text: &mut String, depth: usize, budget: &mut usize, place: Place) {
    let inner = depth + 1;
    let choice = if depth > 3 { writer.choices.below(6) } else { writer.choices.below(18) };
    match choice {
        0 | 1 => {
            let kind = *writer.choices.pick(KINDS);
            let value = writer.expression(kind, 2);
            let name = target(writer, kind);
            line(text, depth, &format!("{name} = {value}"));
        }
        2 => {
            let (kind, changes) =
                *writer.choices.pick(&[(b'l', CHANGES), (b'd', DICT_CHANGES), (b'i', STEPS)]);
            let name = target(writer, kind);
            let change = writer.choices.pick(changes).replace("$v", &name);
            let change = writer.fill(&change, 1);
            line(text, depth, &change);
        }
        3 => {
            let kind = *writer.choices.pick(KINDS);
            let value = writer.expression(kind, 2);
            let shown = if matches!(kind, b'S' | b'T') { format!("sorted({value})") } else { value };
            line(text, depth, &format!("print({shown})"));
        }
        4 => {
            let template = *writer.choices.pick(&[
                "a0, *b0 = $l",
                "a0, b0 = $t",
                "*a0, b0 = $s",
                "a0, (b0, c0) = $i, $t",
                "[a0, b0] = $L",
                "a0 = b0 = $x",
                "a0: int = $i",
                "b0, a0 = $x, $x",
                "assert $b, $s",
                "a0 = [b0 := $i, b0 + 1]",
                "(a0), b0 = $m",
            ]);
            let unpacking = writer.fill(template, 1);
            line(text, depth, "a0 = b0 = c0 = 0");
            line(text, depth, &unpacking);
            if !unpacking.starts_with("assert") {
                line(text, depth, "print(a0, b0, c0)");
            }
        }
        5 if place.in_loop => {
            let jump: &str = writer.choices.pick::<&str>(&["break", "continue"]);
            line(text, depth, jump);
        }
        5 if place.in_function => {
            let value = writer.expression(b'x', 1);
            line(text, depth, &format!("return {value}"));
        }
        5 => {
            let template = *writer.choices.pick(&[
                "raise ValueError($s)",
                "raise KeyError($x)",
                "raise TypeError",
                "raise RuntimeError($i, $s)",
                "raise ValueError($s) from KeyError($i)",
                "raise IndexError()",
                "raise StopIteration($i)",
                "raise ZeroDivisionError('x')",
            ]);
            let raising = writer.fill(template, 1);
            line(text, depth, &raising);
        }
        6 | 7 => {
            let test = writer.expression(b'b', 2);
            line(text, depth, &format!("if {test}:"));
            statements(writer, text, inner, budget, place);
            if writer.choices.below(2) == 0 {
                let test = writer.expression(b'x', 1);
                line(text, depth, &format!("elif {test}:"));
                statements(writer, text, inner, budget, place);
            }
            if writer.choices.below(2) == 0 {
                line(text, depth, "else:");
                statements(writer, text, inner, budget, place);
            }
        }
        8..11 => {
            let head = *writer.choices.pick(&[
                ("x0", "$l[:4]", b'i'),
                ("x0", "$s[:4]", b's'),
                ("x0", "range($n)", b'i'),
                ("x0, y0", "enumerate($L[:3])", b'i'),
                ("x0", "$L[:3]", b's'),
                ("x0, y0", "list($d.items())", b's'),
                ("x0, y0", "zip($l, $s)", b'i'),
                ("x0", "sorted($S)", b'i'),
                ("x0", "list($d)", b's'),
                ("x0", "reversed($l[:3])", b'i'),
                ("x0, *y0", "$m[:3]", b'x'),
            ]);
            let iterable = writer.fill(head.1, 1);
            line(text, depth, &format!("for {} in {iterable}:", head.0));
            writer.variables.push(Variable { name: "x0".to_owned(), kind: head.2 });
            statements(writer, text, inner, budget, Place { in_loop: true, ..place });
            if writer.choices.one_in(3) {
                line(text, depth, "else:");
                statements(writer, text, inner, budget, place);
            }
        }
        11 => {
            let counter = format!("n{depth}");
            let test = writer.expression(b'b', 1);
            line(text, depth, &format!("{counter} = {}", writer.choices.below(5)));
            line(text, depth, &format!("while {counter} > 0 and ({test} or {counter} > 1):"));
            line(text, inner, &format!("{counter} -= 1"));
            statements(writer, text, inner, budget, Place { in_loop: true, ..place });
        }
        12 | 13 => {
            line(text, depth, "try:");
            statements(writer, text, inner, budget, place);
            let class = *writer.choices.pick(&[
                "Exception",
                "ValueError",
                "(KeyError, IndexError)",
                "TypeError",
                "ArithmeticError",
                "LookupError",
                "AttributeError",
            ]);
            line(text, depth, &format!("except {class} as err:"));
            line(text, inner, "print(type(err).__name__, '|', err, '|', err.args)");
            statements(writer, text, inner, budget, place);
            if writer.choices.one_in(3) {
                line(text, depth, "else:");
                statements(writer, text, inner, budget, place);
            }
            if writer.choices.one_in(3) {
                line(text, depth, "finally:");
                line(text, inner, "print('finally')");
            }
        }
        14 | 15 => {
            let default = writer.expression(b'i', 1);
            line(text, depth, &format!("def f{depth}(p0, p1={default}, *rest, k0=None):"));
            let parameters = [("p0", b's'), ("p1", b'i')];
            let parameters = parameters.map(|(name, kind)| Variable { name: name.to_owned(), kind });
            let outside = std::mem::replace(&mut writer.variables, parameters.into());
            statements(writer, text, inner, budget, Place { in_function: true, in_loop: false });
            writer.variables = outside;
            let call = *writer.choices.pick(&[
                "($s)",
                "($s, $i)",
                "($s, k0=$x)",
                "(*$L)",
                "($x, $i, $i)",
                "()",
                "(p0=$s, p1=$i)",
                "(**{'p0': $s})",
                "($s, k1=1)",
            ]);
            let call = writer.fill(call, 1);
            line(text, depth, &format!("print(f{depth}{call})"));
        }
        16 => {
            let subject = writer.expression(b'x', 1);
            line(text, depth, &format!("match {subject}:"));
            for _ in 0..1 + writer.choices.below(3) {
                let pattern = *writer.choices.pick(&[
                    "$n",
                    "'a'",
                    "int()",
                    "str() as m0",
                    "[]",
                    "[m0]",
                    "[m0, *_]",
                    "(m0, m1)",
                    "{'a': m0}",
                    "{'a': m0, **m1}",
                    "None",
                    "True",
                    "int(m0) | float(m0)",
                    "[1, m0] | [m0, 2]",
                    "datetime()",
                    "{}",
                    "[int(), *m0]",
                    "1.5",
                    "list()",
                    "dict() as m0",
                    "(1 | 2 | 3) as m0",
                    "[[m0, *_], *_]",
                ]);
                let pattern = writer.fill(pattern, 0);
                let guard = if writer.choices.one_in(4) {
                    format!(" if {}", writer.expression(b'b', 1))
                } else {
                    String::new()
                };
                line(text, inner, &format!("case {pattern}{guard}:"));
                line(text, inner + 1, &format!("print({:?})", pattern.replace('\'', "")));
            }
            line(text, inner, "case _:");
            line(text, inner + 1, "print('other')");
        }
        _ => {
            let shape = *writer.choices.pick(shapes::SHAPES);
            let filled = writer.fill(shape, 1);
            for part in filled.lines() {
                line(text, depth, part);
            }
        }
    }
}
