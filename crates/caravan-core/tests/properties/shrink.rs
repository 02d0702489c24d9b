//! Makes a failing program small: takes statements out as long as it fails in the same way.

use super::check::Violation;
use super::inputs::Inputs;
use super::program::Program;

/// A program that breaks a promise, with the inputs that show it.
pub struct Failing {
    pub program: Program,
    pub inputs: Vec<Inputs>,
    pub violation: Violation,
}

/// A smaller program that `check` finds the same fault with.
pub fn shrink(
    mut failing: Failing,
    check: &mut dyn FnMut(&Program, &[Inputs]) -> Option<Violation>,
) -> Failing {
    let mut left = 3000;
    loop {
        let before = (failing.program.statements(), failing.inputs.len());
        for keep_body in [false, true] {
            let mut index = failing.program.statements();
            while index > 0 && left > 0 {
                index -= 1;
                left -= 1;
                let smaller = failing.program.without(index, keep_body);
                if keep_body && smaller.statements() + 1 != failing.program.statements() {
                    continue;
                }
                if let Some(violation) = check(&smaller, &failing.inputs)
                    && violation.kind == failing.violation.kind
                {
                    failing = Failing { program: smaller, violation, ..failing };
                    index = index.min(failing.program.statements());
                }
            }
        }
        let mut index = failing.inputs.len();
        while index > 0 && failing.inputs.len() > 2 {
            index -= 1;
            let mut fewer = failing.inputs.clone();
            fewer.remove(index);
            if let Some(violation) = check(&failing.program, &fewer)
                && violation.kind == failing.violation.kind
            {
                failing = Failing { inputs: fewer, violation, ..failing };
            }
        }
        if left == 0 || before == (failing.program.statements(), failing.inputs.len()) {
            return failing;
        }
    }
}
