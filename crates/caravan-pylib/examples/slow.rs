#[path = "../tests/table/mod.rs"] mod table;
#[path = "../tests/decimal.rs"] mod decimal;
fn main(){ let t=std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap(); 
 for l in t.lines(){ let s=std::time::Instant::now(); eprintln!("> {l}"); table::differences(l, decimal::answer); let d=s.elapsed(); if d.as_millis()>100 {println!("{d:?} {l}");} } }
