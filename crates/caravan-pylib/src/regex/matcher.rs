//! Runs a program against a text, backtracking as CPython's matcher does: the first way that fits wins.
//!
//! What is still to be tried, and what is to be undone before it is, lies on a stack of its own, so that neither a
//! pattern nor a text can exhaust the program's. Every step is counted against a budget.

use super::program::{Inst, One, Program};
use super::set::{Case, is_word, lower};
use super::tree::{At, Greed};
use crate::error::{PyError, PyResult};

/// The most frames that the stack may hold.
const MAX_FRAMES: usize = 4_000_000;
/// No place.
const NOWHERE: u32 = u32::MAX;

/// A text by characters.
pub(super) trait Text {
    /// The number of characters.
    fn len(&self) -> usize;
    /// The character at a place; none at the end.
    fn at(&self, index: usize) -> Option<char>;
    /// The text up to a place.
    fn up_to(self, end: usize) -> Self;
}

impl Text for &[u8] {
    fn len(&self) -> usize {
        <[u8]>::len(self)
    }

    fn at(&self, index: usize) -> Option<char> {
        self.get(index).map(|&byte| byte.into())
    }

    fn up_to(self, end: usize) -> Self {
        self.get(..end).unwrap_or(self)
    }
}

impl Text for &[char] {
    fn len(&self) -> usize {
        <[char]>::len(self)
    }

    fn at(&self, index: usize) -> Option<char> {
        self.get(index).copied()
    }

    fn up_to(self, end: usize) -> Self {
        self.get(..end).unwrap_or(self)
    }
}

/// Where a match may start and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Anywhere, as `search`.
    Search,
    /// At the start of what is searched, as `match`.
    Match,
    /// From the start to the end of what is searched, as `fullmatch`.
    FullMatch,
}

/// What a match found: the slots of all groups, and the group that closed last.
pub(super) struct Found {
    pub(super) slots: Vec<u32>,
    pub(super) last_group: Option<usize>,
}

/// What is tried after a failure, or undone before.
#[derive(Clone, Copy)]
enum Frame {
    /// Go on at an instruction and a place.
    Try { pc: u32, place: u32 },
    /// Another round of the lazy loop at an instruction.
    Round { pc: u32, place: u32 },
    /// One character fewer: go on at an instruction, from `least` or more.
    Fewer { pc: u32, least: u32, place: u32 },
    /// One character more of the lazy repetition at an instruction, of which `most` is the end.
    More { pc: u32, most: u32, place: u32 },
    /// A slot had this value.
    Slot { slot: u32, value: u32 },
    /// The last group to close was this one.
    LastGroup(u32),
    /// A loop had made so many rounds, the last from this place.
    Rounds { index: u32, count: u32, from: u32 },
    /// A look or an atomic group began. A negated look goes on at an instruction and a place when its body fails.
    Border { pc: u32, place: u32 },
}

pub(super) struct Matcher<'p, T> {
    program: &'p Program,
    text: T,
    stack: Vec<Frame>,
    slots: Vec<u32>,
    last_group: u32,
    /// The rounds that each loop has made, and where the last one began.
    rounds: Vec<(u32, u32)>,
    /// Where in the stack the open looks and atomic groups begin.
    borders: Vec<usize>,
}

impl<'p, T: Text> Matcher<'p, T> {
    /// A matcher on `text`, whose end is the end that patterns see.
    pub(super) fn new(program: &'p Program, groups: usize, text: T) -> Self {
        Matcher {
            program,
            text,
            stack: Vec::new(),
            slots: vec![NOWHERE; groups * 2 + 2],
            last_group: NOWHERE,
            rounds: vec![(0, NOWHERE); program.loops],
            borders: Vec::new(),
        }
    }

    /// Looks for a match from `start` on. `not_empty`: a match at `start` itself must take something.
    /// The limit `regex_time` is met when the budget of steps is used up, `regex_memory` when the stack is full.
    pub(super) fn find(
        &mut self,
        start: usize,
        mode: Mode,
        not_empty: bool,
        budget: &mut u64,
    ) -> PyResult<Option<Found>> {
        let last = match mode {
            Mode::Search if !self.program.anchored => self.text.len(),
            _ => start,
        };
        let mut place = start;
        loop {
            if mode == Mode::Search
                && let Some(first) = self.program.first
            {
                let from = place;
                while place <= last && !self.text.at(place).is_some_and(|c| self.takes(first, c)) {
                    place += 1;
                }
                spend(budget, (place - from) as u64 / 8)?;
            }
            if place > last {
                return Ok(None);
            }
            self.reset();
            let must_take = not_empty && place == start;
            if self.run(place, mode, must_take, budget)? {
                let last_group = (self.last_group != NOWHERE).then_some(self.last_group as usize);
                return Ok(Some(Found { slots: self.slots.clone(), last_group }));
            }
            place += 1;
        }
    }

    fn reset(&mut self) {
        self.stack.clear();
        self.borders.clear();
        self.slots.fill(NOWHERE);
        self.last_group = NOWHERE;
    }

    fn takes(&self, one: One, c: char) -> bool {
        match one {
            One::Char(wanted) => c == wanted,
            One::Never => false,
            One::Any { newline } => newline || c != '\n',
            One::Set(index) => self.program.sets.get(index).is_some_and(|set| set.contains(c)),
        }
    }

    fn push(&mut self, frame: Frame) -> PyResult<()> {
        if self.stack.len() >= MAX_FRAMES {
            return Err(PyError::limit(
                "regex_memory",
                "the pattern leaves too much to be tried on this text",
            ));
        }
        self.stack.push(frame);
        Ok(())
    }

    fn slot(&self, slot: usize) -> u32 {
        self.slots.get(slot).copied().unwrap_or(NOWHERE)
    }

    fn set_slot(&mut self, slot: usize, value: u32) -> PyResult<()> {
        let old = self.slot(slot);
        self.push(Frame::Slot { slot: slot as u32, value: old })?;
        if let Some(place) = self.slots.get_mut(slot) {
            *place = value;
        }
        Ok(())
    }

    /// The text of a group; none unless it matched.
    fn group(&self, group: usize) -> Option<(usize, usize)> {
        let (start, end) = (self.slot(group * 2), self.slot(group * 2 + 1));
        (start != NOWHERE && end != NOWHERE && start <= end).then_some((start as usize, end as usize))
    }

    /// Begins another round of a loop.
    fn begin_round(&mut self, index: usize, count: u32, from: u32) -> PyResult<()> {
        let (old_count, old_from) = self.rounds.get(index).copied().unwrap_or((0, NOWHERE));
        self.push(Frame::Rounds { index: index as u32, count: old_count, from: old_from })?;
        if let Some(rounds) = self.rounds.get_mut(index) {
            *rounds = (count, from);
        }
        Ok(())
    }

    /// Runs the program from a place; true with the slots set if it matches.
    fn run(&mut self, start: usize, mode: Mode, must_take: bool, budget: &mut u64) -> PyResult<bool> {
        let program = self.program;
        let mut pc = 0;
        let mut place = start;
        loop {
            spend(budget, 1)?;
            let Some(inst) = program.insts.get(pc) else { return Ok(false) };
            let mut failed = false;
            pc += 1;
            match inst {
                Inst::One(one) => match self.text.at(place) {
                    Some(c) if self.takes(*one, c) => place += 1,
                    _ => failed = true,
                },
                Inst::At(at) => failed = !self.is_at(*at, place),
                Inst::Save(slot) => {
                    self.set_slot(*slot, place as u32)?;
                    if slot % 2 == 1 {
                        self.push(Frame::LastGroup(self.last_group))?;
                        self.last_group = (slot / 2) as u32;
                    }
                }
                Inst::Split(other) => self.push(Frame::Try { pc: *other as u32, place: place as u32 })?,
                Inst::SplitLater(other) => {
                    self.push(Frame::Try { pc: pc as u32, place: place as u32 })?;
                    pc = *other;
                }
                Inst::Jump(other) => pc = *other,
                Inst::Repeat { one, min, max, greed } => {
                    let wanted = if *greed == Greed::Lazy { *min } else { *max };
                    let most = place.saturating_add(wanted).min(self.text.len());
                    let mut end = place;
                    while end < most && self.text.at(end).is_some_and(|c| self.takes(*one, c)) {
                        end += 1;
                    }
                    spend(budget, (end - place) as u64)?;
                    let least = place.saturating_add(*min);
                    if end < least {
                        failed = true;
                    } else {
                        match greed {
                            Greed::Greedy if end > least => self.push(Frame::Fewer {
                                pc: pc as u32,
                                least: least as u32,
                                place: end as u32,
                            })?,
                            Greed::Lazy => {
                                let most = place.saturating_add(*max).min(self.text.len());
                                self.push(Frame::More {
                                    pc: pc as u32 - 1,
                                    most: most as u32,
                                    place: end as u32,
                                })?;
                            }
                            _ => {}
                        }
                        place = end;
                    }
                }
                Inst::LoopStart(index) => self.begin_round(*index, 0, NOWHERE)?,
                Inst::Loop { index, min, max, lazy, exit } => {
                    let (count, from) = self.rounds.get(*index).copied().unwrap_or((0, NOWHERE));
                    if count < *min {
                        self.begin_round(*index, count + 1, from)?;
                    } else if *lazy {
                        self.push(Frame::Round { pc: pc as u32 - 1, place: place as u32 })?;
                        pc = *exit;
                    } else if count < *max && place as u32 != from {
                        // A round that would take nothing again is not begun.
                        self.push(Frame::Try { pc: *exit as u32, place: place as u32 })?;
                        self.begin_round(*index, count.saturating_add(1), place as u32)?;
                    } else {
                        pc = *exit;
                    }
                }
                Inst::Look { negated, behind, end } => match place.checked_sub(*behind) {
                    Some(back) => {
                        self.borders.push(self.stack.len());
                        self.push(Frame::Border { pc: *end as u32, place: place as u32 })?;
                        place = back;
                    }
                    None if *negated => pc = *end,
                    None => failed = true,
                },
                Inst::LookEnd { negated } => {
                    let border = self.borders.pop().unwrap_or(0);
                    if *negated {
                        self.undo_to(border);
                        failed = true;
                    } else {
                        place = self.settle(border).unwrap_or(place);
                    }
                }
                Inst::Atomic => {
                    self.borders.push(self.stack.len());
                    self.push(Frame::Border { pc: NOWHERE, place: place as u32 })?;
                }
                Inst::AtomicEnd => {
                    let border = self.borders.pop().unwrap_or(0);
                    self.settle(border);
                }
                Inst::Reference { group, case } => match self.repeated(*group, *case, place, budget)? {
                    Some(end) => place = end,
                    None => failed = true,
                },
                Inst::IfGroup { group, otherwise } => {
                    if self.group(*group).is_none() {
                        pc = *otherwise;
                    }
                }
                Inst::Match => {
                    if (mode == Mode::FullMatch && place != self.text.len()) || (must_take && place == start)
                    {
                        failed = true;
                    } else {
                        for (slot, value) in self.slots.iter_mut().zip([start as u32, place as u32]) {
                            *slot = value;
                        }
                        return Ok(true);
                    }
                }
            }
            if failed {
                match self.back_track(budget)? {
                    Some((other, back)) => (pc, place) = (other, back),
                    None => return Ok(false),
                }
            }
        }
    }

    /// Undoes what failed, and gives where to go on; none if nothing is left to be tried.
    fn back_track(&mut self, budget: &mut u64) -> PyResult<Option<(usize, usize)>> {
        while let Some(frame) = self.stack.pop() {
            spend(budget, 1)?;
            match frame {
                Frame::Try { pc, place } => return Ok(Some((pc as usize, place as usize))),
                Frame::Fewer { pc, least, place } => {
                    let place = place - 1;
                    if place > least {
                        self.push(Frame::Fewer { pc, least, place })?;
                    }
                    return Ok(Some((pc as usize, place as usize)));
                }
                Frame::More { pc, most, place } => {
                    if place < most
                        && let Some(Inst::Repeat { one, .. }) = self.program.insts.get(pc as usize)
                        && self.text.at(place as usize).is_some_and(|c| self.takes(*one, c))
                    {
                        self.push(Frame::More { pc, most, place: place + 1 })?;
                        return Ok(Some((pc as usize + 1, place as usize + 1)));
                    }
                }
                Frame::Round { pc, place } => {
                    if let Some(Inst::Loop { index, max, .. }) = self.program.insts.get(pc as usize) {
                        let (count, from) = self.rounds.get(*index).copied().unwrap_or((0, NOWHERE));
                        if count < *max && place != from {
                            self.begin_round(*index, count.saturating_add(1), place)?;
                            return Ok(Some((pc as usize + 1, place as usize)));
                        }
                    }
                }
                Frame::Border { pc, place } => {
                    self.borders.pop();
                    if let Some(Inst::LookEnd { negated: true }) =
                        (pc as usize).checked_sub(1).and_then(|end| self.program.insts.get(end))
                    {
                        return Ok(Some((pc as usize, place as usize)));
                    }
                }
                undo => self.undo(undo),
            }
        }
        Ok(None)
    }

    fn undo(&mut self, frame: Frame) {
        match frame {
            Frame::Slot { slot, value } => {
                if let Some(place) = self.slots.get_mut(slot as usize) {
                    *place = value;
                }
            }
            Frame::LastGroup(group) => self.last_group = group,
            Frame::Rounds { index, count, from } => {
                if let Some(rounds) = self.rounds.get_mut(index as usize) {
                    *rounds = (count, from);
                }
            }
            _ => {}
        }
    }

    /// Undoes all that was done since a border.
    fn undo_to(&mut self, border: usize) {
        while self.stack.len() > border {
            if let Some(frame) = self.stack.pop() {
                self.undo(frame);
            }
        }
    }

    /// Drops what is still to be tried since a border, keeps what is to be undone; the place of the border.
    fn settle(&mut self, border: usize) -> Option<usize> {
        let tail = self.stack.split_off(border.min(self.stack.len()));
        let place = match tail.first() {
            Some(Frame::Border { place, .. }) => Some(*place as usize),
            _ => None,
        };
        self.stack.extend(tail.into_iter().filter(|frame| {
            matches!(frame, Frame::Slot { .. } | Frame::LastGroup(_) | Frame::Rounds { .. })
        }));
        place
    }

    /// Where the text of a group ends if it stands here again.
    fn repeated(&self, group: usize, case: Case, place: usize, budget: &mut u64) -> PyResult<Option<usize>> {
        let Some((start, end)) = self.group(group) else { return Ok(None) };
        spend(budget, (end - start) as u64)?;
        let same =
            (start..end).zip(place..).all(|(left, right)| match (self.text.at(left), self.text.at(right)) {
                (Some(left), Some(right)) => left == right || lower(left, case) == lower(right, case),
                _ => false,
            });
        Ok(same.then_some(place + (end - start)))
    }

    fn is_at(&self, at: At, place: usize) -> bool {
        match at {
            At::Start => place == 0,
            At::LineStart => place == 0 || self.text.at(place - 1) == Some('\n'),
            At::End => match self.text.at(place) {
                None => true,
                Some(c) => c == '\n' && place + 1 == self.text.len(),
            },
            At::LineEnd => self.text.at(place).is_none_or(|c| c == '\n'),
            At::Last => place == self.text.len(),
            At::WordBoundary { negated, ascii } => {
                if self.text.len() == 0 {
                    return false;
                }
                let word = |place: Option<usize>| {
                    place.and_then(|place| self.text.at(place)).is_some_and(|c| is_word(c, ascii))
                };
                (word(place.checked_sub(1)) != word(Some(place))) != negated
            }
        }
    }
}

/// Takes steps off a budget. The limit `regex_time` is met when it does not have them.
fn spend(budget: &mut u64, steps: u64) -> PyResult<()> {
    match budget.checked_sub(steps) {
        Some(left) => {
            *budget = left;
            Ok(())
        }
        None => {
            *budget = 0;
            Err(PyError::limit("regex_time", "the pattern takes too many steps on this text"))
        }
    }
}
