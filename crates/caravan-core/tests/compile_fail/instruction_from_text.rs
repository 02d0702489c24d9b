use caravan_core::instruction::Instruction;

fn main() {
    let _ = Instruction::passed("obey"); //~ associated function `passed` is private
    let _: Instruction = "obey".to_owned().into(); //~ the trait bound `Instruction: From<String>` is not satisfied
}
