//! A pattern as a program for the matcher: a list of instructions, as long as the pattern whatever its repetitions.

use super::set::{Case, Set};
use super::tree::{At, Greed, Node, Width, width};
use crate::error::{ExcKind, PyError, PyResult};

/// What one character is tested by.
#[derive(Clone, Copy, Debug)]
pub(super) enum One {
    Char(char),
    /// A character that no text has.
    Never,
    Any {
        newline: bool,
    },
    /// The set of that number.
    Set(usize),
}

/// One step of the matcher. Places in the program are indexes into it.
#[derive(Clone, Debug)]
pub(super) enum Inst {
    /// Takes one character.
    One(One),
    /// Asserts a place.
    At(At),
    /// Notes the place in a slot: two for each group, its start and its end.
    Save(usize),
    /// Goes on, and if that fails at the other place.
    Split(usize),
    /// Goes on at the other place, and if that fails here.
    SplitLater(usize),
    Jump(usize),
    /// Takes `min` to `max` characters.
    Repeat {
        one: One,
        min: usize,
        max: usize,
        greed: Greed,
    },
    /// Starts the count of a loop.
    LoopStart(usize),
    /// The head of a loop: another round, or on at `exit`.
    Loop {
        index: usize,
        min: u32,
        max: u32,
        lazy: bool,
        exit: usize,
    },
    /// Looks ahead, or `behind` characters back, with the instructions up to `end`.
    Look {
        negated: bool,
        behind: usize,
        end: usize,
    },
    /// The end of a look.
    LookEnd {
        negated: bool,
    },
    /// Starts what has no second try.
    Atomic,
    AtomicEnd,
    /// Takes the text of a group again.
    Reference {
        group: usize,
        case: Case,
    },
    /// Goes on if a group matched, else at the other place.
    IfGroup {
        group: usize,
        otherwise: usize,
    },
    /// The whole pattern matched.
    Match,
}

/// The program of a pattern.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) insts: Vec<Inst>,
    pub(super) sets: Vec<Set>,
    /// How many loops keep a count.
    pub(super) loops: usize,
    /// What the first character of every match passes, where that is known.
    pub(super) first: Option<One>,
    /// Whether a match can start only where the text does.
    pub(super) anchored: bool,
}

/// Makes the program. `re.error` for a look-behind without a fixed width.
pub(super) fn compile(sequence: &[Node], groups: &[Option<Width>]) -> PyResult<Program> {
    let program = Program { insts: Vec::new(), sets: Vec::new(), loops: 0, first: None, anchored: false };
    let mut compiler = Compiler { program, groups };
    compiler.sequence(sequence)?;
    compiler.push(Inst::Match);
    let mut program = compiler.program;
    for inst in &program.insts {
        match inst {
            Inst::Save(_) => {}
            Inst::One(one) => program.first = Some(*one),
            Inst::Repeat { one, min, .. } if *min > 0 => program.first = Some(*one),
            Inst::At(At::Start) => program.anchored = true,
            _ => {}
        }
        if !matches!(inst, Inst::Save(_)) {
            break;
        }
    }
    Ok(program)
}

struct Compiler<'a> {
    program: Program,
    groups: &'a [Option<Width>],
}

impl Compiler<'_> {
    fn push(&mut self, inst: Inst) -> usize {
        self.program.insts.push(inst);
        self.program.insts.len() - 1
    }

    fn here(&self) -> usize {
        self.program.insts.len()
    }

    /// Sets the other place of the instruction at `at` to here.
    fn patch(&mut self, at: usize) {
        let here = self.here();
        if let Some(
            Inst::Split(place)
            | Inst::SplitLater(place)
            | Inst::Jump(place)
            | Inst::Loop { exit: place, .. }
            | Inst::Look { end: place, .. }
            | Inst::IfGroup { otherwise: place, .. },
        ) = self.program.insts.get_mut(at)
        {
            *place = here;
        }
    }

    fn one(&mut self, node: &Node) -> Option<One> {
        Some(match node {
            Node::Literal(code) => match char::from_u32(*code) {
                Some(c) => One::Char(c),
                None => One::Never,
            },
            Node::Any { newline } => One::Any { newline: *newline },
            Node::Set(set) => {
                self.program.sets.push((**set).clone());
                One::Set(self.program.sets.len() - 1)
            }
            _ => return None,
        })
    }

    fn sequence(&mut self, sequence: &[Node]) -> PyResult<()> {
        sequence.iter().try_for_each(|node| self.node(node))
    }

    fn node(&mut self, node: &Node) -> PyResult<()> {
        if let Some(one) = self.one(node) {
            self.push(Inst::One(one));
            return Ok(());
        }
        match node {
            Node::Literal(_) | Node::Any { .. } | Node::Set(_) => {}
            Node::At(at) => {
                self.push(Inst::At(*at));
            }
            Node::Group(None, body) => self.sequence(body)?,
            Node::Group(Some(group), body) => {
                self.push(Inst::Save(group * 2));
                self.sequence(body)?;
                self.push(Inst::Save(group * 2 + 1));
            }
            Node::Repeat { min, max, greed, body } => self.repeat(*min, *max, *greed, body)?,
            Node::Branch(arms) => {
                let mut exits = Vec::new();
                for (index, arm) in arms.iter().enumerate() {
                    if index + 1 == arms.len() {
                        self.sequence(arm)?;
                        break;
                    }
                    let split = self.push(Inst::Split(0));
                    self.sequence(arm)?;
                    exits.push(self.push(Inst::Jump(0)));
                    self.patch(split);
                }
                exits.into_iter().for_each(|exit| self.patch(exit));
            }
            Node::Look { negated, behind, body } => {
                let mut back = 0;
                if *behind {
                    let (low, high) = width(body, self.groups);
                    if low > u64::from(u32::MAX) {
                        return Err(PyError::new(ExcKind::RegexError, "looks too much behind"));
                    }
                    if low != high {
                        return Err(PyError::new(
                            ExcKind::RegexError,
                            "look-behind requires fixed-width pattern",
                        ));
                    }
                    back = low as usize;
                }
                let look = self.push(Inst::Look { negated: *negated, behind: back, end: 0 });
                self.sequence(body)?;
                self.push(Inst::LookEnd { negated: *negated });
                self.patch(look);
            }
            Node::Atomic(body) => {
                self.push(Inst::Atomic);
                self.sequence(body)?;
                self.push(Inst::AtomicEnd);
            }
            Node::Reference { group, case } => {
                self.push(Inst::Reference { group: *group, case: *case });
            }
            Node::Conditional { group, yes, no } => {
                let test = self.push(Inst::IfGroup { group: *group, otherwise: 0 });
                self.sequence(yes)?;
                let exit = self.push(Inst::Jump(0));
                self.patch(test);
                self.sequence(no)?;
                self.patch(exit);
            }
        }
        Ok(())
    }

    fn repeat(&mut self, min: u32, max: Option<u32>, greed: Greed, body: &[Node]) -> PyResult<()> {
        let inner = match body {
            [Node::Group(None, inner)] => inner.as_slice(),
            _ => body,
        };
        if let [only] = inner
            && let Some(one) = self.one(only)
        {
            let max = max.map_or(usize::MAX, |max| max as usize);
            self.push(Inst::Repeat { one, min: min as usize, max, greed });
            return Ok(());
        }
        match (greed, min, max) {
            (Greed::Possessive, _, _) => {
                // Each round is tried once, and so is their number.
                self.push(Inst::Atomic);
                self.rounds(min, max, false, |compiler| {
                    compiler.push(Inst::Atomic);
                    compiler.sequence(body)?;
                    compiler.push(Inst::AtomicEnd);
                    Ok(())
                })?;
                self.push(Inst::AtomicEnd);
                Ok(())
            }
            (_, 0, Some(1)) => {
                let lazy = greed == Greed::Lazy;
                let split = self.push(if lazy { Inst::SplitLater(0) } else { Inst::Split(0) });
                self.sequence(body)?;
                self.patch(split);
                Ok(())
            }
            _ => self.rounds(min, max, greed == Greed::Lazy, |compiler| compiler.sequence(body)),
        }
    }

    fn rounds(
        &mut self,
        min: u32,
        max: Option<u32>,
        lazy: bool,
        body: impl FnOnce(&mut Self) -> PyResult<()>,
    ) -> PyResult<()> {
        let index = self.program.loops;
        self.program.loops += 1;
        self.push(Inst::LoopStart(index));
        let head = self.push(Inst::Loop { index, min, max: max.unwrap_or(u32::MAX), lazy, exit: 0 });
        body(self)?;
        self.push(Inst::Jump(head));
        self.patch(head);
        Ok(())
    }
}
