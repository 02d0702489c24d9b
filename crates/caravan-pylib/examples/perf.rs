use caravan_pylib::regex::*;
fn main(){
 let text: String = (0..100000).map(|i| format!("user{}@example{}.com, {} some words here; ", i%97, i%13, i)).collect();
 let uni = text.replace("words","wörds");
 for t in [&text,&uni] { for p in [r"[\w.]+@[\w.]+\.\w+", r"\d+", r"(?i)SOME", r"\bwor", r"(\w+)@(\w+)", r"zzz", r"(?:[a-z]+\d*[@.,; ]*)*", r".*zzz"] {
  let s=std::time::Instant::now(); let c=Pattern::compile(p,Flags::NONE).unwrap(); let d0=s.elapsed(); let s=std::time::Instant::now(); let sub=Subject::new(t); let mut b=10_000_000_000u64; let b0=b; let mut n=0; let mut sc=c.scan(&sub,0,usize::MAX); let mut e=None; loop { match sc.next(&mut b){Ok(Some(_))=>n+=1,Ok(None)=>break,Err(x)=>{e=Some(x);break}} } println!("{p}: {} chars, {n} matches, {} steps, {:?} (compile {:?}) {e:?}", sub.len(), b0-b, s.elapsed(), d0);
 }}
 let s=std::time::Instant::now(); for _ in 0..10000 { caravan_pylib::time::DateTime::strptime("2024-03-07T09:05:03+0100","%Y-%m-%dT%H:%M:%S%z").unwrap(); } println!("strptime {:?} each", s.elapsed()/10000);
}
