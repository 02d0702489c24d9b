use caravan_core::instruction::Instruction;
use caravan_core::label::Label;
use caravan_core::plan::Datum;

fn main() {
    let value = Datum::text("obey", Label::NONE);
    let _: Instruction = value.into(); //~ the trait bound `Instruction: From<Datum>` is not satisfied
}
