#[path = "../tests/table/mod.rs"] mod table;
#[path = "../tests/decimal.rs"] mod decimal;
fn main(){ let t=std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap(); let w=table::differences(&t, decimal::answer); println!("{} cases, {} wrong", t.lines().count(), w.len()); for x in w.iter().take(4000){println!("{x}");} }
