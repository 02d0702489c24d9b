//! Modules that are written in the plan language: `bisect`, `calendar`, `heapq`. What a plan uses of them is compiled
//! with it, as functions of the prelude, and runs by the rules for functions of a plan.

use std::collections::BTreeSet;

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    AtomicNodeIndex, Expr, ExprContext, ExprName, ExprTuple, Identifier, ModModule, Stmt, StmtAssign,
    StmtPass,
};
use ruff_text_size::TextRange;

use crate::value::Module;

/// A module: its name, what it defines, and the text that defines it, where `NAME` stands as `_prelude_MODULE_NAME`.
struct Written {
    name: &'static str,
    members: &'static [&'static str],
    text: &'static str,
}

const BISECT: Written = Written {
    name: "bisect",
    members: &["bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right"],
    text: "
def _prelude_bisect_bisect_right(a, x, lo=0, hi=None, *, key=None):
    if lo < 0:
        raise ValueError('lo must be non-negative')
    if hi is None:
        hi = len(a)
    while lo < hi:
        middle = (lo + hi) // 2
        if x < (a[middle] if key is None else key(a[middle])):
            hi = middle
        else:
            lo = middle + 1
    return lo
def _prelude_bisect_bisect_left(a, x, lo=0, hi=None, *, key=None):
    if lo < 0:
        raise ValueError('lo must be non-negative')
    if hi is None:
        hi = len(a)
    while lo < hi:
        middle = (lo + hi) // 2
        if (a[middle] if key is None else key(a[middle])) < x:
            lo = middle + 1
        else:
            hi = middle
    return lo
def _prelude_bisect_insort_right(a, x, lo=0, hi=None, *, key=None):
    a.insert(_prelude_bisect_bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)
def _prelude_bisect_insort_left(a, x, lo=0, hi=None, *, key=None):
    a.insert(_prelude_bisect_bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)
def _prelude_bisect_bisect(a, x, lo=0, hi=None, *, key=None):
    return _prelude_bisect_bisect_right(a, x, lo, hi, key=key)
def _prelude_bisect_insort(a, x, lo=0, hi=None, *, key=None):
    _prelude_bisect_insort_right(a, x, lo, hi, key=key)
",
};

const CALENDAR: Written = Written {
    name: "calendar",
    members: &[
        "FRIDAY",
        "February",
        "January",
        "MONDAY",
        "SATURDAY",
        "SUNDAY",
        "THURSDAY",
        "TUESDAY",
        "WEDNESDAY",
        "day_abbr",
        "day_name",
        "isleap",
        "leapdays",
        "month_abbr",
        "month_name",
        "monthcalendar",
        "monthrange",
        "weekday",
    ],
    text: "
_prelude_calendar_MONDAY = 0
_prelude_calendar_TUESDAY = 1
_prelude_calendar_WEDNESDAY = 2
_prelude_calendar_THURSDAY = 3
_prelude_calendar_FRIDAY = 4
_prelude_calendar_SATURDAY = 5
_prelude_calendar_SUNDAY = 6
_prelude_calendar_January = 1
_prelude_calendar_February = 2
_prelude_calendar_day_name = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
_prelude_calendar_day_abbr = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
_prelude_calendar_month_name = ['', 'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', \
           'September', 'October', 'November', 'December']
_prelude_calendar_month_abbr = ['', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', \
           'Dec']
def _prelude_calendar_isleap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
def _prelude_calendar_leapdays(y1, y2):
    y1 -= 1
    y2 -= 1
    return (y2 // 4 - y1 // 4) - (y2 // 100 - y1 // 100) + (y2 // 400 - y1 // 400)
def _prelude_calendar_length(year, month):
    if month == 2:
        return 29 if _prelude_calendar_isleap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31
def _prelude_calendar_weekday(year, month, day):
    if not 1 <= month <= 12:
        raise ValueError('month must be in 1..12')
    if not 1 <= day <= _prelude_calendar_length(year, month):
        raise ValueError('day is out of range for month')
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400 + day
    for earlier in range(1, month):
        days += _prelude_calendar_length(year, earlier)
    return (days + 6) % 7
def _prelude_calendar_monthrange(year, month):
    if not 1 <= month <= 12:
        raise ValueError(f'bad month number {month!r}; must be 1-12')
    return (_prelude_calendar_weekday(year, month, 1), _prelude_calendar_length(year, month))
def _prelude_calendar_monthcalendar(year, month):
    first, length = _prelude_calendar_monthrange(year, month)
    days = [0] * first + list(range(1, length + 1))
    days += [0] * (-len(days) % 7)
    return [days[place:place + 7] for place in range(0, len(days), 7)]
",
};

const HEAPQ: Written = Written {
    name: "heapq",
    members: &["heapify", "heappop", "heappush", "heappushpop", "heapreplace", "nlargest", "nsmallest"],
    text: "
def _prelude_heapq_rise(heap, top, place):
    item = heap[place]
    while place > top:
        above = (place - 1) // 2
        if not item < heap[above]:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = item
def _prelude_heapq_sink(heap, place):
    top = place
    item = heap[place]
    below = 2 * place + 1
    while below < len(heap):
        if below + 1 < len(heap) and not heap[below] < heap[below + 1]:
            below += 1
        heap[place] = heap[below]
        place = below
        below = 2 * place + 1
    heap[place] = item
    _prelude_heapq_rise(heap, top, place)
def _prelude_heapq_heappush(heap, item):
    heap.append(item)
    _prelude_heapq_rise(heap, 0, len(heap) - 1)
def _prelude_heapq_heappop(heap):
    if not heap:
        raise IndexError('index out of range')
    last = heap.pop()
    if not heap:
        return last
    first = heap[0]
    heap[0] = last
    _prelude_heapq_sink(heap, 0)
    return first
def _prelude_heapq_heapreplace(heap, item):
    if not heap:
        raise IndexError('index out of range')
    first = heap[0]
    heap[0] = item
    _prelude_heapq_sink(heap, 0)
    return first
def _prelude_heapq_heappushpop(heap, item):
    if heap and heap[0] < item:
        return _prelude_heapq_heapreplace(heap, item)
    return item
def _prelude_heapq_heapify(heap):
    for place in range(len(heap) // 2 - 1, -1, -1):
        _prelude_heapq_sink(heap, place)
def _prelude_heapq_nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]
def _prelude_heapq_nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:max(n, 0)]
",
};

const MODULES: [&Written; 3] = [&BISECT, &CALENDAR, &HEAPQ];

/// The names of all modules that a plan may import, in alphabetical order.
pub(crate) fn importable() -> Vec<&'static str> {
    let built_in = Module::ALL.iter().map(|(name, _)| *name);
    let all: BTreeSet<&str> = built_in.chain(MODULES.iter().map(|module| module.name)).collect();
    all.into_iter().collect()
}

/// What the module of that name defines, if it is one that is written in the plan language.
pub(crate) fn members(name: &str) -> Option<&'static [&'static str]> {
    MODULES.iter().find(|module| module.name == name).map(|module| module.members)
}

/// Lets a plan's uses of these modules stand for functions of the prelude, and gives the text that defines these.
pub(super) fn rewrite(source: &str, plan: &mut ModModule) -> String {
    let mut text = String::new();
    for module in MODULES.iter().filter(|module| source.contains(module.name)) {
        let uses = Uses::of(module, plan);
        if !uses.imports || !uses.are_known() {
            // What is not known is left as it stands, and refused as the import of an unknown module is.
            continue;
        }
        let rewriter = Rewriter { module, names: &uses.names };
        plan.body.iter_mut().for_each(|stmt| rewriter.visit_stmt(stmt));
        text.push_str(module.text);
    }
    text
}

/// How a plan uses a module.
struct Uses<'m> {
    module: &'m Written,
    imports: bool,
    /// What the plan calls the module.
    names: BTreeSet<String>,
    /// Names that are bound, or read on their own.
    other: BTreeSet<String>,
    /// Attributes that are read of names.
    read: Vec<(String, String)>,
}

/// Whether a plan binds a name, or reads it other than for one of its attributes.
pub(super) fn is_other(name: &str, plan: &ModModule) -> bool {
    Uses::of(&Written { name: "", members: &[], text: "" }, plan).other.contains(name)
}

impl Uses<'_> {
    fn of<'m>(module: &'m Written, plan: &ModModule) -> Uses<'m> {
        let mut uses =
            Uses { module, imports: false, names: BTreeSet::new(), other: BTreeSet::new(), read: Vec::new() };
        uses.visit_body(&plan.body);
        uses
    }

    /// Whether the names of the module stand for it alone, and all that is read of it is there.
    fn are_known(&self) -> bool {
        let is_there = |name: &str| self.module.members.contains(&name);
        self.names.is_disjoint(&self.other)
            && self.read.iter().all(|(name, attribute)| !self.names.contains(name) || is_there(attribute))
    }

    fn binds(&mut self, name: &Identifier) {
        self.other.insert(name.to_string());
    }
}

impl<'a> Visitor<'a> for Uses<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Import(import) => {
                for alias in &import.names {
                    let bound = alias.asname.as_ref().unwrap_or(&alias.name);
                    if alias.name.as_str() == self.module.name {
                        self.imports = true;
                        self.names.insert(bound.to_string());
                    } else {
                        self.binds(bound);
                    }
                }
            }
            Stmt::ImportFrom(import) => {
                if is_from(import.module.as_ref(), self.module) {
                    self.imports = true;
                    // One that is not there is like an attribute that is not.
                    let there = |name: &Identifier| self.module.members.contains(&name.as_str());
                    if !import.names.iter().all(|alias| there(&alias.name)) {
                        self.names.insert(String::new());
                        self.other.insert(String::new());
                    }
                }
                import
                    .names
                    .iter()
                    .for_each(|alias| self.binds(alias.asname.as_ref().unwrap_or(&alias.name)));
            }
            Stmt::FunctionDef(function) => {
                self.binds(&function.name);
            }
            Stmt::ClassDef(class) => self.binds(&class.name),
            Stmt::Global(stmt) => stmt.names.iter().for_each(|name| self.binds(name)),
            Stmt::Nonlocal(stmt) => stmt.names.iter().for_each(|name| self.binds(name)),
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_parameter(&mut self, parameter: &'a ruff_python_ast::Parameter) {
        self.binds(&parameter.name);
        visitor::walk_parameter(self, parameter);
    }

    fn visit_except_handler(&mut self, handler: &'a ruff_python_ast::ExceptHandler) {
        let ruff_python_ast::ExceptHandler::ExceptHandler(inner) = handler;
        inner.name.iter().for_each(|name| self.binds(name));
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a ruff_python_ast::Pattern) {
        use ruff_python_ast::Pattern;
        let name = match pattern {
            Pattern::MatchAs(pattern) => pattern.name.as_ref(),
            Pattern::MatchStar(pattern) => pattern.name.as_ref(),
            Pattern::MatchMapping(pattern) => pattern.rest.as_ref(),
            _ => None,
        };
        name.into_iter().for_each(|name| self.binds(name));
        visitor::walk_pattern(self, pattern);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Attribute(attribute) => {
                if let Expr::Name(name) = &*attribute.value {
                    let written = !matches!(attribute.ctx, ExprContext::Load);
                    if written {
                        self.other.insert(name.id.to_string());
                    }
                    self.read.push((name.id.to_string(), attribute.attr.to_string()));
                    return;
                }
            }
            Expr::Name(name) => {
                self.other.insert(name.id.to_string());
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}

fn is_from(name: Option<&Identifier>, module: &Written) -> bool {
    name.is_some_and(|name| name.as_str() == module.name)
}

struct Rewriter<'m> {
    module: &'m Written,
    names: &'m BTreeSet<String>,
}

impl Rewriter<'_> {
    fn function(&self, name: &str, range: TextRange) -> Expr {
        let id = format!("_prelude_{}_{name}", self.module.name);
        Expr::Name(ExprName {
            node_index: AtomicNodeIndex::NONE,
            range,
            id: id.into(),
            ctx: ExprContext::Load,
        })
    }
}

impl Transformer for Rewriter<'_> {
    fn visit_stmt(&self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Import(import) => {
                import.names.retain(|alias| alias.name.as_str() != self.module.name);
                if import.names.is_empty() {
                    *stmt = Stmt::Pass(StmtPass { node_index: AtomicNodeIndex::NONE, range: import.range });
                }
            }
            Stmt::ImportFrom(import) if is_from(import.module.as_ref(), self.module) => {
                // `from heapq import heappush as push`: a name for the function.
                let range = import.range;
                let (mut targets, mut values): (Vec<Expr>, Vec<Expr>) = import
                    .names
                    .iter()
                    .map(|alias| {
                        let bound = alias.asname.as_ref().unwrap_or(&alias.name);
                        let target = Expr::Name(ExprName {
                            node_index: AtomicNodeIndex::NONE,
                            range: alias.range,
                            id: bound.id.clone(),
                            ctx: ExprContext::Store,
                        });
                        (target, self.function(alias.name.as_str(), alias.range))
                    })
                    .unzip();
                let joined = |elts: Vec<Expr>, ctx: ExprContext| {
                    Expr::Tuple(ExprTuple {
                        node_index: AtomicNodeIndex::NONE,
                        range,
                        elts,
                        ctx,
                        parenthesized: false,
                    })
                };
                let (target, value) = match (targets.pop(), values.pop()) {
                    (Some(target), Some(value)) if targets.is_empty() => (target, value),
                    (target, value) => {
                        targets.extend(target);
                        values.extend(value);
                        (joined(targets, ExprContext::Store), joined(values, ExprContext::Load))
                    }
                };
                *stmt = Stmt::Assign(StmtAssign {
                    node_index: AtomicNodeIndex::NONE,
                    range,
                    targets: vec![target],
                    value: Box::new(value),
                });
            }
            _ => {}
        }
        transformer::walk_stmt(self, stmt);
    }

    fn visit_expr(&self, expr: &mut Expr) {
        if let Expr::Attribute(attribute) = expr
            && let Expr::Name(name) = &*attribute.value
            && self.names.contains(name.id.as_str())
        {
            *expr = self.function(attribute.attr.as_str(), attribute.range);
            return;
        }
        transformer::walk_expr(self, expr);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_defines_its_members() {
        for module in MODULES {
            assert!(ruff_python_parser::parse_module(module.text).is_ok(), "{}", module.name);
            for member in module.members {
                let name = format!("_prelude_{}_{member}", module.name);
                let defined = [format!("\ndef {name}("), format!("\n{name} = ")];
                assert!(defined.iter().any(|definition| module.text.contains(definition)), "{name}");
            }
        }
    }
}
