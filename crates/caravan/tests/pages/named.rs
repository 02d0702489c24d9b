//! Commands that stand in sentences, tables and blocks name subcommands and options that there are.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use crate::pages;

/// What `--help` of a command says; empty if there is no such command.
fn help(words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caravan"));
    let output = command.args(words).arg("--help").output().unwrap();
    if output.status.success() { String::from_utf8(output.stdout).unwrap() } else { String::new() }
}

/// What stands between backticks on a page, and each command of its blocks.
fn told(page: &str) -> Vec<String> {
    let mut told = Vec::new();
    for (number, part) in page.split("\n```").enumerate() {
        if number % 2 == 0 {
            told.extend(part.split('`').skip(1).step_by(2).map(|code| code.replace('\n', " ")));
        } else if let Some(commands) = part.strip_prefix("console\n") {
            told.extend(
                commands.split("$ ").skip(1).filter_map(|told| told.lines().next()).map(str::to_owned),
            );
        }
    }
    told
}

#[test]
fn commands_that_pages_name_exist_with_their_options() {
    let mut helps: BTreeMap<Vec<String>, String> = BTreeMap::new();
    let mut named = 0;
    for (page, text) in pages() {
        for code in told(&text) {
            let Some(rest) = code.strip_prefix("caravan ") else { continue };
            let is_word =
                |word: &&str| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
            let mut words: Vec<&str> = rest.split_whitespace().collect();
            let cut =
                words.iter().position(|word| ["#", "|", ">", "&&"].contains(word)).unwrap_or(words.len());
            words.truncate(cut);
            let plain: Vec<&str> = words
                .iter()
                .copied()
                .take_while(|word| is_word(word) && !word.starts_with('-'))
                .take(2)
                .collect();
            let Some(first) = plain.first() else { continue };
            // The second word is a command below the first, or an argument of it.
            let mut texts = Vec::new();
            for path in [vec![*first], plain.clone()] {
                let key: Vec<String> = path.iter().map(|word| (*word).to_owned()).collect();
                texts.push(helps.entry(key).or_insert_with(|| help(&path)).clone());
            }
            assert!(!texts[0].is_empty(), "{page}: `{code}`: there is no command `{first}`");
            let options: BTreeSet<&str> = texts
                .iter()
                .flat_map(|text| text.split([' ', ',', '[', '\n', '`', '=']))
                .filter(|word| word.starts_with("--"))
                .collect();
            for word in words.iter().filter(|word| word.starts_with("--")) {
                let option = word
                    .split_once('=')
                    .map_or(*word, |(option, _)| option)
                    .trim_end_matches(['|', ']', ',']);
                assert!(options.contains(option), "{page}: `{code}`: there is no option `{option}`");
            }
            named += 1;
        }
    }
    assert!(named > 100, "{named}");
}
