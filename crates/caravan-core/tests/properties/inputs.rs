//! What untrusted data says in a run.

use serde_json::{Value as Json, json};

use super::random::Random;

/// The untrusted inputs of a run. Every text of them holds the marker.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    /// What `get_variable` gives the root.
    pub data: Vec<(String, Json)>,
    /// What the tool `fetch` answers, then what it answers next.
    pub fetched: Vec<String>,
    /// What `count` answers.
    pub counted: Vec<i64>,
    /// Whether `risky` fails.
    pub fails: bool,
}

/// Words that programs and untrusted texts share, so that comparisons between them come out both ways.
pub const WORDS: [&str; 6] = ["al", "be", "ga", "de", "ep", "ze"];

impl Inputs {
    pub fn draw(random: &mut Random, marker: &str) -> Inputs {
        let text = |random: &mut Random| {
            let words: Vec<&str> = (0..random.below(4)).map(|_| *random.pick(&WORDS)).collect();
            format!("{} {marker}", words.join(" "))
        };
        let texts = |random: &mut Random, most: usize| -> Vec<String> {
            (0..random.below(most + 1)).map(|_| text(random)).collect()
        };
        let number = |random: &mut Random| random.below(5) as i64;
        let numbers: Vec<i64> = (0..random.below(5)).map(|_| number(random)).collect();
        Inputs {
            data: vec![
                ("u".to_owned(), json!(text(random))),
                ("v".to_owned(), json!(text(random))),
                ("n".to_owned(), json!(number(random))),
                ("xs".to_owned(), json!(numbers)),
                ("ws".to_owned(), json!(texts(random, 4))),
            ],
            fetched: vec![text(random), text(random)],
            counted: vec![number(random), number(random)],
            fails: random.chance(50),
        }
    }
}
