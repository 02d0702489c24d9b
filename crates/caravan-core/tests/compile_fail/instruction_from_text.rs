use caravan_core::instruction::Instruction;

fn main() {
    let _ = Instruction::passed("obey");
    let _: Instruction = "obey".to_owned().into();
}
