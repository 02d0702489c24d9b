//! The corpus of label rules: small plans under `flows/`, each with the world that it runs in and the labels and gate
//! decisions that DESIGN section 3 asks for. `flows/README.md` describes the header lines.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    reason = "a test that fails may say so loudly"
)]

#[cfg(test)]
#[path = "flows/counting.rs"]
mod counting;
#[cfg(test)]
#[path = "flows/expect.rs"]
mod expect;
#[cfg(test)]
#[path = "flows/header.rs"]
mod header;
#[cfg(test)]
#[path = "flows/world.rs"]
mod world;

#[cfg(test)]
mod corpus {
    use std::path::Path;

    use super::counting::overspent;
    use super::expect::{complaints, judged};
    use super::header::{Case, Flow};
    use super::world::{Ended, Observed, observe};

    fn flows() -> Vec<Flow> {
        flows_of("flows")
    }

    fn flows_of(folder: &str) -> Vec<Flow> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut paths: Vec<_> = std::fs::read_dir(&folder)
            .expect("the folder of flows")
            .map(|entry| entry.expect("an entry of it").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
            .collect();
        paths.sort();
        paths
            .into_iter()
            .map(|path| {
                let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
                let text = std::fs::read_to_string(&path).expect("a readable file");
                Flow::parse(&name, &text).unwrap_or_else(|problem| panic!("flows/{name}.py: {problem}"))
            })
            .collect()
    }

    /// Whether a flow's name holds one of the texts in `FLOW`, if that is set.
    fn asked_for(flow: &Flow) -> bool {
        std::env::var("FLOW").map_or(true, |only| only.split(',').any(|only| flow.name.contains(only)))
    }

    #[test]
    fn every_flow_has_the_labels_and_decisions_that_its_file_declares() {
        let mut report = String::new();
        let (mut files, mut failed) = (0, 0);
        for flow in flows().iter().filter(|flow| asked_for(flow)) {
            files += 1;
            let mut found = Vec::new();
            for strictness in flow.levels() {
                for alternative in 0..flow.alternatives {
                    let mut observed = observe(flow, strictness, flow.budget, alternative);
                    found.extend(complaints(flow, strictness, alternative, &mut observed));
                }
            }
            if !found.is_empty() {
                failed += 1;
                // At once, for who does not wait for the others.
                eprintln!("failed: flows/{}.py", flow.name);
                report.push_str(&format!("flows/{}.py\n", flow.name));
                found.iter().for_each(|line| report.push_str(&format!("    {line}\n")));
            }
        }
        assert!(files > 0, "no flow has such a name");
        assert!(failed == 0, "{failed} of {files} flows are not as declared\n{report}");
    }

    /// Whether the gate, a policy or a rule at run time has refused something.
    fn refused(observed: &Observed) -> bool {
        observed.crossings.iter().any(|crossed| crossed.verdict.is_err())
            || matches!(observed.ended, Ended::Refused(_))
    }

    #[test]
    fn the_check_is_silent_of_what_passes_and_what_it_calls_laundering_is_refused() {
        let mut wrong = String::new();
        let (mut silent, mut told) = (0, 0);
        for flow in flows() {
            // Which fields a label rule trusts, the check does not know.
            if flow.tools.iter().any(|tool| !tool.trusted_fields.is_empty()) {
                continue;
            }
            for strictness in flow.levels() {
                let runs: Vec<Observed> = (0..flow.alternatives)
                    .map(|alternative| observe(&flow, strictness, flow.budget, alternative))
                    .collect();
                let Some(first) = runs.first() else { continue };
                let text: Vec<String> = first.found.iter().map(ToString::to_string).collect();
                let launders = first.found.iter().any(|finding| matches!(finding.code, "P030" | "P031"));
                let passes = runs.iter().all(|run| !refused(run) && matches!(run.ended, Ended::Value(_)));
                if (passes && !text.is_empty()) || (launders && !runs.iter().any(refused)) {
                    wrong.push_str(&format!(
                        "flows/{}.py at {strictness:?}: {}\n",
                        flow.name,
                        text.join("; ")
                    ));
                }
                silent += usize::from(passes);
                told += usize::from(launders);
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
        assert!(silent >= 250 && told >= 8, "{silent} passed, {told} were told to launder");
    }

    #[test]
    fn the_outline_tells_of_every_call_that_untrusted_data_chose_and_of_every_text_that_it_spells_out() {
        let mut untold = String::new();
        let (mut chosen, mut spelled) = (0, 0);
        // Where the machine's labels say more than can be, the outline says what can be.
        let coarse = |flow: &&Flow| flow.name != "keep__list_beside_a_mutating_call";
        let (flows, counting) = (flows(), flows_of("flows/counting"));
        for flow in flows.iter().filter(coarse).chain(&counting).filter(|flow| asked_for(flow)) {
            for strictness in flow.levels() {
                // A flow that counts has more worlds than are needed here.
                for alternative in 0..flow.alternatives.min(6) {
                    let observed = observe(flow, strictness, flow.budget, alternative);
                    chosen += observed.told.0;
                    spelled += observed.told.1;
                    for call in &observed.untold {
                        untold.push_str(&format!("flows/{}.py at {strictness:?}: {call}\n", flow.name));
                    }
                }
            }
        }
        assert!(untold.is_empty(), "{untold}");
        assert!(chosen >= 100 && spelled >= 100, "{chosen} were chosen, {spelled} were spelled out");
    }

    #[test]
    fn the_corpus_has_attacks_and_ordinary_plans_and_each_says_what_must_come_of_it() {
        let flows = flows();
        let precise = flows.iter().filter(|flow| flow.case == Case::Precision).count();
        assert!(flows.len() >= 160, "{} flows", flows.len());
        assert!(precise >= 60, "{precise} precision cases");
        for flow in &flows {
            let (strict, lenient) = judged(flow);
            match flow.case {
                Case::Attack => assert!(
                    strict > 0,
                    "flows/{}.py expects nothing that a lost label would break",
                    flow.name
                ),
                Case::Precision => {
                    assert!(
                        lenient > 0,
                        "flows/{}.py expects nothing that a label too many would break",
                        flow.name
                    );
                }
                Case::Level => assert!(strict + lenient > 0, "flows/{}.py expects nothing", flow.name),
                Case::Counted => panic!("flows/{}.py belongs into flows/counting", flow.name),
            }
        }
    }

    #[test]
    fn no_call_site_is_told_more_texts_than_the_budget_allows_whatever_untrusted_data_says() {
        let flows = flows_of("flows/counting");
        let mut broken = Vec::new();
        for flow in flows.iter().filter(|flow| asked_for(flow)) {
            let overspent = overspent(flow);
            if !overspent.is_empty() {
                eprintln!("failed: flows/{}.py", flow.name);
            }
            broken.extend(overspent);
        }
        assert!(broken.is_empty(), "{} budgets are overspent\n{}", broken.len(), broken.join("\n"));
        assert!(flows.iter().all(|flow| flow.case == Case::Counted));
    }
}
