//! Straight-line programs, and which of their values are computed from untrusted data, by an interpreter that knows
//! nothing but where things are kept.

use std::collections::BTreeMap;

use super::program::Statement;
use super::random::Random;

/// Whether a text is computed from untrusted data.
type Tainted = bool;

/// What is kept at a place: each item's taint.
#[derive(Clone, Debug, Default)]
struct Kept {
    items: Vec<Tainted>,
}

/// A program under way, and what its variables hold.
#[derive(Default)]
pub struct Straight {
    pub plan: Vec<Statement>,
    texts: BTreeMap<String, Tainted>,
    /// Lists, by the place that a name stands for.
    lists: BTreeMap<String, usize>,
    /// Dictionaries with the keys `k0`, `k1`, ...
    tables: BTreeMap<String, usize>,
    heap: Vec<Kept>,
    names: usize,
}

impl Straight {
    pub fn draw(random: &mut Random, size: usize) -> Straight {
        let mut straight = Straight::default();
        straight.run("u = get_variable(\"u\")");
        straight.texts.insert("u".to_owned(), true);
        straight.run("t = \"be\"");
        straight.texts.insert("t".to_owned(), false);
        straight.plan.push(Statement::block("def first(a, b):", vec![Statement::line("return a")]));
        straight.plan.push(Statement::block("def both(a, b):", vec![Statement::line("return f\"{b}{a}\"")]));
        straight
            .plan
            .push(Statement::block("def put(to, a, b=None):", vec![Statement::line("to.append(a)")]));
        for _ in 0..size {
            straight.step(random);
        }
        straight
    }

    /// The variables, and whether anything in each is computed from untrusted data.
    pub fn expected(&self) -> BTreeMap<String, Tainted> {
        let containers = self.lists.iter().chain(&self.tables);
        let deep = containers.map(|(name, place)| (name.clone(), self.heap[*place].items.contains(&true)));
        self.texts.iter().map(|(name, tainted)| (name.clone(), *tainted)).chain(deep).collect()
    }

    fn run(&mut self, line: &str) {
        self.plan.push(Statement::line(line));
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn text(&self, random: &mut Random) -> (String, Tainted) {
        let known: Vec<_> = self.texts.iter().collect();
        let (name, tainted) = random.pick(&known);
        ((*name).clone(), **tainted)
    }

    fn place(random: &mut Random, of: &BTreeMap<String, usize>) -> Option<(String, usize)> {
        let known: Vec<_> = of.iter().collect();
        (!known.is_empty()).then(|| random.pick(&known)).map(|(name, place)| ((*name).clone(), **place))
    }

    fn keep(&mut self, items: Vec<Tainted>) -> usize {
        self.heap.push(Kept { items });
        self.heap.len() - 1
    }

    fn step(&mut self, random: &mut Random) {
        let (a, b) = (self.text(random), self.text(random));
        let list = Self::place(random, &self.lists);
        let table = Self::place(random, &self.tables);
        match (random.below(20), list, table) {
            (0, ..) => self.set("\"al\"", false, random),
            (1, ..) => self.set(&format!("{} + {}", a.0, b.0), a.1 || b.1, random),
            (2, ..) => self.set(&format!("{}.upper()", a.0), a.1, random),
            (3, ..) => self.set(&format!("f\"{{{}}}-{{len({})}}\"", a.0, b.0), a.1 || b.1, random),
            (4, ..) => self.set(&format!("first({}, {})", a.0, b.0), a.1, random),
            (5, ..) => self.set(&format!("both(b={}, a={})", a.0, b.0), a.1 || b.1, random),
            (6, ..) => {
                let name = self.fresh("l");
                self.run(&format!("{name} = [{}, {}]", a.0, b.0));
                let place = self.keep(vec![a.1, b.1]);
                self.lists.insert(name, place);
            }
            (7, ..) => {
                let name = self.fresh("d");
                self.run(&format!("{name} = {{\"k0\": {}, \"k1\": {}}}", a.0, b.0));
                let place = self.keep(vec![a.1, b.1]);
                self.tables.insert(name, place);
            }
            (8, ..) if a.0 != b.0 => {
                self.run(&format!("{0}, {1} = {1}, {0}", a.0, b.0));
                self.texts.insert(a.0, b.1);
                self.texts.insert(b.0, a.1);
            }
            (9, Some((name, place)), _) => {
                let alias = self.fresh("l");
                self.run(&format!("{alias} = {name}"));
                self.lists.insert(alias, place);
            }
            (10, Some((name, place)), _) => {
                self.run(&format!("{name}.append({})", a.0));
                self.heap[place].items.push(a.1);
            }
            (11, Some((name, place)), _) => {
                self.run(&format!("put({name}, {}, {})", a.0, b.0));
                self.heap[place].items.push(a.1);
            }
            (12, Some((name, place)), _) => {
                let at = random.below(self.heap[place].items.len());
                if self.heap[place].items.is_empty() {
                    return;
                }
                self.run(&format!("{name}[{at}] = {}", a.0));
                self.heap[place].items[at] = a.1;
            }
            (13, Some((name, place)), _) if !self.heap[place].items.is_empty() => {
                let at = random.below(self.heap[place].items.len());
                let tainted = self.heap[place].items[at];
                self.set(&format!("{name}[{at}]"), tainted, random);
            }
            (14, Some((name, place)), _) if !self.heap[place].items.is_empty() => {
                let tainted = self.heap[place].items.pop().unwrap_or_default();
                self.set(&format!("{name}.pop()"), tainted, random);
            }
            (15, Some((name, place)), _) => {
                let tainted = self.heap[place].items.contains(&true);
                self.set(&format!("\"-\".join({name})"), tainted, random);
            }
            (16, Some((name, _)), _) => self.set(&format!("str(len({name}))"), false, random),
            (17, _, Some((name, place))) => {
                let at = random.below(2);
                self.run(&format!("{name}[\"k{at}\"] = {}", a.0));
                self.heap[place].items[at] = a.1;
            }
            (18, _, Some((name, place))) => {
                let at = random.below(2);
                let tainted = self.heap[place].items[at];
                self.set(&format!("{name}[\"k{at}\"]"), tainted, random);
            }
            (_, Some((name, place)), Some((table, other))) => {
                let joined = self.fresh("l");
                self.run(&format!("{joined} = {name} + [v for v in {table}.values()]"));
                let items = [self.heap[place].items.clone(), self.heap[other].items.clone()].concat();
                let kept = self.keep(items);
                self.lists.insert(joined, kept);
            }
            _ => self.set(&a.0.clone(), a.1, random),
        }
    }

    /// Gives a text to a new variable, or to one that holds another.
    fn set(&mut self, value: &str, tainted: Tainted, random: &mut Random) {
        let known: Vec<String> = self.texts.keys().cloned().collect();
        let name = if random.chance(40) { random.pick(&known).clone() } else { self.fresh("s") };
        self.run(&format!("{name} = {value}"));
        self.texts.insert(name, tainted);
    }
}
