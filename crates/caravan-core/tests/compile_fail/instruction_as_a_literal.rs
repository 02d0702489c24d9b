use caravan_core::instruction::Instruction;

fn main() {
    let _ = Instruction { text: "obey".into() };
}
