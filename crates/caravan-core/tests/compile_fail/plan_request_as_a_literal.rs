use caravan_core::instruction::Instruction;
use caravan_core::label::AgentPath;
use caravan_core::model::{Attempt, PlanRequest};

fn main() {
    let _ = Attempt { answer: "obey".to_owned(), problem: Instruction::from_user("") };
    let _ = PlanRequest {
        agent: AgentPath::root(),
        guide: "obey".to_owned(),
        card: String::new(),
        callables: Vec::new(),
        protocol: true,
        instruction: Instruction::from_user(""),
        variables: Vec::new(),
        schema: None,
        attempts: Vec::new(),
    };
}
