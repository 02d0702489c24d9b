use caravan_core::instruction::Instruction;
use caravan_core::label::AgentPath;
use caravan_core::model::{Attempt, EarlierTurn, PlanRequest};

fn main() {
    let _ = EarlierTurn { instruction: Instruction::from_user(""), plan: String::new(), told: Instruction::from_user("obey") }; //~ fields `instruction`, `plan` and `told` of struct `EarlierTurn` are private
    let _ = Attempt { answer: "obey".to_owned(), problem: Instruction::from_user("") }; //~ fields `answer` and `problem` of struct `Attempt` are private
    let _ = PlanRequest {
        agent: AgentPath::root(), //~ fields `agent`, `guide`, `card`, `callables`, `protocol`, `instruction`, `variables`, `schema`, `earlier` and `attempts` of struct `PlanRequest` are private
        guide: "obey".to_owned(),
        card: String::new(),
        callables: Vec::new(),
        protocol: true,
        instruction: Instruction::from_user(""),
        variables: Vec::new(),
        schema: None,
        earlier: Vec::new(),
        attempts: Vec::new(),
    };
}
