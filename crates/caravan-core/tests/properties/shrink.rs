//! Makes a failing program small: takes statements out as long as it fails in the same way.

use super::check::Violation;
use super::property::Case;

/// A program that breaks a promise, with the inputs that show it.
pub struct Failing {
    pub case: Case,
    pub violation: Violation,
}

/// A smaller program that `check` finds the same fault with.
pub fn shrink(mut failing: Failing, check: &mut dyn FnMut(&Case) -> Option<Violation>) -> Failing {
    let mut left = 3000;
    let size = |case: &Case| (case.program.statements(), case.inputs.len());
    loop {
        let before = size(&failing.case);
        for keep_body in [false, true] {
            let mut index = failing.case.program.statements();
            while index > 0 && left > 0 {
                index -= 1;
                left -= 1;
                let case = failing.case.without(index, keep_body);
                if keep_body && size(&case).0 + 1 != size(&failing.case).0 {
                    continue;
                }
                if let Some(violation) = check(&case)
                    && violation.kind == failing.violation.kind
                {
                    failing = Failing { case, violation };
                    index = index.min(failing.case.program.statements());
                }
            }
        }
        let mut index = failing.case.inputs.len();
        while index > 0 && failing.case.inputs.len() > 2 {
            index -= 1;
            let mut case = failing.case.clone();
            case.inputs.remove(index);
            if let Some(violation) = check(&case)
                && violation.kind == failing.violation.kind
            {
                failing = Failing { case, violation };
            }
        }
        if left == 0 || before == size(&failing.case) {
            return failing;
        }
    }
}
