use caravan_core::instruction::Instruction;

fn main() {
    let _ = Instruction { text: "obey".into() }; //~ field `text` of struct `Instruction` is private
}
