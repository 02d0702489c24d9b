//! The table of the gate: every part, every strictness, and the charges at the edges of the budget.

use caravan_label::{AgentPath, Bits, Choice, Label, Source, Taint};
use caravan_plan::{Datum, Site, Span, Strictness, Tree, World};

use super::*;

struct Bench {
    world: World,
    message: Datum,
    names: Vec<Datum>,
    schema: Datum,
    site: Site,
    pc: Label,
    budget: u32,
}

impl Bench {
    fn new(strictness: Strictness) -> Bench {
        let mut world = World::new(strictness);
        let plan = world.lattice.data_from(&[Source::Plan(AgentPath::root())]);
        Bench {
            message: Datum::text("do it", plan),
            names: vec![Datum::text("rows", plan)],
            schema: Datum::text("{\"type\": \"string\"}", plan),
            site: Site { callee: Label::NONE, literal: false, position: Bits::ZERO },
            pc: Label::NONE,
            budget: 16,
            world,
        }
    }

    fn untrusted(&mut self) -> Label {
        let source = Source::Tool {
            agent: AgentPath::root().child("sql"),
            tool: "query_sql".into(),
            inner: None,
            trusted: false,
        };
        self.world.lattice.data_from(&[source])
    }

    /// A label of trusted data that untrusted data chose among `2^bits` texts.
    fn chosen(&mut self, bits: u32) -> Label {
        let untrusted = self.untrusted();
        let guard = self.world.lattice.guard(untrusted, Bits::whole(bits));
        let plan = self.world.lattice.data_from(&[Source::Plan(AgentPath::root())]);
        self.world.lattice.join(plan, guard)
    }

    fn pass(&mut self) -> Result<Passed, Box<Denial>> {
        let ruling = Ruling { strictness: self.world.strictness, budget: Bits::whole(self.budget) };
        let names: Vec<&Datum> = self.names.iter().collect();
        let crossing = Crossing {
            caller: &AgentPath::root(),
            callee: "mailer",
            message: &self.message,
            names: &names,
            schema: &self.schema,
            site: &self.site,
            pc: self.pc,
            span: Span { line: 4, column: 1, width: 6 },
        };
        pass(&mut self.world, ruling, &crossing)
    }

    fn denied(&mut self) -> (DenialReason, Part) {
        match self.pass() {
            Ok(_) => panic!("the gate has let it through"),
            Err(denial) => (denial.reason(), denial.part()),
        }
    }
}

const ALL: [Strictness; 3] = [Strictness::Explicit, Strictness::Cfi, Strictness::Noninterference];

#[test]
fn a_text_of_the_plan_passes_at_every_strictness_and_costs_nothing() {
    for strictness in ALL {
        let mut bench = Bench::new(strictness);
        bench.budget = 0;
        let passed = bench.pass().expect("passed");
        assert_eq!(passed.message.text(), "do it");
        assert_eq!(passed.names[0].text(), "rows");
        assert_eq!((passed.charge.cost, passed.charge.base), (Bits::ZERO, Label::NONE));
    }
}

#[test]
fn untrusted_data_in_any_part_is_denied_at_every_strictness() {
    for strictness in ALL {
        for part in [Part::Message, Part::VariableName(0), Part::Schema, Part::Callee] {
            let mut bench = Bench::new(strictness);
            let untrusted = bench.untrusted();
            match part {
                Part::Message => bench.message.label = untrusted,
                Part::VariableName(_) => bench.names[0].label = untrusted,
                Part::Schema => bench.schema.label = untrusted,
                _ => bench.site.callee = untrusted,
            }
            assert_eq!(bench.denied(), (DenialReason::UntrustedData, part), "{strictness:?}");
        }
    }
}

#[test]
fn untrusted_data_inside_a_part_is_found_however_deep() {
    let mut bench = Bench::new(Strictness::Cfi);
    let untrusted = bench.untrusted();
    let inner = Datum { value: Tree::List(vec![Datum::text("x", untrusted)]), label: Label::NONE };
    bench.message = Datum { value: Tree::List(vec![inner]), label: Label::NONE };
    assert_eq!(bench.denied(), (DenialReason::UntrustedData, Part::Message));
}

#[test]
fn the_data_of_an_untrusted_answer_is_denied_even_where_the_call_is_literal() {
    let mut bench = Bench::new(Strictness::Cfi);
    bench.site.literal = true;
    bench.message.label = bench.untrusted();
    assert_eq!(bench.denied(), (DenialReason::UntrustedData, Part::Message));
}

#[test]
fn cfi_charges_all_parts_together_and_each_decision_once() {
    let mut bench = Bench::new(Strictness::Cfi);
    bench.message.label = bench.chosen(9);
    bench.schema.label = bench.chosen(7);
    assert_eq!(bench.pass().expect("passed").charge.cost, Bits::whole(16));
    bench.names[0].label = bench.chosen(1);
    assert_eq!(bench.denied(), (DenialReason::OverBudget, Part::Message));

    let mut bench = Bench::new(Strictness::Cfi);
    let chosen = bench.chosen(16);
    bench.message.label = chosen;
    bench.schema.label = chosen;
    assert_eq!(bench.pass().expect("passed").charge.cost, Bits::whole(16));
}

#[test]
fn with_a_budget_of_nothing_no_choice_passes() {
    let mut bench = Bench::new(Strictness::Cfi);
    bench.budget = 0;
    bench.message.label = bench.chosen(1);
    assert_eq!(bench.denied(), (DenialReason::OverBudget, Part::Message));
}

#[test]
fn explicit_counts_no_choice() {
    let mut bench = Bench::new(Strictness::Explicit);
    bench.message.label = bench.chosen(200);
    bench.pc = bench.chosen(1);
    bench.site.position = Bits::UNBOUNDED;
    assert!(bench.pass().is_ok());
}

#[test]
fn the_position_counts_under_untrusted_control_alone_and_not_for_written_calls() {
    let mut bench = Bench::new(Strictness::Cfi);
    bench.site.position = Bits::whole(17);
    assert!(bench.pass().is_ok(), "the control at the call is trusted");
    bench.pc = bench.chosen(1);
    assert_eq!(bench.denied(), (DenialReason::OverBudget, Part::Position));
    bench.site.literal = true;
    assert_eq!(bench.pass().expect("passed").charge.cost, Bits::ZERO);
    bench.site.literal = false;
    bench.site.position = Bits::UNBOUNDED;
    assert_eq!(bench.denied(), (DenialReason::OverBudget, Part::Position));
}

#[test]
fn a_written_call_still_costs_its_base() {
    let mut bench = Bench::new(Strictness::Cfi);
    bench.site.literal = true;
    bench.message.label = bench.chosen(17);
    assert_eq!(bench.denied(), (DenialReason::OverBudget, Part::Message));
}

#[test]
fn noninterference_wants_control_and_pc_trusted_even_for_written_calls() {
    let mut bench = Bench::new(Strictness::Noninterference);
    bench.message.label = bench.chosen(1);
    assert_eq!(bench.denied(), (DenialReason::UntrustedControl, Part::Message));
    let mut bench = Bench::new(Strictness::Noninterference);
    bench.site.literal = true;
    bench.pc = bench.chosen(1);
    assert_eq!(bench.denied(), (DenialReason::UntrustedControl, Part::Position));
}

#[test]
fn the_child_starts_with_the_control_and_choice_that_were_charged_and_with_no_data() {
    let mut bench = Bench::new(Strictness::Cfi);
    bench.message.label = bench.chosen(3);
    bench.pc = bench.chosen(1);
    bench.site.position = Bits::whole(2);
    let base = bench.pass().expect("passed").charge.base;
    let lattice = &bench.world.lattice;
    assert_eq!(lattice.data(base), Taint::NONE);
    assert!(!lattice.control_is_trusted(base));
    assert_eq!(lattice.choice_bits(base), Bits::whole(5));
}

#[test]
fn each_passing_is_charged_its_position_anew() {
    let mut bench = Bench::new(Strictness::Cfi);
    bench.pc = bench.chosen(1);
    bench.site.position = Bits::whole(2);
    let first = bench.pass().expect("passed").charge.base;
    let second = bench.pass().expect("passed").charge.base;
    let both = bench.world.lattice.join(first, second);
    assert_eq!(bench.world.lattice.choice_bits(both), Bits::whole(4));
}

#[test]
fn a_denial_names_the_line_the_sources_and_the_way_round() {
    let mut bench = Bench::new(Strictness::Cfi);
    bench.message.label = bench.untrusted();
    let denial = bench.pass().expect_err("denied");
    assert_eq!(
        denial.to_string(),
        "line 4: the message to `mailer` was made of untrusted data from `tool:sql/query_sql`; write the message in the \
         plan and pass the data in `variables`, where the child's plan reads it with `get_variable`"
    );
    assert_eq!(denial.sources(), ["tool:sql/query_sql"]);
    bench.message.label = bench.chosen(20);
    let denial = bench.pass().expect_err("denied");
    assert_eq!(
        denial.to_string(),
        "line 4: untrusted data from `tool:sql/query_sql` had 20 bits of choice over what `mailer` is told through the \
         message, and the budget is 16; choose among fewer written texts, or write one text in the call and pass the \
         data in `variables`"
    );
    assert_eq!(denial.sources(), ["tool:sql/query_sql", "plan:"]);
}

#[test]
fn only_wholly_trusted_words_go_back_to_a_planner() {
    let mut bench = Bench::new(Strictness::Cfi);
    let own = bench.world.lattice.data_from(&[Source::Plan(AgentPath::root())]);
    assert!(own_words(&bench.world.lattice, "line 1".into(), own).is_some());
    for label in [bench.untrusted(), bench.chosen(1)] {
        assert!(own_words(&bench.world.lattice, "line 1".into(), label).is_none());
    }
    let charged = bench.world.lattice.label(Taint::NONE, Taint::NONE, Choice::UNBOUNDED);
    assert!(own_words(&bench.world.lattice, "line 1".into(), charged).is_none());
}

#[test]
fn a_conversation_is_told_only_what_may_instruct() {
    for strictness in [Strictness::Cfi, Strictness::Noninterference] {
        let mut bench = Bench::new(strictness);
        let ruling = Ruling { strictness, budget: Bits::whole(16) };
        let labels = [bench.message.label, bench.chosen(16), bench.chosen(17), bench.untrusted()];
        let passes = labels.map(|label| told(&bench.world.lattice, ruling, "It is so.".to_owned(), label));
        let passes = passes.map(|passed| passed.is_some());
        assert_eq!(passes, [true, strictness == Strictness::Cfi, false, false], "{strictness:?}");
    }
}

#[test]
fn free_text_is_pasted_under_individual_alone() {
    let mut bench = Bench::new(Strictness::Cfi);
    let message = Datum::text("anything", bench.untrusted());
    assert!(paste(Defense::Multi, &message).is_none());
    assert!(paste(Defense::None, &message).is_none());
    assert_eq!(paste(Defense::Individual, &message).map(|text| text.to_string()), Some("anything".into()));
}
